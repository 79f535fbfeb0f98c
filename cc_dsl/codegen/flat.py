"""The flat form of a position: every place, number and role is a range of integers in one vector.

A place whose order play cannot read is a bit set, with one bit for each piece; a place from whose top pieces are taken
is a fixed range of piece numbers and a count. A role or a settled definition is one integer. The states of the pieces
are one bit set for each state except the first.

    each of 2 players has a hand, a place for cards.        hand_in       two sets:  S[0], S[1]
    there is a stock, an ordered place for cards.           stock_size    S[2];  stock_order    S[3] to S[54]
    each player has a score, a number from 0 to 9.          score_now     S[55], S[56]
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cc_dsl.core.faults import RulesFault
from cc_dsl.core.ordering import ordered_places, piles
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

NONE = -1
"""The code for nobody and nothing."""
UNSETTLED = -2
"""The content of the cell of a definition that is not settled, unless it is a number."""
UNSETTLED_NUMBER = -(1 << 40)
UNTOLD = UNSETTLED_NUMBER - 1
"""The result at the end of a game if its condition does not hold."""
HOLDS = {"piece": "piece", "pieces": "set", "group": "group"}
"""The form in which a settled definition holds pieces, by its kind."""


class Var(NamedTuple):
    """A range of integers of the vector."""

    name: str
    start: int
    size: int
    """The number of integers: one, one for each owner, or one for each piece (and owner)."""
    is_owned: bool
    first: int
    """The value of each before the game."""
    owners: int = 1
    """The number of owners."""
    holds: str = ""
    """The form in which it holds pieces: `set`, `order`, `piece`, `group` or `groups`; empty, if it holds something
    else."""

    @property
    def is_one(self) -> bool:
        """Return whether the variable is one integer."""
        return self.size == 1 and not self.is_owned


class Memo(NamedTuple):
    """The best group of each player, its standing, and whether both are known for the present position."""

    group: Var
    standing: Var
    known: Var


class MemoCell(NamedTuple):
    """The value of a definition, and whether it is known for the present position."""

    value: Var
    known: Var


class Flat:
    """The layout of the vector."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Lay out the vector for this number of players."""
        self.seats = seats
        self.pieces = len(rules.pieces.names)
        self.vars: list[Var] = []
        self.size = 0
        self._names: set[str] = set()
        ordered_bases = ordered_places(rules)
        self.places: dict[int, Var] = {}
        self.counts: dict[int, Var] = {}
        """The number of pieces in each ordered place."""
        self.rooms: dict[int, int | None] = {}
        for place in rules.places:
            many = self.owners(place)
            self.rooms[place.base] = place.most
            if place.base in ordered_bases:
                self.counts[place.base] = self.new(f"{place.name}_size", many, 0)
                self.places[place.base] = self.new(f"{place.name}_order", many, 0, self.pieces, "order")
            else:
                self.places[place.base] = self.new(f"{place.name}_in", many, 0, holds="set")
        self.row = self.new("row", None, 0, max(self.pieces, 2)) if piles(rules, ordered_bases) else None
        """A buffer for pieces on their way to an ordered place; it is empty between two acts."""
        self.cells: dict[int, Var] = {}
        for variable in rules.stored:
            holds = "piece" if variable.kind.base == "piece" else ""
            # A stored set begins empty, and any other variable without an initial value holds none.
            first = 0 if variable.kind.is_set else variable.first if isinstance(variable.first, int) else NONE
            name = f"{variable.name}_{'who' if variable.form == 'role' else 'now'}"
            self.cells[variable.base] = self.new(name, self.owners(variable), first, holds=holds)
        self.settled: dict[str, Var] = {}
        """The settled values: a thing, or the number of several groups."""
        self.standings: dict[str, Var] = {}
        """The rank of a group, or of each of several groups, when it was settled."""
        self.lists: dict[str, Var] = {}
        """Definitions that settle several groups."""
        for definition in rules.definitions.values():
            if definition.settled is not None:
                first = UNSETTLED_NUMBER if definition.kind.base == "number" else UNSETTLED
                holds = HOLDS.get(definition.kind.base, "")
                self.settled[definition.name] = self.new(f"{definition.name}_settled", None, first, holds=holds)
                if definition.kind.base == "group":
                    self.standings[definition.name] = self.new(f"{definition.name}_ranks", None, NONE)
        self.marks = {
            state: self.new(f"{name}_are", None, 0, holds="set") for state, name in enumerate(rules.states) if state
        }
        self.memos = {
            name: Memo(
                self.new(f"{name}_best", seats, NONE, holds="group"),
                self.new(f"{name}_standing", seats, NONE),
                self.new(f"{name}_known", None, 0),
            )
            for name in rules.groups
        }

        self.memoised: dict[str, MemoCell] = {}
        """Definitions that are computed once for a position."""

    def memoise(self, definitions: dict[str, Kind]) -> None:
        """Reserve space for definitions that are computed once for a position."""
        for name, kind in definitions.items():
            first = 0 if kind.base == "number" or kind.is_set else NONE
            value = self.new(f"{name}_found", None, first)
            self.memoised[name] = MemoCell(value, self.new(f"{name}_is_found", None, 0))

    def settle_groups(self, name: str, most: int) -> None:
        """Reserve space for several settled groups, and for their ranks."""
        self.lists[name] = self.new(f"{name}_groups", None, NONE, max(most, 2), "groups")
        self.standings[name] = self.new(f"{name}_ranks", None, NONE, max(most, 2))

    def is_range(self, var: Var) -> bool:
        """Return whether the variable is a range with a separate count of its used part, empty before the game."""
        lists = (var is list_var[name] for name in self.lists for list_var in (self.lists, self.standings))
        return var is self.row or any(var is self.places[base] for base in self.counts) or any(lists)

    def owners(self, declared: model.PlaceDeclaration | model.Stored) -> int | None:
        """Return the number of owners of a declared thing; None if it has no owners."""
        return None if declared.owner is None else declared.many(self.seats)

    def new(self, words: str, owners: int | None, first: int, each: int = 1, holds: str = "") -> Var:
        """Add a range with a new name: `each` integers for each owner, or in all if `owners` is None."""
        stem = name = re.sub(r"\W", "_", words)
        count = 2
        while name in self._names:
            name, count = f"{stem}_{count}", count + 1
        self._names.add(name)
        many = 1 if owners is None else owners
        size = each * many
        var = Var(name, self.size, size, owners is not None, first, many, holds)
        self.vars.append(var)
        self.size += size
        return var

    @property
    def first_values(self) -> list[int]:
        """The vector before the game."""
        return [var.first for var in self.vars for _ in range(var.size)]

    @property
    def all_pieces(self) -> int:
        """The bit set of all pieces."""
        return (1 << self.pieces) - 1


def attribute_values(values: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return the value of a fixed attribute for each piece; -1 for a piece without one."""
    return tuple(NONE if value is None else value for value in values)


class ReportedResult(NamedTuple):
    """One number, value or player that the rules report, for one owner if it has one."""

    key: str
    owner: int
    """The number of the owner; 0 without one."""
    output: model.Output


class GeneratedSource(NamedTuple):
    """A module of generated source, with the meaning of its numbers."""

    text: str
    reasons: tuple[tuple[str, str, str], ...]
    size: int
    """The number of integers in the vector."""
    places: dict[str, int]
    """The indices of values that are not part of the rules, in a game that stops at every question."""
    offered: int
    """The most groups that may be offered at once; they are at the end of the vector."""
    results: tuple[ReportedResult, ...]
    """The results that the rules report at the end of a game."""
    results_at: int
    """The index of the first of these results."""
    flat: Flat | None = None
    """The layout of the vector, by the names of the rules."""

    def reason_of(self, fault: RulesFault) -> int:
        """Return the number of the reason with which a game ends at a fault of its rules."""
        return self.reasons.index(fault.key)
