"""Values that own places and variables, stored values, pieces of several kinds, and choices of every kind."""

from __future__ import annotations

import pytest

from cc_dsl.engine.game import Game, replay
from cc_dsl.engine.judge import answer
from cc_dsl.engine.moves import Refusal
from cc_dsl.errors import UserError
from tests.unit.interpreter.small import small_game

# -------------------------------------------------------------------------------------- what play changes


def test_stored_things_change_and_are_seen() -> None:
    game = Game(small_game("stored-things"), seed=1)
    view = game.view(0)
    assert view.numbers["price"] == {"Red": -2, "Blue": 2, "Green": 2}
    assert view.held == {"keepsake": None, "favourite": "Blue", "badge": ("Blue", None), "friend": (None, "player 1")}
    game.play(game.options[0])
    view = game.view(1)
    assert view.held["badge"] == (None, None)
    assert view.held["keepsake"] == game.rules.pieces.codes[0]


def test_players_and_values_are_chosen_by_their_names() -> None:
    game = Game(small_game("stored-things"), seed=1, reasons=True)
    game.play(game.options[0])
    assert [move.text for move in game.moves()] == ["player 1"]
    refused = game.whynot("player 2")
    assert refused is not None
    assert refused.kind == "illegal"
    chosen = game.find_move("player 1")
    assert not isinstance(chosen, Refusal)
    game.play(chosen.answer)
    assert [move.text for move in game.moves()] == ["Red", "Green"]
    assert isinstance(game.find_move("Blue"), Refusal)
    assert isinstance(game.find_move("Pink"), Refusal)
    chosen = game.find_move("gre")
    assert not isinstance(chosen, Refusal)
    game.play(chosen.answer)
    assert [given.words for given in game.answers[-2:]] == ["player 1", "Green"]
    record = game.record()
    assert replay(game.rules, record).snapshot() == game.snapshot()


# ------------------------------------------------------------------------------------------------- groups


def test_result_is_told_at_the_end_only() -> None:
    game = Game(small_game("sets"), seed=1)
    assert game.result == {}
    while not game.is_over:
        game.play(game.options[-1])
    assert game.result["tally"] > 0
    assert game.result["left"] == [[]]


# ----------------------------------------------------------------------------------------------- questions


def test_what_play_changes_can_be_laid_for_a_question() -> None:
    rules = small_game("laid-things")
    red, kept = "Ace of Red, King of Red", "Knave of Green"
    judged = answer(rules, "judge", {"stack": [red, "", ""], "badge": ["red", "Blue"], "keepsake": [kept, ""]})
    assert judged.value == {"worth": [2, 0], "kept": [kept, None], "stacks": [red.split(", "), [], []], "chief": None}
    assert judged.decisions_for()
    assert answer(rules, "judge", {"chief": ["player 2"]}).value["chief"] == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"badge": ["Pink", "Red"]}, "is not a colour"),
        ({"badge": ["Red"]}, "this game is for 2 players"),
        ({"chief": ["player 3"]}, "is not a player"),
        ({"stack": ["", ""]}, "is given twice, not 3 times"),
    ],
)
def test_what_cannot_be_laid_is_refused(given: dict[str, list[str]], said: str) -> None:
    with pytest.raises(UserError, match=said):
        answer(small_game("laid-things"), "judge", given)
