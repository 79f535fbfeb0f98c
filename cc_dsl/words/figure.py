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
        self._before: list[Column] = []
        """The columns when it was last asked whether they are complete."""
        self._laying: set[int] = set()
        """The questions, by their numbers, by whose answers pieces come into the figure."""
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
        if isinstance(term, model.Load):
            return view.holder(self.rules.stored_at(term.base).name)
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

    def just_completed(self, view: View, last: tuple[int, object] | None = None) -> list[Column] | None:
        """Return the columns if the last piece of the figure has just been laid; otherwise None.

        `last` is the question answered last, by its number, and the answer.  Where that piece completed the figure and
        all of it was taken away at once, the columns are those in between.
        """
        before, found = self._before, self.columns(view) or []
        self._before = found
        if last is not None:
            question, piece = last
            laid = [one for column in found for one in column.pieces]
            if len(_laid(found)) == len(_laid(before)) + 1 and piece in laid:
                self._laying.add(question)
            elif len(_laid(found)) < len(_laid(before)) and question in self._laying and isinstance(piece, int):
                found = _with_last(before, piece)
        if not found or found == self._last_complete:
            return None
        if not all(column.pieces and EMPTY not in column.pieces for column in found):
            return None
        self._last_complete = found
        return found

    def forget(self) -> None:
        """Forget how the figure lay, since moves were taken back."""
        self._before, self._last_complete = [], None


def _laid(columns: list[Column]) -> list[int | None]:
    """Return the pieces that lie in some columns."""
    return [piece for column in columns for piece in column.pieces if piece != EMPTY]


def _with_last(columns: list[Column], piece: int) -> list[Column]:
    """Return columns in which a piece lies in the one room that was left; nothing if there was more room.

    Where some pieces lie face down this one may, too, so it is not shown.
    """
    if sum(column.pieces.count(EMPTY) for column in columns) != 1 or None in _laid(columns):
        return []
    return [
        column._replace(pieces=tuple(piece if one == EMPTY else one for one in column.pieces)) for column in columns
    ]
