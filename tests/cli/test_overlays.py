"""Overlays at the terminal: in a file, or as a line behind --but; compared with their edition without an alignment."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cli import compare
from cc_dsl.pipeline import load
from tests.cli.desk import circular, is_refused

LINE = "instead of §VI.4: a player is at-a-Hit if his score is at least 7."
LEAD = ["--lead", "3S", "--side", "6C 4S 2S", "--side", "3C 2D 2C"]


@pytest.fixture
def hit7(tmp_path: Path) -> str:
    """Return the file of an overlay of three lines."""
    path = tmp_path / "hit7.rules"
    path.write_text(f'# What if?\nthis edition is 1862, but "a Hit of seven".\n{LINE}\n', "utf-8")
    return str(path)


def test_check_names_what_comes_out_otherwise(hit7: str) -> None:
    """The worked cases belong to the edition, so that those which differ are told and are no fault."""
    told = circular("check", hit7)
    assert told.status == 0, told.err
    assert "have a different result" in " ".join(told.out.split())
    assert "A whole pack, and a Hit" in told.out
    assert "All is well" not in told.out


def test_overlay_that_stops_in_play_is_reported(tmp_path: Path) -> None:
    """The check plays an overlay too; what stops a game is shown in the file in which it was written."""
    path = tmp_path / "double.rules"
    line = "instead of §VI.1: when a player scores-the-trick: his trick-count grows by 2."
    path.write_text(f'this edition is 1862, but "each trick counts double".\n{line}\n', "utf-8")
    told = circular("check", str(path))
    assert told.status == 2
    assert "double.rules:2:19: error[out-of-bounds]: “trick-count” would be" in told.err
    assert "VI.1" in told.err
    assert "Give the number wider bounds" in told.err
    assert "All worked cases" not in told.out


def test_clause_without_a_rule_is_told(tmp_path: Path) -> None:
    """Whoever leaves a clause out is told that it has no rule now."""
    path = tmp_path / "without.rules"
    path.write_text('this edition is 1862, but "the Lead anywhere".\nwithout §II.8.\n', "utf-8")
    assert "Clauses that are left without a rule: II.8." in circular("check", str(path)).out


def test_line_is_put_to_an_edition(hit7: str) -> None:
    """With --but an edition is judged and played under a change, and its name says so."""
    assert json.loads(circular("judge", "1862", *LEAD, "--json").out)["takes"] == 3
    told = json.loads(circular("judge", "1862", "--but", "without §II.8.", *LEAD, "--json").out)
    assert told["takes"] == 2
    studied = circular("study", "1862", "--but", LINE, "--games", "20")
    assert "but “instead of §VI.4: a player is at-a-Hit if his score is at least 7”" in studied.out
    both = circular("clauses", hit7, "--but", "without §II.8.", "II.8", "--json")
    assert json.loads(both.out)["clauses"][0]["status"] == "inexecutable"


JUDGED = ["judge", "OVERLAY", *LEAD]
RESULTS = [
    JUDGED,
    ["study", "OVERLAY", "--games", "2"],
    ["clauses", "OVERLAY", "VI.4"],
    ["readings", "OVERLAY"],
    ["rules", "OVERLAY"],
    ["check", "OVERLAY"],
    ["compare", "1862", "OVERLAY", "--rules"],
    ["play", "OVERLAY", "--players", "random,random", "--seed", "1", "--moves", "3"],
]


@pytest.mark.parametrize("words", RESULTS, ids=lambda words: words[0])
def test_result_states_the_overlay_and_its_digest(words: list[str], hit7: str) -> None:
    """Whatever is asked of an overlay, text and JSON say what it is, with a digest of its meaning."""
    meaning = load(hit7).rules.meaning
    asked = [hit7 if word == "OVERLAY" else word for word in words]
    said = " ".join(circular(*asked).out.split())
    assert f"hit7-of-1862 is 1862, but “a Hit of seven”. The digest of its meaning is {meaning}." in said
    (stated,) = json.loads(circular(*asked, "--json").out)["overlays"]
    assert stated == {"name": "hit7-of-1862", "of": "1862", "title": "a Hit of seven", "meaning": meaning}


def test_overlay_exports_its_rules_and_nothing_else(hit7: str, tmp_path: Path) -> None:
    out = tmp_path / "composed.rules"
    assert circular("export", hit7, "--to", "rules", "-o", str(out)).status == 0
    assert "his score is at least 7" in out.read_text("utf-8")
    assert is_refused(circular("export", hit7, "--to", "tei"), "of overlays only the rules", "export 1862 --to tei")


def test_lines_of_answers_stay_lines(hit7: str) -> None:
    """Of data on standard output the statement keeps away."""
    case = '{"lead": "5H", "sides": [["AS", "7C", "6D"], ["KD", "9C", "2H"]]}\n'
    told = circular("judge", hit7, "--jsonl", typed=case)
    assert len(told.out.splitlines()) == 1
    assert "The digest of its" in told.err


def test_page_on_play_marks_what_is_no_longer_true(hit7: str) -> None:
    """Sentences on a Hit of five rest on a clause that is changed; other sentences are as they were."""
    said = " ".join(circular("rules", hit7).out.split())
    assert "5 points make a Hit, and the first player with 2 Hits wins the Rubber. [VI.4, VI.5, *, †]" in said
    assert "† Said of Court Circular (1862)." in said
    assert "†" not in circular("rules", "1862").out


def test_overlay_that_is_wrong_has_no_results(tmp_path: Path) -> None:
    """Of worked cases that could not be tried nothing is said."""
    path = tmp_path / "none.rules"
    path.write_text('this edition is 1862, but "no Hit".\nwithout §VI.4.\n', "utf-8")
    told = circular("check", str(path))
    assert told.status == 2
    assert "worked cases" not in told.out


def test_line_that_changes_nothing_there_is_refused() -> None:
    """The message shows the line that was typed, and what may be meant."""
    told = circular("judge", "1862", "--but", "without §II.88.", *LEAD)
    assert is_refused(told, "nothing under §II.88", "without §II.88.", "Do you mean §II.8")


def test_comparison_needs_no_alignment(hit7: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the row that differs is shown, and games of both."""
    monkeypatch.setattr(compare, "GAMES", 20)
    told = circular("compare", "1862", hit7, "--json")
    assert told.status == 0, told.err
    document = json.loads(told.out)
    assert [row["verdict"] for row in document["rows"]] == ["rule differs"]
    assert document["deal"] is None
    assert document["games"]["games"] == 20
    shown = circular("compare", "1862", hit7).out
    assert "VI.4=VI.4  (kept; rule differs)" in shown
    assert "No question has another answer on any of 2,000 random deals." in shown
    assert "20 games of each between 2 random players" in shown
    assert "II.8=II.8" not in shown


def test_comparison_shows_a_small_deal_that_separates_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an overlay that changes a judge the smallest deal is shown, with both answers and the clauses that decide."""
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


def test_record_is_replayed_under_the_same_overlay(hit7: str, tmp_path: Path) -> None:
    """A record of a game under an overlay is played again under it, wherever it is read, and refused under others."""
    record = str(tmp_path / "game.record")
    assert circular("play", hit7, "--players", "random,random", "--seed", "1", "--record", record).status == 0
    assert circular("replay", record, "--edition", hit7).status == 0
    assert "hit7-of-1862 is 1862, but “a Hit of seven”" in circular("replay", record, "--edition", "1862").out
    assert is_refused(circular("replay", record, "--edition", "1860"), "a game of “hit7-of-1862”")


def test_records_of_the_edition_are_not_blamed_on_an_overlay(tmp_path: Path) -> None:
    """The arguments for readings quote the printed words of the edition; a conjecture makes none of them wrong."""
    path = tmp_path / "mine.rules"
    path.write_text('this edition is 1862, but "x".\nin §VI.4, for "A Hit is 5" read "A Hit is <7> 𝔛".\n', "utf-8")
    told = circular("check", str(path))
    assert told.status == 0, told.err
    assert "All worked cases of 1862 also hold under mine-of-1862." in told.out


def test_cases_of_an_overlay_of_an_overlay_are_those_of_the_edition(hit7: str, tmp_path: Path) -> None:
    """The worked cases were worked for the edition under all overlays, whose name the check says."""
    path = tmp_path / "more.rules"
    path.write_text(f'this edition is "{hit7}", but "no Aces".\nwithout §VI.3a.\n', "utf-8")
    assert "examples and worked cases of 1862 have" in " ".join(circular("check", str(path)).out.split())


def test_overlay_mends_the_overlay_under_it(tmp_path: Path) -> None:
    """What is wrong with an overlay, and mended by the next, is wrong no more."""
    (tmp_path / "first.rules").write_text(
        'this edition is 1862, but "x".\nbesides §VI.4: a player\'s hatted is 1.\n', "utf-8"
    )
    (tmp_path / "next.rules").write_text(
        'this edition is "first.rules", but "y".\ninstead of §VI.4: a player is at-a-Hit if his hatted is 1.\n', "utf-8"
    )
    assert circular("check", str(tmp_path / "first.rules")).status == 2
    assert circular("check", str(tmp_path / "next.rules")).status == 0


def test_rules_of_a_replayed_record_are_asked_for_as_replay_takes_them(hit7: str, tmp_path: Path) -> None:
    """`replay` takes the file of rules with an option, and says so."""
    path, record = tmp_path / "more.rules", str(tmp_path / "game.rec")
    path.write_text(f'this edition is "{hit7}", but "no Aces".\nwithout §VI.3a.\n', "utf-8")
    circular("play", str(path), "--players", "random", "--record", record)
    told = circular("replay", record)
    assert "under changes of “hit7-of-1862”" in told.err
    assert "with --edition" in told.err
    assert circular("replay", record, "--edition", hit7).status == 0


def test_changes_that_were_typed_are_quoted_within_quotation_marks() -> None:
    """A title made of what was typed has single marks inside; no change at all is refused."""
    told = circular("readings", "1862", "--but", 'in §VI.4, for "A Hit is 5" read "A Hit is 7".')
    assert "“in §VI.4, for ‘A Hit is 5’ read ‘A Hit is 7’”" in " ".join(told.out.split())
    told = circular("readings", "1862", "--but", " ")
    assert told.status == 2
    assert "--but is given no change" in told.err


@pytest.mark.parametrize(
    "words",
    [
        ["figures", "OVERLAY"],
        ["figures", "OVERLAY", "--all", "--only", "judge"],
    ],
    ids=lambda words: words[0],
)
def test_figures_of_an_overlay_never_replace_those_of_its_edition(words: list[str], tmp_path: Path) -> None:
    """They would be written into the folder of the edition; the command says where they go instead."""
    folder = tmp_path / "1862"
    shutil.copytree(resources.edition_folder("1862"), folder)
    overlay = folder / "hit7.rules"
    overlay.write_text(f'this edition is game.rules, but "seven".\n{LINE}\n', "utf-8")
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    told = circular(*[str(overlay) if word == "OVERLAY" else word for word in words])
    assert is_refused(told, "No figures of an overlay are stored")
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_layout_of_an_overlay_stays(hit7: str) -> None:
    """Only the rules of editions have one layout; an overlay that cannot be read is refused all the same."""
    before = Path(hit7).read_text("utf-8")
    assert circular("fmt", hit7).status == 0
    assert circular("fmt", "--check", hit7).status == 0
    assert Path(hit7).read_text("utf-8") == before
    Path(hit7).write_text(before.replace("instead", "insted"), "utf-8")
    assert is_refused(circular("fmt", hit7), "not a sentence of an overlay")


def test_figures_of_an_overlay_are_not_exported(hit7: str) -> None:
    """There are none, and the message has a command that counts some."""
    told = circular("export", hit7, "--to", "csv")
    assert is_refused(told, "No figures of an overlay are stored")
    assert f"circular study {hit7} --games 1000 --json" in " ".join(told.err.split())


def test_error_in_play_names_the_file_of_its_sentence(tmp_path: Path) -> None:
    """What an overlay adds stands in its file, in its line; what it makes go wrong, in that of the edition."""
    own = tmp_path / "own.rules"
    own.write_text(
        'this edition is 1862, but "thirty more".\nbesides §VI.1: after the count: each player in turn: '
        "his score grows by 30.\n",
        "utf-8",
    )
    told = circular("play", str(own), "--players", "random,random", "--seed", "0")
    assert told.status == 2
    assert "own.rules:2:" in told.err
    assert "out-of-bounds" in told.err
    other = tmp_path / "other.rules"
    other.write_text(
        'this edition is 1862, but "nobody ends it".\ninstead of §VI.5: a player is at-the-end if his score is 30.\n',
        "utf-8",
    )
    told = circular("play", str(other), "--players", "random,random", "--seed", "0")
    assert told.status == 2
    assert "1862/game.rules:" in told.err
    assert "his hit-count" in told.err or "hit-count grows" in told.err
