"""A patience whose stock is turned over: its chances are published, and counted by a program of their own."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, variance
from typing import Any, NamedTuple

import pytest

import cc_dsl

FOLDER = Path(__file__).parent / "hit-or-miss"
GAMES = 3_000
FRUSTRATION = 0.01623272746719463674
"""The chance that no card of a pack is turned up when its rank is called (Doyle, Grinstead and Snell 1994)."""


class Came(NamedTuple):
    """What came of a game: the hits of the first round, the rounds, and the hits of all."""

    first: int
    rounds: int
    hits: int


def laid(chance: random.Random) -> Came:
    """Play a game with a pack of numbers: a program of its own, by what the books say of the game."""
    stock = [rank for rank in range(13) for _ in range(4)]
    chance.shuffle(stock)
    called, first, rounds, dry = 0, 0, 0, 0
    while stock and dry < 2:
        waste: list[int] = []
        for rank in stock:
            if rank != called % 13:
                waste.append(rank)
            called += 1
        rounds += 1
        hits = len(stock) - len(waste)
        first = hits if rounds == 1 else first
        dry = 0 if hits else dry + 1
        stock = waste  # turned over, the first card of the waste is on top again
    return Came(first, rounds, 52 - len(stock))


@pytest.fixture(scope="module")
def games() -> list[Came]:
    """Return many games by the rules."""
    rows: Any = cc_dsl.load(str(FOLDER)).study(games=GAMES, seed=1).games
    return [Came(row["first"], row["rounds"], row["hits"]) for row in rows]


def test_first_round_is_as_the_books_say(games: list[Came]) -> None:
    """Four cards are hit on average, and none as often as was published; within four standard errors."""
    none = sum(game.first == 0 for game in games) / GAMES
    assert abs(none - FRUSTRATION) < 4 * (FRUSTRATION * (1 - FRUSTRATION) / GAMES) ** 0.5
    hits = [game.first for game in games]
    assert abs(fmean(hits) - 4) < 4 * (variance(hits) / GAMES) ** 0.5


@pytest.mark.parametrize("measure", [lambda one: one.rounds, lambda one: one.hits, lambda one: one.hits == 52])
def test_turned_stock_is_that_of_a_program_of_its_own(games: list[Came], measure: Callable[[Came], int]) -> None:
    """The waste keeps its order when it is turned over; else there would be other numbers of rounds and hits."""
    chance = random.Random(5)
    ours, theirs = [measure(one) for one in games], [measure(laid(chance)) for _ in range(GAMES)]
    assert abs(fmean(ours) - fmean(theirs)) < 4 * ((variance(ours) + variance(theirs)) / GAMES) ** 0.5
