"""Draw pieces in a row that steps down from its middle, as an inline SVG without script or style of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cc_dsl import svg

WIDTH, HEIGHT, APART, STEP, MARGIN = 60, 84, 14, 17, 10
LEGEND = 26
UNDER = 20


class DrawnPiece(NamedTuple):
    """One piece as it lies."""

    label: str
    under: str = ""
    """A few letters below it, such as its number."""
    sideways: bool = False
    """Whether the label is written upwards."""
    tint: str = ""
    """A class for the colour of the label."""


class DrawnPile(NamedTuple):
    """Pieces that lie together; those on either side of the middle step down away from it."""

    legend: str
    pieces: tuple[DrawnPiece, ...]
    is_middle: bool


def draw(columns: Sequence[DrawnPile], name: str, title: str, description: str) -> str:
    """Return the drawing; the name makes its ids its own."""
    steps = _steps(columns)
    deepest = max((step for column in steps for step in column), default=0)
    top = MARGIN + (LEGEND if any(column.legend for column in columns) else 0)
    has_under = any(piece.under for column in columns for piece in column.pieces)
    height = top + HEIGHT + deepest * STEP + (UNDER if has_under else 0) + MARGIN
    shapes: list[str] = []
    left = MARGIN
    for column, depths in zip(columns, steps, strict=True):
        if column.legend:
            above = top + min(depths, default=0) * STEP - 12
            shapes.append(svg.text(column.legend, left, above, class_="figure-legend", text_anchor="start"))
        for piece, depth in zip(column.pieces, depths, strict=True):
            shapes += _piece(left, top + depth * STEP, piece)
            left += WIDTH + APART
    width = left - APART + MARGIN
    return svg.drawing("figure", name, (title, description), (width, height), shapes)


def _steps(columns: Sequence[DrawnPile]) -> list[list[int]]:
    """Return how many steps each piece lies below the middle."""
    middle = next((number for number, column in enumerate(columns) if column.is_middle), len(columns) // 2)
    left: list[list[int]] = []
    depth = 0
    for column in reversed(columns[:middle]):
        depths = [depth + number + 1 for number in range(len(column.pieces))]
        depth += len(column.pieces)
        left.insert(0, depths[::-1])
    right: list[list[int]] = []
    depth = 0
    for column in columns[middle + 1 :]:
        right.append([depth + number + 1 for number in range(len(column.pieces))])
        depth += len(column.pieces)
    centre = [[0] * len(columns[middle].pieces)] if columns else []
    return left + centre + right


def _piece(left: int, top: int, piece: DrawnPiece) -> list[str]:
    middle, centre = left + WIDTH // 2, top + HEIGHT // 2
    shapes = [svg.element("rect", class_="figure-piece", x=left, y=top, width=WIDTH, height=HEIGHT, rx=5)]
    turned = f"rotate(-90 {middle} {centre})" if piece.sideways else ""
    look = {"class_": f"figure-label {piece.tint}".rstrip(), "text_anchor": "middle", "dominant_baseline": "central"}
    shapes.append(svg.text(piece.label, middle, centre, **look, transform=turned))
    if piece.under:
        under = {"class_": "figure-under", "text_anchor": "middle"}
        shapes.append(svg.text(piece.under, middle, top + HEIGHT + 15, **under))
    return shapes
