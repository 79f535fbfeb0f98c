"""Runs: the stretches of an order, by the values in them.

Whether values can be laid next to each other, and which then stand inside, is looked up here.

    Scale is the order Ace, Two, Three.
    stretches((0, 1, 2))[3]     {(0, 1, 2): {1}}        one run of three, in which the Two stands inside
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations_with_replacement


@functools.cache
def stretches(order: tuple[int, ...]) -> Mapping[int, dict[tuple[int, ...], frozenset[int]]]:
    """Return, for each length, the sorted values of every stretch of an order, with those that stand inside it.

    A stretch may be found in several places, and inside it stands only what is inside however it is laid.  A value that
    comes twice may be that of either of two pieces: one that stands at an end, too, is not inside.
    """
    inner_values: defaultdict[int, dict[tuple[int, ...], frozenset[int]]] = defaultdict(dict)
    for start, end in combinations_with_replacement(range(len(order) + 1), 2):
        stretch = order[start:end]
        values, inside = tuple(sorted(stretch)), frozenset(stretch[1:-1]) - {*stretch[:1], *stretch[-1:]}
        inner_values[end - start][values] = inner_values[end - start].get(values, inside) & inside
    return inner_values


def positions_in_run(order: tuple[int, ...], values: list[int]) -> list[int]:
    """Return the positions of values as laid in an order, the end of the order first; [] if they cannot."""
    for start in range(len(order) - len(values), -1, -1):
        stretch = order[start : start + len(values)]
        if sorted(stretch) == sorted(values):
            places = {value: [place for place, other in enumerate(values) if other == value] for value in values}
            return [places[value].pop(0) for value in reversed(stretch)]
    return []
