"""Pieces that are alike: only one of them is offered in a choice.

`he chooses a man in his box as the pick.` offers only the first of the 12 white men in it. The offer is a `Filter` of
the men in the box: those with no earlier man of the same values and states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.rules.resolver_state import ResolverState
from cc_dsl.rules.scope import Scope
from cc_dsl.trees import exchange

ALIKE, NUMBERS = "first piece alike", "number of the piece"
"""The names of two tables: for each piece, the first piece that is like it, and its own number."""


def distinct_pieces(resolver: ResolverState, things: model.Thing, kind: Kind, scope: Scope) -> model.Thing:
    """Return the term for pieces without duplicates: of those that are alike and lie in one place, the first.

    In an ordered place, pieces are distinguished by their positions.
    """
    whole = things
    while isinstance(whole, model.Filter):
        whole = whole.things
    if resolver.is_ordered(whole):
        return things
    member, other = (model.Slot(scope.frame.slot(), kind) for _ in range(2))

    def both(condition: model.Condition) -> model.Condition:
        """Return the condition that both pieces meet a condition, which is given for the first."""
        return model.And(condition, exchange(condition, {member: other}))

    def compare_in(relation: str, table: str) -> model.Condition:
        first, second = (model.TableValue(table, piece, False) for piece in (other, member))
        return model.Compare(relation, first, second)

    same: list[model.Condition] = [compare_in("equal", ALIKE), compare_in("fewer", NUMBERS)]
    states = (model.HasState(member, state) for state in range(1, len(resolver.states)))
    for condition in (*states, *_reference_conditions(resolver, member, scope)):
        same.append(model.Or(both(condition), both(model.Not(condition))))
    for variable in resolver.stored:
        if variable.owner == kind:
            pair = [model.Load(variable.base, piece, variable.kind) for piece in (member, other)]
            equal = model.SameSet if variable.kind.is_set else model.Same
            same.append(model.Compare("equal", *pair) if variable.kind == NUMBER else equal(*pair))
    own = (place.base for place in resolver.places if place.owner == kind)
    same += [model.SameSet(*(model.Contents(base, piece) for piece in (member, other))) for base in own]
    if not isinstance(whole, model.Contents):
        same.append(_in_one_place(resolver, member, scope, both))
    is_first = model.Not(model.Quantified("some", things, other.number, reduce(model.And, same)))
    return model.Filter(things, member.number, is_first)


def _reference_conditions(resolver: ResolverState, piece: model.Slot, scope: Scope) -> Iterator[model.Condition]:
    """Yield, for each name or cell that may hold a piece, the condition that it holds this piece."""
    names = (*scope.locals.values(), *([scope.it] if scope.it is not None else []))
    yield from (model.Same(piece, typed.term) for typed in names if typed.kind == piece.kind)
    for variable in resolver.stored:
        if variable.kind == piece.kind and variable.owner is None:
            yield model.Same(piece, model.Load(variable.base, None, piece.kind))
        elif variable.kind == piece.kind and variable.owner is not None:
            slot, owners = scope.frame.slot(), resolver.all_things(variable.owner)
            is_same_piece = model.Same(piece, model.Load(variable.base, model.Slot(slot, variable.owner), piece.kind))
            yield model.Quantified("some", owners, slot, is_same_piece)


def _in_one_place(
    resolver: ResolverState, piece: model.Slot, scope: Scope, both: Callable[[model.Condition], model.Condition]
) -> model.Condition:
    """Return the condition that two pieces lie in one unordered place, or beside the table."""
    alternatives, all_places = list[model.Condition](), list[model.Thing]()
    for place in resolver.places:
        owner = place.owner
        if owner is None:
            contents: model.Thing = model.Contents(place.base, None)
            all_places.append(contents)
        else:
            slot = scope.frame.slot()
            contents = model.Contents(place.base, model.Slot(slot, owner))
            all_places.append(model.AllContents(place.base, None if owner == PLAYER else place.owners))
        if place.is_ordered:
            continue
        together = both(model.In(piece, contents))
        if owner is not None:
            together = model.Quantified("some", resolver.all_things(owner), slot, together)
        alternatives.append(together)
    if all_places:
        alternatives.append(both(model.Not(model.In(piece, reduce(model.Union, all_places)))))
    return reduce(model.Or, alternatives) if alternatives else model.Always()
