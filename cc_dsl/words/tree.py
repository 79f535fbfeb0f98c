"""Explain decisions as text: one line each, or a tree of reasons with the printed words under it, each quoted once.

A decision that was explained above is not explained again; below the last level the reasons are only counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cc_dsl.interpreter.reasons import Decision
from cc_dsl.words.alike import together
from cc_dsl.words.book import Book
from cc_dsl.words.layout import COLUMNS, wrapped
from cc_dsl.words.sentences import capital, clauses_of, line, readings_of, sentence, sources, walk

LEVELS = 5
NARROWEST = 20
"""The fewest columns that a sentence is given, however deep it stands."""


class Branches(NamedTuple):
    """The signs a tree is drawn with."""

    inner: str
    last: str
    beside: str
    below: str
    more: str


UNICODE = Branches("├─ ", "└─ ", "│  ", "   ", "…")
ASCII = Branches("|- ", "`- ", "|  ", "   ", "...")


def short_form(decisions: Iterable[Decision], book: Book, columns: int = COLUMNS) -> list[str]:
    """Return each decision as a line, wrapped only if it is too long."""
    return [part for decision in decisions for part in wrapped(line(decision, book), "", "    ", columns)]


def full_form(
    decisions: Sequence[Decision],
    book: Book,
    levels: int = LEVELS,
    branches: Branches = UNICODE,
    columns: int = COLUMNS,
    said: Callable[[Decision], str] = sentence,
) -> list[str]:
    """Explain decisions with their reasons, then quote the clauses and name the readings that they rest on.

    `said` writes the decisions themselves, as somebody has heard them; their reasons are in the words of the rules.
    """
    lines = drawn(decisions, book, levels, branches, columns, said)
    for paragraph in (quoted(clauses_of(decisions), book, columns), read(readings_of(decisions), book, columns)):
        if paragraph:
            lines += ["", *paragraph]
    return lines


def drawn(
    decisions: Iterable[Decision],
    book: Book,
    levels: int = LEVELS,
    branches: Branches = UNICODE,
    columns: int = COLUMNS,
    said: Callable[[Decision], str] = sentence,
) -> list[str]:
    """Draw decisions with their reasons as trees."""
    drawing = _Drawing(book, levels, branches, columns, said)
    return [one for decision in decisions for one in drawing.draw(decision, "", "", 1)]


def quoted(clauses: Iterable[str], book: Book, columns: int = COLUMNS) -> list[str]:
    """Quote the printed words of clauses."""
    named = [(book.short(clause), book.printed(clause)) for clause in clauses]
    margin = max((len(name) for name, _ in named), default=0) + 4
    lines: list[str] = []
    for name, words in named:
        lines += wrapped(f"“{words}”" if words else "", f"  {name}".ljust(margin), " " * margin, columns)
    return lines


def read(readings: Iterable[str], book: Book, columns: int = COLUMNS) -> list[str]:
    """Name readings with the answers chosen, and the words that they concern."""
    lines: list[str] = []
    for name in readings:
        doubt = book.rules.doubts.get(name)
        reason = next((why for answer, why in doubt.alternatives if answer == doubt.chosen), "") if doubt else ""
        lines += wrapped(f"{book.reading(name)}{f'. {capital(reason)}' if reason else ''}.", "  ", "      ", columns)
    return lines


class _Drawing:
    """A tree that remembers the decisions that it has explained."""

    def __init__(
        self, book: Book, levels: int, branches: Branches, columns: int, said: Callable[[Decision], str]
    ) -> None:
        self.said = said
        self.book = book
        self.levels = levels
        self.branches = branches
        self.columns = columns
        self.explained: set[Decision] = set()

    def draw(self, decision: Decision, first: str, later: str, level: int) -> list[str]:
        """Draw a decision behind `first`, and what belongs to it behind `later`."""
        reasons: Sequence[Decision] = together(decision.reasons)
        hidden = ""
        if reasons and decision in self.explained:
            reasons, hidden = (), "as above"
        elif reasons and level >= self.levels:
            count = sum(1 for _ in walk(reasons))
            reasons, hidden = (), f"{self.branches.more} {count} more"
        words = (self.said if level == 1 else sentence)(decision)
        words = f"{capital(words)}." if level == 1 and decision.fact is not None else words
        said = " ".join(filter(None, (words, sources(decision, self.book), f"({hidden})" * bool(hidden))))
        beside = self.branches.beside if reasons else self.branches.below
        lines = wrapped(said, first, later + beside, max(self.columns, len(first) + NARROWEST))
        if reasons:
            self.explained.add(decision)
        for number, reason in enumerate(reasons, 1):
            is_last = number == len(reasons)
            branch = self.branches.last if is_last else self.branches.inner
            under = self.branches.below if is_last else self.branches.beside
            lines += self.draw(reason, later + branch, later + under, level + 1)
        return lines
