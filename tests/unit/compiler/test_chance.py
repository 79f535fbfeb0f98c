"""The generator is the published one; shuffles, numbers and sets are uniform, in every engine alike.

Seeds are fixed, so that a test either always passes or always fails; chance alone would satisfy the bounds 9,999 times
in 10,000.
"""

from __future__ import annotations

import itertools
from collections import Counter
from itertools import combinations
from math import factorial
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.codegen import native, runtime
from cc_dsl.codegen.target import with_sign
from cc_dsl.table.chance import GAMMA, MASK, Chance, scramble

PUBLISHED = {
    # The first words of splitmix64 as S. Vigna's program prints them; Rosetta Code has those of 1234567 too.
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821),
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B),
}


def bound_of_chi_square(freedom: int, level: float = 0.9999) -> float:
    """Return what a chi-square of so many degrees of freedom stays under at a level (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + NormalDist().inv_cdf(level) * part**0.5) ** 3)


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Return how far counts are from equal ones."""
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + (cells - len(counts)) * expected


@pytest.mark.parametrize("seed", PUBLISHED)
def test_words_are_the_published_ones(seed: int) -> None:
    chance = Chance(seed)
    assert tuple(chance.word() for _ in range(5)) == PUBLISHED[seed]
    assert runtime.BatchGenerator(5).draw(seed) == tuple(word >> 40 for word in reversed(PUBLISHED[seed]))
    assert tuple(Chance(seed, number).word() for number in range(5)) == PUBLISHED[seed]
    words = [native.scramble(with_sign((seed + number * GAMMA) & MASK)) & MASK for number in range(1, 6)]
    assert tuple(words) == PUBLISHED[seed]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_order_of_a_few_comes_equally_often(count: int) -> None:
    """Every engine shuffles so: test_runtime.py compares them."""
    counts = Counter(tuple(Chance(seed).permutation(count)) for seed in range(60 * factorial(count)))
    assert set(counts) == set(itertools.permutations(range(count)))
    assert chi_square(counts, factorial(count)) < bound_of_chi_square(factorial(count) - 1)


def test_neighbours_in_the_order_are_uniform() -> None:
    counts = Counter(pair for seed in range(4000) for pair in itertools.pairwise(Chance(seed).permutation(20)))
    assert chi_square(counts, 20 * 19) < bound_of_chi_square(20 * 19 - 1)


@pytest.mark.parametrize("bound", [2, 3, 5, 52, 54])
def test_numbers_below_a_bound_are_uniform(bound: int) -> None:
    chance = Chance(52)
    counts = Counter((chance.below(bound),) for _ in range(200 * bound))
    assert chi_square(counts, bound) < bound_of_chi_square(bound - 1)


def test_seeds_of_any_size_are_taken() -> None:
    """A seed is a whole number; beyond 64 bits its lowest ones count."""
    assert Chance(-1).word() == Chance(2**64 - 1).word()
    assert Chance(2**64 + 5).word() == Chance(5).word()


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_mixing_keeps_numbers_apart(one: int, other: int) -> None:
    """The scrambling is a permutation of the 64-bit numbers."""
    assert (scramble(one) == scramble(other)) == (one == other)
    assert 0 <= scramble(one) < 2**64


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_numbers_stay_below_the_bound(seed: int, bound: int) -> None:
    assert 0 <= Chance(seed).below(bound) < bound


def test_numbers_that_would_be_biased_are_drawn_again() -> None:
    chance = Chance(1)
    for _ in range(1000):
        chance.below(2**63 + 1)
    assert 1700 < chance.drawn < 2300


def test_sets_are_equally_likely() -> None:
    chance = Chance(7)
    counts = Counter(tuple(chance.some(3, 5)) for _ in range(10_000))
    assert set(counts) == set(combinations(range(5), 3))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 35


@given(st.integers(0, 9), st.integers(0, 9))
def test_sets_have_the_size_asked_for(number: int, count: int) -> None:
    picked = Chance(3).some(number, count)
    assert len(picked) == min(number, count)
    assert picked == sorted(set(picked))


def test_branches_are_streams_of_their_own() -> None:
    origin = Chance(5)
    streams = [origin, *(origin.branch(number) for number in range(50))]
    words = [Chance(stream.seed, place).word() for stream in streams for place in range(20)]
    assert len(set(words)) == len(words)
    assert Chance(5).branch(3).word() == origin.branch(3).word()
