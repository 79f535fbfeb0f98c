"""The words in which a game of an edition is reported: names of players and pieces, phrases, printed words."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cc_dsl.closures.listener_names import ListenerNames, player_names
from cc_dsl.source.phrases import FILE, INTRODUCTION, Phrases, split_citation
from cc_dsl.words.book import Book, book_of, load_or_make, phrases_of
from cc_dsl.words.layout import COLUMNS, Ink, paragraphs, wrap

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.engine.views import View
    from cc_dsl.pipeline import Edition
    from cc_dsl.words.voice import Voice


class Speaker:
    """The speaker of one edition, for its players or for spectators."""

    def __init__(self, edition: Edition, seats: int, people: Sequence[int] = (), ink: Ink | None = None) -> None:
        """Take the edition, the number of players, and the seats of people; a single person is called “you”.

        `ink` has the signs of pieces that the reader can see, if not all.
        """
        self.edition = edition
        self.rules = edition.rules
        self.names = player_names(seats, people)
        self.ink = ink or Ink(edition.rules.pieces.glyphs)

    @cached_property
    def phrases(self) -> Phrases:
        """The phrases with which the edition speaks to players."""
        return phrases_of(self.edition)

    @cached_property
    def naming(self) -> ListenerNames:
        """The names of players, pieces and other things in sentences.

        The names of the edition are cached between runs, since reading their file takes as long as a short command.
        """
        path = os.path.join(self.edition.folder or ".", FILE)
        return ListenerNames(
            self.names, self.ink.pieces, load_or_make("names", [path], lambda: dict(self.phrases.names))
        )

    @cached_property
    def book(self) -> Book:
        """The printed words, the readings and the lines of the rules."""
        return book_of(self.edition)

    def voice(self) -> Voice:
        """Return a voice for one listener who has heard nothing yet."""
        from cc_dsl.words.voice import Voice  # imported late: a question that is answered once needs no voice

        return Voice(self.rules, self.naming, self.phrases)

    def voice_for(self, game: Game) -> Voice:
        """Give a new game these words, and return a voice for it."""
        game.naming = self.naming
        return self.voice()

    def table(self, view: View, whole: bool = False, marked: Collection[str] = ()) -> list[str]:
        """Return a position as lines: the figure of the rules, then the other places, the score and the roles.

        `marked` are the squares, or values with places in a row, that the edition shows.
        """
        from cc_dsl.words.table import Artist

        return paragraphs(Artist(self.voice(), self.ink, lambda: marked).table(view, whole, COLUMNS))

    def introduction(self, columns: int = COLUMNS) -> list[str]:
        """Return the lines that introduce a game: its aim, a turn, scoring, and winning."""
        lines = []
        for name in INTRODUCTION:
            phrase = self.phrases.introduction.get(name)
            if phrase is not None:
                words, clauses = split_citation(phrase.words)
                rests = f" [{', '.join(clauses)}]" if clauses else ""
                lines += wrap(f"{words}{rests}", "  ", "  ", columns)
        return ["", *lines, ""] if lines else []
