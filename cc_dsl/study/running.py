"""Whoever plays the chunks of a study: this process, several processes, or a cluster (`cluster.py`)."""

from __future__ import annotations

import pickle
import time
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from cc_dsl.closures.state import RulesFault
from cc_dsl.codegen.faults import PlayFault
from cc_dsl.compiler.games import CompiledGames
from cc_dsl.study.chunks import Chunk, Task, add, column_counter, count_games
from cc_dsl.study.documents import Counts
from cc_dsl.study.games import FinishedGame, Play, at_random, games_of
from cc_dsl.workers import each

if TYPE_CHECKING:
    from cc_dsl.players.seats import Player

Result = TypeVar("Result")
Tell = Callable[[int, int, float], None]
"""Called with the number of games counted, the number played now, and the seconds that these took."""


class ChunkFault(Exception):
    """The rules broke a promise of their own in a game of a chunk; it can be sent from process to process."""

    def __init__(self, code: str, sentence: str, where: str, seed: int) -> None:
        """Set the message, the problem code, the sentence of the rules and the seed."""
        super().__init__(code, sentence, where, seed)
        self.code = code
        self.sentence = sentence
        self.where = where
        self.seed = seed


class ChunkPlayer:
    """Plays the chunks of one task; the rules are compiled once."""

    def __init__(self, task: Task, own: Mapping[int, Player] | None = None) -> None:
        """Take the task, and players of the user's own by their seats."""
        self._games: Play
        self._count: Callable[[Chunk], Counts] | None = None
        if task.players:
            self._games = games_of(task.rules, task.seats, task.players, own=own)
        else:
            machine = CompiledGames(task.rules, task.seats, task.is_fast)
            self._games, self._count = at_random(machine), column_counter(machine)
        self._measure: Callable[[Chunk], Counts] | None = None
        if task.measures:
            # Most studies need nothing of the interpreter, which takes as long to import as some hundred games to play.
            from cc_dsl.study.measures import measurer

            self._measure = measurer(task)

    def count(self, chunk: Chunk) -> Counts:
        """Play a chunk, and count it; raise a ChunkFault for the first game in which the rules break a promise."""
        return self._faultless(chunk, self._counted)

    def rows(self, chunk: Chunk) -> tuple[list[FinishedGame], Counts]:
        """Play a chunk, and return each game besides the counts."""
        return self._faultless(chunk, self._rows)

    def _counted(self, chunk: Chunk) -> Counts:
        return self._measured(chunk, self._count(chunk) if self._count else count_games(self._games(*chunk)))

    def _rows(self, chunk: Chunk) -> tuple[list[FinishedGame], Counts]:
        games = [*self._games(*chunk)]
        return games, self._measured(chunk, count_games(games))

    def _measured(self, chunk: Chunk, counts: Counts) -> Counts:
        if self._measure is not None:
            add(counts, self._measure(chunk))
        return counts

    def _faultless(self, chunk: Chunk, play: Callable[[Chunk], Result]) -> Result:
        try:
            return play(chunk)
        except (PlayFault, RulesFault) as fault:
            for seed in range(chunk.first, chunk.last) if chunk.games > 1 else ():
                self._faultless(Chunk(seed, 1), play)
            raise ChunkFault(fault.code, fault.sentence, fault.where, chunk.first) from None


@lru_cache(maxsize=2)
def chunk_player(packed: bytes) -> ChunkPlayer:
    """Return what plays the chunks of a packed task; it is made once in each process."""
    return ChunkPlayer(pickle.loads(zlib.decompress(packed)))


def count_chunk(packed: bytes, chunk: Chunk) -> Counts:
    """Play a chunk and count it: what other processes and machines are sent."""
    return chunk_player(packed).count(chunk)


def play_chunk(packed: bytes, chunk: Chunk) -> tuple[list[FinishedGame], Counts]:
    """Play a chunk, and return each game besides the counts: what other processes are sent."""
    return chunk_player(packed).rows(chunk)


class Scheduler(Protocol):
    """Whatever has the chunks of a task played."""

    def play(self, packed: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Yield the chunks with their counts, in any order."""


class Processes:
    """Plays chunks in several processes of this machine, or in this one; if one is killed, it raises a UserError."""

    def __init__(self, number: int = 1) -> None:
        """Set the number of processes; with one, this process plays."""
        self.number = number

    def play(self, packed: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Yield the chunks with their counts, in any order."""
        play = partial(count_chunk, packed)
        yield from each(play, chunks, self.number) if self.number > 1 else ((chunk, play(chunk)) for chunk in chunks)


class RowKeeper:
    """Plays chunks as `Processes` does, and keeps each game: `games` has them in the order of their seeds."""

    def __init__(self, number: int = 1, own: Mapping[int, Player] | None = None) -> None:
        """Set the number of processes, and the players of the user's own, by seat, who play in this process."""
        self.number, self.own = number, own
        self.games: list[FinishedGame] = []

    def play(self, packed: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Yield the chunks with their counts, in any order."""
        if self.own:
            rows = ChunkPlayer(pickle.loads(zlib.decompress(packed)), self.own).rows
        else:
            rows = partial(play_chunk, packed)
        is_here = self.own or self.number == 1
        done = ((chunk, rows(chunk)) for chunk in chunks) if is_here else each(rows, chunks, self.number)
        for chunk, (games, counts) in done:
            self.games += games
            yield chunk, counts
        self.games.sort(key=lambda game: game.seed)


def run(task: Task, chunks: Iterator[Chunk], scheduler: Scheduler, tell: Tell | None = None) -> Counts:
    """Have the chunks of a study played, and return the sum of their counts."""
    start, games = time.perf_counter(), 0
    counts: Counts = {}
    with closing(scheduler.play(task.packed(), chunks)) as done:
        for chunk, chunk_counts in done:
            add(counts, chunk_counts)
            games += chunk.games
            if tell is not None:
                tell(games, games, time.perf_counter() - start)
    return counts
