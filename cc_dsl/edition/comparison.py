"""Typeset two editions side by side, row by row: their words, what became of them, and the rules of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.compare.report import VERDICTS, word_counts
from cc_dsl.compare.words import BOTH, FIRST, SECOND
from cc_dsl.edition.addresses import cite_line
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.notes import citation_pattern
from cc_dsl.edition.page import Page
from cc_dsl.edition.tags import Child, Element, div, element, exact, paragraph, refer, section, span, table
from cc_dsl.edition.views import alone

if TYPE_CHECKING:
    from sphinx.util.docutils import SphinxDirective

    from cc_dsl.compare.documents import SampleDocument
    from cc_dsl.compare.report import RowView
    from cc_dsl.compare.statements import PrintedStatement
    from cc_dsl.compare.words import WordPiece

CHANGES = {
    "kept": "the same words",
    "reworded": "other words for the same matter",
    "moved": "in another place",
    "split": "one clause has become several",
    "merged": "several clauses have become one",
    "new": "the later text only",
    "dropped": "the earlier text only",
}
"""The meanings of the words for changes of the printed words."""


class ComparisonPage:
    """One directive at work on a page that shows two editions."""

    def __init__(self, directive: SphinxDirective, name: str) -> None:
        """Open the comparison of this name, such as `1860-1862`."""
        self.directive = directive
        self.domain = domain_of(directive.env)
        first, second = self.domain.shelf.pair_of(name)
        self.name = name
        self.pages = Page(directive, first), Page(directive, second)
        self.docname = self.pages[0].docname
        self.placed: tuple[set[str], set[str]] = (set(), set())

    def numbers(self, question: str) -> SampleDocument:
        """Return the counts for a question that both editions answer, and note that this page shows figures."""
        self.pages[0].show("figures")
        return self.domain.shelf.numbers(self.name, question)

    def note_row(self, view: RowView) -> None:
        """Note that this page shows a row."""
        self.pages[0].note("row", f"{self.name}.{view.row.name}", row_id(view.row.name), row_title(self, view))

    def refer_row(self, name: str, *children: object) -> Element:
        """Refer to a row."""
        return refer("row", f"{self.name}.{name}", *(children or [name]), docname=self.docname)

    def prose(self, words: str) -> list[Child]:
        """Typeset a sentence; full ids of clauses in it become references."""
        parts = citation_pattern((), (page.name for page in self.pages)).split(words)
        return [self.pages[0].cite_far(part, part) if number % 2 else part for number, part in enumerate(parts) if part]


def row_id(name: str) -> str:
    """Return the id under which a page shows a row: letters, figures and points, with no sign that links escape."""
    first, _, second = name.partition("=")
    return f"row-{first.replace('+', '_') or 'none'}--{second.replace('+', '_') or 'none'}"


def row_title(pair: ComparisonPage, view: RowView) -> str:
    """Name the clauses of a row, each with its edition."""
    sides = zip(pair.pages, (view.row.first, view.row.second), strict=True)
    return " · ".join(f"{page.display_name} {', '.join(names)}" for page, names in sides if names)


# ---------------------------------------------------------------------------------------------- words


def rows(pair: ComparisonPage) -> list[Child]:
    """Typeset every row of the alignment: words beside words, what became of them, and what the rules make of both."""
    views = alone(pair.pages)
    shown = pair.domain.shelf.comparison(pair.name).rows
    return [*([views] if views is not None else []), *(_row(pair, view) for view in shown)]


def _row(pair: ComparisonPage, view: RowView) -> Element:
    pair.note_row(view)
    columns = [_column(pair, view, side) for side in (0, 1)]
    return section(
        [row_title(pair, view)],
        cite_line(pair.docname, f"{pair.name}.{row_id(view.row.name)}"),
        div("pair compared", *columns),
        paragraph("verdict", *_verdict(pair, view)),
        paragraph("note", *pair.prose(view.row.note)) if view.row.note else None,
        _rules(pair, view),
        ids=[row_id(view.row.name)],
        classes="clause",
    )


def _column(pair: ComparisonPage, view: RowView, side: int) -> Element:
    page, clauses = pair.pages[side], (view.row.first, view.row.second)[side]
    words = view.pieces((FIRST, SECOND)[side])
    if not clauses:
        return div("side", element("p", f"Not in {page.display_name}.", classes="wanting"))
    language = page.woven.meta.get("language", "en")
    name = element("p", page.display_name, classes="side-name only-stacked")
    return div(
        "side",
        name,
        exact(element("p", *_pieces(page, words, side, pair.placed[side]), classes="printed", lang=language)),
    )


def _pieces(page: Page, pieces: tuple[WordPiece, ...], side: int, placed: set[str]) -> list[Child]:
    """Typeset words, those that the other side has not in `del` or `ins`, with the number of each clause before it.

    The first number of a clause is where somebody comes who reads on from elsewhere.
    """
    found: list[Child] = []
    for piece in pieces:
        if piece.clause:
            ids = [] if piece.clause in placed else [f"at-{page.name}.{piece.clause}"]
            placed.add(piece.clause)
            number = element("sup", page.refer("ref", piece.clause), classes="clause-number", ids=ids)
            found += [" " if found else "", number]
        bare = piece.words.strip()
        if piece.kind == BOTH or not bare:
            found.append(piece.words)
        else:
            before, _, after = piece.words.partition(bare)
            found += [before, element("ins" if side else "del", bare), after]
    return found


def _verdict(pair: ComparisonPage, view: RowView) -> list[Child]:
    first, second = (page.display_name for page in pair.pages)
    said: list[Child] = [span("label", "Words: "), ", ".join(view.row.change)]
    said += [span("label", ". Verdict: "), span("verdict-word", view.said_verdict((first, second)))]
    if view.cases:
        case = refer("parting", f"{pair.name}.{view.row.name}", "a case shows it", docname=pair.docname)
        said += [". In play: ", case]
    return [*said, "."]


def _rules(pair: ComparisonPage, view: RowView) -> Element | None:
    """Typeset what the rules make of a row, to be unfolded."""
    if view.rules.is_empty:
        return None
    sides = [_statements(pair.pages[side], (view.rules.first, view.rules.second)[side]) for side in (0, 1)]
    return element("details", element("summary", "The rules"), div("pair compared", *sides), classes="row-rules")


def _statements(page: Page, said: tuple[PrintedStatement, ...]) -> Element:
    if not said:
        return div("side", element("p", f"No statement in {page.display_name}.", classes="wanting"))
    return div("side", element("ul", *(_statement(page, one) for one in said), classes="said-rules"))


def _statement(page: Page, said: PrintedStatement) -> Element:
    statement = page.woven.statement_at(said.line)
    words = page.refer("statement", statement, said.sentence) if statement else said.sentence
    return exact(element("li", words, *_ground(page, said.clauses, said.doubt, said.answer)))


def _ground(page: Page, clauses: tuple[str, ...], doubt: str, answer: str) -> list[Child]:
    """Typeset in brackets the sources of a sentence of the rules."""
    found: list[Child] = []
    for clause in clauses:
        found += [", " if found else "", page.lead(clause)]
    found = found or ["the editor"]
    if doubt:
        names = doubt.split(", ")
        found += [part for name in names for part in ("; ", page.refer_to_reading(name, answer))]
    return [" ", span("ground", "[", *found, "]")]


def counts(pair: ComparisonPage) -> list[Child]:
    """Typeset the counts of words of both texts, of words in common, and of the changes of rows."""
    compared = pair.domain.shelf.comparison(pair.name)
    found = word_counts(compared)
    changes = [kind for view in compared.rows for kind in view.row.change]
    verdicts = [view.verdict for view in compared.rows]
    first, second = (page.display_name for page in pair.pages)
    words = (
        f"{first} has {found['first']} words and {second} has {found['second']}. "
        f"Corresponding clauses have {found['common']} words in common, in the same order."
    )
    tallies = [_tally("Words", CHANGES, changes)]
    if any(verdicts):
        tallies.append(_tally("Verdict", VERDICTS, verdicts))
    return [paragraph("", words), *tallies]


def _tally(heading: str, kinds: dict[str, str], found: list[str]) -> Element:
    lines = [[kind, str(found.count(kind)), meaning] for kind, meaning in kinds.items() if kind in found]
    return table([heading, "Rows", "Meaning"], lines, "tally")


# --------------------------------------------------------------------------------------- from a clause


def in_comparisons(page: Page, clause: str) -> list[Child]:
    """Return which clauses of other editions answer to a clause, and lead to the rows where they are compared."""
    found: list[Child] = []
    for name, row, far in page.domain.shelf.aligned(f"{page.name}.{clause}"):
        page.domain.depend(*page.domain.shelf.pair_of(name))
        other = next(one for one in page.domain.shelf.pair_of(name) if one != page.name)
        said: list[Child] = [span("label", f"In {page.domain.shelf.load(other).display_name}: ")]
        for number, other_clause in enumerate(far):
            said += [", " if number else "", page.cite_far(f"{other}.{other_clause}", other_clause)]
        link = refer("row", f"{name}.{row}", "compared" if far else "nothing answers to it", docname=page.docname)
        found.append(paragraph("compared-with", *said, "; " if far else "", link, "."))
    return found
