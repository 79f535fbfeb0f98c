"""Time whole processes of the command and rates of play, and print a table; this is not a test and asserts nothing.

    python -m tests.bench.bench [--rounds N] [--json FILE]

“First use” starts with an empty cache and makes everything (tables of the grammar, rules, source, machine code); all
other measurements use the cache of an earlier run.  Each round runs all in turn, so that a change in the speed of the
machine affects all.  The table has medians: seconds by the clock, seconds of the processor, and the most memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CIRCULAR = ("-m", "cc_dsl")
TRICK = ("judge", "1862", "--lead", "5H", "--side", "AS 7C 6D", "--side", "KD 9C 2H", "--json")
PACK = [rank + suit for rank in (*"AKQJ", "10", *"98765432") for suit in "HDCS"]
TRICKS, NOTES = 20_000, 3
"""How many tricks `judge --jsonl` is given, and how often a note is changed and the edition built again."""


def study(edition: str, games: int, engine: str = "") -> tuple[str, ...]:
    return (*CIRCULAR, "study", edition, "--games", str(games), *(("--engine", engine) if engine else ()))


WARM = {
    "python -c pass": ("-c", "pass"),
    "import numba": ("-c", "import numba"),
    "judge, one trick": (*CIRCULAR, *TRICK),
    "--help": (*CIRCULAR, "--help"),
    "check 1862": (*CIRCULAR, "check", "1862"),
    **{
        f"1862, {games:,} games{engine and f', {engine}'}": study("1862", games, engine)
        for games, engines in ((20, [""]), (200, ["", "python", "numba"]), (2_000, ["", "python", "numba"]))
        for engine in engines
    },
    **{f"1862, {games:,} games, numba": study("1862", games, "numba") for games in (20_000, 200_000)},
}
COLD = {f"{edition}, first use": study(edition, 100, "numba") for edition in ("1862", "1860")}


class Process(NamedTuple):
    """What one process took: seconds by the clock, seconds of the processor, and MiB at most."""

    wall: float
    processor: float
    memory: float


def run(words: tuple[str, ...], cache: str, folder: Path = ROOT) -> Process:
    environment = {**os.environ, "CIRCULAR_CACHE": cache, "PYTHONPATH": str(folder)}
    start, quiet = time.perf_counter(), subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, *words], cwd=folder, env=environment, stdout=quiet, stderr=quiet)
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
        for words in WARM.values():
            run(words, warm)
        for _ in range(rounds):
            for name, words in WARM.items():
                taken[name].append(run(words, warm))
            for name, words in COLD.items():
                with tempfile.TemporaryDirectory() as cold:
                    taken[name].append(run(words, cold))
    return taken


def tricks_a_second() -> float:
    """Return the tricks a second of `judge --jsonl`, the start of the process included."""
    chance = random.Random(1862)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cases.jsonl")
        with path.open("w", encoding="utf-8") as file:
            for _ in range(TRICKS):
                cards = chance.sample(PACK, 7)
                file.write(json.dumps({"lead": cards[0], "sides": [cards[1:4], cards[4:]]}) + "\n")
        words = (*CIRCULAR, "judge", "1862", "--jsonl", str(path))
        return TRICKS / statistics.median(run(words, folder).processor for _ in range(3))


def moves_a_second(games: int) -> dict[str, float]:
    """Return the moves a second of random play without reasons, and with all reasons of every decision."""
    from cc_dsl import pipeline
    from cc_dsl.engine.game import Game
    from tests.playing import playout

    rules = pipeline.load("1862").rules

    def with_reasons(seed: int) -> int:
        game, chance, moves = Game(rules, seed=seed, reasons=True), random.Random(seed), 0
        while not game.is_over:
            game.play(chance.choice(game.options))
            moves += 1
        return moves if game.decisions else 0

    def rate(play: Callable[[int], int], seed: int) -> float:
        start = time.process_time()
        return play(seed) / (time.process_time() - start)

    def plain(seed: int) -> int:
        return playout(rules, seed).moves

    plain(0), with_reasons(0)
    ways = {"play, moves a second": plain, "play with reasons, moves a second": with_reasons}
    return {name: statistics.median(rate(play, seed) for seed in range(games)) for name, play in ways.items()}


def edition_seconds() -> dict[str, float]:
    """Time a cold build of the edition, and others after one note has changed, in a copy of the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        ignored = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".mypy_cache", ".ruff_cache")
        shutil.copytree(ROOT, copy, ignore=ignored)
        build = (*CIRCULAR, "edition", f"{folder}/out")
        cold, again, notes = run(build, folder, copy), [], copy / "corpus" / "1862" / "notes.md"
        for number in range(NOTES):
            text = notes.read_text("utf-8").replace("\n## II.8\n", f"\n## II.8\n\nChanged {number}.\n", 1)
            notes.write_text(text, "utf-8")
            again.append(run(build, folder, copy).wall)
        return {
            "edition, cold: seconds": cold.wall,
            "edition, cold: seconds of the processor": cold.processor,
            "edition, one note: seconds": statistics.median(again),
        }


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    taken = processes(options.rounds)
    table = {name: Process(*map(statistics.median, zip(*runs, strict=True))) for name, runs in taken.items()}
    for name, one in table.items():
        print(f"| {name} | {one.wall:.3f} s | {one.processor:.3f} s | {one.memory:.0f} MiB |")
    rates = {"judge --jsonl, tricks a second": tricks_a_second(), **moves_a_second(8 * options.rounds)}
    rates |= edition_seconds()
    for name, rate in rates.items():
        print(f"{name}: {rate:,.1f}")
    if options.json:
        found = {**{name: one._asdict() for name, one in table.items()}, **rates}
        Path(options.json).write_text(json.dumps(found, indent=1), "utf-8")


if __name__ == "__main__":
    main()
