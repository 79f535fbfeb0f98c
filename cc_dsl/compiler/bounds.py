"""Between what bounds a number stays, whatever happens in play: so many bits are kept for it in a ranking.

Every number of the language has bounds: what play changes is declared with them, and all else is made of such numbers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cc_dsl.compiler import masks
from cc_dsl.compiler.things import cases_of
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.maker import Maker


def bounds_of(make: Maker, term: Any) -> tuple[int, int]:
    """Give the least and the greatest that a number can be."""
    if isinstance(term, model.Int):
        return term.value, term.value
    if isinstance(term, model.Height):
        return 0, len(term.order)
    if isinstance(term, model.Count):
        return 0, _most_things(make, term.things)
    if isinstance(term, model.TableValue):
        return min(0, *make.rules.tables[term.name]), max(0, *make.rules.tables[term.name])
    if isinstance(term, model.Apply):
        cases = cases_of(make.rules.definitions[term.name])
        return _around([(0, 0), *(bounds_of(make, case.thing) for case in cases if case.thing != model.Nothing())])
    if isinstance(term, model.Arithmetic):
        return _arithmetic(term.operation, bounds_of(make, term.left), bounds_of(make, term.right))
    if isinstance(term, model.Extreme):
        least, most = bounds_of(make, term.measure)
        number = _most_things(make, term.things) if term.degree == "total" else 1
        return min(0, number * least), max(0, number * most)
    assert isinstance(term, model.Cell), "no other thing is a number"
    declared = next(number for number in make.rules.numbers if number.base == term.base)
    return min(0, declared.least), max(0, declared.most)


def _around(found: list[tuple[int, int]]) -> tuple[int, int]:
    return min(least for least, _ in found), max(most for _, most in found)


def _arithmetic(operation: str, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    if operation == "plus":
        return left[0] + right[0], left[1] + right[1]
    if operation == "minus":
        return left[0] - right[1], left[1] - right[0]
    products = [one * other for one in left for other in right]
    return min(products), max(products)


def _most_things(make: Maker, things: Any) -> int:
    """Tell how many things there can be of a set."""
    if not masks.is_groups(make, things):
        return max(make.flat.pieces, make.seats, *(len(kind.values) for kind in make.rules.values.values()))
    name = masks.groups_name(make, things)
    group = make.rules.groups[name]
    sizes = range(group.least, group.most + 1)
    return len(group.sorts) * sum(math.comb(make.flat.pieces, size) for size in sizes)
