"""The boards of rules as data and in plain text: their squares in rows, each with the piece on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.words.layout import COLUMNS

if TYPE_CHECKING:
    from cc_dsl.interpreter.views import View

VACANT, MARKED = ".", "*"
BRACKETS = ("()", "[]", "<>", "{}")
"""The brackets round squares that are stored, one pair for each name under which one is."""


class Cell(NamedTuple):
    """A square as it is drawn."""

    square: str
    piece: int | None
    state: str
    """The state of the piece, if it is not the first."""
    stored: str
    """The name of what holds the square, such as a mark; empty where nothing does."""
    is_marked: bool
    """Whether it has one of the properties that are shown."""


class Board(NamedTuple):
    """A board: its rows from the last to the first."""

    rows: tuple[tuple[Cell, ...], ...]
    signs: int = 0
    """The number of signs that may stand behind a piece: one for a state, one for a marked square."""
    pieces: int = 0
    """The number of pieces of the game."""

    @property
    def row_names(self) -> list[str]:
        """What the names of the squares of each row end in."""
        return [_common(row[0].square, -1) for row in self.rows]

    @property
    def column_names(self) -> list[str]:
        """What the names of the squares of each column begin with."""
        return [_common(cell.square, 0) for cell in self.rows[0]]


def places_on_board(rules: model.Rules) -> dict[str, str]:
    """Return the places for one piece that each square of a board has: the name of each with that of the squares."""
    boards = {kind for kind, shape in rules.boards.items() if not shape.is_ring and shape.rows > 1}
    owned = [place for place in rules.places if place.most == 1 and place.owner is not None]
    return {place.name: place.owner.name for place in owned if place.owner in {Kind("value", kind) for kind in boards}}


def boards_in(
    rules: model.Rules,
    view: View,
    marked: Collection[str] = (),
    can_mark: bool = False,
    hidden: Collection[str] = (),
) -> list[Board]:
    """Return the boards with what lies on them; `marked` are the squares to be shown as such, if any can be.

    Where several names store a square, the first is shown; a `hidden` name, which is bookkeeping, shows none.
    """
    states = dict(view.states)
    stored: dict[str, str] = {}
    for name, held in view.held.items():
        for one in held.split(", ") if isinstance(held, str) and name not in hidden else ():
            stored.setdefault(one, name)
    first = rules.states[:1]

    def cell(place: str, square: str) -> Cell:
        pieces = view.pieces_in(place, None, square)
        piece = pieces[0] if pieces else None
        state = states.get(piece, "") if piece is not None else ""
        return Cell(square, piece, "" if state in first else state, stored.get(square, ""), square in marked)

    signs = (len(rules.states) > 1) + can_mark
    found = []
    for place, kind in places_on_board(rules).items():
        shape, squares = rules.boards[kind], rules.values[kind].values
        rows = [squares[row * shape.columns : (row + 1) * shape.columns] for row in range(shape.rows)]
        cells = tuple(tuple(cell(place, square) for square in row) for row in reversed(rows))
        found.append(Board(cells, signs, len(rules.pieces.codes)))
    return found


def drawn(found: Sequence[Board], glyph: Callable[[int | None], str], columns: int = COLUMNS) -> list[str]:
    """Return the lines of each board: the last row first, columns below; a square that is stored stands in brackets.

    The columns are as wide as they ever become in the game, so that the board stays in its place, or as there is room.
    """
    lines: list[str] = []
    brackets = _brackets(found)
    for board in found:
        texts = [[_text(cell, glyph, brackets).strip() for cell in row] for row in board.rows]
        whole = max((len(glyph(piece)) for piece in range(board.pieces)), default=0) + board.signs + len("()")
        left = max(map(len, board.row_names))
        room = (columns - left - 1) // len(board.column_names)
        wide = max(min(whole, room), *(len(text) for row in texts for text in row))
        for name, row in zip(board.row_names, texts, strict=True):
            lines.append(f"{name.rjust(left)} {''.join(text.center(wide) for text in row)}".rstrip())
        lines.append(f"{' ' * left} {''.join(name.center(wide) for name in board.column_names)}".rstrip())
    return lines


def legend(boards: Sequence[Board], called: Callable[[str], str] = str, marked: Collection[str] = ()) -> str:
    """Say what brackets, a star and a letter behind a piece mean on boards, if they occur there."""
    cells = [cell for board in boards for row in board.rows for cell in row]
    said = [f"{pair[:1]} {pair[-1:]} {called(name)}" for name, pair in _brackets(boards).items()]
    if any(cell.is_marked for cell in cells):
        said.append(f"{MARKED} {' or '.join(map(called, marked))}")
    said += [f"{state[:1]} {called(state)}" for state in dict.fromkeys(cell.state for cell in cells) if state]
    return "; ".join(said)


def _brackets(boards: Sequence[Board]) -> dict[str, str]:
    """Return the brackets for each name under which a square is stored, in alphabetical order."""
    cells = (cell for board in boards for row in board.rows for cell in row)
    names = sorted({cell.stored for cell in cells if cell.stored})
    return {name: BRACKETS[min(place, len(BRACKETS) - 1)] for place, name in enumerate(names)}


def _text(cell: Cell, glyph: Callable[[int | None], str], brackets: Mapping[str, str]) -> str:
    """Return the sign of a piece, with the first letter of its state and a star if its square is marked."""
    sign = glyph(cell.piece) + cell.state[:1] if cell.piece is not None else "" if cell.is_marked else VACANT
    sign += MARKED if cell.is_marked else ""
    pair = brackets.get(cell.stored, "  ")
    return f"{pair[0]}{sign}{pair[1]}"


def _common(name: str, side: int) -> str:
    """Return the number that the name of a square ends in, or the letter that it begins with."""
    number = name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return number if side else name.removesuffix(number)
