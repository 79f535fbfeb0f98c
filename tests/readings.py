"""Which readings of an edition tests play under: each other answer alone, or several of them together."""

from __future__ import annotations

from cc_dsl.rules.model import Rules

MIXED = 5
"""Into so many sets the other answers of an edition are dealt, each into one."""


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
