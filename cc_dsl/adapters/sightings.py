"""Observations of one player: as lines of text, and as numbers for learning programs.

Both are computed only from the player's view, so that no hidden piece and no secret can appear in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.closures.reasons import Words
from cc_dsl.engine.views import HIDDEN, PlaceView, Sights, View
from cc_dsl.rules.kinds import PLAYER

if TYPE_CHECKING:
    from cc_dsl.closures.runtime import Runtime
    from cc_dsl.closures.state import State
    from cc_dsl.rules import model
    from cc_dsl.rules.kinds import Kind


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
        self._words = Words(runtime.rules)
        self._marks = len(self.rules.pieces.codes) if self.rules.states else 0
        fields, first = list[Field](), 0
        for name, size, about in self._laid_out():
            fields.append(Field(name, first, size, about))
            first += size
        self.fields = tuple(fields)
        """The parts of `vector`, in their order."""
        self.size = first

    def _laid_out(self) -> Iterator[tuple[str, int, str]]:
        """Yield the name, the size and the meaning of each part of `vector`."""
        rules, seats, pieces = self.rules, self.runtime.seats, len(self.rules.pieces.codes)
        codes = " to ".join([*rules.pieces.codes[:1], *rules.pieces.codes[-1:]])
        for declared in rules.places:
            lies = f"its rank from the first, divided by {pieces}," if declared.is_ordered else "1"
            about = f"for each piece, {codes}, {lies} if it is seen here, else 0; then the number here / {pieces}"
            for number in range(declared.many(seats)):
                yield self._owned(declared.name, declared.owner, number), pieces + 1, about
        if self._marks:
            yield "states", pieces, f"for each piece that is seen its state, as a share of {len(rules.states)}"
        for counted in rules.stored_as("number"):
            most = _size(counted)
            for place in range(counted.many(seats)):
                yield self._owned(counted.name, counted.owner, place), 1, f"the number, divided by {most}"
        for held in rules.stored_as("held"):
            many = len(self._things(held)) if held.kind.is_set else 1
            about = (
                "1 for each that is in it, in their order"
                if held.kind.is_set
                else (f"which of {len(self._things(held))} it is, as a share; 0 if none")
            )
            for place in range(held.many(seats)):
                yield self._owned(held.name, held.owner, place), many, about
        for role in rules.stored_as("role"):
            yield role.name, seats + 1, "1 at the player who has the role, otherwise 0"
        yield "player to move", seats + 1, "1 at the player who is asked, otherwise 0; the last is the world"
        yield "question", len(self.runtime.program.askings), "1 at the question that is asked, otherwise 0"

    def _owned(self, name: str, owner: Kind | None, number: int) -> str:
        """Return the name of one of the things that every player, or every value, has."""
        if owner is None:
            return name
        return f"{_player(number) if owner == PLAYER else self._words.thing(number, owner)}'s {name}"

    # ------------------------------------------------------------------------------------------- in lines

    def lines(self, state: State, player: int | None) -> dict[str, str]:
        """Return what a player sees (without a player: what all see), under the names of the rules file."""
        view = self._sights.view(state, player)
        said = {_named(place): self._pile(place) for place in view.places}
        for piece, mark in view.states:
            if mark != self.rules.states[0]:
                said[self.rules.pieces.codes[piece]] = mark
        said.update({name: _told(value) for name, value in (*view.numbers.items(), *view.held.items())})
        said.update({name: HIDDEN if h == HIDDEN else _player(h) for name, h in view.roles.items()})
        if view.to_move is not None:
            asking = self.runtime.program.askings[state.asking]
            said["asked"] = f"{_player(view.to_move)}, {asking.name or asking.act.origin.sentence}"
        if state.outcome is not None:
            said["the end"] = f"{state.outcome.reason}, {_player(state.outcome.winner)}"
        return said

    def _pile(self, place: PlaceView) -> str:
        return " ".join("?" if piece is None else self.rules.pieces.codes[piece] for piece in place.pieces)

    # ---------------------------------------------------------------------------------------- in numbers

    def vector(self, state: State, player: int | None) -> list[float]:
        """Return what a player sees as `size` numbers from -1 to 1, always in the same order.

        For each place its pieces (0: not seen there; otherwise 1, or the rank from its first piece where the place has
        an order) and how many lie there; the state of each piece; numbers within their bounds, values, players who
        hold a role, who is asked, and what.
        """
        view = self._sights.view(state, player)
        made: list[float] = []
        for place, declared in zip(view.places, self._declared(), strict=True):
            made += self._place(place, declared.is_ordered)
        made += self._marked(view)
        made += self._numbers(view)
        made += self._held(view, state)
        for holder in (*map(view.holder, view.roles), view.to_move):
            made += _one_of(holder, self.runtime.seats + 1)
        made += _one_of(state.asking if view.to_move is not None else None, len(self.runtime.program.askings))
        return made

    def _declared(self) -> list[model.PlaceDeclaration]:
        return [place for place in self.rules.places for _ in range(place.many(self.runtime.seats))]

    def _place(self, place: PlaceView, is_ordered: bool) -> list[float]:
        count = len(self.rules.pieces.codes)
        made = [0.0] * count
        for rank, piece in enumerate(place.pieces):
            if piece is not None:
                made[piece] = (rank + 1) / count if is_ordered else 1.0
        return [*made, place.size / count]

    def _marked(self, view: View) -> list[float]:
        made = [0.0] * self._marks
        for piece, mark in view.states:
            made[piece] = (self.rules.states.index(mark) + 1) / len(self.rules.states)
        return made

    def _numbers(self, view: View) -> list[float]:
        """Return the numbers that play changes, each as a share of its greatest size; 0 for one that is secret."""
        made = []
        for number in self.rules.stored_as("number"):
            made += [0.0 if one == HIDDEN else one / _size(number) for one in _each(view.numbers[number.name])]
        return made

    def _held(self, view: View, state: State) -> list[float]:
        made: list[float] = []
        for held in self.rules.stored_as("held"):
            if held.kind.is_set:
                sets = [state.cells[cell] for cell in held.cells(self.runtime.seats)]
                made += [float(one in each) for each in sets for one in range(len(self._things(held)))]
                continue
            owned = _each(view.held[held.name])
            things = self._things(held)
            made += [(things.index(one) + 1) / len(things) if one in things else 0.0 for one in owned]
        return made

    def _things(self, held: model.Stored) -> list[str]:
        if held.kind.one.base == "value":
            return [*self.rules.values[held.kind.name].values]
        if held.kind.one == PLAYER:
            return [_player(player) for player in range(self.runtime.seats)]
        return [*self.rules.pieces.codes]


def _named(place: PlaceView) -> str:
    owner = f"{_player(place.owner)}'s " if place.owner is not None else f"{place.of}'s " if place.of else ""
    return owner + place.name


def _each(value: Any) -> list[Any]:
    """Return what play changes, one for each owner."""
    return [*value.values()] if isinstance(value, dict) else [*value] if isinstance(value, tuple) else [value]


def _player(player: int | None) -> str:
    return "nobody" if player is None else f"player {player + 1}"


def _told(value: object) -> str:
    """Return what play changes: one thing, or one for each player, or for each value."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_told(one)}" for name, one in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(_told, value))
    return "none" if value is None else str(value)


def _one_of(number: int | None, count: int) -> list[float]:
    return [1.0 if number == place else 0.0 for place in range(count)]


def _size(number: model.Stored) -> int:
    """Return the greatest size that a number may come to."""
    return max(*map(abs, number.bounds or (0, 0)), 1)
