"""Draw a histogram: rows of bars on one scale, as inline SVG without a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH, ROW, GAP, LEFT, UNDER = 640, 64, 14, 90, 26
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_TICKS = 12


class Series(NamedTuple):
    """One row of bars."""

    label: str
    counts: Mapping[int, int]
    mean: float


def draw(series: Sequence[Series], name: str, title: str) -> str:
    """Give the drawing; the name makes its ids its own.  Each row is as high as its most frequent number is often."""
    values = [value for one in series for value in one.counts]
    least, most = min(values), max(values)
    step = (WIDTH - LEFT - GAP) / (most - least + 1)
    height = len(series) * (ROW + GAP) + UNDER
    shapes = [shape for place, one in enumerate(series) for shape in _row(one, least, step, place)]
    means = "; ".join(f"{one.label}: mean {one.mean:.1f}" for one in series)
    return (
        f'<svg class="bars-drawing" role="img" aria-labelledby="{escape(name)}-title {escape(name)}-desc" '
        f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{escape(name)}-title">{escape(title)}</title><desc id="{escape(name)}-desc">{escape(means)}</desc>'
        f"{''.join(shapes)}{''.join(_ticks(least, most, step, height))}</svg>"
    )


def _row(one: Series, least: int, step: float, place: int) -> list[str]:
    bottom = (place + 1) * (ROW + GAP)
    highest = max(one.counts.values())
    shapes = [f'<text class="bars-label" x="0" y="{bottom - 4}">{escape(one.label)}</text>']
    for value, times in sorted(one.counts.items()):
        tall = ROW * times / highest
        left = LEFT + (value - least) * step
        shapes.append(
            f'<rect class="bars-bar" x="{left:.1f}" y="{bottom - tall:.1f}" '
            f'width="{max(step - 1, 0.5):.1f}" height="{tall:.1f}"/>'
        )
    middle = LEFT + (one.mean - least + 0.5) * step
    shapes.append(
        f'<line class="bars-mean" x1="{middle:.1f}" y1="{bottom - ROW}" x2="{middle:.1f}" y2="{bottom}"/>'
        f'<line class="bars-floor" x1="{LEFT}" y1="{bottom}" x2="{WIDTH - GAP}" y2="{bottom}"/>'
    )
    return shapes


def _ticks(least: int, most: int, step: float, height: int) -> list[str]:
    every = next((one for one in TICKS if (most - least) / one <= MOST_TICKS), TICKS[-1])
    first = -(-least // every) * every
    return [
        f'<text class="bars-tick" x="{LEFT + (value - least + 0.5) * step:.1f}" y="{height - 6}" '
        f'text-anchor="middle">{value}</text>'
        for value in range(first, most + 1, every)
    ]
