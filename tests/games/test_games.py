"""A new game needs a rules file and no Python: games of the tests' own, played for every number of players."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.rules.model import Rules

GAMES = sorted(path.parent for path in Path(__file__).parent.glob("*/game.rules"))
MOST_ANSWERS = 2_000
"""A game that goes on for longer is left there: one of these ends only after a million."""


def played(rules: Rules, seed: int, seats: int | None = None, reasons: bool = False) -> Game:
    """Play a game at random to its end, or as far as it is played here."""
    game = Game(rules, seed=seed, seats=seats, reasons=reasons)
    chance = random.Random(seed)
    while not game.is_over and game.count < MOST_ANSWERS:
        game.play(chance.choice(game.options))
    return game


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_it_plays_with_every_number_of_players(folder: Path) -> None:
    """Random games come to the end that the rules give, no bound is reached and nothing believed is false."""
    rules = pipeline.load(str(folder)).rules
    least, most = rules.seats
    for seats in range(least, most + 1):
        games = [played(rules, seed, seats) for seed in range(10)]
        assert {game.outcome.reason for game in games if game.outcome is not None} <= {"won", "nobody"}, seats


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_with_reasons_it_is_the_same_game(folder: Path) -> None:
    """Asked for reasons, the interpreter gives the same answers to the same questions."""
    rules = pipeline.load(str(folder)).rules
    plain, reasoned = (played(rules, 3, reasons=reasons) for reasons in (False, True))
    assert (plain.snapshot()[:3], plain.outcome) == (reasoned.snapshot()[:3], reasoned.outcome)
    assert not plain.decisions
    assert reasoned.decisions
