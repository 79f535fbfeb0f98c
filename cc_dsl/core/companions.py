"""Which pieces can stand in one group together: what makes it needless to try every combination of many pieces.

Pieces that are alike are alike two by two, and pieces that run have values near one another, no two the same; so a
piece that does not go with one of a group goes with none that holds it.
"""

from __future__ import annotations

from cc_dsl.core.observable import conjuncts
from cc_dsl.rules import model

MOST_TRIED = 5
"""Of groups with at most this many pieces every combination is tried; of larger ones those whose pieces go together."""


def are_tried(group: model.Group) -> bool:
    """Return whether every combination of a player's pieces is tried."""
    return group.most <= MOST_TRIED


def companions(rules: model.Rules, group: model.Group, sort: model.Sort) -> tuple[int, ...]:
    """Return for each piece the bit set of those with which it can stand in a group of the sort; itself is one."""
    count = len(rules.pieces.names)
    found = [(1 << count) - 1] * count
    for part in conjuncts(sort.condition):
        if isinstance(part, model.Alike | model.Runs) and is_of_group(part.things):
            values = rules.pieces.attributes[part.attribute]
            near = None if isinstance(part, model.Alike) else _near(part.order, group.most)
            for piece in range(count):
                found[piece] &= sum(
                    1 << other for other in range(count) if other == piece or _go(near, values[piece], values[other])
                )
    return tuple(found)


def is_of_group(things: model.Thing) -> bool:
    """Return whether things are the pieces of the group of which a sort is said."""
    return isinstance(things, model.GroupPieces) and isinstance(things.group, model.Slot)


def _near(order: tuple[int, ...], most: int) -> frozenset[tuple[int, int]]:
    """Return the pairs of values that stand in one stretch of an order that is no longer than a group."""
    places = range(len(order))
    return frozenset((order[one], order[other]) for one in places for other in places if 0 < abs(one - other) < most)


def _go(near: frozenset[tuple[int, int]] | None, one: int | None, other: int | None) -> bool:
    """Return whether pieces with these values can be alike, or stand in one run if the pairs of a run are given."""
    if one is None or other is None:
        return False
    return one == other if near is None else (one, other) in near
