"""What a position is, what may be asked in it, and how a game may end or stop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from cc_dsl.rules import model

Key: TypeAlias = tuple[str, int]
"""A place or a thing that play changes: its name, and its owner by number (0 where it belongs to nobody)."""


class Group(NamedTuple):
    """Pieces, in ascending order, that make a sort of group; groups are offered in the order of these parts."""

    sort: int
    pieces: tuple[int, ...]


class Position:
    """Where every piece lies and in which state, what every thing that play changes holds, and what is settled.

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
        for one in rules.stored:
            first = one.stated or min(max(0, one.bounds[0]), one.bounds[1]) if one.bounds is not None else None
            self.stored |= {key: [] if one.kind.is_set else first for key in keys(one, seats)}
        self.settled: dict[str, Any] = {}

    def pieces_in(self, key: Key) -> list[int]:
        """Return the pieces of a place in their order; “In a place without order no piece is before another”."""
        return [*self.places[key]] if self.is_ordered[key[0]] else sorted(self.places[key])

    def put(self, piece: int, key: Key) -> None:
        """Take a piece away and put it down last in a place: “the piece that arrives last lies on top”."""
        for pile in (self.beside, *self.places.values()):
            if piece in pile:
                pile.remove(piece)
        self.places[key].append(piece)

    @property
    def compared(self) -> tuple[Any, ...]:
        """The position as one value that is equal for equal positions."""
        return {key: self.pieces_in(key) for key in self.places}, self.states, self.stored, self.settled


Declared: TypeAlias = model.PlaceDeclaration | model.Stored


def keys(declared: Declared, seats: int) -> Iterator[Key]:
    """Return the keys of what each owner has one of, in the order of the owners."""
    return ((declared.name, owner) for owner in range(declared.many(seats)))


# ------------------------------------------------------------------------------------------- what is asked


class Shuffling(NamedTuple):
    """Chance is asked for an order of these pieces; the answer is a sequence of them, the top last."""

    pieces: list[int]


class Drawing(NamedTuple):
    """Chance is asked for so many of these pieces; the answer is a sequence of them in ascending order."""

    pieces: list[int]
    number: int
    weights: list[int] = []  # noqa: RUF012 - never changed


class Choosing(NamedTuple):
    """A player is asked; the answer is an option: a thing by its number, a `Group`, or the number of a named one."""

    player: int
    options: list[Any]
    act: model.Choose | model.ChooseOption
    left: int = 1
    """How many are still to be picked, this one included."""


class Observing(NamedTuple):
    """The world is asked what happens next; the answer is one of the numbers of these deeds, or `end`.

    “Deeds, pieces and objects are numbered in the order in which they were introduced; the last number
    means that nothing more happens.”
    """

    deeds: list[list[int]]
    """The answers that are possible, those of each deed together."""
    end: int
    act: model.Observe

    @property
    def options(self) -> list[int]:
        """The answers that are possible, in ascending order."""
        return [*(answer for deed in self.deeds for answer in deed), self.end]


Question: TypeAlias = Shuffling | Drawing | Choosing | Observing

# --------------------------------------------------------------------------------------- how it may end


class Ending(NamedTuple):
    """How a game ended: who has won, and why it is over."""

    winners: tuple[int, ...]
    reason: str
    """`won`, `nobody`, or `bound: ` and the loop whose bound was reached."""


class Over(Exception):
    """The game is over in the middle of an act."""

    def __init__(self, ending: Ending) -> None:
        """Hold how it ended."""
        super().__init__(ending)
        self.ending = ending


class Fault(Exception):
    """Play stops: the code of the fault, as in the last table of the reference, and the sentences that are at fault."""

    def __init__(self, code: str, *origins: model.Origin) -> None:
        """Name the sentences."""
        super().__init__(code, *origins)
        self.code = code
        self.origins = origins
