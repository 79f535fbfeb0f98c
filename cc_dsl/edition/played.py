"""Typeset a game played at build time: each decision with its words, its clauses and its reasons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from cc_dsl.edition.addresses import cite_line
from cc_dsl.edition.tags import Child, Element, div, element, paragraph, span
from cc_dsl.svg import SPACE

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.study.plots import Plot
    from cc_dsl.weave.played import PlayedDecision, Reason


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


NAMES = re.compile(r'(<g class="lawn-names" font-size="[^"]*")[^>]*>')
"""The beginning of the names in a drawing of a lawn; the style sheet has their look."""


def drawing(svg: str) -> Element | None:
    """Typeset a drawing; formats without SVG have the words beside it."""
    if not svg:
        return None
    # Within HTML a drawing needs no namespace and no look of its names, and a page may have fifty drawings.
    return div("figure", nodes.raw("", NAMES.sub(r"\1>", svg.replace(f' xmlns="{SPACE}"', "", 1)), format="html"))


def plotted(plot: Plot) -> Element:
    """Typeset a drawing of figures; on a narrow screen it keeps its size, and is moved sideways, also by keyboard."""
    return element("div", drawing(plot.svg), classes="plotted", tabindex="0", role="group", aria_label=plot.title)


def game(page: Page) -> list[Child]:
    """Typeset the game of an edition; nothing if none was played."""
    played = page.woven.played
    if played is None:
        return []
    dealt = [element("li", span("label", f"{place}: "), pieces) for place, pieces in played.dealt]
    count = NUMBERS[played.seats] if played.seats < len(NUMBERS) else str(played.seats)
    many = "player" if played.seats == 1 else "players"
    opening = paragraph(
        "", f"Played with the seed {played.seed}, by {count} computer {many} of the kind “{played.players}”."
    )
    steps = [_step(page, step) for step in played.steps]
    drawn = drawing(played.drawing)
    return [
        opening,
        element("ul", *dealt, classes="dealt"),
        *([drawn] if drawn is not None else []),
        element("ol", *steps, classes="steps"),
    ]


def _step(page: Page, step: PlayedDecision) -> Element:
    anchor = f"step-{step.number}"
    page.note("step", f"{page.name}.{anchor}", anchor, step.reason.words)
    body = [*step_parts(page, step), cite_line(page.docname, f"{page.name}.{anchor}")]
    kind = "step" if step.clauses else "step editorial"
    return element(
        "li",
        element("a", str(step.number), classes="step-number", href=f"#{anchor}"),
        div("", *body),
        classes=kind,
        ids=[anchor],
    )


def step_parts(page: Page, step: PlayedDecision, told: set[object] | None = None) -> list[Child]:
    """Typeset what was decided, the words and clauses that decided it, and what was decided on the way.

    What was told before, in this step or among what is given, is not told again: no reason, and no words of a rule.
    """
    told = set() if told is None else told
    body = [element("p", step.reason.words, ".", classes="said"), *_grounds(page, step.reason, told)]
    if step.reason.reasons and step.reason not in told:
        told.add(step.reason)
        body.append(element("details", element("summary", "Why"), _reasons(page, step.reason, told)))
    return body


def _reasons(page: Page, reason: Reason, told: set[object]) -> Element:
    items = []
    for inner in reason.reasons:
        grounds = _grounds(page, inner, told)
        below = _reasons(page, inner, told) if inner.reasons and inner not in told else None
        told.add(inner)
        items.append(element("li", element("p", inner.words, ".", classes="said"), *grounds, below))
    return element("ul", *items, classes="reasons")


def _grounds(page: Page, reason: Reason, told: set[object]) -> list[Child]:
    """Return the deciding sentence of the rules, its clauses, and the readings that affect it."""
    found: list[Child] = []
    if reason.rule and reason.rule not in told:
        told.add(reason.rule)
        statement = page.woven.statement_at(reason.line)
        words = page.refer("statement", statement, reason.rule) if statement else reason.rule
        found.append(element("p", words, classes="rule-words"))
    children: list[Child] = []
    for number, clause in enumerate(reason.clauses):
        children += [", " if number else "", page.lead(clause)]
    if not children:
        children.append("The editor’s course of play")
    if reason.readings and reason not in told:
        children.append("; open places: ")
        for number, name in enumerate(reason.readings):
            children += [", " if number else "", page.refer_to_reading(name)]
    found.append(element("p", *children, ".", classes="rests"))
    return found


def at_work(page: Page, steps: tuple[int, ...]) -> list[Child]:
    """Name the steps of the game that rest on a clause."""
    if not steps:
        return []
    links: list[Child] = []
    for number, step in enumerate(steps):
        links += [", " if number else "", page.refer("step", f"step-{step}", str(step))]
    name = "steps" if len(steps) > 1 else "step"
    return [paragraph("at-work", f"Applied in the game that is explained step by step, {name} ", *links, ".")]
