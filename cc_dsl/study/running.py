"""Play the pieces of a study: here, in several processes, or on a cluster; and add up their counts.

Counts are whole numbers, which have the same sum in any order.  Every result of a study therefore depends only on its
seed, whoever plays the pieces and in whatever order they come back.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Protocol, TypeVar

from cc_dsl import workers
from cc_dsl.study.chunks import Chunk, Counts, Task, played
from cc_dsl.study.results import add

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Executor, Future

Found = TypeVar("Found")
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
        yield from in_processes(self.number, lambda pool, piece: pool.submit(played, packed, piece), wanted)


def in_processes(
    number: int, submit: Callable[[Executor, Chunk], Future[Found]], wanted: Iterator[Chunk]
) -> Generator[tuple[Chunk, Found]]:
    """Let as many processes play the pieces, and yield what they return."""
    from concurrent.futures import FIRST_COMPLETED, wait

    with workers.processes(number) as pool:
        yield from windowed(
            lambda piece: submit(pool, piece),
            lambda some: wait(some, return_when=FIRST_COMPLETED).done,
            wanted,
            number,
        )


def windowed(
    submit: Callable[[Chunk], Future[Found]],
    wait: Callable[[list[Future[Found]]], Iterable[Future[Found]]],
    wanted: Iterator[Chunk],
    number: int,
) -> Generator[tuple[Chunk, Found]]:
    """Keep some workers busy with two pieces each, and yield the pieces as they come back."""
    pending: dict[Future[Found], Chunk] = {}
    while True:
        for piece in itertools.islice(wanted, 2 * number - len(pending)):
            pending[submit(piece)] = piece
        if not pending:
            return
        for future in [*wait([*pending])]:
            yield pending.pop(future), future.result()


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
