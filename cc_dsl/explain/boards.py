"""Draw a board in plain text: its squares in rows and columns, each with the piece on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

if TYPE_CHECKING:
    from cc_dsl.interpreter.views import View

VACANT = "."


def places_on_board(rules: model.Rules) -> dict[str, str]:
    """Return the places for one piece that each square of a board has: the name of each with that of the squares."""
    boards = {kind for kind, shape in rules.boards.items() if not shape.is_ring and shape.rows > 1}
    owned = [place for place in rules.places if place.most == 1 and place.owner is not None]
    return {place.name: place.owner.name for place in owned if place.owner in {Kind("value", kind) for kind in boards}}


def drawn(rules: model.Rules, view: View, glyph: Callable[[int | None], str]) -> list[str]:
    """Return the lines of each board: the last row first, columns below; a square that is stored stands in brackets."""
    lines: list[str] = []
    states = dict(view.states)
    stored = {held for held in view.held.values() if isinstance(held, str)}
    first = rules.states[:1]

    def sign(piece: int | None) -> str:
        """Return the sign of a piece, with the first letter of its state if that is not the first."""
        state = states.get(piece, "") if piece is not None else ""
        return glyph(piece) + ("" if not state or state in first else state[0])

    for name, kind in places_on_board(rules).items():
        shape, squares = rules.boards[kind], rules.values[kind].values
        cells = []
        for square in squares:
            pieces = view.pieces_in(name, None, square)
            text = sign(pieces[0]) if pieces else VACANT
            cells.append(f"({text})" if square in stored else f" {text} ")
        wide = max(map(len, cells))
        heads = [_common(squares[row * shape.columns : (row + 1) * shape.columns], -1) for row in range(shape.rows)]
        left = max(map(len, heads))
        for row in reversed(range(shape.rows)):
            line = "".join(cell.center(wide) for cell in cells[row * shape.columns : (row + 1) * shape.columns])
            lines.append(f"{heads[row].rjust(left)} {line}".rstrip())
        columns = "".join(_common(squares[column :: shape.columns], 0).center(wide) for column in range(shape.columns))
        lines.append(f"{' ' * left} {columns}".rstrip())
    return lines


def _common(names: tuple[str, ...], side: int) -> str:
    """Return what the names of a row end in, or those of a column begin with."""
    first = names[0]
    number = first.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return number if side else first.removesuffix(number)
