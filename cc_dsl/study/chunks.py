"""The pieces of a study: the games of consecutive seeds, played anywhere, and counted in whole numbers.

One function plays a piece from its task and its seeds, in this process, in another, or on another machine.  It returns
only counts, so pieces can be added in any order, stored as lines of a file, and are the same wherever they were played.
"""

from __future__ import annotations

import pickle
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from cc_dsl.compiler.faults import PlayFault
from cc_dsl.compiler.flat import UNTOLD
from cc_dsl.compiler.games import CompiledGames, end_of, winners_of
from cc_dsl.compiler.generated import ToldResult
from cc_dsl.compiler.target import SIDE
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules import model
from cc_dsl.study.documents import Counts
from cc_dsl.study.results import Sums, add, counted, play_one
from cc_dsl.study.telling import sayer

NOBODY = -1


class Task(NamedTuple):
    """The task of every piece of a study."""

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


def unpacked(packed: bytes) -> Task:
    """Return a task from its bytes."""
    task: Task = pickle.loads(zlib.decompress(packed))
    return task


class Chunk(NamedTuple):
    """Consecutive games of a study: a number of them from a seed on."""

    first: int
    games: int

    @property
    def last(self) -> int:
        """The seed behind the last."""
        return self.first + self.games


class ChunkFault(Exception):
    """The rules broke a promise of their own in a game of a piece; it can be sent from process to process."""

    def __init__(self, code: str, sentence: str, where: str, seed: int) -> None:
        """Set the message, the problem code, the sentence of the rules and the seed."""
        super().__init__(code, sentence, where, seed)
        self.code = code
        self.sentence = sentence
        self.where = where
        self.seed = seed


def pieces(seed: int, games: int, size: int) -> Iterator[Chunk]:
    """Yield the pieces of a study: each has this many games, and the last one what is left."""
    for first in range(seed, seed + games, size):
        yield Chunk(first, min(size, seed + games - first))


@lru_cache(maxsize=2)
def counter(packed: bytes) -> Callable[[Chunk], Counts]:
    """Make what plays pieces; rules are compiled once in each process."""
    task = unpacked(packed)
    measure = measuring(task) if task.measures else None
    base = _named(task) if task.players else _at_random(task)

    def count(piece: Chunk) -> Counts:
        counts = base(piece)
        if measure is not None:
            add(counts, measure(piece.first, piece.games))
        return counts

    return count


def measuring(task: Task) -> Callable[[int, int], Counts]:
    """Make what measures the games of a task."""
    # Most studies need nothing of the interpreter, which takes as long to import as some hundred games to play.
    from cc_dsl.study import measures

    rules, seats, players, is_fast, names, others, games, may_compile = task
    return measures.counter(rules, seats, players, is_fast, names, others, games, may_compile)


def played(packed: bytes, piece: Chunk) -> Counts:
    """Play a piece and count it: what other processes and machines are sent."""
    return _faultless(counter(packed), piece)


def _faultless(count: Callable[[Chunk], Counts], piece: Chunk) -> Counts:
    """Count a piece; raise a ChunkFault if the rules break a promise in a game."""
    try:
        return count(piece)
    except (PlayFault, RulesFault) as fault:
        raise _fault_of(count, piece) or ChunkFault(fault.code, fault.sentence, fault.where, piece.first) from None


def _fault_of(count: Callable[[Chunk], Counts], piece: Chunk) -> ChunkFault | None:
    """Return the fault of the first game of a piece that has one, played by itself."""
    for seed in range(piece.first, piece.last):
        try:
            count(Chunk(seed, 1))
        except (PlayFault, RulesFault) as fault:
            return ChunkFault(fault.code, fault.sentence, fault.where, seed)
    return None


# ---------------------------------------------------------------------------------------- what is counted


def _named(task: Task) -> Callable[[Chunk], Counts]:
    """Play the games of named players in the interpreter."""

    def count(piece: Chunk) -> Counts:
        sums = empty()
        for seed in range(piece.first, piece.last):
            sums.add(play_one(task.rules, task.players, seed))
        return counts_of(sums, piece.games)

    return count


def _at_random(task: Task) -> Callable[[Chunk], Counts]:
    """Play compiled rules at random."""
    machine = CompiledGames(task.rules, task.seats, task.is_fast)
    results = machine.source.told
    shown = [_shower(task.rules, told) for told in results]
    reasons: dict[int, str] = {}

    def reason(number: int) -> str:
        if number not in reasons:
            reasons[number] = end_of(machine.source, NOBODY, number, 0).reason
        return reasons[number]

    def counts_of_piece(piece: Chunk) -> Counts:
        counts: Counts = {"games": piece.games}
        for column, number, times in _numbers(machine, piece):
            if column == 0:
                add(counts, won(number, times))
            elif column == 1:
                add(counts, {"reason": {reason(number): times}})
            elif column == 2:
                add(counts, {"moves": {str(number): times}})
            else:
                told = results[column - 3]
                if number != UNTOLD or not told.owner:
                    values = dict.fromkeys(shown[column - 3](number), times)
                    add(counts, {"told": {told.key: {str(told.owner): values}}})
        return counts

    return counts_of_piece


def won(number: int, times: int) -> Counts:
    """Count a number of compiled rules that says who won: a side for each of its players, and as a side."""
    winners = winners_of(number)
    counts: Counts = {"winner": {str(player): times for player in winners or (NOBODY,)}}
    return {**counts, "sides": {_side(winners): times}} if number >= SIDE else counts


def _side(players: tuple[int, ...]) -> str:
    return " ".join(map(str, players))


def _shower(rules: model.Rules, told: ToldResult) -> Callable[[int], list[str]]:
    """Make what says a number that compiled rules tell as the interpreter would: all that it counts for."""
    say = sayer(rules, told.told)
    return lambda number: [str(one) for one in counted(say(number))]


def _numbers(machine: CompiledGames, piece: Chunk) -> Iterator[tuple[int, int, int]]:
    """Yield how often each number stands in each column of the ends of games, the hash left out."""
    if not machine.is_fast:
        sums: dict[tuple[int, int], int] = {}
        for end in machine.rows(piece.first, piece.games):
            for column, number in enumerate((*end[:3], *end[4:])):
                sums[column, number] = sums.get((column, number), 0) + 1
        yield from ((column, number, times) for (column, number), times in sums.items())
        return
    width = 4 + len(machine.told)
    for ends in machine.tables(piece.first, piece.games):
        for place in (0, 1, 2, *range(4, width)):
            column = place if place < 3 else place - 1
            for value, times in sorted(Counter(ends[place::width]).items()):
                yield column, value, times


def empty() -> Sums:
    """Return sums over no game."""
    from collections import Counter

    return Sums(Counter(), Counter(), Counter(), {}, Counter())


def counts_of(sums: Sums, games: int) -> Counts:
    """Return sums as counts."""
    told: Counts = {}
    for (key, owner), values in sums.told.items():
        told.setdefault(key, {})[str(owner)] = {str(value): times for value, times in values.items()}
    found: Counts = {
        "games": games,
        "winner": {str(player): times for player, times in sums.winners.items()},
        "reason": dict(sums.reasons),
        "moves": {str(moves): times for moves, times in sums.moves.items()},
    }
    sides = {_side(side): times for side, times in sums.sides.items()}
    return {**found, **({"sides": sides} if sides else {}), **({"told": told} if told else {})}


def sums_of(rules: model.Rules, counts: Counts) -> Sums:
    """Return counts as sums, numbers as numbers again."""
    sums = empty()
    sums.winners.update({int(player): times for player, times in counts.get("winner", {}).items()})
    sums.sides.update({tuple(map(int, side.split())): times for side, times in counts.get("sides", {}).items()})
    sums.reasons.update(counts.get("reason", {}))
    sums.moves.update({int(moves): times for moves, times in counts.get("moves", {}).items()})
    for key, owners in counts.get("told", {}).items():
        for owner, values in owners.items():
            sums.told[key, int(owner)] = Counter({_value(one): n for one, n in values.items()})
    return sums


def _value(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() else text


__all__ = ["Chunk", "ChunkFault", "Counts", "Task", "counter", "counts_of", "pieces", "played", "sums_of"]
