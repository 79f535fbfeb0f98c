"""Run a study piece by piece: here, in several processes, or on a cluster; and add up the counts.

Pieces come back in any order and are added in the order of their seeds, so every result of the study, including the
point at which it is precise enough to stop, depends only on its seed.  Only pieces that came back too early are held,
and never more than a few for each worker, so memory does not grow with the number of games.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from cc_dsl import workers
from cc_dsl.errors import UserError
from cc_dsl.study.chunks import Chunk, Counts, Task, add, measured, measurer, pieces, played, unpacked
from cc_dsl.study.results import READINGS
from cc_dsl.study.study_file import StudyFile
from cc_dsl.study.summary import Estimate

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from cc_dsl.study.documents import PointDocument

AHEAD = 4
"""The number of chunks that may be finished ahead of one that is still being played."""

Found = TypeVar("Found")
Done = tuple[Chunk, Counts]
Tell = Callable[[int, int, float], None]
"""Called with the number of games counted, the number played now, and the seconds that these took."""


class Workers(Protocol):
    """Whoever plays pieces."""

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Iterator[Done]:
        """Play the chunks, and yield their results as they arrive."""


class Here:
    """Plays one piece after another in this process."""

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Iterator[Done]:
        """Play the pieces in their order."""
        for piece in wanted:
            yield piece, played(packed, piece)


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, number: int) -> None:
        """Set the number of processes."""
        self.number = number

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Iterator[Done]:
        """Play the pieces in as many processes; if one of them is killed, raise a UserError."""
        task = unpacked(packed)
        with workers.processes(self.number) as pool:
            if READINGS in task.measures and not task.players:
                rest = self._windowed(pool, task.without(READINGS).packed(), wanted)
                yield from _sampled_later(pool, task._replace(measures=(READINGS,)), rest)
            else:
                yield from self._windowed(pool, packed, wanted)

    def _windowed(self, pool: Executor, packed: bytes, wanted: Iterator[Chunk]) -> Iterator[Done]:
        from concurrent.futures import FIRST_COMPLETED, wait

        return windowed(
            lambda piece: pool.submit(played, packed, piece),
            lambda some: wait(some, return_when=FIRST_COMPLETED).done,
            wanted,
            self.number,
        )


def _sampled_later(pool: Executor, task: Task, done: Iterator[Done]) -> Iterator[Done]:
    """Add the games under other answers to pieces that are done without them.

    One module plays these games.  It is compiled here, while the workers play everything else.
    """
    packed = task.packed()
    compiled = _in_thread(lambda: measurer(packed))
    held: list[Done] = []
    sampled: deque[tuple[Done, Future[Counts]]] = deque()

    def sample() -> None:
        compiled.result()
        sampled.extend(((piece, counts), pool.submit(measured, packed, piece)) for piece, counts in held)
        held.clear()

    for one in done:
        held.append(one)
        if compiled.done():
            sample()
        while sampled and sampled[0][1].done():
            yield _together(*sampled.popleft())
    sample()
    yield from (_together(*one) for one in sampled)


def _together(done: Done, sampled: Future[Counts]) -> Done:
    """Return a piece with its samples."""
    piece, counts = done
    add(counts, sampled.result())
    return piece, counts


def _in_thread(work: Callable[[], object]) -> Future[object]:
    """Do something in a thread that ends with this process."""
    from concurrent.futures import Future

    found: Future[object] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:  # whoever asks for the result gets it
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return found


def windowed(
    submit: Callable[[Chunk], Future[Found]],
    wait: Callable[[list[Future[Found]]], Iterable[Future[Found]]],
    wanted: Iterator[Chunk],
    number: int,
) -> Iterator[tuple[Chunk, Found]]:
    """Keep some workers busy, and run never far ahead of the earliest piece that is not yet back."""
    pending: dict[Future[Found], tuple[int, Chunk]] = {}
    numbered = enumerate(wanted)
    upcoming = next(numbered, None)
    while upcoming is not None or pending:
        earliest = min((place for place, _ in pending.values()), default=None)
        while upcoming is not None and len(pending) < 2 * number:
            if earliest is not None and upcoming[0] >= earliest + AHEAD * number:
                break
            pending[submit(upcoming[1])] = upcoming
            earliest = upcoming[0] if earliest is None else earliest
            upcoming = next(numbered, None)
        for future in [*wait([*pending])]:
            _, piece = pending.pop(future)
            yield piece, future.result()


class Point(NamedTuple):
    """The state of a study after some chunks."""

    chunks: int
    games: int
    estimate: Estimate

    @property
    def document(self) -> PointDocument:
        """The point under stable keys."""
        return {"chunks": self.chunks, "games": self.games, **self.estimate.document}


class Goal(NamedTuple):
    """The figure watched while a study is played, and the precision at which the study ends early."""

    name: str
    estimate: Callable[[Counts], Estimate]
    precision: float | None = None


class StudyProgress:
    """The progress of a study, piece by piece, in the order of the seeds."""

    def __init__(self, seed: int, games: int, size: int, goal: Goal, at_once: int | None = None) -> None:
        """Start with no chunks; a chunk has no more games than may be played at once."""
        self.seed, self.games, self.size, self.goal = seed, games, size, goal
        self.at_once = size if at_once is None else at_once
        self.counts: Counts = {}
        self.end = seed
        """The seed up to which all is counted."""
        self.convergence: list[Point] = []
        self.is_precise = False
        self._early: dict[int, Done] = {}

    @property
    def counted(self) -> int:
        """The number of games counted."""
        return self.end - self.seed

    @property
    def is_over(self) -> bool:
        """Whether no more is wanted."""
        return self.is_precise or self.counted >= self.games

    @property
    def known(self) -> dict[int, int]:
        """The pieces that came back too early to be counted: the first seed and the number of games of each piece."""
        return {first: piece.games for first, (piece, _) in self._early.items()}

    def take(self, piece: Chunk, counts: Counts) -> None:
        """Take a piece in; it is counted when all before it are."""
        if piece.first < self.end or piece.first in self._early:
            raise UserError("bad-study", f"The games from seed {piece.first} on are told twice in the study file.")
        self._early[piece.first] = piece, counts
        while self.end in self._early and not self.is_over:
            piece, counts = self._early.pop(self.end)
            add(self.counts, counts)
            self.end = piece.last
            if (self.end - self.seed) % self.size == 0 or self.counted >= self.games:
                self._look(-(-self.counted // self.size))

    def _look(self, chunks: int) -> None:
        """See how precise the study is, after whole chunks."""
        estimate = self.goal.estimate(self.counts)
        wanted = self.goal.precision
        self.is_precise = wanted is not None and estimate.half <= wanted
        if chunks & (chunks - 1) == 0 or self.is_over:
            self.convergence.append(Point(chunks, self.counted, estimate))

    def left(self) -> Iterator[Chunk]:
        """Return the pieces that are left to play, until no more are wanted."""
        wanted = pieces(self.seed, self.games, self.size, self.known, self.end, self.at_once)
        return itertools.takewhile(lambda piece: not self.is_over, wanted)


def run(
    task: Task, progress: StudyProgress, workers: Workers, file: StudyFile | None = None, tell: Tell | None = None
) -> int:
    """Play the rest of a study; every chunk is written to the file, if there is one, before it is counted.

    Give how many games were played now, and not taken from the file.
    """
    if file is not None:
        _read(file, progress)
    if progress.is_over:
        return 0
    start, now = time.perf_counter(), 0
    with closing(workers.play(task.packed(), progress.left())) as done:
        for piece, counts in done:
            if file is not None:
                file.append(piece, counts)
            if not progress.is_over:
                progress.take(piece, counts)
            now += piece.games
            if tell is not None:
                tell(progress.counted, now, time.perf_counter() - start)
            if progress.counted >= progress.games or progress.is_precise:
                break
    return now


def _read(file: StudyFile, progress: StudyProgress) -> None:
    """Read the chunks of a file; raise a UserError if it has more games than were asked for."""
    asked, held = progress.seed + progress.games, progress.seed
    for piece, counts in file.pieces():
        held = max(held, piece.last)
        if piece.last <= asked:
            progress.take(piece, counts)
    early = sorted(progress.known.items())
    for (first, games), (other, _) in pairwise(early):
        if other < first + games:
            raise UserError("bad-study", f"The games from seed {other} on are told twice in {file.path}.")
    if held > asked:
        raise UserError(
            "bad-study",
            f"{file.path} holds {held - progress.seed:,} games already, which is more than {progress.games:,}. "
            f"Ask for at least {held - progress.seed:,}, or name another file.",
        )


@contextmanager
def closing(done: Iterator[Done]) -> Iterator[Iterator[Done]]:
    """Close a generator properly, whatever happens."""
    try:
        yield done
    finally:
        close = getattr(done, "close", None)
        if close is not None:
            close()
