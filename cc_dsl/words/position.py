"""A position as a viewer sees it: the columns of the figure, the boards, and the rows of all other places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from string import ascii_letters, digits
from typing import NamedTuple

from cc_dsl.closures.listener_names import ListenerNames, possessive
from cc_dsl.drawing.pieces import DrawnSquare, draw_board
from cc_dsl.engine.views import PlaceView, View
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.source.phrases import Phrases

EMPTY = -1
"""Marks a place where a piece will lie."""


class PlaceRow(NamedTuple):
    """One place, or a row of all places of one name that have at most one piece each."""

    name: str
    owner: int | None
    of: str
    """The thing that owns the place, such as a pile; None for a row."""
    pieces: tuple[int | None, ...]
    """The pieces; None is a hidden piece, and EMPTY an empty place of a row."""
    is_row: bool = False
    things: tuple[str, ...] = ()
    """For a row, the things that own the places, such as squares."""

    def label(self, naming: ListenerNames, article: str = "") -> str:
        """Return the place with its owner, such as “your hand”; without an owner, with the article, if one is given."""
        name = naming.name(self.name)
        if self.owner is not None:
            return f"{possessive(naming.players[self.owner])} {name}"
        return f"{possessive(naming.without_hyphens(self.of))} {name}" if self.of else f"{article}{name}"


def rows_of(view: View, without: Collection[str] = (), marked_values: Collection[str] = ()) -> Iterator[PlaceRow]:
    """Yield the places of a view except those of some names.

    Empty places at the end of a row are left out, unless they are those of values that are marked.
    """
    by_name: dict[str, list[PlaceView]] = {}
    for place in view.places:
        if place.name not in without:
            by_name.setdefault(place.name, []).append(place)
    for name, several in by_name.items():
        if several[0].of and all(len(place.pieces) <= 1 for place in several):
            row = [place.pieces[0] if place.pieces else EMPTY for place in several]
            while row and row[-1] == EMPTY and several[len(row) - 1].of not in marked_values:
                row.pop()
            yield PlaceRow(name, None, "", tuple(row), True, tuple(place.of for place in several))
        else:
            yield from (PlaceRow(name, place.owner, place.of, place.pieces) for place in several)


# ---------------------------------------------------------------------------------------------- the figure


class Column(NamedTuple):
    pieces: tuple[int | None, ...]
    """The pieces from left to right."""
    legend: str
    caption: str
    """Its owner or its name."""


class Figure:
    """The figure of the rules with the pieces of one game; each column has room for the most pieces it ever had."""

    def __init__(self, rules: model.Rules, names: Sequence[str]) -> None:
        self.rules = rules
        self.names = names
        self._most: dict[int, int] = {}
        for question in rules.questions.values():
            for asked_input in question.piece_inputs:
                self._most[asked_input.place] = asked_input.number

    def places_drawn(self) -> set[str]:
        """Name the places that the figure shows."""
        figure = self.rules.figure
        return {self.place_of(column).name for column in (figure.columns if figure is not None else ())}

    def place_of(self, column: model.FigureColumn) -> model.PlaceDeclaration:
        """Return the place whose pieces a column has."""
        return next(place for place in self.rules.places if place.base == column.things.base)

    def owner_of(self, term: object, view: View) -> int | None:
        """Return the owner of a column: a player by role or number, or a neighbour of that player."""
        if isinstance(term, model.Const):
            return term.value
        if isinstance(term, model.Load):
            return view.holder(self.rules.stored_at(term.base).name)
        if isinstance(term, model.Neighbour):
            neighbour = self.owner_of(term.player, view)
            return None if neighbour is None else (neighbour + term.step) % len(self.names)
        return None

    def columns(self, view: View) -> list[Column] | None:
        """Return the columns of the figure; None if there is no figure, or nothing to show in it yet.

        A figure for fewer players than there are would omit somebody, so it is not drawn.
        """
        figure = self.rules.figure
        if figure is None or sum(column.owner is not None for column in figure.columns) < len(self.names):
            return None
        columns = []
        for column in figure.columns:
            place, owner = self.place_of(column), self.owner_of(column.owner, view)
            if place.owner is not None and owner is None:
                return None
            pieces = view.pieces_in(place.name, owner)
            self._most[place.base] = max(self._most.get(place.base, 1), len(pieces))
            room = self._most[place.base] - len(pieces)
            pieces_and_room: list[int | None] = [*pieces, *[EMPTY] * room]
            caption = place.name if owner is None else self.names[owner]
            columns.append(
                Column(tuple(pieces_and_room[::-1] if column.is_reversed else pieces_and_room), column.legend, caption)
            )
        return columns


# --------------------------------------------------------------------------------------------- the boards


class Cell(NamedTuple):
    square: str
    piece: int | None
    """The piece; None is a hidden piece, and EMPTY a vacant square."""
    state: str
    """The state of the piece, if it is not the first."""
    stored: str
    """The name of the variable that holds the square, such as a mark; empty if none does."""
    is_marked: bool
    """Whether it has one of the properties that are marked."""


class Board(NamedTuple):
    """A board: its rows from the last to the first."""

    rows: tuple[tuple[Cell, ...], ...]
    signs: int = 0
    """The number of signs that may follow a piece: one for a state, one for a marked square."""
    pieces: int = 0
    """The number of pieces of the game."""

    def as_svg(self, glyphs: Sequence[str], name: str, title: str) -> str:
        """Return the board with its pieces as SVG; the name makes its ids unique.

        A square has the sign of its piece, the first letter of what is stored there, and an asterisk if it is marked.
        """

        def square(cell: Cell) -> DrawnSquare:
            sign = "?" if cell.piece is None else "" if cell.piece == EMPTY else glyphs[cell.piece]
            return DrawnSquare(cell.square, f"{sign}{cell.stored[:1]}{'*' if cell.is_marked else ''}", cell.is_marked)

        rows = [[*map(square, row)] for row in self.rows]
        return draw_board(rows, self.row_names, self.column_names, name, title)

    @property
    def row_names(self) -> list[str]:
        """The end of the names of the squares in each row."""
        return [row[0].square.lstrip(ascii_letters) for row in self.rows]

    @property
    def column_names(self) -> list[str]:
        """The beginning of the names of the squares in each column."""
        return [cell.square.rstrip(digits) for cell in self.rows[0]]


def result_of_part(rules: model.Rules, phrases: Phrases) -> str:
    """Return the name of the result that ends a part of the game, such as a trick; an empty string if none is known.

    The edition names it; for a figure without such a name it is the first thing that a question of the rules tells.
    """
    outputs = [output for question in rules.questions.values() for output in question.outputs]
    told_names = [str(getattr(output.thing, "name", output.key)) for output in outputs if rules.figure is not None]
    return next(iter((*phrases.outcome, *told_names)), "")


def places_on_board(rules: model.Rules) -> dict[str, str]:
    """Return, by name, each place for one piece that every square of a board has, with the kind of the squares."""
    squares = {Kind("value", kind) for kind, shape in rules.boards.items() if not shape.is_ring and shape.rows > 1}
    places = [(place.name, place.owner) for place in rules.places if place.most == 1]
    return {name: owner.name for name, owner in places if owner is not None and owner in squares}


def boards_in(
    rules: model.Rules,
    view: View,
    marked_values: Collection[str] = (),
    can_mark: bool = False,
    hidden: Collection[str] = (),
) -> list[Board]:
    """Return the boards with their pieces; `marked_values` are the squares to be marked, if `can_mark`.

    If several names store a square, the first is shown; a `hidden` name, which is bookkeeping, is not shown.
    """
    states = dict(view.states)
    name_by_square: dict[str, str] = {}
    for name, things in view.held.items():
        for square in things.split(", ") if isinstance(things, str) and name not in hidden else ():
            name_by_square.setdefault(square, name)
    first = rules.states[:1]

    def cell(place: str, square: str) -> Cell:
        pieces = view.pieces_in(place, None, square)
        piece = pieces[0] if pieces else EMPTY
        state = "" if piece is None else states.get(piece, "")
        return Cell(
            square, piece, "" if state in first else state, name_by_square.get(square, ""), square in marked_values
        )

    signs = (len(rules.states) > 1) + can_mark
    boards = []
    for place, kind in places_on_board(rules).items():
        shape, squares = rules.boards[kind], rules.values[kind].values
        rows = [squares[row * shape.columns : (row + 1) * shape.columns] for row in range(shape.rows)]
        cells = tuple(tuple(cell(place, square) for square in row) for row in reversed(rows))
        boards.append(Board(cells, signs, len(rules.pieces.codes)))
    return boards
