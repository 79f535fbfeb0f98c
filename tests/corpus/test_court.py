"""Court! compared with an independent judge and referee: seasons scored by hand and at random, and whole games."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import answer
from cc_dsl.table.record import CHANCE, SHUFFLED, RecordedAnswer
from tests.daily import each_once, some
from tests.independent import court as independent
from tests.independent.following import named, play_to_the_end
from tests.readings import answers_of, rules_of

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "facts" / "seasons-court.json").read_text("utf-8"))
NAMES = [fact["name"] for fact in FACTS]
SCORING = ("two-Jokers", "losing-King", "King-under-a-Joker")
DOUBTS = answers_of("court")
rules_under = partial(rules_of, "court")
SUITS = dict(zip(independent.SUITS, ("Hearts", "Diamonds", "Clubs", "Spades"), strict=True))


# ---------------------------------------------------------------------------------------------- seasons


def by_judge(fact: dict[str, Any]) -> dict[str, Any]:
    players = [(suit, bool(by_king)) for suit, by_king in fact["players"]]
    given = named(independent.Readings(), fact["readings"])
    verdict = independent.judge(fact["field"], fact["turned"].split(), players, given)
    return {"winner": verdict.winner, "strengths": [*verdict.strengths.values()], "points": verdict.points}


def by_rules(fact: dict[str, Any]) -> dict[str, Any]:
    """Return what the rules say of the same field, the players being aligned as the fact has it."""
    given = {
        "field": [fact["field"][suit] for suit in independent.SUITS],
        "turned": [" ".join(card for card in fact["turned"].split() if card[-1] == suit) for suit in independent.SUITS],
        "aligned": ["" if by_king else SUITS.get(suit, "") for suit, by_king in fact["players"]],
        "king": [f"K{suit}" if by_king else "" for suit, by_king in fact["players"]],
    }
    told = answer(rules_under(*fact["readings"].items()), "judge", given).value
    return {**told, "winner": None if told["winner"] is None else told["winner"][0].upper()}


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_judge_and_rules_agree_with_the_hand(fact: dict[str, Any]) -> None:
    assert len({*NAMES}) == len(FACTS) >= 25
    by_hand = {key: fact[key] for key in ("winner", "strengths", "points")}
    assert by_hand == by_judge(fact) == by_rules(fact)


def season(chance: random.Random) -> dict[str, Any]:
    """Lay a season at random, Jokers and face cards being likelier than in play."""
    cards = [card for card in independent.PACK if chance.random() < (0.7 if card[0] in "KQJRB" else 0.4)]
    fields: dict[str, list[str]] = {suit: [] for suit in independent.SUITS}
    turned: list[str] = []
    for card in cards:
        where = chance.choice(independent.SUITS) if card in independent.JOKERS else card[-1]
        if card not in independent.JOKERS and len(turned) < 5 and chance.random() < 0.2:
            turned.append(card)
        else:
            fields[where].append(card)
    players = [[chance.choice([*independent.SUITS, None]), chance.randint(0, 1)] for _ in range(chance.randint(3, 5))]
    return {
        "field": {suit: " ".join(lying) for suit, lying in fields.items()},
        "turned": " ".join(turned),
        "players": [[suit, by_king if suit else 0] for suit, by_king in players],
    }


@pytest.mark.parametrize("place", some(range(8), 3))
def test_rules_agree_with_the_judge(place: int) -> None:
    chance = random.Random(place)
    chosen = {name: DOUBTS[name][place >> bit & 1] for bit, name in enumerate(SCORING)}
    for _ in range(150):
        fact = {**season(chance), "readings": chosen}
        assert by_rules(fact) == by_judge(fact), fact


# ------------------------------------------------------------------------------------------- whole games


def lying(game: Game, suit: str) -> set[str]:
    """Return the cards of a suit's field, as all see them."""
    codes, field = game.rules.pieces.codes, game.view(None).pieces_in("field", of=SUITS[suit])
    return {codes[piece] for piece in field if piece is not None}


def assert_same(game: Game, table: independent.Table) -> None:
    """Compare what lies on the field, who is aligned by which King, and the scores."""
    view = game.view(None)
    assert [lying(game, suit) for suit in SUITS] == [{*table.fields[suit]} for suit in SUITS]
    assert list(view.numbers["score"]) == table.scores
    assert [place.size for place in view.places if place.name == "heap"] == [len(table.heap)]
    assert [place.size for place in view.places if place.name == "deck"] == [len(table.deck)]
    assert list(view.held["liege"]) == table.kings


class Beside:
    """A game played at random, with the referee at its side."""

    def __init__(self, seats: int, chosen: dict[str, str], seed: int, packs: Sequence[Sequence[str]] = ()) -> None:
        """Begin both, with the first packs as they are dealt, if some are given; face cards are then held back."""
        dealt = [
            RecordedAnswer(SHUFFLED, " ".join(pack[::-1])) for pack in packs
        ]  # a record lists the pack from the bottom
        self.game = Game(rules_under(*chosen.items()), seed=seed, seats=seats, answers=dealt)
        self.table = independent.Table(seats, named(independent.Readings(), chosen))
        self.chance, self.is_shy = random.Random(seed), bool(packs)
        self.known = self.compared = 0

    def answer(self, request: independent.Request) -> list[str]:
        """Answer what the referee asks from the game, playing it on if a player has to choose."""
        game = self.game
        if request.kind != "ask":
            given = game.answers[self.known]
            self.known += 1
            assert given.by == (SHUFFLED if request.kind == "shuffle" else CHANCE)
            words = given.words.split()[::-1]
            assert {*words} <= {*request.options}
            assert len(words) == (len(request.options) if request.kind == "shuffle" else 1)
            return words
        assert game.player == request.player
        moves = {move.text: move.answer for move in game.moves()}
        assert moves.keys() == {*request.options}
        assert_same(game, self.table)
        plain = [move for move in moves if move[0] not in "KQJ" or len(move) > 3]
        word = self.chance.choice(sorted(plain if self.is_shy and plain else moves))
        self.known += 1
        self.compared += 1
        game.play(moves[word])
        return [word]

    def run(self) -> int:
        """Play to the end, and compare how it ends; give how many choices were compared."""
        result = play_to_the_end(independent.play(self.table), self.answer)
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
    beside = Beside(5, chosen, 5, [independent.PACK, barren()])
    beside.run()
    assert beside.table.winners[0] is None


@pytest.mark.parametrize(("seed", "seats"), each_once([(seed,) for seed in range(6)], (3, 4, 5)))
def test_referee_agrees_by_default(seed: int, seats: int) -> None:
    assert Beside(seats, {}, seed).run() >= 36  # three seasons of twelve choices


@pytest.mark.parametrize(
    ("name", "answer", "seats"),
    each_once([(name, answer) for name, answers in DOUBTS.items() for answer in answers[1:]], (3, 4, 5)),
)
def test_referee_agrees_under_every_reading(name: str, answer: str, seats: int) -> None:
    Beside(seats, {name: answer}, seats).run()


@pytest.mark.parametrize("place", some(range(30), 8))
def test_referee_agrees_under_mixtures(place: int) -> None:
    chance = random.Random(place)
    chosen = {name: chance.choice(answers) for name, answers in DOUBTS.items()}
    Beside(chance.randint(3, 5), chosen, place).run()
