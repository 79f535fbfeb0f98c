"""How the pieces of a figure step down from its middle, in letters as in pictures."""

from __future__ import annotations

from collections.abc import Sequence


def steps(counts: Sequence[int], middle: int | None = None) -> list[list[int]]:
    """Return how many steps each piece lies below the highest, for columns of so many pieces from left to right.

    The middle column lies level; the others step down away from it.  An even number of columns has none, unless it is
    named.
    """
    half, is_odd = divmod(len(counts), 2)
    middle = half if middle is None and is_odd else middle
    left, right = (counts[:half], counts[half:]) if middle is None else (counts[:middle], counts[middle + 1 :])
    centre = [] if middle is None else [[0] * counts[middle]]
    first = len(centre)

    def away(side: Sequence[int]) -> list[list[int]]:
        return [[*range(first + sum(side[:place]), first + sum(side[: place + 1]))] for place in range(len(side))]

    return [depths[::-1] for depths in away(left[::-1])][::-1] + centre + away(right)
