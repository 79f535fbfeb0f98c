"""Compiled rules for whole random games, many at a time; each is the interpreter's game of the same seed.

`CompiledGames(rules)` runs the generated source as plain Python; `CompiledGames(rules, is_fast=True)` has Numba
compile it, which takes seconds once and then plays some sixty times as fast. Source and machine code are cached, and
loaded again without Numba.

    CompiledGames(rules, 2).rows(5, 1)          (1, 1, 24, …): player 2 won after 24 moves
    .tables(0, 1_000_000)                       a million games; a row each: winner, reason, moves, results
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

from cc_dsl.closures.state import Outcome
from cc_dsl.codegen.faults import MachineFault, NotCompiled, NotFast, PlayFault
from cc_dsl.codegen.flat import GeneratedSource
from cc_dsl.codegen.target import SIDE
from cc_dsl.compiler import machine, source_cache
from cc_dsl.errors import not_installed
from cc_dsl.rules import model
from cc_dsl.rules.seating import require_seats
from cc_dsl.table.chance import MASK, Chance

AT_ONCE = 4096
"""The number of games that one call of compiled code plays."""


class CompiledGames:
    """Random games under rules for one fixed number of players, without reasons."""

    def __init__(self, rules: model.Rules, seats: int | None = None, is_fast: bool = False) -> None:
        """Compile the rules for this number of players, by default the fewest possible.

        Rules that do not fit into machine words are played in plain Python; then `is_fast` is false.
        """
        self.rules = rules
        self.seats = seats_for(rules, seats)
        try:
            self.source = self.generate(is_fast)
        except NotFast:
            is_fast = False
            self.source = self.generate(False)
        self.is_fast = is_fast
        self.results = self.source.results
        self._play: Callable[..., tuple[int, ...]] | None = None
        self._many: machine.Many | None = None
        if is_fast:
            self._many = batch_player(self.source)
        else:
            self._play = plain_module(self.source.text).play

    def generate(self, is_fast: bool) -> GeneratedSource:
        """Return the module that plays these games."""
        return source_cache.source_of_games(self.rules, self.seats, is_fast)

    def rows(self, first: int, count: int) -> Iterator[Sequence[int]]:
        """Play the games of these seeds; return winner, reason and moves as numbers, and results."""
        if self._play is not None:
            for seed in range(first, first + count):
                try:
                    row = self._play(seed & MASK, Chance(seed).branch(0).seed)
                except PlayFault as fault:
                    row = (-1, self.source.reason_of(fault), 0, *[0] * len(self.results))
                yield row
            return
        width = 3 + len(self.results)
        for ends in self.tables(first, count):
            yield from map(list, zip(*(ends[column::width] for column in range(width)), strict=True))

    def tables(self, first: int, count: int) -> Iterator[array[int]]:
        """Yield the ends of the games of these seeds by machine code: row after row for each game, in order.

        The columns are winner (-1 for nobody), number of the reason, moves, and the results of the rules.
        """
        vector, play = array("q", bytes(8 * (self.source.size + self.source.offered))), self._many
        assert play is not None, "plain games are played one by one"
        width = 3 + len(self.results)
        while count > 0:
            size = min(count, AT_ONCE)
            ends = array("q", bytes(8 * size * width))
            try:
                play(vector, first & MASK, memoryview(ends).cast("B").cast("q", (size, width)))
            except (PlayFault, MachineFault):
                rows = play_in_python(type(self)(self.rules, self.seats), self.source, first, size)
                ends = array("q", itertools.chain.from_iterable(rows))
            yield ends
            first, count = first + size, count - size


def seats_for(rules: model.Rules, seats: int | None) -> int:
    """Return the number of players, by default the fewest possible; raise an error for an impossible number."""
    if seats is None:
        return rules.seats[0]
    require_seats(rules, seats)
    return seats


def why_not_compiled(rules: model.Rules, seats: int, is_fast: bool) -> str:
    """Return the sentence that says why rules cannot be compiled, for Numba or at all; empty if they can."""
    try:
        source_cache.source_of_games(rules, seats, is_fast)
    except NotCompiled as error:
        return error.sentence
    return ""


def play_in_python(plain: CompiledGames, source: GeneratedSource, first: int, count: int) -> Iterator[list[int]]:
    """Play games in plain Python, in which a fault that machine code cannot identify ends only one game."""
    for winner, reason, moves, *results in plain.rows(first, count):
        yield [winner, source.reasons.index(plain.source.reasons[reason]), moves, *results]


def can_compile() -> bool:
    """Return whether Numba is installed, without importing it."""
    try:
        return find_spec("numba") is not None
    except (ImportError, ValueError):  # a stand-in module or an import hook blocks it
        return False


def end_of(source: GeneratedSource, winner: int, reason: int, moves: int) -> Outcome:
    """Return the end of a game from the numbers of its source; raise a fault of the rules."""
    word, sentence, where = source.reasons[reason]
    if where:
        raise PlayFault(word, sentence, where)
    winners = winners_of(int(winner))
    side = winners if winner >= SIDE else ()
    return Outcome(winners[0] if winners else None, f"{word}: {sentence}" if sentence else word, int(moves), side=side)


def winners_of(number: int) -> tuple[int, ...]:
    """Return all winners from their number: one player, the players of a side, or nobody (-1)."""
    if number < SIDE:
        return (number,) if number >= 0 else ()
    return tuple(player for player in range(SIDE.bit_length()) if (number - SIDE) >> player & 1)


def plain_module(text: str) -> SimpleNamespace:
    """Return the module of the functions of generated plain Python."""
    space: dict[str, Any] = {}
    exec(text, space)
    return SimpleNamespace(**space)


def fast_module(text: str) -> ModuleType:
    """Return the module that Numba compiles, from the cache if possible."""
    try:
        from cc_dsl.codegen.native import VERSION
    except ImportError as error:
        raise not_installed("Numba", "fast") from error
    return source_cache.module(source_cache.module_name(text, source_cache.helpers(), VERSION), text)


def batch_player(source: GeneratedSource) -> machine.Many:
    """Return a function that plays many games: cached machine code, or code that Numba compiles now."""
    name = machine_name(source)
    code = machine.stored_code(name)
    if code is None:
        module = fast_module(source.text)
        from cc_dsl.codegen import numba_forms

        with machine.without_collection():
            compiled = numba_forms.machine_code(module.many)
        if compiled is None:
            import numpy as np

            # Only Numba can load its own machine code.
            return lambda vector, seed, ends: module.many(np.asanyarray(vector), np.uint64(seed), np.asarray(ends))
        code = machine.Code(*compiled)
        machine.cache_code(name, code)
    return machine.load_code(code)


def machine_name(source: GeneratedSource) -> str:
    """Return the name under which the machine code of a module is cached."""
    return source_cache.module_name(source.text, source_cache.helpers(), machine.versions())


def has_machine_code(source: GeneratedSource) -> bool:
    """Return whether machine code is cached for a module."""
    return machine.is_cached(machine_name(source))
