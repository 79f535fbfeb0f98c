"""A board with what lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cc_dsl import svg

SIDE, MARGIN, EDGE = 34, 4, 22


class DrawnSquare(NamedTuple):
    """A square: its name, its mark, such as the sign of a piece, and whether it is set off."""

    name: str
    mark: str
    is_marked: bool


def draw_board(
    rows: Sequence[Sequence[DrawnSquare]],
    row_names: Sequence[str],
    column_names: Sequence[str],
    name: str,
    title: str,
) -> str:
    """Return the drawing, the first row at the top; the name makes its ids its own."""
    look = {"text_anchor": "middle", "dominant_baseline": "central"}
    shapes: list[str] = []
    for row, squares in enumerate(rows):
        for column, square in enumerate(squares):
            left, top = EDGE + column * SIDE, MARGIN + row * SIDE
            kind = "board-square marked" if square.is_marked else "board-square"
            shapes.append(svg.element("rect", class_=kind, x=left, y=top, width=SIDE, height=SIDE))
            if square.mark:
                x, y = left + SIDE // 2, top + SIDE // 2
                shapes.append(svg.text(square.mark, x, y, class_="board-label", **look))
    width, height = len(rows[0]) * SIDE, len(rows) * SIDE
    for row, words in enumerate(row_names):
        x, y = EDGE // 2, MARGIN + row * SIDE + SIDE // 2
        shapes.append(svg.text(words, x, y, class_="figure-under", **look))
    for column, words in enumerate(column_names):
        x, y = EDGE + column * SIDE + SIDE // 2, MARGIN + height + EDGE // 2
        shapes.append(svg.text(words, x, y, class_="figure-under", **look))
    marked = "; ".join(f"{square.name}: {square.mark}" for squares in rows for square in squares if square.mark)
    size = EDGE + width + MARGIN, MARGIN + height + EDGE
    return svg.drawing("figure", name, (title, f"{marked or 'The board is empty'}."), size, shapes)
