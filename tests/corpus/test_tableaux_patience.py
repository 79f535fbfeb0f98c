"""Tableaux and scores of the Patience as worked by hand, judged independently and by the rules."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import answer
from cc_dsl.rules.model import Rules
from cc_dsl.table.record import SHUFFLED, Given
from tests.corpus.test_games_patience import row
from tests.independent import patience as independent

HERE = Path(__file__).parent / "facts"
FACTS: list[dict[str, Any]] = json.loads((HERE / "tableaux-patience.json").read_text("utf-8"))
SCORES: list[dict[str, Any]] = json.loads((HERE / "scores-patience.json").read_text("utf-8"))
NAMES = [fact["name"] for fact in FACTS]
OF_LINES = ("four-of-a-sort", "Aces-at-court", "Ace-in-Sequence", "Ace-with-Lead", "Lead-in-the-middle")


@cache
def rules_under(*readings: tuple[str, str]) -> Rules:
    rules, problems = pipeline.load("patience").resolve(dict(readings))
    assert rules is not None, problems
    return rules


def by_hand(fact: dict[str, Any]) -> set[independent.Line]:
    """Return the Lines worked out by hand, each once."""
    told = [(kind, frozenset(cards.split())) for kind, found in fact["lines"].items() for cards in found]
    assert len({*told}) == len(told)
    return {*told}


def by_judge(fact: dict[str, Any]) -> set[independent.Line]:
    """Return the Lines that the independent judge finds."""
    return independent.lines(fact["tableau"].split(), fact["lead"], independent.readings(fact["readings"]))


def by_rules(fact: dict[str, Any]) -> set[independent.Line]:
    cards = fact["tableau"].split()
    given = {"lead": fact["lead"], "tableau": [*cards, *[""] * (9 - len(cards))]}
    (told,) = answer(rules_under(*fact["readings"].items()), "judge", given).value["lines"]
    found = [(line["kind"], frozenset(line["cards"])) for line in told]
    assert len({*found}) == len(found)
    return {*found}


def test_there_are_enough_and_each_once() -> None:
    """At least 25 tableaux, and each under its own name."""
    assert len({*NAMES}) == len(FACTS) >= 25


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_judge_agrees_with_the_hand(fact: dict[str, Any]) -> None:
    """The independent judge finds the Lines that were found by hand, and no others."""
    assert by_judge(fact) == by_hand(fact)


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_rules_agree_with_the_hand(fact: dict[str, Any]) -> None:
    assert by_rules(fact) == by_hand(fact)


@pytest.mark.parametrize("place", range(12))
def test_rules_agree_with_the_judge(place: int) -> None:
    """On tableaux laid at random the rules and the judge agree, under mixtures of the readings of Lines."""
    chance = random.Random(place)
    doubts = pipeline.load("patience").rules.doubts
    chosen = {name: chance.choice(doubts[name].alternatives)[0] for name in OF_LINES} if place else {}
    for _ in range(60):
        cards = chance.sample(independent.PACK, chance.randint(1, 10))
        fact = {"lead": cards[0], "tableau": " ".join(cards[1:]), "readings": chosen}
        assert by_rules(fact) == by_judge(fact), fact


@pytest.mark.parametrize("fact", SCORES, ids=lambda fact: str(fact["score"]))
def test_score_and_rating_agree_with_the_hand(fact: dict[str, Any]) -> None:
    """The independent score is that which was added up by hand, with its rating."""
    bonuses = [kind for kind, count in fact["lines"].items() for _ in range(count)]
    score = independent.score(fact["collected"], bonuses, fact["resigned"], fact["shuffled"])
    assert (score, independent.rating(score)) == (fact["score"], fact["rating"])


def test_example_turn_is_replayed() -> None:
    """P8.1: the Trio is removed, a Five becomes the Lead, and the stock fills the two places of the row."""
    dealt = ["9S", "KH", "5D", "5H", "QC", "10H", "5C", "JD", "AS"]
    rest = [card for card in independent.PACK if card not in dealt]
    shuffled = " ".join([*dealt, *rest][::-1])  # a record tells the pack from the bottom
    words = [(SHUFFLED, shuffled), ("player 1", "go-on"), ("player 1", "Trio 5H 5D 5C"), ("player 1", "5H")]
    game = Game(rules_under(), answers=[Given(by, told) for by, told in words])
    assert row(game) == ["9S", "KH", "JD", "AS", "QC", "10H", None, None, None]
    assert [game.rules.pieces.codes[piece] for piece in game.view(None).pieces_in("Lead") if piece is not None] == [
        "5H"
    ]
    table = independent.laid_out(dealt[:6], dealt[6], dealt[7:])
    turn = table.collect()
    next(turn)
    turn.send(("trio", frozenset(("5D", "5H", "5C"))))
    with pytest.raises(StopIteration):
        turn.send("5H")
    assert (table.row[:6], table.lead) == (["9S", "KH", "JD", "AS", "QC", "10H"], "5H")
