"""Loops that need no bound."""

from __future__ import annotations

import pytest

from cc_dsl.pipeline import Edition
from cc_dsl.rules.model import ForEach
from cc_dsl.trees import walk
from tests.unit.interpreter.small import text_of

LOOP = "until the bag is empty: 1 stone in the bag goes to the heap."
"""The loop of the game `loops`, in whose place others are tried."""


def problems_of(loop: str) -> list[str]:
    problems = Edition("x.rules", {}, text_of("loops", (LOOP, loop))).resolve({})[1]
    return [problem.code for problem in problems]


@pytest.mark.parametrize(
    "loop",
    [
        LOOP,
        "until the heap has 4 stones or the bag is empty: 1 stone in the bag goes to the heap.",
        "until the count is 40: the count grows by 2.",
        "until the bag is empty: each player in turn: 1 stone in the bag goes to the heap.",
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
        "until the bag is empty: each player in turn from the mover: 1 stone in the bag goes to the heap.",
        "until the bag is empty:\n      each player whose stake is 1 in turn: 1 stone in the bag goes to the heap.",
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
    text = text_of("loops", (LOOP, "(the sum) times: the count grows by 1."))
    rules, _ = Edition("x.rules", {}, text).resolve({})
    assert rules is not None
    loops = [part for part in walk(rules.procedures["game"]) if isinstance(part, ForEach)]
    assert [loop.kind.name for loop in loops] == ["hue", "number from 1 to 11"]
