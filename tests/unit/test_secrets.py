"""What is hidden, and what a player who cannot see it may think possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.core.secrets import is_open, sight_depends_on_pieces
from cc_dsl.engine.game import Game
from cc_dsl.pipeline import load
from cc_dsl.players.compiled import compiled_engine
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from tests.cli.desk import circular


def test_a_game_with_throws_is_not_open() -> None:
    assert not is_open(load("tests/games/hazard").rules)


def test_a_hint_imagines_nothing_where_numbers_are_no_secret() -> None:
    assert is_open(load("tests/games/nim").rules)
    said = circular(
        "play", "tests/games/nim", "--players", "human,greedy", "--seed", "3", typed="hint more\nquit\n"
    ).out
    assert "I recommend" in said
    assert "that fit what you see" not in said


RULES = """edition "The best card of a hand lies open to its owner" of open-best.

editor "a game for this test"
  this game is for 2 players.
  a rank is one of Ace, King, Queen, Knave, Ten, Nine, Eight and Seven.
  a card is a piece, one for each rank.
  cards rank by their rank in the order Ace, King, Queen, Knave, Ten, Nine, Eight, Seven.
  there is a pack, an ordered place for cards.
  there is a heap, an ordered place for cards.
  each player has a hand, a place for cards.
  all see the heap.
  a player sees the best card in his hand.
  the game goes thus:
    the cards are shuffled into the pack.
    each player in turn: 3 cards in the pack go to his hand.
    3 times: each player in turn: he acts.
    player 1 wins.
  when a player acts:
    he chooses a card in his hand as the throw.
    the throw goes to the heap.
"""
WAYS = 12
"""The number of positions that are imagined at each question."""


@pytest.fixture
def rules(tmp_path: Path) -> model.Rules:
    """Return the rules of a game in which each player sees the best of his own cards, and no others."""
    (tmp_path / "game.rules").write_text(RULES, "utf-8")
    return load(str(tmp_path / "game.rules")).rules


def test_a_better_card_is_not_imagined_in_the_hand(rules: model.Rules) -> None:
    assert sight_depends_on_pieces(rules)
    game, hands = Game(rules, seed=5), set()
    while game.player is not None:
        player = game.player
        view = game.view(player)
        for number in range(WAYS):
            possible = game.sample_position(player, Chance(number))
            assert game.sights.view(possible, player) == view
            hands.add(tuple(possible.places[rules.places[2].base + player]))
        game.play(game.options[0])
    assert len(hands) > WAYS


def test_compiled_rules_leave_such_games_to_the_interpreter(rules: model.Rules) -> None:
    assert compiled_engine(rules, 2, False) is None


@pytest.mark.parametrize("edition", ["1862", "court", "patience"])
def test_places_alone_are_dealt_once(edition: str) -> None:
    assert not sight_depends_on_pieces(load(edition).rules)
