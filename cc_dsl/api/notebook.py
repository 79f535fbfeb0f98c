"""What a notebook shows: pieces of HTML with no style sheet of their own, and positions, in pictures too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from cc_dsl.drawing.ground import drawn_ground
from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, DrawnRow, draw_table
from cc_dsl.words import speaker
from cc_dsl.words.layout import capital
from cc_dsl.words.position import EMPTY, Figure, rows_of
from cc_dsl.words.table import Ink

if TYPE_CHECKING:
    from cc_dsl.engine.views import View

PLAIN = "text-align:left;vertical-align:top"
MOST = 14
"""The number of pieces in one row."""
MOST_HIDDEN = 6
"""The number of hidden pieces in a place that are drawn one by one; more are a pile."""


class Speaker(speaker.Speaker):
    """Writes positions and decisions of an edition as the terminal does, and draws them."""

    @property
    def ink(self) -> Ink:
        """The characters of a drawing in letters."""
        return Ink(self.pieces)

    def picture(self, view: View) -> str:
        """Return a position as SVG; where balls are struck, the ground to scale, which the position does not change."""
        ground = drawn_ground(self.rules, len(self.names))
        return ground.svg if ground is not None else draw_table([*self._rows(view)])

    def _rows(self, view: View) -> Iterator[DrawnRow]:
        """Yield the figure, and each place beside it that holds pieces, cut into rows of few."""
        figure = Figure(self.rules, self.names)
        if columns := figure.columns(view) or []:
            captions = " · ".join(dict.fromkeys(column.caption for column in columns if column.caption))
            yield DrawnRow(
                captions,
                tuple(
                    DrawnPile(column_drawn.legend, self._draw_pieces(column_drawn.pieces)) for column_drawn in columns
                ),
                True,
            )
        for row in rows_of(view, {*self.phrases.hidden, *(figure.places_drawn() if columns else ())}):
            known = [piece for piece in row.pieces if piece is not None]
            hidden = len(row.pieces) - len(known)
            shown = self._draw_pieces([*known, *[None] * (hidden if hidden <= MOST_HIDDEN else 1)])
            words = capital(row.label(self.naming, "the ")) + ("" if row.is_row else f" ({len(row.pieces)})")
            for start in range(0, len(shown), MOST):
                yield DrawnRow("" if start else words, (DrawnPile("", shown[start : start + MOST]),))

    def _draw_pieces(self, pieces: Iterable[int | None]) -> tuple[DrawnPiece, ...]:
        kinds = {None: "hidden", EMPTY: "free"}
        return tuple(
            DrawnPiece("", kind=kinds[piece]) if piece is None or piece == EMPTY else DrawnPiece(self.pieces[piece])
            for piece in pieces
        )


def lines(texts: Iterable[str]) -> str:
    """Return lines of text as they are, in letters of equal width."""
    return f'<pre style="line-height:1.25">{escape(chr(10).join(texts), quote=False)}</pre>'


def table(rows: Iterable[Sequence[str]], headings: Sequence[str] = (), caption: str = "") -> str:
    """Return rows as a table; the first cell of each row is its heading, unless it is empty."""
    head = "".join(_cell(heading, "col") for heading in headings)
    body = "".join(f"<tr>{_cell(row[0], 'row')}{''.join(map(_cell, row[1:]))}</tr>" for row in rows)
    named = f"<caption>{escape(caption, quote=False)}</caption>" if caption else ""
    return f"<table>{named}{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def _cell(words: str, scope: str = "") -> str:
    """Return a cell, or a heading; an empty one would be read out as a heading without words, and is a plain cell."""
    tag = f'th scope="{scope}"' if words and scope else "td"
    return f'<{tag} style="{PLAIN}">{escape(words, quote=False)}</{tag[:2]}>'
