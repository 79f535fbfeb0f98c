"""Numbers, values and roles that not everybody knows: who does, and what is refused."""

from __future__ import annotations

import pytest

from cc_dsl.compiler.steps import Steps
from cc_dsl.engine.game import Game
from cc_dsl.rules import model
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolve
from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse
from cc_dsl.table.chance import Chance
from tests.unit.interpreter.small import rules_of

GAME = """
editor "all"
  this game is for 3 players.
  there is a traitor, a player.
  there is a code, a number from 1 to 9, at first 4.
  each player has a purse, a number from 0 to 20, at first 7.
  each player has a set-aside, a number from 0 to 20.
  a player sees the traitor, if he is the traitor.
  a player sees the code, if his purse is 20.
  a player sees his set-aside.
  the game goes thus:
    chance chooses one of players as the lot.
    the lot becomes traitor.
    each player in turn:
      he chooses a number from 0 to 9 that is at most his purse as the stake.
      his set-aside is now the stake.
    player 1's purse is now 20.
    each player in turn:
      he chooses a number from 1 to 3 as the last.
      his purse falls by (his set-aside).
      his purse grows by the last.
    the code is now 5.
    the traitor wins.
"""


@pytest.fixture(scope="module")
def rules() -> model.Rules:
    """Return the rules of the game."""
    return rules_of(GAME)


def test_a_role_is_known_to_whom_it_is_disclosed(rules: model.Rules) -> None:
    """The traitor knows who it is, and nobody else."""
    game = Game(rules, seed=1)
    traitor = game.position.cells[rules.stored[0].base]
    assert [game.view(player).roles["traitor"] for player in range(3)] == [
        traitor if player == traitor else "?" for player in range(3)
    ]
    assert game.view(None).roles["traitor"] == "?"
    assert [given.words for given in game.written_for((traitor + 1) % 3)] == ["?"]
    assert [given.words for given in game.written_for(traitor)] == [f"player {traitor + 1}"]


def test_numbers_begin_where_it_is_said(rules: model.Rules) -> None:
    """Of all engines alike."""
    game = Game(rules, seed=1)
    assert game.view(None).numbers["purse"] == (7, 7, 7)
    assert game.view(None).numbers["code"] == "?"
    steps = Steps(rules, 3)
    purse, code = (next(one for one in rules.stored if one.name == name) for name in ("purse", "code"))
    vector = steps.begin(1).vector
    assert [vector[steps.flat.cells[purse.base].start + owner] for owner in range(3)] == [7, 7, 7]
    assert vector[steps.flat.cells[code.base].start] == 4


def test_a_condition_decides_who_sees(rules: model.Rules) -> None:
    """Player 1 sees the code as soon as his purse is 20."""
    game = Game(rules, seed=1)
    for _ in range(3):
        assert game.view(0).numbers["code"] == "?"
        game.play(game.options[2])
    assert [game.view(player).numbers["code"] for player in (None, 0, 1)] == ["?", 4, "?"]
    assert game.view(1).numbers["set-aside"] == ("?", 2, "?")


def test_what_is_imagined_keeps_what_is_known(rules: model.Rules) -> None:
    """A secret that a player knows stays; one that the player does not know is anything within its bounds."""
    game = Game(rules, seed=1)
    for answer in (2, 3, 4):
        game.play(answer)
    base = next(one.base for one in rules.stored if one.name == "set-aside")
    found = [game.imagined(0, Chance(seed)).cells[base : base + 3] for seed in range(60)]
    assert {one[0] for one in found} == {2}
    assert len({one[1] for one in found}) > 10
    assert {number for one in found for number in one[1:]} <= {*range(21)}


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("there is a store, a set of players.\n  a player sees the store.", "Everybody knows a set"),
        ("all see the purses of the code.", "Here I expected the players whose purses they are, not a number"),
        ("there is a heap, a number from 1 to 4, at first 9.", "A number from 1 to 4 cannot at first be 9."),
        ("a player sees purse.", "“purse” belongs to each player"),
    ],
)
def test_what_cannot_be_secret_is_refused(sentence: str, words: str) -> None:
    """The message says what is wrong, and what to write."""
    text = GAME.replace("  the game goes thus:", f"  {sentence}\n  the game goes thus:")
    source = Source("secrets.rules", f'edition "Secrets" of secrets.\n{text}')
    start, _ = parse(source)
    assert start is not None
    _, problems = resolve("secrets", "Secrets", [Part(start, source)], {}, "")
    assert any(words in problem.sentence and problem.remedies for problem in problems)
