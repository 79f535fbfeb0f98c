"""The chunks of a study: the games of consecutive seeds, played anywhere, and counted in whole numbers.

One function plays a chunk from its task and its seeds: in this process, in another, or on a cluster (`cluster.py`).
Counts are whole numbers under names, which have the same sum in any order; so a study gives the same results whoever
plays its chunks, and in whatever order they come back:

    {"games": 2, "winner": {"0": 1, "-1": 1}, "reason": {"won": 1, "draw": 1}, "moves": {"41": 2},
     "told": {"score": {"0": {"12": 1, "9": 1}, "1": {"7": 2}}}}
"""

from __future__ import annotations

import pickle
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cc_dsl.closures.state import RulesFault
from cc_dsl.codegen.faults import PlayFault
from cc_dsl.codegen.flat import UNTOLD
from cc_dsl.codegen.target import SIDE
from cc_dsl.compiler.games import CompiledGames, end_of, winners_of
from cc_dsl.rules import model
from cc_dsl.study.documents import Counts
from cc_dsl.study.games import FinishedGame, Play, at_random, decoder_of, games_of
from cc_dsl.workers import each

if TYPE_CHECKING:
    from cc_dsl.players.seats import Player

NOBODY = -1
NONE = "none"
"""The value under which a missing answer, or one that names nobody, is counted."""


class Task(NamedTuple):
    """The task of every chunk of a study."""

    rules: model.Rules
    seats: int
    players: tuple[str, ...] = ()
    """The names of computer players, one for each seat; none, if all play at random in compiled rules."""
    is_fast: bool = False
    measures: tuple[str, ...] = ()
    others: tuple[tuple[str, str, model.Rules], ...] = ()
    """The rules under each other answer to an open place, if the measures want them: doubt, answer, rules."""
    games: int | None = None
    """The number of games of the whole study, if that is known."""
    may_compile: bool = False
    """Whether machine code may be made for whatever measure it pays."""

    def packed(self) -> bytes:
        """Return everything as bytes, to be sent to the workers."""
        return zlib.compress(pickle.dumps(self, protocol=5))


class Chunk(NamedTuple):
    """Consecutive games of a study: a number of them from a seed on."""

    first: int
    games: int

    @property
    def last(self) -> int:
        """The seed behind the last."""
        return self.first + self.games


def chunks_of(seed: int, games: int, size: int) -> Iterator[Chunk]:
    """Yield the chunks of a study: each has this many games, and the last one what is left."""
    for first in range(seed, seed + games, size):
        yield Chunk(first, min(size, seed + games - first))


# ------------------------------------------------------------------------------------------ counting


def add(total: Counts, counts: Mapping[str, object]) -> None:
    """Add counts to others, name by name."""
    for name, value in counts.items():
        if isinstance(value, Mapping):
            add(total.setdefault(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value


def counted_values(value: object) -> list[object]:
    """Return the values that an answer counts for: each of several once, of a group its sort."""
    if isinstance(value, dict):
        value = value.get("kind", value.get("value"))
    if isinstance(value, list):
        return [*dict.fromkeys(part for item in value for part in counted_values(item))] or [NONE]
    return [NONE if value is None else value]


def count_games(games: Iterable[FinishedGame]) -> Counts:
    """Count games one by one."""
    counts: Counts = {"games": 0, "winner": {}, "reason": {}, "moves": {}}
    for game in games:
        counts["games"] += 1
        # Whoever is on the side that wins has won: the wins of all players may come to more than all games.
        add(counts["winner"], {str(winner): 1 for winner in game.winners or (NOBODY,)})
        add(counts["reason"], {game.reason: 1})
        add(counts["moves"], {str(game.moves): 1})
        if game.side:
            add(counts, {"sides": {" ".join(map(str, game.side)): 1}})
        for key, value in game.told.items():
            for owner, part in enumerate(value if isinstance(value, list) else [value]):
                add(counts, {"told": {key: {str(owner): {str(word): 1 for word in counted_values(part)}}}})
    return counts


def column_counter(machine: CompiledGames) -> Callable[[Chunk], Counts]:
    """Return what counts games in machine code column by column of their ends, without making a row of each."""
    results = machine.source.told
    decoders = [decoder_of(machine.rules, result.told) for result in results]
    width = 4 + len(machine.told)
    places = (0, 1, 2, *range(4, width))  # the hash is left out

    def count(chunk: Chunk) -> Counts:
        counts: Counts = {"games": chunk.games}
        numbers: list[Counter[int]] = [Counter() for _ in places]
        for ends in machine.tables(chunk.first, chunk.games):
            for place, column in zip(places, numbers, strict=True):
                column.update(ends[place::width])
        for number, times in numbers[0].items():
            winners = winners_of(number)
            add(counts, {"winner": {str(player): times for player in winners or (NOBODY,)}})
            if number >= SIDE:
                add(counts, {"sides": {" ".join(map(str, winners)): times}})
        for number, times in numbers[1].items():
            add(counts, {"reason": {end_of(machine.source, NOBODY, number, 0).reason: times}})
        add(counts, {"moves": {str(number): times for number, times in numbers[2].items()}})
        for result, decoder, column in zip(results, decoders, numbers[3:], strict=True):
            for number, times in column.items():
                if number != UNTOLD or not result.owner:
                    words = {str(word): times for word in counted_values(decoder(number))}
                    add(counts, {"told": {result.key: {str(result.owner): words}}})
        return counts

    return count


# ------------------------------------------------------------------------------------------- playing


class ChunkFault(Exception):
    """The rules broke a promise of their own in a game of a chunk; it can be sent from process to process."""

    def __init__(self, code: str, sentence: str, where: str, seed: int) -> None:
        """Set the message, the problem code, the sentence of the rules and the seed."""
        super().__init__(code, sentence, where, seed)
        self.code, self.sentence, self.where, self.seed = code, sentence, where, seed


class ChunkPlayer:
    """Plays the chunks of one task; the rules are compiled once."""

    def __init__(self, task: Task, own: Mapping[int, Player] | None = None) -> None:
        """Take the task, and players of the user's own by their seats."""
        self._games: Play
        self._count: Callable[[Chunk], Counts]
        if task.is_fast and not task.players:
            machine = CompiledGames(task.rules, task.seats, True)
            self._games, self._count = at_random(machine), column_counter(machine)
        else:
            self._games = games_of(task.rules, task.seats, task.players, own=own)
            self._count = lambda chunk: count_games(self._games(*chunk))
        self._measure: Callable[[Chunk], Counts] | None = None
        if task.measures:
            # Most studies need nothing of the interpreter, which takes as long to import as some hundred games to play.
            from cc_dsl.study.measures import measurer

            self._measure = measurer(task)

    def count(self, chunk: Chunk, kept: list[FinishedGame] | None = None) -> Counts:
        """Play a chunk, and count it; games are also put into `kept`, if that is given.

        Raise a ChunkFault for the first game in which the rules break a promise.
        """
        try:
            games = [*self._games(*chunk)] if kept is not None else []
            counts = count_games(games) if kept is not None else self._count(chunk)
            if self._measure is not None:
                add(counts, self._measure(chunk))
        except (PlayFault, RulesFault) as fault:
            for seed in range(chunk.first, chunk.last) if chunk.games > 1 else ():
                self.count(Chunk(seed, 1), kept)
            raise ChunkFault(fault.code, fault.sentence, fault.where, chunk.first) from None
        if kept is not None:
            kept += games
        return counts


@lru_cache(maxsize=2)
def chunk_player(packed: bytes) -> ChunkPlayer:
    """Return what plays the chunks of a packed task; it is made once in each process."""
    return ChunkPlayer(pickle.loads(zlib.decompress(packed)))


def count_chunk(packed: bytes, chunk: Chunk) -> Counts:
    """Play a chunk and count it: what other processes and machines are sent."""
    return chunk_player(packed).count(chunk)


def play_chunk(packed: bytes, chunk: Chunk) -> tuple[list[FinishedGame], Counts]:
    """Play a chunk, and return each game besides the counts: what other processes are sent."""
    games: list[FinishedGame] = []
    return games, chunk_player(packed).count(chunk, games)


class Scheduler(Protocol):
    """Whatever has the chunks of a task played."""

    def play(self, packed: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Yield the chunks with their counts, in any order."""


class Processes:
    """Plays chunks in several processes of this machine, or in this one; if one is killed, it raises a UserError."""

    def __init__(
        self, number: int = 1, own: Mapping[int, Player] | None = None, games: list[FinishedGame] | None = None
    ) -> None:
        """Set the number of processes; with one, this process plays, and always with players of the user's own.

        Each game is put into `games`, if that is given, in the order of their seeds.
        """
        self.number, self.own, self.games = number, own, games

    def play(self, packed: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Yield the chunks with their counts, in any order."""
        if self.own or self.number == 1:
            player = ChunkPlayer(pickle.loads(zlib.decompress(packed)), self.own) if self.own else chunk_player(packed)
            yield from ((chunk, player.count(chunk, self.games)) for chunk in chunks)
        elif self.games is None:
            yield from each(partial(count_chunk, packed), chunks, self.number)
        else:
            for chunk, (games, counts) in each(partial(play_chunk, packed), chunks, self.number):
                self.games += games
                yield chunk, counts
            self.games.sort(key=lambda game: game.seed)
