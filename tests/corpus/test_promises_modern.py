"""What whole games of Court! and of the Patience must keep, said of the games themselves and of no other program."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.engine.views import View
from tests.corpus.test_games_patience import row

SUITS = ("Hearts", "Diamonds", "Clubs", "Spades")


def views(game: Game, seed: int) -> Iterator[View]:
    """Play at random, and give what all see at each choice, and at the end."""
    chance = random.Random(seed)
    while not game.is_over:
        yield game.view(None)
        game.play(chance.choice(game.options))
    yield game.view(None)


def seasons(seed: int, seats: int) -> list[View]:
    """Return what all see at the first choice of each season of Court!, and at the end of the game."""
    found: list[View] = []
    for view in views(Game(pipeline.load("court").rules, seed=seed, seats=seats), seed):
        if not found or view.numbers["season-count"] != found[-1].numbers["season-count"]:
            found.append(view)
    return found


COURT = [(seed, 3 + seed % 3) for seed in range(9)]


@pytest.mark.parametrize(("seed", "seats"), COURT)
def test_the_deal_moves_clockwise(seed: int, seats: int) -> None:
    """C6.2, C3.1: each season another deals, and the player after him begins."""
    opened = seasons(seed, seats)[:-1]
    for season, view in enumerate(opened):
        assert view.roles["dealer"] == (seats - 1 + season) % seats
        assert view.to_move == season % seats


@pytest.mark.parametrize(("seed", "seats"), COURT)
def test_the_winner_leaves_two_cards(seed: int, seats: int) -> None:
    """C6.1, C6.2: a face card and a number card stay, three cards are pitched, and the hands have three."""
    rules = pipeline.load("court").rules
    for view in seasons(seed, seats)[:-1]:
        victor = view.held["victor"]
        field = {
            suit: [rules.pieces.codes[piece] for piece in view.pieces_in("field", of=suit) if piece is not None]
            for suit in SUITS
        }
        lying = [card for cards in field.values() for card in cards]
        sizes = [place.size for place in view.places if place.name == "hand"]
        deck = len(view.pieces_in("deck")) + len(view.pieces_in("heap"))
        assert sizes == [3] * seats
        assert len(lying) + deck + 3 * seats == 54
        if victor is not None:
            assert any(card[0] in "KQJ" for card in field[victor])


@pytest.mark.parametrize(("seed", "seats"), COURT)
def test_it_ends_when_it_must(seed: int, seats: int) -> None:
    """C6.3, C6.4: after three seasons of one suit, or nine; with more only while the first are level."""
    opened = seasons(seed, seats)
    winners = [view.held["victor"] for view in opened[1:]]
    scores = [view.numbers["score"] for view in opened]

    def is_due(played: int) -> bool:
        runs = [winners[start : start + 3] for start in range(played - 2)]
        return played >= 9 or any(run[0] is not None and len({*run}) == 1 for run in runs)

    assert is_due(len(winners))
    for played in range(1, len(winners)):
        level = scores[played].count(max(scores[played])) > 1
        assert not is_due(played) or level
    assert scores[-1].count(max(scores[-1])) == 1


@pytest.mark.parametrize(("seed", "seats"), COURT)
def test_points_are_within_their_limits(seed: int, seats: int) -> None:
    """C5.5: nobody has more than 2, or less than minus 1; whoever has 2 has shown the winner's King."""
    opened = seasons(seed, seats)
    for before, after in pairwise(opened):
        gained = [new - old for old, new in zip(before.numbers["score"], after.numbers["score"], strict=True)]
        assert {*gained} <= {-1, 0, 1, 2}
        assert gained.count(2) <= 1  # a suit has one King
        if after.held["victor"] is None:
            assert {*gained} == {0}


@pytest.mark.parametrize("seed", range(9))
def test_the_row_is_never_rearranged(seed: int) -> None:
    """P4.2: cards that stay in the row stay in their order."""
    game = Game(pipeline.load("patience").rules, seed=seed)
    chance = random.Random(seed)
    before: list[str] = []
    while not game.is_over:
        now = [card for card in row(game) if card is not None]
        assert [card for card in before if card in now] == [card for card in now if card in before]
        before = now
        game.play(chance.choice(game.options))


@pytest.mark.parametrize("seed", range(9))
def test_a_line_moves_no_other_card(seed: int) -> None:
    """P2.3: what fills a vacant place lies there, and no other place changes while a Line is collected."""
    rules = pipeline.load("patience").rules
    game = Game(rules, seed=seed)
    chance = random.Random(seed)
    while not game.is_over:
        before, name = row(game), game.asking.name
        words = game.words_of(answer := chance.choice(game.options))
        game.play(answer)
        if name == "pick":
            removed = words.split()[1:]
            after = row(game)
            assert after == [None if card in removed else card for card in before]


def test_a_game_of_patience_is_won_with_an_empty_row_only() -> None:
    """P6.1, P6.2: won is a game that ends with no card in the row, and no other."""
    rules = pipeline.load("patience").rules
    ends = []
    for seed in range(150):
        game = Game(rules, seed=seed)
        chance = random.Random(seed)
        while not game.is_over:
            game.play(chance.choice(game.options))
        assert game.outcome is not None
        ends.append(game.outcome.winner == 0)
        assert ends[-1] == (not any(row(game)))
        assert not game.view(None).pieces_in("stock")
    assert 0 < sum(ends) < len(ends)
