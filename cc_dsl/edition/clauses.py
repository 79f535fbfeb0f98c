"""Typeset one clause: printed words beside their encoding, with apparatus, notes, relations, examples and questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from cc_dsl import svg
from cc_dsl.edition import trying
from cc_dsl.edition.addresses import cite_line
from cc_dsl.edition.cases import worked_cases
from cc_dsl.edition.code import code_of
from cc_dsl.edition.comparison import in_comparisons
from cc_dsl.edition.doubts import doubt_card, upper_first
from cc_dsl.edition.played import at_work, drawing
from cc_dsl.edition.searching import named_clause
from cc_dsl.edition.sources import TITLE
from cc_dsl.edition.tags import Child, Element, Node, div, element, exact, paragraph, printed, section, span
from cc_dsl.weave.crossings import ACTIVE, PASSIVE, Crossing
from cc_dsl.weave.words import Printed, Styled, cut, mark, plain_runs, runs_of

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.edition.views import Views
    from cc_dsl.source.clauses import Variant
    from cc_dsl.weave.doubts import Doubt
    from cc_dsl.weave.edition import Woven

SIGNS = "*†‡‖¶"
"""Signs of the open places of a clause, in the order of old footnotes."""

STATUS = {
    "encoded": "encoded",
    "elsewhere": "encoded in another clause",
    "definitional": "not a rule, but a definition",
    "advisory": "not a rule, but advice",
    "inexecutable": "cannot be executed",
    "simplified": "encoded more simply than it stands",
    "missing": "not encoded",
}


def clause_section(page: Page, name: str) -> Element:
    """Typeset a clause with everything that belongs to it, at its home."""
    clause = page.woven.clauses[name]
    page.show("text")
    page.note("clause", clause.full_id, clause.full_id, clause.words)
    page.domain.data["named"][clause.full_id] = named_clause(page.woven, clause)
    parts = [
        div("words", _words(page, clause)),
        div("encoding", *_encoding(page, clause)),
        div("commentary", *_apparatus(page, clause), *_notes(page, clause), *in_comparisons(page, name)),
    ]
    doubts = [doubt_card(page, doubt, sign_of(clause, doubt.name)) for _, _, doubt in _open_places(clause)]
    silent = (item for item in page.woven.doubts.values() if item.clause == name and item.block != name)
    silences = [_silence(page, item.name, item.question) for item in silent]
    return section(
        [clause.id],
        cite_line(page.docname, clause.full_id),
        div("pair", *parts),
        trying.trial_of_clause(page, name),
        trying.change(page, clause.id) if not page.domain.shelf.load(page.name).overlay else None,
        div("doubts", *doubts, *silences) if doubts or silences else None,
        ids=[clause.full_id, *_former_ids(page, name)],
        classes="clause",
    )


def _former_ids(page: Page, name: str) -> list[str]:
    """Return the ids, of clauses and of statements, that lead to a clause now, so that old addresses still work."""
    aliases = page.woven.meta.get("aliases", {})
    return [f"{page.woven.name}.{old}" for old, new in aliases.items() if new == name]


def _silence(page: Page, doubt: str, question: str) -> Element:
    """Name a question that this clause leaves open, and that is answered under the editor's name."""
    link = page.refer("reading", doubt, question)
    return paragraph("silence", "Silent, and answered in the editor’s course of play: ", link)


def sign_of(clause: Woven, doubt: str) -> str:
    """Return the sign that leads from the printed words to a question."""
    names = [item.name for _, _, item in _open_places(clause)]
    return SIGNS[names.index(doubt) % len(SIGNS)] if doubt in names else ""


def _open_places(clause: Woven) -> list[tuple[int, int, Doubt]]:
    """Return where in the words of a clause its questions hang, in the order of the words."""
    length = len(plain_runs(clause.runs))
    found = [(*(mark(clause.runs, doubt.words) or (length, length)), doubt) for doubt in clause.doubts]
    return sorted(found, key=lambda place: place[1])


def _figure(page: Page, clause: str, place: str) -> str:
    """Return the drawing of a figure: of the worked case that the text gives there, or of the figure of the rules.

    The place tells the drawing from the same one elsewhere on the page.
    """
    cases = page.woven.clauses[clause].cases
    drawn = next((case.drawing for case in cases if case.is_printed and case.drawing), "")
    return svg.again(drawn or page.woven.figure, place)


def _words(page: Page, clause: Woven) -> object:
    """Typeset the printed words, each open place underlined and signed."""
    if clause.is_figure:
        return [
            drawing(_figure(page, clause.id, "clause")),
            exact(element("p", "Labels as printed: ", plain_runs(clause.runs), classes="printed labels")),
            *(element("p", line) for line in clause.description.split("\n\n")),
        ]
    return exact(
        element("p", *marked_words(page, clause), classes="printed", lang=page.woven.meta.get("language", "en"))
    )


def marked_words(page: Page, clause: Woven) -> list[Node]:
    """Return the words of a clause with a sign after each open place."""
    places = _open_places(clause)
    points = {point for start, end, _ in places for point in (start, end)}
    found: list[Node] = []
    for offset, run in cut(clause.runs, points):
        open_here = any(start <= offset < end for start, end, _ in places)
        made = printed([run])
        found += [span("open-place", *made)] if open_here else made
        end_here = offset + len(run.words)
        found += [_sign(page, clause, doubt) for _, end, doubt in places if end == end_here]
    return found


def _sign(page: Page, clause: Woven, doubt: Doubt) -> Element:
    sign = page.refer("reading", doubt.name, sign_of(clause, doubt.name))
    return element("sup", sign, classes="sign")


# ------------------------------------------------------------------------------------------- right column


def _encoding(page: Page, clause: Woven) -> list[Child]:
    found: list[Child] = []
    if clause.status != "encoded":
        status = STATUS.get(clause.status, clause.status)
        found.append(paragraph("status", span("status-word", upper_first(status)), ": ", clause.reason, "."))
    found += [code_of(page, page.woven.file, block, skip_heading=True) for block in clause.blocks]
    found += _examples(page, clause)
    found += worked_cases(page, clause.cases)
    found += _relations(page, clause)
    found += at_work(page, clause.steps)
    return found


def _examples(page: Page, clause: Woven) -> list[Node]:
    """Report for each example of the clause whether it held when it was run."""
    if not clause.verdicts:
        return []
    sentences = {item.id: " ".join(item.text.split()) for block in clause.blocks for item in block.statements}
    listed = []
    for verdict in clause.verdicts:
        words = f"“{verdict.title}”" if verdict.title else sentences.get(verdict.statement, "").partition(": ")[2]
        words = words.rstrip(".")
        if verdict.failed:
            page.warn(f"an example of {clause.full_id} does not hold: {words}")
            said = element(
                "li", f"{words}: run, and does not hold: {' '.join(verdict.failed)}", classes="example failed"
            )
        else:
            said = element("li", f"{words}: run, and holds.", classes="example passed")
        listed.append(said)
    return [element("ul", *listed, classes="examples")]


def _relations(page: Page, clause: Woven) -> list[Node]:
    """Return which clauses this one works on, and which work on it."""
    items: dict[tuple[str, str, str, bool], Crossing] = {}
    for crossing in clause.works_on:
        items.setdefault((crossing.kind, crossing.other, crossing.what, True), crossing)
    for crossing in clause.worked_on:
        items.setdefault((crossing.kind, crossing.clause, crossing.what, False), crossing)
    if not items:
        return []
    listed = [_relation(page, crossing, active) for (_, _, _, active), crossing in items.items()]
    return [element("ul", *listed, classes="relations")]


def _relation(page: Page, crossing: Crossing, active: bool) -> Element:
    template = (ACTIVE if active else PASSIVE)[crossing.kind]
    other = crossing.other if active else crossing.clause
    children: list[Child] = []
    if template.startswith("{what}"):
        template = template.replace("{what}", upper_first(crossing.what))
    for piece in re.split(r"(\{other\}|\{what\})", upper_first(template)):
        if piece == "{other}":
            children.append(page.cite(other) if other in page.woven.clauses else "the editor’s course of play")
        elif piece == "{what}":
            children.append(crossing.what)
        elif piece:
            children.append(piece)
    if crossing.answer:
        children += [" (under the reading ", page.refer_to_reading(crossing.doubt, crossing.answer), ")"]
    return element("li", *children)


# ------------------------------------------------------------------------------------------- left column


def _apparatus(page: Page, clause: Woven) -> list[Node]:
    found: list[Node] = []
    if clause.variants:
        found.append(element("ul", *(variant_item(page, item) for item in clause.variants), classes="apparatus"))
    if clause.agreements:
        pairs = " · ".join(" = ".join(item.witnesses) for item in clause.agreements)
        found.append(paragraph("agreement", "Compared, without differences: ", pairs, "."))
    found += [paragraph("agreement", f"On {one.witness} alone, in whole or in part.") for one in clause.alone]
    return found


def variant_item(page: Page, variant: Variant) -> Element:
    """Typeset one entry of the apparatus: the lemma, a bracket, and what the other witnesses have."""
    where = ["Heading: "] if variant.heading else []
    children: list[Child] = [*where, exact(span("lemma", *printed(runs_of(variant.lemma)))), "] "]
    for number, (witness, words) in enumerate(variant.readings):
        children += [
            "; " if number else "",
            exact(span("variant", *printed(runs_of(words)))),
            " ",
            span("siglum", witness),
        ]
    kind = variant.type + (", of substance" if variant.substantive else "")
    children.append(span("variant-type", f" ({kind})"))
    if variant.note:
        children += [" ", span("variant-note", *page.prose_line(variant.note))]
    return element("li", *children)


def _notes(page: Page, clause: Woven) -> list[Node]:
    return [div("note", *page.prose(clause.note))] if clause.note is not None else []


# ----------------------------------------------------------------------------------------- running text


def running_text(page: Page, rule: str = "", number: bool = True, views: Views | None = None) -> Element:
    """Typeset the printed text, or one division of it, as it stands, or in all its views; a clause leads to its
    place."""
    found: list[Node] = []
    current: Element | None = None
    rows: Element | None = None
    language = page.woven.meta.get("language", "en")
    page.show("text")
    for piece in page.woven.text:
        inside = piece.clause == rule if piece.heading else piece.clause.rpartition(".")[0] == rule
        if rule and (not inside or piece.heading):
            continue
        if piece.heading:
            # What stands on the line of a heading goes on with it, as the description of a section does.
            link = page.refer("ref", piece.clause, *printed(piece.runs))
            words = [link] if views is None else views.stretch(piece, [link])
            current, rows = exact(element("p", *words, classes="text-heading")), None
            found.append(current)
            continue
        if piece.cells:
            if rows is None or piece.paragraph:
                current, rows = None, element("tbody")
                found.append(exact(element("table", rows, classes="printed running-table", lang=language)))
            rows += _row(page, piece, number, views)
            continue
        rows = None
        if piece.figure and (drawn := _figure(page, piece.clause, "text")):
            number_of = element("sup", page.refer("ref", piece.clause, piece.clause), classes="clause-number")
            hidden, others = ("", []) if views is None else views.others(piece)
            found.append(div(f"text-figure{hidden}", number_of, drawing(drawn)))
            found += [element("p", *others, classes="printed running figure-of-witness")] if others else []
            current = None
            continue
        if current is None or piece.paragraph:
            apart = " apart" if piece.clause.rpartition(".")[0] in TITLE else ""
            current = exact(element("p", classes=f"printed running{apart}", lang=language))
            found.append(current)
        elif piece.line:
            current += element("br")
            current += span("set-in") if piece.indent else nodes.Text("")
        elif current.children:
            current += nodes.Text(" ")
        if number and piece.first:
            current += _number(page, piece, views)
        labels = [Styled(f"[Figure: {plain_runs(piece.runs)}]", "figure")] if piece.figure else []
        if views is not None:
            current += views.stretch(piece, printed(labels) if labels else None)
        else:
            current += [span("stretch", *printed(labels or piece.runs))]
    return div("running-text", *found)


def _number(page: Page, piece: Printed, views: Views | None) -> Element:
    """Return the number of a clause, which leads to its place."""
    ids = [f"at-{page.name}.{piece.clause}"] if views is not None else []
    return element("sup", page.refer("ref", piece.clause, piece.clause), classes="clause-number", ids=ids)


def _row(page: Page, piece: Printed, number: bool, views: Views | None) -> list[Element]:
    """Typeset a row of a table, and below it what the witnesses have that differ; a row in italics is the head."""
    is_head = all(run.role == "italic" for cell in piece.cells for run in cell)
    scope = {"scope": "col"} if is_head else {}
    cells = [element("th" if is_head else "td", *printed(cell), **scope) for cell in piece.cells]
    if number and piece.first:
        cells[0].insert(0, _number(page, piece, views))
    hidden, others = ("", []) if views is None else views.others(piece)
    made = [element("tr", *cells, classes=f"stretch{hidden}")]
    if others:
        single = element("td", *others, colspan=str(len(cells)))
        made.append(element("tr", single, classes="row-of-witness"))
    return made
