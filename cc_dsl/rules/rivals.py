"""Rival exceptions: their words must show that no two exceptions to one rule can hold at once.

    §V.2  instead of §V.1, the prize is 2 if the pack is empty.
    §V.3  instead of §V.1, the prize is 3 if the table is full and not (the pack is empty).

Without its last six words, V.3 would be refused when the rules are resolved. `excludes` compares two conditions: they
exclude each other if one negates the other, names another value or another state of the same thing, gives the same
number another range, or asserts of all things what the other denies of some; properties are replaced by their meanings.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cc_dsl.diagnostics.problem import Label, Problem
from cc_dsl.rules import model
from cc_dsl.rules.refusals import problem
from cc_dsl.rules.symbols import Item
from cc_dsl.source.files import Span
from cc_dsl.trees import Node, Part, exchange, rebuild, replace, walk

SIGNS = {"at least": {">", "="}, "at most": {"<", "="}, "more": {">"}, "fewer": {"<"}, "equal": {"="}}
"""The possible results of a comparison of its left and right sides."""
MOST_WAYS = 64
"""The most alternatives into which a condition is divided; a condition with more counts as a single literal."""
LEVELS = 2
"""The number of times that properties in conditions are expanded to show that two conditions exclude each other."""
SLOTS_OF_LEVEL = 1000
"""The distance of the slot numbers of two levels of expansion, so that their bound variables differ."""
Properties = Mapping[str, model.Predicate]
ConditionAt = tuple[model.Condition, Span | None]
"""A condition, and its place in the file if it has one."""


class Override(NamedTuple):
    """A statement that displaces another, and its condition."""

    item: Item
    name: Span
    """The place of the name that the statement is about."""
    label: Span
    """The place to show when a later statement is refused because of it."""
    conditions: tuple[ConditionAt, ...]
    """The conditions of its cases."""


def problems(exceptions: Sequence[tuple[str, Sequence[Override]]], properties: Properties) -> Iterator[Problem]:
    """Return a problem for each exception that can hold together with an earlier exception to the same rule."""
    for subject, statements in exceptions:
        for number, later in enumerate(statements):
            for earlier in statements[:number]:
                pairs = itertools.product(later.conditions, earlier.conditions)
                overlap = next((pair for pair in pairs if not excludes(pair[0][0], pair[1][0], properties)), None)
                if overlap is not None:
                    yield _problem(subject, later, earlier, *overlap)
                    break


def _problem(subject: str, later: Override, earlier: Override, new: ConditionAt, old: ConditionAt) -> Problem:
    """Return the problem of two conditions that do not exclude each other."""
    (first, _), (second, place) = new, old
    is_certain = first == second or isinstance(first, model.Always) or isinstance(second, model.Always)
    remedy = "Add to one of them, after “if”, a condition that excludes the other."
    if not is_certain and place is not None:
        words = " ".join(earlier.item.source.text[place.start : place.end].split())
        remedy = f"End the later one with:   and not ({words})"
    labels = (Label(earlier.item.source, earlier.label, "the first statement is here"),)
    key, hold = "two-answers.exceptions", "hold" if is_certain else "may hold"
    return problem(key, later.item.source, later.name, remedy, labels=labels, hold=hold, said=subject)


# ------------------------------------------------------------------------------------------------ exclusion


def excludes(left: model.Condition, right: model.Condition, properties: Properties) -> bool:
    """Return whether the words of two conditions show that they cannot hold together."""
    sides = []
    for condition in (left, right):  # each as written, and with its properties expanded, level by level
        forms = [condition]
        for level in range(1, LEVELS + 1):
            forms.append(_expand_properties(forms[-1], properties, level))
        sides.append([_renumber(_negation_normal_form(form, True)) for form in forms])
    return any(itertools.starmap(_excludes, itertools.product(*sides)))


def _expand_properties(condition: model.Condition, properties: Properties, level: int) -> model.Condition:
    """Replace the properties in a condition by their meanings, whose bound variables get new numbers."""
    meanings: dict[Node, object] = {}
    for term in walk(condition):
        if isinstance(term, model.Holds) and term.other is None and term.name in properties:
            cases = [_renumber(case.condition, depth=level * SLOTS_OF_LEVEL) for case in properties[term.name].cases]
            if cases:  # empty if all its statements were refused
                meanings[term] = exchange(functools.reduce(model.Or, cases), {model.Slot(0): term.thing})
    return exchange(condition, meanings)


def _excludes(left: model.Condition, right: model.Condition) -> bool:
    """Return whether every way in which one condition holds excludes every way in which the other does."""
    # Two ways exclude each other if some literal of the first excludes some literal of the second.
    pairs = itertools.product(_disjuncts(left), _disjuncts(right))
    tests = (_is_negation, _values_conflict, _numbers_conflict, _quantifiers_conflict)
    return all(any(test(*literals) for literals in itertools.product(*pair) for test in tests) for pair in pairs)


def _disjuncts(condition: model.Condition) -> list[tuple[model.Condition, ...]]:
    """Return the disjunctive normal form of a condition: alternatives, each of literals that must all hold."""
    if isinstance(condition, model.Or):
        disjuncts = _disjuncts(condition.left) + _disjuncts(condition.right)
    elif isinstance(condition, model.And):
        disjuncts = [first + second for first in _disjuncts(condition.left) for second in _disjuncts(condition.right)]
    else:
        return [(condition,)]
    # Distributing “and” over “or” can grow exponentially; a larger condition counts as one literal.
    return disjuncts if len(disjuncts) <= MOST_WAYS else [(condition,)]


def _negation_normal_form(condition: model.Condition, holds: bool) -> model.Condition:
    """Return a condition, or its negation, in negation normal form, without “no”."""
    if isinstance(condition, model.Not):
        return _negation_normal_form(condition.condition, not holds)
    if isinstance(condition, model.And | model.Or):
        kind = type(condition) if holds else model.Or if isinstance(condition, model.And) else model.And
        return kind(_negation_normal_form(condition.left, holds), _negation_normal_form(condition.right, holds))
    if isinstance(condition, model.Quantified):
        inner = _negation_normal_form(condition.condition, holds if condition.quantity != "no" else not holds)
        quantity = "some" if (condition.quantity == "some") == holds else "every"
        return replace(condition, quantity=quantity, condition=inner)
    return condition if holds else model.Not(condition)


def _renumber(term: Part, numbers: dict[int, int] | None = None, depth: int = 1) -> Part:
    """Return a term whose bound variables are numbered by depth, so that equivalent conditions are equal."""
    slots = numbers or {}
    if isinstance(term, model.Slot):
        return replace(term, number=slots.get(term.number, term.number))
    slot = getattr(term, "slot", None)
    if slot is None or not isinstance(term, Node):
        return rebuild(term, lambda part: _renumber(part, slots, depth))
    return replace(rebuild(term, lambda part: _renumber(part, {**slots, slot: -depth}, depth + 1)), slot=-depth)


def _is_negation(left: model.Condition, right: model.Condition) -> bool:
    return bool(left == model.Not(right) or right == model.Not(left))


def _values_conflict(left: model.Condition, right: model.Condition) -> bool:
    """Return whether two conditions together would give a thing two values, or a piece two states."""
    first, second = _membership(left), _membership(right)
    if first is None or second is None or first[0] != second[0]:
        return False
    (_, values, is_one), (_, others, is_other) = first, second
    if is_one and is_other:
        return values.isdisjoint(others)
    return (is_one and values <= others) or (is_other and others <= values)


def _membership(condition: model.Condition) -> tuple[object, frozenset[int | None], bool] | None:
    """Return a thing, some values or none, and whether the condition requires that the thing is one of them."""
    if isinstance(condition, model.Not):
        inner = _membership(condition.condition)
        return None if inner is None else (inner[0], inner[1], not inner[2])
    if isinstance(condition, model.Same) and isinstance(condition.right, model.Const):
        return condition.left, frozenset([condition.right.value]), True
    if isinstance(condition, model.OneOf):
        return condition.thing, frozenset(condition.values), True
    if isinstance(condition, model.IsNone):
        return condition.thing, frozenset([None]), True
    if isinstance(condition, model.HasState):
        return model.HasState(condition.piece, 0), frozenset([condition.state]), True
    return None


def _numbers_conflict(left: model.Condition, right: model.Condition) -> bool:
    """Return whether two conditions require contradictory relations of one number to another."""
    first, second = _compared_numbers(left), _compared_numbers(right)
    if first is None or second is None or first[0] != second[0]:
        return False
    if first[1] == second[1]:
        return first[2].isdisjoint(second[2])
    if isinstance(first[1], model.Int) and isinstance(second[1], model.Int):
        limits = (first[1].value, first[2]), (second[1].value, second[2])
        # The truth of the comparisons can change only at the numbers that they compare with: try these and the next.
        numbers = (limit + step for limit, _ in limits for step in (-1, 0, 1))
        return not any(
            all("<=>"[(number > limit) - (number < limit) + 1] in signs for limit, signs in limits)
            for number in numbers
        )
    return False


def _compared_numbers(condition: model.Condition) -> tuple[model.Thing, model.Thing, set[str]] | None:
    """Return two numbers, and the possible relations of the first to the second."""
    if isinstance(condition, model.Not) and isinstance(condition.condition, model.Compare):
        inner = condition.condition
        return inner.left, inner.right, {"<", "=", ">"} - SIGNS[inner.relation]
    if isinstance(condition, model.Compare):
        return condition.left, condition.right, SIGNS[condition.relation]
    return None


def _quantifiers_conflict(left: model.Condition, right: model.Condition) -> bool:
    """Return whether one condition requires a property of every thing of a set, and the other denies it of some."""
    if not isinstance(left, model.Quantified) or not isinstance(right, model.Quantified):
        return False
    every, some = (left, right) if left.quantity == "every" else (right, left)
    if every.quantity != "every" or some.quantity != "some" or every.things != some.things:
        return False
    return _excludes(every.condition, some.condition)
