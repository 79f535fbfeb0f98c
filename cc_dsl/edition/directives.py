"""The directives with which a page names the parts of an edition that it shows."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from cc_dsl.edition import comparison, effects, howto, listings, numbers, played, studies, trying, turns
from cc_dsl.edition.claimed import ClaimsPage, claims
from cc_dsl.edition.clauses import clause_section, running_text
from cc_dsl.edition.code import code_of
from cc_dsl.edition.comparison import ComparisonPage
from cc_dsl.edition.doubts import doubt_card, upper_first
from cc_dsl.edition.downloads import DownloadsDirective
from cc_dsl.edition.identity import ComparisonsDirective, EditionsDirective
from cc_dsl.edition.measured import MeasuredDirective
from cc_dsl.edition.page import Page
from cc_dsl.edition.partings import partings
from cc_dsl.edition.tags import Node, div, element, paragraph, section
from cc_dsl.edition.views import Views
from cc_dsl.weave.edition import rule_of


class EditionDirective(SphinxDirective):
    """A directive whose argument is the name of an edition, or the full id of something in it."""

    required_arguments = 1
    optional_arguments = 0
    has_content = False

    def run(self) -> list[Node]:
        """Open the edition and typeset the requested part."""
        edition, _, rest = self.arguments[0].partition(".")
        try:
            page = Page(self, edition)
        except KeyError:
            known = ", ".join(self.env.config.rules_editions) or "none"
            raise self.error(f"rules_editions has no edition {edition}; it has {known}") from None
        return self.set_page(page, rest)

    def set_page(self, page: Page, rest: str) -> list[Node]:
        """Typeset the content of the directive."""
        raise NotImplementedError

    def known(self, page: Page, rest: str, names: Container[str]) -> None:
        """Refuse what the edition does not have."""
        if rest not in names:
            raise self.error(f"the edition {page.name} has no {rest}")


class RuleDirective(EditionDirective):
    """Shows one division of the text: its words as printed, then each of its clauses."""

    option_spec: ClassVar[dict[str, Callable[[str], object]]] = {"plain": directives.flag}

    def set_page(self, page: Page, rest: str) -> list[Node]:
        """Typeset the division."""
        self.known(page, rest, page.woven.rules())
        full_id = f"{page.name}.{rest}"
        names = [name for name in page.woven.clauses if rule_of(name) == rest]
        page.note("rule", full_id, full_id, content="\n".join(page.woven.clauses[name].words for name in names))
        opening: list[Node] = [element("span", ids=[full_id])]
        # A division of a single clause prints its words once, at the clause.
        if "plain" not in self.options and len(names) > 1:
            opening.append(running_text(page, rest))
        return [div("rule-opening", *opening), *(clause_section(page, name) for name in names)]


class TextDirective(EditionDirective):
    """Shows the printed text as it stands."""

    def set_page(self, page: Page, rest: str) -> list[object]:
        """Typeset the text."""
        views = Views(page)
        foot = listings.apparatus(page, cited=False) if views.is_needed else []
        return [
            *([controls] if (controls := views.controls()) is not None else []),
            running_text(page, rest, views=views),
            *([div("foot-apparatus", *foot)] if foot else []),
        ]


class ParallelDirective(EditionDirective):
    """Shows the whole text with its encoding beside it."""

    def set_page(self, page: Page, rest: str) -> list[Node]:
        """Typeset the rows."""
        return listings.parallel(page)


class EditorDirective(EditionDirective):
    """Shows what the rules file has under the editor's name, with its open questions."""

    def set_page(self, page: Page, rest: str) -> list[Node]:
        """Typeset the blocks."""
        doubts = page.woven.doubts.values()
        return [
            section(
                [upper_first(block.title)],
                div("encoding", code_of(page, page.woven.file, block, skip_heading=True)),
                div("doubts", *(doubt_card(page, doubt, "") for doubt in doubts if doubt.block == block.id)),
                ids=[f"{page.name}.{block.id}"],
                classes="editor",
            )
            for block in page.woven.editor
        ]


class LibraryDirective(EditionDirective):
    """Shows the libraries that an edition uses; nothing if it uses none."""

    def set_page(self, page: Page, rest: str) -> list[Node]:
        """Typeset the files."""
        return [
            section(
                [upper_first(block.title)],
                paragraph("", "These sentences stand in a library, which several editions use."),
                div("encoding", code_of(page, file, block, skip_heading=True)),
                ids=[f"{file.name}.{block.id}"],
                classes="editor",
            )
            for file in page.woven.files[1:]
            for block in file.blocks
        ]


class NoteDirective(EditionDirective):
    """Shows one section of the editor's notes."""

    def set_page(self, page: Page, rest: str) -> list[Node]:
        """Typeset the section."""
        note = page.woven.notes.get(rest)
        if note is None:
            raise self.error(f"the notes of the edition {page.name} have no section {rest}")
        return [div("note wide", *page.prose(note))]


def listing(make: Callable[[Page], list[object]]) -> type[EditionDirective]:
    """Make a directive that shows a list of an edition."""

    class Listing(EditionDirective):
        """Shows a list of an edition."""

        def set_page(self, page: Page, rest: str) -> list[Node]:
            """Typeset the list."""
            return make(page)

    return Listing


def opened(directive: SphinxDirective) -> ComparisonPage:
    """Open the comparison that a directive names."""
    name = directive.arguments[0]
    known = directive.env.config.rules_comparisons
    if name not in known:
        raise directive.error(f"rules_comparisons has no {name}; it has {', '.join(known) or 'none'}")
    return ComparisonPage(directive, name)


def compared(make: Callable[[ComparisonPage], list[object]]) -> type[SphinxDirective]:
    """Make a directive that shows something of a comparison, whose name is its argument."""

    class Compared(SphinxDirective):
        """Shows something of a comparison of two editions."""

        required_arguments = 1

        def run(self) -> list[Node]:
            """Typeset the requested part."""
            return make(opened(self))

    return Compared


class NumbersDirective(SphinxDirective):
    """Shows how two editions answer the same random deals, or how that was counted."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], object]]] = {
        "question": directives.unchanged_required,
        "keys": directives.unchanged_required,
        "counting": directives.flag,
    }

    def run(self) -> list[object]:
        """Typeset the numbers."""
        pair = opened(self)
        question = self.options.get("question", "judge")
        if "counting" in self.options:
            return numbers.counting(pair, question)
        return numbers.numbers(pair, question, self.options.get("keys", "").split())


class StudyDirective(EditionDirective):
    """Shows what studies of an edition have found, side by side, or how they were made."""

    option_spec: ClassVar[dict[str, Callable[[str], object]]] = {
        "studies": directives.unchanged_required,
        "keys": directives.unchanged_required,
        "bins": directives.positive_int,
        "counting": directives.flag,
    }

    def set_page(self, page: Page, rest: str) -> list[Node]:
        """Typeset the tables."""
        names = self.options.get("studies", "").split()
        if "counting" in self.options:
            document, said = self.env.current_document, "how studies are counted"
            is_first, document[said] = not document.get(said, False), True
            return studies.counting(page, names, is_first)
        keys, bins = self.options.get("keys", "").split(), self.options.get("bins", 0)
        return studies.studies(page, names, keys, bins)


class ExactDirective(EditionDirective):
    """Shows exact counts of a question, such as `1862.judge`."""

    def set_page(self, page: Page, rest: str) -> list[object]:
        """Typeset the tables."""
        return effects.exact(page, rest)


class GroundDirective(EditionDirective):
    """Shows the ground that the rules describe, to scale."""

    def set_page(self, page: Page, rest: str) -> list[object]:
        """Typeset the drawing."""
        return turns.ground(page)


class StrokesDirective(EditionDirective):
    """Shows worked turns: one by its name, or those of a division of the text, or all."""

    option_spec: ClassVar[dict[str, Callable[[str], object]]] = {"rule": directives.unchanged_required}

    def set_page(self, page: Page, rest: str) -> list[object]:
        """Typeset the turns."""
        return turns.strokes(page, rest, self.options.get("rule", ""))


class ClaimsDirective(SphinxDirective):
    """Shows the claims of others about the games, each with the cases into which it is divided."""

    def run(self) -> list[object]:
        """Typeset the claims."""
        return claims(ClaimsPage(self))


DIRECTIVES: dict[str, type[SphinxDirective]] = {
    "rule": RuleDirective,
    "text": TextDirective,
    "parallel": ParallelDirective,
    "editor": EditorDirective,
    "library": LibraryDirective,
    "note": NoteDirective,
    "provenance": listing(listings.provenance),
    "witnesses": listing(listings.witnesses),
    "apparatus": listing(listings.apparatus),
    "how-to-play": listing(howto.guide),
    "readings": listing(listings.readings),
    "confidence": listing(listings.confidence),
    "clauses": listing(listings.clauses),
    "play": listing(played.game),
    "table": listing(trying.game),
    "comparison": compared(comparison.rows),
    "compared": compared(comparison.counts),
    "comparisons": ComparisonsDirective,
    "editions": EditionsDirective,
    "downloads": DownloadsDirective,
    "claims": ClaimsDirective,
    "numbers": NumbersDirective,
    "study": StudyDirective,
    "measured": MeasuredDirective,
    "exact": ExactDirective,
    "ground": GroundDirective,
    "strokes": StrokesDirective,
    "partings": compared(partings),
}
