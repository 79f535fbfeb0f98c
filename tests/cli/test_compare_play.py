"""`circular compare` in play: verdicts with their cases, and counts, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.study.effect_lines import effect_lines
from cc_dsl.study.measured import effects_of, shelf
from tests.cli.desk import circular

PAIR = ["compare", "1860", "1862"]


def test_play_gives_every_row_its_verdict() -> None:
    """Each row has one of four verdicts, and every case that is kept still holds."""
    result = circular(*PAIR, "--play")
    assert (result.status, result.err) == (0, "")
    assert "outcome differs: " in result.out
    document = json.loads(circular(*PAIR, "--play", "--json").out)
    assert document["broken"] == []
    verdicts = {"wording only", "rule differs", "knowledge differs", "outcome differs"}
    assert {row["verdict"] for row in document["rows"]} == verdicts
    assert all(row["case"] is not None for row in document["rows"] if row["verdict"] == "outcome differs")


def test_one_row_tells_its_case() -> None:
    """The row of the order of cards says which two part the editions."""
    result = circular(*PAIR, "--row", "1860.IV.4")
    assert result.status == 0
    assert "outcome differs" in result.out
    assert "2 pieces show the difference" in " ".join(result.out.split())


def test_numbers_have_intervals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed gives the same numbers, and every share its interval."""
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path))
    result = circular(*PAIR, "--numbers", "--deals", "300", "--json")
    (numbers,) = json.loads(result.out)["numbers"]
    differs = numbers["keys"]["winner"]["differs"]
    assert differs["of"] == 300
    assert differs["low"] <= differs["share"] <= differs["high"]
    assert circular(*PAIR, "--numbers", "--deals", "300", "--json").out == result.out
    assert "300 random deals, answered by 1860 and 1862" in circular(*PAIR, "--numbers", "--deals", "300").out


def test_readings_show_what_the_edition_keeps() -> None:
    """What the terminal tells is what lies beside the edition, and so what the pages show."""
    edition = pipeline.load("1862")
    found = effects_of(edition)
    for measure in ("readings", "decisions"):
        assert found[measure] == shelf(edition)[measure]["found"]["measures"][measure]
    words = "\n".join(effect_lines(found, edition.titles))
    assert "Who picks the cards taken: the loser" in words
    assert "no effect found, at most" in words
