"""The directives with which a page names the parts of an edition that it shows; templates set them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from docutils.parsers.rst import directives
from markupsafe import Markup
from sphinx.util.docutils import SphinxDirective

from cc_dsl.cases.sentences import laid_in_words, result_in_words, sentences
from cc_dsl.drawing.pieces import draw_deal, laid_words
from cc_dsl.edition import figures, play, trying
from cc_dsl.edition.comparison import ComparisonPage, claims, row_id
from cc_dsl.edition.downloads import DownloadsDirective
from cc_dsl.edition.identity import ComparisonsDirective, EditionsDirective
from cc_dsl.edition.markup import Node, environment, nodes_of, printed, refer
from cc_dsl.edition.page import Page
from cc_dsl.edition.text import STATUS, Views, code_of, comparisons_of, marked_words
from cc_dsl.edition_model.cases import command
from cc_dsl.edition_model.edition import rule_of
from cc_dsl.edition_model.words import runs_of
from cc_dsl.words.layout import with_glyphs

environment().filters["runs"] = lambda words: printed(runs_of(words))
environment().globals |= {
    "trying": trying,
    "refer": refer,
    "status": STATUS,
    "code_of": code_of,
    "marked_words": marked_words,
    "comparisons_of": comparisons_of,
    "memory": play.Memory,
    "number_word": play.number_word,
    "row_id": row_id,
    "with_glyphs": with_glyphs,
    "command": command,
    "draw_deal": draw_deal,
    "laid_words": laid_words,
    "laid_in_words": laid_in_words,
    "result_in_words": result_in_words,
    "in_sentences": lambda lines: [line.text for line in sentences(lines)],
}

Setter = Callable[["EditionDirective", Page, str], list[Node]]


class EditionDirective(SphinxDirective):
    """A directive whose argument is the name of an edition, or the full id of something in it."""

    required_arguments = 1
    has_content = False
    setter: ClassVar[Setter]
    """Sets the page of an edition; the rest of the argument is what stands behind the name of the edition."""

    def run(self) -> list[Node]:
        """Open the edition and set the requested part."""
        edition, _, rest = self.arguments[0].partition(".")
        if edition not in self.env.config.rules_editions:
            known = ", ".join(self.env.config.rules_editions) or "none"
            raise self.error(f"rules_editions has no edition {edition}; it has {known}")
        return type(self).setter(self, Page(self, edition), rest)


class ComparisonDirective(SphinxDirective):
    """A directive whose argument is the name of a comparison of two editions."""

    required_arguments = 1
    setter: ClassVar[Callable[[ComparisonDirective, ComparisonPage], list[Node]]]

    def run(self) -> list[Node]:
        """Open the comparison and set the requested part."""
        name, known = self.arguments[0], self.env.config.rules_comparisons
        if name not in known:
            raise self.error(f"rules_comparisons has no {name}; it has {', '.join(known) or 'none'}")
        return type(self).setter(self, ComparisonPage(self, name))


class ClaimsDirective(SphinxDirective):
    """Shows the claims of others about the games, each with the cases into which it is divided."""

    def run(self) -> list[Node]:
        """Set the claims."""
        return claims(self)


class MeasuredDirective(SphinxDirective):
    """Shows what studies have found, side by side, such as `1860.many 1862.many`."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"show": directives.unchanged_required}

    def run(self) -> list[Node]:
        """Set each of the things that are to be shown."""
        held: list[list[Node]] = []
        columns = []
        for name in self.arguments[0].split():
            edition, _, study = name.partition(".")
            if edition not in self.env.config.rules_editions:
                raise self.error(f"rules_editions has no edition {edition}")
            columns += figures.columns_of(Page(self, edition, held), [study])
        shown = self.options.get("show", "wins").split()
        for name in shown:
            if name not in figures.MEASURES:
                raise self.error(f"studies show {', '.join(figures.MEASURES)}, and not {name}")
        docname = self.env.current_document.docname
        return nodes_of(figures.measured(columns, shown), docname, held) if columns else []


def _set(page: Page, made: str) -> list[Node]:
    return nodes_of(made, page.docname, page.held, page)


def _rule(directive: EditionDirective, page: Page, rest: str) -> list[Node]:
    """Set one division of the text: its words as printed, then each of its clauses."""
    names = [name for name in page.view.clauses if rule_of(name) == rest]
    if not names:
        raise directive.error(f"the edition {page.name} has no {rest}")
    page.show("text")
    return page.set("text.html", "rule", rest, names, "plain" in directive.options)


def _note(directive: EditionDirective, page: Page, rest: str) -> list[Node]:
    """Set one section of the editor's notes."""
    if rest not in page.view.notes:
        raise directive.error(f"the notes of the edition {page.name} have no section {rest}")
    return page.set("text.html", "note", page.view.notes[rest])


def _study(directive: EditionDirective, page: Page, rest: str) -> list[Node]:
    """Set what studies of an edition have found, side by side, or how they were made."""
    columns = figures.columns_of(page, directive.options.get("studies", "").split())
    if "counting" not in directive.options:
        keys, bins = directive.options.get("keys", "").split(), directive.options.get("bins", 0)
        return _set(page, figures.studies(columns, keys, bins))
    document, told = directive.env.current_document, "how studies are counted"
    how = "" if document.get(told, False) or not columns else figures.paragraph("", figures.INTERVALS)
    document[told] = True
    made = figures.counting(columns, "To count again") if columns else ""
    return _set(page, how + Markup('<div class="wide">{}</div>').format(made)) if columns else []


def _numbers(directive: ComparisonDirective, pair: ComparisonPage) -> list[Node]:
    """Set how two editions answer the same random deals, or how that was counted."""
    question = directive.options.get("question", "judge")
    if "counting" in directive.options:
        return _set(pair.pages[0], figures.counting_of_deals(pair, question))
    return _set(pair.pages[0], figures.numbers(pair, question, directive.options.get("keys", "").split()))


def edition_directive(setter: Setter, **options: Any) -> type[EditionDirective]:
    """Return a directive that shows a part of an edition."""
    return type("Shown", (EditionDirective,), {"setter": staticmethod(setter), "option_spec": options})


def template_directive(template: str, macro: str, shows_text: bool = False) -> type[EditionDirective]:
    """Return a directive that shows what a macro of a template says of an edition."""

    def setter(directive: EditionDirective, page: Page, rest: str) -> list[Node]:
        if shows_text:
            page.show("text")
        return page.set(template, macro)

    return edition_directive(setter)


def comparison_directive(setter: Callable[[Any, ComparisonPage], list[Node]], **options: Any) -> type[SphinxDirective]:
    """Return a directive that shows a part of a comparison."""
    return type("Compared", (ComparisonDirective,), {"setter": staticmethod(setter), "option_spec": options})


def _text(directive: EditionDirective, page: Page, rest: str) -> list[Node]:
    """Set the printed text as it stands, in all its views."""
    page.show("text")
    return page.set("text.html", "text", rest, Views(page))


WORDS, FLAG = directives.unchanged_required, directives.flag
DIRECTIVES: dict[str, type[SphinxDirective]] = {
    "rule": edition_directive(_rule, plain=FLAG),
    "text": edition_directive(_text),
    "note": edition_directive(_note),
    "parallel": template_directive("text.html", "parallel", shows_text=True),
    "editor": template_directive("text.html", "editor"),
    "library": template_directive("text.html", "library"),
    "provenance": template_directive("text.html", "provenance"),
    "witnesses": template_directive("text.html", "witnesses"),
    "apparatus": template_directive("text.html", "apparatus"),
    "clauses": template_directive("text.html", "clauses"),
    "readings": template_directive("readings.html", "readings"),
    "confidence": template_directive("readings.html", "confidence"),
    "play": template_directive("play.html", "game"),
    "table": edition_directive(lambda directive, page, rest: play.table(page)),
    "how-to-play": edition_directive(lambda directive, page, rest: play.how_to_play(page)),
    "ground": edition_directive(lambda directive, page, rest: play.ground(page)),
    "strokes": edition_directive(
        lambda directive, page, rest: play.strokes(page, rest, directive.options.get("rule", "")), rule=WORDS
    ),
    "study": edition_directive(_study, studies=WORDS, keys=WORDS, bins=directives.positive_int, counting=FLAG),
    "exact": edition_directive(lambda directive, page, rest: _set(page, figures.exact(page, rest))),
    "measured": MeasuredDirective,
    "comparison": comparison_directive(lambda directive, pair: pair.rows()),
    "compared": comparison_directive(lambda directive, pair: pair.counts()),
    "partings": comparison_directive(lambda directive, pair: pair.partings()),
    "numbers": comparison_directive(_numbers, question=WORDS, keys=WORDS, counting=FLAG),
    "comparisons": ComparisonsDirective,
    "editions": EditionsDirective,
    "downloads": DownloadsDirective,
    "claims": ClaimsDirective,
}
