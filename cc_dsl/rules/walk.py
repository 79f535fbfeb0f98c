"""Walks through resolved rules: what a part holds, and which definitions and properties it comes to use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cc_dsl.rules import model


def parts(part: Any) -> Iterator[Any]:
    """Give a part and every part inside it; the words and numbers in them are none."""
    if isinstance(part, tuple):
        yield part
        for inner in part:
            yield from parts(inner)


def uses(rules: model.Rules, part: Any) -> list[model.Definition | model.Predicate]:
    """Give the definitions and properties that a part uses, also by way of one another, each once."""
    found: dict[tuple[type, str], model.Definition | model.Predicate] = {}
    waiting = [part]
    while waiting:
        for one in parts(waiting.pop()):
            if isinstance(one, model.Apply | model.Holds) and (type(one), one.name) not in found:
                named: Any = rules.definitions if isinstance(one, model.Apply) else rules.predicates
                found[type(one), one.name] = named[one.name]
                waiting.append(named[one.name])
    return [*found.values()]


def places_in_order(rules: model.Rules, term: Any) -> set[int]:
    """Give the places in whose order the pieces of a set come when they go somewhere together, by their bases.

    What was settled, chosen or found by rank has an order of its own.
    """
    if isinstance(term, model.Contents | model.AllContents):
        return {term.base}
    if isinstance(term, model.Filter):
        return places_in_order(rules, term.things)
    if isinstance(term, model.Difference):
        return places_in_order(rules, term.left)
    if isinstance(term, model.Union):
        return places_in_order(rules, term.left) | places_in_order(rules, term.right)
    if isinstance(term, model.Apply) and rules.definitions[term.name].settled is None:
        definition = rules.definitions[term.name]
        cases = [case for each in (definition.cases, *definition.insteads) for case in each]
        return set().union(*(places_in_order(rules, case.thing) for case in cases))
    return set()
