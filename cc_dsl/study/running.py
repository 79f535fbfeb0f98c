"""Play the pieces of a study: here, in several processes, or on a cluster; and add up their counts.

Counts are whole numbers, which have the same sum in any order.  Every result of a study therefore depends only on its
seed, whoever plays the pieces and in whatever order they come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Protocol

from cc_dsl.study.chunks import Chunk, Counts, Task, played
from cc_dsl.study.results import add
from cc_dsl.workers import each

if TYPE_CHECKING:
    from collections.abc import Generator

Done = tuple[Chunk, Counts]
Tell = Callable[[int, int, float], None]
"""Called with the number of games counted, the number played now, and the seconds that these took."""


class Workers(Protocol):
    """Whoever plays pieces."""

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Generator[Done]:
        """Play the chunks, and yield their results as they arrive."""


class Here:
    """Plays one piece after another in this process."""

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Generator[Done]:
        """Play the pieces in their order."""
        for piece in wanted:
            yield piece, played(packed, piece)


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, number: int) -> None:
        """Set the number of processes."""
        self.number = number

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Generator[Done]:
        """Play the pieces in as many processes; if one of them is killed, raise a UserError."""
        yield from each(partial(played, packed), wanted, self.number)


def run(task: Task, pieces: Iterator[Chunk], workers: Workers, tell: Tell | None = None) -> Counts:
    """Play the pieces of a study, and return the sum of their counts."""
    start, games = time.perf_counter(), 0
    counts: Counts = {}
    with closing(workers.play(task.packed(), pieces)) as done:
        for piece, found in done:
            add(counts, found)
            games += piece.games
            if tell is not None:
                tell(games, games, time.perf_counter() - start)
    return counts
