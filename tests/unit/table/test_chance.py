"""The random numbers are the published ones, and every number, order and set is equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.table.chance import Chance, mixed


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
    words = [stream.bits(place) for stream in streams for place in range(20)]
    assert len(set(words)) == len(words)
    assert Chance(5).branch(3).word() == origin.branch(3).word()
