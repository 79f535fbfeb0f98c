"""A random player who takes several cards takes each set of that size equally often, in every engine.

All other engines give the answers of the interpreter (`test_sameness.py`), except the players at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb
from typing import NamedTuple

import numpy as np
import pytest

from cc_dsl import pipeline
from cc_dsl.codegen import native, runtime
from cc_dsl.engine.game import Game
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.table.chance import MASK, Chance
from tests.playing import playout, random_chooser
from tests.unit.compiler.test_chance import bound_of_chi_square, chi_square


class Pick(NamedTuple):
    """One of several picks: the options, the number of picks left, and the answer."""

    options: list[int]
    left: int
    answer: int


def by_interpreter(rules: model.Rules, seed: int) -> list[Pick]:
    """Return the picks of a random game by `playout`."""
    answers, picks = random_chooser(Chance(seed).branch(0)), list[Pick]()

    def choose(player: int, options: list[int], left: int = 1) -> int:
        picks.append(Pick([*options], left, answers(player, options, left)))
        return picks[-1].answer

    playout(rules, seed, choose)
    return picks


def by_player(rules: model.Rules, seed: int) -> list[Pick]:
    """Return the picks of a game between random computer players."""
    game, picks = Game(rules, seed=seed), list[Pick]()
    players = computers(["random"] * 2, seed)
    while game.player is not None:
        picks.append(Pick(game.options, game.picks_left, players[game.player].choose(Seat(game, game.player))))
        game.play(picks[-1].answer)
    return picks


def takings(picks: list[Pick]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield, for each choice of several things, the number of things and the places of those that are picked."""
    places: list[int] = []
    count = left = 0
    for pick in picks:
        if not left:
            places, left, count = [], pick.left, len(pick.options) + pick.left - 1
        assert pick.left == left
        first = places[-1] + 1 if places else 0
        assert len(pick.options) == count - first - left + 1
        places.append(first + pick.options.index(pick.answer))
        left -= 1
        if not left:
            yield count, tuple(places)


@pytest.mark.parametrize(("play", "games"), [(by_interpreter, 120), (by_player, 60)])
def test_every_set_of_the_cards_on_the_table_is_taken_equally_often(
    play: Callable[[model.Rules, int], list[Pick]], games: int
) -> None:
    """A choice of three of seven cards in 1862 takes each three with probability 1/35; likewise for other numbers."""
    rules, counts = pipeline.load("1862").rules, dict[int, Counter[tuple[int, ...]]]()
    for seed in range(games):
        for count, places in takings(play(rules, seed)):
            if count == 7 and len(places) > 1:
                counts.setdefault(len(places), Counter())[places] += 1
    often = {number for number in counts if counts[number].total() >= 5 * comb(7, number)}
    assert {2, 3} <= often
    distance = sum(chi_square(counts[number], comb(7, number)) for number in often)
    assert distance < bound_of_chi_square(sum(comb(7, number) - 1 for number in often))


def test_all_engines_draw_the_same_place() -> None:
    for seed in range(300):
        for things in (1, 2, 5, 7, 8, 13, 52):
            left = 1 + seed % things
            chance = Chance(seed)
            place = chance.least_of_some(things - left + 1, left)
            after = Chance(seed, chance.drawn).word()
            at, in_python = runtime.least_of_some(seed, things - left + 1, left)
            assert (in_python, Chance(at).word()) == (place, after)
            fast, number = native.least_of_some(np.uint64(seed), things - left + 1, left)
            assert (int(number), Chance(int(fast) & MASK).word()) == (place, after)
            if left > 1:
                words: list[object] = []
                _, ahead = runtime.least_ahead(words, seed, things - left + 1, left)
                assert ahead == place
