"""Draw a board with what lies on it, as an inline SVG without script or style of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl import svg

if TYPE_CHECKING:
    from cc_dsl.words.position import Board, Cell

SIDE, MARGIN, EDGE = 34, 4, 22


def draw_board(board: Board, glyphs: Sequence[str], name: str, title: str) -> str:
    """Return the drawing; the name makes its ids its own.

    A square that something holds has the first letter of its name, a marked square an asterisk.
    """
    shapes = [
        shape
        for row, cells in enumerate(board.rows)
        for column, cell in enumerate(cells)
        for shape in _square(EDGE + column * SIDE, MARGIN + row * SIDE, cell, glyphs)
    ]
    width, height = len(board.rows[0]) * SIDE, len(board.rows) * SIDE
    look = {"class_": "figure-under", "text_anchor": "middle", "dominant_baseline": "central"}
    for row, words in enumerate(board.row_names):
        shapes.append(svg.text(words, EDGE // 2, MARGIN + row * SIDE + SIDE // 2, **look))
    for column, words in enumerate(board.column_names):
        shapes.append(svg.text(words, EDGE + column * SIDE + SIDE // 2, MARGIN + height + EDGE // 2, **look))
    size = EDGE + width + MARGIN, MARGIN + height + EDGE
    return svg.drawing("figure", name, (title, said(board, glyphs)), size, shapes)


def letters(cell: Cell, glyphs: Sequence[str]) -> str:
    """Return the mark of a square: the sign of its piece, the first letter of a name, or an asterisk."""
    sign = glyphs[cell.piece] if cell.piece is not None else ""
    return sign + cell.stored[:1] + ("*" if cell.is_marked else "")


def said(board: Board, glyphs: Sequence[str]) -> str:
    """Return the contents of the squares that are not empty, in words."""
    found = [f"{cell.square}: {letters(cell, glyphs)}" for row in board.rows for cell in row if letters(cell, glyphs)]
    return f"{'; '.join(found) or 'The board is empty'}."


def _square(left: int, top: int, cell: Cell, glyphs: Sequence[str]) -> list[str]:
    kind = "board-square marked" if cell.is_marked else "board-square"
    shapes = [svg.element("rect", class_=kind, x=left, y=top, width=SIDE, height=SIDE)]
    if words := letters(cell, glyphs):
        look = {"class_": "board-label", "text_anchor": "middle", "dominant_baseline": "central"}
        shapes.append(svg.text(words, left + SIDE // 2, top + SIDE // 2, **look))
    return shapes
