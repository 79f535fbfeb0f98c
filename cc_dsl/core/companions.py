"""Which pieces can stand in one group together: what makes it needless to try every combination of many pieces.

Pieces that are alike are alike two by two, and of pieces that run no two have one value; so a piece that does not go
with one of a group goes with none that holds it.
"""

from __future__ import annotations

from cc_dsl.core.observable import conjuncts
from cc_dsl.rules import model

MOST_TRIED = 5
"""Of groups with at most this many pieces every combination is tried; of larger ones those whose pieces go together."""


def are_tried(group: model.Group) -> bool:
    """Return whether every combination of a player's pieces is tried."""
    return group.most <= MOST_TRIED


def companions(rules: model.Rules, sort: model.Sort) -> tuple[int, ...]:
    """Return for each piece the bit set of those with which it can stand in a group of the sort; itself is one."""
    count = len(rules.pieces.names)
    found = [(1 << count) - 1] * count
    for part in conjuncts(sort.condition):
        if isinstance(part, model.Alike | model.Runs) and _is_of_group(part.things):
            values = rules.pieces.attributes[part.attribute]
            for piece in range(count):
                found[piece] &= sum(
                    1 << other for other in range(count) if other == piece or _go(part, values[piece], values[other])
                )
    return tuple(found)


def _is_of_group(things: model.Thing) -> bool:
    return isinstance(things, model.GroupPieces) and isinstance(things.group, model.Slot)


def _go(part: model.Alike | model.Runs, one: int | None, other: int | None) -> bool:
    """Return whether pieces with these values can be alike, or stand in one run."""
    if one is None or other is None:
        return False
    if isinstance(part, model.Alike):
        return one == other
    return one in part.order and other in part.order and (one != other or part.order.count(one) > 1)
