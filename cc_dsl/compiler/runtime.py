"""What generated plain Python calls: sets as bits, and the numbers of chance, those of `cc_dsl.table.chance`."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from typing import Any

from cc_dsl.table.chance import GAMMA, MASK, mixed


class Remembered(dict[int, Any]):
    """Remembers what a function gives for some pieces; when it is much, remembering begins anew."""

    def __init__(self, function: Callable[[int], Any]) -> None:
        """Begin without any answer."""
        super().__init__()
        self.function = function

    def __missing__(self, pieces: int) -> Any:
        """Work an answer out, and keep it."""
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        found = self[pieces] = self.function(pieces)
        return found


MOST_REMEMBERED = 200_000


def bits_of(pieces: int) -> list[int]:
    """Give the pieces of a set as sets of one, the lowest first."""
    found = []
    while pieces:
        one = pieces & -pieces
        found.append(one)
        pieces ^= one
    return found


def lowest(pieces: int) -> int:
    """Give the lowest piece of a set that is not empty."""
    return (pieces & -pieces).bit_length() - 1


def lowest_of(pieces: int, count: int) -> int:
    """Give so many of the lowest pieces of a set."""
    found = 0
    for _ in range(count):
        one = pieces & -pieces
        found |= one
        pieces ^= one
    return found


def gathered(holder: list[int], first: int, count: int) -> int:
    """Give the pieces of a place with order as a set."""
    found = 0
    for piece in holder[first : first + count]:
        found |= 1 << piece
    return found


def taken_out(holder: list[int], first: int, count: int, pieces: int) -> int:
    """Take pieces out of a place with order; give how many are left."""
    left = [piece for piece in holder[first : first + count] if not pieces >> piece & 1]
    holder[first : first + len(left)] = left
    return len(left)


def descending(pieces: int, ranks: tuple[int, ...]) -> int:
    """Give the ranks of some pieces as one number, the highest rank first; more pieces are more."""
    found = 0
    for rank in sorted([ranks[piece] + 1 for piece in range(len(ranks)) if pieces >> piece & 1], reverse=True):
        found = found << DIGIT | rank
    return found << DIGIT * (MOST_DIGITS - pieces.bit_count())


DIGIT = 6
"""How many bits one rank takes."""
MOST_DIGITS = 10


def pick(pieces: int, number: int) -> int:
    """Give the piece of a set that has so many below it."""
    for _ in range(number):
        pieces &= pieces - 1
    return lowest(pieces)


def some(pieces: int, number: int, at: int) -> tuple[int, int]:
    """Draw so many different pieces of a set, each choice equally likely, as `Chance.some` does; give the stream."""
    left = bits_of(pieces)
    count, found = len(left), 0
    for last in range(count - 1, max(count - max(number, 0), 0) - 1, -1):
        at = (at + GAMMA) & MASK
        at, other = refused(at, mixed(at) * (last + 1), last + 1)
        left[last], left[other] = left[other], left[last]
        found |= left[last]
    return at, found


def _renamed(pieces: int, names: list[int]) -> int:
    found = 0
    for one in bits_of(pieces):
        found |= 1 << names[one.bit_length() - 1]
    return found


def imagined(holder: list[int], held: tuple[int, ...], hidden: int, pieces: int, at: int) -> int:
    """Give hidden pieces one another's names, in an order given by chance, wherever they are held; give the stream."""
    names = list(range(pieces))
    pool = [one.bit_length() - 1 for one in bits_of(hidden)]
    order = [0] * len(pool)
    at = shuffled(order, 0, len(pool), at)
    for piece, place in zip(pool, order, strict=True):
        names[piece] = pool[place]
    alone = (1 << pieces) - 1
    for row in range(0, len(held), 4):
        form, start, number, count = held[row : row + 4]
        if form == 0 or (form == 4 and holder[count]):
            for place in range(start, start + number):
                holder[place] = _renamed(holder[place], names) if holder[place] > 0 else holder[place]
        elif form == 1:
            for place in range(start, start + number):
                holder[place] = names[holder[place]] if holder[place] >= 0 else holder[place]
        elif form == 3:
            for owner in range(number):
                for place in range(start + owner * pieces, start + owner * pieces + holder[count + owner]):
                    holder[place] = names[holder[place]]
        elif form != 4:
            for place in range(start, start + (number if form == 2 else holder[count])):
                group = holder[place]
                holder[place] = group & ~alone | _renamed(group & alone, names) if group >= 0 else group
    return at


def refused(at: int, product: int, bound: int) -> tuple[int, int]:
    """Go on drawing a number below a bound where a word may have to be refused; give the stream and the number."""
    limit = (1 << 64) % bound
    while product & MASK < limit:
        at = (at + GAMMA) & MASK
        product = mixed(at) * bound
    return at, product >> 64


def branch(seed: int, number: int) -> int:
    """Give the seed of another stream, one for each number, as `Chance.branch` does."""
    return mixed(seed ^ mixed((number + 1) * GAMMA & MASK))


def deed_drawn(holder: list[int], first: int, count: int, starts: tuple[int, ...], at: int) -> tuple[int, int]:
    """Draw one of the answers of the world that are listed: a deed or the end, each as likely, then one of its ways.

    Answers are in ascending order; each deed has those from its start on.  Give the stream, and the place in the list.
    """
    begins = [
        place
        for place in range(count)
        if place == 0 or any(holder[first + place - 1] < start <= holder[first + place] for start in starts)
    ]
    at = (at + GAMMA) & MASK
    at, deed = refused(at, mixed(at) * len(begins), len(begins))
    ends = [*begins[1:], count]
    at = (at + GAMMA) & MASK
    at, way = refused(at, mixed(at) * (ends[deed] - begins[deed]), ends[deed] - begins[deed])
    return at, begins[deed] + way


class Lanes:
    """Draws many words at once: each has a lane of 128 bits in one long integer, wide enough for its products."""

    def __init__(self, count: int) -> None:
        """Prepare the draws of so many words."""
        self.count = count
        self.ones = sum(1 << (LANE * lane) for lane in range(count))
        self.words = self.ones * MASK
        self.steps = sum(((lane + 1) * GAMMA & MASK) << (LANE * lane) for lane in range(count))

    def draw(self, at: int) -> array[int]:
        """Give the next words of a stream, each followed by a zero."""
        words = self.words
        long = (at * self.ones + self.steps) & words
        long = ((long ^ ((long >> 30) & words)) * 0xBF58476D1CE4E5B9) & words
        long = ((long ^ ((long >> 27) & words)) * 0x94D049BB133111EB) & words
        long ^= (long >> 31) & words
        found = array("Q", long.to_bytes(self.count * LANE // 8, sys.byteorder))
        return found if sys.byteorder == "little" else found[::-1]


LANE = 128
_LANES: dict[int, Lanes] = {}


def shuffled(holder: list[int], first: int, count: int, at: int) -> int:
    """Put the numbers from 0 in an order given by chance (Fisher and Yates, from the end); give the stream."""
    order = list(range(count))
    if count > 1:
        lanes = _LANES.get(count - 1) or _LANES.setdefault(count - 1, Lanes(count - 1))
        last = count
        for word in lanes.draw(at)[::2]:
            product = word * last
            if product & MASK < last:
                # A word may have to be refused; then all after it are others.
                return _shuffled_slowly(holder, first, count, at)
            last -= 1
            other = product >> 64
            order[last], order[other] = order[other], order[last]
    holder[first : first + count] = order
    return (at + (count - 1) * GAMMA) & MASK if count > 1 else at


def _shuffled_slowly(holder: list[int], first: int, count: int, at: int) -> int:
    """Draw word after word, as `Chance.permutation` does."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        at = (at + GAMMA) & MASK
        at, other = refused(at, mixed(at) * (last + 1), last + 1)
        order[last], order[other] = order[other], order[last]
    holder[first : first + count] = order
    return at


def shuffled_set(holder: list[int], first: int, pieces: int, at: int) -> int:
    """Put the pieces of a set, in ascending order at first, in an order given by chance; give the stream."""
    pool = [piece for piece in range(pieces.bit_length()) if pieces >> piece & 1]
    order = [0] * len(pool)
    at = shuffled(order, 0, len(pool), at)
    holder[first : first + len(pool)] = [pool[place] for place in order]
    return at


def laid_out(group: int, pieces: int) -> tuple[int, list[int]]:
    """Give what groups are put in order by: the sort, then the pieces in ascending order."""
    return group >> pieces, [piece for piece in range(pieces) if group >> piece & 1]


def arranged(holder: list[int], first: int, count: int, pieces: int) -> None:
    """Put groups in the order in which they are offered: by their sorts, then by their pieces."""
    if count > 1:
        found = sorted(holder[first : first + count], key=lambda group: laid_out(group, pieces))
        holder[first : first + count] = found


def traced_groups(trace: int, holder: list[int], first: int, count: int) -> int:
    """Give the hash of what went before and of some groups that are offered."""
    for group in holder[first : first + count]:
        trace = mixed(trace ^ group)
    return trace


class Mixed(dict[int, int]):
    """Remembers what numbers are when they are scrambled."""

    def __missing__(self, number: int) -> int:
        """Scramble a number."""
        found = self[number] = mixed(number)
        return found


MIXED = Mixed()


def traced_world(trace: int, holder: list[int], first: int, count: int) -> int:
    """Give the hash of what went before and of all that the world may answer; they are many, and so added up."""
    return mixed(trace ^ (sum(map(MIXED.__getitem__, holder[first : first + count])) & MASK))


def traced(trace: int, player: int, options: int, answer: int) -> int:
    """Give the hash of some answers and one more: who was asked, what he might answer, and what he did."""
    return mixed((mixed(trace ^ options) + player * 64 + answer) & MASK)
