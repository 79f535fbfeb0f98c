"""A group: some of a player's pieces that make a sort together, such as a run of three cards; and pieces as bits."""

from __future__ import annotations

from collections.abc import Iterable


class Combination:
    """Some pieces that make a group of a sort, and how they rank."""

    __slots__ = ("pieces", "rank", "sort", "standing")

    def __init__(self, sort: int, pieces: tuple[int, ...]) -> None:
        """Hold the pieces in ascending order; the rank is not known yet."""
        self.sort = sort
        self.pieces = pieces
        self.rank: tuple[object, ...] = ()
        """The rank by sort and by the further keys; greater is better."""
        self.standing: tuple[tuple[object, ...], tuple[object, ...]] = ((), ())
        """The rank, and then what decides between equals."""

    def __eq__(self, other: object) -> bool:
        """Return whether the same pieces make the same sort."""
        return isinstance(other, Combination) and self.pieces == other.pieces and self.sort == other.sort

    def __lt__(self, other: Combination) -> bool:
        """Put groups in the order in which their sorts were introduced, then by their pieces."""
        return (self.sort, self.pieces) < (other.sort, other.pieces)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.sort, self.pieces))

    @property
    def unrated(self) -> Combination:
        """The same sort and pieces, of which it is computed when it is asked how they rank."""
        return Combination(self.sort, self.pieces)

    def __repr__(self) -> str:
        """Show sort and pieces by their numbers."""
        return f"Combination({self.sort}, {self.pieces})"


def mask(value: int | Combination | Iterable[int | Combination] | None) -> int:
    """Return the pieces in a value as a number with a bit for each: a piece, a group, or several of them."""
    if value is None:
        return 0
    if isinstance(value, int):
        return 1 << value
    bits = 0
    for part in value.pieces if isinstance(value, Combination) else value:
        bits |= 1 << part if isinstance(part, int) else mask(part)
    return bits
