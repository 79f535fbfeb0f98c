"""Time whole processes of the command, and print a table; this is not a test and asserts nothing.

    python -m tests.bench.bench [--rounds N] [--json FILE]

“First use” starts with an empty cache and makes everything (tables of the grammar, rules, source, machine code, pages);
all other measurements use the cache of an earlier run.  Each round runs all in turn, so that a change in the speed of
the machine affects all.  The table has medians: seconds by the clock, seconds of the processor, and the most memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CIRCULAR = ("-m", "cc_dsl")
TRICK = ("judge", "1862", "--lead", "5H", "--side", "AS 7C 6D", "--side", "KD 9C 2H", "--json")
PACK = [rank + suit for rank in (*"AKQJ", "10", *"98765432") for suit in "HDCS"]
TRICKS = 20_000


def study(edition: str, games: int, engine: str = "") -> tuple[str, ...]:
    return (*CIRCULAR, "study", edition, "--games", str(games), *(("--engine", engine) if engine else ()))


def write_tricks(path: Path) -> str:
    """Write random tricks, a line for each, and return the file."""
    chance = random.Random(1862)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(TRICKS):
            cards = chance.sample(PACK, 7)
            file.write(json.dumps({"lead": cards[0], "sides": [cards[1:4], cards[4:]]}) + "\n")
    return str(path)


WARM = {
    "python -c pass": ("-c", "pass"),
    "import numba": ("-c", "import numba"),
    "judge, one trick": (*CIRCULAR, *TRICK),
    f"judge, {TRICKS:,} tricks": (*CIRCULAR, "judge", "1862", "--jsonl", "TRICKS"),
    "--help": (*CIRCULAR, "--help"),
    "check 1862": (*CIRCULAR, "check", "1862"),
    "play 1862, a game": (*CIRCULAR, "play", "1862", "--players", "random", "--seed", "1"),
    "play 1862, a game with reasons": (*CIRCULAR, "play", "1862", "--players", "random", "--seed", "1", "--explain"),
    **{
        f"1862, {games:,} games{engine and f', {engine}'}": study("1862", games, engine)
        for games, engines in ((20, [""]), (200, ["", "python", "numba"]), (2_000, ["", "python", "numba"]))
        for engine in engines
    },
    **{f"1862, {games:,} games, numba": study("1862", games, "numba") for games in (20_000, 200_000)},
}
COLD = {
    **{f"{edition}, first use": study(edition, 100, "numba") for edition in ("1862", "1860")},
    "edition, first use": (*CIRCULAR, "edition", "--quiet", "OUT"),
}


class Process(NamedTuple):
    """What one process took: seconds by the clock, seconds of the processor, and MiB at most."""

    wall: float
    processor: float
    memory: float


def run(words: tuple[str, ...], cache: str) -> Process:
    environment = {**os.environ, "CIRCULAR_CACHE": cache, "PYTHONPATH": str(ROOT)}
    start, quiet = time.perf_counter(), subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {process.returncode}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1024.0**2 if sys.platform == "darwin" else 1024.0
    return Process(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / unit)


def processes(rounds: int) -> dict[str, list[Process]]:
    """Run everything in turn, so many times; first uses each in a cache of its own."""
    taken: dict[str, list[Process]] = {name: [] for name in (*WARM, *COLD)}
    with tempfile.TemporaryDirectory() as warm:
        tricks = write_tricks(Path(warm, "tricks.jsonl"))
        commands = {name: tuple(tricks if word == "TRICKS" else word for word in words) for name, words in WARM.items()}
        for words in commands.values():
            run(words, warm)
        for _ in range(rounds):
            for name, words in commands.items():
                taken[name].append(run(words, warm))
            for name, words in COLD.items():
                with tempfile.TemporaryDirectory() as cold:
                    taken[name].append(run((*words[:-1], words[-1].replace("OUT", f"{cold}/out")), f"{cold}/cache"))
    return taken


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    taken = processes(options.rounds)
    table = {name: Process(*map(statistics.median, zip(*runs, strict=True))) for name, runs in taken.items()}
    for name, row in table.items():
        print(f"| {name} | {row.wall:.3f} s | {row.processor:.3f} s | {row.memory:.0f} MiB |")
    if options.json:
        Path(options.json).write_text(
            json.dumps({name: row._asdict() for name, row in table.items()}, indent=1), "utf-8"
        )


if __name__ == "__main__":
    main()
