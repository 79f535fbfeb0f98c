"""What each player sees, and positions that a player must hold for possible.

A view is made of the sights of the rules and of nothing else: what none of them covers is hidden.  How many pieces lie
in a place is seen by all.  Which of a place's pieces is the hidden one is told only where the place has an order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cc_dsl.interpreter.groups import Combination
from cc_dsl.interpreter.kit import Kit, Source
from cc_dsl.interpreter.state import Frame, State
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance


class PlaceView(NamedTuple):
    """A place as a player sees it."""

    name: str
    owner: int | None
    pieces: tuple[int | None, ...]
    """The pieces in their order; None for one that he does not see.  In a place without order those come last."""

    @property
    def size(self) -> int:
        """How many pieces lie there."""
        return len(self.pieces)


class View(NamedTuple):
    """A position as a player sees it; without a player, as anybody does."""

    player: int | None
    places: tuple[PlaceView, ...]
    states: tuple[tuple[int, str], ...]
    """The pieces seen, in ascending order, each with its state, if the pieces of the game have states."""
    numbers: dict[str, Any]
    """Each number; those that players have, as a tuple."""
    roles: dict[str, int | None]
    to_move: int | None

    def pieces_in(self, name: str, owner: int | None = None) -> tuple[int | None, ...]:
        """Give what is seen of a place."""
        return next(place.pieces for place in self.places if place.name == name and place.owner == owner)


class Sights:
    """The closures of who sees what."""

    def __init__(self, kit: Kit) -> None:
        """Make the closures."""
        self.kit = kit
        build = kit.build
        self._for_all: list[Callable[[State, Frame], Any]] = []
        self._for_one: list[Callable[[State, Frame], Any]] = []
        self._size = 1
        for sight in kit.rules.sights:
            (self._for_all if sight.is_for_all else self._for_one).append(build.thing(sight.things))
            self._size = max(self._size, sight.frame)

    def seen(self, state: State, player: int | None) -> set[int]:
        """Give the pieces that a player sees; without a player, those that all see."""
        seers = self._for_all if player is None else [*self._for_all, *self._for_one]
        found: set[int] = set()
        for things in seers:
            found.update(things(state, [player, *[None] * (self._size - 1)]))
        return found

    def view(self, state: State, player: int | None) -> View:
        """Give a position as a player sees it."""
        rules, seats = self.kit.rules, self.kit.seats
        seen = self.seen(state, player)
        places = []
        for place in rules.places:
            for owner in range(seats) if place.is_owned else (None,):
                pile = state.places[place.base + (owner or 0)]
                shown = [piece if piece in seen else None for piece in pile]
                if not place.is_ordered:
                    known = sorted(piece for piece in shown if piece is not None)
                    shown = [*known, *[None] * (len(pile) - len(known))]
                places.append(PlaceView(place.name, owner, tuple(shown)))
        numbers = {
            number.name: tuple(state.cells[number.base : number.base + seats])
            if number.is_owned
            else state.cells[number.base]
            for number in rules.numbers
        }
        states = tuple((piece, rules.states[state.marks[piece]]) for piece in sorted(seen)) if rules.states else ()
        roles = {role.name: state.cells[role.cell] for role in rules.roles}
        return View(player, tuple(places), states, numbers, roles, state.player)

    def imagined(self, state: State, player: int | None, chance: Chance) -> State:
        """Give a position that is possible for all that a player sees: what is hidden from him is put out anew.

        Hidden pieces go to hidden places in an order given by chance alone, so that nothing of the true
        position shows through.
        """
        other = state.copy()
        seen = self.seen(state, player)
        hidden = [piece for pile in state.places for piece in pile if piece not in seen]
        pool = sorted(hidden)
        turned = dict(zip(hidden, [pool[place] for place in chance.permutation(len(pool))], strict=True))
        give = turned.get
        other.places = [[give(piece, piece) for piece in pile] for pile in state.places]
        for old, new in turned.items():
            other.where[new], other.marks[new] = state.where[old], state.marks[old]
        other.frame = _turned(state.frame, turned)
        other.stack = [(_turned(frame, turned), pc) for frame, pc in state.stack]
        other.options = self._options(other, turned)
        other.chance = Source(chance)
        for definition in self.kit.rules.definitions.values():
            if definition.settled is not None:
                other.cells[definition.settled] = _settled(other.cells[definition.settled], definition, turned)
        return other

    def _options(self, state: State, turned: dict[int, int]) -> list[int]:
        """Give the options that correspond, if they are pieces."""
        if state.player is None or not isinstance(self.kit.program.askings[state.asking].act, model.Choose):
            return state.options
        return sorted(turned.get(piece, piece) for piece in state.options)


def _turned(frame: Frame, turned: dict[int, int]) -> Frame:
    made = frame[:]
    for slot in frame[-1] if frame else ():
        value = made[slot]
        if isinstance(value, int):
            made[slot] = turned.get(value, value)
        elif value is not None:
            made[slot] = type(value)(sorted(turned.get(piece, piece) for piece in value))
    return made


def _settled(value: Any, definition: model.Definition, turned: dict[int, int]) -> Any:
    base = definition.kind.base
    if base == "piece" and isinstance(value, int):
        return turned.get(value, value)
    if base == "pieces" and isinstance(value, tuple):
        return tuple(turned.get(piece, piece) for piece in value)
    if isinstance(value, Combination):
        made = Combination(value.sort, tuple(sorted(turned.get(piece, piece) for piece in value.pieces)))
        made.rank, made.standing = value.rank, value.standing
        return made
    return value
