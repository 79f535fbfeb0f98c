"""Puts what `tests.bench.speed --json` has measured into the page about speed, between its two marks.

python -m tests.bench.page FILE.json docs/internals/speed.md
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- figures, by tests/bench/page.py -->", "<!-- end of figures -->"
FEW = 100
"""From so many on, ratios are told without a fraction."""


def page(text: str, found: Mapping[str, Any]) -> str:
    """Return the page with these figures in the place of what stood there."""
    before, mark, rest = text.partition(BEGIN)
    _, other, after = rest.partition(END)
    if not mark or not other:
        raise ValueError(f"The page has no {BEGIN} with {END} behind it.")
    return f"{before}{BEGIN}\n\n{figures(found)}\n\n{END}{after}"


def figures(found: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    command = f"python -m tests.bench.speed --rounds {found['rounds']} --seconds {found['seconds']:g}"
    is_with_peers = any("/" not in name and "OpenSpiel" in name for name in found["moves_a_second"])
    parts = [
        f"Measured on: {found['machine']}; {versions}.\nSeeds from 0 in every measurement; {found['rounds']} rounds.",
        f"    {command}{' --peers' if is_with_peers else ''} --json FILE",
        "### Ratios",
        _table(
            ["What", "by what", "median", "least to greatest", "goal"],
            [[one["one"], one["other"], *_spread(one, 1), _goal(one, "{:g} or more", 1)] for one in found["ratios"]],
        ),
        "### Exact counts",
        _table(
            ["What", "median, ms", "least to greatest", "goal"],
            [
                [one["what"], *_spread(one, 1000), _goal(one, "{:g} ms or less", 1000)]
                for one in found["seconds_of_exact_counts"]
            ],
        ),
        "### Moves a second",
        _table(
            ["What", "median", "least to greatest"],
            [
                [name, f"{rate['median']:,.0f}", f"{rate['least']:,.0f} to {rate['greatest']:,.0f}"]
                for name, rate in found["moves_a_second"].items()
            ],
        ),
    ]
    parts += [f"Left out: {sentence}" for sentence in found["left_out"]]
    return "\n\n".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _spread(one: Mapping[str, Any], times: float) -> tuple[str, str]:
    median, least, greatest = (_number(times * one[key]) for key in ("median", "least", "greatest"))
    return median, f"{least} to {greatest}"


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= FEW else f"{number:.2f}"


def _goal(one: Mapping[str, Any], words: str, times: float) -> str:
    if one["goal"] is None:
        return "–"
    return f"{words.format(times * one['goal'])}: {'met' if one['is_met'] else '**not met**'}"


def main() -> None:
    """Read figures, and write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", type=Path)
    parser.add_argument("page", type=Path)
    chosen = parser.parse_args()
    found = json.loads(chosen.figures.read_text("utf-8"))
    chosen.page.write_text(page(chosen.page.read_text("utf-8"), found), "utf-8")


if __name__ == "__main__":
    main()
