"""Differences of two independent samples: of shares, of means, and of whole distributions.

The difference of two shares has Newcombe's interval, computed from the two Wilson intervals (R. G. Newcombe, “Interval
estimation for the difference between independent proportions”, Statistics in Medicine 17, 1998, method 10).  The
difference of two means has Welch's (B. L. Welch, “The generalization of ‘Student's’ problem”, Biometrika 34, 1947).

Two distributions are compared in classes.  Whether they differ at all is tested by chi-square.  How far they differ is
the total variation distance: the least share of games that must end in another class, however the games of the one
sample are paired with those of the other.  Its interval is simultaneous over all sets of classes (H. Scheffé, “A method
for judging all contrasts”, Biometrika 40, 1953).  It is conservative: it contains the true distance at least as often
as its level states.

Many tests at once are corrected by Holm's method (S. Holm, “A simple sequentially rejective multiple test procedure”,
Scandinavian Journal of Statistics 6, 1979), which is valid for dependent tests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import atan, cos, erfc, exp, inf, lgamma, log, pi, sqrt
from typing import TypeVar

from cc_dsl.table.intervals import LEVEL, Estimate, Interval, wilson

CLASSES = 10
"""The approximate number of classes of equal size into which numbers are divided."""
LEAST = 5.0
"""The least expected number of games of each sample in a class; rarer values share a class."""
STRIPS = 64
"""An even number of strips for Simpson's rule."""

One = TypeVar("One", bound=Hashable)
Counts = Mapping[One, int]


class DistanceDocument(Interval):
    """The distance of two distributions with its interval, and the probability that chance alone gives as much."""

    chance: float
    """The probability of a chi-square at least as large if there is no difference, to four figures."""
    classes: int


def newcombe(first: tuple[int, int], second: tuple[int, int]) -> Estimate:
    """Return the difference of two shares, each given as a count and a total, with Newcombe's interval."""
    left, right = wilson(*first), wilson(*second)
    value = right.share - left.share
    below = sqrt((right.share - right.low) ** 2 + (left.high - left.share) ** 2)
    above = sqrt((right.high - right.share) ** 2 + (left.share - left.low) ** 2)
    return Estimate(value, value - below, value + above)


def welch(first: Counts[int], second: Counts[int]) -> Estimate:
    """Return the difference of the means of two samples of numbers, each given as counts, with Welch's interval."""
    left, right = moments(first), moments(second)
    value = right[0] - left[0]
    parts = [variance / number for _, variance, number in (left, right)]
    if sum(parts) == 0:
        return Estimate(value, value, value)
    if inf in parts:
        return Estimate(value, -inf, inf)
    squares = (part * part / (number - 1) for part, (_, _, number) in zip(parts, (left, right), strict=True))
    freedom = sum(parts) ** 2 / sum(squares)
    reach = student_quantile(0.5 + LEVEL / 2, freedom) * sqrt(sum(parts))
    return Estimate(value, value - reach, value + reach)


def moments(counts: Counts[int]) -> tuple[float, float, int]:
    """Return mean, variance and size of a sample; the variance of one number is unknown."""
    number = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / number
    squares = sum((value - mean) ** 2 * times for value, times in counts.items())
    return mean, squares / (number - 1) if number > 1 else inf, number


# ------------------------------------------------------------------------------------------ distributions


def distance(first: Counts[One], second: Counts[One]) -> DistanceDocument:
    """Return the distance of two samples, after dividing their values into classes."""
    pairs = classes_of(first, second)
    sizes = sum(first.values()), sum(second.values())
    # The half-width of the interval; a single class gets that of two.
    freedom = max(len(pairs), 2) - 1
    reach = sqrt(chi_square_quantile(LEVEL, freedom) * (1 / sizes[0] + 1 / sizes[1])) / 2
    # The total variation distance; below, Pearson's chi-square with the counts expected from both samples together.
    apart = sum(abs(left / sizes[0] - right / sizes[1]) for left, right in pairs) / 2
    square = sum(
        (count - size * (left + right) / sum(sizes)) ** 2 / (size * (left + right) / sum(sizes))
        for left, right in pairs
        for count, size in ((left, sizes[0]), (right, sizes[1]))
    )
    interval = Estimate(apart, max(0.0, apart - reach), min(1.0, apart + reach)).document
    return {**interval, "chance": float(f"{chi_square_beyond(square, freedom):.4g}"), "classes": len(pairs)}


def classes_of(first: Counts[One], second: Counts[One]) -> list[tuple[int, int]]:
    """Divide the values of two samples into classes; return the counts of both samples in each.

    Numbers are divided in their order, by the two samples together. Every other value is a class. Classes that are too
    rare are merged; if the merged class is still too small, it is joined with the least frequent of the rest.
    """
    values = {*first, *second}
    both = {value: (first.get(value, 0), second.get(value, 0)) for value in values}
    # As many games in a class give at least LEAST expected games in the smaller sample.
    least = LEAST / min(sum(column) / sum(map(sum, both.values())) for column in zip(*both.values(), strict=True))
    numbers = all(isinstance(value, int) for value in values)
    if numbers and len(values) > CLASSES:
        least = max(least, sum(map(sum, both.values())) / CLASSES)
    if numbers:
        ordered = sorted(values, key=lambda value: (value,))
        return _join_classes([both[value] for value in ordered], least)
    common = [pair for pair in both.values() if sum(pair) >= least]
    rare = [pair for pair in both.values() if sum(pair) < least]
    return _join_classes([*sorted(rare), *sorted(common, key=lambda pair: (sum(pair), pair))], least)


def _join_classes(pairs: Sequence[tuple[int, int]], least: float) -> list[tuple[int, int]]:
    """Join neighbours until each class is large enough; a remainder joins the last class."""
    classes: list[tuple[int, int]] = []
    left = right = 0
    for pair in pairs:
        left, right = left + pair[0], right + pair[1]
        if left + right >= least:
            classes.append((left, right))
            left = right = 0
    if left + right:
        last = classes.pop() if classes else (0, 0)
        classes.append((last[0] + left, last[1] + right))
    return classes


def holm(chances: Sequence[float]) -> list[float]:
    """Return the p-values corrected for the number of tests, in their order."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    adjusted, highest = [0.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        # A corrected p-value is at least as large as those of all smaller p-values.
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        adjusted[place] = highest
    return adjusted


# ---------------------------------------------------------------------------------- known distributions


def chi_square_beyond(value: float, freedom: int) -> float:
    """Return the probability that chi-square, with these integer degrees of freedom, is at least this value."""
    half = value / 2
    chance, degrees = (erfc(sqrt(half)), 1) if freedom % 2 else (exp(-half), 2)
    while degrees < freedom:
        chance += exp(degrees / 2 * log(half) - half - lgamma(degrees / 2 + 1)) if half else 0.0
        degrees += 2
    return min(chance, 1.0)


def chi_square_quantile(level: float, freedom: int) -> float:
    """Return the quantile of chi-square for a probability."""
    return _root(lambda value: 1 - chi_square_beyond(value, freedom), level)


def student_quantile(level: float, freedom: float) -> float:
    """Return the quantile of Student's t for a probability above one half."""
    return _root(lambda value: _student_below(value, freedom), level)


def _student_below(value: float, freedom: float) -> float:
    """Return the probability that Student's t is below a value, by Simpson's rule over the angle."""
    end = atan(value / sqrt(freedom))
    step = end / STRIPS
    weights = (1 if place in (0, STRIPS) else 4 if place % 2 else 2 for place in range(STRIPS + 1))
    heights = (float(cos(place * step) ** (freedom - 1)) for place in range(STRIPS + 1))
    area = sum(weight * height for weight, height in zip(weights, heights, strict=True)) * step / 3
    return 0.5 + exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(pi) * area


def _root(below: Callable[[float], float], level: float) -> float:
    """Return the argument at which an increasing function reaches a level, by bisection."""
    low, high = 0.0, 1.0
    while below(high) < level and high < 1e12:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if below(middle) >= level else (middle, high)
    return (low + high) / 2
