"""The rules of 1860 compared with an independent judge and referee: random tricks, whole games."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import answer
from cc_dsl.table.record import SHUFFLED
from tests.daily import each_once, some
from tests.independent import court_circular_1860 as independent
from tests.independent import enumerate_1860
from tests.independent import referee_1860 as referee
from tests.independent.following import named
from tests.readings import answers_of, rules_of

COUNTS: dict[str, Any] = json.loads((Path(__file__).parent / "facts" / "1860.json").read_text("utf-8"))
DOUBTS = answers_of("1860")
rules_under = partial(rules_of, "1860")
IN_A_TRICK = independent.Readings._fields
BEARING = {name: answers for name, answers in DOUBTS.items() if name.lower().replace("-", "_") in IN_A_TRICK}
"""The doubts that bear on a trick."""
NOT_HERE = {"equal-cuts", "which-is-last", "several-at-Game", "dealer-of-many"}
"""What the referee knows by default only, or (who deals) not at all."""
KNOWN = [name for name in DOUBTS if name not in NOT_HERE]


# ----------------------------------------------------------------------------------------------- tricks


def key(line: dict[str, Any] | None) -> str | None:
    """Return a Line as class, kind and size; the class of rule III follows from its cards."""
    if line is None:
        return None
    size = len(line["cards"])
    return f"{1 if line['with_lead'] else 5 - size}:{line['kind']}:{size}"


def verdict(value: Any) -> dict[str, Any]:
    """Return what is compared of an answer."""
    return {**{name: value[name] for name in ("winner", "by", "takes")}, "lines": [*map(key, value["lines"])]}


def judged(lead: str, sides: list[list[str]], chosen: dict[str, str]) -> dict[str, Any]:
    given = answer(rules_under(*sorted(chosen.items())), "judge", {"lead": [lead], "side": sides})
    return verdict({"takes": None, **given.value})


def tricks(seed: int, number: int) -> list[tuple[str, list[list[str]]]]:
    """Return random tricks of two to eight players, many of few ranks or suits, so that Lines meet Lines."""
    chance, made = random.Random(seed), []
    for place in range(number):
        pack = list(independent.PACK)
        if place % 3 == 1:
            low = chance.randrange(13)
            ranks = [independent.RANKS[(low + step) % 13] for step in range(5)]
            pack = [card for card in pack if card[:-1] in ranks]
        elif place % 3 == 2:
            suits = ["H", chance.choice("DCS")]
            pack = [card for card in pack if card[-1] in suits]
        players = 2 if place % 2 else chance.randint(2, min(8, (len(pack) - 1) // 3))
        cards = chance.sample(pack, 1 + 3 * players)
        made.append((cards[0], [cards[start : start + 3] for start in range(1, len(cards), 3)]))
    return made


def mixtures() -> list[dict[str, str]]:
    """Return the defaults, every reading alone, and a seeded sample of mixtures."""
    assert len(BEARING) == len(IN_A_TRICK)
    chance = random.Random(1860)
    mixed = [{name: chance.choice(answers) for name, answers in BEARING.items()} for _ in range(20)]
    return [{}, *({name: answer} for name, answers in BEARING.items() for answer in answers[1:]), *mixed]


@pytest.mark.parametrize("number", some((12, 60), 1))
@pytest.mark.parametrize(("place", "chosen"), [*enumerate(mixtures())])
def test_independent_judge_agrees(place: int, chosen: dict[str, str], number: int) -> None:
    for lead, sides in tricks(place, number):
        expected = independent.judge(lead, sides, named(independent.Readings(), chosen))
        assert judged(lead, sides, chosen) == verdict(expected), (lead, sides, chosen)


def test_some_card_decides_every_trick() -> None:
    """Rule IV names a winner without exception, and so do the defaults, also where the Lead is best in both Lines."""
    undecided = [
        ("4S", ["3S 2S 2D", "3D 3C 2C"]),
        ("9H", ["10C JS 2D", "7C 8S 3D"]),
        ("KH", ["QH 3H 6C", "10H 9H 2S"]),
        ("KD", ["QC JC 5S", "QS JS 6C"]),
    ]
    chance = random.Random(1860)
    for lead, sides in undecided:
        assert judged(lead, [side.split() for side in sides], {})["winner"] is not None
        rest = [card for card in independent.PACK if card != lead]
        for _ in range(200):
            cards = chance.sample(rest, 6)
            assert judged(lead, [cards[:3], cards[3:]], {})["winner"] is not None, (lead, cards)


# --------------------------------------------------------------------------------------- counts of all sides


@pytest.mark.exhaustive
def test_counts_are_counted_again() -> None:
    """The file of counts is what the enumeration gives; compiled rules count the same by day (`tests/counts/`)."""
    assert enumerate_1860.facts() == COUNTS


# ------------------------------------------------------------------------------------------- whole games


def won(game: Game) -> list[set[tuple[str, bool]]]:
    """Return the cards in the stores, each with whether it lies face upwards, as all may then see it."""
    names = game.rules.pieces.codes
    (store,) = (place for place in game.rules.places if place.name == "store")
    places: Any = game.snapshot()[0]
    seen = {piece for place in game.view(None).places if place.name == "store" for piece in place.pieces}
    return [{(names[piece], piece in seen) for piece in places[store.base + seat]} for seat in range(game.seats)]


def worth(cards: set[tuple[str, bool]]) -> int:
    """Return what cards count: 1 each, and 1 more for a Heart, for King, Queen or Knave, and for a face upwards."""
    return sum(1 + card.endswith("H") + (card[0] in "KQJ") + is_upwards for card, is_upwards in cards)


def assert_counted(game: Game) -> None:
    """Compare the marks that the rules give for the cards won with what the words of rule VIII make them."""
    stores = won(game)
    given = {
        "won": [[card for card, is_upwards in store if not is_upwards] for store in stores],
        "upwards": [[card for card, is_upwards in store if is_upwards] for store in stores],
    }
    assert answer(game.rules, "count", given).value["marks"] == [*map(worth, stores)]


def beside(seats: int, chosen: dict[str, str], seed: int) -> int:
    """Play a game at random, the referee following; give how many choices were compared."""
    rules = rules_under(*sorted(chosen.items()))
    game, chance = Game(rules, seed=seed, seats=seats), random.Random(seed)
    readings = {name: rules.doubts[name].chosen for name in KNOWN}
    of_trick = named(independent.Readings(), {name: readings[name] for name in BEARING})
    of_course = named(referee.Conduct(), {name: answer for name, answer in readings.items() if name not in BEARING})
    match, known, compared = referee.Match(seats, of_trick, of_course), 0, 0
    while True:
        for given in game.answers[known:]:
            if given.by == SHUFFLED:
                match.shuffle(given.words.split()[::-1])  # a record lists the pack from the bottom
            known += 1
        if game.is_over:
            break
        pack = match.pack
        assert pack is not None
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
    if not chosen:
        assert_counted(game)
    return compared


@pytest.mark.parametrize("seats", range(2, 9))
def test_referee_agrees_by_default(seats: int) -> None:
    assert beside(seats, {}, seats) > 20


@pytest.mark.parametrize(
    ("name", "answer", "seats"), each_once([(name, answer) for name in KNOWN for answer in DOUBTS[name][1:]], (2, 3, 7))
)
def test_referee_agrees_under_every_reading(name: str, answer: str, seats: int) -> None:
    beside(seats, {name: answer}, seats)


@pytest.mark.parametrize("place", some(range(25), 6))
def test_referee_agrees_under_mixtures(place: int) -> None:
    chance = random.Random(place)
    beside(chance.randint(2, 8), {name: chance.choice(DOUBTS[name]) for name in KNOWN}, place)


def test_every_card_counts_either_way_up() -> None:
    """The text's own arithmetic: a Court Heart face upwards counts four."""
    rules = rules_under()
    given = answer(rules, "count", {"won": ["", ""], "upwards": ["QH", "2C"]}).value
    assert (given["marks"], given["scores"]) == ([4, 2], [2, 0])
    for card in rules.pieces.codes:
        for key_, is_upwards in (("won", False), ("upwards", True)):
            laid = {"won": ["", ""], "upwards": ["", ""], key_: [card, ""]}
            assert answer(rules, "count", laid).value["marks"] == [worth({(card, is_upwards)}), 0]
