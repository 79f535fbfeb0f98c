"""A page as a directive sees it: the edition, ways to refer to what it has, and the templates that set it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from markupsafe import Markup
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from cc_dsl.edition.domain import ShownItem, digest_of, domain_of, path_to_root
from cc_dsl.edition.markup import Node, curl, nodes_of, refer, render
from cc_dsl.edition.notes import unsafe_markup, with_references
from cc_dsl.edition_model.notes import citation_pattern
from cc_dsl.study.figures import count_of, counts_of
from cc_dsl.svg import SPACE

if TYPE_CHECKING:
    from cc_dsl.edition_model.edition import EditionView
    from cc_dsl.edition_model.notes import NotesSection

logger = logging.getLogger(__name__)


class ShownFigures(NamedTuple):
    """Stored figures that an edition declares: the command that counts them, when it was, and by which version."""

    page: Page
    title: str
    command: str
    counted: str
    is_current: bool
    """Whether they hold for the rules as they are."""
    found: Any


class Page:
    """One directive at work on one page."""

    def __init__(self, directive: SphinxDirective, edition: str) -> None:
        """Open the edition that the directive names; pages of one directive share what they hold."""
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
        """The way from this page up to the folder of the edition."""
        return path_to_root(self.docname)

    # ------------------------------------------------------------------------------------------ to Sphinx

    def set(self, template: str, macro: str, *values: object, **context: object) -> list[Node]:
        """Return the nodes of what a macro of a template renders."""
        return nodes_of(self.render(template, macro, *values, **context), self.docname, self.held, self)

    def render(self, template: str, macro: str, *values: object, **context: object) -> Markup:
        """Return what a macro of a template renders; it knows the page and its edition."""
        return render(template, macro, *values, page=self, view=self.view, **context)

    def hold(self, *kept: Node) -> Markup:
        """Return the mark that stands in a template for nodes."""
        self.held.append(list(kept))
        return Markup('<held n="{}"></held>').format(len(self.held) - 1)

    def raw(self, html: str) -> Markup:
        """Return the mark that stands for finished HTML that Sphinx need not look into."""
        return self.hold(nodes.raw("", html, format="html"))

    def note(self, kind: str, full_id: str, anchor: str, words: str = "", content: str = "") -> None:
        """Note that this page shows something; of what has no words or title of its own, what stands there."""
        item = ShownItem(kind, full_id, self.docname, anchor, words, digest_of(content or words))
        self.domain.note(item, self.directive.get_location())

    def show_text(self) -> str:
        """Note that this page shows words of the text, which are cited as their author's; return nothing."""
        self.directive.env.metadata[self.docname]["text"] = True
        return ""

    def is_first(self, what: str) -> bool:
        """Return whether this page is asked this for the first time."""
        document = self.directive.env.current_document
        was_asked = document.get(what, False)
        document[what] = True
        return not was_asked

    def figures(self, study: str) -> ShownFigures | None:
        """Return stored figures of this edition; a fault of the page without."""
        declared = counts_of(self.loaded).get(study)
        count = count_of(self.loaded, declared) if declared is not None else None
        kept = count.stored_figures if count is not None else None
        if declared is None or count is None or kept is None:
            again = f"Count it: circular figures {self.name}"
            self.warn(f"The edition {self.name} declares no study {study}, or nothing was counted yet. {again}")
            return None
        date, is_current = f"{kept['date']}, version {kept['version']}", not count.fault()
        return ShownFigures(self, declared.title, kept["command"], date, is_current, kept["found"])

    def warn(self, sentence: str) -> str:
        """Report a problem of the edition, which is then not built; return nothing to be set."""
        logger.warning(sentence, location=self.directive.get_location(), type="rules", subtype="edition")
        return ""

    # ---------------------------------------------------------------------------------------- references

    def refer(self, kind: str, name: str, words: str = "", classes: str = "") -> Markup:
        """Refer to something of this edition."""
        return refer(kind, f"{self.name}.{name}", words or name, classes)

    def title(self, name: str) -> str:
        """Return the title of an open place."""
        return curl(self.titles.title(name))

    def phrase(self, name: str, answer: str) -> str:
        """Return an answer to an open place as a phrase."""
        return curl(self.titles.phrase(name, answer))

    def refer_to_reading(self, name: str, answer: str = "", words: str = "") -> str:
        """Refer to an open place, or one answer, where it is argued; words alone if these pages do not show it."""
        words = words or curl(self.titles.full_title(name, answer) if answer else self.titles.title(name))
        full_id = self.view.reading_id(name)
        if full_id.rpartition(".")[0] not in self.domain.shelf.options:
            return words
        return refer("statement", f"{full_id}={answer}", words) if answer else refer("reading", full_id, words)

    def answers(self, chosen: Iterable[tuple[str, str]]) -> Markup:
        """Refer to answers to open places, one after another."""
        return Markup("; ").join(self.refer_to_reading(name, answer) for name, answer in chosen)

    def statement_id(self, place: str) -> str:
        """Return the full id of a statement; one of a library is shown, and found, on the pages of each edition."""
        return place if place.startswith(f"{self.name}.") else f"{self.name}/{place}"

    def statement(self, line: int, words: str) -> str:
        """Refer to the statement on a line of the rules file; words alone if there is none."""
        id = self.view.statement_at(line)
        return self.refer("statement", id, words) if id else words

    def cite(self, name: str, words: str = "") -> str:
        """Cite a clause of this edition, or by its full id one of another, so that its words can be had on the spot."""
        return self._clause(name, words, preview=True)

    def lead(self, name: str) -> str:
        """Lead to a clause whose words need not be had on the spot."""
        return self._clause(name, "", preview=False)

    def _clause(self, name: str, words: str, preview: bool) -> str:
        """Refer to a clause; one that this project does not show stays plain."""
        if name in self.view.clauses:
            return refer("ref", f"{self.name}.{name}", words or name, preview=preview)
        edition, _, rest = name.partition(".")
        if edition == self.name:
            return refer("ref", name, words or rest, preview=preview)
        if edition not in self.domain.shelf.options:
            return words or f"{edition}, {rest}"
        words = words or f"{self.domain.shelf.load(edition).display_name}, {rest}"
        return refer("ref", name, words, preview=preview)

    def cites(self, names: Iterable[str]) -> Markup:
        """Cite clauses, one after another."""
        return Markup(", ").join(map(self.cite, names))

    def leads(self, names: Iterable[str]) -> Markup:
        """Lead to clauses, one after another."""
        return Markup(", ").join(map(self.lead, names))

    # ------------------------------------------------------------------------------------ prose, drawings

    def prose(self, note: NotesSection) -> Markup:
        """Set a section of the notes; ids of clauses in it become references."""
        unsafe = unsafe_markup(note.markdown)
        if unsafe is not None:
            path = os.path.join(self.loaded.folder, "notes.md")
            raise ExtensionError(f"{path}:{note.line + unsafe.line - 1}: {unsafe.sentence}")
        text = with_references(note.markdown, self.name, self.view.clauses, self.domain.shelf.options)
        return self.hold(*self.directive.parse_text_to_nodes(text))

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
