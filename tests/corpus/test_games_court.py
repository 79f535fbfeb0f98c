"""Whole games of Court! beside an independent referee: every choice offered, every field, every season, every point."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.table.record import CHANCE, SHUFFLED, Given
from tests.daily import each_once, some
from tests.independent import court as referee

DOUBTS = {
    doubt.name: [alternative for alternative, _ in doubt.alternatives]
    for doubt in pipeline.load("court").rules.doubts.values()
}
SUITS = dict(zip(referee.SUITS, ("Hearts", "Diamonds", "Clubs", "Spades"), strict=True))


def lying(game: Game) -> dict[str, set[str]]:
    """Return the cards of each suit's field, as all see them."""
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

    def __init__(self, seats: int, chosen: dict[str, str], seed: int, packs: Sequence[Sequence[str]] = ()) -> None:
        """Begin both, with the first packs as they are dealt, if some are given; face cards are then held back."""
        rules = pipeline.load("court", chosen).rules
        dealt = [Given(SHUFFLED, " ".join(pack[::-1])) for pack in packs]  # a record tells the pack from the bottom
        self.game = Game(rules, seed=seed, seats=seats, answers=dealt)
        self.is_shy = bool(packs)
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
        plain = [move for move in moves if move[0] not in "KQJ" or len(move) > 3]
        word = self.chance.choice(sorted(plain if self.is_shy and plain else moves))
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


def barren() -> list[str]:
    """Return a pack for five players in which no suit can win if they hold their face cards back.

    Each is dealt two at most; the Joker of the first pitch goes to Clubs, the only suit with a face card on the field.
    """
    faces = [rank + suit for suit in "HDS" for rank in "KQJ"] + ["QC"]
    numbers = [rank + suit for suit in "HDSC" for rank in ("10", *"98765432A") if rank + suit != "2C"]
    clubs = numbers.pop()
    return [*faces, *numbers[:5], "BJ", clubs, "JC", *numbers[5:], "RJ"]


@pytest.mark.parametrize("runs_out", DOUBTS["deck-runs-out"])
@pytest.mark.parametrize("no_contender", DOUBTS["no-contender"])
def test_referee_agrees_where_no_suit_can_win(runs_out: str, no_contender: str) -> None:
    """Cards are pitched till there are none, or not at all; nobody scores, and nothing stays on the field."""
    chosen = {"deck-runs-out": runs_out, "no-contender": no_contender}
    beside = Beside(5, chosen, 5, [referee.PACK, barren()])
    beside.run()
    assert beside.table.winners[0] is None


@pytest.mark.parametrize(("seed", "seats"), each_once([(seed,) for seed in range(6)], (3, 4, 5)))
def test_referee_agrees_by_default(seed: int, seats: int) -> None:
    """Choices, field, Kings and scores are those of the referee, for every number of players."""
    assert Beside(seats, {}, seed).run() >= 36  # three seasons of twelve choices


@pytest.mark.parametrize(
    ("name", "answer", "seats"),
    each_once([(name, answer) for name, answers in DOUBTS.items() for answer in answers[1:]], (3, 4, 5)),
)
def test_referee_agrees_under_every_reading(name: str, answer: str, seats: int) -> None:
    Beside(seats, {name: answer}, seats).run()


@pytest.mark.parametrize("place", some(range(30), 8))
def test_referee_agrees_under_mixtures(place: int) -> None:
    """So they are under several readings at once."""
    chance = random.Random(place)
    chosen = {name: chance.choice(answers) for name, answers in DOUBTS.items()}
    Beside(chance.randint(3, 5), chosen, place).run()


COURTLY = "JH QH 3S KH 7C RJ 8C QD 9C 2S 4S 5S 2D 3C 4C 6S 7S 8S 3D 4D 5C 9S 10S 6C"
"""A pack for three players: to each his three cards in turn, three pitched; three drawn and three pitched, twice."""


@pytest.mark.parametrize(("answer", "sworn"), [("as-it-comes", "KH"), ("whenever-it-is-active", None)])
def test_full_court_that_a_Queen_breaks(answer: str, sworn: str | None) -> None:
    """C7.1: the Joker came while the full court held it back; it is active when the Jack of Hearts is taken off."""
    pack = COURTLY.split()
    pack += [card for card in referee.PACK if card not in {*pack, "KC", "2C"}]
    rules = pipeline.load("court", {"Joker-made-active": answer}).rules
    dealt = [Given(SHUFFLED, " ".join(referee.PACK)), Given(SHUFFLED, " ".join(reversed(pack)))]
    game = Game(rules, seed=1, seats=3, answers=dealt)
    for word in ("JH", "QH", "spare", "3S", "KH", "7C", "RJ", "Hearts", "8C", "QD"):
        assert game.view(None).held["liege"][0] == (None if word in ("JH", "QH", "spare", "3S", "KH") else "KH")
        game.play(game.find_move(word).answer)  # type: ignore[union-attr]
    for word in ("discard", "JH"):
        game.play(game.find_move(word).answer)  # type: ignore[union-attr]
    assert lying(game)["H"] == {"KH", "QH", "RJ"}
    assert game.view(None).held["liege"][0] == sworn
