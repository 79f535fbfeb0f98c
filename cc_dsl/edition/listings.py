"""Typeset the lists of an edition: parallel text, witnesses, provenance, apparatus, readings, clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from cc_dsl.edition.clauses import STATUS, variant_item
from cc_dsl.edition.code import code_of
from cc_dsl.edition.doubts import KIND, curled, question_of, upper_first
from cc_dsl.edition.page import Page
from cc_dsl.edition.tags import Child, Element, Node, div, element, exact, paragraph, printed, span, table

if TYPE_CHECKING:
    from cc_dsl.weave.doubts import Doubt

STANDING = {
    "seen": "Seen",
    "reported": "Reported",
    "inferred": "Inferred",
    "unproven": "Unproven",
}


def parallel(page: Page) -> list[Node]:
    """Typeset every clause in a row with its encoding, in the order of the text; the editor's blocks stand last."""
    rows: list[Node] = []
    page.show("text")
    headings = {piece.clause: piece.runs for piece in page.woven.text if piece.heading}
    for clause in page.woven.clauses.values():
        # A division that a figure interrupts goes on without its heading.
        heading = headings.pop(clause.rule, None)
        if heading is not None:
            rows.append(element("p", page.refer("ref", clause.rule, *printed(heading)), classes="text-heading"))
        words = exact(element("p", *printed(clause.runs), classes="printed", lang=_language(page)))
        code = [code_of(page, page.woven.file, block, is_home=False, skip_heading=True) for block in clause.blocks]
        number = page.refer("ref", clause.id, clause.id)
        rows.append(div("pair", div("words", span("number", number), words), div("encoding", *code)))
    for block in page.woven.editor:
        code = [code_of(page, page.woven.file, block, is_home=False, skip_heading=True)]
        title = element("p", span("number", "editor"), upper_first(block.title), ".")
        rows.append(div("pair", div("words editor-words", title), div("encoding", *code)))
    return [div("parallel", *rows)]


def _language(page: Page) -> str:
    found: str = page.woven.meta.get("language", "en")
    return found


def witnesses(page: Page) -> list[Node]:
    """Typeset the witnesses of the text."""
    rows = [
        [
            span("siglum", item.get("siglum", "")),
            [item.get("name", ""), span("address", item.get("address", ""))],
            upper_first(item.get("holds", "")),
            upper_first(item.get("seen", "")),
            item.get("source", ""),
        ]
        for item in page.woven.meta.get("witness", [])
    ]
    return [table(["Siglum", "Witness", "Holds", "Seen", "Its own source"], rows, "witnesses")]


def provenance(page: Page) -> list[Node]:
    """Typeset the statements about the text, grouped by their support."""
    items = page.woven.meta.get("provenance", [])
    found: list[Node] = []
    for standing, name in STANDING.items():
        listed = [
            element(
                "li",
                *page.prose_line(item.get("statement", "")),
                " ",
                span("where", upper_first(item.get("where", "")), "."),
            )
            for item in items
            if item.get("standing") == standing
        ]
        if listed:
            found += [element("p", name, classes=f"standing {standing}"), element("ul", *listed, classes="provenance")]
    return found


def apparatus(page: Page, cited: bool = True) -> list[Node]:
    """Typeset all variants, clause by clause, and where the witnesses were found to agree; words of clauses on the
    spot."""
    found: list[Node] = []
    cite = page.cite if cited else page.lead
    variants = page.woven.variants
    for name in dict.fromkeys(variant.clause for variant in variants):
        items = [variant_item(page, variant) for variant in variants if variant.clause == name]
        found.append(div("apparatus-entry", span("number", cite(name)), element("ul", *items, classes="apparatus")))
    for agreement in page.woven.agreements:
        pair = " = ".join(agreement.witnesses)
        found.append(_stretch(page, pair, agreement.clauses, agreement.note, cite))
    for one in page.woven.alone:
        found.append(_stretch(page, f"{one.witness} alone", one.clauses, one.note, cite))
    return found


def _stretch(page: Page, witnesses: str, clauses: tuple[str, ...], note: str, cite: Callable[[str], object]) -> Element:
    """Typeset a remark on a range of clauses: its witnesses, its limits and its words."""
    ends = [cite(clauses[0]), " to ", cite(clauses[-1])]
    where = ends if len(clauses) > 1 else ends[:1]
    return paragraph("agreement", span("siglum", witnesses), ", ", *where, ". ", *page.prose_line(note))


def readings(page: Page) -> list[Child]:
    """Typeset all open places in a table."""
    found: list[Child] = [_doubts(page, page.woven.doubts.values())]
    inherited = page.woven.inherited.values()
    if inherited:
        said = "These open places come with clauses of another edition, which has the arguments for each answer."
        found += [paragraph("lead", said), _doubts(page, inherited)]
    return found


def _doubts(page: Page, doubts: Iterable[Doubt]) -> Element:
    """Typeset open places in a table, each with its answers."""
    rows = []
    for doubt in doubts:
        answers = [
            element(
                "li",
                page.refer_to_reading(doubt.name, answer.name, curled(upper_first(answer.phrase))),
                span("default-mark", "default") if answer.is_default else None,
            )
            for answer in doubt.answers
        ]
        rows.append(
            [
                _clause_of(page, doubt.clause),
                [page.refer_to_reading(doubt.name), span("doubt-question", question_of(doubt))],
                KIND[doubt.kind],
                element("ul", *answers, classes="answer-list"),
                doubt.confidence or ("agreed on" if doubt.kind == "option" else "not stated"),
            ]
        )
    return table(["Clause", "Open place", "Kind", "Answers", "Confidence"], rows, "readings")


def _clause_of(page: Page, clause: str) -> object:
    """Cite the clause of an open place, which may be one of another edition; the editor's part has none."""
    if not clause:
        return "editor"
    return page.cite(clause) if clause in page.woven.clauses else page.cite_far(clause)


def confidence(page: Page) -> list[Node]:
    """Typeset the words of confidence with their criteria."""
    items: list[Node] = []
    for word, criterion in page.woven.criteria.items():
        items += [element("dt", word), element("dd", criterion)]
    return [element("dl", *items, classes="criteria")]


def clauses(page: Page) -> list[Child]:
    """Typeset the index of clauses: words, status, statements, questions."""
    rows: list[list[Child]] = []
    for clause in page.woven.clauses.values():
        status, reason = upper_first(STATUS.get(clause.status, clause.status)), clause.reason
        doubts: list[Child] = []
        for doubt in clause.doubts:
            doubts += [", " if doubts else "", page.refer_to_reading(doubt.name)]
        rows.append(
            [
                page.refer("ref", clause.id),
                exact(span("printed", *printed(clause.runs))),
                [status, span("reason", f": {reason}") if reason else None],
                str(sum(len(block.statements) for block in clause.blocks)) if clause.status == "encoded" else "–",
                doubts,
            ]
        )
    return [table(["Clause", "Words", "Status", "Statements", "Open places"], rows, "clause-index")]
