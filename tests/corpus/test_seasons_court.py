"""The scoring of Court! as worked by hand, judged by an independent judge and by the rules."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.judge import answer
from cc_dsl.rules.model import Rules
from tests.independent import court as independent

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "facts" / "seasons-court.json").read_text("utf-8"))
NAMES = [fact["name"] for fact in FACTS]
NAMED = {"H": "Hearts", "D": "Diamonds", "C": "Clubs", "S": "Spades"}
SCORING = ("two-Jokers", "losing-King", "King-under-a-Joker")


@cache
def rules_under(*readings: tuple[str, str]) -> Rules:
    rules, problems = pipeline.load("court").resolve(dict(readings))
    assert rules is not None, problems
    return rules


def by_hand(fact: dict[str, Any]) -> dict[str, Any]:
    return {"winner": fact["winner"], "strengths": fact["strengths"], "points": fact["points"]}


def by_judge(fact: dict[str, Any]) -> dict[str, Any]:
    players = [(suit, bool(by_king)) for suit, by_king in fact["players"]]
    given = independent.readings(fact["readings"])
    verdict = independent.judge(fact["field"], fact["turned"].split(), players, given)
    return {"winner": verdict.winner, "strengths": [*verdict.strengths.values()], "points": verdict.points}


def by_rules(fact: dict[str, Any]) -> dict[str, Any]:
    """Return what the rules say of the same field, the players being aligned as the fact has it."""
    given = {
        "field": [fact["field"][suit] for suit in independent.SUITS],
        "turned": [" ".join(card for card in fact["turned"].split() if card[-1] == suit) for suit in independent.SUITS],
        "aligned": ["" if by_king else NAMED.get(suit, "") for suit, by_king in fact["players"]],
        "king": [f"K{suit}" if by_king else "" for suit, by_king in fact["players"]],
    }
    told = answer(rules_under(*fact["readings"].items()), "judge", given).value
    return {**told, "winner": None if told["winner"] is None else told["winner"][0].upper()}


def test_there_are_enough_and_each_once() -> None:
    """At least 25 seasons, and each under its own name."""
    assert len({*NAMES}) == len(FACTS) >= 25


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_judge_agrees_with_the_hand(fact: dict[str, Any]) -> None:
    assert by_judge(fact) == by_hand(fact)


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_rules_agree_with_the_hand(fact: dict[str, Any]) -> None:
    assert by_rules(fact) == by_hand(fact)


def season(chance: random.Random) -> dict[str, Any]:
    """Lay a season at random, Jokers and face cards being likelier than in play."""
    cards = [card for card in independent.PACK if chance.random() < (0.7 if card[0] in "KQJRB" else 0.4)]
    fields: dict[str, list[str]] = {suit: [] for suit in independent.SUITS}
    turned: list[str] = []
    for card in cards:
        where = chance.choice(independent.SUITS) if card in independent.JOKERS else card[-1]
        if card not in independent.JOKERS and len(turned) < 5 and chance.random() < 0.2:
            turned.append(card)
        else:
            fields[where].append(card)
    players = [[chance.choice([*independent.SUITS, None]), chance.randint(0, 1)] for _ in range(chance.randint(3, 5))]
    return {
        "field": {suit: " ".join(lying) for suit, lying in fields.items()},
        "turned": " ".join(turned),
        "players": [[suit, by_king if suit else 0] for suit, by_king in players],
        "readings": {},
    }


@pytest.mark.parametrize("place", range(8))
def test_rules_agree_with_the_judge(place: int) -> None:
    """On fields laid at random the rules and the judge agree, under every mixture of the readings of C5."""
    chance = random.Random(place)
    doubts = pipeline.load("court").rules.doubts
    chosen = {name: doubts[name].alternatives[place >> bit & 1][0] for bit, name in enumerate(SCORING)}
    for _ in range(150):
        fact = {**season(chance), "readings": chosen}
        assert by_rules(fact) == by_judge(fact), fact
