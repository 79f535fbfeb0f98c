"""The cases of a test that belong to the daily suite, and those that belong to `./run test quick`; and short checks.

The other cases have the mark `exhaustive`, or `slow`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest


def some(cases: Iterable[Any], number: int) -> list[Any]:
    """Return all cases, of which only the first `number` belong to the daily suite."""
    return [_case((case,), place < number) for place, case in enumerate(cases)]


def daily(cases: Iterable[Any], by_day: Container[Any]) -> list[Any]:
    """Return all cases, of which only those of a second list belong to the daily suite."""
    return [_case((case,), case in by_day) for case in cases]


def each_once(rows: Iterable[tuple[Any, ...]], columns: Sequence[Any]) -> list[Any]:
    """Return each row with each column; in the daily suite each row has only one column, all columns in turn."""
    return [
        _case((*row, column), number % len(columns) == place)
        for number, row in enumerate(rows)
        for place, column in enumerate(columns)
    ]


def _case(values: tuple[Any, ...], is_daily: bool) -> Any:
    return pytest.param(*values, marks=() if is_daily else pytest.mark.exhaustive)


def quick(files: Iterable[Path], chosen: Container[Path]) -> list[Any]:
    """Return all files under their names; those that are not chosen have the mark `slow`."""
    return [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=() if path in chosen else pytest.mark.slow)
        for path in files
    ]


def shorten_checks(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let `circular check` play random games for so long, and count nothing again in machine code."""
    monkeypatch.setattr("cc_dsl.cases.random_games.SECONDS", seconds)
    for module in ("experiment", "figures"):
        monkeypatch.setattr(f"cc_dsl.study.{module}.can_compile", lambda: False)
