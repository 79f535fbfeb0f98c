"""A position, the questions that can be asked in it, and the ways in which a game ends or stops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from cc_dsl.rules import model

Key: TypeAlias = tuple[str, int]
"""A place or a variable: its name, and the number of its owner (0 if it has none)."""


class Group(NamedTuple):
    """Pieces, in ascending order, that make a sort of group; groups are offered in the order of these parts."""

    sort: int
    pieces: tuple[int, ...]


class Position:
    """The place and the state of every piece, the value of every variable, and the settled values.

    A number is an `int`; a value, a piece and a player are their numbers in the order of their introduction; a set is
    a list; none is None.
    """

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Return the position before the first act.

        “Before the first act all pieces lie beside the table.”  “at first in the one named first”  “Without
        `at first`, it begins at 0, or at the bound nearest to 0.”  “at first none”
        """
        pieces = range(len(rules.pieces.names))
        self.is_ordered = {place.name: place.is_ordered for place in rules.places}
        self.places: dict[Key, list[int]] = {key: [] for place in rules.places for key in keys(place, seats)}
        self.beside = list(pieces)
        self.states = dict.fromkeys(pieces, 0)
        self.stored: dict[Key, Any] = {}
        for variable in rules.stored:
            first, bounds = None, variable.bounds
            if bounds is not None:
                first = variable.stated or min(max(0, bounds[0]), bounds[1])
            self.stored |= {key: [] if variable.kind.is_set else first for key in keys(variable, seats)}
        self.settled: dict[str, Any] = {}

    def pieces_in(self, key: Key) -> list[int]:
        """Return the pieces in a place in their order; “In a place without order no piece is before another”."""
        return [*self.places[key]] if self.is_ordered[key[0]] else sorted(self.places[key])

    def put(self, piece: int, key: Key) -> None:
        """Move a piece to the end of a place: “the piece that arrives last lies on top”."""
        for pile in (self.beside, *self.places.values()):
            if piece in pile:
                pile.remove(piece)
        self.places[key].append(piece)

    @property
    def snapshot(self) -> tuple[Any, ...]:
        """The position as one value that is equal for equal positions."""
        return {key: self.pieces_in(key) for key in self.places}, self.states, self.stored, self.settled


Declaration: TypeAlias = model.PlaceDeclaration | model.Stored


def keys(declaration: Declaration, seats: int) -> Iterator[Key]:
    """Return the keys of a place or a variable, in the order of its owners."""
    return ((declaration.name, owner) for owner in range(declaration.many(seats)))


# ----------------------------------------------------------------------------------------------- questions


class Shuffle(NamedTuple):
    """Chance is asked for an order of these pieces; the answer is a sequence of them, the top piece last."""

    pieces: list[int]


class Draw(NamedTuple):
    """Chance is asked for a number of these pieces; the answer is a sequence of them in ascending order."""

    pieces: list[int]
    number: int
    weights: list[int] = []  # noqa: RUF012 - never changed


class Choice(NamedTuple):
    """A player is asked; the answer is an option: a thing by its number, a `Group`, or a named option by its number."""

    player: int
    options: list[Any]
    act: model.Choose | model.ChooseOption
    left: int = 1
    """The number of things that are still to be picked, including this one."""


class Observation(NamedTuple):
    """The world is asked what happens next; the answer is one of the numbers of these deeds, or `end`.

    “Deeds, pieces and objects are numbered in the order in which they were introduced; the last number
    means that nothing more happens.”
    """

    deeds: list[list[int]]
    """The possible answers, grouped by deed."""
    end: int
    act: model.Observe

    @property
    def options(self) -> list[int]:
        """The possible answers, in ascending order."""
        return [*(answer for deed in self.deeds for answer in deed), self.end]


Question: TypeAlias = Shuffle | Draw | Choice | Observation

# ------------------------------------------------------------------------------------------------- endings


class Ending(NamedTuple):
    """The end of a game: its winners and the reason."""

    winners: tuple[int, ...]
    reason: str
    """`won`, `nobody`, or `bound: ` with the loop whose bound was reached."""


class Over(Exception):
    """The exception that ends the game in the middle of an act."""

    def __init__(self, ending: Ending) -> None:
        """Take the ending."""
        super().__init__(ending)
        self.ending = ending


class Fault(Exception):
    """The exception that stops play, with a code from the last table of the reference and the sentences at fault."""

    def __init__(self, code: str, *origins: model.Origin) -> None:
        """Take the code and the sentences."""
        super().__init__(code, *origins)
        self.code = code
        self.origins = origins
