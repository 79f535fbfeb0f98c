"""The words of an edition besides its rules: the printed text, the phrases for players, the titles of open places.

They are cached between runs beside the rules, since reading and verifying them takes as long as all the rest of a short
command; like the rules they are read again after any change of their files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from cc_dsl import cache
from cc_dsl.rules import model, store
from cc_dsl.rules.seating import seats_phrase
from cc_dsl.rules.titles import RECORDS, Titles, records_in
from cc_dsl.trees import walk

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.phrases import Phrases

Made = TypeVar("Made")
FILES = ("edition.toml", "text.txt", "clauses.toml")


@dataclass(eq=False)
class Book:
    """The words of an edition, ready to be quoted."""

    rules: model.Rules
    words: Mapping[str, str] = field(default_factory=dict)
    """The words of each clause by its id without the edition."""
    path: str = ""
    """The path of the rules."""
    titles: Titles = field(default_factory=Titles)
    misprints: tuple[str, ...] = ()
    """Misprinted words, which are marked in quotations."""
    place_of_line: Callable[[int], tuple[str, int]] | None = None
    """The file and the line of a line of composed rules, for an overlay."""

    def short_id(self, clause: str) -> str:
        """Return the id of a clause without the name of the edition, if it is of this one."""
        return clause.removeprefix(f"{self.rules.name}.")

    def with_sources(self, words: str, clauses: Iterable[str], readings: Iterable[str] = ()) -> str:
        """Return words followed by the clauses and the open places on which they rest in brackets, if there are any."""
        parts = [", ".join(map(self.short_id, clauses)), *map(self.titles.title, readings)]
        rests = "; ".join(filter(None, parts))
        return f"{words} [{rests}]" if rests else words

    def printed_words(self, clause: str) -> str:
        """Return the printed words of a clause; an empty string for rules without a text."""
        words = self.words.get(self.short_id(clause), "")
        for misprint in self.misprints:
            words = words.replace(misprint, f"{misprint} [sic]")
        return words

    def reading(self, name: str) -> str:
        """Return the title of an open place with the answer that these rules give to it."""
        doubt = self.rules.doubts.get(name)
        if doubt is None:
            return self.titles.title(name)
        how = "agreed" if doubt.kind == "option" else "chosen"
        phrase = self.titles.full_title(name, doubt.chosen)
        return f"{phrase} ({'default' if doubt.chosen == doubt.default else how})"

    @cached_property
    def _origins(self) -> list[model.Origin]:
        return [part for part in walk(self.rules) if isinstance(part, model.Origin)]

    @cached_property
    def _lines(self) -> dict[tuple[tuple[str, ...], str], int]:
        """The first line of each sentence of the rules, by its clauses and its words."""
        return {(origin.clauses, origin.sentence): origin.line for origin in reversed(self._origins)}

    def origin_of(self, sentence: str) -> model.Origin | None:
        """Return the origin of a sentence of the rules; None if they have no such sentence."""
        return next((origin for origin in self._origins if origin.sentence == sentence), None)

    def place_of(self, clauses: Iterable[str], sentence: str) -> tuple[str, int]:
        """Return the file and the line of a sentence; the line is 0 if it is not found."""
        line = self.line_of(clauses, sentence)
        return (self.path, line) if self.place_of_line is None or not line else self.place_of_line(line)

    def line_of(self, clauses: Iterable[str], sentence: str) -> int:
        """Return the line number of a sentence in the rules file; 0 if it is not found."""
        line = self._lines.get((tuple(self.short_id(clause) for clause in clauses), sentence))
        origin = self.origin_of(sentence) if line is None else None
        return line or (origin.line if origin is not None else 0)


def book_of(edition: Edition) -> Book:
    """Return the words of an edition, ready to be quoted, with those of other editions that it uses."""
    from cc_dsl.pipeline import Edition, find_rules
    from cc_dsl.source.files import shown_path

    words = words_of(edition)
    for label in edition.rules.shared:
        other = Edition(find_rules(label), {})
        words |= {f"{label}.{name}": printed_words for name, printed_words in words_of(other).items()}

    def records(folder: str) -> dict[str, object]:
        return load_or_make("titles", [os.path.join(folder, RECORDS)], lambda: records_in(folder))

    titles = Titles(edition.folder or ".", edition.shared_folders, records)
    place_of_line = None if edition.overlay is None else edition.place_of_line
    return Book(edition.rules, words, shown_path(edition.path), titles, place_of_line=place_of_line)


def seats_quoted(edition: Edition) -> str:
    """Return the number of players of the rules, with the printed words of the clause."""
    book = book_of(edition)

    def quote(clause: str) -> str:
        words = book.printed_words(clause)
        return f"{clause} “{words}”" if words else clause

    return seats_phrase(edition.rules, quote)


def words_of(edition: Edition) -> dict[str, str]:
    """Return each clause as it is quoted, by its id without the name of the edition."""

    def words() -> dict[str, str]:
        text = edition.text
        return {name: clause.quotation for name, clause in text.clauses.items()} if text is not None else {}

    return load_or_make("words", [os.path.join(edition.folder, name) for name in FILES], words)


def load_or_make(kind: str, paths: Sequence[str], make: Callable[[], Made]) -> Made:
    """Return a value made from some files: from the cache, if none of them has changed."""
    parts = [(os.path.abspath(path), store.contents_of(path)) for path in paths]
    result: Made | None = cache.get_object(kind, parts)
    if result is None:
        result = make()
        cache.put_object(kind, parts, result)
    return result


def phrases_of(edition: Edition) -> Phrases:
    """Return the phrases of an edition; raise a RulesError for a problem in their file."""
    from cc_dsl.source.phrases import phrases_in

    phrases = phrases_in(edition.folder)
    # An overlay uses its parent's phrases, except the introduction, which may no longer be true.
    return phrases if edition.overlay is None else phrases._replace(introduction={})
