"""Pieces in rows and on a board: the figure of the rules and a deal for a page, and a whole table for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cc_dsl import svg
from cc_dsl.rules import model

WIDTH, HEIGHT, APART, STEP, MARGIN = 60, 84, 14, 17, 10
LEGEND, UNDER, LABEL = 26, 20, 34
LETTER = 13
"""The width allowed for a letter of a sign, and of the words over a row."""
SCALE = 0.6
"""The scale of a table in a notebook, where there is little room."""
RED = "♥♦"
CENTRED = {"text_anchor": "middle", "dominant_baseline": "central"}
STYLE = (
    "text{font-family:'Libertinus Serif',serif;fill:currentColor}.figure-piece,.board-square{fill:#fffdf7;stroke:#555}"
    ".figure-label{font-size:21px}.figure-piece+.figure-label{fill:#111}.hidden{fill:#89a}"
    ".free{fill:none;stroke-dasharray:5 5}.board-label{font-size:15px}.board-square.marked{fill:#cfe3c8}"
    ".figure-piece+.red{fill:#a02018}.figure-legend{font-size:19px}.figure-under{font-size:13px;font-style:italic}"
)
"""The style of a separate drawing; the pages of an edition have a style sheet."""


class DrawnPiece(NamedTuple):
    label: str
    under: str = ""
    """A few letters below it, such as its number."""
    sideways: bool = False
    """Whether the label is written upwards."""
    kind: str = ""
    """`hidden`, or `free` for a place where a piece will lie."""


class DrawnPile(NamedTuple):
    """A pile of pieces; on either side of the middle, piles step down away from it."""

    legend: str
    pieces: tuple[DrawnPiece, ...]
    is_middle: bool = False


class DrawnRow(NamedTuple):
    """A part of a table under a heading: the figure, whose piles step down, or pieces side by side."""

    words: str
    piles: tuple[DrawnPile, ...]
    does_step: bool = False


def draw(columns: Sequence[DrawnPile], name: str, title: str, description: str) -> str:
    """Return the drawing of a figure; the name makes its ids unique."""
    shapes, width, height = _pile_shapes(columns, MARGIN, True)
    return svg.drawing("figure", name, (title, description), (width, height + MARGIN), shapes)


def with_style(drawing: str) -> str:
    """Return the drawing of a figure, a board or a ground with its own style, for use outside a page."""
    return drawing.replace(">", f">{svg.element('style', STYLE)}", 1)


def draw_table(rows: Sequence[DrawnRow], name: str = "table") -> str:
    """Return the drawing of a table, its parts below one another, with its own style; the name makes its ids unique.

    As at the terminal, a part without pieces is omitted.
    """
    shapes, top, broad, descriptions = list[str](), MARGIN, 200, []
    for row in rows:
        pieces = [piece for pile in row.piles for piece in pile.pieces]
        if not pieces:
            continue
        if row.words:
            shapes.append(svg.text(row.words, MARGIN, top + 24, class_="figure-label"))
            top, broad = top + LABEL, max(broad, len(row.words) * LETTER)
        pile_shapes, width, top = _pile_shapes(row.piles, top, row.does_step)
        shapes += pile_shapes
        top, broad = top + APART, max(broad, width)
        hidden_count = sum(piece.kind == "hidden" for piece in pieces)
        visible_pieces = " ".join(piece.label for piece in pieces if not piece.kind)
        words = " and ".join(filter(None, (visible_pieces, f"{hidden_count} hidden" if hidden_count else "")))
        descriptions.append(f"{row.words}: {words}")
    size = broad + MARGIN, top
    return with_style(svg.drawing("table", name, ("The table", "; ".join(descriptions)), size, shapes, SCALE))


def _pile_shapes(columns: Sequence[DrawnPile], top: int, does_step: bool) -> tuple[list[str], int, int]:
    """Return the shapes of some piles side by side, and their width and height."""
    counts = [len(column.pieces) for column in columns]
    middle = next((number for number, column in enumerate(columns) if column.is_middle), None)
    depths = step_counts(counts, middle) if does_step else [[0] * count for count in counts]
    pieces = [piece for column in columns for piece in column.pieces]
    wide = max([WIDTH, *(len(piece.label) * LETTER + 16 for piece in pieces if not piece.sideways)])
    top += LEGEND if any(column.legend for column in columns) else 0
    shapes, left = list[str](), MARGIN
    for number, (column, row) in enumerate(zip(columns, depths, strict=True)):
        if column.legend:
            above = top + min(row, default=0) * STEP - 12
            # A legend is wider than the single piece in the middle, so align it to one side.
            broad = len(column.pieces) * (wide + APART) - APART
            is_right = middle is not None and number > middle
            x, anchor = (left + broad // 2, "middle") if column.is_middle else (left, "start")
            x, anchor = (left + broad, "end") if is_right and column.pieces else (x, anchor)
            shapes.append(svg.text(column.legend, x, above, class_="figure-legend", text_anchor=anchor))
        for piece, depth in zip(column.pieces, row, strict=True):
            shapes += _piece_shapes(left, top + depth * STEP, wide, piece)
            left += wide + APART
    deepest = max((depth for row in depths for depth in row), default=0)
    under = UNDER if any(piece.under for piece in pieces) else 0
    return shapes, left - APART + MARGIN, top + HEIGHT + deepest * STEP + under


def step_counts(counts: Sequence[int], middle: int | None = None) -> list[list[int]]:
    """Return the number of steps of each piece below the highest, for columns of these sizes from left to right.

    The middle column is level; the others step down away from it. An even number of columns has no middle, unless
    `middle` gives one.
    """
    half, is_odd = divmod(len(counts), 2)
    middle = half if middle is None and is_odd else middle
    left, right = (counts[:half], counts[half:]) if middle is None else (counts[:middle], counts[middle + 1 :])
    centre = [] if middle is None else [[0] * counts[middle]]
    first = len(centre)

    def away(side: Sequence[int]) -> list[list[int]]:
        return [[*range(first + sum(side[:place]), first + sum(side[: place + 1]))] for place in range(len(side))]

    return [depths[::-1] for depths in away(left[::-1])][::-1] + centre + away(right)


def is_red(sign: str) -> bool:
    """Return whether the sign of a piece is drawn in red."""
    return any(letter in RED for letter in sign)


def _piece_shapes(left: int, top: int, wide: int, piece: DrawnPiece) -> list[str]:
    middle, centre = left + wide // 2, top + HEIGHT // 2
    kind = f"figure-piece {piece.kind}".rstrip()
    shapes = [svg.element("rect", class_=kind, x=left, y=top, width=wide, height=HEIGHT, rx=5)]
    if piece.label and not piece.kind:
        look = "figure-label red" if is_red(piece.label) else "figure-label"
        transform = f"rotate(-90 {middle} {centre})" if piece.sideways else ""
        shapes.append(svg.text(piece.label, middle, centre, class_=look, **CENTRED, transform=transform))
    if piece.under:
        shapes.append(svg.text(piece.under, middle, top + HEIGHT + 15, class_="figure-under", text_anchor="middle"))
    return shapes


# ------------------------------------------------------------------------------------------------- a deal


def draw_deal(rules: model.Rules, given_pieces: Mapping[str, Sequence[str]], name: str) -> str:
    """Draw a deal: the common pieces in the middle."""
    columns = [
        DrawnPile(whose, tuple(map(DrawnPiece, pieces)), whose.startswith("the "))
        for whose, pieces in _places(rules, given_pieces)
    ]
    common = [column for column in columns if column.is_middle]
    owned_columns = [column for column in columns if not column.is_middle]
    return draw(
        [*owned_columns[:1], *common, *owned_columns[1:]], name, "The deal", f"{places_in_words(rules, given_pieces)}."
    )


def places_in_words(rules: model.Rules, given_pieces: Mapping[str, Sequence[str]]) -> str:
    """Return the contents of the places in words."""
    return "; ".join(f"{whose} {' '.join(pieces)}" for whose, pieces in _places(rules, given_pieces) if pieces)


def _places(rules: model.Rules, given_pieces: Mapping[str, Sequence[str]]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Yield the pieces in each place as signs, with the owner."""
    for key, value in given_pieces.items():
        sides = [(f"the {key}", value)] if isinstance(value, str) else []
        sides += [] if sides else [(f"player {number}’s {key}", words) for number, words in enumerate(value, 1)]
        for whose, words in sides:
            pieces = rules.pieces.read_all(words)
            yield whose, tuple(rules.pieces.glyphs[piece] for piece in pieces if piece is not None)


# ----------------------------------------------------------------------------------------------- a board

SIDE, EDGE, FRAME = 34, 22, 4
"""Pixels of a square, of the names at the left and below, and of the edge at the right and above."""


class DrawnSquare(NamedTuple):
    """A square: its name, its mark, such as the sign of a piece, and whether it is highlighted."""

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
    """Return the drawing of a board, first row at the top; the name makes its ids unique."""
    shapes: list[str] = []
    for row, squares in enumerate(rows):
        for column, square in enumerate(squares):
            left, top = EDGE + column * SIDE, FRAME + row * SIDE
            kind = "board-square marked" if square.is_marked else "board-square"
            shapes.append(svg.element("rect", class_=kind, x=left, y=top, width=SIDE, height=SIDE))
            if square.mark:
                x, y = left + SIDE // 2, top + SIDE // 2
                small = {"style": "font-size:11px"} if len(square.mark) > 3 else {}
                shapes.append(svg.text(square.mark, x, y, class_="board-label", **small, **CENTRED))
    width, height = len(rows[0]) * SIDE, len(rows) * SIDE
    for row, words in enumerate(row_names):
        x, y = EDGE // 2, FRAME + row * SIDE + SIDE // 2
        shapes.append(svg.text(words, x, y, class_="figure-under", **CENTRED))
    for column, words in enumerate(column_names):
        x, y = EDGE + column * SIDE + SIDE // 2, FRAME + height + EDGE // 2
        shapes.append(svg.text(words, x, y, class_="figure-under", **CENTRED))
    marked_squares = "; ".join(f"{square.name}: {square.mark}" for squares in rows for square in squares if square.mark)
    size = EDGE + width + FRAME, FRAME + height + EDGE
    return svg.drawing("figure", name, (title, f"{marked_squares or 'The board is empty'}."), size, shapes)
