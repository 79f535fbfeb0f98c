"""A rummy: the melds of a hand are those that a program of its own finds, and its stock is turned over."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game

RULES = pipeline.load(str(Path(__file__).parent / "rummy")).rules
RANKS, SUITS = "A23456789TJQK", "HDCS"


def melds(hand: list[str]) -> set[frozenset[str]]:
    """Return the melds of some cards, by what every book says: three or four of a rank, or in sequence of a suit."""
    found = set()
    for size in range(3, min(len(hand), 8) + 1):
        for cards in combinations(hand, size):
            ranks = sorted(RANKS.index(card[0]) for card in cards)
            is_run = ranks == [*range(ranks[0], ranks[0] + size)] and len({card[1] for card in cards}) == 1
            if is_run or len(set(ranks)) == 1:
                found.add(frozenset(cards))
    return found


def hand_of(game: Game, player: int) -> list[str]:
    """Return the cards of a player, each as its rank and its suit."""
    place = next(one for one in RULES.places if one.name == "hand")
    return [RULES.pieces.codes[piece].replace("10", "T") for piece in game.position.places[place.base + player]]


@pytest.mark.parametrize("seed", range(6))
def test_melds_are_those_of_a_program_of_its_own(seed: int) -> None:
    """Whenever a player may lay something, the melds that are offered are all that the hand has."""
    game, chance = Game(RULES, seed=seed), random.Random(seed)
    laid = 0
    while not game.is_over and game.count < 400:
        words = [game.words_of(option) for option in game.options]
        player = game.player
        if "lay" in words and player is not None:
            laid += 1
            assert len(game.groups_of(player)[0][1]) == len(melds(hand_of(game, player)))
            game.play(game.options[words.index("lay")])
            continue
        game.play(chance.choice(game.options))
    assert laid
