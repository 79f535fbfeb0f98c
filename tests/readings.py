"""Which readings of an edition tests play under: each other answer alone, or several of them together."""

from __future__ import annotations

from functools import cache

from cc_dsl import pipeline
from cc_dsl.rules.model import Rules

MIXED = 5
"""Into so many sets the other answers of an edition are dealt, each into one."""


@cache
def rules_of(edition: str, *readings: tuple[str, str]) -> Rules:
    """Return the rules of an edition under some answers, resolved once."""
    return pipeline.load(edition, dict(readings)).rules


def answers_of(edition: str) -> dict[str, list[str]]:
    """Return the answers to each open place of an edition, in the order of its rules."""
    return {name: [answer for answer, _ in doubt.alternatives] for name, doubt in rules_of(edition).doubts.items()}


def alternatives(rules: Rules) -> list[tuple[str, str]]:
    """Return each answer to an open place that is not the default."""
    doubts = rules.doubts.values()
    return [(doubt.name, name) for doubt in doubts for name, _ in doubt.alternatives if name != doubt.default]


def mixtures(rules: Rules) -> list[dict[str, str]]:
    """Return sets of readings in which each alternative of an edition stands once."""
    found: list[dict[str, str]] = [{} for _ in range(MIXED)]
    for number, (doubt, name) in enumerate(alternatives(rules)):
        turns = [found[(number + step) % MIXED] for step in range(MIXED)]
        next(one for one in turns if doubt not in one)[doubt] = name
    return found
