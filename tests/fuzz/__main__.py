"""`python -m tests.fuzz --programs N --seed S`: plays random programs on all engines, and tells where they differ."""

from __future__ import annotations

import argparse
import collections
import gc
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from tests.fuzz.coverage import Form, contained, forms
from tests.fuzz.playing import CHECKS, ENGINES, FAST, Difference, Refused, SameConditions, differences, parsed
from tests.fuzz.programs import program

CHECKED = 5
"""Every so-manieth program is printed, taken back and saved, too."""


class Outcome(NamedTuple):
    """What came of the program of a seed."""

    seed: int
    forms: frozenset[Form]
    differences: list[Difference]
    is_played: bool = True
    """Whether the rules could be played: those in which two exceptions have one meaning are refused."""


def outcome(seed: int, fast_every: int = 0, games: int = 1) -> Outcome:
    """Play the program of a seed; of so many one is played by machine code, too."""
    text = program(seed).text
    engines = (*ENGINES, *(CHECKS if seed % CHECKED == 0 else ()))
    engines += FAST if fast_every and seed % fast_every == 0 else ()
    try:
        found = contained(parsed(text))
    except Refused:
        found = frozenset()
    try:
        return Outcome(seed, found, differences(text, seed, engines, games=games))
    except SameConditions:
        return Outcome(seed, frozenset(), [], False)


def _collect_seldom() -> None:
    """Have what is not used any more looked for less often: the terms of a program form no circles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def outcomes(seeds: Iterable[int], fast_every: int, games: int, workers: int) -> Iterator[Outcome]:
    """Yield what came of the programs of some seeds, in several processes."""
    with multiprocessing.Pool(workers, _collect_seldom) as pool:
        yield from pool.imap_unordered(partial(outcome, fast_every=fast_every, games=games), seeds, chunksize=20)


def main() -> int:
    """Run the command; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, help="how many programs are written and played")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first program; the others follow it")
    parser.add_argument("--numba", type=int, default=0, metavar="N", help="machine code plays every N-th program, too")
    parser.add_argument("--games", type=int, default=5, help="how many games of each program are played")
    parser.add_argument("--workers", type=int, default=1, help="how many processes")
    parser.add_argument("--show", type=int, help="print the program of a seed, and stop")
    parser.add_argument("--shrink", type=int, help="make the program of a seed small that still differs, and print it")
    given = parser.parse_args()
    if given.show is not None:
        print(program(given.show).text, end="")
        return 0
    if given.shrink is not None:
        from tests.fuzz.shrinking import shrunk

        print(shrunk(program(given.shrink).text, given.shrink, (*ENGINES, *CHECKS)), end="")
        return 0
    covered, differing, count = collections.Counter[Form](), collections.Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("XDG_CACHE_HOME", folder)
        seeds = range(given.seed, given.seed + given.programs)
        for one in outcomes(seeds, given.numba, given.games, given.workers):
            count += one.is_played
            covered.update(one.forms)
            for difference in one.differences:
                key = f"{difference.engine}: {difference.what}"
                differing[key] += 1
                if differing[key] <= 3:
                    print(f"seed {one.seed}: {difference}\n", flush=True)
    print(f"{count} programs from seed {given.seed}; {len(covered)} of {len(forms())} sentences")
    for form in forms():
        print(f"{covered[form]:8} {form}")
    print(f"{sum(differing.values())} differences")
    for key, number in differing.most_common():
        print(f"{number:8} {key}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
