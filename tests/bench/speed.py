"""Compare compiled rules with programs written by hand, side by side in one run, as tables of Markdown.

    python -m tests.bench.speed [--seconds S] [--rounds N] [--peers] [--page docs/internals/speed.md]

The unit is moves (decisions) a second of processor time: whole games, random legal play, seeds from 0 in each
measurement.  (A study in several processes is measured by the clock on the wall, and needs an idle machine.)  Each
round measures all in turn, so that a change in the speed of the machine affects all; ratios are taken within a round,
and the table has their median, the least and the greatest, and the goal if there is one.  The two programs in C
(`court_circular_1862.c`, straightforward, and `court_circular_1862_fast.c`, with every trick) and the one in Python
(`by_hand.py`) were written from the rules of 1862 and play the same games seed by seed, which is checked first.
`--peers` adds games of other frameworks (`peers.py`; `pip install -r requirements/bench.txt`).  `--page` writes the
tables into that page, between its two marks.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cc_dsl import __version__
from cc_dsl.compiler.games import can_compile
from tests.bench.by_hand import rubber
from tests.bench.contestants import Field, c_compiler, c_programs, ends_of, field, run_c

CHECKED = 2000
"""So many games are compared before anything is measured; the first tenth of them also with the program in Python."""
FEW = 100
"""From so many on, numbers are told without a fraction."""
PACKAGES = ("numba", "llvmlite", "numpy")
PEERS = ("open-spiel", "rlcard", "pgx", "jax")
BEGIN, END = "<!-- figures, by tests/bench/speed.py -->", "<!-- end of figures -->"
Rates = dict[str, float]


class Ratio(NamedTuple):
    """A contestant measured by another, and what is wished for, if anything is."""

    one: str
    other: str
    goal: float | None = None


HEARTS = "OpenSpiel, Hearts, driven by Python"
EXAMPLE = "OpenSpiel, Hearts, by its own example in Python"
RATIOS = (
    Ratio("1862, Numba", "1862 by hand, C -O3", 0.8),
    Ratio("1862 step by step, Numba", "1862 by hand, C -O3", 0.4),
    Ratio("1862, Numba", "1862 by hand for speed, C -O3", 0.8),
    Ratio("1862 by hand for speed, C -O3", "1862 by hand, C -O3"),
    Ratio("1862, plain Python", "1862 by hand, Python", 1.0),
    *(Ratio(f"{name}, Numba", "1862, Numba", 0.25) for name in ("1860 for 2", "1860 for 4")),
    *(Ratio(f"{name}, Numba", "1862, Numba", 0.25) for name in ("Court! for 3", "Court! for 5")),
    Ratio("Patience, Numba", "1862, Numba", 0.15),
    Ratio("1862, a study in two processes", "1862, a study in one process", 1.9),
    Ratio("1862, Numba", "OpenSpiel, Hearts, rollouts in C++", 15),
    *(Ratio("1862, Numba", name, 250) for name in (HEARTS, EXAMPLE)),
    *(Ratio("1862 step by step, driven by Python", name, 3) for name in (HEARTS, EXAMPLE)),
    *(Ratio("1862, Numba", f"RLCard, {name}", 1000) for name in ("bridge", "gin rummy")),
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


def machine(is_with_peers: bool) -> str:
    """Return what all was measured on and with."""
    versions = {"court-circular": __version__, "Python": platform.python_version()}
    if can_compile():
        from llvmlite.binding import llvm_version_info

        versions |= {name: importlib.metadata.version(name) for name in PACKAGES}
        versions["LLVM"] = ".".join(map(str, llvm_version_info))
    if compiler := c_compiler():
        said = subprocess.run([compiler, "--version"], check=True, capture_output=True, text=True).stdout
        versions["C"] = said.splitlines()[0]
    if is_with_peers:
        versions |= {name: importlib.metadata.version(name) for name in PEERS}
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"{platform.machine()}, {_processor()}, {os.cpu_count()} processors, {platform.system()}; {named}."


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "a processor without a name"


def measured(all_of_them: Field, rounds: int, seconds: float) -> tuple[list[Rates], list[Rates]]:
    """Measure in rounds, after one that does not count; give the moves a second, and the seconds of exact counts."""
    rates, counts = [], []
    for _ in range(rounds + 1):
        rates.append({name: play(seconds) for name, play in all_of_them.players.items()})
        counts.append({name: count() for name, count in all_of_them.counts.items()})
    return rates[1:], counts[1:]


def tables(rates: list[Rates], counts: list[Rates]) -> list[str]:
    """Return what was measured: ratios and exact counts with their goals, and moves a second."""
    ratios = []
    for one, other, goal in RATIOS:
        if one in rates[0] and other in rates[0]:
            median, *spread = _spread([each[one] / each[other] for each in rates])
            is_met = "–" if goal is None else f"{goal:g} or more: {_met(median >= goal)}"
            ratios.append([one, other, *_numbers(median, *spread), is_met])
    exact = []
    for name, goal in COUNT_GOALS.items():
        if name in counts[0]:
            times = [1000 * number for number in _spread([each[name] for each in counts])]
            exact.append([name, *_numbers(*times), f"{1000 * goal:g} ms or less: {_met(times[0] <= 1000 * goal)}"])
    moves = [[name, *_numbers(*_spread([each[name] for each in rates]))] for name in rates[0]]
    return [
        "### Ratios",
        _table(["What", "by what", "median", "least to greatest", "goal"], ratios),
        "### Exact counts",
        _table(["What", "median, ms", "least to greatest", "goal"], exact),
        "### Moves a second",
        _table(["What", "median", "least to greatest"], moves),
    ]


def _spread(numbers: list[float]) -> tuple[float, float, float]:
    """Return the median of some numbers, the least and the greatest."""
    return statistics.median(numbers), min(numbers), max(numbers)


def _numbers(*numbers: float) -> tuple[str, str]:
    median, least, greatest = (f"{number:,.0f}" if number >= FEW else f"{number:.2f}" for number in numbers)
    return median, f"{least} to {greatest}"


def _met(is_met: bool) -> str:
    return "met" if is_met else "**not met**"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows])


def put(page: Path, figures: str) -> None:
    """Put the figures into a page, in the place of what stood between its marks."""
    before, mark, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise SystemExit(f"{page} has no {BEGIN} with {END} behind it.")
    page.write_text(f"{before}{BEGIN}\n\n{figures}\n\n{END}{after}", "utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement (1)")
    parser.add_argument("--rounds", type=int, default=5, help="how often all is measured (5)")
    parser.add_argument("--peers", action="store_true", help="games of other frameworks, too")
    parser.add_argument("--page", type=Path, help="the page into which the figures are put")
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
        found = tables(*measured(all_of_them, options.rounds, options.seconds))
    command = f"    python -m tests.bench.speed --rounds {options.rounds} --seconds {options.seconds:g}"
    head = f"Measured on: {machine(options.peers)}\nSeeds from 0 in every measurement; {options.rounds} rounds."
    left_out = [f"Left out: {sentence}" for sentence in all_of_them.left_out]
    figures = "\n\n".join([head, command + " --peers" * options.peers, *found, *left_out])
    print(figures)
    if options.page:
        put(options.page, figures)


if __name__ == "__main__":
    main()
