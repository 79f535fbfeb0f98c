"""Exact counts over all deals, as they are kept: of these rules, and a part counted again."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.interpreter.judge import answer
from cc_dsl.study.documents import ExactDocument
from cc_dsl.study.exact import ANY, is_current, part, shelf
from cc_dsl.study.experiment import others_of

DEALS = 18_729_838_400
EDITIONS = [name for name in resources.edition_names() if "judge" in shelf(pipeline.load(name))]
AGAIN = "count again: circular count {} judge --answers --shelve"
SAMPLE = 400


@cache
def edition(name: str) -> pipeline.Edition:
    """Return an edition once."""
    return pipeline.load(name)


def kept(name: str) -> ExactDocument:
    """Return what is kept of the question who wins a trick."""
    return shelf(edition(name))["judge"]["found"]


@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_kept_is_of_these_rules(name: str) -> None:
    """Whoever changes a rules file counts again; every other answer is there, and each share is of all deals."""
    assert is_current(edition(name), "judge"), AGAIN.format(name)
    assert kept(name)["total"] == DEALS
    answers = {(one["doubt"], one["answer"]) for one in kept(name)["answers"]}
    assert answers == {(doubt, chosen) for doubt, chosen, _ in others_of(edition(name))}
    for one in kept(name)["answers"]:
        for counted in one["changed"].values():
            assert Fraction(counted["chance"]) == Fraction(counted["count"], DEALS)
            assert counted["count"] <= one["changed"][ANY]["count"]
    for counts in kept(name)["parts"].values():
        assert sum(one["count"] for one in counts) == DEALS


@pytest.mark.parametrize("name", EDITIONS)
def test_deals_by_lot_change_as_often_as_was_counted(name: str) -> None:
    """The interpreter judges some deals under every answer that changes any; none differs too often or too seldom."""
    rules, chance = edition(name).rules, random.Random(1862)
    codes = rules.pieces.codes
    changing = {(one["doubt"], one["answer"]): one["changed"][ANY]["count"] for one in kept(name)["answers"]}
    others = [(doubt, chosen, other) for doubt, chosen, other in others_of(edition(name)) if changing[doubt, chosen]]
    times = dict.fromkeys(changing, 0)
    for _ in range(SAMPLE):
        cards = chance.sample(codes, 7)
        given: dict[str, list[Any]] = {"lead": [cards[0]], "side": [cards[1:4], cards[4:]]}
        told = _counted(answer(rules, "judge", given).value)
        for doubt, chosen, other in others:
            times[doubt, chosen] += _counted(answer(other, "judge", given).value) != told
    for key, found in times.items():
        share = changing[key] / DEALS
        reach = 5 * (SAMPLE * share * (1 - share)) ** 0.5 + 3
        assert abs(found - SAMPLE * share) <= reach, key


def _counted(value: dict[str, Any]) -> dict[str, Any]:
    """Leave of an answer what is counted: of Lines their sorts."""
    lines = [line and line["kind"] for line in value["lines"]]
    return {**{key: one for key, one in value.items() if key in ("winner", "by", "takes")}, "lines": lines}


@pytest.mark.slow
def test_the_deals_of_one_Lead_are_counted_again() -> None:
    """Whether the Lead can be the best card: with one card as Lead, 1/52 of all deals, and no more than in all."""
    found = part(edition("1862"), "judge", "the-Lead-as-best", "Lead-too", (0,))
    whole = next(one for one in kept("1862")["answers"] if one["doubt"] == "the-Lead-as-best")
    assert found["total"] == DEALS // 52
    assert found["changed"][ANY]["count"] <= whole["changed"][ANY]["count"]
    assert found["changed"]["winner"]["count"] > 0
