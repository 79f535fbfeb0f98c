"""Typeset a how-to-play page: sentences with their clauses, tables with pieces drawn, pictures of the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.cases.howto import guide_of, pieces_in, value_of
from cc_dsl.edition.doubts import curled
from cc_dsl.edition.played import drawing
from cc_dsl.edition.tags import Child, Element, Node, div, element, exact, refer, section, span
from cc_dsl.source.howto import PICTURES, inline
from cc_dsl.weave.cases import board_drawing, case_boards
from cc_dsl.weave.deals import draw_deal
from cc_dsl.weave.played import RED

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.howto import Cited, HowToPart, Section

LISTS = {"item": "ul", "step": "ol", "head": "table", "row": "table"}


def guide(page: Page) -> list[Node]:
    """Typeset the whole page of an edition; a fault of the page if the edition has none."""
    edition = page.domain.shelf.load(page.name)
    found = guide_of(edition)
    if found is None:
        page.warn(f"The edition {page.name} has no page that teaches its game.")
        return []
    made = [_section(page, edition, number, one) for number, one in enumerate(found.shown)]
    left = [element("li", *_sentence(page, edition, one)) for one in found.left_out]
    if left:
        summary = element("summary", "What this page leaves out, and why")
        made.append(element("details", summary, element("ul", *left), classes="left-out"))
    return [div("how-to-play", *made)]


def _section(page: Page, edition: Edition, number: int, one: Section) -> Element:
    body: list[Child] = []
    held: list[HowToPart] = []
    pictures: list[HowToPart] = []
    for part in (*one.parts, None):
        if pictures and (part is None or part.kind not in PICTURES):
            body += _pictures(page, edition, pictures)
            pictures = []
        if held and (part is None or LISTS.get(part.kind) != LISTS.get(held[0].kind)):
            body.append(_list(page, edition, held))
            held = []
        if part is None:
            continue
        if part.kind in LISTS:
            held.append(part)
        elif part.kind == "paragraph":
            body.append(element("p", *_sentences(page, edition, part)))
        else:
            pictures.append(part)
    if not one.title:
        return div("how-to-opening", *body)
    return section([one.title], *body, ids=[f"how-{number}"])


def _list(page: Page, edition: Edition, parts: list[HowToPart]) -> Element | None:
    if parts[0].kind in ("item", "step"):
        return element(LISTS[parts[0].kind], *(element("li", *_sentences(page, edition, part)) for part in parts))
    rows = []
    for part in parts:
        cell = "th" if part.kind == "head" else "td"
        cells = [element(cell, *_inline(edition, words)) for words in part.cells]
        last = [part_of for cited in part.sentences for part_of in _rests(page, cited)]
        rows.append(element("tr", *cells, element(cell, *(last or ["Clauses"]))))
    return exact(element("table", element("tbody", *rows), classes="rules-table how-to-table"))


def _pictures(page: Page, edition: Edition, parts: list[HowToPart]) -> list[Child]:
    """Typeset pictures that follow one another: boards stand side by side, each over the title of its case."""
    boards = case_boards(edition) if any(part.kind == "deal" for part in parts) else {}
    laid = [boards[part.name] for part in parts if part.name in boards]
    drawn = [(case.title, drawing(board_drawing(edition, case, board))) for case, board in laid]
    if len(drawn) < len(parts):
        return [child for part in parts for child in _picture(page, edition, part)]
    figures = [element("figure", picture, element("figcaption", title)) for title, picture in drawn]
    return [div("how-to-boards", *figures)]


def _picture(page: Page, edition: Edition, part: HowToPart) -> list[Child]:
    if part.kind == "figure":
        drawn = drawing(page.woven.figure)
    elif part.kind == "ground":
        ground = page.domain.shelf.ground(page.name, int(part.name) if part.name else None)
        drawn = drawing(ground.svg) if ground is not None else None
    else:
        from cc_dsl.cases.reader import read_cases

        case = next(one for one in read_cases(edition) if one.id == part.name)
        drawn = drawing(draw_deal(edition.rules, case.pieces, f"how-{part.name}"))
    return [drawn] if drawn is not None else []


def _sentences(page: Page, edition: Edition, part: HowToPart) -> list[Child]:
    found: list[Child] = []
    for one in part.sentences:
        found += [" " if found else "", *_sentence(page, edition, one)]
    return found


def _sentence(page: Page, edition: Edition, one: Cited) -> list[Child]:
    return [*_inline(edition, one.words), " ", *_rests(page, one)]


def _inline(edition: Edition, words: str) -> list[Child]:
    """Typeset words, with pieces drawn and values from the rules."""
    rules = edition.rules
    found: list[Child] = []
    for part in inline(words):
        if part.kind == "value":
            found.append(str(value_of(rules, part.words, part.key)))
        elif part.kind == "pieces":
            glyphs = [rules.pieces.glyphs[piece] for piece in pieces_in(rules, part.words) if piece is not None]
            cards = [span(f"card {'red' if any(sign in one for sign in RED) else ''}".strip(), one) for one in glyphs]
            found.append(span("cards", *(piece for card in cards for piece in (" ", card))))
        else:
            found.append(curled(part.words))
    return found


def _rests(page: Page, one: Cited) -> list[Child]:
    """Typeset the sources of a sentence: clauses, and open places that it answers as a house rule."""
    links: list[Child] = []
    for clause in one.clauses:
        is_own = clause in page.woven.clauses
        full = f"{page.name}.{clause}" if is_own else clause
        links += [", " if links else "", refer("ref", full, clause, docname=page.docname)]
    for number, place in enumerate(one.places, 1):
        home = page.woven.reading_id(place.partition("=")[0])
        label = f"house rule {number}" if len(one.places) > 1 else "house rule"
        links += [", " if links else "", refer("reading", home, label, docname=page.docname, classes="house")]
    return [exact(span("rests-on", "(", *links, ")"))] if links else []
