"""The context of a directive on a page: the edition, the page's name, and ways to note and refer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.notes import citation_pattern, unsafe_markup, with_references
from cc_dsl.edition.tags import Child, Element, Node, refer

if TYPE_CHECKING:
    from cc_dsl.edition.domain import Shown
    from cc_dsl.edition.shelf import ShownFigures
    from cc_dsl.weave.edition import WovenEdition
    from cc_dsl.weave.notes import NotesSection

logger = logging.getLogger(__name__)


class Page:
    """One directive at work on one page."""

    def __init__(self, directive: SphinxDirective, edition: str) -> None:
        """Open the edition that the directive names."""
        self.directive = directive
        self.domain = domain_of(directive.env)
        self.docname = directive.env.current_document.docname
        self.name = edition
        self.woven: WovenEdition = self.domain.shelf.edition(edition)
        loaded = self.domain.shelf.load(edition)
        self.domain.depend(edition, *loaded.shared_folders)
        self.display_name, self.titles = loaded.display_name, loaded.titles

    def note(self, kind: str, full_id: str, anchor: str, words: str = "", content: str = "") -> None:
        """Note that this page shows something; of what has no words or title of its own, what stands there."""
        self.domain.note(kind, full_id, self.docname, anchor, words, self.directive.get_location())
        if content:
            self.domain.note_content(kind, full_id, content)

    def show(self, what: Shown) -> None:
        """Note that this page shows words of the text, or figures."""
        self.domain.note_shown(self.docname, what)

    def figures(self, study: str) -> ShownFigures | None:
        """Return stored figures of this edition, and note that this page shows them."""
        self.show("figures")
        return self.domain.shelf.figures(self.name, study)

    def warn(self, sentence: str) -> None:
        """Report a problem of the edition, which is then not built."""
        logger.warning(sentence, location=self.directive.get_location(), type="rules", subtype="edition")

    def refer(self, kind: str, name: str, *children: Child, classes: str = "") -> Element:
        """Refer to something of this edition."""
        return refer(kind, f"{self.name}.{name}", *(children or [name]), docname=self.docname, classes=classes)

    def refer_to_reading(self, name: str, answer: str = "", words: str = "") -> Element | str:
        """Refer to an open place, or one answer, where it is argued; words alone if these pages do not show it."""
        words = words or (self.answered(name, answer) if answer else self.title(name))
        full_id = self.woven.reading_id(name)
        if full_id.rpartition(".")[0] not in self.domain.shelf.options:
            return words
        kind, target = ("statement", f"{full_id}={answer}") if answer else ("reading", full_id)
        return refer(kind, target, words, docname=self.docname)

    def statement_id(self, place: str) -> str:
        """Return the full id of a statement; one of a library is shown, and found, on the pages of each edition."""
        return place if place.startswith(f"{self.name}.") else f"{self.name}/{place}"

    def title(self, name: str) -> str:
        """Return the title of an open place."""
        return self.titles.title(name).replace("'", "’")

    def phrase(self, name: str, answer: str) -> str:
        """Return an answer to an open place as a phrase."""
        return self.titles.phrase(name, answer).replace("'", "’")

    def answered(self, name: str, answer: str) -> str:
        """Return the title of an open place with an answer to it."""
        return self.titles.said(name, answer).replace("'", "’")

    def cite(self, name: str, words: str = "") -> Element:
        """Cite a clause of this edition, so that its words can be had on the spot."""
        return refer("ref", f"{self.name}.{name}", words or name, docname=self.docname, preview=True)

    def lead(self, name: str) -> object:
        """Lead to a clause whose words need not be had on the spot; one of another edition may stand with its own."""
        if name in self.woven.clauses:
            return self.refer("ref", name)
        edition, _, rest = name.partition(".")
        if edition not in self.domain.shelf.options:
            return f"{edition}, {rest}"
        return refer("ref", name, f"{self.domain.shelf.load(edition).display_name}, {rest}", docname=self.docname)

    def cite_far(self, full_id: str, words: str = "") -> Element | str:
        """Cite a clause that may be of another edition; one that this project does not show stays plain."""
        edition, _, rest = full_id.partition(".")
        if edition == self.name:
            return self.cite(rest, words)
        if edition not in self.domain.shelf.options:
            return words or f"{edition}, {rest}"
        words = words or f"{self.domain.shelf.load(edition).display_name}, {rest}"
        return refer("ref", full_id, words, docname=self.docname, preview=True)

    def prose(self, note: NotesSection) -> list[Node]:
        """Typeset a section of the notes; ids of clauses in it become references."""
        unsafe = unsafe_markup(note.markdown)
        if unsafe is not None:
            path = os.path.join(self.domain.shelf.load(self.name).folder, "notes.md")
            raise ExtensionError(f"{path}:{note.line + unsafe.line - 1}: {unsafe.sentence}")
        text = with_references(note.markdown, self.name, self.woven.clauses, self.domain.shelf.options)
        return list(self.directive.parse_text_to_nodes(text))

    def prose_line(self, words: str) -> list[Child]:
        """Typeset a plain sentence; ids of clauses in it become references."""
        parts = citation_pattern(self.woven.clauses, self.domain.shelf.options).split(words)
        return [self._cited(part) if number % 2 else part for number, part in enumerate(parts) if part]

    def _cited(self, words: str) -> Element | str:
        """Cite a clause as prose names it, by its own id or by its full one."""
        is_full = words.partition(".")[0] in self.domain.shelf.options
        return self.cite_far(words, words) if is_full else self.cite(words)
