"""Where pieces may lie when they are moved, so that they are removed there and nowhere else.

The result is never too small: clearing a bit that is not set does no harm.  A text that may mean another player later
is `any`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.compiler.frames import Frame, Slot
from cc_dsl.core import places
from cc_dsl.core.places import ANY, InSlot, Places
from cc_dsl.core.program import Enter, Statements, entered, inside
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.emitter import Emitter


def in_slots(frame: Frame) -> InSlot:
    """Return the known facts on the slots of a frame: their texts, and where their pieces may lie."""

    def in_slot(slot: model.Slot) -> tuple[str, Places | None]:
        found = frame.get(slot.number)
        return (ANY, None) if found is None else (found.text, found.places)

    return in_slot


def places_of(make: Emitter, frame: Frame, term: model.Thing) -> Places | None:
    """Return the places in which pieces, or the pieces of groups, may lie; None if they may lie anywhere."""
    return places.places_of(make.rules, term, in_slots(frame))


def later_places(make: Emitter, frame: Frame, found: Places | None, acts: Statements) -> Places | None:
    """Return where pieces may lie while these acts are done, and those of the bodies that they call."""
    if found is None:
        return None
    moves = [*_moves(make, frame, acts)]
    while True:
        bases = {base for base, _ in found}
        more = {to for source, to in moves if source is None or bases & source} | found
        if more == found:
            return found
        found = frozenset(more)


def _moves(make: Emitter, frame: Frame, acts: Statements) -> Iterator[tuple[set[int] | None, tuple[int, str]]]:
    """Yield the bases from which, and the places to which, acts may move pieces."""
    for act in inside(acts):
        if isinstance(act, model.Move | model.Shuffle):
            to = act.to if isinstance(act, model.Move) else act.into
            # A piece that was chosen may lie wherever its choice found it, and that is asked for here: take any.
            has_slot = isinstance(act.things, model.Lone) or _is_of_slot(act.things)
            source = None if has_slot else places_of(make, frame, act.things)
            yield (
                None if source is None else {base for base, _ in source},
                (to.base, places.owner_of(to.owner, in_slots(frame))),
            )
            continue
        inner = _blank(make)
        if isinstance(act, Enter) and act.subject is not None:
            inner[0] = Slot(places.owner_of(act.subject, in_slots(frame)), False)
        for name in entered(act):
            yield from _moves(make, inner, make.core[name].statements)


def _is_of_slot(things: model.Thing) -> bool:
    """Return whether moved pieces are, or are among, the chosen ones."""
    if isinstance(things, model.Filter | model.Best | model.BestFew | model.Only):
        return _is_of_slot(things.things)
    if isinstance(things, model.Union):
        return _is_of_slot(things.left) or _is_of_slot(things.right)
    if isinstance(things, model.Difference):
        return _is_of_slot(things.left)
    return isinstance(things.thing if isinstance(things, model.Lone) else things, model.Slot | model.GroupPieces)


def _blank(make: Emitter) -> Frame:
    return dict.fromkeys(range(64), Slot(ANY, False))
