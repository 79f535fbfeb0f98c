"""Interpreter and generated source play the same games: every question, every answer, winner, reason and length."""

from __future__ import annotations

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.games import Games
from cc_dsl.compiler.source import playing
from tests.differential.engines import differing

TOLLS = "tests/games/tolls"


def alternatives(edition: str) -> list[tuple[str, str]]:
    """Give each reading of an edition that is not the default."""
    doubts = pipeline.load(edition).rules.doubts.values()
    return [(doubt.name, name) for doubt in doubts for name, _ in doubt.alternatives if name != doubt.default]


@pytest.mark.parametrize(
    ("edition", "seats", "count"), [("1862", 2, 150), *[("1860", seats, 30) for seats in range(2, 9)], (TOLLS, 3, 100)]
)
def test_games_are_the_same(edition: str, seats: int, count: int) -> None:
    """With the default readings, for every number of players."""
    assert differing(pipeline.load(edition).rules, seats, range(count)) == []


@pytest.mark.parametrize(("doubt", "chosen"), alternatives("1862"))
def test_games_are_the_same_under_every_reading_of_1862(doubt: str, chosen: str) -> None:
    """Each alternative of each doubt is compiled, and means the same."""
    assert differing(pipeline.load("1862", {doubt: chosen}).rules, 2, range(1000, 1012)) == []


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("doubt", "chosen"), alternatives("1860"))
def test_games_are_the_same_under_every_reading_of_1860(doubt: str, chosen: str, seats: int) -> None:
    """Each alternative of each doubt is compiled, and means the same."""
    assert differing(pipeline.load("1860", {doubt: chosen}).rules, seats, range(2000, 2008)) == []


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize(("edition", "seats"), [("1862", 2), ("1860", 2), ("1860", 3), (TOLLS, 3)])
def test_numba_plays_the_same_games(edition: str, seats: int) -> None:
    """Machine code gives what the interpreter gives; the extra `fast` must be there."""
    assert differing(pipeline.load(edition).rules, seats, range(200), is_fast=True) == []


@pytest.mark.parametrize("is_fast", [False, True])
def test_the_same_rules_give_the_same_bytes(is_fast: bool) -> None:
    """Nothing in generated source depends on chance, time, or the order of a set."""
    rules = pipeline.load("1860").rules
    assert playing(rules, 5, is_fast).text == playing(rules, 5, is_fast).text


def test_each_statement_carries_its_clause() -> None:
    """Every act of the rules that is compiled stands under the clause that it encodes."""
    text = playing(pipeline.load("1862").rules, 2).text
    for line in ("# I.3: 1 card in the pack goes to the Lead.", "# VI.1: his trick-count grows by 1."):
        assert line in text


def test_traced_and_untraced_games_end_alike() -> None:
    """What compares decisions changes none."""
    rules = pipeline.load("1862").rules
    traced, plain = Games(rules, is_traced=True), Games(rules)
    assert [traced.trace(seed)[0] for seed in range(30)] == [*plain.play_many(0, 30)]
