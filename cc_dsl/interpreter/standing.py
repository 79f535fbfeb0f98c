"""Compute the lead of a player in a position, by the number that `core/leads.py` finds in the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cc_dsl.core.leads import Lead, lead_of
from cc_dsl.interpreter.runtime import Runtime
from cc_dsl.interpreter.state import Frame, State
from cc_dsl.rules import model, walk
from cc_dsl.trees import Node


class Watched(NamedTuple):
    """The places and cells that a standing is computed from."""

    places: tuple[int, ...]
    cells: tuple[int, ...]


class Standing:
    """Tells how far a player is ahead of the best of the others."""

    def __init__(self, runtime: Runtime, lead: Lead) -> None:
        """Make the closures of the number and of what will be added to it."""
        self._sign = 1 if lead.is_best else -1
        self._players = range(runtime.seats)
        self._size = lead.frame
        self._slot = lead.slot
        self._number = runtime.build.thing(lead.measure)
        self._gains = [runtime.build.thing(model.Apply(name, model.Slot(lead.slot))) for name in lead.gains]
        read = [lead.measure, *(runtime.rules.definitions[name] for name in lead.gains)]
        self._watched = _watched(runtime, read) if lead.gains else Watched((), ())

    def of(self, state: State, player: int) -> int:
        """Return a player's lead; less than nothing if another is before him."""
        frame: Frame = [None] * self._size
        own, others = 0, []
        for one in self._players:
            frame[self._slot] = one
            worth = self._sign * (self._number(state, frame) or 0)
            worth += self._sign * sum(gain(state, frame) or 0 for gain in self._gains)
            if one == player:
                own = worth
            else:
                others.append(worth)
        return own - max(others, default=0)

    def stamp(self, state: State) -> object:
        """Return what changes whenever the lead does: much cheaper to compare than the lead."""
        if not self._gains:
            return None
        places, cells = state.places, state.cells
        return [len(places[place]) for place in self._watched.places], [cells[cell] for cell in self._watched.cells]


def standing_of(runtime: Runtime) -> Standing | None:
    """Make what tells how far a player is ahead: in the number that names the winner, or in what is told at the end."""
    found = lead_of(runtime.rules, runtime.seats)
    return None if found is None else Standing(runtime, found)


def _watched(runtime: Runtime, read: Iterable[Node]) -> Watched:
    """Return the places and cells from which things are computed, also by way of definitions."""
    places: set[int] = set()
    cells: set[int] = set()
    for thing in read:
        for whole in (thing, *walk.uses(runtime.rules, thing)):
            for part in walk.parts(whole):
                if isinstance(part, model.Contents | model.OnlyPiece | model.TopPiece | model.AllContents):
                    declared = next(place for place in runtime.rules.places if place.base == part.base)
                    places.update(range(part.base, part.base + declared.many(runtime.seats)))
                elif isinstance(part, model.Load):
                    cells.update(runtime.rules.stored_at(part.base).cells(runtime.seats))
    return Watched(tuple(sorted(places)), tuple(sorted(cells)))
