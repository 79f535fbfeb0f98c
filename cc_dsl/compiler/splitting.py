"""Split a count by the conditions that decide how pieces rank, where these read the pieces of all players.

If pieces rank differently when nobody has laid one of a kind, a side can be judged by itself as soon as it is known
whether anybody has.  Everything is therefore counted once under the assumption that it is so, and once that it is not,
and from each count only the cases are taken for which the assumption is true.
"""

from __future__ import annotations

from itertools import product

from cc_dsl.compiler.slicing import Slicer
from cc_dsl.core import facts
from cc_dsl.rules import model, walk
from cc_dsl.trees import exchanged, replace

MOST_CONDITIONS = 2
NEVER = model.Not(model.Always())


def deciding(rules: model.Rules) -> tuple[model.Condition, ...]:
    """Return the conditions that affect the rank of pieces but concern the position, not a piece."""
    ranking = rules.rankings.get(rules.pieces.name)
    if ranking is None:
        return ()
    slicer, found = Slicer(rules), dict[model.Condition, None]()
    for definition in walk.uses(rules, ranking.keys):
        if isinstance(definition, model.Definition):
            cases = facts.all_cases(definition)
            conditions = [case.condition for case in cases if not slicer.is_local(case.condition, None, frozenset([0]))]
            found |= dict.fromkeys(condition for condition in conditions if is_closed(condition))
    return tuple(found) if len(found) <= MOST_CONDITIONS else ()


def is_closed(condition: model.Condition) -> bool:
    """Return whether a condition mentions nothing that is named outside of it."""
    bound = facts.bound_in(condition)
    return all(part.number in bound for part in walk.parts(condition) if isinstance(part, model.Slot))


def worlds(rules: model.Rules, conditions: tuple[model.Condition, ...]) -> list[tuple[tuple[bool, ...], model.Rules]]:
    """Return the rules as they are if these conditions hold or not, for each way in which they can."""
    found = []
    for truths in product((True, False), repeat=len(conditions)):
        known = {one: model.Always() if truth else NEVER for one, truth in zip(conditions, truths, strict=True)}
        definitions = {name: exchanged(one, known) for name, one in rules.definitions.items()}
        found.append((truths, replace(rules, definitions=definitions)))
    return found
