"""Court Circular Patience compared with an independent judge and referee: tableaux, scores, games of all variants."""

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
from cc_dsl.table.record import SHUFFLED, RecordedAnswer
from tests.daily import each_once, some
from tests.independent import patience as independent
from tests.independent.following import named, play_to_the_end
from tests.readings import answers_of, rules_of

HERE = Path(__file__).parent / "facts"
FACTS: list[dict[str, Any]] = json.loads((HERE / "tableaux-patience.json").read_text("utf-8"))
SCORES: list[dict[str, Any]] = json.loads((HERE / "scores-patience.json").read_text("utf-8"))
NAMES = [fact["name"] for fact in FACTS]
OF_LINES = ("four-of-a-sort", "Aces-at-court", "Ace-in-Sequence", "Ace-with-Lead", "Lead-in-the-middle")
DOUBTS = answers_of("patience")
rules_under = partial(rules_of, "patience")
SPOTS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
EVEN = [rank + suit for suit in "CDS" for rank in ("2", "4", "6", "8", "10", "Q")]
STUCK = [*EVEN[:6], "AC", *EVEN[6:]]
STUCK += [card for card in independent.PACK if card not in STUCK]
"""A pack in which no Line can be formed for twelve turns, as it is dealt."""


# --------------------------------------------------------------------------------------------- tableaux


def once(found: list[independent.Line]) -> set[independent.Line]:
    """Return Lines that must stand there once each."""
    assert len({*found}) == len(found)
    return {*found}


def by_hand(fact: dict[str, Any]) -> set[independent.Line]:
    return once([(kind, frozenset(cards.split())) for kind, found in fact["lines"].items() for cards in found])


def by_judge(fact: dict[str, Any]) -> set[independent.Line]:
    return independent.lines(fact["tableau"].split(), fact["lead"], named(independent.Readings(), fact["readings"]))


def by_rules(fact: dict[str, Any]) -> set[independent.Line]:
    cards = fact["tableau"].split()
    given = {"lead": fact["lead"], "tableau": [*cards, *[""] * (9 - len(cards))]}
    (told,) = answer(rules_under(*fact["readings"].items()), "judge", given).value["lines"]
    return once([(line["kind"], frozenset(line["cards"])) for line in told])


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_judge_and_rules_agree_with_the_hand(fact: dict[str, Any]) -> None:
    assert len({*NAMES}) == len(FACTS) >= 25
    assert by_hand(fact) == by_judge(fact) == by_rules(fact)


@pytest.mark.parametrize("place", some(range(12), 4))
def test_rules_agree_with_the_judge(place: int) -> None:
    chance = random.Random(place)
    chosen = {name: chance.choice(DOUBTS[name]) for name in OF_LINES} if place else {}
    for _ in range(60):
        cards = chance.sample(independent.PACK, chance.randint(1, 10))
        fact = {"lead": cards[0], "tableau": " ".join(cards[1:]), "readings": chosen}
        assert by_rules(fact) == by_judge(fact), fact


@pytest.mark.parametrize("fact", SCORES, ids=lambda fact: str(fact["score"]))
def test_score_and_rating_agree_with_the_hand(fact: dict[str, Any]) -> None:
    bonuses = [kind for kind, count in fact["lines"].items() for _ in range(count)]
    score = independent.score(fact["collected"], bonuses, fact["resigned"], fact["shuffled"])
    assert (score, independent.rating(score)) == (fact["score"], fact["rating"])


# ------------------------------------------------------------------------------------------- whole games


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
        dealt = (
            [RecordedAnswer(SHUFFLED, " ".join(pack[::-1]))] if pack else []
        )  # a record lists the pack from the bottom
        self.game = Game(rules_under(*chosen.items()), seed=seed, answers=dealt)
        self.table = independent.Table(named(independent.Readings(), chosen))
        self.chance, self.is_stuck = random.Random(seed), bool(pack)
        self.known = self.compared = 0

    def answer(self, request: independent.Request) -> Any:
        """Answer what the referee asks from the game, playing it on if the player has to choose."""
        game, table = self.game, self.table
        if request.kind == "shuffle":
            given = game.answers[self.known]
            self.known += 1
            assert given.by == SHUFFLED
            words = given.words.split()[::-1]
            assert sorted(words) == sorted(request.options)
            return words
        moves = {option(game.words_of(answer)): answer for answer in game.options}
        assert moves.keys() == {*request.options}
        if "go-on" in moves:  # between turns, the rules have cleared away the removed cards
            assert row(game) == table.row
            codes, view = game.rules.pieces.codes, game.view(None)
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
        result = play_to_the_end(independent.play(self.table), self.answer)
        assert self.game.outcome is not None
        assert (self.game.outcome.winner == 0) == result.won
        assert row(self.game) == self.table.row
        told = {key: str(value).lower().replace(" ", "-") for key, value in self.game.result.items()}
        rating = result.rating.replace(" ", "-")
        assert told == {"score": str(result.score), "rating": rating, "cards": str(self.table.counted)}
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


@pytest.mark.parametrize("seed", range(4))
def test_referee_agrees_by_default(seed: int) -> None:
    assert Beside({}, seed).run() > 10


@pytest.mark.parametrize(
    ("name", "answer", "seed"),
    each_once([(name, answer) for name, answers in DOUBTS.items() for answer in answers[1:]], range(3)),
)
def test_referee_agrees_under_every_reading_and_variant(name: str, answer: str, seed: int) -> None:
    Beside({name: answer}, seed).run()


@pytest.mark.parametrize("place", some(range(30), 8))
def test_referee_agrees_under_mixtures(place: int) -> None:
    chance = random.Random(place)
    Beside({name: chance.choice(answers) for name, answers in DOUBTS.items()}, place).run()
