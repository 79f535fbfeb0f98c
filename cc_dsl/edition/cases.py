"""Typeset the worked cases of a clause: each can be opened, and shows its position, its course, its result and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.edition.addresses import cite_link
from cc_dsl.edition.played import drawing
from cc_dsl.edition.samples import can_be_tried
from cc_dsl.edition.tags import Child, Element, Node, div, element, exact, paragraph
from cc_dsl.edition.trying import trial

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.weave.cases import CaseOutcome, Worked


def worked_cases(page: Page, cases: tuple[Worked, ...]) -> list[Node]:
    """Return the worked cases of a clause under a line that counts them; nothing where it has none."""
    if not cases:
        return []
    count = "One worked case" if len(cases) == 1 else f"{len(cases)} worked cases"
    listed = [_case(page, case) for case in cases]
    return [div("worked-cases", paragraph("worked-count", f"{count}, tried by the rules:"), *listed)]


def _case(page: Page, case: Worked) -> Element:
    """Typeset one case; one that does not hold stops the edition."""
    if case.failed:
        page.warn(f"the worked case {case.id} does not hold: {' '.join(case.failed)}")
    anchor, full_id = f"{page.name}-case-{case.id}", f"{page.name}.case-{case.id}"
    page.note("case", full_id, anchor, case.title)
    first, *contrasts = case.outcomes
    others = [clause for clause in case.clauses[1:] if clause in page.woven.clauses]
    also: list[Child] = [part for clause in others for part in (", ", page.lead(clause))][1:]
    return element(
        "details",
        element("summary", case.title),
        exact(paragraph("case-why", case.why, " The text gives this case itself." if case.is_printed else "")),
        _lines("Laid", case.laid),
        drawing(case.drawing),
        _lines("Done", case.done),
        _lines("Played", (*case.played, *first.played)),
        _under(page, first),
        _lines("Result", first.expected),
        *(_contrast(page, one) for one in contrasts),
        _try(page, case, anchor),
        paragraph("case-clauses", *(["See also ", *also, "."] if also else []), cite_link(page.docname, full_id)),
        ids=[anchor],
        classes="worked-case",
    )


def _try(page: Page, case: Worked, anchor: str) -> Element | None:
    """Set the place where the pieces of a case can be changed; nothing where no question is asked of pieces alone."""
    if not can_be_tried(page.domain.shelf.load(page.name), case.question, case.given):
        return None
    return trial(page, anchor, case.title, case.question, case.given, case.readings)


def _contrast(page: Page, outcome: CaseOutcome) -> Element:
    return div(
        "case-contrast",
        _under(page, outcome),
        exact(paragraph("case-why", outcome.because)) if outcome.because else None,
        _lines("Played", outcome.played),
        _lines("Result", outcome.expected),
    )


def _under(page: Page, outcome: CaseOutcome) -> Element | None:
    """Return the answers to open places under which a case has a result, in words."""
    if not outcome.readings:
        return None
    said: list[object] = []
    for name, answer in outcome.readings:
        said += ["; " if said else "", page.refer_to_reading(name, answer)]
    return paragraph("case-under", "Under another reading: ", *said, ".")


def _lines(head: str, lines: tuple[str, ...]) -> Element | None:
    """Typeset lines of a case unchanged, under a heading word."""
    if not lines:
        return None
    items = [exact(element("li", line)) for line in lines]
    return div("case-lines", paragraph("case-head", f"{head}:"), element("ul", *items))
