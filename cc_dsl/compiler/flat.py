"""The flat form of a position: every place, number and role a run of integers in one vector.

A place whose order nobody can come to read is a bit set, one bit for each piece; a place that is taken from at its
top is a fixed range of piece numbers and a count.  A role, and a definition that is settled, is one integer.
The state of the pieces is one bit set for each state but the first.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cc_dsl.compiler.analysis import ordered_places
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER

NONE = -1
"""What stands for nobody and nothing."""
UNSETTLED = -2
"""What stands in the cell of a definition that is worked out afresh each time, unless it is a number."""
UNSETTLED_NUMBER = -(1 << 40)
MOST_PIECES = 62
"""One word holds so many bits beside its sign."""


class Var(NamedTuple):
    """A run of integers of the vector."""

    name: str
    start: int
    size: int
    """How many integers it has: one, one for each player, or one for each piece (and player)."""
    is_owned: bool
    first: int
    """What each of them is before the game."""

    @property
    def is_one(self) -> bool:
        """Tell whether it is one integer."""
        return self.size == 1 and not self.is_owned


class Memo(NamedTuple):
    """The best group of each player, its standing, and whether both are known for the position as it is."""

    group: Var
    standing: Var
    known: Var


class Flat:
    """Where in the vector everything lies."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Lay out the vector for so many players."""
        self.seats = seats
        self.pieces = len(rules.pieces.names)
        if self.pieces > MOST_PIECES:
            raise NotCompiled(f"games of more than {MOST_PIECES} pieces")
        self.vars: list[Var] = []
        self.size = 0
        self._names: set[str] = set()
        ordered = ordered_places(rules)
        self.places: dict[int, Var] = {}
        self.counts: dict[int, Var] = {}
        """How many pieces lie in each place that has an order."""
        self.rooms: dict[int, int | None] = {}
        for place in rules.places:
            is_owned = of_players(place)
            self.rooms[place.base] = place.most
            if place.base in ordered:
                self.counts[place.base] = self.new(f"{place.name}_size", is_owned, 0)
                self.places[place.base] = self.new(f"{place.name}_order", is_owned, 0, self.pieces)
            else:
                self.places[place.base] = self.new(f"{place.name}_in", is_owned, 0)
        self.cells: dict[int, Var] = {}
        for role in rules.roles:
            self.cells[role.cell] = self.new(f"{role.name}_who", False, NONE)
        for number in rules.numbers:
            self.cells[number.base] = self.new(f"{number.name}_now", of_players(number), number.first)
        self.settled: dict[str, Var] = {}
        for definition in rules.definitions.values():
            if definition.settled is not None:
                first = UNSETTLED_NUMBER if definition.kind.base == "number" else UNSETTLED
                self.settled[definition.name] = self.new(f"{definition.name}_settled", False, first)
                if definition.kind.base in ("group", "groups"):
                    raise NotCompiled("groups that are settled", definition.cases[0].origin.sentence)
        self.marks = {state: self.new(f"{name}_are", False, 0) for state, name in enumerate(rules.states) if state}
        self.memos = {
            name: Memo(
                self.new(f"{name}_best", True, NONE),
                self.new(f"{name}_standing", True, NONE),
                self.new(f"{name}_known", False, 0),
            )
            for name in rules.groups
        }

    def new(self, words: str, is_owned: bool, first: int, each: int = 1) -> Var:
        """Add a run of integers, one (or so many) for each owner."""
        stem = name = re.sub(r"\W", "_", words)
        count = 2
        while name in self._names:
            name, count = f"{stem}_{count}", count + 1
        self._names.add(name)
        size = each * (self.seats if is_owned else 1)
        var = Var(name, self.size, size, is_owned, first)
        self.vars.append(var)
        self.size += size
        return var

    @property
    def all_players(self) -> int:
        """The bit set of all players."""
        return (1 << self.seats) - 1

    @property
    def all_pieces(self) -> int:
        """The bit set of all pieces."""
        return (1 << self.pieces) - 1


def of_players(declared: model.PlaceDeclaration | model.NumberDeclaration) -> bool:
    """Tell whether each player has one; what each value of a kind has is not compiled yet."""
    if declared.owner not in (None, PLAYER):
        raise NotCompiled("what each value of a kind has", declared.origin.sentence)
    return declared.owner is not None


def whole(values: tuple[int | None, ...]) -> tuple[int, ...]:
    """Give the values that pieces have by their make; pieces without one are not compiled yet."""
    found = tuple(value for value in values if value is not None)
    if len(found) < len(tuple(values)):
        raise NotCompiled("pieces of several makes")
    return found
