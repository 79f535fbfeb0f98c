"""Intervals and differences of samples, against published examples, an independent library, and simulation."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest

from cc_dsl.study import differences
from cc_dsl.study.differences import classes_of, distance, holm, newcombe, welch
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
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)


def test_a_share_has_as_many_places_as_its_interval_bears_out() -> None:
    assert percent({"count": 0, "of": 0, "share": 0.3756, "low": 0.3726, "high": 0.3786}) == "37.56 % (37.26 to 37.86)"
    assert percent({"count": 0, "of": 0, "share": 0.5, "low": 0.4, "high": 0.6}) == "50.0 % (40.0 to 60.0)"


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((2, 7), (6, 7), 0.0582, 0.8062),
        ((0, 29), (5, 56), -0.0381, 0.1926),
        ((0, 20), (0, 10), -0.1611, 0.2775),
        ((0, 10), (10, 10), 0.6075, 1.0000),
    ],
)
def test_the_difference_of_shares_is_the_published_one(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    """R. G. Newcombe, “Interval estimation for the difference …”, 1998, table II, method 10, with the two swapped."""
    difference = newcombe(first, second)
    assert (round(difference.low, 4), round(difference.high, 4)) == (low, high)
    assert difference.value == pytest.approx(second[0] / second[1] - first[0] / first[1])


def test_the_difference_of_means_is_that_of_the_library() -> None:
    from scipy import stats

    draw = random.Random(4)
    for sizes in ((5, 9), (30, 12), (400, 250)):
        samples = [[draw.randint(0, 20 + 5 * side) for _ in range(size)] for side, size in enumerate(sizes)]
        expected = stats.ttest_ind(samples[1], samples[0], equal_var=False).confidence_interval(0.95)
        difference = welch(Counter(samples[0]), Counter(samples[1]))
        assert (difference.low, difference.high) == pytest.approx((expected.low, expected.high), rel=1e-7)


def test_means_that_do_not_vary_differ_exactly_and_one_number_says_nothing() -> None:
    assert welch({3: 10}, {5: 4}) == (2, 2, 2)
    assert welch({3: 1}, {5: 4, 6: 4}).low == float("-inf")


def test_two_distributions_worked_by_hand() -> None:
    """10, 20, 30 against 20, 20, 20: 1/6 of the games; chi-square 10/3 + 0 + 2 with 2 degrees of freedom."""
    from scipy import stats

    measured = distance({"a": 10, "b": 20, "c": 30}, {"a": 20, "b": 20, "c": 20})
    assert measured["value"] == pytest.approx(1 / 6, abs=1e-6)
    assert measured["chance"] == pytest.approx(stats.chi2.sf(10 / 3 + 2, 2), abs=1e-5)
    assert measured["chance"] == pytest.approx(stats.chi2_contingency([[10, 20, 30], [20, 20, 20]]).pvalue, abs=1e-5)
    reach = sqrt(stats.chi2.ppf(0.95, 2) * 2 / 60) / 2
    assert (measured["low"], measured["high"]) == pytest.approx((0.0, 1 / 6 + reach), abs=1e-6)


def test_known_distributions_are_those_of_the_library() -> None:
    from scipy import stats

    for freedom in (1, 2, 3, 9, 30):
        for value in (0.3, 4.0, 80.0, 300.0):
            assert differences.chi_square_beyond(value, freedom) == pytest.approx(
                stats.chi2.sf(value, freedom), rel=1e-9
            )
        assert differences.chi_square_quantile(0.95, freedom) == pytest.approx(stats.chi2.ppf(0.95, freedom))
    for degrees in (1.0, 3.7, 40.0, 12345.6):
        assert differences.student_quantile(0.975, degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-7)


def test_rare_values_share_a_class_and_numbers_keep_their_order() -> None:
    assert classes_of({"a": 50, "b": 48, "c": 1}, {"a": 40, "b": 55, "d": 2}) == [(51, 42), (48, 55)]
    assert classes_of({"a": 50, "b": 40, "c": 9}, {"a": 50, "b": 40, "d": 9}) == [(9, 9), (40, 40), (50, 50)]
    numbers = classes_of(Counter(range(100)), Counter(range(100)))
    assert numbers == [(10, 10)] * 10
    assert classes_of({0: 30, 1: 30}, {0: 1, 1: 59}) == [(30, 1), (30, 59)]
    assert classes_of({7: 5}, {7: 9}) == [(5, 9)]
    assert distance({7: 5}, {7: 9})["chance"] == 1


def test_many_tests_are_corrected_as_published() -> None:
    """Four tests, 0.01, 0.04, 0.03 and 0.005: 0.03, 0.06, 0.06 and 0.02 by Holm's steps, worked by hand."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.6, 0.9]) == [1.0, 1.0]
