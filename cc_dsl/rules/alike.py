"""Pieces that are alike: of those that a player may choose, each is offered once.

`he chooses a man in his box as the pick.` offers, of the 12 white men in it, the first.  What is offered is a `Filter`
of the men in the box: no man comes before it that has the same values and states.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.rules.resolving import ResolverState
from cc_dsl.rules.scope import Scope

ALIKE, NUMBERS = "first piece alike", "number of the piece"
"""The tables that have, for each piece, the first that is like it, and its own number."""
Asked = Callable[[model.Slot], model.Condition]
"""What is asked of a piece in a slot."""


def one_of_alike(resolver: ResolverState, things: model.Thing, kind: Kind, scope: Scope) -> model.Thing:
    """Return, of those pieces that are alike in every way and lie in one place, only the first.

    In an ordered place they are told apart by where they lie.
    """
    whole = things
    while isinstance(whole, model.Filter):
        whole = whole.things
    if resolver.is_ordered(whole):
        return things
    alike = resolver.pieces.alike
    resolver.tables |= {ALIKE: alike, NUMBERS: tuple(range(len(alike)))}
    this, other = (model.Slot(scope.frame.slot(), kind) for _ in range(2))

    def both(asked: Asked) -> model.Condition:
        return model.And(asked(this), asked(other))

    def compared(relation: str, table: str) -> model.Condition:
        first, second = (model.TableValue(table, piece, False) for piece in (other, this))
        return model.Compare(relation, first, second)

    same: list[model.Condition] = [compared("equal", ALIKE), compared("fewer", NUMBERS)]
    for state in range(1, len(resolver.states)):
        has = _has_state(state)
        same.append(model.Or(both(has), both(_denied(has))))
    for stored in resolver.stored:
        if stored.owner == kind:
            pair = [model.Load(stored.base, piece, stored.kind) for piece in (this, other)]
            same.append(model.Compare("equal", *pair) if stored.kind == NUMBER else model.Same(*pair))
    if not isinstance(whole, model.Contents):
        same.append(_in_one_place(resolver, scope, both))
    is_first = model.Not(model.Quantified("some", things, other.number, reduce(model.And, same)))
    return model.Filter(things, this.number, is_first)


def _has_state(state: int) -> Asked:
    return lambda piece: model.HasState(piece, state)


def _lies_in(contents: model.Thing) -> Asked:
    return lambda piece: model.In(piece, contents)


def _denied(asked: Asked) -> Asked:
    return lambda piece: model.Not(asked(piece))


def _in_one_place(resolver: ResolverState, scope: Scope, both: Callable[[Asked], model.Condition]) -> model.Condition:
    """Return that two pieces lie in one place without order, or beside the table."""
    ways, placed = list[model.Condition](), list[model.Thing]()
    for place in resolver.places:
        owner = place.owner
        if owner is None:
            contents: model.Thing = model.Contents(place.base, None)
            placed.append(contents)
        else:
            slot = scope.frame.slot()
            contents = model.Contents(place.base, model.Slot(slot, owner))
            placed.append(model.AllContents(place.base, None if owner == PLAYER else place.owners))
        if place.is_ordered:
            continue
        together = both(_lies_in(contents))
        if owner is not None:
            owners = model.AllPlayers() if owner == PLAYER else model.AllValues(owner.name)
            together = model.Quantified("some", owners, slot, together)
        ways.append(together)
    if placed:
        ways.append(both(_denied(_lies_in(reduce(model.Union, placed)))))
    return reduce(model.Or, ways) if ways else model.Always()
