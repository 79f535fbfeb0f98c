"""Draw a histogram: rows of bars on one scale, as inline SVG without a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cc_dsl import svg

WIDTH, ROW, GAP, LEFT, UNDER = 640, 64, 14, 90, 26
LETTER = 7.5
"""The width allowed for a letter of a label, a little more than letters have on average."""
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_TICKS = 12


class Series(NamedTuple):
    """One row of bars."""

    label: str
    counts: Mapping[int, int]
    mean: float


class Scale(NamedTuple):
    """Where numbers stand from left to right, in pixels."""

    least: int
    """The first number."""
    left: float
    step: float

    def of(self, value: float) -> float:
        """Return where the bar of a number begins."""
        return self.left + (value - self.least) * self.step


def draw(series: Sequence[Series], name: str, title: str) -> str:
    """Return the drawing; the name makes its ids its own.  Each row is as high as its most frequent number is often."""
    values = [value for one in series for value in one.counts]
    least, most = min(values), max(values)
    left = max(LEFT, GAP + LETTER * max(len(one.label) for one in series))
    scale = Scale(least, left, (WIDTH - left - GAP) / (most - least + 1))
    height = len(series) * (ROW + GAP) + UNDER
    shapes = [shape for place, one in enumerate(series) for shape in _row(one, scale, place)]
    means = "; ".join(f"{one.label}: mean {one.mean:.1f}" for one in series)
    shapes += _ticks(most, scale, height)
    return svg.drawing("bars", name, (title, means), (WIDTH, height), shapes)


def _row(one: Series, scale: Scale, place: int) -> list[str]:
    bottom = (place + 1) * (ROW + GAP)
    highest = max(one.counts.values())
    shapes = [svg.text(one.label, 0, bottom - 4, class_="bars-label")]
    for value, times in sorted(one.counts.items()):
        tall = ROW * times / highest
        width = max(scale.step - 1, 0.5)
        shapes.append(
            svg.element("rect", class_="bars-bar", x=scale.of(value), y=bottom - tall, width=width, height=tall)
        )
    middle = scale.of(one.mean + 0.5)
    return [
        *shapes,
        svg.element("line", class_="bars-mean", x1=middle, y1=bottom - ROW, x2=middle, y2=bottom),
        svg.element("line", class_="bars-floor", x1=scale.left, y1=bottom, x2=WIDTH - GAP, y2=bottom),
    ]


def _ticks(most: int, scale: Scale, height: int) -> list[str]:
    least = scale.least
    every = next((one for one in TICKS if (most - least) / one <= MOST_TICKS), TICKS[-1])
    first = -(-least // every) * every
    return [
        svg.text(str(value), scale.of(value + 0.5), height - 6, class_="bars-tick", text_anchor="middle")
        for value in range(first, most + 1, every)
    ]
