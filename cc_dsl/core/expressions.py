"""Brings terms of the model to the fewer that both engines know: literals, domains and lookups.

A term is lowered where an engine comes to it, so that nothing is spent on rules that are not reached; what is said of
a term (what it reads, whether it may be none) is said of the term of the model.

`its suit` is `Attribute("suit", Slot(0))` in the model; both engines see `Lookup("suit", …, None, Slot(0))`, a table
with the suit of each piece by its number.
"""

from __future__ import annotations

from typing import TypeAlias

from cc_dsl.core.facts import kind_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.table import boards
from cc_dsl.table.boards import Entry
from cc_dsl.trees import Node


class Pair(Node):
    """What a constant table has for two things, each known by its number; a row for each of the first."""

    name: str
    rows: tuple[tuple[Entry, ...], ...]
    missing: Entry
    """The entry where one of them is none."""
    left: model.Thing
    right: model.Thing


class Lookup(Node):
    """The entry of a constant table for a thing, which is identified by its number."""

    name: str
    values: tuple[int | None, ...]
    missing: int | None
    """The entry for none."""
    thing: model.Thing


class Ahead(Node):
    """The value some steps after another, as they were introduced."""

    value: model.Thing
    count: model.Thing
    step: int
    """1 after, -1 before."""
    length: int
    is_ring: bool


class Literal(Node):
    """A number, or a thing identified by its number; None means no thing."""

    value: int | None


class Domain(Node):
    """All things of a kind: the pieces, the players, or the values."""

    count: int


Lowered: TypeAlias = Literal | Domain | Lookup | Pair | Ahead | model.Thing


def thing(rules: model.Rules, seats: int, term: model.Thing) -> Lowered:
    """Return a thing as the engines know it, with this number of players."""
    match term:
        case model.Int(value) | model.Const(value):
            return Literal(value)
        case model.Nothing():
            return Literal(None)
        case model.AllPieces():
            return Domain(len(rules.pieces.names))
        case model.AllPlayers():
            return Domain(seats)
        case model.AllValues(name):
            return Domain(len(rules.values[name].values))
        case model.Attribute(name, piece):
            return Lookup(name, rules.pieces.attributes[name], None, piece)
        case model.TableValue(name, of, is_group):
            return Lookup(name, rules.tables[name], 0, model.SortOf(of) if is_group else of)
        case model.Height(order, value):
            # Of a value that comes twice in the order the first counts; the bottom is 1.
            known = rules.values.get(kind_of(rules, value).name)
            count = len(known.values) if known is not None else seats
            heights = (len(order) - order.index(one) if one in order else 0 for one in range(count))
            return Lookup("heights", tuple(heights), 0, value)
        case model.Neighbour(player, step):
            return Lookup("neighbours", tuple((one + step) % seats for one in range(seats)), None, player)
        case model.Next(value, step, length, count, is_ring) if count is None or isinstance(count, model.Int):
            steps = step * (1 if count is None else count.value)
            ahead = tuple((one + steps) % length if is_ring else one + steps for one in range(length))
            return Lookup("next", tuple(one if 0 <= one < length else None for one in ahead), None, value)
        case model.Next(value, step, length, count, is_ring) if count is not None:
            return Ahead(value, count, step, length, is_ring)
        case model.Paired(name, shape, left, right, kind):
            missing: Entry = 0 if kind.base == "number" else () if kind.is_set else None
            return Pair(name, boards.table(name, shape), missing, left, right)
    return term


def condition(term: model.Condition) -> model.Condition:
    """Return a condition as the engines know it."""
    match term:
        case model.IsSort(group, sort):
            return model.Same(model.SortOf(group), model.Const(sort, Kind("sort")))
    return term
