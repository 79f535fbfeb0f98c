"""Plays one seed with the interpreter and with compiled rules, and compares every question and every answer."""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.study.sameness import EngineDifference, Setting, compare_engines, engines_with


def differing(rules: model.Rules, seats: int, seeds: range, is_fast: bool = False) -> list[EngineDifference]:
    """Return the seeds on which the engines part, with what each of them made of it."""
    lots = compare_engines(rules, Setting({}, seats), seeds.start, len(seeds), len(seeds), engines_with(is_fast))
    return [one for _, _, differences in lots for one in differences]
