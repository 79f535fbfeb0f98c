"""Narrate a game as it goes on: each decision, and the printed words of each clause when it first occurs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cc_dsl.interpreter.reasons import Decision
from cc_dsl.words.book import Book
from cc_dsl.words.layout import COLUMNS, wrapped
from cc_dsl.words.sentences import clauses_of
from cc_dsl.words.tree import LEVELS, UNICODE, Branches, drawn, quoted
from cc_dsl.words.voice import Said, Voice


class Narrator:
    """Narrates a game, quotes no clause twice, and omits decisions that only prepare others."""

    def __init__(
        self,
        book: Book,
        voice: Voice,
        is_full: bool,
        columns: int = COLUMNS,
        branches: Branches = UNICODE,
        levels: int = LEVELS,
    ) -> None:
        """Narrate briefly, in the sentences of a voice, or in full."""
        self.book = book
        self.voice = voice
        self.is_full = is_full
        self.columns = columns
        self.branches = branches
        self.levels = levels
        self._quoted: set[str] = set()

    def tell(self, decisions: Sequence[Decision], indent: str = "") -> list[str]:
        """Return the lines about these decisions."""
        room = self.columns - len(indent)
        if not self.is_full:
            lines = [one for said in self.voice.tell(decisions) for one in wrapped(self.cited(said), "", "    ", room)]
            return [indent + one for one in lines]
        self.voice.tell(decisions)
        lines = drawn(decisions, self.book, self.levels, self.branches, room)
        new = self.quote(clauses_of(decisions), room)
        return [indent + one for one in [*lines, *new]]

    def cited(self, said: Said) -> str:
        """Return a sentence with its clauses behind it."""
        clauses = map(self.book.short, self.voice.sources(said.clauses))
        return f"{said.words} [{', '.join(clauses)}]" if said.clauses else said.words

    def quote(self, clauses: Iterable[str], columns: int | None = None) -> list[str]:
        """Quote those clauses that were not quoted before."""
        new = [clause for clause in self.voice.sources(clauses) if clause not in self._quoted]
        self._quoted.update(new)
        return quoted([clause for clause in new if self.book.printed(clause)], self.book, columns or self.columns)
