"""`circular debug`: a game is gone through forth and back, and stops where it is asked to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl.cli.debug import Debugger
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.pipeline import load
from tests.cli.desk import circular, is_refused

NUMBERED = """edition "Two heaps" of heaps.

§1 "This game is for two players."
  this game is for 2 players.
  a hue is one of Red, Green, Blue and White.
  a stone is a piece, one for each hue.
  there is a bag, an ordered place for stones.
  each player has a heap, a place for stones.

§4.1 "Each has two stones, and the first wins."
  the game goes thus:
    the stones are shuffled into the bag.
    each player in turn: 2 stones in the bag go to his heap.
    player 1 chooses a stone in player 1's heap as the choice.
    the choice goes to the bag.
    player 1 wins.
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("debug") / "game.record")
    played = circular("play", "1862", "--players", "random,random", "--seed", "3", "--record", path)
    assert played.status == 0, played.err
    return path


@pytest.fixture
def debugger() -> Debugger:
    """Return a debugger before the first decision of a game of 1862 that was broken off after twenty answers."""
    edition = load("1862")
    game = Game(edition.rules, seed=5)
    for _ in range(20):
        game.play(game.options[0])
    return Debugger(edition, game)


def debugged(record: str, *lines: str, options: tuple[str, ...] = ()) -> str:
    """Return what the debugger prints for some commands."""
    told = circular("debug", "1862", record, *options, typed="".join(f"{line}\n" for line in lines))
    assert told.status == 0, told.err
    return told.out


def played(folder: Path, edition: str) -> str:
    """Return the record of a game that computers have played."""
    path = str(folder / "game.record")
    told = circular("play", edition, "--players", "random", "--seed", "0", "--record", path)
    assert told.status == 0, told.err
    return path


def number(printed: str) -> int:
    return int(re.findall(r"^ {0,4}(\d+)  ", printed, re.MULTILINE)[-1])


def test_values_are_those_of_the_position(debugger: Debugger) -> None:
    debugger.step(1)
    while not debugger.look("hand")[1][1].count(" ") > 3:
        assert debugger.step(1)
    hands = dict(debugger.look("hand"))
    assert len(hands["player 2"].split()) >= 5
    assert dict(debugger.look("score")) == {"player 1": "0", "player 2": "0"}
    assert set(dict(debugger.look("reach"))["player 2"].split()) <= set(hands["player 2"].split())
    with pytest.raises(UserError, match="Do you mean score"):
        debugger.look("scroe")


def test_condition_is_looked_at() -> None:
    edition = load("croquet-castles-1863")
    debugger = Debugger(edition, Game(edition.rules, seed=0))
    debugger.step(1)
    assert debugger.look("the lawn is empty.") == [("", "no")]
    assert ("Light-blue", "player 1") in debugger.look("owner")
    with pytest.raises(UserError, match="Do you mean striker"):
        debugger.look("the striker")


def test_game_stops_at_a_clause_and_a_condition(recorded: str) -> None:
    printed = debugged(recorded, "look score", options=("--break", "§VI.4"))
    assert "Stopped: §VI.4." in printed
    assert "[VI.4" in printed
    printed = debugged(recorded, "break the pack is empty", "continue", "look pack")
    assert "Stopped: the pack is empty." in printed
    assert re.search(r"^pack  nothing$", printed, re.MULTILINE)


@pytest.mark.parametrize("clause", ["§4.1", "4.1", "§1"])
def test_game_stops_at_a_clause_whose_id_begins_with_a_digit(tmp_path: Path, clause: str) -> None:
    path = tmp_path / "heaps.rules"
    path.write_text(NUMBERED, "utf-8")
    printed = circular("debug", str(path), played(tmp_path, str(path)), "--break", clause).out
    # No decision rests on a clause that only declares.
    assert ("The game ends here." if clause == "§1" else f"Stopped: {clause}.") in printed


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("stpe", "Do you mean step"),
        ("break §VI.44", "Do you mean §VI.4"),
        ("break the scroe is 5", "“scroe” is not a name of these rules. Do you mean"),
        ("break score", "“score” is a name. Say what must hold"),
        ("look scroe", "Do you mean score"),
    ],
)
def test_mistake_is_explained_and_the_session_goes_on(recorded: str, line: str, answer: str) -> None:
    printed = debugged(recorded, line, "back")
    assert answer in " ".join(printed.split())
    assert number(printed) == 1


def test_game_that_is_not_over_keeps_its_secrets(tmp_path: Path) -> None:
    path = str(tmp_path / "part.record")
    circular("play", "1862", "--seed", "3", "--record", path, typed="1\nquit\n")
    assert is_refused(circular("debug", "1862", path), "the game is not over")


@pytest.mark.parametrize("edition", ["castle-croquet-1863", "patience", "tests/games/euchre"])
def test_every_kind_of_game_can_be_gone_through(tmp_path: Path, edition: str) -> None:
    told = circular("debug", edition, played(tmp_path, edition), typed="step\nwhy\nlook\nback\n")
    assert told.status == 0, told.err
    assert number(told.out) >= 1
