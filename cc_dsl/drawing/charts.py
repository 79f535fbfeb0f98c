"""Charts as SVG text, without a library; the same numbers give the same bytes.

Every drawing contains a title, a description in words, and its numbers as a table, for readers who cannot see it.
Colours are those of the surrounding page, or black on white.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor, log10
from typing import NamedTuple

from cc_dsl import svg

WIDTH = 360
"""The width of a drawing, which fits a telephone, so that letters keep their size; names are above their bars."""
LEFT, RIGHT = 8, 30
BAR, GAP, LINE = 14, 14, 15
ROW, APART, UNDER = 64, 14, 26
MOST_VALUES = 12
"""The greatest number of values in a distribution."""
TICKS = 4
MOST_BINS = 90
STYLE = (
    ".plot text{font:13px sans-serif;fill:currentColor}.plot .small{font-size:11px}"
    ".plot .bar{fill:currentColor;opacity:.35}.plot .whisker,.plot .axis{stroke:currentColor;fill:none}"
    ".plot .whisker{stroke-width:2}.plot .fair{stroke-dasharray:4 3}"
)
Rows = list[tuple[str, ...]]


class Plot(NamedTuple):
    """A drawing with a description in words and its numbers."""

    title: str
    description: str
    headings: tuple[str, ...]
    rows: Rows
    body: list[str]
    height: int

    @property
    def svg(self) -> str:
        """The drawing as a file or as a part of a page."""
        cells = [" | ".join(row) for row in [self.headings, *self.rows]]
        data = "\n".join(escape(line, quote=False) for line in cells)
        inside = [
            svg.element("title", escape(self.title, quote=False)),
            svg.element("desc", escape(self.description, quote=False)),
            svg.element("metadata", f"\n{data}\n"),
            svg.element("style", STYLE),
            *self.body,
        ]
        size = {"viewBox": f"0 0 {WIDTH} {self.height}", "width": WIDTH, "height": self.height}
        look = {"role": "img", "class_": "plot", "style": "max-width:100%"}
        return svg.element("svg", *(f"\n{part}" for part in inside), "\n", xmlns=svg.SPACE, **size, **look) + "\n"


class Bar(NamedTuple):
    """A number with its interval, under a name."""

    name: str
    value: float
    low: float
    high: float
    under: str = ""
    """A second line of the name, in smaller letters."""


def draw_bars(title: str, description: str, estimates: Sequence[Bar], fair: float | None = None) -> Plot:
    """Draw shares with their intervals below one another, from 0, in per cent."""
    top = _round_up(max([bar.high * 100 for bar in estimates] + [(fair or 0) * 100, 1e-9]))
    scale = (WIDTH - LEFT - RIGHT) / top * 100
    names, shapes, base = list[str](), list[str](), 8
    for bar in estimates:
        names.append(svg.text(_shorten(bar.name, WIDTH), LEFT + 4, base + LINE))
        if bar.under:
            names.append(_small_text(_shorten(bar.under, WIDTH * 7 // 6), LEFT + 4, base + 2 * LINE, "start"))
        y = base + (2 if bar.under else 1) * LINE + 5
        base = y + BAR + GAP
        low, value, high = (LEFT + scale * end for end in (bar.low, bar.value, bar.high))
        shapes.append(svg.element("rect", class_="bar", x=LEFT, y=y, width=value - LEFT, height=BAR))
        if bar.high > bar.low:
            ends = f"M{svg.number(low)} {y + 2}v10M{svg.number(high)} {y + 2}v10"
            shapes.append(_path("whisker", f"M{svg.number(low)} {y + 7}H{svg.number(high)}{ends}"))
    marks = [(f"{svg.number(top * tick / TICKS)} %", tick / TICKS) for tick in range(TICKS + 1)]
    body = [_axis(base, marks), *names, *shapes]
    if fair is not None:
        body.append(_path("axis fair", f"M{svg.number(LEFT + scale * fair)} 8V{base}"))
    rows: Rows = [
        (f"{bar.name}: {bar.under}" if bar.under else bar.name, *(svg.number(100 * value) for value in bar[1:4]))
        for bar in estimates
    ]
    return Plot(title, description, ("", "%", "low", "high"), rows, body, base + 36)


class Series(NamedTuple):
    label: str
    counts: Mapping[int, int]
    mean: float


def draw_distributions(title: str, description: str, series: Sequence[Series]) -> Plot:
    """Draw the frequency of each number, or of ranges of equal width if there are many.

    Each series is a row below its label, scaled to its most frequent number.
    """
    values = {value for row in series for value in row.counts}
    least, most = min(values), max(values)
    wide = next(nice for power in range(12) for nice in _round_steps(power) if nice * MOST_BINS > most - least)
    lows = range(least // wide * wide, most + 1, wide)
    step = (WIDTH - LEFT - APART) / len(lows)
    body, columns = [], []
    for place, row in enumerate(series, 1):
        columns.append([sum(row.counts.get(value, 0) for value in range(low, low + wide)) for low in lows])
        bottom, highest = place * (LINE + ROW + APART), max(columns[-1])
        body.append(svg.text(row.label, LEFT, bottom - ROW - 6))
        for number, times in enumerate(columns[-1]):
            if times:
                size = {"width": max(step - 1, 0.5), "height": ROW * times / highest}
                x, y = LEFT + number * step, bottom - size["height"]
                body.append(svg.element("rect", class_="bar", x=x, y=y, **size))
        mean = LEFT + (row.mean + 0.5 - lows[0]) * step / wide
        body.append(_path("axis fair", f"M{svg.number(mean)} {bottom - ROW}V{bottom}"))
        body.append(_path("axis", f"M{LEFT} {bottom}H{WIDTH - APART}"))
    height = len(series) * (LINE + ROW + APART) + UNDER
    every = next(nice for power in range(12) for nice in _round_steps(power) if nice * MOST_VALUES >= most - least)
    for value in range(-(-lows[0] // every) * every, most + 1, every):
        body.append(_small_text(str(value), LEFT + (value + 0.5 - lows[0]) * step / wide, height - 6, "middle"))
    ranges = [str(low) if wide == 1 else f"{low} to {low + wide - 1}" for low in lows]
    rows: Rows = [(name, *map(str, times)) for name, *times in zip(ranges, *columns, strict=True)]
    return Plot(title, description, (title, *(row.label for row in series)), rows, body, height)


def _round_steps(power: int) -> tuple[int, int, int]:
    return 10**power, 2 * 10**power, 5 * 10**power


def stack_plots(title: str, plots: Sequence[Plot]) -> Plot:
    """Return one drawing with several below one another, each under its title."""
    body, rows, at = [], [], 0
    for plot in plots:
        body.append(svg.text(plot.title, 8, at + 18, font_weight="bold"))
        body.append(svg.element("g", "\n".join(plot.body), transform=f"translate(0 {at + 26})"))
        rows += [(plot.title, *plot.headings), *((plot.title, *row) for row in plot.rows)]
        at += plot.height + 34
    return Plot(title, " ".join(plot.description for plot in plots), ("drawing",), rows, body, at)


# --------------------------------------------------------------------------------------------- numbers


def _axis(base: int, marks: Sequence[tuple[str, float]]) -> str:
    """Return an axis with its marks, each with its place from 0 at the left to 1 at the right."""
    width, last = WIDTH - LEFT - RIGHT, len(marks) - 1
    anchors = ["start" if not number else "end" if number == last else "middle" for number in range(len(marks))]
    labels = "".join(
        _small_text(label, LEFT + width * place, base + 18, anchor)
        for (label, place), anchor in zip(marks, anchors, strict=True)
    )
    return _path("axis", f"M{LEFT} 8V{base}H{LEFT + width}") + labels


def _small_text(words: str, x: float, y: float, anchor: str) -> str:
    return svg.text(words, x, y, class_="small", text_anchor=anchor)


def _path(kind: str, way: str) -> str:
    return svg.element("path", class_=kind, d=way)


def _round_up(number: float) -> float:
    """Return the next round number, such as 1, 1.5, 2, 2.5, 3 or 4 times a power of ten."""
    power = 10.0 ** floor(log10(max(number, 1e-12)))
    return next(nice * power for nice in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if nice * power >= number * (1 - 1e-12))


def _shorten(words: str, room: int) -> str:
    most = room // 7
    return words if len(words) <= most else f"{words[: most - 1]}…"
