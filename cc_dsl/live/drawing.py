"""A position as data for the drawing: places, figure, numbers and roles, as one player sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cc_dsl.explain.boards import Board, boards_in, places_on_board
from cc_dsl.explain.figure import EMPTY, Figure
from cc_dsl.interpreter.naming import possessive
from cc_dsl.rules.kinds import spelt

if TYPE_CHECKING:
    from cc_dsl.interpreter.naming import Naming
    from cc_dsl.interpreter.views import PlaceView, View
    from cc_dsl.rules.model import Rules

HIDDEN = "hidden"
FREE = "free"
"""A place of the figure where a piece will lie."""


def piece(rules: Rules, number: int | None) -> dict[str, str]:
    """Return a piece as it is drawn: its code, its sign and its name, or that it is hidden, or not there yet."""
    if number is None:
        return {"is": HIDDEN}
    if number == EMPTY:
        return {"is": FREE}
    pieces = rules.pieces
    return {"code": pieces.codes[number], "sign": pieces.glyphs[number], "name": pieces.names[number]}


def drawn(rules: Rules, figure: Figure, view: View, naming: Naming, marked: Collection[str] = ()) -> dict[str, object]:
    """Return the table as it is drawn, with its boards, on which some squares may be marked; names are words."""
    columns = figure.columns(view)
    in_figure = figure.places_drawn() if columns is not None else {*places_on_board(rules)}
    return {
        "boards": [_board(rules, board) for board in boards_in(rules, view, marked)],
        "figure": None
        if columns is None
        else [
            {
                "legend": column.legend,
                "caption": column.caption,
                "pieces": [piece(rules, number) for number in column.pieces],
            }
            for column in columns
        ],
        "places": [*_places(rules, [place for place in view.places if place.name not in in_figure], naming)],
        "numbers": _numbers(view, naming),
        "roles": [
            [naming.name(name), said_of(naming.players, who)] for name, who in view.roles.items() if who is not None
        ],
    }


def _board(rules: Rules, board: Board) -> dict[str, object]:
    """Return a board row by row, the last row first."""
    return {
        "columns": board.column_names,
        "rows": [
            {
                "name": name,
                "cells": [
                    {
                        "square": cell.square,
                        "piece": None if cell.piece is None else piece(rules, cell.piece),
                        "stored": cell.stored,
                        "marked": cell.is_marked,
                    }
                    for cell in row
                ],
            }
            for name, row in zip(board.row_names, board.rows, strict=True)
        ],
    }


def _places(rules: Rules, places: Sequence[PlaceView], naming: Naming) -> Iterator[dict[str, object]]:
    """Yield the places beside figure and boards; those of one name with a piece each lie in one row."""
    by_name: dict[str, list[PlaceView]] = {}
    for place in places:
        by_name.setdefault(place.name, []).append(place)
    for name, several in by_name.items():
        if several[0].of and all(len(place.pieces) <= 1 for place in several):
            row = [place.pieces[0] if place.pieces else EMPTY for place in several]
            while row and row[-1] == EMPTY:
                row.pop()
            yield _place(rules, name, None, f"the {naming.name(name)}", row)
            continue
        for place in several:
            label = f"{spelt(place.of)} {spelt(name)}" if place.of else _label(naming, name, place.owner)
            yield _place(rules, name, place.owner, label, place.pieces)


def _place(rules: Rules, name: str, owner: int | None, label: str, pieces: Iterable[int | None]) -> dict[str, object]:
    return {"name": name, "owner": owner, "label": label, "pieces": [piece(rules, number) for number in pieces]}


def said_of(players: Sequence[str], player: int | str) -> str:
    """Return the name of a player; the sign of a role that is secret stands for itself."""
    return player if isinstance(player, str) else players[player]


def _label(naming: Naming, name: str, owner: int | None, of: str = "") -> str:
    words = naming.name(name)
    if owner is not None:
        return f"{possessive(naming.players[owner])} {words}"
    return f"{spelt(of)} {words}" if of else f"the {words}"


def _numbers(view: View, naming: Naming) -> list[list[str]]:
    """Return the numbers and variables of the rules, each with its owner."""
    found: list[list[str]] = []
    for name, value in (*view.numbers.items(), *view.held.items()):
        if isinstance(value, tuple):
            found += [[_label(naming, name, who), _counted(one)] for who, one in enumerate(value)]
        elif isinstance(value, dict):
            found += [[_label(naming, name, None, of), _counted(one)] for of, one in value.items()]
        else:
            found.append([_label(naming, name, None), _counted(value)])
    return found


def _counted(value: object) -> str:
    return "none" if value is None else str(value)
