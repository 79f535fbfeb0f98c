"""The rules of 1862 judge as the text does by hand: worked tricks, and an independent judge on random ones."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.interpreter.judge import answer
from cc_dsl.rules.model import Rules
from tests.independent import court_circular_1862 as independent

FACTS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "facts" / "tricks-1862.json").read_text("utf-8"),
)

NOT_NAMED = {"II.3", "II.4", "II.5", "II.6", "II.6a", "II.7", "II.8", "II.9", "III.2"}
"""Clauses that a fact may name because they were thought of: examples, and what a clause keeps from being so."""


@cache
def rules_under(*readings: tuple[str, str]) -> Rules:
    """Give the rules under some readings."""
    edition = pipeline.Edition(pipeline.find_rules("1862"), dict(readings))
    rules, problems = edition.resolve(dict(readings))
    assert rules is not None
    assert problems == []
    return rules


def plain(value: dict[str, Any]) -> dict[str, Any]:
    """Give an answer with the pieces of each group in one order."""
    groups = [group and {**group, "cards": sorted(group["cards"])} for group in value["lines"]]
    return {**{key: value[key] for key in ("winner", "by", "takes")}, "lines": groups}


@pytest.mark.parametrize("fact", FACTS, ids=[fact["name"] for fact in FACTS])
def test_worked_tricks(fact: dict[str, Any]) -> None:
    """Winner, Lines, prize and the deciding clauses are those worked out by hand."""
    given = answer(rules_under(), "judge", {"lead": [fact["lead"]], "side": fact["sides"]})
    assert plain(given.value) == plain(fact)
    assert set(fact["clauses"]) - NOT_NAMED <= {clause.removeprefix("1862.") for clause in given.clauses}


ACE = {"at-either-end": "at-either-end", "round-the-corner": "round-the-corner"}
LEAD = {"played-only": "played-only", "Lead-too": "lead-too"}
EQUAL = {"one-card": "by-cards", "the-values": "by-lines"}
OWN = {"as-it-ranks": "as-it-ranks", "the-same-cards": "winner-may-choose"}
LOST = {"as-it-ranks": "as-it-ranks", "the-same-cards": "loser-may-choose"}
DOUBLE = {
    ("as-it-ranks", "as-it-ranks"): "as-it-ranks",
    ("the-same-cards", "as-it-ranks"): "winner-may-choose",
    ("as-it-ranks", "the-same-cards"): "loser-may-choose",
    ("the-same-cards", "the-same-cards"): "both",
}


def tricks(seed: int, number: int) -> list[list[str]]:
    """Give random tricks, many of them from few ranks or suits, so that Lines meet Lines."""
    chance = random.Random(seed)
    made = []
    for place in range(number):
        pack = list(independent.PACK)
        if place % 3 == 1:
            ranks = chance.sample(independent.RANKS, 4)
            pack = [card for card in pack if card[:-1] in ranks]
        elif place % 3 == 2:
            suits = chance.sample(independent.SUITS, 2)
            pack = [card for card in pack if card[-1] in suits]
        made.append(chance.sample(pack, 7))
    return made


CHOICES = list(product(ACE, LEAD, EQUAL, DOUBLE))


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_independent_judge_agrees(choice: tuple[str, str, str, tuple[str, str]]) -> None:
    """A judge written from the words alone gives the same answers under every combination of readings."""
    ace, lead, equal, (own, lost) = choice
    rules = rules_under(
        ("Ace-in-Sequence", ace),
        ("the-Lead-as-best", lead),
        ("equal-Lines-won", equal),
        ("own-Line", own),
        ("lost-Line", lost),
    )
    switches: dict[str, Any] = {
        "ace": ACE[ace],
        "lead_as_best": LEAD[lead],
        "equal_lines": EQUAL[equal],
        "double_line": DOUBLE[own, lost],
    }
    for cards in tricks(CHOICES.index(choice), 300):
        first, sides = cards[0], [cards[1:4], cards[4:]]
        given = answer(rules, "judge", {"lead": [first], "side": sides})
        expected: Any = independent.judge(first, *sides, **switches)
        assert plain(given.value) == plain(expected), cards
