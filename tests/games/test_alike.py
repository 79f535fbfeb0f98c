"""Identical pieces: numbered internally, offered once in each place, and shown to people without a number."""

from __future__ import annotations

import pytest

from cc_dsl.closures.listener_names import ListenerNames, count_alike, player_names
from cc_dsl.engine.game import Game, replay
from cc_dsl.engine.judge import answer, try_examples
from cc_dsl.engine.moves import Move, Refusal
from cc_dsl.errors import UserError
from cc_dsl.table import record as records
from tests.unit.interpreter.small import resolved, small_game, text_of

STONES = text_of("stones")


def game(text: str = STONES, reasons: bool = False) -> Game:
    """Return a game of these rules as player 1 is told of it."""
    played = Game(resolved(text), seed=1, reasons=reasons)
    played.naming = ListenerNames(player_names(2, [0]), played.rules.pieces.glyphs, {})
    return played


def test_each_is_offered_once_where_it_lies() -> None:
    played = game()
    said = [played.spoken_answer(option) for option in played.options]
    assert said == ["a Red stone", "a Green stone"]
    played.play(played.options[0])
    played.play(0)
    # One stone is on a1, the others are in the hand and look alike.
    said = [played.spoken_answer(option) for option in played.options]
    assert said == ["the Red stone on a1", "a Red stone", "a Green stone"]
    move = played.find_move("Red stone on a1")
    assert isinstance(move, Move)
    unclear = played.find_move("Red")
    assert isinstance(unclear, Refusal)
    assert (unclear.kind, unclear.nearest) == ("ambiguous", ("the Red stone on a1", "a Red stone"))
    played.play(move.answer)
    # The stone that came back has another state.
    assert [*map(played.spoken_answer, played.options)] == ["a Red stone", "a Red stone", "a Green stone"]


def test_names_and_belongings_tell_them_apart() -> None:
    """A stone that is stored, that an act has named, or to which something belongs is another than the rest."""
    text = STONES.replace(
        "  there is a pile",
        "  there is a jewel, a stone.\n  each stone has a price, a number from 0 to 3.\n  there is a pile",
    ).replace(
        "    he chooses a stone in his hand as the third.",
        "    the jewel is now the second.\n    the second's price grows by 1.\n"
        "    he chooses a stone in his hand as the third.\n    if the third is the jewel: the game is drawn.\n"
        "    if the third is the pick: the game is drawn.\n    if the third's price is 3: the game is drawn.",
    )
    played = game(text)
    for _ in range(2):
        played.play(played.options[0])
    played.play(played.options[2])
    # The hand has five Red stones, the green one that was chosen, and five others.
    said = [played.spoken_answer(option) for option in played.options]
    assert said == ["a Red stone", "a Green stone", "a Green stone"]


def test_record_replays() -> None:
    played = game()
    while not played.is_over:
        played.play(played.options[-1])
    again = replay(played.rules, records.read(records.write(played.record())))
    assert again.snapshot() == played.snapshot()
    lying = sorted(piece for place in again.position.places for piece in place)
    assert lying == [*range(12)]


def test_laid_stones_are_told_apart_and_no_more_can_be_laid_than_there_are() -> None:
    rules = small_game("stones")
    assert [tried.failed for tried in try_examples(rules)] == [()]
    assert answer(rules, "judge", {"hand": ["Red Green Red", "Red stone"]}).value == {"amount": 3}
    with pytest.raises(UserError, match="More than 6 Red stones are given"):
        answer(rules, "judge", {"hand": ["Red Red Red Red", "Red Red Red"]})


def test_choice_is_reported_with_its_square() -> None:
    played = game(reasons=True)
    for words in ("Red", "b1", "Red stone on b1"):
        move = played.find_move(words)
        assert isinstance(move, Move)
        played.play(move.answer)
    choices = [decision.answer for decision in played.decisions if decision.fact.form == "choice"]
    assert choices == ["a Red stone", "b1", "the Red stone on b1"]


def test_several_are_counted_in_the_plural() -> None:
    assert count_alike(["Black man", "Black man", "White man"]) == ["2 Black men", "White man"]
