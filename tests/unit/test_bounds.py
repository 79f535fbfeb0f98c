"""Loops that need no bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.pipeline import Edition
from cc_dsl.rules.model import ForEach
from cc_dsl.trees import walk
from tests.unit.interpreter.small import text_of

LOOP = "until the bag is empty: 1 stone in the bag goes to the heap."
"""The loop of the game `loops`, in whose place others are tried."""
WEARING_OUT, OTHERS = (
    part.split("\n\n")[1:]
    for part in Path(__file__).with_name("loops.txt").read_text("utf-8").rstrip("\n").split("\n\n# The others")
)


def problems_of(loop: str) -> list[str]:
    problems = Edition("x.rules", {}, text_of("loops", (LOOP, loop))).resolve({})[1]
    return [problem.code for problem in problems]


@pytest.mark.parametrize("loop", WEARING_OUT)
def test_loop_that_wears_out_needs_no_number(loop: str) -> None:
    assert problems_of(loop) == []


@pytest.mark.parametrize("loop", OTHERS)
def test_other_loops_must_say_a_number(loop: str) -> None:
    assert problems_of(loop)[:1] in (["endless"], ["which-ones"])


def test_bound_is_the_most_that_the_words_show() -> None:
    text = text_of("loops", (LOOP, "(the sum) times: the count grows by 1."))
    rules, _ = Edition("x.rules", {}, text).resolve({})
    assert rules is not None
    loops = [part for part in walk(rules.procedures["game"]) if isinstance(part, ForEach)]
    assert [loop.kind.name for loop in loops] == ["hue", "number from 1 to 11"]
