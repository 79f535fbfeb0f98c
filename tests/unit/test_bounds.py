"""Loops that need no bound."""

from __future__ import annotations

import pytest

from cc_dsl.pipeline import Edition
from cc_dsl.rules.model import ForEach
from cc_dsl.trees import walk

RULES = """edition "x" of x.

editor "x"
  this game is for 2 to 4 players.
  a hue is one of Red, Green and Blue.
  a stone is a piece, 5 for each hue.
  there are a bag and a heap, each an ordered place for stones.
  each player has a pile, an ordered place for stones.
  there is a count, a number from 0 to 40.
  there is a long-count, a number from 0 to 5000.
  each player has a stake, a number from 0 to 7.
  there is a mover, a player.
  a stone's worth is 2 if its hue is one of Red, Green or Blue; otherwise the stake of the mover.
  the sum is 3 if the mover is none; otherwise (the mover's stake plus 4).
  the filling goes thus: the stones go to the bag.
  the turning goes thus: 1 stone in the heap goes to the bag.
  the game goes thus:
    player 1 becomes mover.
    then the filling.
    each hue in turn: nothing.
    LOOP
    1 stone in the heap goes to player 1's pile.
    then the turning.
    the long-count grows by the sum plus the count plus the total worth of the stones.
"""


def problems_of(loop: str) -> list[str]:
    found = Edition("x.rules", {}, RULES.replace("LOOP", loop)).resolve({})[1]
    return [problem.code for problem in found]


@pytest.mark.parametrize(
    "loop",
    [
        "until the bag is empty: 1 stone in the bag goes to the heap.",
        "until the heap has 4 stones or the bag is empty: 1 stone in the bag goes to the heap.",
        "until the count is 40: the count grows by 2.",
        "until the mover's stake is 1: the count grows by 1.",
        "(the mover's stake) times: the count grows by 1.",
        "(the sum) times: the count grows by 1.",
        "(the number of stones in the bag) times: 1 stone in the bag goes to the heap.",
        "(the number of hues) times: the count grows by 1.",
        "(the number of players that are not the mover) times: the count grows by 1.",
        "(the greatest worth of the stones) times: the count grows by 1.",
    ],
)
def test_loop_that_wears_out_needs_no_number(loop: str) -> None:
    assert problems_of(loop) == []


@pytest.mark.parametrize(
    "loop",
    [
        "until the heap is empty: 1 stone in the heap goes to the heap.",
        "until the bag is empty: the stones in the bag go to the heap.",
        "until the bag is empty:\n      if the count is 0: 1 stone in the bag goes to the heap.",
        "until the heap is empty:\n      1 stone in the bag goes to the heap.\n      then the turning.",
        "until the count is 0:\n      the count falls by 1.\n      if the bag is empty: the count is now 9.",
        "until the count is 0: the count falls by the mover's stake.",
        "until the long-count is 0: the long-count grows by 1.",
        "until the mover's stake is 0: the mover's stake falls by 1.",
        "(the count times 2) times: nothing.",
        "(the long-count) times: nothing.",
        "(the total worth of the stones) times: nothing.",
    ],
)
def test_other_loops_must_say_a_number(loop: str) -> None:
    assert problems_of(loop)[:1] in (["endless"], ["which-ones"])


def test_bound_is_the_most_that_the_words_show() -> None:
    rules, _ = Edition("x.rules", {}, RULES.replace("LOOP", "(the sum) times: the count grows by 1.")).resolve({})
    assert rules is not None
    loops = [part for part in walk(rules.procedures["game"]) if isinstance(part, ForEach)]
    assert [loop.kind.name for loop in loops] == ["hue", "number from 1 to 11"]
