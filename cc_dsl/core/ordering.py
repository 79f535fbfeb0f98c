"""Order analysis: the places whose order play can read; all others are sets.

A set is one number in compiled play, and so cheaper than a list.

    there is a pack, an ordered place for cards.
    3 cards in the pack go to his hand.                 ordered_places: the pack; the hand is a set
"""

from __future__ import annotations

from collections.abc import Collection

from cc_dsl.core.facts import all_cases, members_of
from cc_dsl.core.program import Core
from cc_dsl.rules import model, walk


def places_in_order(rules: model.Rules, term: model.Thing) -> set[int]:
    """Return the bases of the places whose order the pieces of a set keep when they move together.

    Pieces that are settled, chosen or found by rank have an order of their own.
    """
    if isinstance(term, model.Contents | model.AllContents):
        return {term.base}
    parts = members_of(term, in_order=True)
    if isinstance(term, model.Apply):
        parts = [case.thing for case in all_cases(rules.definitions[term.name])]
    return set().union(*(places_in_order(rules, part) for part in parts))


def ordered_places(rules: model.Rules) -> set[int]:
    """Return the places whose order play can read.

    These are the places from whose top pieces are taken, shuffled places, and those whose pieces move together to one
    of them.
    """
    bases = {part.base for part in walk.parts(rules) if isinstance(part, model.TopPiece)}
    for act in Core(rules).all_statements():
        if isinstance(act, model.Move) and act.number is not None:
            assert isinstance(act.things, model.Contents), "only a place has a top"
            bases.add(act.things.base)
        if isinstance(act, model.Shuffle):
            bases.add(act.into.base)
    declared = {place.base for place in rules.places if place.is_ordered}
    while True:
        more = {base for act in piles(rules, bases) for base in places_in_order(rules, act.things)} & declared
        if more <= bases:
            return bases
        bases |= more


def piles(rules: model.Rules, ordered: Collection[int]) -> list[model.Move]:
    """Return the acts that move several pieces at once to places with an order."""
    return [
        act
        for act in Core(rules).all_statements()
        if isinstance(act, model.Move)
        and act.number is None
        and not isinstance(act.things, model.Lone)
        and act.to.base in ordered
    ]
