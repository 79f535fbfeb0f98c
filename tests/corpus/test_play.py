"""Whole games of every edition: each reading plays to the end, alone and together with others, and no piece is lost."""

from __future__ import annotations

import random

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.engine.game import Game
from cc_dsl.rules.model import Rules
from cc_dsl.table.chance import Chance
from tests.playing import playout
from tests.readings import alternatives, mixtures

NAMES = resources.edition_names()
WATCHED = {name for name in NAMES if "observe, at most" in pipeline.load(name).source.text}
"""Where the world answers."""
ANSWERS = 200
GAMES = 12
"""The seeds of the games: alternatives take them in turn, and with them the numbers of players."""
SOON = {"castle-croquet-1863": 28, "castle-croquet-1866": 101, "croquet-castles-1863": 46}
"""Seeds whose games, where the world answers, are soon over; of another edition the first is played."""
ALTERNATIVES = [
    (name, *alternative, number % GAMES)
    for name in NAMES
    for number, alternative in enumerate(alternatives(pipeline.load(name).rules))
]


def seats(rules: Rules, seed: int) -> int:
    """Return each number of players that the rules are for in its turn."""
    least, most = rules.seats
    return least + seed % (most - least + 1)


def end(rules: Rules, seed: int) -> str:
    """Play a game at random, and give how it ended.

    Where the world answers it knows no aim, and games are long: one is played as far as some hundred answers go.
    """
    if rules.name not in WATCHED:
        return playout(rules, seed, seats=seats(rules, seed)).reason
    game = Game(rules, seed=seed, seats=seats(rules, seed))
    below = Chance(seed).below
    for _ in range(ANSWERS):
        if game.outcome is not None:
            return game.outcome.reason
        options = game.options
        game.play(game.menu.draw(options, below) if game.is_observing else options[below(len(options))])
    return "unfinished"


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "doubt", "alternative", "seed"), ALTERNATIVES)
def test_every_alternative_plays_a_whole_game(name: str, doubt: str, alternative: str, seed: int) -> None:
    """Its games end, and prove no belief false."""
    rules = pipeline.load(name, {doubt: alternative}).rules
    assert end(rules, seed) in {"won", "nobody", *(["unfinished"] if name in WATCHED else [])}


@pytest.mark.parametrize("name", sorted(WATCHED))
def test_games_end_where_the_world_answers(name: str) -> None:
    rules = pipeline.load(name).rules
    assert playout(rules, SOON.get(name, 1), seats=rules.seats[0]).reason == "won"


@pytest.mark.parametrize("name", NAMES)
def test_readings_hold_together(name: str) -> None:
    """Each alternative is in one of the sets; by day no other test plays those of Lanrick to the end."""
    edition = pipeline.load(name)
    for seed, choices in enumerate(mixtures(edition.rules)):
        rules, problems = edition.resolve(choices)
        assert rules is not None
        assert problems == []
        allowed = {"won", "nobody", *(["unfinished"] if name in WATCHED else [])}
        assert end(rules, seed) in allowed, choices


def _places(game: Game) -> tuple[tuple[int, ...], ...]:
    places = game.snapshot()[0]
    assert isinstance(places, tuple)
    return places


@pytest.mark.parametrize("name", NAMES)
def test_each_piece_is_in_one_place_always(name: str) -> None:
    rules = pipeline.load(name).rules
    for seed in range(2):
        game = Game(rules, seed=seed, seats=seats(rules, seed))
        chance = random.Random(seed)
        while not game.is_over and not (name in WATCHED and game.count > ANSWERS):
            lying = [piece for place in _places(game) for piece in place]
            assert sorted(lying) == list(range(len(rules.pieces.names)))
            game.play(chance.choice(game.options))
