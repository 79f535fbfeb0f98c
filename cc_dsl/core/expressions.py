"""Brings terms of the model to the fewer that both engines know: literals, domains, loads and lookups.

A term is lowered where an engine comes to it, so that nothing is spent on rules that are not reached; what is said of
a term (what it reads, whether it may be none) is said of the term of the model.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from cc_dsl.core.facts import kind_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.trees import Node


class Lookup(Node):
    """The entry of a constant table for a thing, which is identified by its number."""

    name: str
    values: tuple[int | None, ...]
    missing: int | None
    """The entry for none."""
    thing: model.Thing


class Literal(Node):
    """A number, or a thing identified by its number; None means no thing."""

    value: int | None


class Domain(Node):
    """All things of a kind: the pieces, the players, or the values."""

    count: int


class Load(Node):
    """The value of a cell, or of an owner's cell."""

    base: int
    owner: model.Thing | None
    missing: int | None
    """The value if there is no owner."""


Lowered: TypeAlias = Literal | Domain | Load | Lookup | model.Thing
LOWERED: Final = {
    Literal: (model.Int, model.Const, model.Nothing),
    Domain: (model.AllPieces, model.AllPlayers, model.AllValues),
    Load: (model.Cell, model.Variable),
    Lookup: (model.Attribute, model.Height, model.TableValue, model.Neighbour, model.Next),
}
"""The forms to which the classes of the model are lowered."""


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
        case model.Cell(base, owner):
            return Load(base, owner, 0)
        case model.Variable(base, owner):
            return Load(base, owner, None)
        case model.Attribute(name, piece):
            return Lookup(name, rules.pieces.attributes[name], None, piece)
        case model.TableValue(name, of, is_group):
            return Lookup(name, rules.tables[name], 0, model.SortOf(of) if is_group else of)
        case model.Height(order, value):
            return Lookup("heights", _heights(order, _count(rules, seats, kind_of(rules, value))), 0, value)
        case model.Neighbour(player, step):
            return Lookup("neighbours", tuple((one + step) % seats for one in range(seats)), None, player)
        case model.Next(value, step, length):
            known = range(length)
            return Lookup("next", tuple(one + step if one + step in known else None for one in known), None, value)
    return term


def condition(term: model.Condition) -> model.Condition:
    """Return a condition as the engines know it."""
    match term:
        case model.IsSort(group, sort):
            return model.Same(model.SortOf(group), model.Const(sort, Kind("sort")))
    return term


def _heights(order: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the heights of values in an order, the bottom 1; of one that comes twice the first counts."""
    return tuple(len(order) - order.index(value) if value in order else 0 for value in range(count))


def _count(rules: model.Rules, seats: int, kind: Kind) -> int:
    known = rules.values.get(kind.name)
    return len(known.values) if known is not None else seats
