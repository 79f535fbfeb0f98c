"""Time the engine in the page: `python -m tests.browser.timing OUT`.

For each start the table has the time from the click, and from the start of Python, to the first verdict, then the times
for a changed reading and a changed card, all by the clock. For the first verdict it also has the processor time of the
browser, on which other work of the machine has little effect.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from statistics import median
from typing import Any

from tests.browser import looking
from tests.browser.acting import unfold
from tests.browser.looking import SCRIPTS

PAGE = "edition/1862/rule-4.html"
CASE = "1862-case-equal-Lines-one-card"
GOALS = {"click to verdict": 3000, "Python ready to verdict": 500, "a changed reading": 100, "a changed card": 20}
"""Milliseconds, on an idle machine."""
GIVEN = {"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}
READINGS = (
    {"Ace-in-Sequence": "round-the-corner"},
    {"taken-from": "any-of-six"},
    {"Ace-in-Sequence": "round-the-corner", "taken-from": "any-of-six"},
)
LEADS = ("6H", "7H", "8H", "9H", "10H")


def processor_seconds() -> float:
    """Return the processor time of all processes that this one has started and that still run."""
    children: dict[int, list[tuple[int, float]]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # the process has ended meanwhile
        ticks = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        children.setdefault(int(fields[1]), []).append((int(path.parent.name), ticks))

    def below(process: int) -> float:
        return sum(seconds + below(child) for child, seconds in children.get(process, []))

    return below(os.getpid())


def start(page: Any, out: Path) -> dict[str, list[float]]:
    """Start the engine once; return what was measured."""
    page.goto((out / PAGE).resolve().as_uri())
    unfold(page, CASE)
    page.evaluate(SCRIPTS["note"])
    before = processor_seconds()
    page.locator(f"[id='{CASE}']").get_by_role("button", name="Try it").click()
    page.wait_for_function("() => window.noted.judged")
    seconds = processor_seconds() - before
    noted = page.evaluate("window.noted")
    page.evaluate(SCRIPTS["times"], [{"given": GIVEN}])
    return {
        "click to verdict": [noted["judged"] - noted["click"]],
        "Python ready to verdict": [noted["judged"] - noted["python"]],
        "processor time, click to verdict": [1000 * seconds],
        "a changed reading": page.evaluate(SCRIPTS["times"], [{"given": GIVEN, "readings": one} for one in READINGS]),
        "a changed card": page.evaluate(SCRIPTS["times"], [{"given": {**GIVEN, "lead": lead}} for lead in LEADS]),
    }


def main(arguments: list[str]) -> int:
    """Measure some starts, and print the medians."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.timing", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder of the made edition")
    parser.add_argument("--starts", type=int, default=5, help="so many starts of the engine")
    asked = parser.parse_args(arguments)
    found: dict[str, list[float]] = {}
    with looking.browser() as started:
        for _ in range(asked.starts):
            with looking.opened(started, looking.Mode()) as page:
                page.set_default_timeout(120_000)
                for name, times in start(page, asked.out).items():
                    found.setdefault(name, []).extend(times)
    print(f"Medians of {asked.starts} starts; the load of the machine is {os.getloadavg()[0]:.1f}.")
    for name, times in found.items():
        goal = f", goal {GOALS[name]:,}" if name in GOALS else ""
        print(f"{name}: {median(times):,.0f} ms ({min(times):,.0f} to {max(times):,.0f}{goal})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
