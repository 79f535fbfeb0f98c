"""What generated source calls gives the same numbers as the shared source of chance, in Python and in machine code."""

from __future__ import annotations

from typing import Any

import pytest

from cc_dsl.compiler import runtime
from cc_dsl.table.chance import GAMMA, MASK, Chance

PUBLISHED = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)
"""The first words of splitmix64 from the seed 1234567, as its authors and Rosetta Code print them."""


def test_words_are_the_published_ones() -> None:
    """The generator is the one that it is said to be."""
    assert tuple(runtime.Lanes(5).draw(1234567)[::2]) == PUBLISHED


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 52])
def test_shuffles_are_those_of_chance(count: int) -> None:
    """Order and stream are the same, drawn together or word after word."""
    for seed in (0, 1, 5, MASK):
        chance, holder, slow = Chance(seed), [0] * 60, [0] * 60
        order = chance.permutation(count)
        after = (seed + chance.drawn * GAMMA) & MASK
        assert runtime.shuffled(holder, 3, count, seed) == after
        assert runtime._shuffled_slowly(slow, 3, count, seed) == after
        assert holder[3 : 3 + count] == slow[3 : 3 + count] == order


def test_a_word_that_must_be_refused_is_refused() -> None:
    """The first word of this stream is 0, which stands for too many numbers; the next one counts."""
    at = -GAMMA & MASK
    assert Chance(at).below(3) == runtime.refused(0, 0, 3)[1]
    chance, holder = Chance(at), [0] * 3
    assert chance.permutation(3) == (runtime.shuffled(holder, 0, 3, at), holder)[1]


def native() -> Any:
    """Give the helpers of machine code."""
    from cc_dsl.compiler import native as helpers

    return helpers


@pytest.mark.slow
def test_machine_code_draws_the_same_numbers() -> None:
    """Shuffles, numbers below a bound, also after a refused word, and hashes of answers."""
    import numpy as np

    helpers = native()
    for seed in (0, 5, MASK, -GAMMA & MASK):
        chance = Chance(seed)
        at = np.uint64(seed)
        for bound in (1, 2, 3, 7, 52):
            at, number = helpers.below(np.uint64(at), bound)
            assert number == chance.below(bound)
            assert int(at) == (seed + chance.drawn * GAMMA) & MASK
        holder, plain = np.zeros(60, dtype=np.int64), [0] * 60
        after = helpers.shuffled(holder, 2, 52, np.uint64(seed))
        assert int(after) == runtime.shuffled(plain, 2, 52, seed)
        assert holder.tolist() == plain
        assert int(helpers.branch(np.uint64(seed), 0)) == Chance(seed).branch(0).seed
    assert int(helpers.traced(0, 1, 6, 2)) & MASK == runtime.traced(0, 1, 6, 2)


@pytest.mark.slow
def test_machine_code_reads_sets_as_python_does() -> None:
    """Counts, lowest and highest pieces, ranks in descending order, and pieces taken out of an order."""
    import numpy as np
    from numba import njit

    helpers = native()
    count_of, lowest, highest = helpers.count, helpers.lowest, helpers.highest
    bits = njit(lambda pieces: (count_of(pieces), lowest(pieces), highest(pieces)))
    ranks = tuple(51 - piece for piece in range(52))
    for pieces in (1, 6, 0b101100, (1 << 51) | 5):
        assert bits(pieces) == (pieces.bit_count(), runtime.lowest(pieces), pieces.bit_length() - 1)
        assert helpers.lowest_of(pieces, 1) == runtime.lowest_of(pieces, 1)
        assert helpers.descending(pieces, np.array(ranks)) == runtime.descending(pieces, ranks)
    fast, plain = np.array([9, 1, 2, 5, 3]), [9, 1, 2, 5, 3]
    assert helpers.taken_out(fast, 1, 4, 0b100100) == runtime.taken_out(plain, 1, 4, 0b100100) == 2
    assert fast.tolist()[1:3] == plain[1:3] == [1, 3]
    assert helpers.gathered(fast, 1, 2) == runtime.gathered(plain, 1, 2) == 0b1010


def test_a_piece_is_picked_at_once_as_in_steps() -> None:
    """By one instruction where the processor has it, and otherwise bit by bit: the same piece of any set."""
    helpers = native()
    chance = Chance(19)
    for _ in range(2000):
        pieces = chance.word() >> 2 & chance.word() | 1 << chance.below(62)
        number = chance.below(pieces.bit_count())
        members = [piece for piece in range(62) if pieces >> piece & 1]
        assert helpers.picked_in_steps(pieces, number) == members[number]
        assert helpers.pick(pieces, number) == members[number]
