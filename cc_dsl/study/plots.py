"""Draw the results of a study as SVG, in plain text: no library, and the same bytes from the same numbers.

Every drawing has a title, a description in words, and its numbers as a table inside it, so that a reader who cannot see
it knows what it shows.  Colours are those of the page around it, or black on white.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

WIDTH = 640
LEFT, RIGHT = 150, 24
BAR, GAP = 16, 8
TICKS = 5
MOST_BINS = 90
STYLE = (
    ".plot text{font:13px sans-serif;fill:currentColor}.plot .small{font-size:11px}"
    ".plot .bar{fill:currentColor;opacity:.35}.plot .whisker,.plot .axis{stroke:currentColor;fill:none}"
    ".plot .whisker{stroke-width:2}.plot .fair{stroke-dasharray:4 3}"
)
Rows = list[tuple[str, ...]]


class Plot(NamedTuple):
    """A drawing with what it shows in words and in numbers."""

    title: str
    description: str
    headings: tuple[str, ...]
    rows: Rows
    body: list[str]
    height: int

    @property
    def svg(self) -> str:
        """The drawing as a file or as a part of a page."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> list[str]:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" role="img" '
            f'class="plot" width="{WIDTH}" height="{self.height}" style="max-width:100%">'
        )
        cells = [" | ".join(row) for row in [self.headings, *self.rows]]
        data = "\n".join(escape(line, quote=False) for line in cells)
        return [
            head,
            f"<title>{escape(self.title, quote=False)}</title>",
            f"<desc>{escape(self.description, quote=False)}</desc>",
            f"<metadata>\n{data}\n</metadata>",
            f"<style>{STYLE}</style>",
            *self.body,
            "</svg>",
        ]


class Bar(NamedTuple):
    """A number with its interval, under a name."""

    name: str
    value: float
    low: float
    high: float


def bars(
    title: str, description: str, shown: Sequence[Bar], unit: str = "%", fair: float | None = None, left: int = LEFT
) -> Plot:
    """Draw numbers with their intervals below one another, from 0 on; shares in hundredths."""
    times = 100.0 if unit == "%" else 1.0
    top = _round_up(max([bar.high * times for bar in shown] + [(fair or 0) * times, 1e-9]))
    width = WIDTH - left - RIGHT
    base = 20 + len(shown) * (BAR + GAP)
    body = [_axis(base, top, left, unit)]
    for number, bar in enumerate(shown):
        y = 16 + number * (BAR + GAP)
        ends = [left + width * one * times / top for one in (bar.low, bar.value, bar.high)]
        body.append(f'<text x="{left - 8}" y="{y + 12}" text-anchor="end">{escape(_short(bar.name, left))}</text>')
        body.append(f'<rect class="bar" x="{left}" y="{y}" width="{_at(ends[1] - left)}" height="{BAR}"/>')
        body.append(f'<path class="whisker" d="M{_at(ends[0])} {y + 8}H{_at(ends[2])}{_ends(ends, y)}"/>')
    if fair is not None:
        x = _at(left + width * fair * times / top)
        body.append(f'<path class="axis fair" d="M{x} 8V{base}"/>')
    rows: Rows = [(bar.name, *(_number(one * times) for one in bar[1:])) for bar in shown]
    return Plot(title, description, ("", unit, "low", "high"), rows, body, base + 36)


def _ends(ends: Sequence[float], y: int) -> str:
    return "".join(f"M{_at(end)} {y + 3}v10" for end in (ends[0], ends[2]))


def histogram(title: str, description: str, counts: Mapping[str, int], name: str) -> Plot:
    """Draw how often each number occurs, in ranges of equal width if there are many."""
    numbers = {int(value): times for value, times in counts.items()}
    ranges = binned(numbers)
    of = sum(numbers.values())
    top = _round_up(max(100 * times / of for _, _, times in ranges))
    width, tall = WIDTH - 60 - RIGHT, 180
    step = width / len(ranges)
    body = []
    for number, (low, _, times) in enumerate(ranges):
        height = tall * 100 * times / of / top
        x, y = 60 + number * step, 20 + tall - height
        body.append(f'<rect class="bar" x="{_at(x)}" y="{_at(y)}" width="{_at(step * 0.9)}" height="{_at(height)}"/>')
        if number % max(1, len(ranges) // 8) == 0:
            body.append(f'<text class="small" x="{_at(x)}" y="{tall + 36}">{low}</text>')
    for tick in range(TICKS + 1):
        y = 20 + tall - tall * tick / TICKS
        label = _number(top * tick / TICKS)
        body.append(f'<text class="small" x="52" y="{_at(y + 4)}" text-anchor="end">{label} %</text>')
    body.append(f'<path class="axis" d="M60 20V{20 + tall}H{WIDTH - RIGHT}"/>')
    body.append(f'<text x="{WIDTH - RIGHT}" y="{tall + 54}" text-anchor="end">{escape(name)}</text>')
    rows: Rows = [
        (str(low) if low == high else f"{low} to {high}", str(times), _number(100 * times / of))
        for low, high, times in ranges
    ]
    return Plot(title, description, (name, "games", "%"), rows, body, tall + 62)


def binned(numbers: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """Put numbers into ranges of equal width, few enough to be seen: from, to, how often."""
    least, most = min(numbers), max(numbers)
    wide = max(1, -(-(most - least + 1) // MOST_BINS))
    if wide > 1:
        wide = next(nice for power in range(12) for nice in (10**power, 2 * 10**power, 5 * 10**power) if nice >= wide)
    first = least // wide * wide if wide > 1 else least
    return [
        (low, low + wide - 1, sum(numbers.get(value, 0) for value in range(low, low + wide)))
        for low in range(first, most + 1, wide)
    ]


def converging(title: str, description: str, points: Sequence[Mapping[str, float]]) -> Plot:
    """Draw how the interval of a number grew narrow while games were added; each step has twice as many."""
    shown = [point for point in points if abs(point["low"]) < 1e300 and abs(point["high"]) < 1e300] or [*points]
    low, high = min(point["low"] for point in shown), max(point["high"] for point in shown)
    room = (high - low) or 1.0
    width, tall = WIDTH - LEFT - RIGHT, 160

    def y(value: float) -> str:
        return _at(16 + tall * (high - value) / room)

    body = [f'<path class="axis" d="M{LEFT - 12} 16V{16 + tall}H{WIDTH - RIGHT}"/>']
    for value in (low, high):
        body.append(f'<text class="small" x="{LEFT - 18}" y="{y(value)}" text-anchor="end">{_number(value, 4)}</text>')
    for number, point in enumerate(shown):
        x = _at(LEFT + width * (number + 0.5) / len(shown))
        body.append(f'<path class="whisker" d="M{x} {y(point["low"])}V{y(point["high"])}"/>')
        body.append(f'<circle cx="{x}" cy="{y(point["value"])}" r="3" fill="currentColor"/>')
        body.append(f'<text class="small" x="{x}" y="{tall + 34}" text-anchor="middle">{int(point["games"])}</text>')
    body.append(f'<text x="{WIDTH - RIGHT}" y="{tall + 54}" text-anchor="end">games</text>')
    rows: Rows = [
        (str(int(point["games"])), *(_number(point[key], 6) for key in ("value", "low", "high"))) for point in shown
    ]
    return Plot(title, description, ("games", "value", "low", "high"), rows, body, tall + 62)


def stacked(title: str, plots: Sequence[Plot]) -> Plot:
    """Set drawings below one another in one, each under its title."""
    body, rows, at = [], [], 0
    for plot in plots:
        body.append(f'<text x="8" y="{at + 18}" font-weight="bold">{escape(plot.title)}</text>')
        body.append(f'<g transform="translate(0 {at + 26})">')
        body += [*plot.body, "</g>"]
        rows += [(plot.title, *plot.headings), *((plot.title, *row) for row in plot.rows)]
        at += plot.height + 34
    return Plot(title, " ".join(plot.description for plot in plots), ("drawing",), rows, body, at)


# ------------------------------------------------------------------------------------------ of a study


def study(title: str, found: Mapping[str, Any]) -> Plot:
    """Draw a study: who wins, how long games are, and how sure it became."""
    convergence = found["convergence"]
    return stacked(title, [wins(found), lengths(found), converged(convergence)])


def wins(found: Mapping[str, Any]) -> Plot:
    """Draw who wins."""
    shown = [Bar(f"player {player}", *_interval(one)) for player, one in enumerate(found["wins"], 1)]
    if found["nobody"]["count"]:
        shown.append(Bar("nobody", *_interval(found["nobody"])))
    said = "; ".join(
        f"{bar.name} {100 * bar.value:.2f} % ({100 * bar.low:.2f} to {100 * bar.high:.2f})" for bar in shown
    )
    fair = found["measures"]["first_player"]["fair"]
    return bars("Games won", f"Of {found['games']:,} games: {said}.", shown, fair=fair)


def lengths(found: Mapping[str, Any]) -> Plot:
    """Draw how long games are."""
    moves = found["moves"]
    quarter, half, most = (moves["quantiles"][key] for key in ("25", "50", "75"))
    said = (
        f"Games have from {moves['least']} to {moves['most']} moves, half of them from {quarter} to {most}, the middle "
        f"{half}; the mean is {moves['mean']:.2f} ({moves['low']:.2f} to {moves['high']:.2f})."
    )
    return histogram("Moves in a game", said, moves["counts"], "moves")


def converged(convergence: Mapping[str, Any]) -> Plot:
    """Draw how sure a study became while it was played."""
    points = convergence["points"]
    last = points[-1]
    said = (
        f"The estimate of {convergence['watched']} after {last['games']:,} games is {last['value']:.4f}, its interval "
        f"{last['low']:.4f} to {last['high']:.4f}; after {points[0]['games']:,} it was {points[0]['low']:.4f} to "
        f"{points[0]['high']:.4f}."
    )
    return converging(f"How sure it became: {convergence['watched']}", said, points)


def _interval(one: Mapping[str, float]) -> tuple[float, float, float]:
    return one["share"], one["low"], one["high"]


# --------------------------------------------------------------------------------------------- numbers


def _axis(base: int, top: float, left: int, unit: str) -> str:
    marks, width = [], WIDTH - left - RIGHT
    for tick in range(TICKS + 1):
        x = _at(left + width * tick / TICKS)
        label = f"{_number(top * tick / TICKS)} {unit}".strip()
        marks.append(f'<text class="small" x="{x}" y="{base + 18}" text-anchor="middle">{label}</text>')
    return f'<path class="axis" d="M{left} 8V{base}H{left + width}"/>' + "".join(marks)


def _round_up(number: float) -> float:
    """Give the next number that is easily read, such as 1, 1.5, 2, 2.5, 3 or 4 times a power of ten."""
    power = 10.0 ** len(str(int(number))) / 10 if number >= 1 else 10.0 ** -_zeros(number)
    return next(nice * power for nice in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if nice * power >= number * (1 - 1e-12))


def _zeros(number: float) -> int:
    """Give how many places stand behind the point up to the first figure that is not 0."""
    places = 1
    while number * 10**places < 1 and places < 12:
        places += 1
    return places


def _number(number: float, places: int = 2) -> str:
    return f"{number:.{places}f}".rstrip("0").rstrip(".") or "0"


def _at(number: float) -> str:
    return _number(number, 2)


def _short(words: str, room: int) -> str:
    most = room // 7
    return words if len(words) <= most else f"{words[: most - 1]}…"
