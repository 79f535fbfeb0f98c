"""`python -m tests.fuzz --programs N --seed S`: plays random programs on all engines, and tells where they differ."""

from __future__ import annotations

import argparse
import collections
import gc
import multiprocessing
import os
import sys
import tempfile
from functools import partial

from tests.fuzz.playing import CHECKS, ENGINES, Difference, differences
from tests.fuzz.programs import MOST_CHANGES, program
from tests.fuzz.shrinking import shrunk

CHECKED = 5
"""Every so-manieth program is printed, taken back and saved, too."""


def outcome(seed: int, fast_every: int = 0, games: int = 1) -> tuple[int, list[Difference]]:
    """Play the program of a seed; of so many one is played by machine code, too."""
    engines = (*ENGINES, *(CHECKS if seed % CHECKED == 0 else ()))
    engines += ("numba",) if fast_every and seed % fast_every == 0 else ()
    return seed, differences(program(seed), seed, engines, games=games)


def _collect_seldom() -> None:
    """Have what is not used any more looked for less often: the terms of a program form no circles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def main() -> int:
    """Run the command; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, help="how many programs are made and played")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first program; the others follow it")
    parser.add_argument("--numba", type=int, default=0, metavar="N", help="machine code plays every N-th program, too")
    parser.add_argument("--games", type=int, default=5, help="how many games of each program are played")
    parser.add_argument("--workers", type=int, default=1, help="how many processes")
    parser.add_argument("--show", type=int, help="print the program of a seed, and stop")
    parser.add_argument("--shrink", type=int, help="make the program of a seed small that still differs, and print it")
    given = parser.parse_args()
    if given.show is not None:
        print(program(given.show), end="")
        return 0
    if given.shrink is not None:
        print(shrunk(program(given.shrink), given.shrink, (*ENGINES, *CHECKS)), end="")
        return 0
    differing = collections.Counter[str]()
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool(given.workers, _collect_seldom) as pool:
        os.environ.setdefault("XDG_CACHE_HOME", folder)
        seeds = range(given.seed, given.seed + given.programs)
        play = partial(outcome, fast_every=given.numba, games=given.games)
        for seed, found in pool.imap_unordered(play, seeds, chunksize=3 * MOST_CHANGES):
            for difference in found:
                key = f"{difference.engine}: {difference.what}"
                differing[key] += 1
                if differing[key] <= 3:
                    print(f"seed {seed}: {difference}\n", flush=True)
    print(f"{given.programs} programs from seed {given.seed}: {differing.total()} differences")
    for key, number in differing.most_common():
        print(f"{number:8} {key}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
