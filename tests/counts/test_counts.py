"""The exact counts are those that independent programs have found, under each reading that they know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cc_dsl import pipeline
from cc_dsl.cli.main import group
from cc_dsl.errors import UserError
from cc_dsl.study.exact import count_groups

FACTS = Path(__file__).parents[1] / "corpus" / "facts"


def facts(edition: str) -> Any:
    """Return what the independent program of an edition has found."""
    return json.loads((FACTS / f"{edition}.json").read_text("utf-8"))


@pytest.mark.parametrize("reading", ["at-either-end", "round-the-corner"])
def test_1862_counts_what_an_independent_program_counts(reading: str) -> None:
    """Every Lead and every three other cards: 1,082,900 sides."""
    known = facts("1862")["best_lines"][reading]
    found = count_groups(pipeline.load("1862", {"Ace-in-Sequence": reading}).rules, "lines")
    assert {**found.counts, "total": found.total} == known


def test_1860_counts_what_an_independent_program_counts() -> None:
    """By class, kind and number of cards."""
    known = facts("1860")
    found = count_groups(pipeline.load("1860").rules, "lines")
    assert (found.counts, found.total) == (known["counts"], known["total"])


def readings_in_facts() -> list[str]:
    """Return the readings of which the independent program knows the counts, and which the rules have as doubts."""
    doubts = pipeline.load("1860").rules.doubts
    return sorted(chosen for chosen in facts("1860")["other_readings"] if chosen.split("=")[0] in doubts)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", readings_in_facts())
def test_1860_counts_so_under_other_readings(chosen: str) -> None:
    """Each reading that bears on the count is counted like the independent program does."""
    readings = dict(part.split("=") for part in chosen.replace(",", " ").split())
    found = count_groups(pipeline.load("1860", readings).rules, "lines")
    assert found.counts == facts("1860")["other_readings"][chosen]


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["1862", "1860"])
def test_numba_counts_the_same(edition: str) -> None:
    """Machine code finds the same numbers."""
    rules = pipeline.load(edition).rules
    assert count_groups(rules, "lines", is_fast=True) == count_groups(rules, "lines")


def test_only_what_the_rules_tell_can_be_counted() -> None:
    """What cannot be counted is refused, with what can."""
    with pytest.raises(UserError, match="lines can"):
        count_groups(pipeline.load("1862").rules, "tricks")


def test_command_gives_one_json_document() -> None:
    """The keys are those that programs rely on."""
    result = CliRunner().invoke(group, ["count", "1862", "lines", "--json"])
    document = json.loads(result.output)
    assert result.exit_code == 0
    assert (document["edition"], document["total"]) == ("1862", 1082900)
    assert document["counts"]["trio+lead"] == 7540


def test_command_refuses_what_cannot_be_counted() -> None:
    """Bad input exits with 2 and a sentence."""
    result = CliRunner().invoke(group, ["count", "1862", "tricks"])
    assert result.exit_code == 2
    assert "cannot be counted" in result.output
