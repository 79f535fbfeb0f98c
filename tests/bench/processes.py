"""Times whole processes of the command, the start of Python included, and prints one table.

    python -m tests.bench.processes [--rounds N] [--json FILE]

First use: everything is made (tables of the grammar, rules, source, machine code) in an empty cache, less what
`import numba` takes by itself.  Then studies of a few games and of many, with what the first has left behind, and how
much memory they hold.  Wall time is what somebody waits, processor time what this machine alone would take; where
others use it, too, only the second says much.  Each round runs all in turn; medians are told.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STUDY = ["-m", "cc_dsl", "study"]
IMPORT = "import numba"
COLD = {
    f"{edition}, first use": [*STUDY, edition, "--games", "100", "--engine", "numba"] for edition in ("1862", "1860")
}
WARM = {
    "python -c pass": ["-c", "pass"],
    IMPORT: ["-c", IMPORT],
    **{
        f"1862, {games:,} games{f', {engine}' if engine else ''}": [
            *(*STUDY, "1862", "--games", str(games)),
            *(["--engine", engine] if engine else []),
        ]
        for games, engine in (
            (20, ""),
            (200, ""),
            (200, "python"),
            (200, "numba"),
            (2_000, ""),
            (2_000, "python"),
            (2_000, "numba"),
            (20_000, "numba"),
            (200_000, "numba"),
        )
    },
}


class Process(NamedTuple):
    """What one process took: seconds of waiting, seconds of the processor, and MiB at most."""

    wall: float
    processor: float
    memory: float


def run(words: list[str], cache: str) -> Process:
    environment = {**os.environ, "CIRCULAR_CACHE": cache, "PYTHONPATH": ROOT}
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {process.returncode}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1024.0**2 if sys.platform == "darwin" else 1024.0
    return Process(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / unit)


def measured(rounds: int) -> dict[str, list[Process]]:
    """Run everything in turn, so many times; first uses each in a cache of its own."""
    found: dict[str, list[Process]] = {name: [] for name in (*WARM, *COLD)}
    with tempfile.TemporaryDirectory() as warm:
        for words in WARM.values():
            run(words, warm)
        for _ in range(rounds):
            for name, words in WARM.items():
                found[name].append(run(words, warm))
            for name, words in COLD.items():
                with tempfile.TemporaryDirectory() as cold:
                    found[name].append(run(words, cold))
    return found


def median(processes: list[Process]) -> Process:
    return Process(*(statistics.median(column) for column in zip(*processes, strict=True)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    found = measured(options.rounds)
    table = {name: median(processes) for name, processes in found.items()}
    print(f"{options.rounds} rounds, medians\n")
    for name, one in table.items():
        print(f"{name:32} {one.wall:7.3f} s   {one.processor:7.3f} s of the processor   {one.memory:5.0f} MiB")
    print()
    for name in COLD:
        pairs = [*zip(found[name], found[IMPORT], strict=True)]
        wall = statistics.median(one.wall - less.wall for one, less in pairs)
        processor = statistics.median(one.processor - less.processor for one, less in pairs)
        print(f"{name}, less {IMPORT}: {wall:.2f} s, {processor:.2f} s of the processor")
    few, many = (table[f"1862, {games:,} games, numba"].memory for games in (20_000, 200_000))
    print(f"memory for ten times the games: {many / few:.2f} times")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({name: one._asdict() for name, one in table.items()}, file, indent=1)


if __name__ == "__main__":
    main()
