"""`python -m tests.fuzz --programs N --seed S`: play random programs on all engines, and print the differences."""

from __future__ import annotations

import argparse
import collections
import gc
import multiprocessing
import os
import signal
import sys
import tempfile
from functools import partial

from tests.fuzz.playing import CHECKS, ENGINES, Difference, differences
from tests.fuzz.programs import MOST_CHANGES, program
from tests.fuzz.shrinking import shrink

CHECK_EVERY = 5
"""One program in so many also goes through `CHECKS`."""


MOST_SECONDS = 5
"""A program that takes more processor time, such as a long loop in the definition, is given up."""


class TooSlow(BaseException):
    """A program has used up its time."""


def outcome(seed: int, fast_every: int = 0, games: int = 1) -> tuple[int, list[Difference]]:
    """Play the program of a seed, and return the seed and the differences; machine code plays every `fast_every`-th."""
    engines = (*ENGINES, *(CHECKS if seed % CHECK_EVERY == 0 else ()))
    engines += ("numba",) if fast_every and seed % fast_every == 0 else ()
    return seed, differences(program(seed), seed, engines, games=games)


def outcome_in_time(seed: int, fast_every: int, games: int) -> tuple[int, list[Difference] | None]:
    """Return the outcome of a seed, or no differences if its program takes too long."""
    program(seed)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        return outcome(seed, fast_every, games)
    except TooSlow:
        return seed, None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _give_up(*_: object) -> None:
    raise TooSlow


def _prepare_worker() -> None:
    """Set the time limit, and make garbage collection less frequent: the terms of a program form no cycles."""
    signal.signal(signal.SIGVTALRM, _give_up)
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def main() -> int:
    """Run the command; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, help="the number of programs")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first program; the others follow it")
    parser.add_argument("--numba", type=int, default=0, metavar="N", help="machine code plays every N-th program, too")
    parser.add_argument("--games", type=int, default=5, help="the number of games of each program")
    parser.add_argument("--workers", type=int, default=1, help="the number of processes")
    parser.add_argument("--show", type=int, help="print the program of a seed, and stop")
    parser.add_argument("--shrink", type=int, help="reduce the program of a seed while it still differs, and print it")
    arguments = parser.parse_args()
    if arguments.show is not None:
        print(program(arguments.show), end="")
        return 0
    if arguments.shrink is not None:
        print(shrink(program(arguments.shrink), arguments.shrink, (*ENGINES, *CHECKS)), end="")
        return 0
    counts, slow = collections.Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool(arguments.workers, _prepare_worker) as pool:
        os.environ.setdefault("XDG_CACHE_HOME", folder)
        seeds = range(arguments.seed, arguments.seed + arguments.programs)
        play = partial(outcome_in_time, fast_every=arguments.numba, games=arguments.games)
        for seed, of_seed in pool.imap_unordered(play, seeds, chunksize=3 * MOST_CHANGES):
            slow += of_seed is None
            for difference in of_seed or ():
                key = f"{difference.engine}: {difference.symptom}"
                counts[key] += 1
                if counts[key] <= 3:
                    print(f"seed {seed}: {difference}\n", flush=True)
    print(f"{arguments.programs} programs from seed {arguments.seed}: {counts.total()} differences, {slow} given up")
    for key, number in counts.most_common():
        print(f"{number:8} {key}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
