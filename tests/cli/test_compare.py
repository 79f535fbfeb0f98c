"""`circular compare`: two editions side by side, verdicts, cases and counts; and an overlay beside its edition."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cc_dsl.cli import compare
from tests.cli.desk import circular

PAIR = ["compare", "1860", "1862"]


def test_rows_are_chosen_by_their_verdict() -> None:
    asked = ["compare", "1860", "1862", "--verdict", "only-here"]
    whole = json.loads(circular("compare", "1860", "1862", "--json").out)["rows"]
    only = [row["row"] for row in whole if row["verdict"].startswith("only in")]
    assert [row["row"] for row in json.loads(circular(*asked, "--json").out)["rows"]] == only
    assert [row["row"] for row in json.loads(circular(*asked, "--play", "--json").out)["rows"]] == only
    shown = circular(*asked).out
    assert re.findall(r"^(\S*=\S*)  \(", shown, re.MULTILINE) == only
    with_cases = circular(*asked, "--play").out
    assert re.findall(r"^(\S*=\S*)  only in", with_cases, re.MULTILINE) == only
    both = json.loads(circular(*asked, "--verdict", "no-rule", "--json").out)["rows"]
    assert {row["verdict"].partition(" in ")[0] for row in both} == {"only", "no rule"}
    refused = circular("compare", "1860", "1862", "--verdict", "nonsense")
    assert refused.status == 2
    assert "only-here" in refused.err


def test_exchanged_comparison_mirrors() -> None:
    forth = json.loads(circular(*PAIR, "--json").out)["rows"]
    back = json.loads(circular("compare", "1862", "1860", "--json").out)["rows"]
    kinds = {"first": "second", "second": "first", "both": "both"}
    for row, other in zip(forth, back, strict=True):
        assert (row["first"], row["second"]) == (other["second"], other["first"])
        assert row["rules"]["same"] == other["rules"]["same"]
        turned = sorted((kinds[run["kind"]], run["second"], run["first"]) for run in row["runs"])
        assert turned == sorted((run["kind"], run["first"], run["second"]) for run in other["runs"])


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


# ------------------------------------------------------------------------------------------------------ overlays


def overlay(folder: Path, title: str, line: str) -> str:
    """Write an overlay of 1862, and return its file."""
    path = folder / "overlay.rules"
    path.write_text(f'# What if?\nthis edition is 1862, but "{title}".\n{line}\n', "utf-8")
    return str(path)


def test_comparison_needs_no_alignment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "GAMES", 20)
    hit7 = overlay(tmp_path, "a Hit of seven", "instead of §VI.4: a player is at-a-Hit if his score is at least 7.")
    result = circular("compare", "1862", hit7, "--json")
    assert result.status == 0, result.err
    document = json.loads(result.out)
    assert [row["verdict"] for row in document["rows"]] == ["rule differs"]
    assert document["deal"] is None
    assert document["games"]["games"] == 20
    shown = circular("compare", "1862", hit7).out
    assert "VI.4=VI.4  (kept; rule differs)" in shown
    assert "The answers to all questions are the same on each of 2,000 random deals." in shown
    assert "20 games of each between 2 random players" in shown
    assert "II.8=II.8" not in shown


def test_comparison_of_a_patience_speaks_of_one_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "GAMES", 20)
    path = tmp_path / "mean.rules"
    path.write_text('this edition is patience, but "no resignation".\nwithout §P5.1: turn.\n', "utf-8")
    assert (
        "20 games of each by one random player, with 95 % intervals" in circular("compare", "patience", str(path)).out
    )


def test_comparison_of_rules_that_stop_a_game_shows_all_the_rest(tmp_path: Path) -> None:
    path = overlay(tmp_path, "no points", "besides §VI.4: after the count: surely player 1's score is 0.")
    result = circular("compare", "1862", path)
    assert result.status == 1, result.err
    assert "VI.4=VI.4  (kept; rule differs)" in result.out
    assert "since play stops in one of them at “surely player 1's score is 0”." in result.err
    document = json.loads(circular("compare", "1862", path, "--json").out)
    assert document["games"] is None
    assert len(document["broken"]) == 1


def test_comparison_shows_a_small_deal_that_separates_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "GAMES", 20)
    path = overlay(tmp_path, "the Lead anywhere", "without §II.8.")
    result = circular("compare", "1862", path, "--json")
    assert result.status == 0, result.err
    document = json.loads(result.out)
    assert [row["row"] for row in document["rows"]] == ["II.8=II.8"]
    first, second = document["deal"]["first"], document["deal"]["second"]
    assert first["result"] != second["result"]
    assert "II.8" in first["deciding"]
    assert "II.8" not in second["clauses"]
    given = document["deal"]["given"]
    deal = ["--lead", given["lead"], *(word for side in given["side"] for word in ("--side", side)), "--json"]
    here, there = (json.loads(circular("judge", name, *deal).out) for name in ("1862", path))
    assert here["lines"] != there["lines"]
