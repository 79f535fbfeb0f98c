"""Runtime of generated source: the functions for plain Python, and the helpers that Numba compiles from the same text.

Plain Python calls the helpers of the first part directly; `native.py` compiles them with Numba's `count`, `lowest`,
`below` and so on in place of those below. The second part is for plain Python alone, with lists, dictionaries and long
integers.

    the cards in the stock that are red go to the hand.     the rule
    pieces_out = pieces_of_pile(stock_order, 0, stock_size)       the generated source
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from cc_dsl.rules.declare import MOST_PIECES
from cc_dsl.table.chance import FEW, GAMMA, LEAST, MASK, MOST_SETS, SETS, scramble

Row: TypeAlias = list[int]
"""Integers that change: a vector, or a place with order; for Numba an array."""
Table: TypeAlias = Sequence[int]
"""Integers that stay as they are."""


# -------------------------------------------------------------------- the same text for plain Python and for Numba

FULL = 0
"""The number of pieces that fills a machine word; none does in Python, whose integers have no limit."""


def count(pieces: int) -> int:
    """Count the bits of a set."""
    return pieces.bit_count()


def lowest(pieces: int) -> int:
    """Return the lowest piece of a set that is not empty."""
    return (pieces & -pieces).bit_length() - 1


def highest(pieces: int) -> int:
    """Return the highest piece of a set that is not empty."""
    return pieces.bit_length() - 1


def stream(at: int) -> int:
    """Return the state of a stream in the type that Numba uses for it."""
    return at


def zeros(size: int) -> list[int]:
    """Return a row of this many zeros."""
    return [0] * size


def pick(pieces: int, number: int) -> int:
    """Return the piece of a set that has this many pieces below it."""
    for _ in range(number):
        pieces &= pieces - 1
    return lowest(pieces)


def lowest_of(pieces: int, number: int) -> int:
    """Return this many of the lowest pieces of a set."""
    lowest_pieces = 0
    for _ in range(number):
        bit = pieces & -pieces
        lowest_pieces |= bit
        pieces ^= bit
    return lowest_pieces


def pieces_of_pile(holder: Row, first: int, number: int) -> int:
    """Return the pieces of an ordered place as a set."""
    pieces = 0
    for place in range(first, first + number):
        pieces |= 1 << holder[place]
    return pieces


def remove_pieces(holder: Row, first: int, number: int, pieces: int) -> int:
    """Remove pieces from an ordered place; return the number of pieces left in it."""
    left = 0
    for place in range(first, first + number):
        piece = holder[place]
        if not (pieces >> piece) & 1:
            holder[first + left] = piece
            left += 1
    return left


def next_together(pieces: int, side: int, goes_with: Table, most: int) -> int:
    """Return the next set of compatible pieces, lowest pieces first; after the last, the empty set.

    The sets are visited depth first: a set is followed by the sets that extend it by higher pieces, and the empty set
    precedes the first. A set that cannot be extended loses its highest piece, and a higher one is tried in its place.
    """
    first = highest(pieces) + 1 if pieces else 0
    if count(pieces) == most:
        pieces ^= 1 << (first - 1)
    while True:
        left = side & -(1 << first)
        others = pieces
        while others:
            left &= goes_with[lowest(others)]
            others &= others - 1
        if left:
            return pieces | (left & -left)
        if not pieces:
            return 0
        first = highest(pieces) + 1
        pieces ^= 1 << (first - 1)


def is_laid_at(order: Table, start: int, values: Table, pieces: int) -> bool:
    """Return whether the values of pieces are those of the stretch from `start`, with the same multiplicity."""
    for place in range(start, start + count(pieces)):
        rest, matching_bit = pieces, 0
        while rest and not matching_bit:
            lowest_bit = rest & -rest
            rest ^= lowest_bit
            if values[lowest(lowest_bit)] == order[place]:
                matching_bit = lowest_bit
        if not matching_bit:
            return False
        pieces ^= matching_bit
    return True


def can_be_laid(order: Table, values: Table, pieces: int) -> bool:
    """Return whether pieces can be laid so that their values are a stretch of an order."""
    start, last = 0, len(order) - count(pieces)
    while start <= last and not is_laid_at(order, start, values, pieces):
        start += 1
    return start <= last


def inside(order: Table, values: Table, pieces: int, piece: int) -> bool:
    """Return whether a piece is one of `pieces`, and never first or last when they are laid in a stretch."""
    if piece < 0 or not (pieces >> piece) & 1:
        return False
    is_laid = False
    for start in range(len(order) - count(pieces) + 1):
        if is_laid_at(order, start, values, pieces):
            is_laid = True
            if values[piece] == order[start] or values[piece] == order[start + count(pieces) - 1]:
                return False
    return is_laid


def is_before(group: int, other: int, pieces: int) -> bool:
    """Return whether a group precedes another: by their sorts, then by their pieces in ascending order."""
    if (group >> pieces) != (other >> pieces):
        return group >> pieces < other >> pieces
    differing = group ^ other
    first = differing & -differing
    if group & first:
        # If the other group has no higher piece, it is a prefix of this one and comes first.
        return (other & ((1 << pieces) - 1)) >= first
    return (group & ((1 << pieces) - 1)) < first


def arrange_groups(holder: Row, first: int, number: int, pieces: int) -> None:
    """Sort groups in the order of the offer: by their sorts, then by their pieces."""
    for place in range(first + 1, first + number):
        group = holder[place]
        other = place
        while other > first and is_before(group, holder[other - 1], pieces):
            holder[other] = holder[other - 1]
            other -= 1
        holder[other] = group


def append_members(holder: Row, first: int, count: int, pieces: int, row: Row, start: int, number: int) -> int:
    """Append the pieces of an ordered place that are in a set to a row; return the number in the row."""
    for place in range(first, first + count):
        piece = holder[place]
        if (pieces >> piece) & 1:
            row[start + number] = piece
            number += 1
    return number


def append_set(pieces: int, row: Row, start: int, number: int) -> int:
    """Append the pieces of a set to a row in the order of their introduction; return the number in the row."""
    while pieces:
        row[start + number] = lowest(pieces)
        pieces &= pieces - 1
        number += 1
    return number


def some(pieces: int, number: int, at: int) -> tuple[int, int]:
    """Draw this many different pieces of a set, each choice equally likely, like `Chance.some`; return the stream, too.

    A partial Fisher–Yates shuffle: each drawn piece is replaced by the last one that is left.
    """
    at = stream(at)
    left = zeros(count(pieces))
    many = append_set(pieces, left, 0, 0)
    drawn_set = 0
    for last in range(many - 1, max(many - max(number, 0), 0) - 1, -1):
        at, other = below(at, last + 1)
        piece = left[other]
        left[other] = left[last]
        drawn_set |= 1 << piece
    return at, drawn_set


def least_of_some(at: int, things: int, left: int) -> tuple[int, int]:
    """Draw the least index of a random set of `left` indices, like `Chance.least_of_some`; return the stream, too.

    The index is below `things`; the set is drawn from `things + left - 1` members. For few members a table gives the
    result of one draw; otherwise one member after another is drawn or skipped.
    """
    if left == 1:
        return below(at, things)
    at = stream(at)
    place, rest = 0, things + left - 1
    if rest <= FEW:
        row = rest * (FEW + 1) + left
        at, number = below(at, SETS[row])
        return at, LEAST[row * MOST_SETS + number]
    at, number = below(at, rest)
    while number >= left:
        place, rest = place + 1, rest - 1
        at, number = below(at, rest)
    return at, place


def shuffle(holder: Row, first: int, number: int, at: int) -> int:
    """Put the numbers from 0 in a random order; return the stream."""
    for place in range(number):
        holder[first + place] = place
    return shuffle_row(holder, first, number, at)


def shuffled_set(holder: Row, first: int, pieces: int, at: int) -> int:
    """Put the pieces of a set, ascending at first, in a random order; return the stream."""
    return shuffle_row(holder, first, append_set(pieces, holder, first, 0), at)


def rename_set(pieces: int, names: Row) -> int:
    """Return the image of a set of pieces under a renaming."""
    new_pieces = 0
    while pieces:
        new_pieces |= 1 << names[lowest(pieces)]
        pieces &= pieces - 1
    return new_pieces


def rename_everywhere(holder: Row, held: Table, names: Row, pieces: int) -> None:
    """Rename every piece, wherever the vector holds it."""
    is_full = pieces == FULL
    every = -1 if is_full else (1 << pieces) - 1
    for row in range(0, len(held), 4):
        form, start, number, count_at = held[row], held[row + 1], held[row + 2], held[row + 3]
        if form == 0 or (form == 4 and holder[count_at]):
            for place in range(start, start + number):
                # A negative number means that the set is not settled. If the pieces fill a word, the sign bit is that
                # of a piece, and such rules settle no sets.
                if holder[place] > 0 or is_full:
                    holder[place] = rename_set(holder[place], names)
        elif form == 1:
            for place in range(start, start + number):
                if holder[place] >= 0:
                    holder[place] = names[holder[place]]
        elif form == 3:
            for owner in range(number):
                first = start + owner * pieces
                for place in range(first, first + holder[count_at + owner]):
                    holder[place] = names[holder[place]]
        elif form != 4:  # groups: one for each owner, or a counted list
            for place in range(start, start + (number if form == 2 else holder[count_at])):
                group = holder[place]
                if group >= 0:
                    holder[place] = (group & ~every) | rename_set(group & every, names)


# -------------------------------------------------------------------------------------- plain Python alone


def tabulate(function: Callable[[int], object], least: int, most: int, tables: Iterable[Table]) -> dict[int, object]:
    """Return the non-empty values of a function for all sets of pieces that are compatible by any table."""
    answers: dict[int, object] = {}
    for goes_with in tables:
        side, pieces = (1 << len(goes_with)) - 1, 0
        while pieces := next_together(pieces, side, goes_with, most):
            if pieces.bit_count() >= least and (answer := function(pieces)):
                answers[pieces] = answer
    return answers


only = (*(1 << piece for piece in range(MOST_PIECES)), 0)
"""Singleton sets by piece; none, which is -1, indexes the last entry, the empty set."""


def bits_of(pieces: int) -> list[int]:
    """Return the pieces of a set as singleton sets, lowest first."""
    bits = []
    while pieces:
        bit = pieces & -pieces
        bits.append(bit)
        pieces ^= bit
    return bits


def combinations_of(pieces: int, size: int) -> Iterable[int]:
    """Return all combinations of this many pieces of a set, each as a set, lowest pieces first."""
    if pieces.bit_count() != size + 1:
        return map(sum, combinations(bits_of(pieces), size))
    combined_sets, left = [], pieces
    while left:
        rest = left & (left - 1)
        combined_sets.append(pieces ^ left ^ rest)
        left = rest
    combined_sets.reverse()  # as in itertools.combinations, the first leaves out the highest piece
    return combined_sets


def below(at: int, bound: int) -> tuple[int, int]:
    """Draw a number below a bound from a stream; return the stream and the number."""
    at = (at + GAMMA) & MASK
    product = scramble(at) * bound
    if product & MASK < bound:  # seldom: the word may have to be rejected
        limit = (1 << 64) % bound
        while product & MASK < limit:
            at = (at + GAMMA) & MASK
            product = scramble(at) * bound
    return at, product >> 64


def branch(seed: int, number: int) -> int:
    """Return the seed of another stream, one for each number, as `Chance.branch` does."""
    return scramble(seed ^ scramble((number + 1) * GAMMA & MASK))


class BatchGenerator:
    """A generator of many words at once: each has a lane of 128 bits in one long integer, wide enough for its products.

    Only the highest 24 bits of each word are returned. Their product with a small number fits into one digit of an
    integer, and they nearly always determine the result as the whole word would.
    """

    def __init__(self, count: int) -> None:
        """Prepare the draws of this many words."""
        self.count = count
        self.ones = sum(1 << (LANE * lane) for lane in range(count))
        self.words = self.ones * MASK
        self.unpacked = struct.Struct("<" + "I12x" * count).unpack
        self.steps = sum(((count - lane) * GAMMA & MASK) << (LANE * lane) for lane in range(count))

    def draw(self, at: int) -> tuple[int, ...]:
        """Return the highest bits of the next words of a stream, last word first."""
        words = self.words
        long = (at * self.ones + self.steps) & words
        long = ((long ^ ((long >> 30) & words)) * 0xBF58476D1CE4E5B9) & words
        long = ((long ^ ((long >> 27) & words)) * 0x94D049BB133111EB) & words
        # A shift moves bits of the next lane only into the upper bits, which are not read.
        long = (long ^ (long >> 31)) >> (64 - TOP)
        return self.unpacked(long.to_bytes(self.count * LANE // 8, "little"))


LANE = 128
TOP = 24
"""The number of bits that are drawn of each word."""
MOST_SMALL = 64
"""Numbers below a lower bound than this are drawn from the highest bits of a word."""
_generator = functools.cache(BatchGenerator)


def _undecided_bits() -> frozenset[int]:
    """Return the values of the highest bits of a word that do not determine the number drawn below some bound.

    The number drawn is the bound times the word, as a fraction, rounded down: it changes at the multiples of 1/bound.
    If none of these is inside, or at an end of, the interval of words with the same highest bits, the lower bits make
    no difference, and the word is not rejected. Bounds are less than MOST_SMALL.
    """
    words_unsure: set[int] = set()
    for bound in range(1, MOST_SMALL):
        for number in range(bound + 1):
            top, rest = divmod(number << TOP, bound)
            words_unsure |= {top} if rest else {top, top - 1}
    return frozenset(words_unsure)


UNSURE = _undecided_bits()


class RejectionWord:
    """A word whose highest bits are not enough: a multiplication uses all its bits."""

    __slots__ = ("at", "words")

    def __init__(self, words: list[object], at: int) -> None:
        """Take the state of the stream at this word, and the words after it."""
        self.words, self.at = words, at

    def __mul__(self, bound: int) -> int:
        """Return the number below a bound, above bits that are not used; if the word is rejected, use the next one."""
        at, product = self.at, scramble(self.at) * bound
        while product & MASK < (1 << 64) % bound:
            self.words.pop()
            at = (at + GAMMA) & MASK
            product = scramble(at) * bound
        return product >> 64 << TOP


def ahead(words: list[object], at: int, count: int = 64) -> int:
    """Draw words into an empty list, which is used from the end; return the stream after them."""
    words += _generator(count).draw(at)
    if not UNSURE.isdisjoint(words):
        for place, top in enumerate(words):
            if top in UNSURE:
                words[place] = RejectionWord(words, (at + (count - place) * GAMMA) & MASK)
        if isinstance(words[0], RejectionWord):
            # A rejected word needs another, so draw one more than is wanted.
            words.clear()
            return ahead(words, at, count + 1)
    return (at + count * GAMMA) & MASK


def draw_below(words: list[object], at: int, bound: int) -> tuple[int, int]:
    """Use the next word for a number below any bound; return the stream after the words, and the number."""
    while True:
        if not words:
            at = ahead(words, at)
        words.pop()
        product = scramble((at - len(words) * GAMMA) & MASK) * bound
        if product & MASK >= (1 << 64) % bound:
            return at, product >> 64


def least_ahead(words: list[object], at: int, count: int, left: int) -> tuple[int, int]:
    """Draw the least index of a set of two or more indices with the next words; return the stream, too."""
    place, rest = 0, count + left - 1
    if rest <= FEW:
        row = rest * (FEW + 1) + left
        if not words:
            at = ahead(words, at)
        return at, LEAST[row * MOST_SETS + (words.pop() * SETS[row] >> TOP)]  # type: ignore[operator]
    at, number = draw_below(words, at, rest)
    while number >= left:
        place, rest = place + 1, rest - 1
        at, number = draw_below(words, at, rest)
    return at, place


def shuffle_row(holder: list[int], first: int, count: int, at: int) -> int:
    """Shuffle some numbers of a list (Fisher and Yates, from the end); return the stream."""
    row, words = holder[first : first + count], list[Any]()
    if count > 1:
        at = ahead(words, at, count - 1)
    for last in range(count - 1, 0, -1):
        if words and last + 1 < MOST_SMALL:
            other = words.pop() * (last + 1) >> TOP
        else:
            at, other = draw_below(words, at, last + 1)
        row[last], row[other] = row[other], row[last]
    holder[first : first + count] = row
    return (at - len(words) * GAMMA) & MASK
