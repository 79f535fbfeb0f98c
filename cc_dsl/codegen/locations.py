"""Where moved pieces may lie, so that they are removed only there; and how many there may be.

The result is conservative: clearing a bit that is not set does no harm. An owner who may change later is `any`.

    he chooses a card in his hand as the card.      the card lies in {(hand, "p1")}
    the card goes to the table.                     hand_in[p1] &= ~m1; table_in |= m1
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from cc_dsl.codegen.writer import Frame, Slot, Writer
from cc_dsl.core import places
from cc_dsl.core.facts import all_cases, members_of
from cc_dsl.core.places import ANY, InSlot, Places
from cc_dsl.core.program import Statements, bodies_entered, nested_statements
from cc_dsl.rules import model

MOST_KEPT = 1 << 16
"""The most groups that are stored at once; a game with more stops."""


def in_slots(frame: Frame) -> InSlot:
    """Return the known facts on the slots of a frame: their texts, and where their pieces may lie."""

    def in_slot(slot: model.Slot) -> tuple[str, Places | None]:
        known_slot = frame.get(slot.number)
        return (ANY, None) if known_slot is None else (known_slot.text, known_slot.places)

    return in_slot


def places_of(emit: Writer, frame: Frame, term: model.Thing) -> Places | None:
    """Return the places in which pieces, or the pieces of groups, may lie; None if they may lie anywhere."""
    return places.places_of(emit.rules, term, in_slots(frame))


def later_places(emit: Writer, frame: Frame, whereabouts: Places | None, acts: Statements) -> Places | None:
    """Return the places where pieces may lie during these acts and those of the bodies that they call."""
    if whereabouts is None:
        return None
    moves = [*_moves(emit, frame, acts)]
    while True:
        bases = {base for base, _ in whereabouts}
        more = {to for source, to in moves if source is None or bases & source} | whereabouts
        if more == whereabouts:
            return whereabouts
        whereabouts = frozenset(more)


def _moves(emit: Writer, frame: Frame, acts: Statements) -> Iterator[tuple[set[int] | None, tuple[int, str]]]:
    """Yield the bases from which, and the places to which, acts may move pieces."""
    for act in nested_statements(acts):
        if isinstance(act, model.Move | model.Shuffle):
            to = act.to if isinstance(act, model.Move) else act.into
            # A chosen piece may lie anywhere that its choice allowed, which is not known here: assume any place.
            has_slot = isinstance(act.things, model.Lone) or _is_of_slot(act.things)
            source = None if has_slot else places_of(emit, frame, act.things)
            bases = None if source is None else {base for base, _ in source}
            yield bases, (to.base, places.owner_of(to.owner, in_slots(frame)))
            continue
        inner = dict.fromkeys(range(64), Slot(ANY, False))
        if isinstance(act, model.Call) and act.subject is not None:
            inner[0] = Slot(places.owner_of(act.subject, in_slots(frame)), False)
        for name in bodies_entered(act):
            yield from _moves(emit, inner, emit.core[name].statements)


def _is_of_slot(things: model.Thing) -> bool:
    """Return whether moved pieces are among the chosen ones."""
    return isinstance(things, model.Slot | model.GroupPieces) or any(map(_is_of_slot, members_of(things)))


def max_groups_in(emit: Writer, places: Places | None, group: model.Group) -> int:
    """Return the maximal number of groups of pieces in these places: each combination may be of every sort."""
    pieces = max_pieces_in(emit, places)
    most = len(group.sorts) * sum(math.comb(pieces, size) for size in range(group.least, group.most + 1))
    return min(most, MOST_KEPT)


def max_pieces_in(emit: Writer, places: Places | None) -> int:
    """Return the maximal number of pieces in some places; all pieces, if the places are unknown."""
    rooms: list[int | None] = [None] if places is None else []
    for base, owner in places or ():
        room = emit.flat.rooms[base]
        # If the owner is not known, count the room of all owners.
        rooms.append(None if room is None else room * (emit.flat.places[base].owners if owner == ANY else 1))
    known_rooms = [room for room in rooms if room is not None]
    return min(emit.flat.pieces, sum(known_rooms)) if len(known_rooms) == len(rooms) else emit.flat.pieces


def max_settled_groups(emit: Writer, definition: model.Definition) -> int:
    """Return the maximal number of groups that a definition may settle."""
    wherever = places.union_of_places(places_of(emit, {}, case.thing) for case in all_cases(definition))
    return max_groups_in(emit, wherever, emit.rules.groups[definition.kind.name])
