"""Rank analysis: which best groups and which ranks of stored groups the rules use anywhere."""

from __future__ import annotations

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
    wholes = (rules.definitions, rules.predicates, rules.procedures, rules.happenings, rules.groups, rules.rankings)
    parts = walk.parts((*(tuple(whole.values()) for whole in wholes), rules.sights))
    return frozenset(part.name for part in parts if isinstance(part, model.BestGroup))
