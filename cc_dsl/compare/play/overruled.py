"""Finds the row whose exception decides a case, so that the words to which it is an exception say nothing there.

A change of those words makes a difference all the same, if the exception loses with them what it excepts from.  The
case then shows the row of the exception, which makes the same difference by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cc_dsl.compare.play.cases import ToldCase
from cc_dsl.compare.play.joining import Joiner
from cc_dsl.compare.play.watched import moments


def overruling(case: ToldCase, row: int, along: Collection[int], joiner: Joiner) -> Iterator[int]:
    """Yield the rows that hold an exception to the words of a row, and show the same case without that row."""
    grafter = joiner.grafter
    for other in _rows_of_exceptions(row, joiner):
        graft = joiner.joined(other)
        if other in {row, *along} or row in graft.along or graft.rules is None:
            continue
        found = moments(grafter.first.rules, graft.rules, case.players, case.told)
        if found is not None and found[1] == case.changed:
            yield other


def _rows_of_exceptions(row: int, joiner: Joiner) -> list[int]:
    """Return the rows in which exceptions stand to what the first side of a row says."""
    side, clauses = joiner.grafter.old, joiner.grafter.rows[row].first
    found = []
    for item in side.items:
        if item.displaced is not None and item.displaced.text.removeprefix(f"{side.name}.") in clauses:
            found += side.rows.get(item.clause, ())
    return list(dict.fromkeys(found))
