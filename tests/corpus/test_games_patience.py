"""Whole games of the Patience beside an independent one: every choice, the row, the score, in every variant."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.table.record import SHUFFLED, Given
from tests.daily import each_once, some
from tests.independent import patience as referee

DOUBTS = {
    doubt.name: [alternative for alternative, _ in doubt.alternatives]
    for doubt in pipeline.load("patience").rules.doubts.values()
}
SPOTS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
EVEN = [rank + suit for suit in "CDS" for rank in ("2", "4", "6", "8", "10", "Q")]
STUCK = [*EVEN[:6], "AC", *EVEN[6:]]
STUCK += [card for card in referee.PACK if card not in STUCK]
"""A pack in which no Line can be formed for twelve turns, as it is dealt."""


def row(game: Game) -> list[str | None]:
    """Return the row as it lies, with None for a vacant place."""
    view, codes = game.view(None), game.rules.pieces.codes
    beds = [view.pieces_in("bed", of=spot) for spot in SPOTS]
    return [codes[bed[0]] if bed and bed[0] is not None else None for bed in beds]


def option(text: str) -> Any:
    """Read what the game offers as the referee writes it: a Line, a card or a word."""
    kind, *cards = text.split()
    return (kind.lower(), frozenset(cards)) if cards else text


class Beside:
    """A game played at random, with the referee at its side."""

    def __init__(self, chosen: dict[str, str], seed: int, pack: Sequence[str] = ()) -> None:
        """Begin both, with a pack as it is dealt, if one is given."""
        rules = pipeline.load("patience", chosen).rules
        dealt = [Given(SHUFFLED, " ".join(pack[::-1]))] if pack else []
        self.game = Game(rules, seed=seed, answers=dealt)
        self.table = referee.Table(referee.readings(chosen))
        self.chance = random.Random(seed)
        self.is_stuck = bool(pack)
        self.known = 0
        self.compared = 0

    def answer(self, request: referee.Request) -> Any:
        """Answer what the referee asks from the game, playing it on if the player has to choose."""
        game, table = self.game, self.table
        if request.kind == "shuffle":
            given = game.answers[self.known]
            self.known += 1
            assert given.by == SHUFFLED
            words = given.words.split()[::-1]  # a record tells the pack from the bottom
            assert sorted(words) == sorted(request.options)
            return words
        moves = {option(game.words_of(answer)): answer for answer in game.options}
        assert moves.keys() == {*request.options}
        if "go-on" in moves:  # between turns all that was removed has been put away
            assert row(game) == table.row
            codes = game.rules.pieces.codes
            view = game.view(None)
            for name, expected in (("Lead", [table.lead]), ("store", table.store), ("heap", table.heap)):
                assert {codes[piece] for piece in view.pieces_in(name) if piece is not None} == {*expected}
        word = self.chance.choice(sorted(moves, key=str))
        if "go-on" in moves and (self.is_stuck or self.chance.random() < 0.9):
            word = "go-on"
        self.known += 1
        self.compared += 1
        game.play(moves[word])
        return word

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
        assert (self.game.outcome.winner == 0) == result.won
        assert row(self.game) == self.table.row
        rating = result.rating.replace(" ", "-")
        assert {key: str(told).lower().replace(" ", "-") for key, told in self.game.result.items()} == {
            "score": str(result.score),
            "rating": rating,
            "cards": str(self.table.counted),
        }
        return self.compared


@pytest.mark.parametrize(
    ("gathered", "ten_turns", "seed"),
    each_once([(one, other) for one in DOUBTS["gathered"] for other in DOUBTS["ten-turns"]], range(3)),
)
def test_referee_agrees_on_the_shuffle(gathered: str, ten_turns: str, seed: int) -> None:
    """After ten turns without a Line the player may shuffle; what is gathered, and what it costs, is as by hand."""
    beside = Beside({"gathered": gathered, "ten-turns": ten_turns}, seed, STUCK)
    beside.run()
    assert beside.table.has_shuffled


def test_referee_agrees_by_default() -> None:
    """Choices, row, piles and end are those of the referee."""
    for seed in range(4):
        assert Beside({}, seed).run() > 10


@pytest.mark.parametrize(
    ("name", "answer", "seed"),
    each_once([(name, answer) for name, answers in DOUBTS.items() for answer in answers[1:]], range(3)),
)
def test_referee_agrees_under_every_reading_and_variant(name: str, answer: str, seed: int) -> None:
    Beside({name: answer}, seed).run()


@pytest.mark.parametrize("place", some(range(30), 8))
def test_referee_agrees_under_mixtures(place: int) -> None:
    """So they are under several readings and variants at once."""
    chance = random.Random(place)
    chosen = {name: chance.choice(answers) for name, answers in DOUBTS.items()}
    Beside(chosen, place).run()
