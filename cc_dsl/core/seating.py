"""Specialise rules for a number of players: make literals, domains and tables, which both engines read.

    his partner's suit, for 4 players       Attribute("suit", Neighbour(Slot 0, 2))             as the rules say it
                                            Lookup("suit", (0, 0, …), None, Lookup("neighbours", (2, 3, 0, 1), …))

A player without a seat is nobody. A seated term is unchanged by seating, so seated and unseated parts may be mixed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeVar

from cc_dsl.core.facts import kind_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NONE, NUMBER, PLAYER, Kind
from cc_dsl.rules.seating import count_of, is_of_players
from cc_dsl.table import boards
from cc_dsl.table.boards import Entry
from cc_dsl.trees import LEAVES, Node, children, fields, replace

Part = TypeVar("Part")
WHOLES = ("definitions", "predicates", "groups", "rankings", "procedures", "happenings", "questions", "deeds")
"""The parts of rules with terms, by name, besides what players see."""
EVERYBODY = PLAYER.many
"""The kind of all players."""


class SeatedRules(model.Rules):
    """Rules for one fixed number of players, made of the terms that engines evaluate."""

    players: int = 0


def seat_rules(rules: model.Rules, seats: int) -> SeatedRules:
    """Return the rules specialised for this number of players."""
    if isinstance(rules, SeatedRules):
        return rules
    wholes = {name: {key: seat(rules, seats, part) for key, part in getattr(rules, name).items()} for name in WHOLES}
    sights: Any = seat(rules, seats, rules.sights)
    return SeatedRules(**{**dict(fields(rules)), **wholes, "sights": sights, "players": seats})


def seat(rules: model.Rules, seats: int, part: Part) -> Part:
    """Return a part of rules specialised for this number of players."""

    def specialise(part: object) -> Any:
        """Return a part with its children specialised first, then the part itself by the table SEATS."""
        before = children(part)
        after = [child if type(child) in LEFT else specialise(child) for child in before]
        if any(map(operator.is_not, after, before)):
            part = type(part)(*after) if isinstance(part, Node) else tuple(after)
        make = SEATS.get(type(part))
        return part if make is None else make(rules, seats, part)

    specialised_part: Part = specialise(part)
    return specialised_part


def is_nothing(term: object) -> bool:
    """Return whether a term is always none."""
    return isinstance(term, model.Literal) and term.value is None


def is_all(term: object, kind: Kind) -> bool:
    """Return whether a term is the set of all things of a kind."""
    return isinstance(term, model.Domain) and term.kind.base == kind.base


def _height(rules: model.Rules, seats: int, term: model.Height) -> model.Thing:
    # If a value occurs twice in the order, its first place counts; the bottom is 1.
    order, count = term.order, count_of(rules, seats, kind_of(rules, term.thing))
    heights = tuple(len(order) - order.index(value) if value in order else 0 for value in range(count))
    return model.Lookup("heights", heights, 0, NUMBER, term.thing)


def _neighbour(rules: model.Rules, seats: int, term: model.Neighbour) -> model.Thing:
    values = tuple((player + term.step) % seats for player in range(seats))
    return model.Lookup("neighbours", values, None, kind_of(rules, term.player), term.player)


def _next(rules: model.Rules, seats: int, term: model.Next) -> model.Thing:
    """Return the table of the values some constant steps on, or a step for a number that play decides."""
    count, length, kind = term.count, term.length, kind_of(rules, term.value)
    if count is not None and not isinstance(count, model.Literal):
        return model.Ahead(term.value, count, term.step, length, term.is_ring)
    steps = term.step * (1 if count is None else count.value or 0)
    ahead = tuple((value + steps) % length if term.is_ring else value + steps for value in range(length))
    values = tuple(value if 0 <= value < length else None for value in ahead)
    return model.Lookup("next", values, None, kind, term.value)


def _pair(rules: model.Rules, seats: int, term: model.Paired) -> model.Thing:
    missing: Entry = 0 if term.kind == NUMBER else () if term.kind.is_set else None
    rows = boards.table(term.table, term.shape)
    return model.Pair(term.table, rows, missing, term.kind, term.left, term.right)


def _owners(rules: model.Rules, seats: int, part: model.AllContents | model.Store) -> object:
    return replace(part, owners=seats) if part.owners is None else part


LEFT: frozenset[object] = LEAVES | {model.Origin, model.Slot, Kind, *model.Seated.__subclasses__()}
"""The classes without a part to be seated, and the parts of seated terms."""
SEATS: dict[type, Callable[[model.Rules, int, Any], object]] = {
    model.Int: lambda rules, seats, term: model.Literal(term.value, NUMBER),
    model.Const: lambda rules, seats, term: model.Literal(
        None if term.value >= seats and is_of_players(rules, term.kind) else term.value, term.kind
    ),
    model.Nothing: lambda rules, seats, term: model.Literal(None, NONE),
    model.All: lambda rules, seats, term: model.Domain(term.kind.many, count_of(rules, seats, term.kind)),
    model.Attribute: lambda rules, seats, term: model.Lookup(
        term.name, rules.pieces.attributes[term.name], None, Kind("value", term.name), term.thing
    ),
    model.TableValue: lambda rules, seats, term: model.Lookup(
        term.name, rules.tables[term.name], 0, NUMBER, model.SortOf(term.thing) if term.is_group else term.thing
    ),
    model.Height: _height,
    model.Neighbour: _neighbour,
    model.Next: _next,
    model.Paired: _pair,
    model.IsSort: lambda rules, seats, term: model.Same(
        model.SortOf(term.group), model.Literal(term.sort, Kind("sort"))
    ),
    model.AllContents: _owners,
    model.Store: _owners,
}
"""The function that seats each class that depends on tables or on the number of players; its parts are seated first."""
