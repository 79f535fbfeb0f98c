"""A player at random who takes several cards takes each set of so many equally often, in every engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb
from typing import NamedTuple

import numpy as np
import pytest

from cc_dsl import pipeline
from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.codegen import native, runtime
from cc_dsl.compiler.games import CompiledGames
from cc_dsl.compiler.steps import Steps
from cc_dsl.engine.game import Game, random_chooser
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.table.chance import MASK, Chance
from tests.definition import play as definition
from tests.definition.position import Choosing, Drawing, Shuffling
from tests.playing import play_on
from tests.stepping import drawn, is_over, legal, picks_left
from tests.unit.compiler.test_chance import bound_of_chi_square, chi_square


class Pick(NamedTuple):
    """One of several picks: the options, how many are left to be picked, and the answer."""

    options: list[int]
    left: int
    answer: int


Picks = Callable[[model.Rules, int], Iterator[Pick]]
"""Plays the game of a seed at random, and gives its answers."""


def by_interpreter(rules: model.Rules, seed: int) -> Iterator[Pick]:
    """Play as `playout` does."""
    made, answers, found = runtime_of(rules), random_chooser(Chance(seed).branch(0)), list[Pick]()

    def choose(player: int, options: list[int], left: int = 1) -> int:
        found.append(Pick(options, left, answers(player, options, left)))
        return found[-1].answer

    state = made.new_state()
    state.chance = ChanceSource(Chance(seed))
    play_on(made, state, choose, begin=True)
    yield from found


def by_player(rules: model.Rules, seed: int) -> Iterator[Pick]:
    """Let computer players play at a table."""
    game = Game(rules, seed=seed)
    players = computers(["random"] * 2, seed)
    while game.player is not None:
        pick = Pick(game.options, game.left, players[game.player].choose(Seat(game, game.player)))
        game.play(pick.answer)
        yield pick


def by_definition(rules: model.Rules, seed: int) -> Iterator[Pick]:
    chance, source, game = Chance(seed).branch(0), ChanceSource(Chance(seed)), definition.Game(rules)
    while game.question is not None:
        match game.question:
            case Choosing(_, options, _, left):
                pick = Pick(options, left, options[chance.least_of_some(len(options), left)])
                yield pick
                game.answer(pick.answer)
            case Shuffling(pieces):
                game.answer(source.shuffled(pieces))
            case Drawing(pieces, count, weights):
                game.answer(source.picked(pieces, count, weights=weights))


def by_steps(is_fast: bool) -> Picks:
    """Return what plays with compiled code, which stops at every question."""
    made: dict[str, Steps] = {}

    def played(rules: model.Rules, seed: int) -> Iterator[Pick]:
        if rules.digest not in made:
            made[rules.digest] = Steps(rules, 2, is_fast)
        steps = made[rules.digest]
        position, chance = steps.begin(seed), Chance(seed).branch(0)
        while not is_over(position):
            pick = Pick(legal(position), picks_left(position), drawn(position, chance))
            position.step(pick.answer)
            yield pick

    return played


ENGINES: dict[str, tuple[Picks, int]] = {
    "interpreter": (by_interpreter, 120),
    "players": (by_player, 60),
    "definition": (by_definition, 20),
    "Python": (by_steps(False), 120),
    "Numba": (by_steps(True), 120),
}
"""Each engine, and how many games of it are looked at."""


def takings(picks: Iterator[Pick]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield how many things there were each time that several were picked, and the places of those that were."""
    places: list[int] = []
    count = left = 0
    for pick in picks:
        if not left:
            places, left, count = [], pick.left, len(pick.options) + pick.left - 1
        assert pick.left == left
        assert len(pick.options) == count - (places[-1] + 1 if places else 0) - left + 1
        places.append((places[-1] + 1 if places else 0) + pick.options.index(pick.answer))
        left -= 1
        if not left:
            yield count, tuple(places)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_set_of_the_cards_on_the_table_is_taken_equally_often(engine: str) -> None:
    """Who takes three of seven cards in 1862 takes any three with the probability 1/35; so with other numbers."""
    play, games = ENGINES[engine]
    rules = pipeline.load("1862").rules
    counts: dict[int, Counter[tuple[int, ...]]] = {}
    for seed in range(games):
        for count, places in takings(play(rules, seed)):
            if count == 7 and len(places) > 1:
                counts.setdefault(len(places), Counter())[places] += 1
    often = {number for number in counts if counts[number].total() >= 5 * comb(7, number)}
    assert {2, 3} <= often
    found = sum(chi_square(counts[number], comb(7, number)) for number in often)
    assert found < bound_of_chi_square(sum(comb(7, number) - 1 for number in often))


@pytest.mark.parametrize("is_fast", [False, True])
def test_whole_games_are_those_that_stop_at_every_question(is_fast: bool) -> None:
    """Compiled code that plays whole games takes the same cards, so that its games are as long."""
    rules = pipeline.load("1862").rules
    for seed, end in enumerate(CompiledGames(rules, 2, is_fast).play_many(0, 40)):
        assert end.moves == sum(1 for _ in by_interpreter(rules, seed))


def test_all_engines_draw_the_same_place() -> None:
    """Of few things and of many, of one and of several, and with the same number of random words."""
    for seed in range(300):
        for things in (1, 2, 5, 7, 8, 13, 52):
            left = 1 + seed % things
            chance = Chance(seed)
            place = chance.least_of_some(things - left + 1, left)
            after = Chance(seed, chance.drawn).bits(chance.drawn)
            at, found = runtime.least_of_some(seed, things - left + 1, left)
            assert (found, Chance(at).bits(0)) == (place, after)
            fast, number = native.least_of_some(np.uint64(seed), things - left + 1, left)
            assert (int(number), Chance(int(fast) & MASK).bits(0)) == (place, after)
            if left > 1:
                words: list[object] = []
                _, ahead = runtime.least_ahead(words, seed, things - left + 1, left)
                assert ahead == place


@pytest.mark.parametrize(("things", "number"), [(2, 1), (5, 2), (7, 3), (7, 7), (8, 4), (10, 3), (12, 2)])
def test_sets_are_drawn_evenly(things: int, number: int) -> None:
    """One place after another, each set comes equally often, of few things as of many."""
    chance, counts = Chance(things * number), Counter[tuple[int, ...]]()
    for _ in range(50 * comb(things, number)):
        places: list[int] = []
        for left in range(number, 0, -1):
            first = places[-1] + 1 if places else 0
            places.append(first + chance.least_of_some(things - first - left + 1, left))
        counts[tuple(places)] += 1
    assert len(counts) == comb(things, number)
    assert chi_square(counts, comb(things, number)) < bound_of_chi_square(max(comb(things, number) - 1, 1))
