"""Observations of one player: as lines of text, and as numbers for learning programs.

Both are computed only from the player's view, so no hidden piece and no secret can appear in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cc_dsl.closures.runtime import Runtime
from cc_dsl.closures.state import State
from cc_dsl.engine.views import HIDDEN, PlaceView, SightClosures, View
from cc_dsl.rules.kinds import PLAYER


class Field(NamedTuple):
    """A part of the observation of a game as numbers: `vector[first:first + size]`."""

    name: str
    """The name of its subject in the rules file, such as “player 1's hand”."""
    first: int
    size: int
    about: str
    """The meaning of its numbers."""

    @property
    def slice(self) -> slice:
        """The entries of the field."""
        return slice(self.first, self.first + self.size)


class Sightings:
    """The form of the observations of one game; `size` is the number of entries of `vector`."""

    def __init__(self, runtime: Runtime) -> None:
        """Determine the fields of the observation from the first position."""
        self.runtime, self.rules = runtime, runtime.rules
        self._sights = SightClosures(runtime)
        state = runtime.new_state()
        fields, self.size = list[Field](), 0
        for name, numbers, about in self._vector_fields(self._sights.view(state, None), state):
            fields.append(Field(name, self.size, len(numbers), about))
            self.size += len(numbers)
        self.fields = tuple(fields)
        """The parts of `vector`, in their order."""

    def _vector_fields(self, view: View, state: State) -> Iterator[tuple[str, list[float], str]]:
        """Yield the fields of `vector`: the name of each, its numbers in a position, and their meaning."""
        rules, seats, pieces = self.rules, self.runtime.seats, len(self.rules.pieces.codes)
        codes = " to ".join([*rules.pieces.codes[:1], *rules.pieces.codes[-1:]])
        ordered_places = {place.name for place in rules.places if place.is_ordered}
        for place in view.places:
            lies = f"its rank from the first, divided by {pieces}," if place.name in ordered_places else "1"
            about = f"for each piece, {codes}, {lies} if it is seen here, else 0; then the number here / {pieces}"
            entries = [0.0] * pieces
            for rank, piece in enumerate(place.pieces):
                if piece is not None:
                    entries[piece] = (rank + 1) / pieces if place.name in ordered_places else 1.0
            yield _possessive(place) + place.name, [*entries, place.size / pieces], about
        if rules.states:
            marks, count = dict(view.states), len(rules.states)
            shares = [(rules.states.index(marks[n]) + 1) / count if n in marks else 0.0 for n in range(pieces)]
            yield "states", shares, f"for each piece that is seen its state, as a share of {count}"
        for number in rules.stored_as("number"):
            most = max(*map(abs, number.bounds or (0, 0)), 1)
            for owner, value in _pairs_of_owners(view.numbers[number.name]):
                yield owner + number.name, [0.0 if value == HIDDEN else value / most], f"the number, divided by {most}"
        for variable in rules.stored_as("held"):
            kind, things = variable.kind.element_kind, [*rules.pieces.codes]
            if kind == PLAYER:
                things = [*map(_player, range(seats))]
            elif kind.base == "value":
                things = [*rules.values[variable.kind.name].values]
            cells = variable.cells(seats)
            for cell, (owner, value) in zip(cells, _pairs_of_owners(view.held[variable.name]), strict=True):
                numbers = [(things.index(value) + 1) / len(things) if value in things else 0.0]
                about = f"which of {len(things)} it is, as a share; 0 if none"
                if variable.kind.is_set:
                    numbers = [float(member in state.cells[cell]) for member in range(len(things))]
                    about = "1 for each that is in it, in their order"
                yield owner + variable.name, numbers, about
        for role in rules.stored_as("role"):
            about = "1 at the player who has the role, otherwise 0"
            yield role.name, _one_hot(view.holder(role.name), seats + 1), about
        about = "1 at the player who is asked, otherwise 0; the last is the world"
        yield "player to move", _one_hot(view.to_move, seats + 1), about
        question_number = state.asking if view.to_move is not None else None
        about = "1 at the question that is asked, otherwise 0"
        yield "question", _one_hot(question_number, len(self.runtime.program.questions)), about

    # ---------------------------------------------------------------------------------------------- lines

    def lines(self, state: State, player: int | None) -> dict[str, str]:
        """Return a player's view as lines (without a player: the public view), under the names of the rules file."""
        view, codes, lines = self._sights.view(state, player), self.rules.pieces.codes, dict[str, str]()
        for place in view.places:
            codes_shown = ("?" if piece is None else codes[piece] for piece in place.pieces)
            lines[_possessive(place) + place.name] = " ".join(codes_shown)
        lines.update({codes[piece]: mark for piece, mark in view.states if mark != self.rules.states[0]})
        lines.update({name: _value_in_words(value) for name, value in (*view.numbers.items(), *view.held.items())})
        lines.update({name: HIDDEN if h == HIDDEN else _player(h) for name, h in view.roles.items()})
        if view.to_move is not None:
            question_term = self.runtime.program.questions[state.asking]
            lines["asked"] = f"{_player(view.to_move)}, {question_term.name or question_term.act.origin.sentence}"
        if state.outcome is not None:
            lines["the end"] = f"{state.outcome.reason}, {_player(state.outcome.winner)}"
        return lines

    # ------------------------------------------------------------------------------------------- numbers

    def vector(self, state: State, player: int | None) -> list[float]:
        """Return a player's view as `size` numbers from -1 to 1, always in the same order; see `fields`."""
        view = self._sights.view(state, player)
        return [number for _, numbers, _ in self._vector_fields(view, state) for number in numbers]


def _possessive(place: PlaceView) -> str:
    return f"{_player(place.owner)}'s " if place.owner is not None else f"{place.of}'s " if place.of else ""


def _pairs_of_owners(value: Any) -> list[tuple[str, Any]]:
    """Return the values of a variable, each with the possessive of its owner."""
    if isinstance(value, dict):
        return [(f"{owner}'s ", each) for owner, each in value.items()]
    each = enumerate(value) if isinstance(value, tuple) else ()
    return [(f"{_player(owner)}'s ", content) for owner, content in each] or [("", value)]


def _player(player: int | None) -> str:
    return "nobody" if player is None else f"player {player + 1}"


def _value_in_words(value: object) -> str:
    """Return the words for the value of a variable, or for its values by owner."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value_in_words(item)}" for name, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(_value_in_words, value))
    return "none" if value is None else str(value)


def _one_hot(number: int | None, count: int) -> list[float]:
    return [1.0 if number == place else 0.0 for place in range(count)]
