"""Runs: the stretches of an order, by the values in them.

A table says whether values can be laid next to each other, and which of them are then inside.

    Scale is the order Ace, Two, Three.
    stretches((0, 1, 2))[3]     {(0, 1, 2): {1}}        one run of three, with the Two inside
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations_with_replacement


@functools.cache
def stretches(order: tuple[int, ...]) -> Mapping[int, dict[tuple[int, ...], frozenset[int]]]:
    """Return, for each length, the sorted values of every stretch of an order, with those inside it.

    A stretch may occur in several places; a value counts as inside only if it is inside in all of them. A value that
    occurs twice may belong to either of two pieces: if it is also at an end, it is not inside.
    """
    inner_values: defaultdict[int, dict[tuple[int, ...], frozenset[int]]] = defaultdict(dict)
    for start, end in combinations_with_replacement(range(len(order) + 1), 2):
        stretch = order[start:end]
        values, inside = tuple(sorted(stretch)), frozenset(stretch[1:-1]) - {*stretch[:1], *stretch[-1:]}
        inner_values[end - start][values] = inner_values[end - start].get(values, inside) & inside
    return inner_values


def positions_in_run(order: tuple[int, ...], values: list[int]) -> list[int]:
    """Return the positions of values laid in an order, from the end of the order; [] if they cannot be laid."""
    for start in range(len(order) - len(values), -1, -1):
        stretch = order[start : start + len(values)]
        if sorted(stretch) == sorted(values):
            places = {value: [place for place, other in enumerate(values) if other == value] for value in values}
            return [places[value].pop(0) for value in reversed(stretch)]
    return []
