"""A new game needs a rules file and no Python: games of the tests' own, played for every number of players."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.interpreter.engine import Game, playout

GAMES = sorted(path.parent for path in Path(__file__).parent.glob("*/game.rules"))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_it_plays_with_every_number_of_players(folder: Path) -> None:
    """Random games come to the end that the rules give, no bound is reached and nothing believed is false."""
    rules = pipeline.load(str(folder)).rules
    least, most = rules.seats
    for seats in range(least, most + 1):
        assert {playout(rules, seed, seats=seats).reason for seed in range(10)} <= {"won", "nobody"}, seats


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_with_reasons_it_is_the_same_game(folder: Path) -> None:
    """Asked for reasons, the interpreter gives the same answers to the same questions."""
    rules = pipeline.load(str(folder)).rules
    ends = []
    for reasons in (False, True):
        game = Game(rules, seed=3, reasons=reasons)
        chance = random.Random(3)
        while not game.is_over:
            game.play(chance.choice(game.options))
        ends.append((game.snapshot()[:3], game.outcome))
        assert bool(game.decisions) == reasons
    assert ends[0] == ends[1]
