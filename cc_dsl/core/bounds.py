"""Range analysis: the bounds of every number in play.

Every number of the language has bounds: stored numbers are declared with them, and all others are computed from such
numbers.

    each player has a score, a number from 0 to 5.
    2 times his score plus 1            (1, 11)
"""

from __future__ import annotations

import math

from cc_dsl.core.facts import all_cases, kind_of
from cc_dsl.core.seating import is_nothing
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, Kind

Bounds = tuple[int, int]


def bounds_of(rules: model.Rules, seats: int, term: model.Thing) -> Bounds:
    """Return the least and the greatest value of a number, or of a count of things, with this number of players."""
    kind = kind_of(rules, term)
    if kind != NUMBER:
        return -1, _most_things(rules, seats, kind) - 1  # things are numbered from 0, and -1 stands for “none”
    match term:
        case model.Literal(int(value)):
            return value, value
        case model.Lookup():
            numbers = [0, *(number for number in (*term.values, term.missing) if number is not None)]
            return min(numbers), max(numbers)
        case model.Pair():
            numbers = [0, *(entry for row in term.rows for entry in row if isinstance(entry, int))]
            return min(numbers), max(numbers)
        case model.Count():
            return 0, _most_things(rules, seats, kind_of(rules, term.things))
        case model.Apply():
            things = [case.thing for case in all_cases(rules.definitions[term.name])]
            known_bounds = [bounds_of(rules, seats, thing) for thing in things if not is_nothing(thing)]
            return min((0, *(least for least, _ in known_bounds))), max((0, *(most for _, most in known_bounds)))
        case model.Arithmetic():
            left, right = bounds_of(rules, seats, term.left), bounds_of(rules, seats, term.right)
            return _arithmetic(term.operation, left, right)
        case model.Divisor():
            least, most = bounds_of(rules, seats, term.thing)
            return max(least, 1), max(most, 1)
        case model.Extreme():
            least, most = bounds_of(rules, seats, term.measure)
            number = _most_things(rules, seats, kind_of(rules, term.things)) if term.degree == "total" else 1
            return min(0, number * least), max(0, number * most)
    assert isinstance(term, model.Load), "no other thing is a number"
    bounds = rules.stored_at(term.base).bounds or (0, 0)
    return min(0, bounds[0]), max(0, bounds[1])


def _arithmetic(operation: str, left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of the result of an operation from those of its operands."""
    if operation == "plus":
        return left[0] + right[0], left[1] + right[1]
    if operation == "minus":
        return left[0] - right[1], left[1] - right[0]
    if operation == "divided by":
        quotients = [first // second for first in left for second in right]
        return min(quotients), max(quotients)
    if operation == "remainder":
        return 0, right[1] - 1
    products = [first * second for first in left for second in right]
    return min(products), max(products)


def _most_things(rules: model.Rules, seats: int, kind: Kind) -> int:
    """Return the maximal size of a set of a kind."""
    pieces = len(rules.pieces.names)
    if kind.base != "groups":
        return max(pieces, seats, *(len(kind_of_values.values) for kind_of_values in rules.values.values()))
    group = rules.groups[kind.name]
    return len(group.sorts) * sum(math.comb(pieces, size) for size in range(group.least, group.most + 1))
