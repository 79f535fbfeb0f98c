"""Runs: the stretches of an order, by the values in them."""

from __future__ import annotations

import functools


class Stretches(dict[int, dict[tuple[int, ...], frozenset[int]]]):
    """For each length, the sorted values of every stretch of an order, with those that stand inside it.

    A stretch may be found in several places, and inside it stands only what is inside however it is laid.  A value that
    comes twice may be that of either of two pieces: one that stands at an end, too, is not inside.
    """

    def __init__(self, order: tuple[int, ...]) -> None:
        """Start with no stretch computed."""
        super().__init__()
        self.order = order

    def __missing__(self, length: int) -> dict[tuple[int, ...], frozenset[int]]:
        """Find the stretches of a length."""
        found = self[length] = {}
        for start in range(len(self.order) - length + 1):
            stretch = self.order[start : start + length]
            values, inside = tuple(sorted(stretch)), frozenset(stretch[1:-1]) - {*stretch[:1], *stretch[-1:]}
            found[values] = found.get(values, inside) & inside
        return found


@functools.cache
def stretches(order: tuple[int, ...]) -> Stretches:
    """Return the stretches of an order."""
    return Stretches(order)


def laid(order: tuple[int, ...], values: list[int]) -> list[int]:
    """Return the positions of values as laid in an order, the end of the order first; [] if they cannot."""
    wanted = sorted(values)
    length = len(values)
    for start in range(len(order) - length, -1, -1):
        stretch = order[start : start + length]
        if sorted(stretch) == wanted:
            left = list(range(length))
            found = []
            for value in reversed(stretch):
                place = next(place for place in left if values[place] == value)
                left.remove(place)
                found.append(place)
            return found
    return []
