"""Chance as a pure function of a seed and a counter, so that a seed, or a record, gives the same game everywhere.

The generator is splitmix64 (G. L. Steele, D. Lea, C. H. Flood, “Fast splittable pseudorandom number generators”,
OOPSLA 2014), with the constants of S. Vigna's public-domain version. Numbers below a bound are drawn without bias
by multiplication (D. Lemire, “Fast random integer generation in an interval”, ACM TOMACS 29, 2019).
It is made for games and statistics, and is not cryptographically secure.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain, combinations, islice, repeat
from math import comb

SEED_BYTES = 8
"""The bytes of a drawn seed: as many as the generator can use, so that nobody can try all seeds."""
GAMMA = 0x9E3779B97F4A7C15
MASK = 0xFFFFFFFFFFFFFFFF

FEW = 7
"""The most things for which the subsets of each size number less than 64, so that the highest bits of a word choose
one.
"""
MOST_SETS = comb(FEW, FEW // 2)


_SIZES = [(things, left) for things in range(FEW + 1) for left in range(FEW + 1)]
SETS = tuple(comb(things, left) for things, left in _SIZES)
"""The number of sets of this many out of a few things, row by row."""
LEAST = tuple(
    min(chosen, default=0)
    for things, left in _SIZES
    for chosen in islice(chain(combinations(range(things), left), repeat(())), MOST_SETS)
)
"""The index of the least element of each set, row by row; all rows have the same length."""


def drawn_seed() -> int:
    """Return a seed from the random source of the system."""
    return int.from_bytes(os.urandom(SEED_BYTES), "big")


def scramble(number: int) -> int:
    """Scramble 64 bits bijectively."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


class Chance:
    """A stream of random words; word number n depends on the seed and n alone."""

    __slots__ = ("drawn", "seed")

    def __init__(self, seed: int, drawn: int = 0) -> None:
        """Start a stream at its first word, or after this many words."""
        self.seed = seed & MASK
        self.drawn = drawn

    def branch(self, number: int) -> Chance:
        """Start another stream for a number, statistically independent of this one."""
        return Chance(scramble(self.seed ^ scramble((number + 1) * GAMMA & MASK)))

    def word(self) -> int:
        """Draw the next 64 bits."""
        self.drawn += 1
        return scramble((self.seed + self.drawn * GAMMA) & MASK)

    def below(self, bound: int) -> int:
        """Draw a number from 0 to one less than the bound, each equally likely."""
        self.drawn += 1
        number = (self.seed + self.drawn * GAMMA) & MASK
        number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
        product = (number ^ (number >> 31)) * bound
        if product & MASK < bound:
            remainder = (1 << 64) % bound
            while product & MASK < remainder:
                product = self.word() * bound
        return product >> 64

    def least_of_some(self, count: int, left: int) -> int:
        """Draw a set of this many things, each set equally likely, and return the index of its least thing.

        `count` is the number of possible indices of the least thing. Repeated draws, each from the things after the
        last, give the things of one set in ascending order. The sets of few things are listed; of many things, one
        after another is drawn or skipped (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S).
        """
        if left == 1:
            return self.below(count)
        place, rest = 0, count + left - 1
        if rest <= FEW:
            row = rest * (FEW + 1) + left
            return LEAST[row * MOST_SETS + self.below(SETS[row])]
        while self.below(rest) >= left:
            place, rest = place + 1, rest - 1
        return place

    def permutation(self, count: int) -> list[int]:
        """Draw an order of the numbers from 0, each order equally likely (Fisher and Yates, from the end)."""
        order = list(range(count))
        below = self.below
        for last in range(count - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def draw_by_weight(self, weights: Sequence[int]) -> int:
        """Draw an index of a list with probabilities proportional to its weights; one weight must be positive."""
        left = self.below(sum(weights))
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        raise AssertionError("a number below the sum of the weights must fall to one of them")

    def some(self, number: int, count: int) -> list[int]:
        """Draw this many different numbers below count, each set equally likely, in ascending order."""
        left = list(range(count))
        for last in range(count - 1, max(count - number, 0) - 1, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return sorted(left[max(count - number, 0) :])
