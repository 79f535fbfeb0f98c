"""Measures speed as ratios and medians within one run, and prints one table; it is no test and asserts nothing.

    python -m tests.bench.bench [--json FILE] [--quick]

Whole processes are timed in turn with `python -c pass`, pair by pair, so that a drifting machine touches both.  Set
neither PYTHONDONTWRITEBYTECODE nor an empty cache: what is measured is a second use.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CIRCULAR = [sys.executable, "-m", "cc_dsl"]
NOTHING = [sys.executable, "-c", "pass"]
TRICK = ["judge", "1862", "--lead", "5H", "--side", "AS 7C 6D", "--side", "KD 9C 2H", "--json"]
PACK = [rank + suit for rank in (*"AKQJ", "10", *"98765432") for suit in "HDCS"]


def process_time(command: list[str]) -> float:
    """Return the wall seconds of one whole process."""
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def processor_time(command: list[str]) -> float:
    """Return the seconds of the processor that one whole process takes, which other processes disturb less."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process_time(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pairs(command: list[str], runs: int) -> dict[str, float]:
    """Time a command and `python -c pass` in turn, by the processor; give the median of the ratios and both medians."""
    process_time(command)
    times = [(processor_time(command), processor_time(NOTHING)) for _ in range(runs)]
    return {
        "ratio": statistics.median(mine / nothing for mine, nothing in times),
        "ms": 1000 * statistics.median(mine for mine, _ in times),
        "pass_ms": 1000 * statistics.median(nothing for _, nothing in times),
    }


def cases(number: int) -> str:
    """Return so many random tricks, one a line."""
    chance = random.Random(1862)
    lines = []
    for _ in range(number):
        cards = chance.sample(PACK, 7)
        lines.append(json.dumps({"lead": cards[0], "sides": [cards[1:4], cards[4:]]}))
    return "\n".join(lines) + "\n"


def jsonl_rate(number: int) -> dict[str, float]:
    """Return the tricks a second of `judge --jsonl`, the process's start included."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cases.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(cases(number))
        seconds = statistics.median(process_time([*CIRCULAR, "judge", "1862", "--jsonl", path]) for _ in range(3))
    return {"tricks_a_second": number / seconds}


def moves_rate(games: int) -> dict[str, float]:
    """Return the moves a second of random play without reasons, and with every decision and its reasons in words."""
    from cc_dsl import pipeline
    from cc_dsl.engine.game import Game
    from tests.playing import playout

    rules = pipeline.load("1862").rules
    playout(rules, 0)

    def with_reasons(seed: int) -> int:
        game = Game(rules, seed=seed, reasons=True)
        chance = random.Random(seed)
        moves = 0
        while not game.is_over:
            game.play(chance.choice(game.options))
            moves += 1
        return moves if game.decisions else 0

    def timed(play: Callable[[int], int], seed: int) -> tuple[int, float]:
        start = time.perf_counter()
        moves = play(seed)
        return moves, time.perf_counter() - start

    with_reasons(0)
    runs = [(timed(lambda seed: playout(rules, seed).moves, seed), timed(with_reasons, seed)) for seed in range(games)]
    fast, slow = ([moves / seconds for moves, seconds in side] for side in zip(*runs, strict=True))
    return {
        "moves_a_second": statistics.median(fast),
        "with_reasons": statistics.median(slow),
        "ratio": statistics.median(one / other for one, other in zip(fast, slow, strict=True)),
    }


def edition_times() -> dict[str, float]:
    """Time a cold build of the edition, and a second one after one note has changed, on a copy of the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy")
        ignored = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".mypy_cache", ".ruff_cache")
        shutil.copytree(ROOT, copy, ignore=ignored)
        command = [sys.executable, "-m", "cc_dsl", "edition", os.path.join(folder, "out")]

        def build() -> float:
            start = time.perf_counter()
            subprocess.run(command, cwd=copy, check=True, stdout=subprocess.DEVNULL)
            return time.perf_counter() - start

        cold = build()
        again = []
        for number in range(3):
            with open(os.path.join(copy, "corpus", "1862", "notes.md"), encoding="utf-8") as file:
                notes = file.read()
            notes = notes.replace("\n## II.8\n", f"\n## II.8\n\nChanged {number}.\n", 1)
            with open(os.path.join(copy, "corpus", "1862", "notes.md"), "w", encoding="utf-8") as file:
                file.write(notes)
            again.append(build())
    return {"cold_seconds": cold, "one_note_seconds": statistics.median(again)}


def main() -> None:
    """Measure everything and print it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", metavar="FILE")
    options.add_argument("--quick", action="store_true", help="fewer runs")
    chosen = options.parse_args()
    runs = 5 if chosen.quick else 21
    table: dict[str, Mapping[str, object]] = {
        "machine": {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()},
        "judge, one trick": pairs([*CIRCULAR, *TRICK], runs),
        "--help": pairs([*CIRCULAR, "--help"], runs),
        "judge --jsonl": jsonl_rate(5_000 if chosen.quick else 20_000),
        "play": moves_rate(8 if chosen.quick else 40),
        "check 1862": pairs([*CIRCULAR, "check", "1862"], runs),
        "edition": edition_times(),
    }
    for name, figures in table.items():
        told = "  ".join(
            f"{key} {value:,.2f}" if isinstance(value, float) else f"{key} {value}" for key, value in figures.items()
        )
        print(f"{name:18} {told}")
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump(table, file, indent=2)


if __name__ == "__main__":
    main()
