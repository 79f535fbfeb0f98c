"""The figure of the rules as data: its columns with the pieces that lie in them now, as somebody sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.interpreter.views import View

EMPTY = -1
"""Where a piece will lie."""


class Column(NamedTuple):
    """One column of a figure as it lies now."""

    pieces: tuple[int | None, ...]
    """From left to right."""
    legend: str
    caption: str
    """Its owner or its name."""


class Figure:
    """The figure of the rules with the pieces of one game in it; it keeps room for the most that lay in each column."""

    def __init__(self, rules: model.Rules, names: Sequence[str]) -> None:
        """Take the rules and what each player is called."""
        self.rules = rules
        self.names = names
        self._most: dict[int, int] = {}
        self._last_complete: list[Column] | None = None
        for question in rules.questions.values():
            for asked in question.asked:
                self._most[asked.place] = asked.number

    def places_drawn(self) -> set[str]:
        """Name the places that the figure shows."""
        figure = self.rules.figure
        columns = figure.columns if figure is not None else ()
        found = [self._place(column.things) for column in columns]
        return {place.name for place in found if place is not None}

    def _place(self, things: object) -> model.PlaceDeclaration | None:
        if not isinstance(things, model.Contents):
            return None
        return next((place for place in self.rules.places if place.base == things.base), None)

    def _owner(self, term: object, view: View) -> int | None:
        if isinstance(term, model.Const):
            return term.value
        if isinstance(term, model.Cell):
            role = next((role.name for role in self.rules.roles if role.cell == term.base), "")
            return view.holder(role)
        if isinstance(term, model.Neighbour):
            beside = self._owner(term.player, view)
            return None if beside is None else (beside + term.step) % len(self.names)
        return None

    def columns(self, view: View) -> list[Column] | None:
        """Return the columns of the figure; None if there is no figure, or nothing to show in it yet.

        A figure for fewer players than there are would omit somebody, so it is not drawn.
        """
        figure = self.rules.figure
        if figure is None:
            return None
        owners = [column.things for column in figure.columns if getattr(column.things, "owner", None) is not None]
        if len(owners) < len(self.names):
            return None
        columns = []
        for column in figure.columns:
            place = self._place(column.things)
            owner = self._owner(column.things.owner, view) if place is not None else None
            if place is None or (place.owner is not None and owner is None):
                return None
            pieces = view.pieces_in(place.name, owner)
            self._most[place.base] = max(self._most.get(place.base, 1), len(pieces))
            room = self._most[place.base] - len(pieces)
            shown: list[int | None] = [*pieces, *[EMPTY] * room]
            caption = place.name if owner is None else self.names[owner]
            columns.append(Column(tuple(shown[::-1] if column.is_reversed else shown), column.legend, caption))
        return columns

    def just_completed(self, view: View) -> list[Column] | None:
        """Return the columns if the last piece of the figure has just been laid; otherwise None."""
        found = self.columns(view)
        if found is None or found == self._last_complete:
            return None
        if not all(column.pieces and EMPTY not in column.pieces for column in found):
            return None
        self._last_complete = found
        return found
