"""A position as data for the drawing: places, figure, numbers and roles, as one player sees them.

What a player is shown is the edition's to say: `[table]` in `phrases.toml` names the score and what is bookkeeping.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from cc_dsl.words.layout import capital
from cc_dsl.words.position import EMPTY, Board, Column, Figure, boards_in, places_on_board, rows_of
from cc_dsl.words.table import numbers_shown, value_words

if TYPE_CHECKING:
    from cc_dsl.engine.views import View
    from cc_dsl.rules.model import Rules
    from cc_dsl.words.voice import Voice

HIDDEN = "hidden"
FREE = "free"
"""A place of the figure where a piece will lie."""
NO_RESULTS: Mapping[str, object] = MappingProxyType({})


def piece(rules: Rules, number: int | None) -> dict[str, str]:
    """Return a piece as it is drawn: its code, its sign and its name, or that it is hidden, or not there yet."""
    if number is None:
        return {"is": HIDDEN}
    if number == EMPTY:
        return {"is": FREE}
    pieces = rules.pieces
    sign = pieces.glyphs[number]
    # A sign of letters and figures, such as Y1, can be read aloud as it is.
    return {"code": pieces.codes[number], "sign": sign, "name": sign if sign.isascii() else pieces.names[number]}


def drawn(
    rules: Rules,
    figure: Figure,
    view: View,
    voice: Voice,
    marked: Collection[str] = (),
    results: Mapping[str, object] = NO_RESULTS,
) -> dict[str, object]:
    """Return the table as it is drawn, with its boards, on which some squares may be marked; names are words.

    `results` is what the rules tell of the game so far.
    """
    naming, hidden = voice.naming, voice.phrases.hidden
    columns = figure.columns(view)
    drawn_apart = figure.places_drawn() if columns is not None else {*places_on_board(rules)}
    return {
        "boards": [_board(rules, board, voice) for board in boards_in(rules, view, marked, hidden=hidden)],
        "figure": None if columns is None else figure_drawn(rules, columns),
        "places": [
            {
                "name": row.name,
                "owner": row.owner,
                "label": row.label(naming, "the "),
                "pieces": [piece(rules, number) for number in row.pieces],
            }
            for row in rows_of(view, {*drawn_apart, *hidden})
        ],
        "numbers": _numbers(view, voice, results),
        "roles": [
            [capital(naming.name(name)), said_of(naming.players, who)]
            for name, who in view.roles.items()
            if who is not None and name not in hidden
        ],
    }


def figure_drawn(rules: Rules, columns: Iterable[Column]) -> list[dict[str, object]]:
    """Return columns of the figure as they are drawn."""
    return [
        {
            "legend": column.legend,
            "caption": column.caption,
            "pieces": [piece(rules, number) for number in column.pieces],
        }
        for column in columns
    ]


def _board(rules: Rules, board: Board, voice: Voice) -> dict[str, object]:
    """Return a board row by row, the last row first, and the words for what is marked on it and for what is stored."""
    cells = [cell for row in board.rows for cell in row]
    stored = dict.fromkeys(cell.stored for cell in cells if cell.stored)
    is_marked = any(cell.is_marked for cell in cells)
    return {
        "columns": board.column_names,
        "marked": " or ".join(map(voice.naming.name, voice.phrases.marked)) if is_marked else "",
        "stored": [voice.naming.name(name) for name in stored],
        "states": [voice.naming.name(name) for name in dict.fromkeys(cell.state for cell in cells if cell.state)],
        "rows": [
            {
                "name": name,
                "cells": [
                    {
                        "square": cell.square,
                        "piece": None if cell.piece is None else piece(rules, cell.piece),
                        "side": None if cell.piece is None else _side(rules, cell.piece),
                        "state": voice.naming.name(cell.state) if cell.state else "",
                        "stored": voice.naming.name(cell.stored) if cell.stored else "",
                        "marked": cell.is_marked,
                    }
                    for cell in row
                ],
            }
            for name, row in zip(board.row_names, board.rows, strict=True)
        ],
    }


def _side(rules: Rules, number: int) -> int:
    """Return the side to which a piece on a board belongs, by the first thing of which each player has one value."""
    least, most = rules.seats
    for values in rules.pieces.attributes.values():
        if least == most == len({*values}):
            return values[number] or 0
    return 0


def said_of(players: Sequence[str], player: int | str) -> str:
    """Return the name of a player; the sign of a role that is secret stands for itself."""
    return player if isinstance(player, str) else players[player]


def _numbers(view: View, voice: Voice, results: Mapping[str, object]) -> list[list[str]]:
    """Return the score, and the other numbers that are shown, each with whose it is."""
    stored = {**results, **view.numbers, **view.held}
    told = [name for name in voice.phrases.score or () if name in results]
    names = dict.fromkeys([*told, *numbers_shown(voice.phrases, view)])
    rows = ([name, value_words(voice, name, stored[name], voice.naming.players, name in told)] for name in names)
    return [[capital(voice.naming.name(name)), words] for name, words in rows if words]
