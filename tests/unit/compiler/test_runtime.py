"""The runtime of generated source gives the numbers of the shared source of chance, in Python and in machine code."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from cc_dsl.codegen import runtime
from cc_dsl.table.chance import GAMMA, MASK, Chance, scramble


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 52, 104])
def test_shuffles_are_those_of_chance(count: int) -> None:
    # With seed 11,615, one of the numbers below 64 or more does not follow from the highest bits of its word.
    for seed in (0, 1, 5, 11_615, MASK):
        chance, holder = Chance(seed), [0] * 110
        order = chance.permutation(count)
        after = (seed + chance.drawn * GAMMA) & MASK
        assert runtime.shuffle(holder, 3, count, seed) == after
        assert holder[3 : 3 + count] == order
        # Some of many pieces, as it is done where not all are shuffled.
        assert runtime.shuffled_set(holder, 0, sum(1 << 3 * piece for piece in range(count)), seed) == after
        assert holder[:count] == [3 * piece for piece in order]


def test_a_word_that_must_be_refused_is_refused() -> None:
    """The first word of this stream is 0, which stands for too many numbers; the next one counts."""
    at = -GAMMA & MASK
    assert Chance(at).below(3) == runtime.below(at, 3)[1]
    chance, holder = Chance(at), [0] * 3
    assert chance.permutation(3) == (runtime.shuffle(holder, 0, 3, at), holder)[1]


def unmixed(word: int) -> int:
    """Return what is scrambled to a word: each step of `mixed` is taken back."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        whole = word
        for _ in range(3):
            whole = word ^ (whole >> shift)
        word = whole * pow(factor, -1, 1 << 64) & MASK
    return word


@pytest.mark.parametrize("place", [0, 1, 63, 64])
@pytest.mark.parametrize("step", [-1, 0, 1])
def test_words_drawn_ahead_give_the_numbers_of_chance(place: int, step: int) -> None:
    refused = 0
    for bound in (3, 7, 52, 61, 62):
        for number in range(bound):
            edge = (-(-(number << 64) // bound) + step) & MASK
            at = (unmixed(edge) - (place + 1) * GAMMA) & MASK
            assert scramble((at + (place + 1) * GAMMA) & MASK) == edge
            chance, words, behind = Chance(at), list[Any](), at
            for drawn in range(place + 3):
                if not words:
                    behind = runtime.ahead(words, behind)
                if drawn == place + 2:
                    behind, drawn_number = runtime.draw_below(words, behind, bound)
                else:
                    drawn_number = words.pop() * bound >> runtime.TOP
                assert drawn_number == chance.below(bound)
            refused += chance.drawn - place - 3
    assert (refused > 0) is (step == 0)


def test_combinations_are_all_there() -> None:
    pieces = (3, 5, 8, 40, 51)
    for size in range(6):
        wanted = [sum(1 << piece for piece in some) for some in itertools.combinations(pieces, size)]
        assert sorted(runtime.combinations_of(sum(1 << piece for piece in pieces), size)) == sorted(wanted)


def native() -> Any:
    """Return the helpers of machine code."""
    from cc_dsl.codegen import native as helpers

    return helpers


@pytest.mark.slow
def test_machine_code_draws_the_same_numbers_and_reads_sets_as_python_does() -> None:
    import numpy as np
    from numba import njit

    helpers = native()
    for seed in (0, 5, MASK, -GAMMA & MASK):
        chance = Chance(seed)
        at = np.uint64(seed)
        for bound in (1, 2, 3, 7, 52):
            at, number = helpers.below(np.uint64(at), bound)
            assert number == chance.below(bound)
            assert int(at) == (seed + chance.drawn * GAMMA) & MASK
        for size in (2, 3, 5, 20, 52):
            holder, plain = np.zeros(60, dtype=np.int64), [0] * 60
            after = helpers.shuffle(holder, 2, size, np.uint64(seed))
            assert int(after) == runtime.shuffle(plain, 2, size, seed)
            assert holder.tolist() == plain
        assert int(helpers.branch(np.uint64(seed), 0)) == Chance(seed).branch(0).seed
    count_of, lowest, highest = helpers.count, helpers.lowest, helpers.highest
    bits = njit(lambda pieces: (count_of(pieces), lowest(pieces), highest(pieces)))
    for pieces in (1, 6, 0b101100, (1 << 51) | 5):
        assert bits(pieces) == (pieces.bit_count(), runtime.lowest(pieces), pieces.bit_length() - 1)
        assert helpers.lowest_of(pieces, 1) == runtime.lowest_of(pieces, 1)
    fast, plain = np.array([9, 1, 2, 5, 3]), [9, 1, 2, 5, 3]
    assert helpers.remove_pieces(fast, 1, 4, 0b100100) == runtime.remove_pieces(plain, 1, 4, 0b100100) == 2
    assert fast.tolist()[1:3] == plain[1:3] == [1, 3]
    assert helpers.pieces_of_pile(fast, 1, 2) == runtime.pieces_of_pile(plain, 1, 2) == 0b1010


VALUES = (0, 1, 2, 0, 3, 0, -1, -1)
"""The values of eight pieces; two have none, which finds the last entry, too."""


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 1, 0, 2, 0, 3), (3, 2, 1, 0, 3), (2,)])
def test_runs_are_those_that_can_be_laid(order: tuple[int, ...]) -> None:
    for pieces in range(1 << 7):
        members = [piece for piece in range(7) if pieces >> piece & 1]
        stretches = [order[start : start + len(members)] for start in range(len(order) - len(members) + 1)]
        laid = [one for one in stretches if sorted(one) == sorted(VALUES[piece] for piece in members)]
        assert runtime.can_be_laid(order, VALUES, pieces) == bool(laid)
        for piece in (-1, *range(7)):
            # Of two pieces with one value, either can lie at the end where that value is.
            ends = {value for one in laid for value in (*one[:1], *one[-1:])}
            is_inside = piece in members and bool(laid) and VALUES[piece] not in ends
            assert runtime.inside(order, VALUES, pieces, piece) == is_inside


@pytest.mark.slow
def test_machine_code_lays_pieces_as_python_does() -> None:
    import numpy as np

    helpers = native()
    order, values = (0, 1, 0, 2, 0, 3), np.array(VALUES)
    fast_order = np.array(order)
    for pieces in range(0, 1 << 7, 3):
        assert helpers.can_be_laid(fast_order, values, pieces) == runtime.can_be_laid(order, VALUES, pieces)
        for piece in range(-1, 7):
            assert helpers.inside(fast_order, values, pieces, piece) == runtime.inside(order, VALUES, pieces, piece)
    fast, plain = np.zeros(9, dtype=np.int64), [0] * 9
    lain = [5, 1, 6, 3]
    assert helpers.append_members(np.array(lain), 0, 4, 0b101000, fast, 2, 1) == 3
    assert runtime.append_members(lain, 0, 4, 0b101000, plain, 2, 1) == 3
    assert helpers.append_set(0b10011, fast, 2, 3) == runtime.append_set(0b10011, plain, 2, 3) == 6
    assert fast.tolist() == plain == [0, 0, 0, 5, 3, 0, 1, 4, 0]
    rows = np.full((2, 6), -1, dtype=np.int64)
    for number in (4, 7, 4, 0, 9, 7):
        helpers.insert_distinct(rows, 1, 2, 4, number)
    assert rows.tolist() == [[-1] * 6, [-1, -1, 0, 4, 7, 9]]


def test_a_piece_is_picked_at_once_as_in_steps() -> None:
    helpers = native()
    chance = Chance(19)
    for _ in range(2000):
        pieces = chance.word() >> 2 & chance.word() | 1 << chance.below(62)
        number = chance.below(pieces.bit_count())
        members = [piece for piece in range(62) if pieces >> piece & 1]
        assert helpers.picked_in_steps(pieces, number) == members[number]
        assert helpers.pick(pieces, number) == members[number]


@pytest.mark.slow
def test_machine_code_shuffles_some_pieces_the_same() -> None:
    import numpy as np

    helpers = native()
    pieces = sum(1 << piece for piece in (0, 3, 4, 17, 40, 51))
    for seed in (0, 5, -3 * GAMMA & MASK):
        holder, plain = np.zeros(9, dtype=np.int64), [0] * 9
        after = helpers.shuffled_set(holder, 2, pieces, np.uint64(seed))
        assert int(after) == runtime.shuffled_set(plain, 2, pieces, seed)
        assert holder.tolist() == plain
