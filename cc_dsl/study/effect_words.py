"""The effects of another answer to an open place in words, for a terminal and for a page of the edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.study.effects import MOVES, NOBODY, at_most, found_in
from cc_dsl.table.intervals import Interval, in_percent, places_of

if TYPE_CHECKING:
    from cc_dsl.study.documents import GamesDifference

MINUS = "−"


def points(difference: Interval) -> str:
    """Return a difference of two shares, in percentage points, with its interval."""
    places = places_of(100 * (difference["high"] - difference["low"]))
    return _signed(difference, 100.0, places)


def mean(difference: Interval) -> str:
    """Return a difference of two means with its interval."""
    return _signed(difference, 1.0, places_of(difference["high"] - difference["low"]))


def _signed(difference: Interval, times: float, places: int) -> str:
    # What rounds to nothing has no sign.
    rounded = (
        round(times * one, places) or 0.0 for one in (difference["value"], difference["low"], difference["high"])
    )
    value, low, high = (f"{one:+.{places}f}" if one else f"{0:.{places}f}" for one in rounded)
    return f"{value} ({low} to {high})".replace("-", MINUS)


def wins(row: GamesDifference) -> Iterator[tuple[str, str]]:
    """Return by how much each player wins more often, and whether nobody does, where it can be otherwise."""
    for who, difference in row["wins"].items():
        if who != NOBODY or difference["value"]:
            yield who, points(difference)


def moves(row: GamesDifference) -> str:
    """Return by how many moves games are longer on average."""
    return next((mean(one["mean"]) for one in row["outcomes"] if one["name"] == MOVES and one["mean"]), "–")


def verdict(row: GamesDifference) -> str:
    """Return what an answer changes in whole games, the most changed first; or how much it changes at most."""
    found = found_in(row)
    if not found:
        return f"no effect found, at most {100 * at_most(row):.1f} %"
    apart = ((one["distance"], one["name"]) for one in found)
    return "; ".join(f"{in_percent(one['value'], one['low'], one['high'])} in {name}" for one, name in apart)
