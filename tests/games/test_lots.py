"""Chance with stated weights: hazard has the published odds, a race those of a Markov chain computed by hand."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import cc_dsl
from cc_dsl import pipeline
from cc_dsl.adapters.history import History, HistorySetting
from cc_dsl.engine.game import Game
from cc_dsl.rules.model import Rules

FOLDER = Path(__file__).parent
GAMES = 8_000
CASTER = {5: 1396 / 2835, 6: 6961 / 14256, 7: 244 / 495, 8: 6961 / 14256, 9: 1396 / 2835}
"""The chance of the caster for each main at hazard, as tables of odds give it; that of the main 7 is that of craps."""
LOTS = (1, 4, 6, 4, 1)
"""Of sixteen casts of four lots, how many show so many marks."""
ROSETTES, END = (4, 8, 14), 15


def within(share: float, chance: float, number: int) -> bool:
    """Return whether a share of so many games is within four standard errors of a chance."""
    return bool(abs(share - chance) < 4 * (chance * (1 - chance) / number) ** 0.5)


def test_the_caster_at_hazard_wins_as_often_as_the_books_say() -> None:
    """For each main that may be called the share of games won is the published one."""
    rows: Any = cc_dsl.load(str(FOLDER / "hazard")).study(games=GAMES, seed=1).games
    played = Counter(row["main"] for row in rows)
    won = Counter(row["main"] for row in rows if row["winner"] == 0)
    assert set(played) == set(CASTER)
    for main, chance in CASTER.items():
        assert within(won[main] / played[main], chance, played[main]), main


def turns() -> list[float]:
    """Return the chance that a man who runs alone is home in so many turns, from none on."""
    at, home = [1.0] + [0.0] * END, [0.0]
    while len(home) < 200:
        after = [0.0] * (END + 1)
        for place, chance in enumerate(at[:END]):
            for marks, ways in enumerate(LOTS):
                to = place + marks if place + marks <= END else place
                again = LOTS if to in ROSETTES else (16, 0, 0, 0, 0)
                for more, others in enumerate(again):
                    last = to + more if to + more <= END else to
                    after[last] += chance * ways / 16 * others / 16
        home.append(after[END])
        after[END] = 0.0
        at = after
    return home


def test_the_first_of_two_men_comes_home_first_as_often_as_a_chain_says() -> None:
    """The men do not hinder each other, so who is home first follows from how long one of them takes."""
    home = turns()
    assert abs(sum(home) - 1) < 1e-9
    first = sum(chance * sum(home[turn:]) for turn, chance in enumerate(home))
    rows: Any = cc_dsl.load(str(FOLDER / "four-lots")).study(games=GAMES, seed=2).games
    assert within(sum(row["winner"] == 0 for row in rows) / GAMES, first, GAMES)


def test_frameworks_are_told_how_likely_each_lot_is() -> None:
    history = History(HistorySetting(pipeline.load(str(FOLDER / "four-lots")).rules))
    assert [chance for _, chance in history.chances] == [ways / 16 for ways in LOTS]


@pytest.mark.parametrize("seed", range(3))
def test_stored_sets_are_shown(seed: int) -> None:
    game = Game(pipeline.load(str(FOLDER / "hazard")).rules, seed=seed)
    game.play(game.options[2])
    held = game.view(None).held
    assert (held["nick-set"], held["out-set"]) == ("t7, t11", "t2, t3, t12")


# A new game needs a rules file and no Python: these games are played with every number of players.


FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/game.rules"))
MOST_ANSWERS = 2_000
"""A game that goes on for longer is left there: one of these ends only after a million."""


def played(rules: Rules, seed: int, seats: int | None = None, reasons: bool = False) -> Game:
    """Play a game at random to its end, or as far as it is played here."""
    game = Game(rules, seed=seed, seats=seats, reasons=reasons)
    chance = random.Random(seed)
    while not game.is_over and game.count < MOST_ANSWERS:
        game.play(chance.choice(game.options))
    return game


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_it_plays_with_every_number_of_players(folder: Path) -> None:
    rules = pipeline.load(str(folder)).rules
    least, most = rules.seats
    for seats in range(least, most + 1):
        games = [played(rules, seed, seats) for seed in range(10)]
        assert {game.outcome.reason for game in games if game.outcome is not None} <= {"won", "nobody"}, seats
