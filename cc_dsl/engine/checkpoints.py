"""Stored positions to which a game can go back: dense near the end, sparser further back.

To take back an answer, the game starts again at the last position stored before it and repeats the answers from there.
The number of stored positions grows by one for each 16,384 answers, and the number of repeated answers does not grow at
all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cc_dsl.closures.state import State

APART = ((64, 1), (1_024, 64), (16_384, 1_024))
"""Positions with an age below the first number of answers are kept at intervals of the second."""
OLDEST = 16_384
"""The interval between older stored positions, in answers."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A position after a number of answers."""

    count: int
    """The number of answers in the log, including those of chance and of the world."""
    state: State
    drawn: int
    """The number of words of the random stream that chance had drawn."""
    stretches: int
    decisions: int
    moved: int


class Checkpoints:
    """The positions that a game keeps."""

    def __init__(self) -> None:
        """Start with none."""
        self._kept: list[Checkpoint] = []
        self._next = 0
        self._since_thinned = 0

    def __len__(self) -> int:
        """Return the number of stored positions."""
        return len(self._kept)

    def note(self, count: int, make: Callable[[], Checkpoint], is_dense: bool = False) -> None:
        """Store the position after this many answers, if one is due; store every one if the game has just gone back."""
        if count < self._next and not is_dense:
            return
        if self._kept and self._kept[-1].count >= count:
            return
        self._kept.append(make())
        self._next = count + APART[1][1]
        self._since_thinned += 1
        if self._since_thinned >= APART[0][0]:
            self._thin(count)

    def before(self, count: int) -> Checkpoint | None:
        """Return the last stored position with at most this many answers."""
        return next((one for one in reversed(self._kept) if one.count <= count), None)

    def go_back(self, count: int) -> None:
        """Forget the positions with more than this many answers."""
        while self._kept and self._kept[-1].count > count:
            self._kept.pop()
        self._next = self._kept[-1].count + APART[1][1] if self._kept else 0

    def _thin(self, now: int) -> None:
        self._since_thinned = 0
        buckets: dict[tuple[int, int], Checkpoint] = {}
        for one in self._kept:
            apart = next((apart for age, apart in APART if now - one.count < age), OLDEST)
            buckets.setdefault((apart, one.count // apart), one)
        self._kept = sorted(buckets.values(), key=lambda one: one.count)
