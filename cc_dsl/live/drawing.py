"""A position as data for the drawing: places, figure, numbers and roles, as one player sees them.

What a player is shown is the edition's to say: `[table]` in `phrases.toml` names the score and what is bookkeeping.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from cc_dsl.closures.naming import possessive
from cc_dsl.rules.kinds import spelt
from cc_dsl.words.layout import capital
from cc_dsl.words.position import EMPTY, Board, Column, Figure, boards_in, places_on_board
from cc_dsl.words.table import numbers_shown, value_words

if TYPE_CHECKING:
    from cc_dsl.closures.naming import Naming
    from cc_dsl.engine.views import PlaceView, View
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
    beside = [place for place in view.places if place.name not in drawn_apart and place.name not in hidden]
    return {
        "boards": [_board(rules, board, voice) for board in boards_in(rules, view, marked, hidden=hidden)],
        "figure": None if columns is None else figure_drawn(rules, columns),
        "places": [*_places(rules, beside, naming)],
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


def _label(naming: Naming, name: str, owner: int | None) -> str:
    words = naming.name(name)
    return f"the {words}" if owner is None else f"{possessive(naming.players[owner])} {words}"


def _numbers(view: View, voice: Voice, results: Mapping[str, object]) -> list[list[str]]:
    """Return the score, and the other numbers that are shown, each with whose it is."""
    stored = {**results, **view.numbers, **view.held}
    told = [name for name in voice.phrases.score or () if name in results]
    names = dict.fromkeys([*told, *numbers_shown(voice.phrases, view)])
    rows = ([name, value_words(voice, name, stored[name], voice.naming.players, name in told)] for name in names)
    return [[capital(voice.naming.name(name)), words] for name, words in rows if words]
