"""The contestants of the table of speed: compiled rules in all their forms, and programs written by hand.

A contestant plays for about a given number of seconds, and returns moves a second of processor time, on which other
work of the machine has little effect; only a study in several processes is measured by the clock on the wall.  Rules
are compiled and processes started before the measurement.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cc_dsl import pipeline
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.compiler.games import CompiledGames, can_compile
from cc_dsl.compiler.steps import Steps
from cc_dsl.study.exact import count_groups
from cc_dsl.study.games import Chunk, Task
from cc_dsl.study.schedulers import Processes
from tests.bench.by_hand import rubber
from tests.stepping import machine_code
from tests.traced import outcomes

HERE = os.path.dirname(os.path.abspath(__file__))
Contestant = Callable[[float], float]
"""Plays for about so many seconds; gives moves a second."""
PROGRAMS = {
    "1862 by hand, C -O3": "court_circular_1862.c",
    "1862 by hand for speed, C -O3": "court_circular_1862_fast.c",
}
EDITIONS = (
    ("1862", "1862", 2),
    ("1860 for 2", "1860", 2),
    ("1860 for 4", "1860", 4),
    ("Court! for 3", "court", 3),
    ("Court! for 5", "court", 5),
    ("Patience", "patience", 1),
)
"""How editions are called in the table, and for how many they are played."""
PIECE = 10_000
"""So many games are a piece of the study that is played in processes."""
LONGER = 4
"""Processes play so many times as long as others, so that what is left to the last of them does not count."""
AT_ONCE = 4096
"""So many games a compiled contestant plays by one call, as a study does."""


class Field(NamedTuple):
    """All that can be measured here."""

    players: dict[str, Contestant]
    counts: dict[str, Callable[[], float]]
    """Exact counts; each gives the seconds that it took."""
    left_out: list[str]


def doubled(play: Callable[[int], tuple[int, float]]) -> Contestant:
    """Make a contestant of what plays so many games and gives moves and seconds: twice as many until it takes long."""
    count = 1

    def contestant(seconds: float) -> float:
        nonlocal count
        while True:
            moves, taken = play(count)
            if taken > seconds / 2:
                return moves / taken
            count *= 2

    return contestant


# ----------------------------------------------------------------------------------------- written by hand


def c_programs(folder: str) -> dict[str, str]:
    """Compile the programs in C; give none where there is no compiler."""
    compiler = c_compiler()
    if compiler is None:
        return {}
    found = {name: os.path.join(folder, source.removesuffix(".c")) for name, source in PROGRAMS.items()}
    for name, path in found.items():
        source = os.path.join(HERE, PROGRAMS[name])
        subprocess.run([compiler, "-O3", "-march=native", "-o", path, source], check=True)
    return found


def c_compiler() -> str | None:
    return shutil.which("gcc") or shutil.which("cc")


def run_c(path: str, first: int, count: int) -> tuple[int, int, float]:
    """Run a program in C; give moves, Rubbers won by player 2, and seconds."""
    answer = subprocess.run([path, str(first), str(count)], check=True, capture_output=True, text=True).stdout.split()
    return int(answer[1]), int(answer[2]), float(answer[3])


def in_c(path: str) -> Contestant:
    return doubled(lambda count: run_c(path, 0, count)[::2])


def by_hand(first: int, count: int) -> int:
    """Play with the program written by hand in Python."""
    return sum(rubber(seed)[1] for seed in range(first, first + count))


# --------------------------------------------------------------------------------------------- compiled rules


def timed(play: Callable[[int, int], int]) -> Contestant:
    """Make a contestant of what plays so many games from a seed on, and gives their moves."""

    def clocked(count: int) -> tuple[int, float]:
        start = time.process_time()
        return play(0, count), time.process_time() - start

    return doubled(clocked)


def compiled(edition: str, seats: int, is_fast: bool) -> Contestant:
    """Make a contestant of whole games under compiled rules."""
    games = CompiledGames(pipeline.load(edition).rules, seats, is_fast)
    if not is_fast:
        return timed(lambda first, count: sum(end[2] for end in games.rows(first, count)))
    width = 3 + len(games.results)
    return timed(lambda first, count: sum(sum(ends[2::width]) for ends in games.tables(first, count)))


def stepped(edition: str, seats: int) -> Contestant:
    """Make a contestant of games that stop at every question, and are answered in machine code."""
    import numpy as np

    steps = Steps(pipeline.load(edition).rules, seats, is_fast=True)
    many, vector, columns = machine_code(steps)["many"], steps.vector(), 4 + len(steps.source.results)

    def play(first: int, count: int) -> int:
        moves = 0
        for begin in range(first, first + count, AT_ONCE):
            ends = np.zeros((min(AT_ONCE, first + count - begin), columns), dtype=np.int64)
            many(vector, np.uint64(begin), ends)
            moves += int(ends[:, 2].sum())
        return moves

    return timed(play)


def driven(edition: str, seats: int) -> Contestant:
    """Make a contestant of games that Python drives move by move."""
    steps = Steps(pipeline.load(edition).rules, seats, is_fast=True)
    reset, count_of, take, vector = (
        steps.module.reset,
        steps.module.count_of,
        machine_code(steps)["take"],
        steps.vector(),
    )

    def play(first: int, count: int) -> int:
        moves, draw = 0, random.random
        for seed in range(first, first + count):
            reset(vector, seed)
            options = count_of(vector)
            while options:
                options = take(vector, int(draw() * options))
                moves += 1
        return moves

    return timed(play)


def studied(edition: str, seats: int, processes: int) -> Contestant:
    """Make a contestant of a study in so many processes; the clock runs when each of them has played a piece."""
    task = Task(pipeline.load(edition).rules, seats, is_fast=True).pack()
    rate = 0.0

    def play(number: int) -> tuple[int, float]:
        moves, begun, ready = 0, 0.0, 2 * processes
        wanted = (Chunk(at * PIECE, PIECE) for at in range(ready + number))
        for place, (_, counts) in enumerate(Processes(processes).play(task, wanted), 1):
            if place > ready:
                moves += sum(int(length) * times for length, times in counts["moves"].items())
            elif place == ready:
                begun = time.perf_counter()
        return moves, time.perf_counter() - begun

    def contestant(seconds: float) -> float:
        nonlocal rate
        if not rate:
            moves, taken = play(20 * processes)
            rate = 20 * processes / taken
        moves, taken = play(max(20 * processes, int(LONGER * seconds * rate)))
        return moves / taken

    return contestant


def counting(edition: str, what: str, is_fast: bool) -> Callable[[], float]:
    """Make what counts exactly, and gives the seconds that it took."""
    rules = pipeline.load(edition).rules
    if is_fast:
        count_groups(rules, what, True)

    def seconds() -> float:
        start = time.process_time()
        count_groups(rules, what, is_fast)
        return time.process_time() - start

    return seconds


# ------------------------------------------------------------------------------------------------- all of them


def field(programs: dict[str, str]) -> Field:
    """Return all that can be measured here, and say what cannot."""
    found = Field({name: in_c(path) for name, path in programs.items()}, {}, [])
    if not programs:
        found.left_out.append("the programs in C: there is no compiler of C")
    found.players["1862 by hand, Python"] = timed(by_hand)
    kinds = [(False, "plain Python")]
    if can_compile():
        kinds.insert(0, (True, "Numba"))
    else:
        found.left_out.append("all that Numba compiles: it is not installed")
    unknown: dict[str, str] = {}
    for is_fast, kind in kinds:
        for name, edition, seats in EDITIONS:
            try:
                found.players[f"{name}, {kind}"] = compiled(edition, seats, is_fast)
            except NotCompiled as fault:
                unknown[name] = str(fault)
    found.left_out.extend(f"{name}: {why}" for name, why in unknown.items())
    if can_compile():
        found.players["1862 step by step, Numba"] = stepped("1862", 2)
        found.players["1862 step by step, driven by Python"] = driven("1862", 2)
        for number, name in ((1, "one process"), (2, "two processes")):
            found.players[f"1862, a study in {name}"] = studied("1862", 2, number)
        found.counts["1862 Lines, Numba"] = counting("1862", "lines", True)
    found.counts["1862 Lines, plain Python"] = counting("1862", "lines", False)
    return found


def ends_of(edition: str, count: int) -> Iterator[Any]:
    """Return how the first games of an edition end, by compiled rules."""
    return outcomes(CompiledGames(pipeline.load(edition).rules), 0, count)
