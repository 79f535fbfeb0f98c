"""Rank analysis: which best groups and which ranks of stored groups the rules use anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cc_dsl.rules import model, walk
from cc_dsl.trees import children


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
    return frozenset(part.name for part in _played(rules) if isinstance(part, model.BestGroup))


def only_had(rules: model.Rules) -> frozenset[str]:
    """Return the names of the groups of which it is only asked whether a player has one, never which is the best."""
    parts = [*_played(rules), *walk.parts((tuple(rules.questions.values()), rules.disclosures))]
    asked = Counter(part.name for part in parts if isinstance(part, model.BestGroup))
    things = (part.thing for part in parts if isinstance(part, model.IsNone))
    had = Counter(thing.name for thing in things if isinstance(thing, model.BestGroup))
    return frozenset(name for name in asked if asked[name] == had[name])


def _played(rules: model.Rules) -> Iterator[object]:
    wholes = (rules.definitions, rules.predicates, rules.procedures, rules.happenings, rules.groups, rules.rankings)
    return walk.parts((*(tuple(whole.values()) for whole in wholes), rules.sights))
