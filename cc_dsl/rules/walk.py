"""Walks through resolved rules: what a part holds, and which definitions and properties it comes to use."""

from __future__ import annotations

from typing import Any

from cc_dsl.rules import model
from cc_dsl.trees import children
from cc_dsl.trees import walk as parts

__all__ = ["parts", "places_in_order", "reads_play", "uses"]

CONSTANT = frozenset(
    (
        model.Int,
        model.Const,
        model.Nothing,
        model.AllPieces,
        model.AllPlayers,
        model.AllValues,
        model.Always,
        model.Slot,
    )
)
READS_PLAY = frozenset(
    (
        model.Cell,
        model.Held,
        model.Contents,
        model.OnlyPiece,
        model.AllContents,
        model.Champion,
        model.Groups,
        model.BestGroup,
        model.HasSort,
        model.HasState,
        model.Unrivalled,  # what may stop play cannot be found beforehand
    )
)


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


def reads_play(rules: model.Rules, term: Any) -> bool:
    """Tell whether what a term gives can change during play."""
    form = type(term)
    if form in READS_PLAY:
        return True
    if form in CONSTANT:
        return False
    if isinstance(term, model.Apply):
        definition = rules.definitions[term.name]
        return reads_play(rules, (definition.cases, definition.insteads, term.owner))
    if isinstance(term, model.Holds):
        return reads_play(rules, (rules.predicates[term.name].cases, term.thing))
    if isinstance(term, model.Best | model.BestFew):
        return reads_play(rules, (rules.rankings[term.kind], term.things))
    if isinstance(term, model.Ranks) and term.kind.base == "piece":
        return reads_play(rules, (rules.rankings[term.kind.name], term.left, term.right))
    return any(reads_play(rules, part) for part in children(term))
