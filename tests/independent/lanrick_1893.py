"""The moves of a man in Lanrick (1893) by Rules 1, 3 and 6, written from the words without the encoding.

Squares are pairs of a column and a row, from 0 to 7, a1 being (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterator

Square = tuple[int, int]
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
BORDER: list[Square] = [
    *((x, 0) for x in range(7)),
    *((7, y) for y in range(7)),
    *((x, 7) for x in range(7, 0, -1)),
    *((0, y) for y in range(7, 0, -1)),
]
"""The squares of the border, as one continuous line."""


def goals(man: Square, others: set[Square], rendezvous: set[Square], squares: int, is_open: bool) -> dict[Square, int]:
    """Return the squares into which a man may be moved by so many squares, and how many each of them takes."""
    found: dict[Square, int] = {}
    for goal, cost in (*in_lines(man, others), *(on_border(man, others, rendezvous) if is_open else ())):
        if cost <= squares:
            found[goal] = min(cost, found.get(goal, cost))
    return found


def in_lines(man: Square, others: set[Square]) -> Iterator[tuple[Square, int]]:
    """Yield where lines of unoccupied squares lead, straight or slanting (Rule 1)."""
    for x, y in STEPS:
        for count in range(1, 8):
            goal = man[0] + x * count, man[1] + y * count
            if goal in others or not (0 <= goal[0] < 8 and 0 <= goal[1] < 8):
                break
            yield goal, count


def on_border(man: Square, others: set[Square], rendezvous: set[Square]) -> Iterator[tuple[Square, int]]:
    """Yield where the border leads: up to the next Rendezvous-square for one, and beyond square by square (Rule 6)."""
    if man not in BORDER:
        return
    for way in (1, -1):
        is_beyond = False
        for count in range(1, len(BORDER)):
            goal = BORDER[(BORDER.index(man) + way * count) % len(BORDER)]
            if goal in others:
                break
            yield goal, count if is_beyond else 1
            is_beyond = is_beyond or goal in rendezvous
