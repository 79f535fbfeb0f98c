"""Stored counts of variants: what they depend on, what is tried again, and the sentences that describe a variant."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.checking import mutation
from cc_dsl.checking.mutation import Net
from cc_dsl.pipeline import Edition
from cc_dsl.study import variants
from cc_dsl.study.stale import recounts
from cc_dsl.study.variant_words import said
from tests.cli.desk import ROOT, circular

CASE = """[[case]]
id = "{0}"
title = "a case"
clauses = ["R1"]
why = "because the rules say so"
{1}
"""
FIRST = CASE.format("first", 'play = """\nplayer 1 can: Left, Middle, Right\n"""')
SECOND = CASE.format(
    "second",
    'play = """\nplayer 1: Left\nplayer 1 can: 1, 2, 3\nplayer 1: 3\nplayer 2 can: Middle, Right\n"""',
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a small game that has no text and no cases yet."""
    shutil.copy(ROOT / "tests" / "games" / "nim" / "game.rules", tmp_path)
    return tmp_path


def edition(folder: Path, cases: str = "") -> Edition:
    """Return the game with these cases."""
    (folder / "cases.toml").write_text(cases, "utf-8")
    return Edition(str(folder / "game.rules"), {})


def test_added_cases_are_tried_on_what_nothing_excluded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts are those of a whole new count, but only the variants that survived were tried."""
    before = variants.shelve(edition(folder, FIRST))
    tried: list[Any] = []
    is_noticed = Net.is_noticed

    def noted(net: Net, one: Any, by: Any) -> bool:
        tried.append(one)
        return is_noticed(net, one, by)

    monkeypatch.setattr(Net, "is_noticed", noted)
    monkeypatch.setattr(Net, "verdict", None)
    after = variants.shelve(edition(folder, FIRST + SECOND))
    monkeypatch.undo()
    assert 0 < after["nothing"] < before["nothing"] == len(tried)
    (folder / variants.FILE).unlink()
    assert variants.shelve(edition(folder, FIRST + SECOND)) == after
    assert after["printed"] + after["cases"] + after["nothing"] == after["variants"]


def test_variant_that_is_proved_by_now_is_counted_as_proved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the added cases; before them nothing was known of it."""
    monkeypatch.setattr(mutation, "proof", lambda *_: "")
    before = variants.shelve(edition(folder, FIRST))
    monkeypatch.undo()
    after = variants.shelve(edition(folder, FIRST + SECOND))
    known = sum(after["proved"].values()) - sum(before["proved"].values())
    assert known > 0
    assert after["changing"] == before["changing"] - known
    (folder / variants.FILE).unlink()
    assert variants.shelve(edition(folder, FIRST + SECOND)) == after


def test_changed_case_is_counted_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a case excluded before it was changed may be excluded no more."""
    variants.shelve(edition(folder, FIRST))
    monkeypatch.setattr(Net, "is_noticed", None)
    variants.shelve(edition(folder, FIRST.replace("Left, Middle, Right", "Right, Middle, Left")))
    variants.shelve(edition(folder, FIRST.replace("case]]", "case]]\nsource = 'printed'")))


def test_counts_are_stale_when_rules_or_cases_mean_something_else(folder: Path) -> None:
    """A remark, a title or an argument leaves them current; a rule, or what a case expects, does not."""
    variants.shelve(edition(folder, FIRST))
    rules = folder / "game.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text + "\n# a remark\n", "utf-8")
    assert recounts(edition(folder, FIRST.replace("a case", "another title").replace("say so", "are so"))) == []
    (command,) = recounts(edition(folder, FIRST.replace("Left, Middle, Right", "Left, Middle")))
    assert command == f"circular mutate {folder / 'game.rules'} --shelve"
    rules.write_text(text.replace("at least 1", "at least 2"), "utf-8")
    assert recounts(edition(folder, FIRST)) == [command]


SAID = [
    (("another name", "stage", "task", "its stage is come-out"), "In “its stage is come-out”, “stage” becomes “task”."),
    (("a sentence left out", "player 1 wins.", "", "player 1 wins."), "“player 1 wins.” is left out."),
    (
        ("half a condition", "A and B", "B", "if A and B"),
        "In “if A and B”, only “B” is left of the condition “A and B”.",
    ),
    (
        ("a condition left out", "balls that are old", "balls", "balls that are old go home."),
        "In “balls that are old go home.”, “balls that are old” becomes “balls”.",
    ),
    (("two values exchanged", "Ace, Two", "Two, Ace", "Ace, Two"), "“Ace” and “Two” change places."),
    (
        ("a condition left out", "if it is so", "", "if it is so: no."),
        "In “if it is so: no.”, the condition “if it is so” is left out.",
    ),
    (
        ("the bodies of two alternatives exchanged", "once; twice", "exchanged", ""),
        "The two answers “once” and “twice” change places.",
    ),
]


@pytest.mark.parametrize(("variant", "sentence"), SAID, ids=[one[0][1] for one in SAID])
def test_variant_is_described_in_a_sentence(variant: tuple[str, str, str, str], sentence: str) -> None:
    """It names the sentence, what stood there, and what stands there instead."""
    change, before, after, around = variant
    told: Any = {"change": change, "before": before, "after": after, "sentence": around}
    assert said(told) == sentence


def test_command_stores_and_reports_the_counts(folder: Path) -> None:
    """The command stores what it counts, says how much is excluded, and takes no sample then."""
    edition(folder, FIRST)
    result = circular("mutate", str(folder), "--shelve")
    assert result.status == 1  # one case does not exclude 95 %
    assert "worked cases" in result.out
    assert (folder / variants.FILE).is_file()
    assert circular("mutate", str(folder), "--shelve", "--sample", "3").status == 2


@pytest.mark.parametrize("options", [[], ["--shelve"]])
def test_nothing_is_counted_while_a_case_fails(folder: Path, options: list[str]) -> None:
    """It would seem to notice every change; the case is named, and nothing is stored."""
    edition(folder, FIRST.replace("Left, Middle, Right", "Left, Right"))
    result = circular("mutate", str(folder), *options)
    assert result.status == 2
    assert re.search(r"The case \S+ fails: .*\n.*circular check", result.err)
    assert not (folder / variants.FILE).exists()
