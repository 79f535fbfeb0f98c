"""The rules of 1862 judge as an independent judge does, on random tricks; and both as the worked ones do."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.judge import answer
from cc_dsl.rules.model import Rules
from tests.corpus.worked import tricks as tricks_of
from tests.independent import court_circular_1862 as independent

FACTS = [trick for trick in tricks_of("1862") if not trick["readings"]]


@cache
def rules_under(*readings: tuple[str, str]) -> Rules:
    edition = pipeline.Edition(pipeline.find_rules("1862"), dict(readings))
    rules, problems = edition.resolve(dict(readings))
    assert rules is not None
    assert problems == []
    return rules


def plain(value: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with the pieces of each group in one order."""
    groups = [group and {**group, "cards": sorted(group["cards"])} for group in value["lines"]]
    return {**{key: value[key] for key in ("winner", "by", "takes")}, "lines": groups}


@pytest.mark.parametrize("fact", FACTS, ids=[fact["name"] for fact in FACTS])
def test_independent_judge_on_worked_tricks(fact: dict[str, Any]) -> None:
    """The independent judge finds what was worked out by hand, as the rules do when the edition is checked."""
    found: Any = independent.judge(fact["lead"], *fact["sides"])
    assert {key: found[key] for key in ("winner", "by", "takes")} == {
        key: fact[key] for key in ("winner", "by", "takes")
    }
    lines = [line and (line["kind"], line["with_lead"]) for line in found["lines"]]
    assert lines == [line and (line["kind"], line["with_lead"]) for line in fact["lines"]]


def test_enough_was_worked_by_hand() -> None:
    """The tricks of the tests of release 0.1.0 are all cases."""
    assert len(FACTS) >= 100


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
    """Return random tricks, many of them from few ranks or suits, so that Lines meet Lines."""
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
    for cards in tricks(CHOICES.index(choice), 100):
        first, sides = cards[0], [cards[1:4], cards[4:]]
        given = answer(rules, "judge", {"lead": [first], "side": sides})
        expected: Any = independent.judge(first, *sides, **switches)
        assert plain(given.value) == plain(expected), cards
