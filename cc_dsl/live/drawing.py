"""A position as data for the drawing: places, figure, numbers and roles, as one player sees them.

What a player is shown is the edition's to say: `[table]` in `phrases.toml` names the score and what is bookkeeping.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.words.answers import certain_results, sums_for_sure
from cc_dsl.words.layout import capital
from cc_dsl.words.position import EMPTY, Board, Column, Figure, boards_in, places_on_board, rows_of
from cc_dsl.words.table import numbers_shown, value_words

if TYPE_CHECKING:
    from cc_dsl.play.session import Session
    from cc_dsl.rules.model import Rules
    from cc_dsl.words.voice import Voice


def table_of(session: Session[Figure]) -> dict[str, object]:
    """Return the table as the one who looks sees it; the score that the rules tell is found only where it is shown."""
    game, rules, heard, voice, phrases = session.game, session.rules, session.heard, session.voice, session.phrases
    view, naming, hidden = game.view(session.viewer), voice.naming, phrases.hidden
    columns = heard.figure.columns(view)
    apart = heard.figure.places_drawn() if columns is not None else {*places_on_board(rules)}
    stored: dict[str, object] = {**view.numbers, **view.held}
    if {*phrases.counted} - {*stored}:
        stored = {**certain_results(game, session.viewer), **stored}
    score = [name for name in phrases.score or () if name in stored]
    numbers = [
        [capital(naming.name(name)), value_words(voice, name, stored[name], name in score)]
        for name in dict.fromkeys([*score, *numbers_shown(phrases, view)])
    ]
    limited = {place.name for place in rules.places if place.most is not None}
    sums = sums_for_sure(game, session.viewer, phrases.sums)
    boards = boards_in(rules, view, game.having(phrases.marked), hidden=hidden)
    return {
        "boards": [_board(rules, board, voice) for board in boards],
        "figure": None if columns is None else figure_drawn(session, columns),
        "places": [
            {
                "name": row.name,
                "owner": row.owner,
                "row": row.is_row,
                "limited": row.name in limited,
                "label": row.label(naming, "the "),
                "sums": [f"{phrases.sums[name]} {each[row.of]}" for name, each in sums.items() if row.of in each],
                "pieces": [_piece(rules, number) for number in row.pieces],
            }
            for row in rows_of(view, {*apart, *hidden})
        ],
        "numbers": [row for row in numbers if row[1]],
        "roles": [  # the sign of a role that is secret stands for itself
            [capital(naming.name(name)), who if isinstance(who, str) else naming.players[who]]
            for name, who in view.roles.items()
            if who is not None and name not in hidden
        ],
    }


def figure_drawn(session: Session[Figure], columns: Sequence[Column]) -> list[dict[str, object]]:
    """Return columns of the figure as they are drawn: those of the one who looks always on the left."""
    own = None if session.viewer is None else session.names[session.viewer]
    if own in [one.caption for one in columns[(len(columns) + 1) // 2 :]]:
        columns = [one._replace(pieces=one.pieces[::-1]) for one in reversed(columns)]
    return [{**one._asdict(), "pieces": [_piece(session.rules, number) for number in one.pieces]} for one in columns]


def _piece(rules: Rules, number: int | None) -> dict[str, str]:
    """Return a piece as it is drawn: its code, its sign and its name, or that it is hidden, or not there yet."""
    if number is None or number == EMPTY:
        return {"is": "hidden" if number is None else "free"}
    sign = rules.pieces.glyphs[number].replace("-", " ")
    # A sign of letters and figures, such as Y1, can be read aloud as it is.
    name = sign if sign.isascii() else rules.pieces.names[number]
    return {"code": rules.pieces.codes[number], "sign": sign, "name": name}


def _board(rules: Rules, board: Board, voice: Voice) -> dict[str, object]:
    """Return a board row by row, the last row first, and the words for what is marked on it and for what is stored."""
    name = voice.naming.name
    cells = [cell for row in board.rows for cell in row]
    # The side of a piece is the first thing of which each player has one value.
    least, most = rules.seats
    sides = next((one for one in rules.pieces.attributes.values() if least == most == len({*one})), None)
    return {
        "columns": board.column_names,
        "marked": " or ".join(map(name, voice.phrases.marked)) if any(cell.is_marked for cell in cells) else "",
        "stored": [name(one) for one in dict.fromkeys(cell.stored for cell in cells if cell.stored)],
        "states": [name(one) for one in dict.fromkeys(cell.state for cell in cells if cell.state)],
        "rows": [
            {
                "name": row_name,
                "cells": [
                    {
                        "square": cell.square,
                        "piece": None if cell.piece is None else _piece(rules, cell.piece),
                        "side": None if cell.piece is None else (sides[cell.piece] or 0) if sides else 0,
                        "state": name(cell.state) if cell.state else "",
                        "stored": name(cell.stored) if cell.stored else "",
                        "marked": cell.is_marked,
                    }
                    for cell in row
                ],
            }
            for row_name, row in zip(board.row_names, board.rows, strict=True)
        ],
    }
