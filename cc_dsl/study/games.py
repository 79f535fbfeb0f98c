"""Finished games, one by one: by compiled rules at random, by named players, or by the user's own players.

A game of a study is the game of one seed, with any players: `circular play EDITION --players NAMES --seed N` shows it
again. Compiled rules give the results at its end as numbers, which this module converts to the words of the
interpreter.

The games of consecutive seeds are a chunk, which is counted in integers by name. Their sum is the same in any order, so
the results of a study do not depend on the workers, or on the order of the chunks:

    {"games": 2, "winner": {"0": 1, "-1": 1}, "reason": {"won": 1, "draw": 1}, "moves": {"41": 2},
     "told": {"score": {"0": {"12": 1, "9": 1}, "1": {"7": 2}}}}

Machine code takes seconds to compile; then it plays about sixty times as fast as plain Python.
"""

from __future__ import annotations

import pickle
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.state import Combination
from cc_dsl.codegen.flat import UNTOLD, ReportedResult
from cc_dsl.codegen.target import SIDE
from cc_dsl.compiler import source_cache
from cc_dsl.compiler.games import CompiledGames, can_compile, end_of, has_machine_code, why_not_compiled, winners_of
from cc_dsl.engine.judge import json_converter
from cc_dsl.rules import model
from cc_dsl.rules.kinds import spelt
from cc_dsl.rules.seating import require_seats
from cc_dsl.study.documents import Counts

if TYPE_CHECKING:
    from cc_dsl.players.seats import Player

Play = Callable[[int, int], Iterator["FinishedGame"]]
"""A function that plays a number of games from a seed onwards."""


class FinishedGame(NamedTuple):
    seed: int
    winner: int | None
    reason: str
    moves: int
    told: Mapping[str, object]
    """The results of the rules at the end, in words, by key."""
    side: tuple[int, ...] = ()
    """The players who won together, if the rules let a side win."""

    @property
    def winners(self) -> tuple[int, ...]:
        """All players who won."""
        return self.side or (() if self.winner is None else (self.winner,))


def seat_names(rules: model.Rules, names: Sequence[str]) -> tuple[str, ...]:
    """Return the player of every seat; a single name applies to all.

    The results of a study are reproducible: a searching player is limited by a number of games, never by time.
    """
    from cc_dsl.players.computers import SEARCH
    from cc_dsl.players.search import GAMES

    exact = tuple(f"{name}:{GAMES}" if name == SEARCH else name for name in names)
    players = exact * rules.seats[0] if len(exact) == 1 else exact
    require_seats(rules, len(players))
    return players


def play_one(
    rules: model.Rules, names: Sequence[str], seed: int, own: Mapping[int, Player] | None = None, is_fast: bool = False
) -> FinishedGame:
    """Play the game of a seed by named players; in the seats of `own`, by players that the user has written."""
    # imported late: most studies have random players and need no interpreter
    from cc_dsl.engine.game import Game
    from cc_dsl.players.compiled_engine import compiled_simulation, in_machine_code
    from cc_dsl.players.computers import computer, computers
    from cc_dsl.players.seats import play_out

    game, simulate = Game(rules, seed=seed, seats=len(names)), in_machine_code if is_fast else compiled_simulation
    if own:
        play_out(game, [own.get(seat) or computer(name, seed, seat, simulate) for seat, name in enumerate(names)])
    else:
        play_out(game, computers(names, seed, simulate))
    end = game.outcome
    assert end is not None
    return FinishedGame(seed, end.winner, end.reason, end.moves, game.result, end.side)


def games_of(
    rules: model.Rules,
    seats: int,
    names: Sequence[str] = (),
    is_fast: bool = False,
    own: Mapping[int, Player] | None = None,
) -> Play:
    """Return the function that plays games one by one: with these players, or at random by compiled rules.

    Players that the user has written sit in the seats of `own`, whatever their names. The
    interpreter plays rules that are not compiled, and the same seed gives the same random game.
    """
    if not names and why_not_compiled(rules, seats, False):
        names = ("random",) * seats
    if names:
        return lambda first, count: (play_one(rules, names, seed, own, is_fast) for seed in range(first, first + count))
    return random_games_of(CompiledGames(rules, seats, is_fast))


def random_games_of(machine: CompiledGames) -> Play:
    """Return the function that plays random games of compiled rules."""
    results = result_decoder(machine.rules, machine.results)

    def play(first: int, count: int) -> Iterator[FinishedGame]:
        for seed, row in enumerate(machine.rows(first, count), first):
            end = end_of(machine.source, *(int(number) for number in row[:3]))
            yield FinishedGame(seed, end.winner, end.reason, end.moves, results(tuple(map(int, row[3:]))), end.side)

    return play


COMPILED_FROM = 2_000
"""The number of games from which Numba compiles random play."""


def is_compiled(rules: model.Rules, seats: int, games: int) -> bool:
    """Return whether machine code plays a study at random: always if it is cached, otherwise from 2,000 games."""
    if not can_compile():
        return False
    source = source_cache.cached_numba_source(rules, seats)
    is_cached = source is not None and has_machine_code(source)
    return is_cached or (games >= COMPILED_FROM and not why_not_compiled(rules, seats, True))


# ------------------------------------------------------------------------------------- results of games


def decoder_of(rules: model.Rules, output: model.Output) -> Callable[[int], object]:
    """Return the function that converts a number to words, with None for a missing value."""
    base, pieces = output.kind.base, len(rules.pieces.names)
    if base == "groups":
        names = [spelt(sort.name).lower() for sort in rules.groups[output.kind.name].sorts]
        return lambda number: None if number == UNTOLD else [names[sort] for sort in _bits(number)]
    show = json_converter(rules, output.kind, output.key)
    if base == "number":
        return lambda number: None if number == UNTOLD else show(number)
    if base == "group":
        every = (1 << pieces) - 1
        return lambda number: None if number < 0 else show(Combination(number >> pieces, _bits(number & every)))
    if output.kind.is_set:
        return lambda number: None if number == UNTOLD else show(_bits(number))
    return lambda number: None if number < 0 else show(number)


def _bits(number: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(number.bit_length()) if number >> bit & 1)


def result_decoder(
    rules: model.Rules, results: tuple[ReportedResult, ...]
) -> Callable[[tuple[int, ...]], dict[str, object]]:
    """Return the function that converts the numbers at the end to results by key."""
    decoders = [decoder_of(rules, result.output) for result in results]

    def decode(numbers: tuple[int, ...]) -> dict[str, object]:
        by_key: dict[str, object] = {}
        for result, decoder, number in zip(results, decoders, numbers, strict=True):
            value = decoder(number)
            if result.output.is_owned and number != UNTOLD:
                before = by_key.get(result.key)
                value = [*before, value] if isinstance(before, list) else [value]
            by_key[result.key] = value
        return by_key

    return decode


# ---------------------------------------------------------------------------------------- chunks of games

NOBODY = -1
NONE = "none"
"""The value under which a missing answer, or one that names nobody, is counted."""


class Task(NamedTuple):
    """The task of every chunk of a study."""

    rules: model.Rules
    seats: int
    players: tuple[str, ...] = ()
    """The names of computer players, one for each seat; empty if all play at random in compiled rules."""
    is_fast: bool = False
    measures: tuple[str, ...] = ()
    others: tuple[tuple[str, str, model.Rules], ...] = ()
    """The rules under each other answer to an open place, if the measures need them: doubt, answer, rules."""
    games: int | None = None
    """The number of games of the whole study, if known."""
    may_compile: bool = False
    """Whether machine code may be made where it saves time."""

    def pack(self) -> bytes:
        """Return everything as bytes, to be sent to the workers."""
        return zlib.compress(pickle.dumps(self, protocol=5))


class Chunk(NamedTuple):
    """Consecutive games of a study: their first seed and their number."""

    first: int
    games: int

    @property
    def end_seed(self) -> int:
        """The seed after the last."""
        return self.first + self.games


def chunks_of(seed: int, games: int, size: int) -> Iterator[Chunk]:
    """Yield the chunks of a study: each has this many games, the last one the remainder."""
    for first in range(seed, seed + games, size):
        yield Chunk(first, min(size, seed + games - first))


# -------------------------------------------------------------------------------------------- counts


def add_counts(total: Counts, counts: Mapping[str, object]) -> None:
    """Add counts to others, name by name."""
    for name, value in counts.items():
        if isinstance(value, Mapping):
            add_counts(total.setdefault(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value


def counted_values(value: object) -> list[object]:
    """Return the values under which an answer is counted: each of several once, and the sort of a group."""
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
        # If a side wins, each of its players wins, so the wins may add up to more than the games.
        add_counts(counts["winner"], {str(winner): 1 for winner in game.winners or (NOBODY,)})
        add_counts(counts["reason"], {game.reason: 1})
        add_counts(counts["moves"], {str(game.moves): 1})
        if game.side:
            add_counts(counts, {"sides": {" ".join(map(str, game.side)): 1}})
        for key, value in game.told.items():
            for owner, part in enumerate(value if isinstance(value, list) else [value]):
                add_counts(counts, {"told": {key: {str(owner): {str(word): 1 for word in counted_values(part)}}}})
    return counts


def column_counter(machine: CompiledGames) -> Callable[[Chunk], Counts]:
    """Return the function that counts games of machine code by the columns of their ends, without rows."""
    results = machine.source.results
    decoders = [decoder_of(machine.rules, result.output) for result in results]
    width = 3 + len(machine.results)

    def count_results(chunk: Chunk) -> Counts:
        """Count the columns of the games of a chunk: winners, reason, moves, and a column for each result."""
        counts: Counts = {"games": chunk.games}
        numbers: list[Counter[int]] = [Counter() for _ in range(width)]
        for ends in machine.tables(chunk.first, chunk.games):
            for place, column in enumerate(numbers):
                column.update(ends[place::width])
        for number, times in numbers[0].items():
            winners = winners_of(number)
            add_counts(counts, {"winner": {str(player): times for player in winners or (NOBODY,)}})
            if number >= SIDE:
                add_counts(counts, {"sides": {" ".join(map(str, winners)): times}})
        for number, times in numbers[1].items():
            add_counts(counts, {"reason": {end_of(machine.source, NOBODY, number, 0).reason: times}})
        add_counts(counts, {"moves": {str(number): times for number, times in numbers[2].items()}})
        for result, decoder, column in zip(results, decoders, numbers[3:], strict=True):
            for number, times in column.items():
                if number != UNTOLD or not result.owner:
                    words = {str(word): times for word in counted_values(decoder(number))}
                    add_counts(counts, {"told": {result.key: {str(result.owner): words}}})
        return counts

    return count_results
