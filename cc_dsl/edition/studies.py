"""Typeset the results of the studies of an edition: who wins, and the results at the end, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes

from cc_dsl.edition.numbers import share
from cc_dsl.edition.played import plotted
from cc_dsl.edition.tags import Child, div, paragraph, table
from cc_dsl.study import plots
from cc_dsl.study.documents import ToldDocument
from cc_dsl.weave.bars import Series, draw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_dsl.edition.page import Page
    from cc_dsl.edition.shelf import ShownFigures
    from cc_dsl.study.documents import Counted

WINNER, MOVES = "winner", "moves"
"""The counts of every game besides the results at its end."""
Row = list[object]


class StudyColumn(NamedTuple):
    """A study, as one column of a table shows it."""

    title: str
    found: Counted

    def parts(self, key: str) -> Sequence[ToldDocument]:
        """Return the results under a key; if there are several owners, one after the other."""
        if key == MOVES:
            return [{**ToldDocument(), **self.found["moves"]}]
        if key == WINNER:
            named = [*((f"player {player}", one) for player, one in enumerate(self.found["wins"], 1))]
            named.append(("nobody", self.found["nobody"]))
            return [{"shares": [{"value": name, **one} for name, one in named]}]
        return self.found["told"].get(key, [])


def studies(page: Page, names: Sequence[str], keys: Sequence[str], bins: int) -> list[Child]:
    """Typeset some studies side by side, a table for each key, with numbers grouped in ranges of the given width."""
    found = _found(page, names)
    if not found:
        return []
    columns = [StudyColumn(one.title, one.found) for one in found]
    tables: list[Child] = []
    for key in keys:
        tables += _wins(columns) if key == WINNER else _drawing(page, columns, key)
        rows = _rows(columns, key, bins)
        tables.append(table([key, *(column.title for column in columns)], rows, "counted"))
    return [div("wide", *tables)]


def _found(page: Page, names: Sequence[str]) -> list[ShownFigures]:
    """Return what was found; nothing is played while pages are made, so that what is missing is a fault of the page."""
    found: list[ShownFigures] = []
    for name in names:
        one = page.figures(name)
        if one is None:
            again = f"Count it: circular figures {page.name}"
            page.warn(f"The edition {page.name} declares no study {name}, or nothing was counted yet. {again}")
            continue
        found.append(one)
    return found


def _wins(columns: Sequence[StudyColumn]) -> list[Child]:
    """Draw how often the player who is named first won each of the studies, where there are several to compare."""
    shown = [(column.title, column.found["wins"]) for column in columns]
    if len(shown) < 2 or any(len(wins) != 2 for _, wins in shown):
        return []
    firsts = [(title, wins[0]) for title, wins in shown]
    bars = [plots.Bar(title, first["share"], first["low"], first["high"]) for title, first in firsts]
    said = "Games won by the player who is named first, with the 95 % Wilson interval; the dotted line is at one half."
    return [plotted(plots.bars("Games won by the player who is named first", said, bars, fair=0.5, left=250))]


def _drawing(page: Page, columns: Sequence[StudyColumn], key: str) -> list[Child]:
    """Draw the distributions of a number that is nobody's in particular; the table beside it holds the same."""
    parts = [column.parts(key) for column in columns]
    if not all(len(part) == 1 and "counts" in part[0] and "of" not in part[0] for part in parts):
        return []
    series = [
        Series(column.title, {int(value): times for value, times in part["counts"].items()}, part["mean"])
        for column, (part,) in zip(columns, parts, strict=True)
    ]
    name = f"bars-{page.directive.lineno}-{key}"
    svg = draw(series, name, f"{key}: how often each number occurred; the line is the mean")
    return [div("bars", nodes.raw("", svg, format="html"))]


def _rows(columns: Sequence[StudyColumn], key: str, bins: int) -> list[Row]:
    """Return the rows of one key: for each of its owners, and for each of its values, a row."""
    rows: list[Row] = []
    many = max(len(column.parts(key)) for column in columns)
    for place in range(many):
        parts: list[ToldDocument] = [
            column.parts(key)[place] if place < len(column.parts(key)) else {} for column in columns
        ]
        owner = next((part["of"] for part in parts if "of" in part), "")
        if all("mean" in part for part in parts if part):
            rows += _number_rows(owner, parts, bins)
        else:
            rows += _share_rows(owner, parts)
    return rows


def _number_rows(owner: str, parts: Sequence[ToldDocument], bins: int) -> list[Row]:
    said = f"{owner}, " if owner else ""
    rows: list[Row] = [
        [f"{said}mean", *(_mean(part) for part in parts)],
        [f"{said}half of them between", *(_between(part) for part in parts)],
        [f"{said}least and most", *(f"{part['least']} and {part['most']}" if part else "–" for part in parts)],
    ]
    return [*_binned(said, parts, bins), *rows] if bins else rows


def _binned(said: str, parts: Sequence[ToldDocument], bins: int) -> list[Row]:
    """Return the share of each range of numbers."""
    from cc_dsl.table.intervals import wilson

    counts = [{int(value): times for value, times in part.get("counts", {}).items()} for part in parts]
    values = [value for one in counts for value in one]
    rows: list[Row] = []
    for low in range(min(values) // bins * bins, max(values) + 1, bins):
        cells = []
        for one in counts:
            times = sum(one.get(value, 0) for value in range(low, low + bins))
            cells.append(share(wilson(times, sum(one.values())).document) if one else "–")
        rows.append([f"{said}{low} to {low + bins - 1}" if bins > 1 else f"{said}{low}", *cells])
    return rows


def _mean(part: ToldDocument) -> str:
    return f"{part['mean']:.2f} ({part['low']:.2f} to {part['high']:.2f})" if part else "–"


def _between(part: ToldDocument) -> str:
    return f"{part['quantiles']['25']} and {part['quantiles']['75']}" if part else "–"


def _share_rows(owner: str, parts: Sequence[ToldDocument]) -> list[Row]:
    sides = [{one["value"]: one for one in part.get("shares", ())} for part in parts]
    values = list(dict.fromkeys(value for side in sides for value in side))
    said = f"{owner}, " if owner else ""
    return [[f"{said}{value}", *(share(side[value]) if value in side else "–" for side in sides)] for value in values]


def counting(page: Page, names: Sequence[str], is_first: bool = True) -> list[object]:
    """Return how some studies were made, and by which commands they can be repeated; on the first, how to read them."""
    found = _found(page, names)
    rows = []
    for one in found:
        last = one.found["seed"] + one.found["games"] - 1
        seeds = f"{one.found['seed']} to {last}"
        rows.append([one.title, f"{one.found['games']:,}", seeds, one.counted, nodes.literal("", one.command)])
    if not rows:
        return []
    stale = [one.title for one in found if not one.is_current]
    warning = f"Counted under other rules, and to be counted again: {', '.join(stale)}."
    sentence = (
        "The 95 % interval stands in brackets: Wilson’s for shares, and that of the normal distribution for means. "
        "Each game can be watched by its seed, with the same players and answers."
    )
    made = table(["Study", "Games", "Seeds", "Counted", "To count again"], rows, "counted")
    said = [paragraph("", sentence)] if is_first else []
    return [*said, div("wide", made), *([paragraph("stale", warning)] if stale else [])]
