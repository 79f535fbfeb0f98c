"""Which cases of a test belong to the suite of each day; all others carry the mark `exhaustive`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def some(cases: Iterable[Any], number: int) -> list[Any]:
    """Return all cases, of which only the first few are tried by day."""
    return [_case((case,), place < number) for place, case in enumerate(cases)]


def each_once(rows: Iterable[tuple[Any, ...]], columns: Sequence[Any]) -> list[Any]:
    """Return each row with each column; by day each row is tried with one of them, with each column in turn."""
    return [
        _case((*row, column), number % len(columns) == place)
        for number, row in enumerate(rows)
        for place, column in enumerate(columns)
    ]


def _case(values: tuple[Any, ...], is_daily: bool) -> Any:
    return pytest.param(*values, marks=() if is_daily else pytest.mark.exhaustive)
