"""The schedulers of the chunks of a study: this process, several processes, or a cluster (`cluster.py`).

Everywhere the same function plays a chunk from its task and its seeds.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Protocol

from cc_dsl.closures.state import RulesFault
from cc_dsl.codegen.faults import PlayFault
from cc_dsl.compiler.games import CompiledGames
from cc_dsl.study.documents import Counts
from cc_dsl.study.games import (
    Chunk,
    FinishedGame,
    Play,
    Task,
    add_counts,
    column_counter,
    count_games,
    games_of,
    random_games_of,
)
from cc_dsl.workers import map_unordered

if TYPE_CHECKING:
    from cc_dsl.players.seats import Player


class ChunkFault(Exception):
    """A fault of the rules in a game of a chunk, which can be sent between processes."""

    def __init__(self, code: str, sentence: str, where: str, seed: int) -> None:
        """Take the code and the sentence of the problem, the sentence of the rules where play stops, and the seed."""
        super().__init__(code, sentence, where, seed)
        self.code, self.sentence, self.where, self.seed = code, sentence, where, seed


class ChunkPlayer:
    """The player of the chunks of one task, which compiles the rules once."""

    def __init__(self, task: Task, own: Mapping[int, Player] | None = None) -> None:
        """Take the task, and the user's own players by seat."""
        self._games: Play
        self._count: Callable[[Chunk], Counts]
        if task.is_fast and not task.players:
            machine = CompiledGames(task.rules, task.seats, True)
            self._games, self._count = random_games_of(machine), column_counter(machine)
        else:
            self._games = games_of(task.rules, task.seats, task.players, task.is_fast, own)
            self._count = lambda chunk: count_games(self._games(*chunk))
        self._measure: Callable[[Chunk], Counts] | None = None
        if task.measures:
            # Imported late: the interpreter takes as long to load as a few hundred games take to play.
            from cc_dsl.study.measures import measurer

            self._measure = measurer(task)

    def count(self, chunk: Chunk, finished_games: list[FinishedGame] | None = None) -> Counts:
        """Play a chunk, and return its counts; the games themselves are added to `finished_games`, if given.

        Raise a ChunkFault for the first game with a fault of the rules.
        """
        try:
            games = [*self._games(*chunk)] if finished_games is not None else []
            counts = count_games(games) if finished_games is not None else self._count(chunk)
            if self._measure is not None:
                add_counts(counts, self._measure(chunk))
        except (PlayFault, RulesFault) as fault:
            for seed in range(chunk.first, chunk.end_seed) if chunk.games > 1 else ():
                self.count(Chunk(seed, 1), finished_games)
            raise ChunkFault(fault.code, fault.sentence, fault.where, chunk.first) from None
        if finished_games is not None:
            finished_games += games
        return counts


@lru_cache(maxsize=2)
def chunk_player(packed: bytes) -> ChunkPlayer:
    """Return the player of the chunks of a packed task, made once in each process."""
    return ChunkPlayer(pickle.loads(zlib.decompress(packed)))


def count_chunk(packed_task: bytes, chunk: Chunk) -> Counts:
    """Play a chunk and return its counts: the function that is sent to other processes and machines."""
    return chunk_player(packed_task).count(chunk)


def play_chunk(packed_task: bytes, chunk: Chunk) -> tuple[list[FinishedGame], Counts]:
    """Play a chunk, and return each game besides the counts: the function that is sent to other processes."""
    games: list[FinishedGame] = []
    return games, chunk_player(packed_task).count(chunk, games)


class Scheduler(Protocol):
    def play(self, packed_task: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Yield the chunks with their counts, in any order."""


class Processes:
    """The scheduler in several processes of this machine, or in this one; a killed process raises a UserError."""

    def __init__(
        self, number: int = 1, own: Mapping[int, Player] | None = None, games: list[FinishedGame] | None = None
    ) -> None:
        """Set the number of processes; this process plays if there is only one, or with the user's own players.

        Each game is added to `games`, if given, in the order of the seeds.
        """
        self.number, self.own, self.games = number, own, games

    def play(self, packed_task: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Yield the chunks with their counts, in any order."""
        if self.own or self.number == 1:
            player = (
                ChunkPlayer(pickle.loads(zlib.decompress(packed_task)), self.own)
                if self.own
                else chunk_player(packed_task)
            )
            yield from ((chunk, player.count(chunk, self.games)) for chunk in chunks)
        elif self.games is None:
            yield from map_unordered(partial(count_chunk, packed_task), chunks, self.number)
        else:
            for chunk, (games, counts) in map_unordered(partial(play_chunk, packed_task), chunks, self.number):
                self.games += games
                yield chunk, counts
            self.games.sort(key=lambda game: game.seed)
