"""A position as data for the drawing: places, figure, numbers and roles, as one player sees them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from cc_dsl.explain.boards import Board, boards_in, places_on_board
from cc_dsl.explain.figure import EMPTY, Figure
from cc_dsl.interpreter.naming import possessive

if TYPE_CHECKING:
    from cc_dsl.interpreter.views import View
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


def drawn(rules: Rules, figure: Figure, view: View, names: list[str], marked: Collection[str] = ()) -> dict[str, Any]:
    """Return the table as it is drawn, with its boards, on which some squares may be marked."""
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
        "places": [
            {
                "name": place.name,
                "owner": place.owner,
                "label": _label(place.name, place.owner, place.of, names),
                "pieces": [piece(rules, number) for number in place.pieces],
            }
            for place in view.places
            if place.name not in in_figure
        ],
        "numbers": _numbers(view, names),
        "roles": [[name, said_of(names, who)] for name, who in view.roles.items() if who is not None],
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


def said_of(names: list[str], player: int | str) -> str:
    """Return the name of a player; the sign of a role that is secret stands for itself."""
    return player if isinstance(player, str) else names[player]


def _label(name: str, owner: int | None, of: str, names: list[str]) -> str:
    if owner is not None:
        return f"{possessive(names[owner])} {name}"
    return f"{of} {name}" if of else f"the {name}"


def _numbers(view: View, names: list[str]) -> list[list[str]]:
    """Return the numbers and variables of the rules, each with its owner."""
    found: list[list[str]] = []
    for name, value in (*view.numbers.items(), *view.held.items()):
        if isinstance(value, tuple):
            found += [[_label(name, who, "", names), _counted(one)] for who, one in enumerate(value)]
        elif isinstance(value, dict):
            found += [[f"{of} {name}", _counted(one)] for of, one in value.items()]
        else:
            found.append([f"the {name}", _counted(value)])
    return found


def _counted(value: object) -> str:
    return "none" if value is None else str(value)
