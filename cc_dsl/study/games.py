"""Many games at random: who won, why games ended, how long they were; in several processes, with intervals.

Game number n of a study has the seed of the study plus n, whoever plays it: the same study gives the same numbers with
any number of processes, compiled or not, and each of its games can be played again and explained by its seed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from cc_dsl.compiler.games import Games, end_of
from cc_dsl.rules import model
from cc_dsl.table.intervals import LEVEL, Share, wilson

WORTH_COMPILING = 2_000
"""With fewer games Numba takes longer to compile, or even to be imported, than plain Python to play."""
AT_ONCE = {True: 50_000, False: 200}
"""How many games are one piece of work, with Numba and without."""


class Tally(NamedTuple):
    """Sums over games; two of them add up to one."""

    games: int
    winners: Counter[int]
    """How often each player won; -1 is nobody."""
    reasons: Counter[int]
    moves: int
    squares: int
    least: int
    most: int

    def __add__(self, other: object) -> Tally:
        """Put the sums of two lots of games together."""
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(
            self.games + other.games,
            self.winners + other.winners,
            self.reasons + other.reasons,
            self.moves + other.moves,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )


NOTHING = Tally(0, Counter(), Counter(), 0, 0, 1 << 60, 0)


class Study(NamedTuple):
    """What many games came to."""

    seats: int
    seed: int
    engine: str
    workers: int
    wins: tuple[Share, ...]
    """The share of games that each player won."""
    nobody: Share
    reasons: dict[str, int]
    games: int
    moves: int
    mean: float
    low: float
    high: float
    """The mean length of a game, and the interval that holds the true one."""
    least: int
    most: int
    seconds: float


def can_compile() -> bool:
    """Tell whether Numba is there, without importing it."""
    return find_spec("numba") is not None


def study(
    rules: model.Rules,
    games: int,
    seed: int,
    seats: int | None = None,
    workers: int = 1,
    is_fast: bool | None = None,
    tell: Callable[[int, float], None] | None = None,
) -> Study:
    """Play games at random and sum them up; `tell` is told how many are done, and after how many seconds."""
    if games < 1:
        raise ValueError(f"A study wants at least 1 game, not {games}.")
    fast = (can_compile() and games >= WORTH_COMPILING) if is_fast is None else is_fast
    start = time.perf_counter()
    total = NOTHING
    machine = Games(rules, seats, fast)
    lots = _lots(seed, games, AT_ONCE[fast])
    for tally in _played(machine, rules, lots, workers):
        total += tally
        if tell is not None:
            tell(total.games, time.perf_counter() - start)
    return _summed(machine, seed, workers, total, time.perf_counter() - start)


def _lots(seed: int, games: int, size: int) -> list[tuple[int, int]]:
    return [(seed + first, min(size, games - first)) for first in range(0, games, size)]


def _played(machine: Games, rules: model.Rules, lots: list[tuple[int, int]], workers: int) -> Iterator[Tally]:
    if workers < 2 or len(lots) < 2:
        for first, count in lots:
            yield tally(machine, first, count)
        return
    import multiprocessing

    if machine.is_fast:
        # Compiled once here, machine code is then read from the cache by every process.
        machine.play(lots[0][0])
    given = (rules, machine.seats, machine.is_fast)
    with multiprocessing.get_context("spawn").Pool(min(workers, len(lots)), _set_up, given) as pool:
        yield from pool.imap_unordered(_play_lot, lots)


_MACHINE: list[Games] = []


def _set_up(rules: model.Rules, seats: int, is_fast: bool) -> None:
    _MACHINE[:] = [Games(rules, seats, is_fast)]


def _play_lot(lot: tuple[int, int]) -> Tally:
    return tally(_MACHINE[0], *lot)


def tally(machine: Games, first: int, count: int) -> Tally:
    """Play the games of so many seeds, and sum them up; a fault of the rules is raised with its sentence."""
    winners: Counter[int] = Counter()
    reasons: Counter[int] = Counter()
    moves = squares = most = 0
    least = 1 << 60
    for winner, reason, length in machine.ends(first, count):
        winners[winner] += 1
        reasons[reason] += 1
        moves += length
        squares += length * length
        least, most = min(least, length), max(most, length)
    for reason in reasons:
        end_of(machine.source, -1, reason, 0)
    return Tally(count, winners, reasons, moves, squares, least, most)


def _summed(machine: Games, seed: int, workers: int, total: Tally, seconds: float) -> Study:
    mean = total.moves / total.games
    variance = max(total.squares / total.games - mean * mean, 0.0)
    reach = NormalDist().inv_cdf(0.5 + LEVEL / 2) * sqrt(variance / total.games)
    ends: dict[str, int] = {}
    for reason, count in sorted(total.reasons.items()):
        ends[end_of(machine.source, -1, reason, 0).reason] = count
    return Study(
        machine.seats,
        seed,
        "numba" if machine.is_fast else "python",
        workers,
        tuple(wilson(total.winners[player], total.games) for player in range(machine.seats)),
        wilson(total.winners[-1], total.games),
        ends,
        total.games,
        total.moves,
        mean,
        mean - reach,
        mean + reach,
        total.least,
        total.most,
        seconds,
    )


def document(rules: model.Rules, found: Study) -> dict[str, Any]:
    """Give a study under stable keys, with all that is needed to make it again."""
    import platform

    from cc_dsl import __version__

    chosen = {doubt.name: doubt.chosen for doubt in rules.doubts.values() if doubt.chosen != doubt.default}
    return {
        "edition": rules.name,
        "rules": rules.digest,
        "readings": chosen,
        "version": __version__,
        "seed": found.seed,
        "games": found.games,
        "players": found.seats,
        "wins": [share.document for share in found.wins],
        "nobody": found.nobody.document,
        "reasons": found.reasons,
        "moves": {
            "total": found.moves,
            "mean": round(found.mean, 6),
            "low": round(found.low, 6),
            "high": round(found.high, 6),
            "least": found.least,
            "most": found.most,
        },
        "engine": found.engine,
        "workers": found.workers,
        "seconds": round(found.seconds, 3),
        "machine": f"{platform.machine()} {platform.system()}, Python {platform.python_version()}",
    }
