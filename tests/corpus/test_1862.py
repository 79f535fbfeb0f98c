"""The rules of 1862 compared with an independent judge, on random tricks, and with an enumeration."""

from __future__ import annotations

import json
import random
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.judge import answer
from cc_dsl.rules.model import Rules
from tests.daily import some
from tests.independent import court_circular_1862 as independent
from tests.readings import rules_of

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "facts" / "1862.json").read_text("utf-8"))
VALUE_READINGS = ("own-Line", "lost-Line", "equal-Lines-won", "Lead-above", "Ace-in-Sequence")
"""The doubts on which the number of cards taken depends."""
ON_THE_TABLE = 7
rules_under = partial(rules_of, "1862")


def judged(rules: Rules, lead: str, sides: list[list[str]]) -> dict[str, Any]:
    given: dict[str, Any] = {"lead": [lead], "side": sides}
    return {**answer(rules, "judge", given).value, "chooser": answer(rules, "next-Lead", given).value["chooser"]}


def plain(value: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with the pieces of each group in one order."""
    groups = [group and {**group, "cards": sorted(group["cards"])} for group in value["lines"]]
    return {**{key: value[key] for key in ("winner", "by", "takes", "chooser")}, "lines": groups}


def tricks(seed: int, number: int) -> list[list[str]]:
    """Return random tricks, many of them from few ranks or suits, so that Lines meet Lines."""
    chance, made = random.Random(seed), []
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


NAMES = ("Ace-in-Sequence", "the-Lead-as-best", "equal-Lines-won", "own-Line", "lost-Line")
CHOICES = [*product(*map(get_args, get_type_hints(independent.Readings).values()))]


@pytest.mark.parametrize("choice", CHOICES, ids=" ".join)
def test_independent_judge_agrees(choice: tuple[Any, ...]) -> None:
    rules = rules_under(*zip(NAMES, choice, strict=True))
    for first, *cards in tricks(CHOICES.index(choice), 100):
        expected: Any = independent.judge(first, cards[:3], cards[3:], independent.Readings(*choice))
        assert plain(judged(rules, first, [cards[:3], cards[3:]])) == plain(expected), (first, cards)


@pytest.mark.parametrize("trick", FACTS["pairs_default"], ids=lambda trick: f"{trick['winner']} over {trick['loser']}")
def test_each_pair_of_lines_that_can_meet_takes_what_the_words_say(trick: dict[str, Any]) -> None:
    """For every winner's and loser's Line that can meet over one Lead, the smallest case of the enumeration."""
    value = judged(rules_under(), trick["lead"], trick["sides"])
    assert (value["winner"], value["by"], value["takes"]) == (0, trick["by"], trick["takes"])


def mixtures() -> list[tuple[tuple[str, str], ...]]:
    """Return all 72 mixtures of the readings that bear on what is taken, so that each answer is among the first few."""
    doubts = pipeline.load("1862").rules.doubts
    answers = [[(name, alternative) for alternative, _ in doubts[name].alternatives] for name in VALUE_READINGS]
    found = [*product(*answers)]
    return [found[7 * place % len(found)] for place in range(len(found))]


@pytest.mark.parametrize("choice", some(mixtures(), 9), ids=lambda choice: " ".join(answer for _, answer in choice))
def test_no_trick_takes_the_last_card_under_any_readings(choice: tuple[tuple[str, str], ...]) -> None:
    for trick in FACTS["pairs_default"]:
        value = judged(rules_under(*choice), trick["lead"], trick["sides"])
        assert 1 <= value["takes"] < ON_THE_TABLE, trick
