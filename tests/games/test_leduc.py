"""Rounds of betting: Leduc hold’em has as many information sets as is published, and its stakes are the paper’s."""

from __future__ import annotations

from pathlib import Path

from cc_dsl import pipeline
from cc_dsl.engine.game import Game

RULES = pipeline.load(str(Path(__file__).parent / "leduc")).rules
INFORMATION_SETS = 936
"""Of both players together (OpenSpiel, `leduc_poker`)."""


def decisions(game: Game) -> list[bool]:
    """Return for every decision that a deal can come to whether the board lies then."""
    if game.is_over:
        return []
    board = next(one for one in RULES.places if one.name == "board")
    found = [bool(game.position.places[board.base])]
    for option in game.options:
        game.play(option)
        found += decisions(game)
        game.undo()
    return found


def stakes(game: Game) -> set[tuple[int, int]]:
    """Return the stakes with which the games of a deal end."""
    if game.is_over:
        one, other = game.result["stake"]
        return {(one, other)}
    found: set[tuple[int, int]] = set()
    for option in game.options:
        game.play(option)
        found |= stakes(game)
        game.undo()
    return found


def test_information_sets_are_as_many_as_published() -> None:
    """A player knows their own card of six, what was bet, and in the second round the board, one of the other five."""
    found = decisions(Game(RULES, seed=1))
    assert found.count(False) * 6 + found.count(True) * 6 * 5 == INFORMATION_SETS


def test_stakes_are_those_of_two_raises_a_round() -> None:
    """Bets are 2 and 4, so that 13 is the most; who folds has bet less."""
    found = stakes(Game(RULES, seed=1))
    assert max(map(max, found)) == 1 + 2 * 2 + 2 * 4
    assert {abs(one - other) for one, other in found} == {0, 2, 4}
    assert {one for one, other in found if one == other} == {1, 3, 5, 7, 9, 11, 13}
