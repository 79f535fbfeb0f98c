"""The random numbers are the published ones, and every number, order and set is equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.table.chance import Chance, mixed

VECTORS = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
"""The first words of splitmix64 for the seed 1234567, as printed in several implementations."""


def test_words_are_those_of_splitmix64() -> None:
    """Another engine that follows the paper deals the same."""
    chance = Chance(1234567)
    assert [chance.word() for _ in VECTORS] == VECTORS


def test_words_depend_on_seed_and_number_alone() -> None:
    """A stream can be taken up at any place, and reading ahead draws nothing."""
    chance = Chance(1234567)
    assert [chance.bits(number) for number in range(5)] == VECTORS
    assert chance.drawn == 0
    later = Chance(1234567, drawn=3)
    assert [later.word(), later.word()] == VECTORS[3:]


def test_seeds_of_any_size_are_taken() -> None:
    """A seed is a whole number; beyond 64 bits its lowest ones count."""
    assert Chance(-1).word() == Chance(2**64 - 1).word()
    assert Chance(2**64 + 5).word() == Chance(5).word()


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_mixing_keeps_numbers_apart(one: int, other: int) -> None:
    """The scrambling is a permutation of the 64-bit numbers."""
    assert (mixed(one) == mixed(other)) == (one == other)
    assert 0 <= mixed(one) < 2**64


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_numbers_stay_below_the_bound(seed: int, bound: int) -> None:
    """No bound up to 64 bits is overstepped."""
    assert 0 <= Chance(seed).below(bound) < bound


def test_numbers_that_would_be_biased_are_drawn_again() -> None:
    """With a bound that leaves a remainder of nearly half, about half of the words are refused."""
    chance = Chance(1)
    for _ in range(1000):
        chance.below(2**63 + 1)
    assert 1700 < chance.drawn < 2300


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 52])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    """Chi squared stays below the 99.99 % point of the widest of these cases."""
    chance = Chance(1862)
    draws = 2000 * bound
    counts = Counter(chance.below(bound) for _ in range(draws))
    squared = sum((counts[number] - 2000) ** 2 / 2000 for number in range(bound))
    assert len(counts) == bound
    assert squared < 3 * bound + 25


def test_orders_are_equally_likely() -> None:
    """Each of the 24 orders of 4 comes up as often as any other."""
    chance = Chance(7)
    counts = Counter(tuple(chance.permutation(4)) for _ in range(24_000))
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 60


def test_sets_are_equally_likely() -> None:
    """Picking several favours no set, and gives them in ascending order."""
    chance = Chance(7)
    counts = Counter(tuple(chance.some(3, 5)) for _ in range(10_000))
    assert set(counts) == set(combinations(range(5), 3))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 35


@given(st.integers(0, 9), st.integers(0, 9))
def test_sets_have_the_size_asked_for(number: int, count: int) -> None:
    """Who asks for more than there are gets all."""
    picked = Chance(3).some(number, count)
    assert len(picked) == min(number, count)
    assert picked == sorted(set(picked))


def test_branches_are_streams_of_their_own() -> None:
    """Branches differ from each other and from their origin, and are the same every time."""
    origin = Chance(5)
    streams = [origin, *(origin.branch(number) for number in range(50))]
    words = [stream.bits(place) for stream in streams for place in range(20)]
    assert len(set(words)) == len(words)
    assert Chance(5).branch(3).word() == origin.branch(3).word()
