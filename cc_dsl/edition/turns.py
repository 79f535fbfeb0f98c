"""Typeset the ground of an edition, and worked turns on it, each stroke with its picture and its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.edition.addresses import cite_line
from cc_dsl.edition.played import drawing, step_parts
from cc_dsl.edition.tags import Child, Element, element, paragraph, section, span

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.weave.turns import Turn, TurnLine


def ground(page: Page) -> list[Child]:
    """Typeset the ground, drawn to scale for the fewest players; a fault of the page if the rules describe none."""
    drawn = page.domain.shelf.ground(page.name, None)
    if drawn is None:
        page.warn(f"The rules of the edition {page.name} describe no ground.")
        return []
    found = drawing(drawn.svg)
    cited: list[Child] = []
    for number, clause in enumerate(drawn.clauses):
        cited += [", " if number else "", page.cite(clause)]
    words = paragraph("rests", "Drawn from the rules, to scale: ", *cited, ".")
    return [*([found] if found is not None else []), words]


def strokes(page: Page, rest: str, rule: str) -> list[Child]:
    """Typeset one turn by its name, or all whose first clause stands in a division of the text, or all."""
    turns = page.domain.shelf.turns(page.name)
    if rest and rest not in turns:
        page.warn(f"The edition {page.name} has no turn {rest}; it has {', '.join(turns) or 'none'}.")
        return []
    wanted = [turns[rest]] if rest else [*turns.values()]
    if rule:
        wanted = [turn for turn in wanted if _clauses(turn)[:1] and _clauses(turn)[0].rpartition(".")[0] == rule]
    return [_turn(page, turn) for turn in wanted]


def _clauses(turn: Turn) -> tuple[str, ...]:
    """Return the clauses that a turn shows, and then those that it is only about."""
    return (*turn.shows, *turn.about)


def _turn(page: Page, turn: Turn) -> Element:
    shows: list[Child] = []
    for number, clause in enumerate(_clauses(turn)):
        shows += [", " if number else "", page.cite(clause)]
    head: list[Child] = [paragraph("rests", *shows)] if shows else []
    if turn.note:
        head.append(paragraph("", *page.prose_line(turn.note)))
    if turn.before:
        before = [element("li", words) for words in turn.before]
        head.append(element("details", element("summary", "What went before"), element("ul", *before)))
    told: set[object] = set()
    lines = [_line(page, shown, told) for shown in turn.lines]
    anchor, full_id = f"turn-{turn.name}", f"{page.name}.turn-{turn.name}"
    page.note("turn", full_id, anchor, turn.title)
    head.insert(0, cite_line(page.docname, full_id))
    return section([turn.title], *head, element("ol", *lines, classes="strokes"), ids=[anchor], classes="turn")


def _line(page: Page, shown: TurnLine, told: set[object]) -> Element:
    body: list[Child] = [element("p", element("b", f"{shown.words.rstrip('.')}."), classes="told")]
    if shown.refusal:
        cited: list[Child] = []
        for number, clause in enumerate(shown.clauses):
            cited += [", " if number else " ", page.cite(clause)]
        body.append(paragraph("refused", span("label", "Refused: "), shown.refusal, *cited))
    drawn = drawing(shown.drawing)
    if drawn is not None:
        body.append(drawn)
    steps = [element("li", *step_parts(page, step, told)) for step in shown.steps]
    if steps:
        body.append(element("ul", *steps, classes="earned"))
    return element("li", *body)
