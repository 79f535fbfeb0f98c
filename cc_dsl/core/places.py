"""Location analysis: where pieces may lie, as far as their phrases show.

A place is identified by its base and its owner: a number, the caller's name for one, or `any` of them.

    he chooses a card in his hand as the card.          {(hand, "p1")}
    the highest of the cards on the table and the card  {(table, "0"), (hand, "p1")}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cc_dsl.core.facts import all_cases, members_of, reads_groups, reads_place
from cc_dsl.rules import model

Places = frozenset[tuple[int, str]]
InSlot = Callable[[model.Slot], tuple[str, Places | None]]
"""A function from a slot to the text of its value and, if that is a piece or a group, the places where it may lie."""
COMMON, SOME_ONE, ANY = "0", "one", "any"
"""The owner of what all players share; one unknown player; and any of the players."""


def owner_of(owner: object, in_slot: InSlot) -> str:
    """Return the text of an owner whose value cannot change as long as the slots do not change; otherwise None."""
    if owner is None:
        return COMMON
    if isinstance(owner, model.Literal):
        return str(owner.value)
    return in_slot(owner)[0] if isinstance(owner, model.Slot) else ANY


def places_of(rules: model.Rules, term: model.Thing, in_slot: InSlot = lambda slot: (ANY, None)) -> Places | None:
    """Return the places in which a piece, a group, or the members of a set may lie; None for any place.

    By default nothing is known about a slot.
    """
    if reads_place(term):
        return frozenset([(term.base, owner_of(term.owner, in_slot))])
    if reads_groups(term):
        return places_of(rules, model.Apply(rules.groups[term.name].side, term.owner), in_slot)
    match term:
        case model.AllContents():
            return frozenset([(term.base, ANY)])
        case model.Slot():
            return in_slot(term)[1]
        case model.Apply() if rules.definitions[term.name].settled is None:
            return places_for(rules, term.name, ANY if term.owner is None else owner_of(term.owner, in_slot))
        case model.Literal(None):
            return frozenset()
    places = [places_of(rules, part, in_slot) for part in members_of(term)]
    return union_of_places(places) if places else None


def places_for(rules: model.Rules, name: str, owner: str) -> Places | None:
    """Return the places in which the value of a definition may lie, for an owner; None for any place."""
    things = [case.thing for case in all_cases(rules.definitions[name])]
    # The only slot of a definition with a known place is its owner, slot 0.
    return union_of_places(
        places_of(rules, thing, lambda slot: (owner if slot.number == 0 else ANY, None)) for thing in things
    )


def union_of_places(places_of_parts: Iterable[Places | None]) -> Places | None:
    """Return the union of the places; None if one of them is unknown."""
    known = [*places_of_parts]
    return None if None in known else frozenset().union(*(places for places in known if places is not None))
