"""Games on a board and in a ring: the counts are published, or come from an independent program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.rules.model import Rules

GAMES = Path(__file__).parent


def rules_of(name: str) -> Rules:
    return pipeline.load(str(GAMES / name)).rules


def ways(game: Game, depth: int) -> int:
    """Return in how many ways a game can go on for so many moves."""
    if depth == 0 or game.is_over:
        return depth == 0
    count = 0
    for option in game.options:
        game.play(option)
        count += ways(game, depth - 1)
        game.undo()
    return count


@pytest.mark.parametrize(("depth", "count"), [(1, 4), (2, 12), (3, 56)])
def test_reversi_begins_in_as_many_ways_as_is_published(depth: int, count: int) -> None:
    """Programs for Othello are tested by these counts; the next are 244, 1,396 and 8,200."""
    assert ways(Game(rules_of("reversi")), depth) == count


# ------------------------------------------------------------------------------------------------ a ring

Points = tuple[int, ...]
"""Of each of the eight points, and of the middle, who has a stone there; 2 stands for nobody."""


def moves(points: Points, player: int) -> list[Points]:
    """Return the positions that a move makes: a program of its own, by the rules as Ascher tells them (1987)."""
    empty = points.index(2)
    positions = []
    for start, owner in enumerate(points):
        beside = {(start + 1) % 8, (start - 1) % 8} if start < 8 else set()
        is_threatened = any(points[point] == 1 - player for point in beside)
        may = is_threatened if empty == 8 else start == 8 or empty in beside
        if owner == player and may:
            after = [*points]
            after[start], after[empty] = 2, player
            positions.append(tuple(after))
    return positions


@cache
def walks(points: Points, player: int, depth: int) -> int:
    """Return in how many ways that program can go on."""
    return 1 if depth == 0 else sum(walks(after, 1 - player, depth - 1) for after in moves(points, player))


@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_mu_torere_goes_on_as_by_a_program_of_its_own(depth: int) -> None:
    """The first can only move an end of the row of four to the middle."""
    begin = (0, 0, 0, 0, 1, 1, 1, 1, 2)
    assert walks(begin, 0, 1) == 2
    assert ways(Game(rules_of("mu-torere")), depth) == walks(begin, 0, depth)
