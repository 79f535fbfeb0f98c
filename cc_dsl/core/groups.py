"""Groups: which pieces can stand in one together, and which best groups and ranks the rules ask for anywhere.

What is known of both makes it needless to try every combination of many pieces, or to rank what nobody compares.

Pieces that are alike are alike two by two, and pieces that run have values near one another, no two the same; so a
piece that does not go with one of a group goes with none that holds it.

    a Pair is a group of 2 cards with the same rank.
    the Two of Clubs goes with the other Twos           companions: four bits, its own among them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cc_dsl.rules import model, walk
from cc_dsl.trees import children

MOST_TRIED = 5
"""Of groups with at most this many pieces every combination is tried; of larger ones those whose pieces go together."""


def are_tried(group: model.Group) -> bool:
    """Return whether every combination of a player's pieces is tried."""
    return group.most <= MOST_TRIED


def companions(rules: model.Rules, group: model.Group, sort: model.Sort) -> tuple[int, ...]:
    """Return for each piece the bit set of those with which it can stand in a group of the sort; itself is one."""
    count = len(rules.pieces.names)
    masks = [(1 << count) - 1] * count
    for part in walk.conjuncts(sort.condition):
        if isinstance(part, model.Alike | model.Runs) and group_of(part.things):
            values = rules.pieces.attributes[part.attribute]
            if isinstance(part, model.Alike):
                pairs = {(value, value) for value in values if value is not None}
            else:  # the values that stand in one stretch of the order that is no longer than a group
                places = [*enumerate(part.order)]
                pairs = {
                    (first, second) for at, first in places for to, second in places if 0 < abs(at - to) < group.most
                }
            for piece, value in enumerate(values):
                fitting = (other for other in range(count) if other == piece or (value, values[other]) in pairs)
                masks[piece] &= sum(1 << other for other in fitting)
    return tuple(masks)


def group_of(things: model.Thing) -> model.Slot | None:
    """Return the slot of the group of which a sort is said, if some things are its pieces."""
    return things.group if isinstance(things, model.GroupPieces) and isinstance(things.group, model.Slot) else None


# --------------------------------------------------------------------------------- what is asked of them


def ranks_slot(rules: model.Rules, term: object, slot: int) -> bool:
    """Return whether something in a part asks how the group in a slot ranks."""
    it = model.Slot(slot)
    for part in walk.parts(term):
        is_asked = False
        if isinstance(part, model.Ranks | model.Champion) and part.kind.base == "group":
            is_asked = any(inside == it for each in children(part) for inside in walk.parts(each))
        elif isinstance(part, model.Apply) and part.owner == it:
            definition = rules.definitions[part.name]
            cases = (definition.cases, definition.overrides)
            is_asked = definition.kind.base == "group" or ranks_slot(rules, cases, 0)
        elif isinstance(part, model.Holds) and part.thing == it:
            is_asked = ranks_slot(rules, rules.predicates[part.name].cases, 0)
        if is_asked:
            return True
    return False


def used_groups(rules: model.Rules) -> frozenset[str]:
    """Return the names of the groups whose best is asked for anywhere in play."""
    return frozenset(part.name for part in _parts_of_play(rules) if isinstance(part, model.BestGroup))


def only_had(rules: model.Rules) -> frozenset[str]:
    """Return the names of the groups of which it is only asked whether a player has one, never which is the best."""
    parts = [*_parts_of_play(rules), *walk.parts(tuple(rules.questions.values()))]
    asked = Counter(part.name for part in parts if isinstance(part, model.BestGroup))
    things = (part.thing for part in parts if isinstance(part, model.IsNone))
    had = Counter(thing.name for thing in things if isinstance(thing, model.BestGroup))
    return frozenset(name for name in asked if asked[name] == had[name])


def _parts_of_play(rules: model.Rules) -> Iterator[object]:
    wholes = (rules.definitions, rules.predicates, rules.procedures, rules.happenings, rules.groups, rules.rankings)
    return walk.parts((*(tuple(whole.values()) for whole in wholes), rules.sights))
