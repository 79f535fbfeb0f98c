"""The exact counts equal those of independent programs, under each reading that these support."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.exact_counts import count_changes
from cc_dsl.engine.judge import answer
from cc_dsl.study.exact import count_groups
from tests.daily import some
from tests.unit.compare_pairs import FIRST, write_edition

FACTS = Path(__file__).parents[1] / "corpus" / "facts"


def facts(edition: str) -> Any:
    """Return what the independent program of an edition has found."""
    return json.loads((FACTS / f"{edition}.json").read_text("utf-8"))


@pytest.mark.parametrize("reading", ["at-either-end", "round-the-corner"])
def test_1862_counts_what_an_independent_program_counts(reading: str) -> None:
    """Every Lead and every three other cards: 1,082,900 sides."""
    known = facts("1862")["best_lines"][reading]
    counted = count_groups(pipeline.load("1862", {"Ace-in-Sequence": reading}).rules, "lines")
    assert {**counted.counts, "total": counted.total} == known


def test_1860_counts_what_an_independent_program_counts() -> None:
    known = facts("1860")
    counted = count_groups(pipeline.load("1860").rules, "lines")
    assert (counted.counts, counted.total) == (known["counts"], known["total"])


def readings_in_facts() -> list[str]:
    """Return the readings of which the independent program knows the counts, and which the rules have as doubts."""
    doubts = pipeline.load("1860").rules.doubts
    return sorted(chosen for chosen in facts("1860")["other_readings"] if chosen.split("=")[0] in doubts)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", some(readings_in_facts(), 2))
def test_1860_counts_so_under_other_readings(chosen: str) -> None:
    readings = dict(part.split("=") for part in chosen.replace(",", " ").split())
    counted = count_groups(pipeline.load("1860", readings).rules, "lines")
    assert counted.counts == facts("1860")["other_readings"][chosen]


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["1862", "1860"])
def test_numba_counts_the_same(edition: str) -> None:
    rules = pipeline.load(edition).rules
    assert count_groups(rules, "lines", is_fast=True) == count_groups(rules, "lines")


# The deals for which two sets of rules give different answers: exact counts, and the interpreter on every deal.


@pytest.mark.slow
def test_changes_over_all_ways_to_lay_are_those_of_every_deal(tmp_path: Path) -> None:
    """Two small editions put to every deal of two tokens each, one by one, and counted by classes of sides."""
    changed = FIRST.replace(
        "by their size in the order size-order, then by their tint in the order tint-order",
        "by their tint in the order tint-order, then by their size in the order size-order",
    ).replace("the bounty is 2", "the bounty is 2 if the victor is the player with the worst show; otherwise 1")
    first, second = (
        write_edition(tmp_path, name, text).rules for name, text in (("elder", FIRST), ("younger", changed))
    )
    exact = count_changes(first, second, "judge")
    counted, codes = Counter[str](), first.pieces.codes
    for own in combinations(codes, 2):
        for other in combinations([code for code in codes if code not in own], 2):
            answers = [answer(each, "judge", {"side": [own, other]}).value for each in (first, second)]
            counted["all"] += 1
            counted.update(key for key in ("winner", "takes") if answers[0][key] != answers[1][key])
            counted["any"] += answers[0] != answers[1]
    assert exact.total == counted["all"]
    assert (exact.changes_of("winner"), exact.changes_of("takes"), exact.changes_of()) == (
        counted["winner"],
        counted["takes"],
        counted["any"],
    )
    assert 0 < counted["winner"] < counted["any"]
    assert count_changes(first, first, "judge").changes_of() == 0
