"""How far the mean of one study lies from that of another, and how far that may be out."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cc_dsl.edition.changes import difference
from cc_dsl.study.results import numbers_document


def test_difference_of_two_means_by_hand() -> None:
    """Means 2 and 5; deviations 1 and 2 of 4 and 16 games: the square root of 1/4 and 4/16, times 1.96."""
    first = {"mean": 2.0, "deviation": 1.0, "games": 4}
    other = {"mean": 5.0, "deviation": 2.0, "games": 16}
    gain, reach = difference(first, other)
    assert gain == 3.0
    assert reach == pytest.approx(1.959964 * 0.5**0.5, abs=1e-5)


def test_interval_holds_the_true_difference_nineteen_times_in_twenty() -> None:
    """Two dice, one of which shows one pip more: the interval around their difference misses 1 about once in twenty."""
    chance = random.Random(5)
    missed = 0
    for _ in range(400):
        sides = [Counter(chance.randint(low, low + 5) for _ in range(60)) for low in (1, 2)]
        gain, reach = difference(*(numbers_document(one) for one in sides))
        missed += abs(gain - 1) > reach
    assert 6 <= missed <= 38
