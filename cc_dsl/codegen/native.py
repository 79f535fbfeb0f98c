"""Runtime of generated source under Numba: bit operations by single instructions, and the same numbers of chance.

A helper that `runtime.py` has for plain Python is compiled from the same text: what it calls is found here by the same
name.  The numbers are those of `cc_dsl.table.chance`; a test compares both, and both with published vectors.

    lowest_of = helper(here(runtime.lowest_of))     with the instruction `lowest` of this module
"""

# Numba has no types of its own for its decorators.
# mypy: disable-error-code="untyped-decorator, no-any-return"

from __future__ import annotations

import platform
from collections.abc import Callable
from types import FunctionType
from typing import TypeAlias

import numba
import numpy as np
from llvmlite import binding
from numba import config, njit

from cc_dsl.codegen import checked, runtime
from cc_dsl.codegen.instructions import count, deposited, lowest, product
from cc_dsl.codegen.instructions import having as having
from cc_dsl.codegen.instructions import highest as highest
from cc_dsl.codegen.lean import counted, helper, uncounted
from cc_dsl.table import chance

Row: TypeAlias = np.ndarray
"""Numbers in a row, or in rows of equal length."""
GAMMA = np.uint64(chance.GAMMA)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
FEW, SETS, LEAST = chance.FEW, np.array(chance.SETS), np.array(chance.LEAST)
DIGIT, MOST_DIGITS = runtime.DIGIT, runtime.MOST_DIGITS
MASK = -1
"""Words have no more than 64 bits in any case."""
FULL = 64
"""The number of pieces that fill a word."""
SLOW = ("znver1", "znver2", "bdver4")
"""Processors that deposit bits by a small program of their own."""
VERSION = f"numba {numba.__version__}"


def here(function: Callable[..., object]) -> Callable[..., object]:
    """Return a helper of `runtime.py` that calls what this module has under the names of what it calls."""
    return FunctionType(function.__code__, globals(), function.__name__)


def deposits() -> bool:
    """Return whether the processor that is compiled for deposits bits by one quick instruction."""
    if config.CPU_NAME or config.CPU_FEATURES:  # somebody wants code for another one
        return False
    name, features = binding.get_host_cpu_name(), binding.get_host_cpu_features()
    return platform.machine() in ("x86_64", "AMD64") and features.get("bmi2", False) and name not in SLOW


@helper
def picked_at_once(pieces: int, number: int) -> int:
    """Return the piece of a set that has this many pieces below it, where bits can be deposited."""
    return lowest(deposited(1 << number, pieces))


picked_in_steps = helper(here(runtime.pick))
pick = picked_at_once if deposits() else picked_in_steps
"""Gives the piece of a set that has this many pieces below it."""
lowest_of = helper(here(runtime.lowest_of))
gathered = helper(here(runtime.gathered))
taken_out = helper(here(runtime.taken_out))
laid_in_row = helper(here(runtime.laid_in_row))
set_in_row = helper(here(runtime.set_in_row))
next_together = uncounted(here(runtime.next_together))


@uncounted
def _is_laid_at(order: Row, start: int, values: Row, pieces: int) -> bool:
    """Return whether the values of pieces are those of a stretch of an order, each as often as there."""
    for place in range(start, start + count(pieces)):
        rest, found = pieces, 0
        while rest and not found:
            one = rest & -rest
            rest ^= one
            if values[lowest(one)] == order[place]:
                found = one
        if not found:
            return False
        pieces ^= found
    return True


@uncounted
def laid_in(order: Row, values: Row, pieces: int) -> bool:
    """Return whether pieces can be laid so that their values are a stretch of an order."""
    start, last = 0, len(order) - count(pieces)
    while start <= last and not _is_laid_at(order, start, values, pieces):
        start += 1
    return start <= last


@uncounted
def inside(order: Row, values: Row, pieces: int, piece: int) -> bool:
    """Return whether a piece of some that are laid so stands neither first nor last, in whichever stretch."""
    if piece < 0 or not (pieces >> piece) & 1:
        return False
    is_laid = False
    for start in range(len(order) - count(pieces) + 1):
        if _is_laid_at(order, start, values, pieces):
            is_laid = True
            if values[piece] == order[start] or values[piece] == order[start + count(pieces) - 1]:
                return False
    return is_laid


@uncounted
def descending(pieces: int, ranks: Row) -> int:
    """Return the ranks of some pieces as one number, the highest rank first; more pieces are more."""
    found = 0
    left = MOST_DIGITS
    while pieces:
        best = -1
        taken = 0
        rest = pieces
        while rest:
            one = rest & -rest
            rest ^= one
            rank = ranks[lowest(one)]
            if rank > best:
                best = rank
                taken = one
        pieces ^= taken
        found = found << DIGIT | (best + 1)
        left -= 1
    return found << (DIGIT * left)


@helper
def stream(at: int) -> object:
    """Return where a stream stands as a word without a sign."""
    return np.uint64(at)


@helper
def _further(word: object) -> object:
    word = word * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@njit(inline="always")
def _mixed(word: object) -> object:
    # Written out where it is used, so that draws whose number is known are made several at once.
    return _further(word ^ (word >> np.uint64(30)))


@helper
def mixed(word: int) -> int:
    """Scramble 64 bits; different numbers stay different."""
    bits = np.uint64(word)
    return np.int64(_further(bits ^ (bits >> np.uint64(30))))


scrambled = mixed


@uncounted
def below(at: int, bound: int) -> tuple[int, int]:
    """Draw a number below a bound from a stream; give the stream and the number."""
    at = stream(at) + GAMMA
    limit = np.uint64(bound)
    high, low = product(_mixed(at), limit)
    if low < limit:
        refused = (np.uint64(0) - limit) % limit
        while low < refused:
            at += GAMMA
            high, low = product(_mixed(at), limit)
    return at, np.int64(high)


@uncounted
def _least_of_many(at: int, rest: int, left: int, place: int) -> tuple[int, int]:
    """Draw one thing after another, or pass it over; give the stream, and the place of the first that is drawn."""
    at, number = below(at, rest)
    if number < left:
        return at, place
    # What calls itself is not written out where it is called, and so does not slow the few things down.
    return _least_of_many(at, rest - 1, left, place + 1)


@uncounted
def least_of_few(at: int, count: int, left: int) -> tuple[int, int]:
    """Do what `least_of_some` does, where it is known that there are only a few things."""
    wanted = np.int64(left)
    row = (np.int64(count) + wanted - 1) * (FEW + 1) + wanted
    at, number = below(at, SETS[row])
    return at, np.int64(LEAST[row, number])


@uncounted
def least_of_some(at: int, count: int, left: int) -> tuple[int, int]:
    """Draw the place of the least thing of a set of this many, each set equally likely; give the stream, too."""
    wanted = np.int64(left)
    rest = np.int64(count) + wanted - 1
    if rest <= FEW:
        return least_of_few(at, count, left)
    if wanted == 1:
        return below(at, rest)
    return _least_of_many(at, rest, wanted, np.int64(0))


@uncounted
def _mixed_up(holder: Row, first: int, size: int, at: int) -> int:
    """Shuffle some numbers of a row (Fisher and Yates, from the end); give the stream."""
    for last in range(size - 1, 0, -1):
        at, other = below(at, last + 1)
        piece = holder[first + last]
        holder[first + last] = holder[first + other]
        holder[first + other] = piece
    return at


@uncounted
def shuffled(holder: Row, first: int, number: int, at: int) -> int:
    """Put the numbers from 0 in an order given by chance; give the stream."""
    for place in range(number):
        holder[first + place] = place
    return _mixed_up(holder, first, number, stream(at))


@uncounted
def shuffled_set(holder: Row, first: int, pieces: int, at: int) -> int:
    """Put the pieces of a set, in ascending order at first, in an order given by chance; give the stream."""
    return _mixed_up(holder, first, set_in_row(pieces, holder, first, 0), stream(at))


@uncounted
def _is_before(one: int, other: int, pieces: int) -> bool:
    """Return whether a group comes before another: by their sorts, then by their pieces in ascending order."""
    if (one >> pieces) != (other >> pieces):
        return one >> pieces < other >> pieces
    differing = one ^ other
    first = differing & -differing
    if one & first:
        # The other has a higher piece here, or no more pieces; then it is the beginning of this one.
        return (other & ((1 << pieces) - 1)) >= first
    return (one & ((1 << pieces) - 1)) < first


@uncounted
def arranged(holder: Row, first: int, number: int, pieces: int) -> None:
    """Put groups in the order in which they are offered: by their sorts, then by their pieces."""
    for place in range(first + 1, first + number):
        group = holder[place]
        other = place
        while other > first and _is_before(group, holder[other - 1], pieces):
            holder[other] = holder[other - 1]
            other -= 1
        holder[other] = group


@counted
def zeros(size: int) -> Row:
    """Return a row of this many zeros."""
    return np.zeros(size, np.int64)


@uncounted
def bisect_left(holder: Row, value: int, low: int, high: int) -> int:
    """Return the first place of an ascending stretch whose number is not below a value."""
    while low < high:
        middle = (low + high) // 2
        if holder[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


renamed = uncounted(here(runtime.renamed))
exchanged = uncounted(here(runtime.exchanged))
some = counted(here(runtime.some))
deed_drawn = uncounted(here(runtime.deed_drawn))
traced = helper(here(runtime.traced))
traced_groups = helper(here(runtime.traced_groups))
traced_world = helper(here(runtime.traced_world))


@njit(cache=True)
def share_taken(found: Row, keys: Row, classes: Row, sign: int) -> None:
    """Add (or take away) all pairs of sides under the same key; keys come in order, and under each the classes."""
    kinds, counts = np.empty(keys.shape[0], np.int64), np.empty(keys.shape[0], np.int64)
    at = 0
    while at < keys.shape[0]:
        key, number = keys[at], 0
        while at < keys.shape[0] and keys[at] == key:
            if number and kinds[number - 1] == classes[at]:
                counts[number - 1] += 1
            else:
                kinds[number], counts[number] = classes[at], 1
                number += 1
            at += 1
        for one in range(number):
            for other in range(number):
                found[kinds[one], kinds[other]] += sign * counts[one] * counts[other]


@uncounted
def _is_same_column(answers: Row, one: int, other: int) -> bool:
    """Return whether two columns hold the same numbers."""
    is_same = True
    for row in range(answers.shape[0]):
        is_same = is_same and answers[row, one] == answers[row, other]
    return is_same


@njit(cache=True)
def tallied(answers: Row, counts: Row, table: Row, firsts: Row, sums: Row) -> int:
    """Add up the counts of equal columns of answers; columns that are counted 0 times are left out.

    Enter where each different column first stands, and its sum, in the order in which they are found, and return how
    many there are; or -1 if there are more than fit.  The table, whose length is a power of two, begins with -1.
    """
    number = 0
    for place in range(counts.shape[0]):
        if counts[place] == 0:
            continue
        key = np.uint64(0)
        for row in range(answers.shape[0]):
            key = _mixed(key ^ np.uint64(answers[row, place]))
        at = np.int64(key & np.uint64(table.shape[0] - 1))
        while table[at] >= 0 and not _is_same_column(answers, firsts[table[at]], place):
            at = (at + 1) & (table.shape[0] - 1)
        if table[at] < 0:
            if number == firsts.shape[0]:
                return -1
            table[at], firsts[number], sums[number] = number, place, 0
            number += 1
        sums[table[at]] += counts[place]
    return number


checked.check({"share_taken": share_taken, "tallied": tallied})


@uncounted
def noted(found: Row, row: int, first: int, number: int, entry: int) -> None:
    """Insert a number into the ascending, distinct numbers of a row, which end with -1."""
    place = first
    while found[row, place] >= 0 and found[row, place] < entry:
        place += 1
    if found[row, place] != entry:
        for other in range(first + number - 1, place, -1):
            found[row, other] = found[row, other - 1]
        found[row, place] = entry


@uncounted
def disjoint(sides: Row, starts: Row, one: int, other: int) -> tuple[int, int]:
    """Return a side of each of two classes that have no piece in common; there must be such."""
    for first in range(starts[one], starts[one + 1]):
        for second in range(starts[other], starts[other + 1]):
            if not sides[first] & sides[second]:
                return sides[first], sides[second]
    return 0, 0


@helper
def branch(seed: int, number: int) -> int:
    """Return the seed of another stream, one for each number."""
    return _mixed(seed ^ _mixed(np.uint64(number + 1) * GAMMA))
