"""The chunks of a study: the games of consecutive seeds, played anywhere, and counted in whole numbers.

One function plays a chunk from its task and its seeds: in this process, in another, or on another machine.  Counts are
whole numbers under names, which have the same sum in any order; so a study gives the same results whoever plays its
chunks, and in whatever order they come back:

    {"games": 2, "winner": {"0": 1, "-1": 1}, "reason": {"won": 1, "draw": 1}, "moves": {"41": 2},
     "told": {"score": {"0": {"12": 1, "9": 1}, "1": {"7": 2}}}}
"""

from __future__ import annotations

import pickle
import time
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from cc_dsl.compiler.faults import PlayFault
from cc_dsl.compiler.flat import UNTOLD
from cc_dsl.compiler.games import CompiledGames, end_of, winners_of
from cc_dsl.compiler.target import SIDE
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules import model
from cc_dsl.study.documents import Counts
from cc_dsl.study.games import FinishedGame, Play, at_random, games_of
from cc_dsl.study.telling import sayer
from cc_dsl.workers import each

if TYPE_CHECKING:
    from cc_dsl.interpreter.players import Player

Result = TypeVar("Result")

NOBODY = -1
NONE = "none"
"""The value under which a missing answer, or one that names nobody, is counted."""
Tell = Callable[[int, int, float], None]
"""Called with the number of games counted, the number played now, and the seconds that these took."""


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


class ChunkFault(Exception):
    """The rules broke a promise of their own in a game of a chunk; it can be sent from process to process."""

    def __init__(self, code: str, sentence: str, where: str, seed: int) -> None:
        """Set the message, the problem code, the sentence of the rules and the seed."""
        super().__init__(code, sentence, where, seed)
        self.code = code
        self.sentence = sentence
        self.where = where
        self.seed = seed


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
    """Return what counts games of compiled rules column by column of their ends, without making a row of each."""
    results = machine.source.told
    decoders = [sayer(machine.rules, result.told) for result in results]
    reasons: dict[int, str] = {}

    def count(chunk: Chunk) -> Counts:
        counts: Counts = {"games": chunk.games}
        for column, number, times in _columns(machine, chunk):
            if column == 0:
                winners = winners_of(number)
                add(counts, {"winner": {str(player): times for player in winners or (NOBODY,)}})
                if number >= SIDE:
                    add(counts, {"sides": {" ".join(map(str, winners)): times}})
            elif column == 1:
                if number not in reasons:
                    reasons[number] = end_of(machine.source, NOBODY, number, 0).reason
                add(counts, {"reason": {reasons[number]: times}})
            elif column == 2:
                add(counts, {"moves": {str(number): times}})
            else:
                result = results[column - 3]
                if number != UNTOLD or not result.owner:
                    words = {str(word): times for word in counted_values(decoders[column - 3](number))}
                    add(counts, {"told": {result.key: {str(result.owner): words}}})
        return counts

    return count


def _columns(machine: CompiledGames, chunk: Chunk) -> Iterator[tuple[int, int, int]]:
    """Yield how often each number stands in each column of the ends of games, the hash left out."""
    if not machine.is_fast:
        sums: Counter[tuple[int, int]] = Counter()
        for end in machine.rows(chunk.first, chunk.games):
            sums.update(enumerate((*end[:3], *end[4:])))
        yield from ((column, number, times) for (column, number), times in sums.items())
        return
    width = 4 + len(machine.told)
    for ends in machine.tables(chunk.first, chunk.games):
        for column, place in enumerate((0, 1, 2, *range(4, width))):
            for value, times in sorted(Counter(ends[place::width]).items()):
                yield column, value, times


# ------------------------------------------------------------------------------------------- playing


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
