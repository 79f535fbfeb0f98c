"""`circular compare` in play: verdicts and cases, and counts, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.desk import circular

PAIR = ["compare", "1860", "1862"]


def test_play_gives_every_row_its_verdict() -> None:
    result = circular(*PAIR, "--play")
    assert (result.status, result.err) == (0, "")
    assert "shown by a case: " in result.out
    assert "outcome differs" not in result.out
    document = json.loads(circular(*PAIR, "--play", "--json").out)
    assert document["broken"] == []
    verdicts = {"wording only", "rule differs", "only in 1860", "only in 1862", "no rule"}
    assert {row["verdict"] for row in document["rows"]} == verdicts


def test_one_row_tells_its_case_and_what_decides() -> None:
    result = circular(*PAIR, "--row", "1860.IV.4", "--json")
    assert result.status == 0
    (row,) = json.loads(result.out)["rows"]
    (case,) = row["cases"]
    assert case["given"] == {"lead": "4S", "side": ["2H 2C 2S", "3D 3C 3S"]}
    assert case["first"]["result"][0] == "winner: player 1"
    assert case["second"]["result"][0] == "winner: player 2"
    assert "IV.4" in case["first"]["deciding"]
    assert case["second"]["deciding"] == ["III.1a"]
    assert len(case["first"]["clauses"]) > len(case["first"]["deciding"])
    shown = " ".join(circular(*PAIR, "--row", "1860.IV.4").out.split())
    assert "winner: player 1 | winner: player 2" in shown
    assert "[III.1a]" in shown


def test_numbers_have_intervals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path))
    result = circular(*PAIR, "--numbers", "--deals", "300", "--json")
    (numbers,) = json.loads(result.out)["numbers"]
    differs = numbers["keys"]["winner"]["differs"]
    assert differs["of"] == 300
    assert differs["low"] <= differs["share"] <= differs["high"]
    assert circular(*PAIR, "--numbers", "--deals", "300", "--json").out == result.out
    assert "300 random deals, answered by 1860 and 1862" in circular(*PAIR, "--numbers", "--deals", "300").out
