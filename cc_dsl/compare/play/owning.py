"""Finds the row to which a case belongs, if it is not the row for which it was found.

A case depends on a row only if no other row makes the same difference by itself.  Two sorts of rows may: one that
must change together with it, and one with an exception to the changed words.  An exception can lose its object when
these words are changed; the case then shows what the exception says, and belongs to its row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cc_dsl.compare.play.cases import ToldCase
from cc_dsl.compare.play.joining import Joiner
from cc_dsl.compare.play.watched import moments


def owners(case: ToldCase, row: int, along: Collection[int], joiner: Joiner) -> Iterator[int]:
    """Yield the other rows that, without this one, make the same difference on the same course."""
    patcher = joiner.patcher
    for other in dict.fromkeys((*along, *_rows_of_exceptions(row, joiner))):
        patch = joiner.joined(other)
        if row in (other, *patch.along) or patch.rules is None:
            continue
        found = moments(patcher.first.rules, patch.rules, case.players, case.told)
        if found is not None and found[1] == case.changed:
            yield other


def _rows_of_exceptions(row: int, joiner: Joiner) -> list[int]:
    """Return the rows with exceptions to the statements on the first side of a row."""
    side, clauses = joiner.patcher.old, joiner.patcher.rows[row].first
    found: list[int] = []
    for item in side.items:
        if item.displaced is not None and item.displaced.text.removeprefix(f"{side.name}.") in clauses:
            found += side.rows.get(item.clause, ())
    return found
