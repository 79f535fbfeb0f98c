"""The view of each player, and random positions that are consistent with it.

A view is computed only from the sentences of the rules about sight: pieces that none of them covers are hidden.
Everybody sees the number of pieces in a place. Which of them is hidden is shown only if the place has an order.

    a player sees his hand.  all see the table.
    player 1's view         his own cards, those on the table, and “7 cards” for the hand of player 2
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from cc_dsl.closures.reasons import WordLookup
from cc_dsl.closures.runtime import ChanceSource, Runtime
from cc_dsl.closures.state import Combination, Frame, State
from cc_dsl.core.facts import OF_PIECES
from cc_dsl.core.secrets import DEALS, sight_depends_on_pieces
from cc_dsl.engine.moves import kind_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.table.chance import Chance

HIDDEN = "?"
"""The sign in views and records for anything that a player does not know."""


class PlaceView(NamedTuple):
    """A place as a player sees it."""

    name: str
    owner: int | None
    pieces: tuple[int | None, ...]
    """The pieces in their order; None for one that is not seen. In a place without order those come last."""
    of: str = ""
    """The value to which the place belongs, if values have places."""

    @property
    def size(self) -> int:
        """The number of pieces there."""
        return len(self.pieces)


class View(NamedTuple):
    """A position as a player sees it; without a player, the part that everybody sees."""

    player: int | None
    """The player whose view it is; None for the view of everybody."""
    places: tuple[PlaceView, ...]
    """Every place with what is seen of it."""
    states: tuple[tuple[int, str], ...]
    """The pieces seen, in ascending order, each with its state, if the pieces of the game have states."""
    numbers: dict[str, Any]
    """Each number; a tuple if each player has one, and a table by the words of the values if each value has one."""
    roles: dict[str, Any]
    """The player in each role, by its name."""
    to_move: int | None
    """The player who is asked; None if nobody is."""
    held: dict[str, Any] = {}  # noqa: RUF012 - never changed; each view makes its own
    """Each value that play changes, in words, or None; in the same form as the numbers."""

    def holder(self, role: str) -> int | None:
        """Return the player in a role; None if nobody has it."""
        return self.roles.get(role)

    def pieces_in(self, name: str, owner: int | None = None, of: str = "") -> tuple[int | None, ...]:
        """Return the visible part of a place."""
        key = (name, owner, of)
        return next(place.pieces for place in self.places if (place.name, place.owner, place.of) == key)


def values_with(runtime: Runtime, state: State, properties: Collection[str]) -> frozenset[str]:
    """Return the values that have one of these properties; properties unknown to the rules have none."""
    values_held: set[str] = set()
    for name in properties:
        predicate = runtime.rules.predicates.get(name)
        if predicate is not None and predicate.kind.base == "value":
            holds = runtime.build.condition(model.Holds(name, model.Slot(0)))
            values = runtime.rules.values[predicate.kind.name].values
            values_held.update(value for number, value in enumerate(values) if holds(state, [number]))
    return frozenset(values_held)


@lru_cache(maxsize=256)
def sights_of(runtime: Runtime) -> SightClosures:
    """Return the rules of visibility of a runtime, made once."""
    return SightClosures(runtime)


class SightClosures:
    """The closures that compute the pieces that each player sees."""

    def __init__(self, runtime: Runtime) -> None:
        """Make the closures."""
        self.runtime = runtime
        build = runtime.build
        self._for_all: list[Callable[[State, Frame], Iterable[int]]] = []
        self._for_one: list[Callable[[State, Frame], Iterable[int]]] = []
        self._size = 1
        self._words = WordLookup(runtime.rules)
        for sight in runtime.rules.sights:
            (self._for_all if sight.is_for_all else self._for_one).append(build.thing(sight.things))
            self._size = max(self._size, sight.frame)
        rules = runtime.rules
        settled = [definition.settled for definition in rules.definitions.values() if definition.kind.base in OF_PIECES]
        of_pieces = (variable for variable in rules.stored if variable.kind.base == "piece")
        stored = (cell for variable in of_pieces for cell in variable.cells(runtime.seats))
        self._cells_of_pieces = [*(cell for cell in settled if cell is not None), *stored]
        """The cells that hold pieces, or groups of them."""
        self._depends_on_pieces = sight_depends_on_pieces(runtime.rules)
        """Whether visibility depends on hidden pieces; computed once, since a search samples hundreds of positions."""

    def pieces_seen(self, state: State, player: int | None) -> set[int]:
        """Return the pieces that a player sees; without a player, those that every player sees."""
        seers = self._for_all if player is None else [*self._for_all, *self._for_one]
        pieces: set[int] = set()
        with state.speculate():
            for things in seers:
                pieces.update(things(state, [player, *[None] * (self._size - 1)]))
        return pieces

    def view(self, state: State, player: int | None) -> View:
        """Return a position as a player sees it."""
        rules, seats = self.runtime.rules, self.runtime.seats
        seen = self.pieces_seen(state, player)
        places = []
        for place in rules.places:
            for number in range(place.many(seats)):
                pile = state.places[place.base + number]
                shown = [piece if piece in seen else None for piece in pile]
                if not place.is_ordered:
                    in_sight = sorted(piece for piece in shown if piece is not None)
                    shown = [*in_sight, *[None] * (len(pile) - len(in_sight))]
                owner = number if place.owner == PLAYER else None
                of = self._words.thing(number, place.owner) if place.owner is not None and owner is None else ""
                places.append(PlaceView(place.name, owner, tuple(shown), of))
        numbers = {stored.name: self._stored_by_owner(state, stored) for stored in rules.stored_as("number")}
        held = {stored.name: self._stored_by_owner(state, stored, seen) for stored in rules.stored_as("held")}
        states = tuple((piece, rules.states[state.marks[piece]]) for piece in sorted(seen)) if rules.states else ()
        roles = {role.name: state.cells[role.base] for role in rules.stored_as("role")}
        return View(player, tuple(places), states, numbers, roles, state.player, held)

    def _stored_by_owner(self, state: State, stored: model.Stored, seen: Collection[int] = ()) -> object:
        """Return the values of a variable: one, or one for each player, or one for each value by its word."""
        cells, kind = [state.cells[cell] for cell in stored.cells(self.runtime.seats)], stored.kind
        words = WordLookup(self.runtime.rules, seen)
        contents = [value if kind == NUMBER or value is None else words.thing(value, kind) for value in cells]
        if stored.owner is None:
            return contents[0]
        if stored.owner == PLAYER:
            return tuple(contents)
        return {self._words.thing(number, stored.owner): value for number, value in enumerate(contents)}

    def hidden_pieces(self, state: State, player: int | None) -> list[int]:
        """Return the pieces that a player does not see, in the order in which they lie, place by place."""
        seen = self.pieces_seen(state, player)
        return [piece for pile in state.places for piece in pile if piece not in seen]

    def sample_position(self, state: State, player: int | None, chance: Chance) -> State:
        """Return a random position consistent with a player's view, in which hidden pieces are dealt again.

        Hidden pieces go to hidden places in a random order, so that the true position does not show through. If the
        player would then see something else, all is dealt again; if none of a thousand deals is possible, the view
        nearly determines the position, which is returned unchanged.
        """
        hidden = self.hidden_pieces(state, player)
        other = self._deal_anew(state, hidden, chance)
        if not self._depends_on_pieces:
            return other
        seen = self.pieces_seen(state, player)
        for _ in range(DEALS - 1):
            if self.pieces_seen(other, player) == seen:
                return other
            other = self._deal_anew(state, hidden, chance)
        # If no pieces are dealt anew, the result is a copy of the true position.
        return other if self.pieces_seen(other, player) == seen else self._deal_anew(state, [], chance)

    def _deal_anew(self, state: State, hidden: list[int], chance: Chance) -> State:
        """Return the position with some pieces dealt again among the places where they lie."""
        other = state.copy()
        pool = sorted(hidden)
        # Exchange the hidden pieces by a random permutation, wherever the position mentions them.
        exchange = dict(zip(hidden, [pool[place] for place in chance.permutation(len(pool))], strict=True))
        give = exchange.get
        other.places = [[give(piece, piece) for piece in pile] for pile in state.places]
        for old, new in exchange.items():
            other.where[new], other.marks[new] = state.where[old], state.marks[old]
        other.frame = _exchange_in_frame(state.frame, exchange)
        other.stack = [(_exchange_in_frame(frame, exchange), pc) for frame, pc in state.stack]
        other.options = self._exchange_options(other, exchange)
        other.chance = ChanceSource(chance)
        for cell in self._cells_of_pieces:
            other.cells[cell] = _exchange_pieces(other.cells[cell], exchange)
        return other

    def _exchange_options(self, state: State, exchange: dict[int, int]) -> list[int]:
        """Return the options after the exchange of pieces; offered groups are exchanged in the position itself."""
        is_asked = state.player is not None and state.player >= 0
        if not is_asked or kind_of(self.runtime.program.questions[state.asking].act).base not in ("piece", "group"):
            return state.options
        if state.offered:
            state.offered = tuple(_exchange_pieces(group, exchange) for group in state.offered)
            return state.options
        options: list[int] = _exchange_pieces(state.options, exchange)
        return options


def _exchange_in_frame(frame: Frame, exchange: dict[int, int]) -> Frame:
    """Return a frame with other pieces in the slots that hold pieces, which its last slot lists."""
    result = frame[:]
    for slot in frame[-1] if frame else ():
        result[slot] = _exchange_pieces(result[slot], exchange)
    return result


def _exchange_pieces(value: Any, exchange: dict[int, int]) -> Any:
    """Return a piece, a group, or several of them, with the pieces exchanged; other values are unchanged."""
    if isinstance(value, int):
        return exchange.get(value, value)
    if isinstance(value, Combination):
        pieces = tuple(sorted(exchange.get(piece, piece) for piece in value.pieces))
        return Combination(value.sort, pieces, value.rank, value.standing)
    if isinstance(value, tuple | list):
        return type(value)(sorted(_exchange_pieces(each, exchange) for each in value))
    return value
