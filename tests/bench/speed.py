"""Compares compiled rules with programs written by hand, side by side in one run, and prints one table.

    python -m tests.bench.speed [--seconds S] [--rounds N] [--peers] [--json FILE]

The unit is moves (decisions) a second of processor time: whole games, random legal play, seeds from 0 in each
measurement.  (A study in several processes is measured by the clock on the wall, and wants a machine that is idle.)
Each round measures all in turn, so that a machine that drifts touches all; ratios are taken within a round, and their
median is told with the least and the greatest, beside the goal where there is one.  The two programs in C
(`court_circular_1862.c`, straightforward, and `court_circular_1862_fast.c`, with every trick) and the one in Python
(`by_hand.py`) were written from the rules of 1862 and play the same games seed by seed, which is checked first.  With
`--peers` games of other frameworks play beside them (`peers.py`; `pip install -r requirements/bench.txt`).
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import tempfile
from typing import Any, NamedTuple

from cc_dsl import __version__
from cc_dsl.compiler.games import can_compile
from tests.bench.by_hand import rubber
from tests.bench.contestants import Contestant, Field, c_compiler, c_programs, ends_of, field, run_c

CHECKED = 2000
"""So many games are compared before anything is measured; the first tenth of them also with the program in Python."""
FEW = 100
"""From so many on, numbers are told without a fraction."""
PACKAGES = ("numba", "llvmlite", "numpy")
PEERS = ("open-spiel", "rlcard", "pgx", "jax")


class Ratio(NamedTuple):
    """A contestant measured by another, and what is wished for, if anything is."""

    one: str
    other: str
    goal: float | None = None


RATIOS = (
    Ratio("1862, Numba", "1862 by hand, C -O3", 0.8),
    Ratio("1862 step by step, Numba", "1862 by hand, C -O3", 0.4),
    Ratio("1862, Numba", "1862 by hand for speed, C -O3", 0.8),
    Ratio("1862 by hand for speed, C -O3", "1862 by hand, C -O3"),
    Ratio("1862, plain Python", "1862 by hand, Python", 1.0),
    *(
        Ratio(f"{name}, Numba", "1862, Numba", 0.25)
        for name in ("1860 for 2", "1860 for 4", "Court! for 3", "Court! for 5")
    ),
    Ratio("Patience, Numba", "1862, Numba", 0.15),
    *(
        Ratio(f"{name}, Numba", "1862, Numba", 0.05)
        for name in (
            "Castle Croquet, 1863, for 4",
            "Castle Croquet, 1866, for 4",
            "Croquêt Castles for 5",
        )
    ),
    Ratio("1862, a study in two processes", "1862, a study in one process", 1.9),
    Ratio("1862, Numba", "OpenSpiel, Hearts, rollouts in C++", 15),
    Ratio("1862, Numba", "OpenSpiel, Hearts, driven by Python", 250),
    Ratio("1862, Numba", "OpenSpiel, Hearts, by its own example in Python", 250),
    Ratio("1862 step by step, driven by Python", "OpenSpiel, Hearts, driven by Python", 3),
    Ratio("1862 step by step, driven by Python", "OpenSpiel, Hearts, by its own example in Python", 3),
    Ratio("1862, Numba", "RLCard, bridge", 1000),
    Ratio("1862, Numba", "RLCard, gin rummy", 1000),
    Ratio("1862, Numba", "Pgx, Leduc hold’em, 4,096 at once"),
)
COUNT_GOALS = {"1862 Lines, Numba": 0.5, "1862 Lines, plain Python": 3.0}
"""In so many seconds all 1,082,900 cases should be counted."""


def check(programs: dict[str, str]) -> None:
    """See that the programs written by hand play the games of the rules."""
    ends = [*ends_of("1862", CHECKED)]
    some = CHECKED // 10
    assert [(end.winner, end.moves) for end in ends[:some]] == [rubber(seed) for seed in range(some)]
    for first in range(0, CHECKED, some):
        part = ends[first : first + some]
        expected = sum(end.moves for end in part), sum(end.winner == 1 for end in part)
        for path in programs.values():
            assert run_c(path, first, some)[:2] == expected


def machine(is_with_peers: bool) -> dict[str, Any]:
    """Return what all was measured on and with."""
    versions = {name: importlib.metadata.version(name) for name in PACKAGES if can_compile()}
    if can_compile():
        from llvmlite.binding import llvm_version_info

        versions["LLVM"] = ".".join(map(str, llvm_version_info))
    compiler = c_compiler()
    if compiler is not None:
        said = subprocess.run([compiler, "--version"], check=True, capture_output=True, text=True).stdout
        versions["C"] = said.splitlines()[0]
    if is_with_peers:
        versions |= {name: importlib.metadata.version(name) for name in PEERS}
    return {
        "machine": f"{platform.machine()}, {_processor()}, {os.cpu_count()} processors, {platform.system()}",
        "versions": {"court-circular": __version__, "Python": platform.python_version(), **versions},
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "a processor without a name"


def measure(players: dict[str, Contestant], seconds: float) -> dict[str, float]:
    """Let all play once, in turn."""
    return {name: play(seconds) for name, play in players.items()}


def measured(all_of_them: Field, rounds: int, seconds: float) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    """Measure in rounds, after one that does not count; give the moves a second, and the seconds of exact counts."""
    measure(all_of_them.players, seconds)
    rates, counts = [], []
    for _ in range(rounds):
        rates.append(measure(all_of_them.players, seconds))
        counts.append({name: count() for name, count in all_of_them.counts.items()})
    return rates, counts


def spread(numbers: list[float]) -> dict[str, float]:
    """Return the median of some numbers, the least and the greatest."""
    return {"median": statistics.median(numbers), "least": min(numbers), "greatest": max(numbers)}


def table(rates: list[dict[str, float]], counts: list[dict[str, float]]) -> dict[str, Any]:
    """Return what was measured, ratios with their goals included."""
    ratios = []
    for ratio in RATIOS:
        if rates and ratio.one in rates[0] and ratio.other in rates[0]:
            found = spread([each[ratio.one] / each[ratio.other] for each in rates])
            is_met = None if ratio.goal is None else found["median"] >= ratio.goal
            ratios.append({**ratio._asdict(), **found, "is_met": is_met})
    exact = []
    for name in counts[0]:
        found = spread([each[name] for each in counts])
        exact.append({"what": name, **found, "goal": COUNT_GOALS[name], "is_met": found["median"] <= COUNT_GOALS[name]})
    return {
        "moves_a_second": {name: spread([each[name] for each in rates]) for name in rates[0]},
        "ratios": ratios,
        "seconds_of_exact_counts": exact,
    }


def show(found: dict[str, Any]) -> None:
    """Print the table."""
    print(found["machine"])
    print("; ".join(f"{name} {version}" for name, version in found["versions"].items()))
    print(f"{found['rounds']} rounds of {found['seconds']:g} s for each; seeds from 0; median (least to greatest)\n")
    for name, rate in found["moves_a_second"].items():
        print(f"{name:48} {rate['median']:13,.0f} moves/s  ({rate['least']:,.0f} to {rate['greatest']:,.0f})")
    print()
    for ratio in found["ratios"]:
        goal = "" if ratio["goal"] is None else f"  goal {ratio['goal']:g} or more: {_met(ratio)}"
        print(f"{ratio['one']} / {ratio['other']}:\n    {_spread(ratio)}{goal}")
    print()
    for count in found["seconds_of_exact_counts"]:
        times = {key: 1000 * count[key] for key in ("median", "least", "greatest")}
        print(f"{count['what']}: {_spread(times)} ms  goal {1000 * count['goal']:g} ms or less: {_met(count)}")
    for sentence in found["left_out"]:
        print(f"\nLeft out: {sentence}")


def _spread(numbers: dict[str, float]) -> str:
    median, least, greatest = (
        f"{number:,.0f}" if number >= FEW else f"{number:.2f}"
        for number in (numbers["median"], numbers["least"], numbers["greatest"])
    )
    return f"{median}  ({least} to {greatest})"


def _met(row: dict[str, Any]) -> str:
    return "met" if row["is_met"] else "NOT MET"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement (1)")
    parser.add_argument("--rounds", type=int, default=5, help="how often all is measured (5)")
    parser.add_argument("--peers", action="store_true", help="games of other frameworks, too")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds wants a number from 1 on")
    with tempfile.TemporaryDirectory() as folder:
        programs = c_programs(folder)
        check(programs)
        all_of_them = field(programs)
        if options.peers:
            from tests.bench.peers import peers

            all_of_them.players.update(peers())
        rates, counts = measured(all_of_them, options.rounds, options.seconds)
    found = {
        **machine(options.peers),
        "rounds": options.rounds,
        "seconds": options.seconds,
        "left_out": all_of_them.left_out,
        **table(rates, counts),
    }
    show(found)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
