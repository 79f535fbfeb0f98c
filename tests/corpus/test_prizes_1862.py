"""What rule IV takes, held to an enumeration made without the engine: a card is always left for the Lead."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.judge import answer
from cc_dsl.rules.model import Rules

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "facts" / "1862.json").read_text("utf-8"))
VALUE_READINGS = ("own-Line", "lost-Line", "equal-Lines-won", "Lead-above", "Ace-in-Sequence")
"""The doubts on which the number of cards taken depends."""
ON_THE_TABLE = 7


def under(readings: dict[str, str]) -> Rules:
    rules, problems = pipeline.load("1862").resolve(readings)
    assert rules is not None
    assert problems == []
    return rules


def judged(rules: Rules, trick: dict[str, Any]) -> dict[str, Any]:
    return answer(rules, "judge", {"lead": [trick["lead"]], "side": trick["sides"]}).value


@pytest.mark.parametrize("trick", FACTS["pairs_default"], ids=lambda trick: f"{trick['winner']} over {trick['loser']}")
def test_each_pair_of_lines_that_can_meet_takes_what_the_words_say(trick: dict[str, Any]) -> None:
    """For every winner's and loser's Line that can meet over one Lead, the smallest case of the enumeration."""
    value = judged(pipeline.load("1862").rules, trick)
    assert (value["winner"], value["by"], value["takes"]) == (0, trick["by"], trick["takes"])


def test_no_trick_takes_the_last_card_under_any_readings() -> None:
    """In all 72 mixtures of the readings that bear on it, every pair of Lines leaves a card to be Lead."""
    doubts = pipeline.load("1862").rules.doubts
    answers = [[(name, alternative) for alternative, _ in doubts[name].alternatives] for name in VALUE_READINGS]
    for choice in product(*answers):
        rules = under(dict(choice))
        for trick in FACTS["pairs_default"]:
            assert 1 <= judged(rules, trick)["takes"] < ON_THE_TABLE, (choice, trick)


def _pairs(cards: list[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Lay every three of the cards beside another three that share none with them, each once."""
    waiting: list[tuple[str, ...]] = []
    paired = []
    for side in combinations(cards, 3):
        partner = next((other for other in waiting if not set(other) & set(side)), None)
        if partner is None:
            waiting.append(side)
        else:
            waiting.remove(partner)
            paired.append((partner, side))
    spare = [card for card in cards if all(card not in side for side in waiting)][:3]
    return paired + [(side, tuple(spare)) for side in waiting]


@pytest.mark.exhaustive
def test_best_lines_of_all_sides_are_those_of_the_enumeration() -> None:
    """Over every Lead and every three other cards, 1,082,900 sides, the interpreter counts what the words give.

    Compiled rules count them all in the suite (`tests/counts/`), and mean what the interpreter means.
    """
    rules = pipeline.load("1862").rules
    counts: Counter[str] = Counter()
    codes = list(rules.pieces.codes)
    for lead in codes:
        seen: set[tuple[str, ...]] = set()
        for sides in _pairs([card for card in codes if card != lead]):
            lines = answer(rules, "judge", {"lead": [lead], "side": [list(side) for side in sides]}).value["lines"]
            for side, line in zip(sides, lines, strict=True):
                if tuple(sorted(side)) not in seen:
                    seen.add(tuple(sorted(side)))
                    counts["none" if line is None else line["kind"] + ("+lead" if line["with_lead"] else "")] += 1
    assert {**counts, "total": counts.total()} == FACTS["best_lines"]["at-either-end"]
