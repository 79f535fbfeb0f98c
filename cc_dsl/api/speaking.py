"""The names that an edition uses in one game, and its positions and decisions as text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cc_dsl.api import markup
from cc_dsl.api.pictures import picture
from cc_dsl.interpreter.naming import Naming, callings
from cc_dsl.weave.ground import drawn_ground
from cc_dsl.words.figure import Figure
from cc_dsl.words.layout import COLUMNS
from cc_dsl.words.tables import Artist, beside, full_ink
from cc_dsl.words.texts import book_of, phrases_of
from cc_dsl.words.voice import Voice

if TYPE_CHECKING:
    from cc_dsl.interpreter.views import View
    from cc_dsl.pipeline import Edition
    from cc_dsl.words.book import Book


class Speaker:
    """Writes positions and decisions of an edition as the terminal does, for a reader who has every character."""

    def __init__(self, edition: Edition, seats: int, people: Sequence[int] = ()) -> None:
        """Take the edition, how many play, and in which seats people sit; one who sits alone is called “you”."""
        self.edition = edition
        self.seats = seats
        self.ink = full_ink(edition.rules)
        self.names = callings(seats, people)

    @cached_property
    def naming(self) -> Naming:
        """The names of players, pieces and other things in sentences."""
        return Naming(self.names, self.ink.pieces, phrases_of(self.edition).names)

    @cached_property
    def voice(self) -> Voice:
        """Asks for moves in the phrases of the edition."""
        return Voice(self.edition.rules, self.naming, phrases_of(self.edition))

    @cached_property
    def book(self) -> Book:
        """The printed words, the readings and the places of the rules."""
        return book_of(self.edition)

    def table(self, view: View, whole: bool = False) -> list[str]:
        """Return a position as lines: the figure of the rules, then the other places, the score and the roles."""
        artist = Artist(self.edition.rules, self.names, self.ink)
        artist.called, artist.hidden = self.naming.name, self.voice.phrases.hidden
        drawn = artist.draw(view, COLUMNS)
        without = artist.places_drawn() if drawn else set()
        listed = beside(self.voice, view, self.names, without, whole, self.ink, COLUMNS)
        return [*drawn, *([""] if drawn and listed else []), *listed]

    def picture(self, view: View) -> str:
        """Return a position as SVG; where balls are struck, the ground to scale, which the position does not change."""
        ground = drawn_ground(self.edition.rules, self.seats)
        if ground is not None:
            return ground.svg
        figure = Figure(self.edition.rules, self.names)
        columns = figure.columns(view) or []
        hidden = {*self.voice.phrases.hidden, *(figure.places_drawn() if columns else ())}
        return picture(self.voice, self.ink, view, self.names, columns, hidden)

    def cited(self, clauses: Sequence[str]) -> str:
        """Return clauses as they stand behind a sentence: in brackets, without the name of the edition."""
        return f" [{', '.join(map(self.book.short, clauses))}]" if clauses else ""

    def page(self, lines: Sequence[str]) -> str:
        """Return lines as HTML."""
        return markup.lines(lines)
