"""Typeset the cases that separate two texts: what is laid and played, what each text makes of it, and what decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from cc_dsl.edition.addresses import cite_line
from cc_dsl.edition.comparison import ComparisonPage, row_id, row_title
from cc_dsl.edition.played import drawing
from cc_dsl.edition.samples import can_be_tried
from cc_dsl.edition.tags import Child, Element, div, element, exact, paragraph, section, span
from cc_dsl.edition.trying import trial
from cc_dsl.weave.deals import command, draw_deal, laid_words
from cc_dsl.words.signs import with_glyphs

if TYPE_CHECKING:
    from cc_dsl.compare.cases import ShownCase, ShownSide
    from cc_dsl.compare.report import RowView


def partings(pair: ComparisonPage) -> list[object]:
    """Typeset every row that has cases, in the order of the alignment."""
    return [_parting(pair, view) for view in pair.domain.shelf.comparison(pair.name).rows if view.cases]


def _parting(pair: ComparisonPage, view: RowView) -> Element:
    anchor = f"parting-{row_id(view.row.name)}"
    pair.pages[0].note("parting", f"{pair.name}.{view.row.name}", anchor, row_title(pair, view))
    cases = [part for number, case in enumerate(view.cases) for part in _case(pair, case, f"{anchor}-{number}")]
    return section(
        [row_title(pair, view)],
        cite_line(pair.docname, f"{pair.name}.{anchor}"),
        paragraph("verdict", span("label", "The words: "), pair.refer_row(view.row.name, "the row"), "."),
        *cases,
        ids=[anchor],
        classes="clause parting",
    )


def _case(pair: ComparisonPage, case: ShownCase, anchor: str) -> list[Child]:
    """Typeset a case: what it shows, what both texts share of it, and what each makes of it."""
    here, there = case.sides
    found: list[Child] = [exact(paragraph("", element("strong", f"{case.title}."), " ", case.why))]
    if case.question:
        found += _deal(pair, case, anchor)
    for head, first, second in (
        ("Laid", here.laid, there.laid),
        ("Done", here.done, there.done),
        ("Played", here.played, there.played),
    ):
        if first == second and not (case.question and head == "Laid"):
            found.append(_lines(head, first))
    found.append(div("pair compared", *(_side(pair, case, side) for side in (0, 1))))
    if case.question:
        found += [_command(pair, side, case) for side in (0, 1)]
        found += _try(pair, case, anchor)
    return found


def _deal(pair: ComparisonPage, case: ShownCase, anchor: str) -> list[Child]:
    rules = pair.domain.shelf.load(pair.pages[0].name).rules
    if not can_be_tried(pair.domain.shelf.load(pair.pages[0].name), case.question, case.given):
        return [exact(paragraph("laid", laid_words(rules, case.given), "."))]
    return [
        drawing(draw_deal(rules, case.given, anchor)),
        exact(paragraph("laid", laid_words(rules, case.given), ".")),
    ]


def _side(pair: ComparisonPage, case: ShownCase, side: int) -> Element:
    """Typeset what one text makes of a case: the clauses that decide are singled out, the others can be unfolded."""
    page, shown, other = pair.pages[side], case.sides[side], case.sides[1 - side]
    rules = pair.domain.shelf.load(page.name).rules
    own: list[Child] = []
    for head, mine, theirs in (
        ("Laid", shown.laid, other.laid),
        ("Done", shown.done, other.done),
        ("Played", shown.played, other.played),
    ):
        if mine != theirs:
            own.append(_lines(head, mine))
    result = [exact(element("li", with_glyphs(line, rules))) for line in shown.result]
    return div(
        "side",
        element("p", page.display_name, classes="side-name"),
        *own,
        element("ul", *result, classes="said-rules"),
        *_grounds(pair, side, shown),
    )


def _grounds(pair: ComparisonPage, side: int, shown: ShownSide) -> list[Child]:
    page, found = pair.pages[side], list[Child]()
    if shown.deciding:
        decide = span("label", "Decided by ")
        found.append(exact(element("p", decide, *_cited(pair, side, shown.deciding), ".", classes="rests")))
    rest = [clause for clause in shown.alone if clause not in shown.deciding]
    if rest:
        summary = element("summary", f"What else only {page.display_name} rests on here")
        cited = exact(element("p", *_cited(pair, side, rest), ".", classes="rests"))
        found.append(element("details", summary, cited))
    return found


def _cited(pair: ComparisonPage, side: int, clauses: list[str] | tuple[str, ...]) -> list[Child]:
    found: list[Child] = []
    for clause in clauses:
        found += [", " if found else "", pair.pages[side].lead(clause)]
    return found


def _lines(head: str, lines: tuple[str, ...]) -> Element | None:
    """Typeset lines of a case unchanged, under a heading word."""
    if not lines:
        return None
    items = [exact(element("li", line)) for line in lines]
    return div("case-lines", paragraph("case-head", f"{head}:"), element("ul", *items))


def _command(pair: ComparisonPage, side: int, case: ShownCase) -> Element:
    rules = pair.domain.shelf.load(pair.pages[side].name).rules
    return paragraph("command", nodes.literal("", command(rules, case.question, case.given)))


def _try(pair: ComparisonPage, case: ShownCase, anchor: str) -> list[Child]:
    """Set the place where the pieces can be changed; nothing where the two do not answer the same question."""
    first, second = pair.pages
    shelf = pair.domain.shelf
    if case.question not in shelf.alignment(pair.name).questions:
        return []
    if not can_be_tried(shelf.load(first.name), case.question, case.given):
        return []
    id = f"{pair.name}-{anchor}"
    return [trial(first, id, "the deal of this row", case.question, case.given, {}, (second.name, {}))]
