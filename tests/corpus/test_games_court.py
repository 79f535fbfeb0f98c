"""Whole games of Court! beside an independent referee: every choice offered, every field, every season, every point."""

from __future__ import annotations

import random

import pytest

from cc_dsl import pipeline
from cc_dsl.interpreter.engine import Game
from cc_dsl.table.record import CHANCE, SHUFFLED
from tests.independent import court as referee

DOUBTS = {
    doubt.name: [alternative for alternative, _ in doubt.alternatives]
    for doubt in pipeline.load("court").rules.doubts.values()
}
SUITS = dict(zip(referee.SUITS, ("Hearts", "Diamonds", "Clubs", "Spades"), strict=True))


def lying(game: Game) -> dict[str, set[str]]:
    """Give the cards of each suit's field, as all see them."""
    codes = game.rules.pieces.codes
    view = game.view(None)
    return {
        sign: {codes[piece] for piece in view.pieces_in("field", of=name) if piece is not None}
        for sign, name in SUITS.items()
    }


def agree(game: Game, table: referee.Table) -> None:
    """Compare what lies on the field, who is aligned by which King, and the scores."""
    assert lying(game) == {sign: {*cards} for sign, cards in table.fields.items()}
    view = game.view(None)
    assert list(view.numbers["score"]) == table.scores
    assert [place.size for place in view.places if place.name == "heap"] == [len(table.heap)]
    assert [place.size for place in view.places if place.name == "deck"] == [len(table.deck)]
    assert list(view.held["liege"]) == table.kings


class Beside:
    """A game played at random, with the referee at its side."""

    def __init__(self, seats: int, chosen: dict[str, str], seed: int) -> None:
        """Begin both."""
        rules, problems = pipeline.load("court").resolve(chosen)
        assert rules is not None, problems
        self.game = Game(rules, seed=seed, seats=seats)
        self.table = referee.Table(seats, referee.readings(chosen))
        self.chance = random.Random(seed)
        self.known = 0
        self.compared = 0

    def answer(self, request: referee.Request) -> list[str]:
        """Answer what the referee asks from the game, playing it on if a player has to choose."""
        game = self.game
        if request.kind != "ask":
            given = game.answers[self.known]
            self.known += 1
            assert given.by == (SHUFFLED if request.kind == "shuffle" else CHANCE)
            words = given.words.split()[::-1]  # a record tells the pack from the bottom
            assert {*words} <= {*request.options}
            assert len(words) == (len(request.options) if request.kind == "shuffle" else 1)
            return words
        assert game.player == request.player
        moves = {move.text: move.answer for move in game.moves()}
        assert moves.keys() == {*request.options}
        agree(game, self.table)
        word = self.chance.choice(sorted(moves))
        self.known += 1
        self.compared += 1
        game.play(moves[word])
        return [word]

    def run(self) -> int:
        """Play to the end, and compare how it ends; give how many choices were compared."""
        course = referee.play(self.table)
        request = next(course)
        while True:
            try:
                request = course.send(self.answer(request))
            except StopIteration as over:
                result: referee.Result = over.value
                break
        assert self.game.outcome is not None
        assert self.game.outcome.winner == result.winner
        assert list(self.game.view(None).numbers["score"]) == result.scores
        assert self.game.view(None).numbers["season-count"] == len(result.winners)
        return self.compared


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_referee_agrees_by_default(seats: int) -> None:
    """Choices, field, Kings and scores are those of the referee, for every number of players."""
    for seed in range(8):
        assert Beside(seats, {}, seed).run() >= 36  # three seasons of twelve choices


@pytest.mark.parametrize(
    ("name", "answer"), [(name, answer) for name, answers in DOUBTS.items() for answer in answers[1:]], ids=str
)
def test_referee_agrees_under_every_reading(name: str, answer: str) -> None:
    """So they are under each reading."""
    for seats in (3, 4, 5):
        Beside(seats, {name: answer}, seats).run()


@pytest.mark.parametrize("place", range(30))
def test_referee_agrees_under_mixtures(place: int) -> None:
    """So they are under several readings at once."""
    chance = random.Random(place)
    chosen = {name: chance.choice(answers) for name, answers in DOUBTS.items()}
    Beside(chance.randint(3, 5), chosen, place).run()
