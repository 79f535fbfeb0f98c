"""Analysis of groups: which pieces are compatible, and which best groups and ranks the rules use.

With it, engines need not try every combination of many pieces, nor rank groups that nobody compares.

Alike pieces are alike in pairs, and pieces of a run have distinct values near one another; so a piece that is
incompatible with one piece is in no group with it.

    a Pair is a group of 2 cards with the same rank.
    the Two of Clubs goes with the other Twos           companions: four bits, its own among them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cc_dsl.rules import model, walk
from cc_dsl.trees import children

MOST_TRIED = 5
"""The most pieces of a group for which every combination is tried; for larger groups only compatible pieces are
combined.
"""


def companions(rules: model.Rules, group: model.Group, sort: model.Sort) -> tuple[int, ...]:
    """Return, for each piece, the bit set of those compatible with it in a group of the sort, including itself."""
    count = len(rules.pieces.names)
    masks = [(1 << count) - 1] * count
    for part in walk.conjuncts(sort.condition):
        if isinstance(part, model.Alike | model.Runs) and group_of(part.things):
            values = rules.pieces.attributes[part.attribute]
            if isinstance(part, model.Alike):
                pairs = {(value, value) for value in values if value is not None}
            else:  # any two values of a run differ by less than the size of the group
                places = [*enumerate(part.order)]
                pairs = {(left, right) for at, left in places for to, right in places if 0 < abs(at - to) < group.most}
            for piece, value in enumerate(values):
                compatible = [other == piece or (value, values[other]) in pairs for other in range(count)]
                masks[piece] &= sum(1 << other for other in range(count) if compatible[other])
    return tuple(masks)


def group_of(things: model.Thing) -> model.Slot | None:
    """Return the slot of the group whose sort is defined, if some things are its pieces."""
    return things.group if isinstance(things, model.GroupPieces) and isinstance(things.group, model.Slot) else None


# ------------------------------------------------------------------------------------ analyses of groups


def ranks_slot(rules: model.Rules, term: object, slot: int) -> bool:
    """Return whether a part reads the rank of the group in a slot."""
    it = model.Slot(slot)
    for part in walk.parts(term):
        reads_rank = False
        if isinstance(part, model.Ranks | model.Champion) and part.kind.base == "group":
            reads_rank = any(inner == it for child in children(part) for inner in walk.parts(child))
        elif isinstance(part, model.Apply) and part.owner == it:
            definition = rules.definitions[part.name]
            cases = (definition.cases, definition.overrides)
            reads_rank = definition.kind.base == "group" or ranks_slot(rules, cases, 0)
        elif isinstance(part, model.Holds) and part.thing == it:
            reads_rank = ranks_slot(rules, rules.predicates[part.name].cases, 0)
        if reads_rank:
            return True
    return False


def only_had(rules: model.Rules) -> frozenset[str]:
    """Return the names of the groups for which play only tests whether a player has one, never which is the best."""
    parts = [*parts_of_play(rules), *walk.parts(tuple(rules.questions.values()))]
    best_groups = Counter(part.name for part in parts if isinstance(part, model.BestGroup))
    tested_things = (part.thing for part in parts if isinstance(part, model.IsNone))
    tested_groups = Counter(thing.name for thing in tested_things if isinstance(thing, model.BestGroup))
    return frozenset(name for name in best_groups if best_groups[name] == tested_groups[name])


def parts_of_play(rules: model.Rules) -> Iterator[object]:
    """Return all parts of the rules that are evaluated in play; questions and examples are not."""
    tables = (rules.definitions, rules.predicates, rules.procedures, rules.happenings, rules.groups, rules.rankings)
    return walk.parts((*(tuple(table.values()) for table in tables), rules.sights))
