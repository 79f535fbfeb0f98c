"""What an edition says besides its rules: the printed words, the phrases for players, how open places are read.

They are cached between runs beside the rules, since reading and verifying them takes as long as all the rest of a
short command; like the rules they are read again when one of their files has changed by one character.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from cc_dsl import cache
from cc_dsl.rules import model, store
from cc_dsl.rules.titles import RECORDS, Titles, records_in
from cc_dsl.trees import walk

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.phrases import Phrases

FILES = ("edition.toml", "text.txt", "clauses.toml")


class Book:
    """The words of an edition, ready to be quoted."""

    def __init__(
        self,
        rules: model.Rules,
        words: Mapping[str, str] | None = None,
        path: str = "",
        titles: Titles | None = None,
    ) -> None:
        """Take the rules, the words of each clause by its id without the edition, the path of the rules, and titles."""
        self.rules = rules
        self.titles = titles or Titles()
        self.words = dict(words or {})
        self.path = path
        self.misprints: tuple[str, ...] = ()
        """Words that are marked where they are quoted."""
        self._lines: dict[tuple[tuple[str, ...], str], int] | None = None

    def short(self, clause: str) -> str:
        """Return the id of a clause without the name of the edition, if it is of this one."""
        return clause.removeprefix(f"{self.rules.name}.")

    def printed(self, clause: str) -> str:
        """Return the printed words of a clause; nothing where the rules stand without a text."""
        words = self.words.get(self.short(clause), "")
        for misprint in self.misprints:
            words = words.replace(misprint, f"{misprint} [sic]")
        return words

    def reading(self, name: str) -> str:
        """Return the title of an open place with the answer that these rules give to it."""
        doubt = self.rules.doubts.get(name)
        if doubt is None:
            return self.titles.title(name)
        how = "agreed" if doubt.kind == "option" else "chosen"
        said = self.titles.said(name, doubt.chosen)
        return f"{said} ({'default' if doubt.chosen == doubt.default else how})"

    def origin_of(self, sentence: str) -> model.Origin | None:
        """Return where a sentence of the rules comes from; None if they have none such."""
        return next((origin for origin in _origins(self.rules) if origin.sentence == sentence), None)

    def line_of(self, clauses: Iterable[str], sentence: str) -> int:
        """Return the line of the rules file on which a sentence stands; 0 if it is not found."""
        if self._lines is None:
            self._lines = {}
            for origin in _origins(self.rules):
                self._lines.setdefault((origin.clauses, origin.sentence), origin.line)
        wanted = tuple(self.short(clause) for clause in clauses)
        found = self._lines.get((wanted, sentence))
        if found is not None:
            return found
        return next((line for (_, words), line in self._lines.items() if words == sentence), 0)


def _origins(rules: model.Rules) -> Iterator[model.Origin]:
    """Find every origin inside some rules."""
    return (part for part in walk(rules) if isinstance(part, model.Origin))


def book_of(edition: Edition) -> Book:
    """Return the words of an edition, ready to be quoted, with those of other editions that it uses."""
    from cc_dsl.pipeline import Edition, find_rules
    from cc_dsl.source.files import shown_path

    words = words_of(edition)
    for label in edition.rules.shared:
        other = Edition(find_rules(label), {})
        words |= {f"{label}.{name}": printed for name, printed in words_of(other).items()}
    return Book(edition.rules, words, shown_path(edition.path), titles_of(edition))


def titles_of(edition: Edition) -> Titles:
    """Return the titles of the open places of an edition, cached between runs like the words."""
    return Titles(edition.folder or ".", edition.shared_folders, _records)


def _records(folder: str) -> dict[str, object]:
    path = os.path.join(folder, RECORDS)
    parts = os.path.abspath(path), store.contents_of(path)
    found: dict[str, object] | None = cache.get_object("titles", parts)
    if found is None:
        found = records_in(folder)
        cache.put_object("titles", parts, found)
    return found


def seats_quoted(edition: Edition) -> str:
    """Return the number of players of the rules, with the printed words of the clause."""
    from cc_dsl.closures.seats import seats_said

    book = book_of(edition)

    def quoted(clause: str) -> str:
        words = book.printed(clause)
        return f"{clause} “{words}”" if words else clause

    return seats_said(edition.rules, quoted)


def words_of(edition: Edition) -> dict[str, str]:
    """Return the printed words of each clause by its id, without the name of the edition."""
    paths = [os.path.join(edition.folder, name) for name in FILES]
    contents = tuple((path, store.contents_of(path)) for path in paths)
    parts = [os.path.abspath(path) for path in paths], contents
    words: dict[str, str] | None = cache.get_object("words", parts)
    if words is None:
        text = edition.text
        words = {name: clause.words for name, clause in text.clauses.items()} if text is not None else {}
        cache.put_object("words", parts, words)
    return words


def phrases_of(edition: Edition) -> Phrases:
    """Return the phrases of an edition; raise a RulesError for a problem in their file."""
    from cc_dsl.diagnostics.problem import from_source_fault
    from cc_dsl.source.files import SourceFault
    from cc_dsl.source.phrases import phrases_in

    try:
        found = phrases_in(edition.folder)
    except SourceFault as fault:
        raise from_source_fault(fault) from None
    # An edition that changes another speaks as that one does, but its introduction may no longer be true.
    return found if edition.overlay is None else found._replace(introduction={})
