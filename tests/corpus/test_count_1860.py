"""The count of 1860, rule VIII: every card is accounted for, and all players together count what the cards make it.

Each card won counts 1; a Heart 1 more, a Court-card 1 more.  All that depends on how the game went is which cards were
won at all, and which of them lie face upwards: each of these counts 1 more.
"""

from __future__ import annotations

import random

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import answer

WHOLE_PACK = 52 + 13 + 12
"""52 cards, 13 Hearts, 12 Court-cards: what the pack counts if every card is won and lies face downwards."""


def finished(seats: int, seed: int, **readings: str) -> Game:
    """Play a game at random to its end; the cards then lie as they were counted."""
    chosen = {name.replace("_", "-"): alternative for name, alternative in readings.items()}
    game = Game(pipeline.load("1860", chosen).rules, seed=seed, seats=seats)
    chance = random.Random(seed)
    while not game.is_over:
        options = game.options
        game.play(options[chance.randrange(len(options))])
    return game


def stores(game: Game) -> tuple[list[list[str]], list[list[str]]]:
    """Return the cards that each player has won, face downwards and face upwards."""
    codes = game.rules.pieces.codes
    (place,) = (one for one in game.rules.places if one.name == "store")
    held: list[tuple[int, ...]] = list(game.snapshot()[0])[place.base : place.base + game.seats]  # type: ignore[call-overload]
    shown = {piece for one in game.view(None).places if one.name == "store" for piece in one.pieces}
    down = [[codes[piece] for piece in pieces if piece not in shown] for pieces in held]
    return down, [[codes[piece] for piece in pieces if piece in shown] for pieces in held]


def marks(game: Game) -> list[int]:
    """Put what the players have won to the rules."""
    down, upwards = stores(game)
    return list(answer(game.rules, "count", {"won": down, "upwards": upwards}).value["marks"])


def worth(cards: list[str]) -> int:
    """Return what cards count face downwards: 1 each, 1 more for a Heart, 1 more for King, Queen or Knave."""
    return sum(1 + card.endswith("H") + (card[0] in "KQJ") for card in cards)


@pytest.mark.parametrize("seats", range(2, 9))
def test_all_players_together_count_the_cards_and_what_lies_upwards(seats: int) -> None:
    """The sum is the worth of the cards won, and 1 for each face upwards; the rest of the pack lies elsewhere."""
    for seed in range(6):
        game = finished(seats, seed)
        down, upwards = stores(game)
        won = [card for cards in (*down, *upwards) for card in cards]
        assert len(set(won)) == len(won)
        assert sum(marks(game)) == worth(won) + sum(map(len, upwards))
        lying = sorted(piece for place in game.snapshot()[0] for piece in place)  # type: ignore[attr-defined]
        assert lying == list(range(52))
        left = sorted(set(game.rules.pieces.codes) - set(won))
        assert worth(won) == WHOLE_PACK - worth(left)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_where_every_card_is_won_only_the_faces_make_a_difference(seats: int) -> None:
    """If cards left in hand count too, and every trick is won, the sum is 77 and the cards face upwards."""
    sums = set()
    for seed in range(8):
        readings = {"cards_in_hand": "they-count", "the_Lead_as_best": "played-only"}
        game = finished(seats, seed, **readings)
        _, upwards = stores(game)
        faces = sum(map(len, upwards))
        assert sum(marks(game)) - faces == WHOLE_PACK
        sums.add(faces)
    assert len(sums) > 1


def test_a_court_heart_face_upwards_counts_four() -> None:
    """The text's own arithmetic, and every card of the pack either way up."""
    rules = pipeline.load("1860").rules
    given = answer(rules, "count", {"won": ["", ""], "upwards": ["QH", "2C"]}).value
    assert (given["marks"], given["scores"]) == ([4, 2], [2, 0])
    for card in rules.pieces.codes:
        assert answer(rules, "count", {"won": [card, ""], "upwards": ["", ""]}).value["marks"] == [worth([card]), 0]
        assert answer(rules, "count", {"won": ["", ""], "upwards": [card, ""]}).value["marks"] == [worth([card]) + 1, 0]
