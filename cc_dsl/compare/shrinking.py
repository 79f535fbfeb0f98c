"""Shrink a deal step by step as long as a condition remains true of it; and fill it up again (delta debugging).

`deals.py` defines which deal is smaller.  Where no single step leads further the deal is a local minimum, though
another way may lead to a smaller one; therefore several deals are shrunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice

from cc_dsl.compare.deals import Deal, GivenPieces

Test = Callable[[Deal], bool]

MOST_FILLS = 5_000
"""The number of ways to complete a deal that are tried."""


def shrunk(layout: GivenPieces, deal: Deal, holds: Test) -> Deal:
    """Leave pieces out, then put lower ones in, as long as the test holds."""
    while True:
        smaller = next((one for one in steps(layout, deal) if holds(one)), None)
        if smaller is None:
            return deal
        deal = smaller


def steps(layout: GivenPieces, deal: Deal) -> Iterator[Deal]:
    """Yield every deal that is smaller by one step, the greatest steps first."""
    for slot, pieces in enumerate(deal):
        for piece in sorted(pieces):
            yield _with(deal, slot, tuple(one for one in pieces if one != piece))
    yield from _lower(layout, deal)
    yield from _exchanged(layout, deal)


def _exchanged(layout: GivenPieces, deal: Deal) -> Iterator[Deal]:
    """Yield the smaller deals in which two pieces of two places are exchanged."""
    lying = [(slot, piece) for slot, pieces in enumerate(deal) for piece in pieces]
    for (slot, one), (place, other) in combinations(lying, 2):
        if slot != place:
            swapped = {one: other, other: one}
            made = tuple(tuple(sorted(swapped.get(piece, piece) for piece in pieces)) for pieces in deal)
            if layout.measure(made) < layout.measure(deal):
                yield made


def _lower(layout: GivenPieces, deal: Deal) -> Iterator[Deal]:
    """Yield the deals in which one piece, the highest first, is a lower one, the lowest first."""
    lying = {piece: slot for slot, pieces in enumerate(deal) for piece in pieces}
    for piece in sorted(lying):
        slot = lying[piece]
        rest = tuple(one for one in deal[slot] if one != piece)
        for lower in range(len(layout.codes) - 1, piece, -1):
            if lower not in lying:
                yield _with(deal, slot, tuple(sorted((*rest, lower))))


def filled(layout: GivenPieces, deal: Deal, holds: Test) -> Deal | None:
    """Return the whole deal that contains a deal, with the lowest pieces with which the test holds."""
    lying = {piece for pieces in deal for piece in pieces}
    free = [piece for piece in range(len(layout.codes)) if piece not in lying]
    room = tuple(slot._replace(size=slot.size - len(pieces)) for slot, pieces in zip(layout.slots, deal, strict=True))
    rest = layout._replace(slots=room)
    wholes = (
        tuple(tuple(sorted((*one, *other))) for one, other in zip(deal, more, strict=True))
        for pieces in rest.sets_of(rest.size, free)
        for more in rest.deals_of(pieces)
    )
    return next((whole for whole in islice(wholes, MOST_FILLS) if holds(whole)), None)


def _with(deal: Deal, slot: int, pieces: tuple[int, ...]) -> Deal:
    return (*deal[:slot], pieces, *deal[slot + 1 :])
