"""Boards, tracks and rings: the distance and direction from one square to another, and the squares between.

Squares are numbered column by column in each row, and row by row from the south.
A track is a board of one row; a ring is a track whose ends meet.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Final

from cc_dsl.trees import Node

STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""One step in each direction: columns to the east, rows to the north."""
DIRECTIONS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
DIRECTION: Final = "direction"
"""The name of the kind of values for the directions of a board."""
COORDINATES: Final = ("column", "row")
"""The numbers of a square, counted from 1."""
MOST_NAMES: Final = 1000
"""The most names in a range, which is the most pieces of a game; a chess-board has 64 squares."""
END: Final = re.compile(r"([A-Za-z])([0-9]{1,18})")
Entry = int | tuple[int, ...] | None
"""An entry for two things: a number, a square or a direction by its number, squares, or none."""


def names_counted(first: str, last: str) -> int | None:
    """Return the number of names in a range, such as a1 to h8; None if the names do not form a range."""
    ends = _ends(first, last)
    return None if ends is None else len(ends[0]) * len(ends[1])


def names_between(first: str, last: str) -> tuple[str, ...]:
    """Return the names in a range: all letters for each number, number by number; at most `MOST_NAMES`."""
    if not 2 <= (names_counted(first, last) or 0) <= MOST_NAMES:
        return ()
    letters, numbers = _ends(first, last) or (range(0), range(0))
    return tuple(f"{chr(letter)}{number}" for number in numbers for letter in letters)


def _ends(first: str, last: str) -> tuple[range, range] | None:
    """Return the letters, as numbers, and the numbers of a range of names; None if the names do not form a range."""
    start, end = END.fullmatch(first), END.fullmatch(last)
    if start is None or end is None:
        return None
    return range(ord(start[1]), ord(end[1]) + 1), range(int(start[2]), int(end[2]) + 1)


class Shape(Node):
    """The arrangement of the squares of a kind."""

    columns: int
    rows: int
    is_ring: bool = False

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.columns * self.rows


def _offset(shape: Shape, start: int, end: int) -> tuple[int, int]:
    """Return the numbers of columns east and rows north from one square to another."""
    return end % shape.columns - start % shape.columns, end // shape.columns - start // shape.columns


def distance(shape: Shape, start: int, end: int) -> int:
    """Return the number of steps, straight or diagonal, from one square to another."""
    east, north = _offset(shape, start, end)
    steps = max(abs(east), abs(north))
    return min(steps, shape.size - steps) if shape.is_ring else steps


def direction(shape: Shape, start: int, end: int) -> int | None:
    """Return the direction from one square to another; None if no straight or diagonal line leads there."""
    east, north = _offset(shape, start, end)
    if start == end or (east and north and abs(east) != abs(north)):
        return None
    return STEPS.index(((east > 0) - (east < 0), (north > 0) - (north < 0)))


def squares_between(shape: Shape, start: int, end: int) -> tuple[int, ...]:
    """Return the squares between two squares on one line; none if these are not on one line."""
    way = direction(shape, start, end)
    squares: list[int] = []
    while way is not None and (square := step(shape, squares[-1] if squares else start, way)) not in (end, None):
        squares.append(square)
    return tuple(sorted(squares))


def step(shape: Shape, start: int, way: int) -> int | None:
    """Return the square one step in a direction; None beside the board."""
    east, north = STEPS[way]
    column, row = start % shape.columns + east, start // shape.columns + north
    is_on_board = 0 <= column < shape.columns and 0 <= row < shape.rows
    return row * shape.columns + column if is_on_board else None


TABLES: Final[dict[str, Callable[[Shape, int, int], Entry]]] = {
    "distance": distance,
    "direction": direction,
    "between": squares_between,
    "step": step,
}
"""The tables of two squares, and (`step`) of a square and a direction."""


@functools.cache
def table(name: str, shape: Shape) -> tuple[tuple[Entry, ...], ...]:
    """Return a complete table: a row for each square, with an entry for each other square, or for each direction."""
    ask, others = TABLES[name], len(STEPS) if name == "step" else shape.size
    return tuple(tuple(ask(shape, square, other) for other in range(others)) for square in range(shape.size))
