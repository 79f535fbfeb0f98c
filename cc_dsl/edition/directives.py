"""The directives for the parts of an edition on a page; each is set by a macro of a template."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from cc_dsl.cases.howto import guide_of, value_of
from cc_dsl.cases.reader import read_cases
from cc_dsl.cases.sentences import course_in_words, laid_in_words, result_in_words, sentences
from cc_dsl.compare.report import VERDICTS
from cc_dsl.drawing import charts
from cc_dsl.drawing.ground import draw_ground
from cc_dsl.drawing.pieces import draw_deal, is_red, places_in_words
from cc_dsl.edition import comparison, figures, play
from cc_dsl.edition.comparison import ComparisonPage
from cc_dsl.edition.downloads import DownloadsDirective
from cc_dsl.edition.figures import deal_counts, share
from cc_dsl.edition.markup import Node, environment, markup_of, refer
from cc_dsl.edition.page import Page
from cc_dsl.edition.text import code_of, compared_texts, comparisons_of, cut_at, lemma_places
from cc_dsl.edition_model.cases import command
from cc_dsl.edition_model.edition import rule_of
from cc_dsl.edition_model.pictures import picture_of
from cc_dsl.edition_model.words import runs_of
from cc_dsl.rules.kinds import spelt
from cc_dsl.rules.ledger import STATUSES
from cc_dsl.source.howto import inline_parts
from cc_dsl.study import report
from cc_dsl.study.effects import changed_outcomes
from cc_dsl.study.exact import ANY
from cc_dsl.words.layout import with_glyphs
from cc_dsl.words.position import places_on_board

FUNCTIONS = (
    code_of, command, comparisons_of, course_in_words, cut_at, draw_deal, draw_ground, changed_outcomes, guide_of,
    inline_parts, is_red, laid_in_words, places_in_words, lemma_places, picture_of, places_on_board,
    read_cases, refer, result_in_words, rule_of, share, compared_texts, value_of, deal_counts, with_glyphs,
)  # fmt: skip
"""The functions that templates call."""
environment().filters |= {"runs": lambda words: markup_of(runs_of(words)), "spelt": spelt}
environment().globals |= {function.__name__: function for function in FUNCTIONS}
environment().globals |= {
    **{"charts": charts, "comparison": comparison, "figures": figures, "play": play, "report": report},
    **{"any_change": ANY, "new_set": set, "status": STATUSES, "verdicts": VERDICTS},
    "with_thousands": "{:,}".format,
    "in_sentences": lambda lines: [line.text for line in sentences(lines)],
}


class EditionDirective(SphinxDirective):
    """A directive whose argument is the name of an edition, or the full id of an item in it."""

    required_arguments = 1
    has_content = False
    macro: ClassVar[tuple[str, str]]
    """The template and its macro, which receives the part of the id after the edition, and the options."""

    def run(self) -> list[Node]:
        """Return the nodes of the requested part of the edition."""
        edition, _, rest = self.arguments[0].partition(".")
        if edition not in self.env.config.rules_editions:
            edition_names = ", ".join(self.env.config.rules_editions) or "none"
            raise self.error(f"rules_editions has no edition {edition}; it has {edition_names}")
        return Page(self, edition).nodes_of(*self.macro, rest, self.options)


class ComparisonDirective(SphinxDirective):
    """A directive whose argument is the name of a comparison of two editions."""

    required_arguments = 1
    macro: ClassVar[tuple[str, str]]
    """The template and its macro, which receives the options."""

    def run(self) -> list[Node]:
        """Return the nodes of the requested part of the comparison; templates find the second page in `pair`."""
        name, comparison_names = self.arguments[0], self.env.config.rules_comparisons
        if name not in comparison_names:
            raise self.error(f"rules_comparisons has no {name}; it has {', '.join(comparison_names) or 'none'}")
        pair = ComparisonPage(self, name)
        return pair.pages[0].nodes_of(*self.macro, self.options, pair=pair)


class AllTextsDirective(SphinxDirective):
    """A directive about all texts, or about the items in some of them that its argument names."""

    optional_arguments = 1
    final_argument_whitespace = True
    macro: ClassVar[tuple[str, str]]
    """The template and its macro, which receives the argument and the options."""

    def run(self) -> list[Node]:
        """Return the nodes of the requested parts of all editions; templates find the other pages in `pages`."""
        pages = {edition: Page(self, edition) for edition in self.env.config.rules_editions}
        return next(iter(pages.values())).nodes_of(*self.macro, "".join(self.arguments), self.options, pages=pages)


def _directive(base: type[SphinxDirective], template: str, macro: str, **options: Any) -> type[SphinxDirective]:
    """Return a directive that shows the result of a template macro for one edition or two."""
    return type(macro, (base,), {"macro": (f"{template}.html", macro), "option_spec": options})


WORDS, FLAG = directives.unchanged_required, directives.flag
ALL, ONE, TWO = AllTextsDirective, EditionDirective, ComparisonDirective
DIRECTIVES: dict[str, type[SphinxDirective]] = {
    "rule": _directive(ONE, "text", "rule", plain=FLAG),
    "text": _directive(ONE, "text", "text"),
    "opening": _directive(ONE, "front", "opening", case=WORDS, verdict=WORDS),
    "introduction": _directive(ONE, "front", "introduction"),
    "texts": _directive(ALL, "front", "texts"),
    "parallel": _directive(ONE, "text", "parallel"),
    "editor": _directive(ONE, "text", "editor"),
    "library": _directive(ONE, "text", "library"),
    "provenance": _directive(ONE, "text", "provenance"),
    "witnesses": _directive(ONE, "text", "witnesses"),
    "apparatus": _directive(ONE, "text", "whole_apparatus"),
    "clauses": _directive(ONE, "text", "clauses"),
    "readings": _directive(ONE, "readings", "readings"),
    "confidence": _directive(ONE, "readings", "confidence"),
    "play": _directive(ONE, "play", "game"),
    "table": _directive(ONE, "play", "table"),
    "how-to-play": _directive(ONE, "play", "how_to_play"),
    "ground": _directive(ONE, "play", "ground"),
    "strokes": _directive(ONE, "play", "strokes", rule=WORDS),
    "study": _directive(
        ONE, "figures", "study", studies=WORDS, keys=WORDS, bins=directives.positive_int, counting=FLAG
    ),
    "exact": _directive(ONE, "figures", "exact"),
    "measured": _directive(ALL, "figures", "measured", show=WORDS),
    "comparison": _directive(TWO, "comparison", "rows"),
    "compared": _directive(TWO, "comparison", "counts"),
    "partings": _directive(TWO, "comparison", "partings"),
    "numbers": _directive(TWO, "figures", "numbers", question=WORDS, keys=WORDS, by=WORDS, counting=FLAG),
    "downloads": DownloadsDirective,
    "claims": _directive(ALL, "comparison", "claims"),
}
