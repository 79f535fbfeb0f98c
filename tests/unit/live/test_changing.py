"""A rule that a reader changes in the page: what it begins with, what is wrong with it, what comes of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cc_dsl.live.dispatcher import Dispatcher
from cc_dsl.pipeline import load
from tests.cli.desk import circular
from tests.unit.live.page import answered, ask, refused

HIT = (
    'this edition is 1862, but "a Hit of seven".\ninstead of §VI.4: a player is at-a-Hit if his score is at least 7.\n'
)
ONE_CARD = 'this edition is 1862, but "one card".\ninstead of §IV.1: the prize is 1.\n'


@pytest.mark.parametrize("edition", ["1862", "patience"])
def test_every_clause_with_sentences_begins_with_a_change_that_changes_nothing(edition: str) -> None:
    door, loaded = Dispatcher(), load(edition)
    assert loaded.text is not None
    sound = 0
    for clause in [*loaded.text.clauses][6::3]:
        draft = ask(door, do="draft", edition=edition, clause=clause)
        assert draft["words"] == loaded.text.clauses[clause].words
        found = ask(door, do="check", edition=edition, overlay=draft["text"])
        if "instead of" in draft["text"]:
            assert found["sound"], (clause, draft["text"], found["problems"])
            sound += 1
    assert sound


def test_what_is_wrong_is_said_with_its_place_and_the_remedy() -> None:
    slip = HIT.replace("score", "scare")
    (problem,) = ask(Dispatcher(), do="check", edition="1862", overlay=slip)["problems"]
    assert "scare" in problem["said"]
    assert slip[problem["start"] : problem["end"]] == "scare"
    assert problem["line"] == 2
    assert any("score" in one for one in problem["remedies"])


def test_every_word_is_coloured() -> None:
    tokens = ask(Dispatcher(), do="check", edition="1862", overlay=HIT)["tokens"]
    kinds = {HIT[at : at + length]: kind for at, kind, length in tokens}
    assert (kinds['"a Hit of seven"'], kinds["§VI.4"], kinds["at-a-Hit"], kinds["7"]) == (
        "string",
        "section",
        "name",
        "number",
    )


def test_a_changed_rule_judges() -> None:
    given = {"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}
    door = Dispatcher()
    before = dict(ask(door, do="judge", edition="1862", given=given)["told"])
    after = ask(door, do="judge", edition="1862", overlay=ONE_CARD, given=given)
    assert (before["takes"], dict(after["told"])["takes"]) == ("2", "1")
    assert "change-of-1862.IV.1" in after["clauses"]


def test_a_changed_game_is_played_and_resumed() -> None:
    door = Dispatcher()
    begun = ask(door, do="begin", edition="1862", overlay=HIT, players=["human", "random"], seed=4)
    for told in ({"edition": "1862", "overlay": HIT}, {}):
        again = ask(door, do="resume", record=begun["record"], **told)
        assert again["asked"]["said"] == begun["asked"]["said"]
        assert (again["edition"], again["title"]) == ("1862", "Court Circular (1862), but “a Hit of seven”")
    by_hand = re.sub("rules .*\n", "", re.sub("checksum .*", "written by hand", begun["record"]))
    assert "a Hit of seven" in ask(door, do="resume", record=by_hand)["title"]


@pytest.mark.slow
def test_a_record_of_a_change_at_the_terminal_is_taken_up(tmp_path: Path) -> None:
    """Such as one of `play --but`, whose name no edition here has."""
    path = tmp_path / "but.record"
    change = "instead of §VI.4: a player is at-a-Hit if his score is at least 7."
    words = ("--players", "greedy,random", "--seed", "1", "--moves", "6", "--record", str(path))
    assert circular("play", "1862", "--but", change, *words).status == 0
    door = Dispatcher()
    found = ask(door, do="resume", record=path.read_text("utf-8"))
    assert found["edition"] == "1862"
    assert change.rstrip(".") in found["title"]
    for name, parent in (("../x", "1862"), ("but-of-1862", "../1862")):
        bad = re.sub("^edition .*", f"edition {name}", path.read_text("utf-8"), flags=re.MULTILINE)
        bad = bad.replace("this edition is 1862", f"this edition is {parent}")
        assert refused(door, do="resume", record=re.sub("checksum .*", "written by hand", bad))


HOSTILE = [
    'this edition is "/etc/passwd", but "x".\nwithout §I.1.\n',
    'this edition is "../../engine/cc_dsl.live.dispatcher.rules", but "x".\nwithout §I.1.\n',
    'this edition is 1860, but "x".\nwithout §I.1.\n',
    "import os\nos.system('true')\n",
    "this edition is 1862, but",
    'this edition is 1862, but "x".\ninstead of §VI.4: ' + "(" * 5000,
    'this edition is 1862, but "x".\nbesides §VI.4: use "/etc/passwd".\n',
    'this edition is 1862, but "x".\ninstead of §VI.4:\n  the claim goes thus:\n'
    "    until some player is at-a-Hit, at most 900000 times or the game ends:\n"
    "      until some player is at-a-Hit, at most 900000 times or the game ends: the scores are now 0.\n",
    "x" * 30_000,
    "\0\ud7ff\n",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_an_overlay_that_means_harm_is_refused_in_words(text: str) -> None:
    door = Dispatcher()
    for message in (
        {"do": "judge", "given": {"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}},
        {"do": "begin", "players": ["human", "random"]},
    ):
        assert refused(door, edition="1862", overlay=text, **message)
    checked = answered(door, do="check", edition="1862", overlay=text)
    assert "error" in checked or not checked["ok"]["sound"]
    assert "root:" not in json.dumps(checked)
