"""A page from the point of view of a directive: the edition, references to its parts, and the templates."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from docutils import nodes
from markupsafe import Markup
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from cc_dsl.closures.listener_names import ListenerNames
from cc_dsl.edition.domain import ShownItem, digest_of, domain_of, path_to_root
from cc_dsl.edition.markup import Node, nodes_of, refer, render
from cc_dsl.edition.notes import add_references, unsafe_markup
from cc_dsl.edition_model.edition import EditionView
from cc_dsl.source.notes import NotesSection, citation_pattern
from cc_dsl.study.figures import count_of, counts_of
from cc_dsl.svg import SPACE
from cc_dsl.words.book import phrases_of
from cc_dsl.words.layout import curl, with_glyphs

logger = logging.getLogger(__name__)


class ShownFigures(NamedTuple):
    """Stored figures that an edition declares, with their command, date and version."""

    page: Page
    title: str
    command: str
    counted: str
    is_current: bool
    """Whether they were counted with the present rules."""
    found: Any


class Page:
    """The context of one directive on one page."""

    def __init__(self, directive: SphinxDirective, edition: str) -> None:
        """Open an edition for a directive; all pages of one directive share their placeholders."""
        self.directive = directive
        self.domain = domain_of(directive.env)
        self.docname = directive.env.current_document.docname
        self.name = edition
        self.view: EditionView = self.domain.shelf.edition(edition)
        self.loaded = self.domain.shelf.load(edition)
        self.display_name, self.titles = self.loaded.display_name, self.loaded.titles
        self.held: list[list[Node]] = directive.__dict__.setdefault("held", [])

    @property
    def path_to_root(self) -> str:
        """The path from this page up to the folder of the edition."""
        return path_to_root(self.docname)

    def line_in_words(self, line: str) -> str:
        """Return a line of a worked case with the signs of pieces, and with spaces in place of the hyphens in names."""
        return self._names.without_hyphens(with_glyphs(line, self.loaded.rules))

    @cached_property
    def _names(self) -> ListenerNames:
        """The names that the edition prints with their hyphens."""
        names = phrases_of(self.loaded).names
        return ListenerNames((), (), {name: words for name, words in names.items() if words == name})

    # ----------------------------------------------------------------------------------- nodes for Sphinx

    def nodes_of(self, template: str, macro: str, *values: object, **context: object) -> list[Node]:
        """Return the nodes of the output of a template macro."""
        return nodes_of(self.render(template, macro, *values, **context), self.docname, self.held, self)

    def render(self, template: str, macro: str, *values: object, **context: object) -> Markup:
        """Return the output of a template macro, which can use the page and its edition."""
        return render(template, macro, *values, page=self, view=self.view, **context)

    def placeholder(self, *nodes_to_hold: Node) -> Markup:
        """Return the placeholder for nodes in a template."""
        self.held.append(list(nodes_to_hold))
        return Markup('<held n="{}"></held>').format(len(self.held) - 1)

    def raw(self, html: str) -> Markup:
        """Return the placeholder for finished HTML that Sphinx need not parse."""
        return self.placeholder(nodes.raw("", html, format="html"))

    def record_item(self, kind: str, full_id: str, anchor: str, words: str = "", content: str = "") -> None:
        """Record that this page shows an item, with its words if it has no title of its own."""
        item = ShownItem(kind, full_id, self.docname, anchor, words, digest_of(content or words))
        self.domain.record_item(item, self.directive.get_location())

    def show_text(self) -> str:
        """Record that this page shows words of the text, which are cited as their author's; return empty output."""
        self.directive.env.metadata[self.docname]["text"] = True
        return ""

    def is_first(self, key: str) -> bool:
        """Return whether this is the first call for a key on this page."""
        document = self.directive.env.current_document
        is_repeated = document.get(key, False)
        document[key] = True
        return not is_repeated

    def figures(self, study: str) -> ShownFigures | None:
        """Return stored figures of this edition; report a fault of the page if they are missing."""
        study_plan = counts_of(self.loaded).get(study)
        count = count_of(self.loaded, study_plan) if study_plan is not None else None
        stored_counts = count.stored_figures if count is not None else None
        if study_plan is None or count is None or stored_counts is None:
            again = f"Count it: circular figures {self.name}"
            self.warn(f"The edition {self.name} declares no study {study}, or nothing was counted yet. {again}")
            return None
        date, is_current = f"{stored_counts['date']}, version {stored_counts['version']}", not count.fault()
        return ShownFigures(self, study_plan.title, stored_counts["command"], date, is_current, stored_counts["found"])

    def warn(self, sentence: str) -> str:
        """Report a problem, which stops the build; return empty output."""
        logger.warning(sentence, location=self.directive.get_location(), type="rules", subtype="edition")
        return ""

    # ---------------------------------------------------------------------------------------- references

    def refer(self, kind: str, name: str, words: str = "", classes: str = "") -> Markup:
        """Return a reference to an item of this edition."""
        return refer(kind, f"{self.name}.{name}", words or name, classes)

    def title(self, name: str) -> str:
        """Return the title of an open place."""
        return curl(self.titles.title(name))

    def phrase(self, name: str, answer: str) -> str:
        """Return an answer to an open place as a phrase."""
        return curl(self.titles.phrase(name, answer))

    def refer_to_reading(self, name: str, answer: str = "", words: str = "") -> str:
        """Return a reference to the arguments of an open place or answer; only words if no page shows them."""
        words = words or curl(self.titles.full_title(name, answer) if answer else self.titles.title(name))
        full_id = self.view.reading_id(name)
        if full_id.rpartition(".")[0] not in self.domain.shelf.options:
            return words
        return refer("statement", f"{full_id}={answer}", words) if answer else refer("reading", full_id, words)

    def answers(self, chosen: Iterable[tuple[str, str]]) -> Markup:
        """Return references to answers to open places."""
        return Markup("; ").join(self.refer_to_reading(name, answer) for name, answer in chosen)

    def statement_id(self, place: str) -> str:
        """Return the full id of a statement; statements of libraries are shown on the pages of each edition."""
        return place if place.startswith(f"{self.name}.") else f"{self.name}/{place}"

    def statement(self, line: int, words: str) -> str:
        """Return a reference to the statement on a line of the rules file; only words if there is none."""
        id = self.view.statement_at(line)
        return self.refer("statement", id, words) if id else words

    def cite(self, name: str, words: str = "", preview: bool = True) -> str:
        """Return a reference to a clause of this edition, or of another by its full id; words if no page shows it.

        With a preview, the page can show the words of the clause.
        """
        if name in self.view.clauses:
            return refer("ref", f"{self.name}.{name}", words or name, preview=preview)
        edition, _, rest = name.partition(".")
        if edition == self.name:
            return refer("ref", name, words or rest, preview=preview)
        if edition not in self.domain.shelf.options:
            return words or f"{edition}, {rest}"
        words = words or f"{self.domain.shelf.load(edition).display_name}, {rest}"
        return refer("ref", name, words, preview=preview)

    def cites(self, names: Iterable[str], preview: bool = True) -> Markup:
        """Return references to clauses, with or without previews."""
        return Markup(", ").join(self.cite(name, preview=preview) for name in names)

    # ------------------------------------------------------------------------------------ prose, drawings

    def prose(self, note: NotesSection) -> Markup:
        """Set a section of the notes; ids of clauses in it become references."""
        unsafe = unsafe_markup(note.markdown)
        if unsafe is not None:
            path = os.path.join(self.loaded.folder, "notes.md")
            raise ExtensionError(f"{path}:{note.line + unsafe.line - 1}: {unsafe.sentence}")
        text = add_references(note.markdown, self.name, self.view.clauses, self.domain.shelf.options)
        return self.placeholder(*self.directive.parse_text_to_nodes(text))

    def prose_line(self, words: str, names: Sequence[str] | None = None) -> Markup:
        """Set a plain sentence; ids of clauses in it become references."""
        own = self.view.clauses if names is None else names
        parts = citation_pattern(own, self.domain.shelf.options).split(words)
        return Markup("").join(self.cite(part, part) if number % 2 else part for number, part in enumerate(parts))

    def drawing(self, svg: str) -> Markup:
        """Set a drawing, if there is one; within HTML it needs no namespace."""
        if not svg:
            return Markup("")
        return Markup('<div class="figure">{}</div>').format(self.raw(svg.replace(f' xmlns="{SPACE}"', "", 1)))
