"""Compares compiled rules with programs written by hand, side by side in one run, and prints one table.

    python -m tests.bench.speed [--seconds S] [--rounds N] [--peers] [--json FILE]

The unit is moves (decisions) a second on one core: whole games, random legal play.  Each round measures all in turn, so
that a machine that drifts touches all; ratios are taken within a round, and their median is told with its spread.
The C program (`court_circular_1862.c`) and the Python program (`by_hand.py`) were written from the rules of 1862 and
play the same games seed by seed, which is checked first.  With `--peers` games of other frameworks play beside them
(`peers.py`; `pip install -r requirements/bench.txt`).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable

from cc_dsl import pipeline
from cc_dsl.compiler.games import Games
from cc_dsl.compiler.steps import Steps
from cc_dsl.study.games import can_compile
from tests.bench.by_hand import rubber

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "court_circular_1862.c")
Contestant = Callable[[float], float]
"""Plays for about so many seconds; gives moves a second."""


def c_program(folder: str) -> str | None:
    """Compile the program in C; None where there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    path = os.path.join(folder, "court")
    subprocess.run([compiler, "-O3", "-march=native", "-o", path, SOURCE], check=True)
    return path


def run_c(path: str, first: int, count: int) -> tuple[int, int, float]:
    """Run the program in C; give moves, Rubbers won by player 2, and seconds."""
    answer = subprocess.run([path, str(first), str(count)], check=True, capture_output=True, text=True).stdout.split()
    return int(answer[1]), int(answer[2]), float(answer[3])


def timed(play: Callable[[int, int], int]) -> Contestant:
    """Make a contestant of what plays so many games from a seed on, and gives their moves."""
    count = 1

    def contestant(seconds: float) -> float:
        nonlocal count
        while True:
            start = time.perf_counter()
            moves = play(0, count)
            taken = time.perf_counter() - start
            if taken > seconds / 2:
                return moves / taken
            count *= 2

    return contestant


def in_c(path: str) -> Contestant:
    """Make a contestant of the program in C."""
    return lambda seconds: (lambda found: found[0] / found[2])(run_c(path, 0, max(int(seconds * 60_000), 1000)))


def compiled(edition: str, seats: int, is_fast: bool) -> Contestant:
    """Make a contestant of whole games under compiled rules."""
    games = Games(pipeline.load(edition).rules, seats, is_fast)
    if not is_fast:
        return timed(lambda first, count: sum(end.moves for end in games.play_many(first, count)))
    return timed(_many(games.source.size, games._many))


def stepped(edition: str, seats: int) -> Contestant:
    """Make a contestant of games that stop at every question, and are answered in machine code."""
    steps = Steps(pipeline.load(edition).rules, seats, is_fast=True)
    return timed(_many(steps.source.size, steps.module.many))


def _many(size: int, many: Callable[..., None]) -> Callable[[int, int], int]:
    import numpy as np

    def play(first: int, count: int) -> int:
        ends = np.zeros((count, 4), dtype=np.int64)
        many(np.zeros(size, dtype=np.int64), np.uint64(first), ends)
        return int(ends[:, 2].sum())

    return play


def driven(edition: str, seats: int) -> Contestant:
    """Make a contestant of games that Python drives move by move."""
    import random

    steps = Steps(pipeline.load(edition).rules, seats, is_fast=True)
    places, step, reset = steps.source.places, steps.module.step, steps.module.reset
    to_move, allowed, vector = places["to_move"], places["options"], steps.vector()

    def play(first: int, count: int) -> int:
        moves = 0
        for seed in range(first, first + count):
            reset(vector, seed)
            while vector[to_move] >= 0:
                options = int(vector[allowed])
                for _ in range(int(random.random() * options.bit_count())):
                    options &= options - 1
                step(vector, (options & -options).bit_length() - 1)
                moves += 1
        return moves

    return timed(play)


def by_hand(first: int, count: int) -> int:
    """Play with the program written by hand in Python."""
    return sum(rubber(seed)[1] for seed in range(first, first + count))


def contestants(program: str | None) -> dict[str, Contestant]:
    """Give all that can be measured here."""
    found: dict[str, Contestant] = {}
    if program is not None:
        found["1862 by hand, C -O3"] = in_c(program)
    if can_compile():
        found["1862 compiled, Numba"] = compiled("1862", 2, True)
        found["1862 step by step, Numba"] = stepped("1862", 2)
        found["1862 step by step, driven by Python"] = driven("1862", 2)
        found["1860 for 2 compiled, Numba"] = compiled("1860", 2, True)
        found["1860 for 4 compiled, Numba"] = compiled("1860", 4, True)
    found["1862 by hand, Python"] = timed(by_hand)
    found["1862 compiled, plain Python"] = compiled("1862", 2, False)
    found["1860 for 2 compiled, plain Python"] = compiled("1860", 2, False)
    return found


def check(program: str | None) -> None:
    """See that the programs written by hand play the games of the rules."""
    games = Games(pipeline.load("1862").rules)
    ends = [*games.play_many(0, 200)]
    assert [(end.winner, end.moves) for end in ends] == [rubber(seed) for seed in range(200)]
    if program is not None:
        moves, won, _ = run_c(program, 0, 200)
        assert (moves, won) == (sum(end.moves for end in ends), sum(end.winner == 1 for end in ends))


RATIOS = (
    ("1862 compiled, Numba", "1862 by hand, C -O3"),
    ("1862 step by step, Numba", "1862 by hand, C -O3"),
    ("1862 compiled, plain Python", "1862 by hand, Python"),
    ("1860 for 2 compiled, Numba", "1862 compiled, Numba"),
    ("1860 for 4 compiled, Numba", "1862 compiled, Numba"),
    ("two processes", "one process"),
    ("1862 compiled, Numba", "OpenSpiel, Hearts, rollouts in C++"),
    ("1862 compiled, Numba", "OpenSpiel, Hearts, driven by Python"),
    ("1862 step by step, driven by Python", "OpenSpiel, Hearts, driven by Python"),
    ("1862 compiled, Numba", "RLCard, bridge"),
    ("1862 compiled, Numba", "RLCard, gin rummy"),
    ("1862 compiled, Numba", "Pgx, Leduc hold’em, 4,096 at once"),
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", action="store_true", help="games of other frameworks, too")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = c_program(folder)
        check(program)
        players = contestants(program)
        if options.peers:
            from tests.bench.peers import peers

            players.update(peers())
        rounds: list[dict[str, float]] = []
        for number in range(options.rounds + 1):
            measured = {name: play(options.seconds) for name, play in players.items()}
            if number:
                rounds.append(measured)
    machine = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    print(f"{machine}; {options.rounds} rounds, seeds from 0\n")
    table = {name: sorted(each[name] for each in rounds) for name in players}
    for name, rates in table.items():
        print(f"{name:38} {statistics.median(rates):14,.0f} moves/s   {rates[0]:,.0f} to {rates[-1]:,.0f}")
    print()
    ratios = {}
    for one, other in RATIOS:
        if one in table and other in table:
            shares = sorted(each[one] / each[other] for each in rounds)
            ratios[f"{one} / {other}"] = shares
            print(f"{one} / {other}: {statistics.median(shares):.2f}   ({shares[0]:.2f} to {shares[-1]:.2f})")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"machine": machine, "rates": table, "ratios": ratios}, file, indent=1)


if __name__ == "__main__":
    main()
