"""Traverse resolved rules: the parts of a term, and the definitions and properties that it uses."""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.trees import walk as parts

__all__ = ["parts", "uses"]


def uses(rules: model.Rules, part: object) -> list[model.Definition | model.Predicate]:
    """Return the definitions and properties that a part uses, also by way of one another, each once."""
    found: dict[tuple[type, str], model.Definition | model.Predicate] = {}
    waiting = [part]
    while waiting:
        for one in parts(waiting.pop()):
            if isinstance(one, model.Apply | model.Holds) and (type(one), one.name) not in found:
                used = rules.definitions[one.name] if isinstance(one, model.Apply) else rules.predicates[one.name]
                found[type(one), one.name] = used
                waiting.append(used)
    return [*found.values()]
