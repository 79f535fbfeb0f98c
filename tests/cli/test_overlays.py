"""Overlays at the terminal: in a file, or as a line behind --but; compared with their edition without an alignment."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cli import compare
from tests.cli.desk import circular, leave_cases

LINE = "instead of §VI.4: a player is at-a-Hit if his score is at least 7."
LEAD = ["--lead", "3S", "--side", "6C 4S 2S", "--side", "3C 2D 2C"]


@pytest.fixture
def hit7(tmp_path: Path) -> str:
    """Return the file of an overlay of three lines."""
    path = tmp_path / "hit7.rules"
    path.write_text(f'# What if?\nthis edition is 1862, but "a Hit of seven".\n{LINE}\n', "utf-8")
    return str(path)


def test_comparison_needs_no_alignment(hit7: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "GAMES", 20)
    told = circular("compare", "1862", hit7, "--json")
    assert told.status == 0, told.err
    document = json.loads(told.out)
    assert [row["verdict"] for row in document["rows"]] == ["rule differs"]
    assert document["deal"] is None
    assert document["games"]["games"] == 20
    shown = circular("compare", "1862", hit7).out
    assert "VI.4=VI.4  (kept; rule differs)" in shown
    assert "The answers to all questions are the same on each of 2,000 random deals." in shown
    assert "20 games of each between 2 random players" in shown
    assert "II.8=II.8" not in shown


def test_comparison_of_rules_that_stop_a_game_shows_all_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "rich.rules"
    rich = "besides §VI.4: after the count: surely player 1's score is 0."
    path.write_text(f'this edition is 1862, but "no points".\n{rich}\n', "utf-8")
    told = circular("compare", "1862", str(path))
    assert told.status == 1, told.err
    assert "VI.4=VI.4  (kept; rule differs)" in told.out
    assert "since play stops in one of them at “surely player 1's score is 0”." in told.err
    document = json.loads(circular("compare", "1862", str(path), "--json").out)
    assert document["games"] is None
    assert len(document["broken"]) == 1


def test_comparison_shows_a_small_deal_that_separates_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "GAMES", 20)
    path = tmp_path / "middle.rules"
    path.write_text('this edition is 1862, but "the Lead anywhere".\nwithout §II.8.\n', "utf-8")
    told = circular("compare", "1862", str(path), "--json")
    assert told.status == 0, told.err
    document = json.loads(told.out)
    assert [row["row"] for row in document["rows"]] == ["II.8=II.8"]
    first, second = document["deal"]["first"], document["deal"]["second"]
    assert first["result"] != second["result"]
    assert "II.8" in first["deciding"]
    assert "II.8" not in second["clauses"]
    given = document["deal"]["given"]
    deal = ["--lead", given["lead"], *(word for side in given["side"] for word in ("--side", side)), "--json"]
    here, there = (json.loads(circular("judge", name, *deal).out) for name in ("1862", str(path)))
    assert here["lines"] != there["lines"]


def test_case_that_an_overlay_leaves_no_meaning_has_a_different_result(tmp_path: Path) -> None:
    """Its sentences are those of the edition, so that the overlay is not wrong."""
    folder = tmp_path / "lanrick-1893"
    shutil.copytree(resources.edition_folder("lanrick-1893"), folder)
    leave_cases(folder, "an-interchange")
    overlay, change = folder / "none.rules", "instead of §2.4: the contest goes thus: then the stalemate."
    overlay.write_text(f'this edition is game.rules, but "none".\nwithout §5.1.\n{change}\n', "utf-8")
    told = circular("check", str(overlay))
    assert told.status == 0, told.err
    assert "(an-interchange)" in told.out
