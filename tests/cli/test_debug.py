"""`circular debug`: a game is gone through forth and back, and stops where it is asked to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl.checking.debugging import Debugger
from cc_dsl.errors import UserError
from cc_dsl.interpreter.engine import Game
from cc_dsl.pipeline import Edition, load
from tests.cli.desk import circular, is_refused

SECRET = """edition "Secret stones" of secret.

editor "what there is"
  this game is for 2 players.
  a hue is one of Red, Green, Blue, Grey, White and Black.
  a stone is a piece, one for each hue.
  there is a bag, an ordered place for stones.
  each player has a hand, a place for stones.
  a player sees his hand.
  a stone is a treasure if it is in player 1's hand.
  the game goes thus:
    the stones are shuffled into the bag.
    each player in turn: 2 stones in the bag go to his hand.
    player 1 chooses a stone in player 1's hand that is a treasure as the choice.
    the choice goes to the bag.
    player 1 wins.
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the record of a whole game of Euchre, which computers played."""
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


def debugged(*lines: str, record: str = "", options: tuple[str, ...] = ()) -> str:
    """Return what the debugger says to some lines."""
    words = ["debug", "1862", *([record] if record else []), *options]
    told = circular(*words, typed="".join(f"{line}\n" for line in lines))
    assert told.status == 0, told.err
    return told.out


def number(said: str) -> int:
    """Return the number of the last decision that is shown."""
    return int(re.findall(r"^ {0,4}(\d+)  ", said, re.MULTILINE)[-1])


def test_steps_lead_forth_and_back(debugger: Debugger) -> None:
    """Each unit is larger than the last, and a step back undoes a step."""
    for unit in ("decision", "sentence", "clause", "answer"):
        debugger.go_to(4)
        assert debugger.go(unit)
        there = debugger.at
        assert there > 4
        assert debugger.go("decision", is_back=True)
        assert debugger.at == there - 1
    debugger.go_to(0)
    assert debugger.go("answer")
    assert debugger.moment is not None
    assert debugger.moment.answers == 1
    while debugger.go("decision"):
        pass
    assert not debugger.go("decision")
    assert debugger.go_to(0)
    assert not debugger.go("decision", is_back=True)


def test_decisions_are_those_of_the_game(debugger: Debugger) -> None:
    """Nothing is left out, and nothing comes twice."""
    again = Game(debugger.rules, seed=5, reasons=True)
    for _ in range(20):
        again.play(again.options[0])
    while debugger.go("decision"):
        pass
    assert [one.decision for one in debugger.moments] == again.decisions


def test_value_is_looked_at_as_a_player_sees_it(debugger: Debugger) -> None:
    """Each sees their own hand; what rests on the other's cards is not known."""
    debugger.go("answer")
    whole = dict(debugger.look("hand"))
    seen = dict(debugger.look("hand", 0))
    assert seen["player 1"] == whole["player 1"]
    assert "hidden" in seen["player 2"]
    assert len(whole["player 2"].split()) >= 5
    assert dict(debugger.look("score", 1)) == {"player 1": "0", "player 2": "0"}
    with pytest.raises(UserError, match="Do you mean score"):
        debugger.look("scroe")


def test_defined_value_is_told_to_whoever_can_know_it(debugger: Debugger) -> None:
    """A player knows of what cards they may play, and the other does not know it."""
    debugger.go("answer")
    reach = dict(debugger.look("reach"))
    assert dict(debugger.look("reach", 1))["player 2"] == reach["player 2"]
    assert dict(debugger.look("reach", 0))["player 2"] == "not known to player 1"


def test_property_names_what_has_it(debugger: Debugger) -> None:
    """It is told to whoever can know it: all court-cards by nature, but not which cards are in the other's hand."""
    debugger.go("answer")
    ((_, said),) = debugger.look("court-card")
    assert sorted(one[:-1] for one in said.split(", ")) == sorted("AKQJ" * 4)
    assert debugger.look("court-card", 0) == debugger.look("court-card")
    assert debugger.look("at-a-Hit", 1) == [("", "nothing")]


def test_secret_of_a_property_is_kept() -> None:
    """Whoever does not see a card does not learn from a property that it is there."""
    edition = Edition("secret.rules", {}, SECRET)
    debugger = Debugger(edition, Game(edition.rules, seed=1))
    debugger.go("answer")
    ((_, said),) = debugger.look("treasure", 0)
    assert len(said.split(", ")) == 2
    assert debugger.look("treasure", 1) == [("", "not known to player 2")]


def test_condition_is_looked_at() -> None:
    """It holds or it does not; of few pieces the value of each is shown."""
    edition = load("croquet-castles-1863")
    debugger = Debugger(edition, Game(edition.rules, seed=0))
    assert debugger.look("the lawn is empty.") == [("", "no")]
    assert ("Light-blue", "player 1") in debugger.look("owner")
    with pytest.raises(UserError, match="Do you mean striker"):
        debugger.look("the striker")


def test_game_stops_at_clause_value_and_condition(recorded: str) -> None:
    """After each stop what was asked for is so: the clause is cited, the value is another, the condition holds."""
    said = debugged("look score", record=recorded, options=("--break", "§VI.4"))
    assert "Stopped: §VI.4." in said
    assert "[VI.4" in said
    said = debugged("break hit-count", "continue", "look hit-count", "reverse", record=recorded)
    assert re.search(r"Stopped: hit-count\.", said)
    assert re.search(r"player [12]  1\n", said)
    assert "The game begins here." in said
    said = debugged("break the pack is empty", "continue", "look pack", record=recorded)
    assert "Stopped: the pack is empty." in said
    assert re.search(r"^pack  nothing$", said, re.MULTILINE)


def test_game_of_computers_is_the_same_for_a_seed() -> None:
    """Without a record computers play; the same seed gives the same game."""
    first, again, other = (debugged("goto 30", "look hand", options=("--seed", seed)) for seed in ("4", "4", "5"))
    assert first == again != other
    assert number(first) == 30


def test_breaks_are_listed_and_taken_away() -> None:
    """A break that is gone stops nothing."""
    said = debugged("break §VI.4", "breaks", "delete 1", "breaks", "continue")
    assert "1: §VI.4" in said
    assert "No longer: §VI.4" in said
    assert "You want to stop nowhere." in said
    assert "Stopped" not in said
    assert "The game ends here." in said


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("stpe", "Do you mean step"),
        ("break §VI.44", "Do you mean §VI.4"),
        ("break the scroe is 5", "“scroe” is not a name of these rules. Do you mean"),
        ("break", "Say where"),
        ("look", "Say what"),
        ("look hand as 9", "The players are 1 to 2"),
        ("step trick", "A step is a decision"),
        ("goto 0", "There is no decision “0”"),
        ("delete 1", "breaks lists them"),
    ],
)
def test_what_makes_no_sense_is_said_and_the_session_goes_on(line: str, answer: str) -> None:
    """A slip ends nothing."""
    said = " ".join(debugged(line, "here").split())
    assert answer in said
    assert number(debugged(line, "here")) == 1


def test_game_that_is_not_over_keeps_its_secrets(tmp_path: Path) -> None:
    """A debugger sees everything, and so is for games that are over."""
    path = str(tmp_path / "part.record")
    circular("play", "1862", "--seed", "3", "--record", path, typed="1\nquit\n")
    assert is_refused(circular("debug", "1862", path), "the game is not over")


@pytest.mark.parametrize("edition", ["castle-croquet-1863", "patience", "tests/games/euchre"])
def test_every_kind_of_game_can_be_gone_through(edition: str) -> None:
    """A lawn, a game for one, and a game without printed words."""
    told = circular("debug", edition, typed="step answer\nstep clause\nwhy\nnames\nback\n")
    assert told.status == 0, told.err
    assert number(told.out) >= 1
