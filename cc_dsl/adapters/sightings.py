"""Observations of one player: as lines of text, and as numbers for learning programs.

Both are computed only from the player's view, so that no hidden piece and no secret can appear in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.closures.reasons import Words
from cc_dsl.engine.views import HIDDEN, Sights, View
from cc_dsl.rules.kinds import PLAYER

if TYPE_CHECKING:
    from cc_dsl.closures.runtime import Runtime
    from cc_dsl.closures.state import State
    from cc_dsl.rules import model

Reader = Callable[["View", "State"], list[float]]
"""Returns the numbers of fields that lie side by side."""


class Field(NamedTuple):
    """A part of the observation of a game as numbers: `vector[first:first + size]`."""

    name: str
    """The name of its subject in the rules file, such as “player 1's hand”."""
    first: int
    size: int
    about: str
    """What its numbers mean."""

    @property
    def slice(self) -> slice:
        """The entries of the field."""
        return slice(self.first, self.first + self.size)


class Sightings:
    """The form of the observations of one game; `size` is the number of entries of `vector`."""

    def __init__(self, runtime: Runtime) -> None:
        """Lay out what there is to tell."""
        self.runtime, self.rules = runtime, runtime.rules
        self._sights = Sights(runtime)
        self._readers: list[Reader] = []
        fields, self.size = list[Field](), 0
        for names, size, about, reader in self._vector_parts():
            self._readers.append(reader)
            for name in names:
                fields.append(Field(name, self.size, size, about))
                self.size += size
        self.fields = tuple(fields)
        """The parts of `vector`, in their order."""

    def _vector_parts(self) -> Iterator[tuple[list[str], int, str, Reader]]:
        """Yield parts of `vector` of one form: their names, the size of each, their meaning, and what reads them."""
        rules, seats, pieces = self.rules, self.runtime.seats, len(self.rules.pieces.codes)
        codes = " to ".join([*rules.pieces.codes[:1], *rules.pieces.codes[-1:]])
        place = 0
        for declared in rules.places:
            lies = f"its rank from the first, divided by {pieces}," if declared.is_ordered else "1"
            about = f"for each piece, {codes}, {lies} if it is seen here, else 0; then the number here / {pieces}"
            for name in self._owner_names(declared):
                yield [name], pieces + 1, about, partial(self._pile, place, declared.is_ordered)
                place += 1
        if rules.states:
            about = f"for each piece that is seen its state, as a share of {len(rules.states)}"
            yield ["states"], pieces, about, self._states
        for counted in rules.stored_as("number"):
            most = max(*map(abs, counted.bounds or (0, 0)), 1)
            about = f"the number, divided by {most}"
            yield self._owner_names(counted), 1, about, partial(self._numbers, counted.name, most)
        for held in rules.stored_as("held"):
            things = self._things(held)
            if held.kind.is_set:
                about = "1 for each that is in it, in their order"
                yield self._owner_names(held), len(things), about, partial(self._sets, held, len(things))
            else:
                about = f"which of {len(things)} it is, as a share; 0 if none"
                yield self._owner_names(held), 1, about, partial(self._values, held.name, things)
        for role in rules.stored_as("role"):
            about = "1 at the player who has the role, otherwise 0"
            yield [role.name], seats + 1, about, partial(self._holder, role.name)
        about = "1 at the player who is asked, otherwise 0; the last is the world"
        yield ["player to move"], seats + 1, about, lambda view, _: _one_of(view.to_move, seats + 1)
        questions, about = len(self.runtime.program.askings), "1 at the question that is asked, otherwise 0"
        yield (
            ["question"],
            questions,
            about,
            lambda view, state: _one_of(state.asking if view.to_move is not None else None, questions),
        )

    def _owner_names(self, declared: model.PlaceDeclaration | model.Stored) -> list[str]:
        """Return the names of what every player, or every value, has, or of the only one."""
        if declared.owner is None:
            return [declared.name] * declared.many(self.runtime.seats)
        words, owner = Words(self.rules), declared.owner
        numbers = range(declared.many(self.runtime.seats))
        owners = [_player(name) if owner == PLAYER else words.thing(name, owner) for name in numbers]
        return [f"{name}'s {declared.name}" for name in owners]

    def _things(self, held: model.Stored) -> list[str]:
        if held.kind.one.base == "value":
            return [*self.rules.values[held.kind.name].values]
        if held.kind.one == PLAYER:
            return [_player(player) for player in range(self.runtime.seats)]
        return [*self.rules.pieces.codes]

    # ------------------------------------------------------------------------------------------- in lines

    def lines(self, state: State, player: int | None) -> dict[str, str]:
        """Return what a player sees (without a player: what all see), under the names of the rules file."""
        view, codes, lines = self._sights.view(state, player), self.rules.pieces.codes, dict[str, str]()
        for place in view.places:
            owner = f"{_player(place.owner)}'s " if place.owner is not None else f"{place.of}'s " if place.of else ""
            lines[owner + place.name] = " ".join("?" if piece is None else codes[piece] for piece in place.pieces)
        lines.update({codes[piece]: mark for piece, mark in view.states if mark != self.rules.states[0]})
        lines.update({name: _in_words(value) for name, value in (*view.numbers.items(), *view.held.items())})
        lines.update({name: HIDDEN if h == HIDDEN else _player(h) for name, h in view.roles.items()})
        if view.to_move is not None:
            asking = self.runtime.program.askings[state.asking]
            lines["asked"] = f"{_player(view.to_move)}, {asking.name or asking.act.origin.sentence}"
        if state.outcome is not None:
            lines["the end"] = f"{state.outcome.reason}, {_player(state.outcome.winner)}"
        return lines

    # ---------------------------------------------------------------------------------------- in numbers

    def vector(self, state: State, player: int | None) -> list[float]:
        """Return what a player sees as `size` numbers from -1 to 1, in the same order always; see `fields`."""
        view = self._sights.view(state, player)
        return [number for read in self._readers for number in read(view, state)]

    def _pile(self, number: int, is_ordered: bool, view: View, _state: State) -> list[float]:
        place, count = view.places[number], len(self.rules.pieces.codes)
        features = [0.0] * count
        for rank, piece in enumerate(place.pieces):
            if piece is not None:
                features[piece] = (rank + 1) / count if is_ordered else 1.0
        return [*features, place.size / count]

    def _states(self, view: View, _state: State) -> list[float]:
        features = [0.0] * len(self.rules.pieces.codes)
        for piece, mark in view.states:
            features[piece] = (self.rules.states.index(mark) + 1) / len(self.rules.states)
        return features

    def _numbers(self, name: str, most: int, view: View, _state: State) -> list[float]:
        """Return numbers that play changes, each as a share of its greatest size; 0 for one that is secret."""
        return [0.0 if value == HIDDEN else value / most for value in _each(view.numbers[name])]

    def _sets(self, held: model.Stored, count: int, _view: View, state: State) -> list[float]:
        sets = [state.cells[cell] for cell in held.cells(self.runtime.seats)]
        return [float(member in each) for each in sets for member in range(count)]

    def _values(self, name: str, things: list[str], view: View, _state: State) -> list[float]:
        owned = _each(view.held[name])
        return [(things.index(value) + 1) / len(things) if value in things else 0.0 for value in owned]

    def _holder(self, role: str, view: View, _state: State) -> list[float]:
        return _one_of(view.holder(role), self.runtime.seats + 1)


def _each(value: Any) -> list[Any]:
    """Return what play changes, one for each owner."""
    return [*value.values()] if isinstance(value, dict) else [*value] if isinstance(value, tuple) else [value]


def _player(player: int | None) -> str:
    return "nobody" if player is None else f"player {player + 1}"


def _in_words(value: object) -> str:
    """Return what play changes: one thing, or one for each player, or for each value."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_in_words(item)}" for name, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(_in_words, value))
    return "none" if value is None else str(value)


def _one_of(number: int | None, count: int) -> list[float]:
    return [1.0 if number == place else 0.0 for place in range(count)]
