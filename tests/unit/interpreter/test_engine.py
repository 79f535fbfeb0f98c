"""Games refuse records of other readings, and moves that are unknown, forbidden or ambiguous."""

from __future__ import annotations

import pickle

import pytest

from cc_dsl.closures.state import UNSETTLED
from cc_dsl.engine.game import Game, replay
from cc_dsl.engine.moves import Move, MoveRefused, Refusal, words_of_allowed
from cc_dsl.pipeline import load
from cc_dsl.table.record import RecordFault
from tests.playing import random_game
from tests.unit.interpreter.small import rules_1862, tolls


def test_positions_can_be_sent_to_other_processes() -> None:
    game = random_game(rules_1862(), 1, 10)
    game._state.chance = None
    again = pickle.loads(pickle.dumps(game._state))
    assert again.snapshot(game._runtime.is_ordered) == game.snapshot()
    assert UNSETTLED in again.cells
    assert pickle.loads(pickle.dumps(UNSETTLED)) is UNSETTLED


def test_the_thing_in_turn_is_named_under_a_second_copy_of_the_rules() -> None:
    """The compiled rules are shared by all copies, so a question may come from another copy."""
    rules = load("lanrick-1893").rules
    for copy in (rules, pickle.loads(pickle.dumps(rules))):
        game = Game(copy, seed=1)
        for words in ("f3", "demand-an-interchange"):
            game.play(next(move.answer for move in game.moves() if move.text == words))
        assert game.things_in_turn() == {"man": "Y1"}


def test_record_under_other_readings_is_refused() -> None:
    record = random_game(rules_1862(("Rubber", "two-in-all")), 3).record()
    with pytest.raises(RecordFault, match="other readings of 1862 \\(Rubber\\)"):
        replay(rules_1862(), record)


def test_question_is_in_the_words_of_the_rules() -> None:
    game = Game(rules_1862(), seed=3)
    assert str(game.question) == "choice: he chooses a card in his reach as the choice."
    gates = Game(tolls(), seed=3)
    assert str(gates.question) == "he chooses"
    while game.question is not None and game.question.left < 2:
        game.play(game.options[0])
    assert "to choose): " in str(game.question)


def test_three_failures_have_three_names() -> None:
    game = Game(rules_1862(), seed=3)
    kinds = {}
    for text in ("ZZ", "", "8", "1", "AS", "K", "10h", "Ten of Hearts", " 10H "):
        move = game.find_move(text)
        kinds[text] = move.text if isinstance(move, Move) else move.kind
    assert [move.text for move in game.moves()] == ["10H", "8C", "8S", "7C", "5H", "2C"]
    assert kinds == {
        "ZZ": "invalid",
        "": "invalid",
        "8": "ambiguous",
        "1": "10H",
        "AS": "illegal",
        "K": "illegal",
        "10h": "10H",
        "Ten of Hearts": "10H",
        " 10H ": "10H",
    }
    unclear = game.find_move("8")
    assert isinstance(unclear, Refusal)
    assert words_of_allowed(unclear, 6) == "Allowed here: 8C; 8S; and 4 more."


def test_options_are_found_by_name() -> None:
    game = Game(tolls(), seed=3)
    for text, name in (("PASS", "pass"), ("ch", "challenge")):
        move = game.find_move(text)
        assert isinstance(move, Move)
        assert move.text == name
    refused = game.whynot("retreat")
    assert refused is not None
    assert (refused.kind, refused.nearest) == ("invalid", ("challenge", "pass"))


def test_illegal_answers_are_refused() -> None:
    game = Game(rules_1862(), seed=3)
    before = game.snapshot()
    for answer in (-1, 99, next(piece for piece in range(52) if piece not in game.options)):
        with pytest.raises(MoveRefused) as caught:
            game.play(answer)
        assert caught.value.refusal.sentence == str(caught.value)
    assert game.snapshot() == before
    over = random_game(rules_1862(), 3)
    assert over.find_move("5H") == Refusal("over", "The game is over, so there is no question to answer.", (), (), ())
    with pytest.raises(MoveRefused):
        over.play(0)
