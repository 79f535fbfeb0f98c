"""Runtime of generated source under Numba: bit operations by single instructions, and the same numbers of chance.

The numbers are those of `cc_dsl.table.chance`; a test compares both, and both with published vectors.
"""

# Numba has no types of its own for its decorators.
# mypy: disable-error-code="untyped-decorator, no-any-return"

from __future__ import annotations

import platform
from typing import TypeAlias

import numba
import numpy as np
from llvmlite import binding
from numba import config, njit

from cc_dsl.compiler import checked
from cc_dsl.compiler.instructions import (
    alone,
    begun,
    count,
    deposited,
    highest,
    length,
    lowest,
    plain,
    product,
)
from cc_dsl.compiler.instructions import having as having
from cc_dsl.compiler.lean import counted, helper, uncounted
from cc_dsl.table import chance

Row: TypeAlias = np.ndarray
"""Numbers in a row, or in rows of equal length."""
GAMMA = np.uint64(chance.GAMMA)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
FEW, SETS, LEAST = chance.FEW, np.array(chance.SETS), np.array(chance.LEAST)
DIGIT = 6
MOST_DIGITS = 10
SLOW = ("znver1", "znver2", "bdver4")
"""Processors that deposit bits by a small program of their own."""
VERSION = f"numba {numba.__version__}"


def deposits() -> bool:
    """Return whether the processor that is compiled for deposits bits by one quick instruction."""
    if config.CPU_NAME or config.CPU_FEATURES:  # somebody wants code for another one
        return False
    name, features = binding.get_host_cpu_name(), binding.get_host_cpu_features()
    return platform.machine() in ("x86_64", "AMD64") and features.get("bmi2", False) and name not in SLOW


@helper
def picked_in_steps(pieces: int, number: int) -> int:
    """Return the piece of a set that has this many pieces below it, on any processor."""
    for _ in range(number):
        pieces &= pieces - 1
    return lowest(pieces)


@helper
def picked_at_once(pieces: int, number: int) -> int:
    """Return the piece of a set that has this many pieces below it, where bits can be deposited."""
    return lowest(deposited(1 << number, pieces))


pick = picked_at_once if deposits() else picked_in_steps
"""Gives the piece of a set that has this many pieces below it."""


@helper
def lowest_of(pieces: int, number: int) -> int:
    """Return this many of the lowest pieces of a set."""
    found = 0
    for _ in range(number):
        one = pieces & -pieces
        found |= one
        pieces ^= one
    return found


@helper
def gathered(holder: Row, first: int, number: int) -> int:
    """Return the pieces of a place with order as a set."""
    found = 0
    for place in range(first, first + number):
        found |= alone(holder[place], holder[place])
    return found


@helper
def taken_out(holder: Row, first: int, number: int, pieces: int) -> int:
    """Take pieces out of a place with order; give how many are left."""
    left = 0
    for place in range(first, first + number):
        piece = holder[place]
        if not (pieces >> piece) & 1:
            holder[first + left] = piece
            left += 1
    return left


@uncounted
def next_together(pieces: int, side: int, goes_with: Row, most: int) -> int:
    """Return the next set of pieces that all go together, the lowest pieces first; after the last, the empty set.

    A set is followed by those that begin with it; the empty set stands before the first.
    """
    first = highest(pieces) + 1 if pieces else 0
    if count(pieces) == most:
        pieces ^= alone(first - 1, side)
    while True:
        left = side & -alone(first, side)
        others = pieces
        while others:
            left &= goes_with[lowest(others)]
            others &= others - 1
        if left:
            return pieces | (left & -left)
        if not pieces:
            return 0
        first = highest(pieces) + 1
        pieces ^= alone(first - 1, side)


@helper
def laid_in_row(holder: Row, first: int, count: int, pieces: int, row: Row, start: int, number: int) -> int:
    """Lay the pieces of an ordered place that are in a set in a row, after those there already; return their number."""
    for place in range(first, first + count):
        piece = holder[place]
        if (pieces >> piece) & 1:
            row[start + number] = piece
            number += 1
    return number


@helper
def set_in_row(pieces: int, row: Row, start: int, number: int) -> int:
    """Lay the pieces of a set in a row as they were introduced, after those there already; return their number."""
    while pieces:
        row[start + number] = lowest(pieces)
        pieces &= pieces - 1
        number += 1
    return number


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
def _further(word: object) -> object:
    word = word * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@njit(inline="always")
def _mixed(word: object) -> object:
    # Written out where it is used, so that draws whose number is known are made several at once.
    return _further(word ^ (word >> np.uint64(30)))


@uncounted
def below(at: int, bound: int) -> tuple[int, int]:
    """Draw a number below a bound from a stream; give the stream and the number."""
    at = plain(at) + GAMMA
    limit = plain(bound)
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
    wanted = np.int64(plain(left))
    row = (np.int64(plain(count)) + wanted - 1) * (FEW + 1) + wanted
    at, number = below(at, SETS[row])
    return at, np.int64(LEAST[row, number])


@uncounted
def least_of_some(at: int, count: int, left: int) -> tuple[int, int]:
    """Draw the place of the least thing of a set of this many, each set equally likely; give the stream, too."""
    wanted = np.int64(plain(left))
    rest = np.int64(plain(count)) + wanted - 1
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
    return _mixed_up(holder, first, number, plain(at))


@uncounted
def shuffled_set(holder: Row, first: int, pieces: int, at: int) -> int:
    """Put the pieces of a set, in ascending order at first, in an order given by chance; give the stream."""
    number = 0
    while pieces:
        holder[first + number] = lowest(pieces)
        pieces &= pieces - 1
        number += 1
    return _mixed_up(holder, first, number, plain(at))


@uncounted
def _is_before(one: int, other: int, pieces: int) -> bool:
    """Return whether a group comes before another: by their sorts, then by their pieces in ascending order."""
    if (one >> pieces) != (other >> pieces):
        return one >> pieces < other >> pieces
    differing = one ^ other
    first = differing & -differing
    if one & first:
        # The other has a higher piece here, or no more pieces; then it is the beginning of this one.
        return (other & (alone(pieces, one) - 1)) >= first
    return (one & (alone(pieces, one) - 1)) < first


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


@uncounted
def traced_groups(trace: int, holder: Row, first: int, number: int) -> int:
    """Return the hash of what went before and of some groups that are offered."""
    for place in range(first, first + number):
        trace = np.int64(_further(begun(trace, holder[place])))
    return trace


@uncounted
def traced_world(trace: int, holder: Row, first: int, number: int) -> int:
    """Return the hash of what went before and of all that the world may answer."""
    total = np.uint64(0)
    for place in range(first, first + number):
        total += _mixed(plain(holder[place]))
    return np.int64(_mixed(plain(trace) ^ total))


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
def word(at: int) -> tuple[int, int]:
    """Draw 64 bits from a stream; give the stream and the bits."""
    at = plain(at) + GAMMA
    return at, np.int64(_mixed(at))


@counted
def some(pieces: int, number: int, at: int) -> tuple[int, int]:
    """Draw this many different pieces of a set, each choice equally likely; return the stream and the set."""
    at = plain(at)
    left, many, rest = np.empty(count(pieces), np.int64), 0, pieces
    while rest:
        left[many] = lowest(rest)
        rest &= rest - 1
        many += 1
    found = 0
    for last in range(many - 1, max(many - max(number, 0), 0) - 1, -1):
        at, other = below(at, last + 1)
        piece = left[last]
        left[last] = left[other]
        left[other] = piece
        found |= alone(left[last], pieces)
    return at, found


@uncounted
def _renamed(pieces: int, names: Row) -> int:
    found = 0
    while pieces:
        found |= alone(names[lowest(pieces)], pieces)
        pieces &= pieces - 1
    return found


@counted
def imagined(holder: Row, held: Row, hidden: int, pieces: int, at: int) -> int:
    """Exchange the names of hidden pieces, in an order given by chance, wherever they are held; return the stream."""
    names = np.arange(pieces)
    pool = np.empty(pieces, np.int64)
    number = 0
    while hidden:
        pool[number] = lowest(hidden)
        hidden &= hidden - 1
        number += 1
    order = np.empty(pieces, np.int64)
    at = shuffled(order, 0, number, at)
    for place in range(number):
        names[pool[place]] = pool[order[place]]
    exchanged(holder, held, names, pieces)
    return at


@uncounted
def exchanged(holder: Row, held: Row, names: Row, pieces: int) -> None:
    """Give every piece another name, wherever it is held."""
    is_full = pieces == length(holder[0])
    every = alone(pieces, holder[0]) - 1 if not is_full else -1
    for row in range(0, held.shape[0], 4):
        form, start, many, count_at = held[row], held[row + 1], held[row + 2], held[row + 3]
        if form == 0 or (form == 4 and holder[count_at]):
            for place in range(start, start + many):
                # What is not settled is less than nothing; where pieces fill a word, no set is settled.
                if holder[place] > 0 or is_full:
                    holder[place] = _renamed(holder[place], names)
        elif form == 1:
            for place in range(start, start + many):
                if holder[place] >= 0:
                    holder[place] = names[holder[place]]
        elif form == 3:
            for owner in range(many):
                first = start + owner * pieces
                for place in range(first, first + holder[count_at + owner]):
                    holder[place] = names[holder[place]]
        elif form != 4:
            for place in range(start, start + (many if form == 2 else holder[count_at])):
                group = holder[place]
                if group >= 0:
                    holder[place] = (group & ~every) | _renamed(group & every, names)


@uncounted
def redrawn(holder: Row, secrets: Row, unknown: int, at: int) -> int:
    """Put anything that it can be into each secret that is unknown, and not empty; return the stream.

    A secret has four numbers: its place, the least it can be, how many things it can be, and whether it may be empty.
    """
    at = plain(at)
    for number in range(secrets.shape[0] // 4):
        place, least = secrets[4 * number], secrets[4 * number + 1]
        count, may_be_empty = secrets[4 * number + 2], secrets[4 * number + 3]
        if unknown >> number & 1 and not (may_be_empty and holder[place] < 0):
            at, found = below(at, count)
            holder[place] = least + found
    return at


@helper
def traced(trace: int, player: int, options: int, answer: int) -> int:
    """Return the hash of some answers and one more: who was asked, what he might answer, and what he did."""
    return np.int64(_mixed(_further(begun(trace, options)) + plain(player * 64 + answer)))


@uncounted
def _begins(holder: Row, place: int, first: int, starts: Row) -> bool:
    """Return whether an answer that is listed is the first of its deed."""
    if place == first:
        return True
    for number in range(starts.shape[0]):  # noqa: SIM110 - Numba has no generators here
        if holder[place - 1] < starts[number] <= holder[place]:
            return True
    return False


@uncounted
def deed_drawn(holder: Row, first: int, number: int, starts: Row, at: int) -> object:
    """Draw one of the answers of the world that are listed: a deed or the end, then one of its ways."""
    deeds = 0
    for place in range(first, first + number):
        deeds += _begins(holder, place, first, starts)
    at, deed = below(at, deeds)
    begin, end = first, first + number
    for place in range(first, first + number):
        if _begins(holder, place, first, starts):
            deed -= 1
            if deed == -1:
                begin = place
            elif deed == -2:
                end = place
    at, way = below(at, end - begin)
    return at, begin - first + way


@helper
def branch(seed: int, number: int) -> int:
    """Return the seed of another stream, one for each number."""
    return _mixed(seed ^ _mixed(np.uint64(number + 1) * GAMMA))
