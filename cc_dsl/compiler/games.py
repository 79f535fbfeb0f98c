"""Compiled rules, ready to play: whole random games, many at a time, each the same as the interpreter's of its seed.

`CompiledGames(rules)` runs the generated source as plain Python; `CompiledGames(rules, is_fast=True)` has Numba
compile it, which takes seconds once and then plays some sixty times as fast.  Source and machine code are cached, and
loaded again without Numba.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.compiler import module_cache, source_cache
from cc_dsl.compiler.faults import PlayFault, Raised
from cc_dsl.compiler.generated import GeneratedSource
from cc_dsl.compiler.target import SIDE, WORD, signed
from cc_dsl.errors import UserError, not_installed
from cc_dsl.rules import model
from cc_dsl.table.chance import MASK, Chance

if TYPE_CHECKING:
    import numpy as np

    from cc_dsl.compiler.machine import Many
PUBLIC = (
    "play",
    "reset",
    "step",
    "take",
    "seen",
    "disclosed",
    "imagine",
    "count_of",
    "answer_at",
    "world",
    "greedy",
    "plan",
)
"""The name under which generated modules are called."""
AT_ONCE = 4096
"""The number of games that one call of compiled code plays."""


class End(NamedTuple):
    """The end of a game: the winner (None: nobody), the reason and the number of moves, as in the interpreter."""

    winner: int | None
    reason: str
    moves: int
    told: tuple[int, ...] = ()
    """The results at the end, as `CompiledGames.told` names them: numbers, values and players."""
    side: tuple[int, ...] = ()
    """The players who win together, if the rules let a side win; the winner is then the first of them."""

    @property
    def winners(self) -> tuple[int, ...]:
        """All winners."""
        return self.side or (() if self.winner is None else (self.winner,))


class CompiledGames:
    """Plays games under rules for a number of players, and writes nothing down."""

    def __init__(
        self, rules: model.Rules, seats: int | None = None, is_fast: bool = False, is_traced: bool = False
    ) -> None:
        """Compile the rules for this number of players, by default the fewest possible."""
        count = rules.seats[0] if seats is None else seats
        if not rules.seats[0] <= count <= rules.seats[1]:
            raise UserError(
                "command-line", f"This game is for {rules.seats[0]} to {rules.seats[1]} players, not for {count}."
            )
        self.rules = rules
        self.seats = count
        self.is_fast = is_fast
        self.is_traced = is_traced
        self.source, code = source_cache.playing(rules, count, is_fast, is_traced)
        self.told = self.source.told
        self._play: Callable[..., tuple[int, ...]] = _no_play if is_fast else plain_module(self.source, code).play
        self._many = many_games(self.source) if is_fast else None

    def play(self, seed: int) -> End:
        """Play the game of a seed."""
        return next(self.play_many(seed, 1))

    def play_many(self, first: int, count: int) -> Iterator[End]:
        """Play the games of these seeds, one after another."""
        return map(self._end, self.rows(first, count))

    def rows(self, first: int, count: int) -> Iterator[Sequence[int]]:
        """Play the games of these seeds; return winner, reason and moves as numbers, hash, and results."""
        if not self.is_fast:
            for seed in range(first, first + count):
                yield self._row(seed)
            return
        width = 4 + len(self.told)
        for ends in self.tables(first, count):
            yield from map(list, zip(*(ends[column::width] for column in range(width)), strict=True))

    def _row(self, seed: int) -> tuple[int, ...]:
        try:
            return self._play(seed & MASK, Chance(seed).branch(0).seed)
        except PlayFault as fault:
            return (-1, self.source.reason_of(fault), 0, 0, *[0] * len(self.told))

    def tables(self, first: int, count: int) -> Iterator[array[int]]:
        """Yield the ends of the games of these seeds by machine code: row after row for each game, in order.

        The columns are winner (-1: nobody), number of the reason, moves, a hash, and what the rules tell at the end.
        """
        vector, play = self.vector(), self._many
        assert play is not None, "plain games are played one by one"
        width = 4 + len(self.told)
        while count > 0:
            size = min(count, AT_ONCE)
            ends = array("q", bytes(8 * size * width))
            try:
                play(vector, first & MASK, memoryview(ends).cast("B").cast("q", (size, width)))
            except (PlayFault, Raised):
                rows = played_slowly(self.rules, self.source, self.seats, self.is_traced, first, size)
                ends = array("q", itertools.chain.from_iterable(rows))
            yield ends
            first, count = first + size, count - size

    def vector(self) -> array[int]:
        """Return a vector for machine code, of words as long as the rules need."""
        size, bits = self.source.size + self.source.offered, self.source.bits
        return array("q", bytes(8 * size)) if bits == WORD else long_words(size, bits)

    def _end(self, numbers: Sequence[int]) -> End:
        end = end_of(self.source, *numbers[:3])
        return end._replace(told=tuple(map(int, numbers[4:]))) if self.told else end


def played_slowly(
    rules: model.Rules, source: GeneratedSource, seats: int, is_traced: bool, first: int, count: int
) -> Iterator[list[int]]:
    """Play games in plain Python, where a fault that machine code cannot name ends one of them and not all."""
    plain = CompiledGames(rules, seats, False, is_traced)
    for winner, reason, moves, trace, *told in plain.rows(first, count):
        number = source.reasons.index(plain.source.reasons[reason])
        yield [winner, number, moves, signed(trace), *told]


def _no_play(*given: int) -> tuple[int, ...]:
    raise AssertionError("fast games are played many at a time")


def end_of(source: GeneratedSource, winner: int, reason: int, moves: int) -> End:
    """Return how a game ended, by the numbers of its source; raise a fault of the rules."""
    word, sentence, where = source.reasons[reason]
    if where:
        raise PlayFault(word, sentence, where)
    winners = winners_of(int(winner))
    side = winners if winner >= SIDE else ()
    return End(winners[0] if winners else None, f"{word}: {sentence}" if sentence else word, int(moves), side=side)


def winners_of(number: int) -> tuple[int, ...]:
    """Return all winners from their number: one player, several as a side, or (-1) nobody."""
    if number < SIDE:
        return (number,) if number >= 0 else ()
    return tuple(player for player in range(SIDE.bit_length()) if (number - SIDE) >> player & 1)


def plain_module(source: GeneratedSource, code: CodeType | None = None) -> SimpleNamespace:
    """Return what the functions of generated plain Python are found in."""
    space: dict[str, object] = {}
    exec(code or compile(source.text, "<generated>", "exec"), space)
    return SimpleNamespace(**{name: space[name] for name in PUBLIC if name in space})


def fast_module(source: GeneratedSource) -> ModuleType:
    """Return the module that Numba compiles, from the cache if it is there."""
    try:
        from cc_dsl.compiler.native import VERSION
    except ImportError as error:
        raise not_installed("Numba", "fast") from error
    return module_cache.module(module_cache.name_of(source.text, module_cache.helpers(), VERSION), source.text)


def long_words(shape: int | tuple[int, int], bits: int) -> np.ndarray:
    """Return a vector of words of more than 64 bits, or rows of them, all 0."""
    from cc_dsl.compiler.wide import empty

    return empty(shape, bits)


def many_games(source: GeneratedSource) -> Many:
    """Return a function that plays many games: cached machine code, or code that Numba compiles now."""
    from cc_dsl.compiler import machine

    if source.bits > WORD:
        return _by_numba(fast_module(source))
    name = machine_name(source)
    code = machine.recalled(name)
    if code is None:
        module = fast_module(source)
        code = machine.made(module.many)
        if code is None:
            return _by_numba(module)
        machine.keep(name, code)
    return machine.loaded(code)


def machine_name(source: GeneratedSource) -> str:
    """Return the name under which the machine code of a module is cached."""
    from cc_dsl.compiler import machine

    return module_cache.name_of(source.text, module_cache.helpers(), machine.versions())


def has_machine_code(source: GeneratedSource) -> bool:
    """Return whether machine code is cached for a module."""
    from cc_dsl.compiler import machine

    return machine.is_kept(machine_name(source))


def _by_numba(module: ModuleType) -> Many:
    """Return a function that plays many games if only Numba can load its code."""
    import numpy as np

    def many(vector: object, first: int, ends: object) -> None:
        module.many(np.asanyarray(vector), np.uint64(first), np.asarray(ends))

    return many


def counting_module(before: str, function: str, is_fast: bool) -> Callable[[int], Sequence[int]]:
    """Return a function that counts how often each of this many ranks occurs, and first how often none does."""
    from cc_dsl.compiler.source import COUNTING, FAST_IMPORTS, PLAIN_IMPORTS

    if not is_fast:
        space: dict[str, Callable[[list[int]], list[int]]] = {}
        exec(compile("\n".join([*PLAIN_IMPORTS, before, function]), "<generated>", "exec"), space)
        return lambda size: space["count_all"]([0] * (size + 1))
    text = "\n".join([*FAST_IMPORTS, before, "", COUNTING, function, ""])
    module = fast_module(GeneratedSource(text, (), 0, {}, 0, (), 0))

    def count(size: int) -> np.ndarray:
        import numpy as np

        return module.count_all(np.zeros(size + 1, dtype=np.int64))

    return count
