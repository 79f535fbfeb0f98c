"""`python -m tests.fuzz --programs N --seed S`: plays random programs on all engines, and tells where they differ."""

from __future__ import annotations

import argparse
import collections
import gc
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.fuzz.coverage import Form, contained, forms
from tests.fuzz.playing import CHECKS, ENGINES, FAST, PLAYERS, Difference, Refused, SameConditions, differences, parsed
from tests.fuzz.programs import program


class Outcome(NamedTuple):
    """What came of the program of a seed."""

    seed: int
    forms: frozenset[Form]
    differences: list[Difference]
    is_played: bool = True
    """Whether the rules could be played: those in which two exceptions have one meaning are refused."""


class Work(NamedTuple):
    """Which engines play, and how often those that are dear."""

    engines: tuple[str, ...]
    fast_every: int
    checks_every: int
    games: int = 1


def outcome(seed: int, work: Work) -> Outcome:
    text = program(seed).text
    engines = work.engines
    if work.checks_every and seed % work.checks_every == 0:
        engines = (*engines, *CHECKS)
    if work.fast_every and seed % work.fast_every == 0:
        engines = (*engines, *FAST)
    try:
        found = contained(parsed(text))
    except Refused:
        found = frozenset()
    try:
        return Outcome(seed, found, differences(text, seed, engines, games=work.games))
    except SameConditions:
        return Outcome(seed, frozenset(), [], False)


def _outcome(pair: tuple[int, Work]) -> Outcome:
    return outcome(*pair)


def _seldom_collected() -> None:
    """Have what is not used any more looked for less often: the terms of a program form no circles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def outcomes(seeds: Iterable[int], work: Work, workers: int) -> Iterator[Outcome]:
    """Yield what came of the programs of some seeds, in this process or in several."""
    if workers < 2:
        _seldom_collected()
        yield from (outcome(seed, work) for seed in seeds)
        return
    with multiprocessing.Pool(workers, _seldom_collected) as pool:
        yield from pool.imap_unordered(_outcome, ((seed, work) for seed in seeds), chunksize=20)


def main() -> int:
    """Run the command; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, help="how many programs are written and played")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first program; the others follow it")
    parser.add_argument("--engines", default=",".join(ENGINES), help=f"which engines play: {', '.join(PLAYERS)}")
    parser.add_argument("--checks", type=int, default=5, metavar="N", help="print, take back and save every N-th, too")
    parser.add_argument("--numba", type=int, default=0, metavar="N", help="machine code plays every N-th program, too")
    parser.add_argument("--games", type=int, default=5, help="how many games of each program are played")
    parser.add_argument("--workers", type=int, default=1, help="how many processes")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many minutes")
    parser.add_argument("--show", type=int, help="print the program of a seed, and stop")
    parser.add_argument("--shrink", type=int, help="make the program of a seed small that still differs, and print it")
    given = parser.parse_args()
    if given.show is not None:
        print(program(given.show).text, end="")
        return 0
    engines = tuple(given.engines.split(","))
    work = Work(engines, given.numba, given.checks, given.games)
    if given.shrink is not None:
        from tests.fuzz.shrinking import shrunk

        print(shrunk(program(given.shrink).text, given.shrink, (*engines, *CHECKS)), end="")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("XDG_CACHE_HOME", folder)
        return _run(given, work)


def _run(given: argparse.Namespace, work: Work) -> int:
    covered: collections.Counter[Form] = collections.Counter()
    differing: collections.Counter[str] = collections.Counter()
    seeds = range(given.seed, given.seed + given.programs)
    count, begun = 0, time.monotonic()
    for one in outcomes(seeds, work, given.workers):
        count += one.is_played
        covered.update(one.forms)
        for difference in one.differences:
            key = f"{difference.engine}: {difference.what}"
            differing[key] += 1
            if differing[key] <= 3:
                print(f"seed {one.seed}: {difference}\n", flush=True)
        if count and count % 250 == 0:
            print(f"… {count} programs, {sum(differing.values())} differences", flush=True)
        if given.minutes and time.monotonic() - begun > 60 * given.minutes:
            break
    print(f"{count} programs from seed {given.seed}; {len(covered)} of {len(forms())} sentences")
    for form in forms():
        print(f"{covered[form]:8} {form}")
    print(f"{sum(differing.values())} differences")
    for key, number in differing.most_common():
        print(f"{number:8} {key}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
