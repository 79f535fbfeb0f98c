"""Refuse what would take too long to evaluate: sets within sets within sets.

A set is reckoned at all the pieces, players or values that it could have, and a definition at what it uses.  The
estimate is coarse and high: it says how evaluation grows, and not how long it takes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cc_dsl.rules import model
from cc_dsl.rules.recursion import item_about
from cc_dsl.rules.resolving import Resolver
from cc_dsl.trees import LEAVES, Node, children

if TYPE_CHECKING:
    from cc_dsl.rules.symbols import Item

MOST = 2_000_000_000
"""The most steps of a definition, or of the acts of a procedure; 1860, the dearest, has at most 500 million."""
SIDE = 5
"""The number of pieces that a side with groups is reckoned to have, if it does not always have more, nor its groups."""


class Costs:
    """Estimates how many steps the definitions of some rules take."""

    def __init__(self, rules: model.Rules) -> None:
        """Estimate with these rules."""
        self.rules = rules
        self._known: dict[tuple[str, str], int] = {}

    def definition(self, name: str) -> int:
        """Return the most steps of a definition."""
        found = self.rules.definitions[name]
        return self._named(("definition", name), (found.cases, found.overrides))

    def predicate(self, name: str) -> int:
        """Return the most steps of a property."""
        return self._named(("property", name), self.rules.predicates[name].cases)

    def body(self, body: model.Body) -> int:
        """Return the most steps of what a procedure or happening evaluates, each of its acts done once."""
        return self._cost((body.before, body.rules, body.overrides, body.after))

    def _named(self, key: tuple[str, str], parts: object) -> int:
        if key not in self._known:
            self._known[key] = 0  # what comes back to itself is refused elsewhere
            self._known[key] = 1 + self._cost(parts)
        return self._known[key]

    def _cost(self, part: object) -> int:
        if type(part) in LEAVES:  # most parts are, and the cases below are asked in turn
            return 0
        match part:
            case tuple() | list():
                return sum(map(self._cost, part))
            case model.Filter() | model.Quantified():
                return 1 + self._cost(part.things) + self._size(part.things) * self._cost(part.condition)
            case model.Extreme():
                return 1 + self._cost(part.things) + self._size(part.things) * self._cost(part.measure)
            case model.Apply():
                return 1 + self._cost(part.owner) + self.definition(part.name)
            case model.Holds():
                return 1 + self._cost(part.thing) + self.predicate(part.name)
            case model.Groups() | model.BestGroup():
                return 1 + self._cost(part.owner) + self._groups(part.name) * self._group(part.name)
            case Node() if not isinstance(part, model.Origin):
                return 1 + sum(map(self._cost, children(part)))
            case _:
                return 0

    def _group(self, name: str) -> int:
        """Return the most steps of judging one group."""
        group = self.rules.groups[name]
        sorts = [(sort.condition, sort.requirements) for sort in group.sorts]
        return self._named(("group", name), (sorts, group.ranking.keys, group.deciders.keys))

    def _groups(self, name: str) -> int:
        """Return how many groups a side may have."""
        group = self.rules.groups[name]
        certain = self._least(model.Apply(group.side, None))
        side = min(len(self.rules.pieces.names), max(SIDE, group.most, certain))
        return sum(math.comb(side, number) for number in range(group.least, group.most + 1))

    def _least(self, things: object) -> int:
        """Return how many pieces a set has, however play goes."""
        match things:
            case model.AllPieces():
                return len(self.rules.pieces.names)
            case model.Union():
                return max(self._least(things.left), self._least(things.right))
            case model.Apply():
                return self._least_defined(things.name)
            case _:
                return 0

    def _least_defined(self, name: str) -> int:
        key = "least", name
        if key not in self._known:
            self._known[key] = 0  # what comes back to itself is refused elsewhere
            found = self.rules.definitions[name]
            cases = (*found.cases, *(case for override in found.overrides for case in override))
            self._known[key] = min((self._least(case.thing) for case in cases), default=0)
        return self._known[key]

    def _size(self, things: object) -> int:
        """Return how many members a set may have."""
        match things:
            case model.AllPlayers():
                return self.rules.seats[1]
            case model.AllValues():
                kind = self.rules.values.get(things.name)
                return self.rules.seats[1] if kind is None else len(kind.values)
            case model.Filter():
                return self._size(things.things)
            case model.Lone():
                return 1
            case model.Groups():
                return self._groups(things.name)
            case _:
                return len(self.rules.pieces.names)


def refuse_dear(resolver: Resolver, rules: model.Rules) -> None:
    """Report a definition, property, procedure or happening that takes too many steps; of several the cheapest."""
    costs = Costs(rules)
    found = [(costs.definition(name), "definition", name) for name in rules.definitions]
    found += [(costs.predicate(name), "property", name) for name in rules.predicates]
    bodies = [*rules.procedures.items(), *rules.happenings.items()]
    found += [(costs.body(body), "procedure", name) for name, body in bodies]
    _refuse(resolver, found)


def refuse_dear_bodies(resolver: Resolver, rules: model.Rules, names: Iterable[str]) -> None:
    """Report one of these procedures, if it takes too many steps."""
    costs = Costs(rules)
    _refuse(resolver, [(costs.body(rules.procedures[name]), "procedure", name) for name in names])


def _refuse(resolver: Resolver, found: list[tuple[int, str, str]]) -> None:
    dear = min((one for one in found if one[0] > MOST), default=None)
    if dear is None:
        return
    steps, what, name = dear
    sentence = f"To evaluate this may take {steps:,} steps; the limit is {MOST:,}."
    remedy = "Let fewer sets stand within one another, or narrow the outer ones to a few members."
    item = _item_of(resolver, what, name)
    resolver.report(item, "endless", sentence, item.statement.span, remedy)


def _item_of(resolver: Resolver, what: str, name: str) -> Item:
    """Return the statement that says most of a name; what a table gives is told at the first statement."""
    if what == "procedure":
        return resolver.statements_by_target[name][0]
    return item_about(resolver, (what, name)) or resolver.items[0]
