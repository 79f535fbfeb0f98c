"""Acts have the effects of their sentences, in the order of the rules, with or without questions in between."""

from __future__ import annotations

from typing import Any

import pytest

from cc_dsl.closures.state import RulesFault
from cc_dsl.engine.game import Game, Outcome
from tests.unit.interpreter.small import resolved, text_of

DEAL = "    the tiles are shuffled into the well.\n"
LOOP = "    until the clock is 3, at most {}: the clock grows by 1.\n    player 1 wins.\n"
ASKING = f"""{DEAL}    until the board has 2 tiles{{}}:
      player 2 chooses a tile in the well as the pick.
      the pick goes to the board.
"""
TURNS = f"""{DEAL}    {{}}each player in turn from the chief:
      he chooses a tile in the well as the pick.
      the pick goes to his hand.
"""
AROUND = """    then the round.
    then the round.
  the round goes thus: the clock grows by 1.
  before the round: the clock grows by 10.
  after the round, if the clock is more than 12: the clock grows by 20.
"""
DISPLACED = f"""{DEAL}    then the round.
    1 tile in the well goes to the board.
    then the round.
  when a player acts: 1 tile in the well goes to his hand.

§1.1 "a"
  the round goes thus: each player in turn: he acts.

§1.2 "b"
  instead of §1.1, the round goes thus, if the board is not empty:
    the clock grows by 1.
    as before.
    the clock grows by 1.
"""
SETTLED = """    then the round.
    player 2's count is now the size.
  the round goes thus:
    the clock is now 1.
    settle the size.
    the clock is now 5.
    player 1's count is now the size.
  the size is the clock.
"""


def played(text: str, *answers: int) -> Game:
    """Play a small game by these answers; it is the same with and without reasons."""
    games = [
        Game(resolved(text_of("acts", (" nothing.", f"\n{text}"))), seed=1, reasons=reasons)
        for reasons in (False, True)
    ]
    for game in games:
        for answer in answers:
            game.play(answer)
    assert games[0].snapshot() == games[1].snapshot()
    assert games[0].answers == games[1].answers
    return games[1]


def pieces(game: Game, place: str, owner: int | None = None) -> list[int | None]:
    return [*game.view(None).pieces_in(place, owner)]


def test_pieces_come_from_the_top_and_whole_places_keep_their_order() -> None:
    game = played(f"{DEAL}    2 tiles in the well go to the board.\n    the well goes to the board.\n")
    codes = game.rules.pieces.codes
    order = [codes.index(word.strip()) for word in game.answers[0].words.split(",")]
    assert pieces(game, "board") == [order[-1], order[-2], *order[:-2]]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (
            "    the counts are now 3.\n    player 1's count grows by 2.\n"
            "    player 2's count falls by 1 if the board is empty; otherwise 3.\n    the clock is now 7.\n",
            {"count": (5, 2), "clock": 7},
        ),
        (AROUND, {"count": (0, 0), "clock": 42}),
        (DISPLACED, {"count": (0, 0), "clock": 2}),
        (SETTLED, {"count": (1, 5), "clock": 5}),
    ],
)
def test_numbers_after_a_course_of_play(text: str, numbers: dict[str, Any]) -> None:
    assert played(text).view(None).numbers == numbers


def test_as_before_does_what_is_displaced() -> None:
    game = played(DISPLACED)
    assert len(pieces(game, "hand", 0)) == len(pieces(game, "hand", 1)) == 2


@pytest.mark.parametrize(
    ("text", "answers", "outcome"),
    [
        (LOOP.format("3 times or the game ends"), (), Outcome(0, "won", 0)),
        (LOOP.format("2 times"), (), Outcome(0, "won", 0)),
        (LOOP.format("2 times or the game ends"), (), "bound: until the clock is 3, at most 2"),
        (ASKING.format(", at most 2 times"), (4, 5), Outcome(None, "nobody", 2)),
        (ASKING.format(", at most 1 times"), (4,), Outcome(None, "nobody", 1)),
        (ASKING.format(""), (4, 5), Outcome(None, "nobody", 2)),
        (ASKING.format(", at most 1 times or the game ends"), (4,), "bound: until the board has 2 tiles, at most 1"),
        (TURNS.format(""), (), Outcome(None, "nobody", 0)),
    ],
)
def test_end_of_a_loop(text: str, answers: tuple[int, ...], outcome: Outcome | str) -> None:
    end = played(text, *answers).outcome
    assert end is not None
    if isinstance(outcome, str):
        assert end.winner is None
        assert end.reason.startswith(outcome)
    else:
        assert end == outcome


def test_turns_begin_where_they_are_told() -> None:
    game = played(TURNS.format("player 2 becomes chief.\n    "), 3)
    assert pieces(game, "hand", 1) == [3]
    assert game.player == 0


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("    1 tile in the well goes to the board.\n", "too-few", "1 tile in the well goes to the board."),
        (f"{DEAL}    2 tiles in the well go to the key.\n", "place-full", "2 tiles in the well go to the key."),
        ("    each player in turn: his count falls by 1.\n", "out-of-bounds", "his count falls by 1."),
        (f"{DEAL}    the chief chooses a tile in the well as the pick.\n    the pick goes to the key.\n", "nobody",
         "the chief chooses a tile in the well as the pick."),
        ("    surely the board is not empty.\n", "belief-broken", "surely the board is not empty."),
    ],
)  # fmt: skip
def test_fault_names_its_sentence(text: str, code: str, where: str) -> None:
    with pytest.raises(RulesFault) as caught:
        played(text)
    assert (caught.value.code, caught.value.where) == (code, where)
