"""Negated conditions in words: each sentence is true exactly when the condition is false."""

from __future__ import annotations

import itertools

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.words.sentences import negation, sentence, walk
from tests.unit.interpreter.small import resolved, text_of

DENIED = {
    "there is a winner": "there is no winner",
    "no heap is full": "some heap is full",
    "every heap is full": "not every heap is full",
    "some heap is full": "no heap is full",
    "not (some heap is full)": "some heap is full",
    "not (the winner is none) and not (the loser is none)": "there is no winner, or there is no loser",
    "there is no winner": "there is a winner",
    "there are no marks": "there are marks",
    "the winner is none": "there is a winner",
    "some player's score is 5": "no player's score is 5",
    "no card in his hand fits some bay": "some card in his hand fits some bay",
    "exactly 2 players are out": "it is not true that exactly 2 players are out",
    "the pack is empty": "the pack is not empty",
    "the pack is not empty": "the pack is empty",
    "the spread is not empty and his exchange-count is 0": "the spread is empty, or his exchange-count is not 0",
    "some player is at-a-Hit and the hitter is none": "no player is at-a-Hit, or there is a hitter",
    "the pack is empty or not (the die is 1 and the coin is 2)": (
        "the pack is not empty and the die is 1 and the coin is 2"
    ),
    "the pack is empty and the die is 1 or the coin is 2": (
        "it is not true that the pack is empty and the die is 1 or the coin is 2"
    ),
    "the die is one of 1 and 2": "it is not true that the die is one of 1 and 2",
    "no card that is red is face-up and the pack is empty": (
        "it is not true that no card that is red is face-up and the pack is empty"
    ),
    "the number of (cards that are red or blue) is at least 2": (
        "the number of (cards that are red or blue) is not at least 2"
    ),
    "the number of cards that are red is 2": "it is not true that the number of cards that are red is 2",
    "the pack has 3 cards": "the pack does not have 3 cards",
    "the pack has at least 3 cards": "the pack does not have at least 3 cards",
    "his store has more cards than the other player's store": (
        "his store does not have more cards than the other player's store"
    ),
    "he has a Pair": "he has no Pair",
    "his hand has no court-cards": "it is not true that his hand has no court-cards",
    "player 1 has Trio 5H 5D 5C": "player 1 has no Trio 5H 5D 5C",
    "the cards in the cuts have the same rank": "the cards in the cuts do not have the same rank",
    "the tiles in his rack run in Wave": "the tiles in his rack do not run in Wave",
    "Pair 5H and a hidden card is better than Pair 2H 2D": (
        "it is not true that Pair 5H and a hidden card is better than Pair 2H 2D"
    ),
}

CONDITIONS = (
    "no heap is full",
    "every heap is full",
    "some heap is full",
    "not (some heap is full)",
    "not (every heap is full)",
    "not (no heap is full)",
    "exactly 1 heap is full",
    "First is full",
    "First is not full",
    "the number of heaps that are full is 1",
    "the number of (heaps that are not full) is 2",
    "First is full and Second is not full",
    "no heap is full or Second is full",
)


@pytest.mark.parametrize(("condition", "said"), DENIED.items())
def test_a_condition_is_denied(condition: str, said: str) -> None:
    assert negation(condition) == said


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
