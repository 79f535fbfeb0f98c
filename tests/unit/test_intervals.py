"""Shares with their intervals, against values that others have published."""

from __future__ import annotations

import pytest

from cc_dsl.table.intervals import percent, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_interval_is_the_published_one(count: int, of: int, low: float, high: float) -> None:
    """R. G. Newcombe, “Two-sided confidence intervals for the single proportion”, 1998, table I, method 3."""
    share = wilson(count, of)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)
    assert share.share == count / of


def test_interval_never_leaves_its_bounds() -> None:
    """Nothing and everything have an end at 0 or 1, and the share lies inside."""
    assert wilson(0, 5).low == 0
    assert wilson(5, 5).high == 1
    for count in range(6):
        share = wilson(count, 5)
        assert share.low <= share.share <= share.high
    assert wilson(0, 0).document == {"count": 0, "of": 0, "share": 0.0, "low": 0.0, "high": 1.0}


def test_a_share_has_as_many_places_as_its_interval_bears_out() -> None:
    assert percent({"count": 0, "of": 0, "share": 0.3756, "low": 0.3726, "high": 0.3786}) == "37.56 % (37.26 to 37.86)"
    assert percent({"count": 0, "of": 0, "share": 0.5, "low": 0.4, "high": 0.6}) == "50.0 % (40.0 to 60.0)"


def test_more_than_all_is_no_share() -> None:
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)
