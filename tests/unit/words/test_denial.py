"""Negated conditions in words: each sentence is true exactly when the condition is false."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.words.sentences import negation, sentence, walk
from tests.unit.interpreter.small import resolved, text_of

NEGATIONS = (Path(__file__).parent / "negations.txt").read_text("utf-8").strip().split("\n\n")[1:]
CONDITIONS = (Path(__file__).parent / "conditions.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("pair", NEGATIONS, ids=lambda pair: pair.partition("\n")[0])
def test_a_condition_is_denied(pair: str) -> None:
    condition, _, denial = pair.partition("\n")
    assert negation(condition) == denial


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_said_is_true(condition: str) -> None:
    for first, second in itertools.product((0, 1), repeat=2):
        said = _said(condition, first, second)
        condition_said = said.removeprefix("it is not true that ")
        if said.startswith("it is not true that "):
            assert condition_said == condition
            assert _said(f"not ({condition})", first, second) == said
        elif said.startswith("not every "):
            assert _said(f"not ({said.removeprefix('not ')})", first, second) == said
        else:
            assert _said(said.replace(", or ", " or "), first, second) == said.replace(", or ", " or ")


def heaps(condition: str, first: int, second: int) -> str:
    """Return the rules of a game that tests a condition where heaps have these sizes."""
    sizes = ("First is now 0", f"First is now {first}"), ("Second is now 0", f"Second is now {second}")
    return text_of("heaps", ("if no heap is full:", f"if {condition}:"), *sizes)


def _said(condition: str, first: int, second: int) -> str:
    """Return what became of a condition where heaps have these sizes."""
    game = Game(resolved(heaps(condition, first, second)), 0, reasons=True)
    tests = [decision for decision in game.decisions if decision.question == condition]
    assert len(tests) == 1, [sentence(decision) for decision in game.decisions]
    return sentence(tests[0])


def test_property_that_is_a_noun_is_said_with_its_article() -> None:
    """“Player 1 is a victor”, as the rules say it; what is an adjective has no article."""
    text = heaps("player 1 is a victor and First is full", 0, 1)
    text = text.replace("  the game goes", "  a player is a victor if no heap is full.\n  the game goes")
    game = Game(resolved(text), 0, reasons=True)
    said = [sentence(decision) for decision in walk(game.decisions)]
    assert "player 1 is not a victor" in said
