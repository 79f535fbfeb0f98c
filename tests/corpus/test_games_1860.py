"""Whole games of 1860 beside an independent referee: every choice offered, every card won, every score."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.table.record import SHUFFLED
from tests.daily import each_once, some
from tests.independent import court_circular_1860 as independent
from tests.independent import referee_1860 as referee

DOUBTS = {
    doubt.name: [alternative for alternative, _ in doubt.alternatives]
    for doubt in pipeline.load("1860").rules.doubts.values()
}
NOT_HERE = {"equal-cuts", "which-is-last", "several-at-Game", "dealer-of-many"}
"""What the referee knows by default only, or (who deals) not at all."""
KNOWN = [name for name in DOUBTS if name not in NOT_HERE]


def parted(chosen: dict[str, str]) -> tuple[independent.Readings, referee.Conduct]:
    """Return the readings of a trick and those of the course of a game."""
    fields = {*independent.Readings._fields}
    trick = {name: answer for name, answer in chosen.items() if name.lower().replace("-", "_") in fields}
    course = {name: answer for name, answer in chosen.items() if name not in trick}
    return independent.readings(trick), referee.conduct(course)


def won(game: Game) -> list[set[tuple[str, bool]]]:
    """Return the cards in the stores, each with whether it lies face upwards, as all may then see it."""
    names = game.rules.pieces.codes
    (store,) = (place for place in game.rules.places if place.name == "store")
    places: Any = game.snapshot()[0]
    seen = {piece for place in game.view(None).places if place.name == "store" for piece in place.pieces}
    return [{(names[piece], piece in seen) for piece in places[store.base + seat]} for seat in range(game.seats)]


def beside(seats: int, chosen: dict[str, str], seed: int) -> int:
    """Play a game at random, the referee following; give how many choices were compared."""
    rules = pipeline.load("1860", chosen).rules
    game = Game(rules, seed=seed, seats=seats)
    match = referee.Match(seats, *parted({name: rules.doubts[name].chosen for name in KNOWN}))
    chance = random.Random(seed)
    known = 0
    compared = 0
    while True:
        shuffles = game.answers[known:]
        known = len(game.answers)
        for given in shuffles:
            if given.by == SHUFFLED:
                match.shuffle(given.words.split()[::-1])  # a record tells the pack from the bottom
        if game.is_over:
            break
        assert match.pack is not None
        pack = match.pack
        assert game.player == pack.turn
        assert won(game) == [{*store} for store in pack.stores]
        assert list(game.view(None).numbers["score"]) == match.scores
        moves = {move.text: move.answer for move in game.moves()}
        if "resign" in moves:
            assert moves.keys() == {"resign", "play-on"}
            assert referee.RESIGN in pack.options()
            word = chance.choice(["resign", "play-on", "play-on", "play-on"])
            game.play(moves[word])
            known += 1
            if word == "resign":
                match.give(referee.RESIGN)
                compared += 1
                continue
            moves = {move.text: move.answer for move in game.moves()}
        else:
            assert referee.RESIGN not in pack.options()
        assert moves.keys() == pack.options() - {referee.RESIGN}
        word = chance.choice(sorted(moves))
        known += 1
        match.give(word)
        game.play(moves[word])
        compared += 1
    assert game.outcome is not None
    assert game.outcome.winner == match.winner
    assert list(game.view(None).numbers["score"]) == match.scores
    return compared


@pytest.mark.parametrize("seats", range(2, 9))
def test_referee_agrees_by_default(seats: int) -> None:
    """Choices, stores, scores and winner are those of the referee, for every number of players."""
    assert beside(seats, {}, seats) > 20


@pytest.mark.parametrize(
    ("name", "answer", "seats"),
    each_once([(name, answer) for name in KNOWN for answer in DOUBTS[name][1:]], (2, 3, 7)),
)
def test_referee_agrees_under_every_reading(name: str, answer: str, seats: int) -> None:
    beside(seats, {name: answer}, seats)


@pytest.mark.parametrize("place", some(range(25), 6))
def test_referee_agrees_under_mixtures(place: int) -> None:
    """So they are under several readings at once."""
    chance = random.Random(place)
    chosen = {name: chance.choice(DOUBTS[name]) for name in KNOWN}
    beside(chance.randint(2, 8), chosen, place)
