"""A position as a picture: the figure of the rules, and below it each place as a row of pieces; SVG by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import svg
from cc_dsl.closures.naming import possessive
from cc_dsl.words.position import EMPTY, Column

if TYPE_CHECKING:
    from cc_dsl.engine.views import PlaceView, View
    from cc_dsl.words.table import Ink
    from cc_dsl.words.voice import Voice

WIDE, HIGH, APART, STEP, MARGIN = 38, 54, 6, 12, 10
LABEL, LEGEND = 20, 18
LETTER = 8
"""About so wide is a letter."""
MOST = 14
"""The number of pieces in one row."""
RED = "♥♦"
STYLE = {"font_family": "sans-serif", "font_size": 15, "fill": "currentColor"}
PAPER, BACK, EDGE = "#fffdf7", "#8899aa", "#555555"


class _Row(NamedTuple):
    """Pieces side by side, each with how far down it lies, under a line of words."""

    words: str
    pieces: tuple[tuple[int | None, int], ...]
    legends: tuple[tuple[int, str], ...] = ()
    """Words over single pieces, by their places."""


def picture(
    voice: Voice, ink: Ink, view: View, names: Sequence[str], figure: Sequence[Column], hidden: set[str]
) -> str:
    """Return a position as somebody sees it; places whose names are hidden are left out."""
    rows = [*_figure(figure), *_places(voice, view, names, hidden)]
    shapes: list[str] = []
    top, broad = float(MARGIN), 0.0
    for row in rows:
        drawn, height, width = _drawn(row, ink, top)
        shapes += drawn
        top += height
        broad = max(broad, width)
    title = "The table"
    said = "; ".join(f"{row.words}: {_said(row, ink)}" for row in rows)
    return svg.drawing("table", "table", (title, said), (max(broad, 120) + MARGIN, top + MARGIN), shapes)


def _said(row: _Row, ink: Ink) -> str:
    """Return the pieces of a row in words."""
    known = [ink.glyph(piece) for piece, _ in row.pieces if piece is not None and piece != EMPTY]
    hidden = sum(piece is None for piece, _ in row.pieces)
    return " ".join([*known, *([f"{hidden} hidden"] if hidden else [])]) or "empty"


def _figure(columns: Sequence[Column]) -> Iterator[_Row]:
    """Return the figure of the rules as one row, the middle highest."""
    if not columns:
        return
    middle, is_odd = divmod(len(columns), 2)
    pieces: list[tuple[int | None, int]] = []
    legends: list[tuple[int, str]] = []
    counts = [len(column.pieces) for column in columns]
    for number, column in enumerate(columns):
        if column.legend:
            legends.append((len(pieces), column.legend))
        inner = counts[number + 1 : middle] if number < middle else counts[middle + is_odd : number]
        for place, piece in enumerate(column.pieces):
            from_middle = counts[number] - place if number < middle else place + 1
            depth = 0 if is_odd and number == middle else sum(inner) + from_middle
            pieces.append((piece, depth))
    captions = " · ".join(dict.fromkeys(column.caption for column in columns if column.caption))
    yield _Row(captions, tuple(pieces), tuple(legends))


def _places(voice: Voice, view: View, names: Sequence[str], hidden: set[str]) -> Iterator[_Row]:
    """Yield each place that holds pieces, cut into rows of few; those nobody sees are one pile."""
    plain = voice.naming.name
    piles: dict[str, list[tuple[int | None, ...]]] = {}
    for place in view.places:
        if place.of:
            piles.setdefault(place.name, []).append(place.pieces)
    in_a_row = {name for name, found in piles.items() if all(len(pile) <= 1 for pile in found)}
    for place in view.places:
        if place.name in in_a_row and place.name not in hidden:
            row = [pile[0] if pile else EMPTY for pile in piles[place.name]]
            in_a_row.discard(place.name)
            hidden = {*hidden, place.name}
            name = plain(place.name)
            yield _Row(f"{name[:1].upper()}{name[1:]}", tuple((piece, 0) for piece in row))
        if place.name in hidden or not place.pieces:
            continue
        whose = _whose(place, names)
        label = f"{whose}{plain(place.name)}" if whose else f"the {plain(place.name)}"
        words = f"{label[:1].upper()}{label[1:]} ({place.size})"
        shown: list[int | None] = [piece for piece in place.pieces if piece is not None]
        covered = place.size - len(shown)
        shown += [None] * (covered if covered <= 6 else 1)
        for start in range(0, len(shown), MOST):
            yield _Row("" if start else words, tuple((piece, 0) for piece in shown[start : start + MOST]))


def _whose(place: PlaceView, names: Sequence[str]) -> str:
    if place.owner is not None:
        return f"{possessive(names[place.owner])} "
    return f"{possessive(place.of)} " if place.of else ""


def _drawn(row: _Row, ink: Ink, top: float) -> tuple[list[str], float, float]:
    """Return the shapes of a row, its height, and how far to the right it goes."""
    widest = max((len(ink.glyph(piece)) for piece, _ in row.pieces if piece not in (None, EMPTY)), default=2)
    wide = max(WIDE, widest * LETTER + 12)
    begin = top + (LABEL if row.words else 0) + (LEGEND if row.legends else 0)
    shapes = [svg.text(row.words, MARGIN, top + 14, **STYLE)] if row.words else []
    for place, legend in row.legends:
        shapes.append(svg.text(legend, MARGIN + place * (wide + APART), begin - 6, **STYLE))
    for place, (piece, depth) in enumerate(row.pieces):
        shapes += _piece(MARGIN + place * (wide + APART), begin + depth * STEP, wide, piece, ink)
    deepest = max((depth for _, depth in row.pieces), default=0)
    words = max([len(row.words) * LETTER, *(place * (wide + APART) + 60 for place, _ in row.legends)], default=0)
    height = begin - top + (HIGH if row.pieces else 0) + deepest * STEP + 2 * APART
    return shapes, height, MARGIN + max(len(row.pieces) * (wide + APART), words)


def _piece(left: float, top: float, wide: float, piece: int | None, ink: Ink) -> list[str]:
    box = {"x": left, "y": top, "width": wide, "height": HIGH, "rx": 4, "stroke": EDGE}
    if piece == EMPTY:
        return [svg.element("rect", **box, fill="none", stroke_dasharray="3 3")]
    if piece is None:
        return [svg.element("rect", **box, fill=BACK)]
    sign = ink.glyph(piece)
    colour = "#b00020" if any(letter in RED for letter in sign) else "#111111"
    middle = {"text_anchor": "middle", "dominant_baseline": "central", "font_family": "sans-serif"}
    label = svg.text(sign, left + wide / 2, top + HIGH / 2, **middle, font_size=16, fill=colour)
    return [svg.element("rect", **box, fill=PAPER), label]
