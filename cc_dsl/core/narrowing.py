"""Narrow loops: find which of all pieces or values fulfil the conditions that play cannot change.

A loop such as “squares that are vacant and that adjoin the man's square” goes through all squares.  Which squares
adjoin another is the same in every position: the loop needs to go through no others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cc_dsl.core import facts, faults
from cc_dsl.rules import model, walk
from cc_dsl.trees import exchanged

SINGLE: Final = ("piece", "player", "value")
"""The bases of the kinds of single things, each known by its number."""


class Narrowing(NamedTuple):
    """The conditions by which the things of a loop can be narrowed before it begins."""

    own: tuple[model.Condition, ...]
    """Conditions of the slot alone that must hold, in every position alike."""
    with_other: tuple[model.Condition, ...]
    """Conditions of the slot and of one thing more that must hold, in every position alike."""
    other: model.Thing | None
    """That one thing, which is the same all through the loop."""
    beside: int
    """The slot in which these conditions find it."""
    unless: model.Condition | None
    """A condition that is the same all through the loop: where it holds, the conditions with the other do not count."""
    rest: model.Condition | None
    """The condition left to be tested of those for which these hold; None if there is none."""


def narrowing(rules: model.Rules, term: model.Filter | model.Quantified) -> Narrowing | None:
    """Return what is known of the things of a loop beforehand; None if nothing is."""
    is_every = isinstance(term, model.Quantified) and term.quantity == "every"
    if is_every or not isinstance(term.things, model.AllPieces | model.AllValues):
        return None
    if faults.may_stop(rules, term.condition):
        return None  # it must be tested where it stands
    found = _Found(rules, term.slot, max({term.slot, *_mentioned(term)}) + 1)
    rest = [one for one in _conjuncts(term.condition) if not found.takes(one)]
    for one in rest:
        found.looks_into(one)
    if not found.own and not found.with_other:
        return None
    return Narrowing(tuple(found.own), tuple(found.with_other), found.other, found.beside, found.unless, _joined(rest))


class _Found:
    """The conditions found so far, while those of a loop are gone through."""

    def __init__(self, rules: model.Rules, slot: int, beside: int) -> None:
        self.rules, self.slot, self.beside = rules, slot, beside
        self.own: list[model.Condition] = []
        self.with_other: list[model.Condition] = []
        self.other: model.Thing | None = None
        self.unless: model.Condition | None = None

    def takes(self, condition: model.Condition) -> bool:
        """Take note of a condition that play cannot change; return whether it need not be tested any more."""
        bound = facts.bound_in(condition)
        if self.slot in bound:
            return False
        if _mentioned(condition) - bound <= {self.slot} and not facts.reads_play(self.rules, condition):
            self.own.append(condition)
            return True
        return self.unless is None and self._takes_with_other(condition)

    def looks_into(self, condition: model.Condition) -> None:
        """Take note of what must hold for a condition to hold; the condition itself is tested as well."""
        if isinstance(condition, model.Or) and not self.with_other:
            self._looks_into_either(condition.left, condition.right)
            self._looks_into_either(condition.right, condition.left)
        if not isinstance(condition, model.Holds) or model.Slot(self.slot) not in (condition.thing, condition.other):
            return
        cases = self.rules.predicates[condition.name].cases
        given = {0: condition.thing, 1: condition.other}
        for one in _conjuncts(cases[0].condition) if len(cases) == 1 else ():
            if _mentioned(one) <= {number for number, thing in given.items() if thing is not None}:
                meant = exchanged(one, {model.Slot(number): thing for number, thing in given.items()})
                if not self.takes(meant):
                    self.looks_into(meant)

    def _looks_into_either(self, one: model.Condition, other: model.Condition) -> None:
        """Take note of one of two conditions, if the other is the same all through the loop."""
        if self.slot not in _mentioned(other) and not self.with_other and self._takes_with_other(one):
            self.unless = other

    def _others(self, condition: model.Condition, bound: set[int]) -> list[model.Thing]:
        """Return the things in a condition of which one may be the same all through the loop."""
        sides: tuple[model.Thing | None, ...] = ()
        if isinstance(condition, model.Holds):
            sides = condition.thing, condition.other
        elif isinstance(condition, model.Same):
            sides = condition.left, condition.right
        slots = [part for part in walk.parts(condition) if isinstance(part, model.Slot) and part.number not in bound]
        return [one for one in (*sides, *slots) if one is not None and self.slot not in _mentioned(one)]

    def _takes_with_other(self, condition: model.Condition) -> bool:
        """Take note of a condition of the slot and of any other thing in it."""
        others = self._others(condition, facts.bound_in(condition))
        return any(self._takes_pair(condition, other) for other in others)

    def _takes_pair(self, condition: model.Condition, other: model.Thing) -> bool:
        """Take note of a condition of the slot and of a thing that is the same all through the loop, if it is one."""
        kind = facts.kind_of(self.rules, other)
        pair = exchanged(condition, {other: model.Slot(self.beside, kind)})
        is_one = (
            self.other in (None, other)
            and kind.base in SINGLE
            and _mentioned(pair) == {self.slot, self.beside}
            and not facts.reads_play(self.rules, pair)
        )
        if is_one:
            self.with_other.append(pair)
            self.other = other
        return is_one


def _mentioned(term: object) -> set[int]:
    """Return the slots that stand in a term."""
    return {part.number for part in walk.parts(term) if isinstance(part, model.Slot)}


def _joined(conditions: list[model.Condition]) -> model.Condition | None:
    """Return the condition that all of them hold, in their order."""
    if not conditions:
        return None
    first, *others = conditions
    for one in others:
        first = model.And(first, one)
    return first


def _conjuncts(condition: model.Condition) -> list[model.Condition]:
    """Return the conditions that must all hold, in their order."""
    if isinstance(condition, model.And):
        return [*_conjuncts(condition.left), *_conjuncts(condition.right)]
    return [condition]
