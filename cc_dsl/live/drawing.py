"""A position as data for the drawing: places, figure, numbers and roles, as one player sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def drawn(rules: Rules, figure: Figure, view: View, names: list[str]) -> dict[str, Any]:
    """Return the table as it is drawn."""
    columns = figure.columns(view)
    in_figure = figure.places_drawn() if columns is not None else set()
    return {
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
        "roles": [[name, names[who]] for name, who in view.roles.items() if who is not None],
    }


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


def _counted(value: Any) -> str:
    return "none" if value is None else str(value)
