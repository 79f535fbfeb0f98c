"""Typeset claims that others have made about the games: verdicts, clauses, and the correct statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.compare.claims.findings import FAILS, HOLDS, IN_PART, UNDECIDABLE
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.doubts import upper_first
from cc_dsl.edition.page import Page
from cc_dsl.edition.tags import Child, Element, div, element, exact, paragraph, section, span, table
from cc_dsl.explain.signs import with_glyphs

if TYPE_CHECKING:
    from sphinx.util.docutils import SphinxDirective

    from cc_dsl.compare.claims.findings import ClaimReason, Finding, SampledDeals
    from cc_dsl.compare.claims.judging import Judged, JudgedClaim, JudgedPart

MEANING = {
    HOLDS: "every part of it is true",
    IN_PART: "some of it is true",
    FAILS: "it is false",
    UNDECIDABLE: "the rules do not decide whether it is true",
}
"""The meanings of the verdicts."""


class Court:
    """One directive at work on a page that shows claims."""

    def __init__(self, directive: SphinxDirective, name: str) -> None:
        """Open the claims of a printed source by the name of its file."""
        self.directive = directive
        domain = domain_of(directive.env)
        self.pages = {edition: Page(directive, edition) for edition in domain.shelf.options}
        self.name = name
        self.shelf = domain.shelf
        domain.note_part(directive.env.current_document.docname, f"claims {name}")
        self.judged: Judged = domain.shelf.part(f"claims {name}")

    def said(self, edition: str, words: str) -> str:
        """Return a sentence with pieces by their drawn signs, as a sentence begins."""
        return upper_first(with_glyphs(words, self.shelf.load(edition).rules))


def claims(court: Court) -> list[Child]:
    """Typeset the claims of one source with their verdicts."""
    source = court.judged.claims
    verdicts = [one.verdict for one in court.judged.judged]
    tally = [[verdict, str(verdicts.count(verdict)), meaning] for verdict, meaning in MEANING.items()]
    command = element("code", f"circular claims {court.name}")
    return [
        paragraph("", span("label", "Source: "), source.title, ", ", source.where, ". ", source.seen),
        table(["Verdict", "Claims", "Meaning"], tally, "tally"),
        paragraph("command", "To put them to the rules again: ", command),
        *(_claim(court, one) for one in court.judged.judged),
    ]


def _claim(court: Court, one: JudgedClaim) -> Element:
    verdicts: list[Child] = []
    for edition, verdict in one.verdicts.items():
        verdicts += ["; " if verdicts else "", f"{court.pages[edition].display_name}: ", span("verdict-word", verdict)]
    meant = " and ".join(court.pages[edition].display_name for edition in one.claim.meant)
    return section(
        [f"Claim {one.claim.number}"],
        paragraph("claim-words", one.claim.words),
        paragraph("verdict", span("label", "Verdict: "), span("verdict-word", one.verdict), f" (about {meant})."),
        paragraph("verdict", span("label", "By edition: "), *verdicts, "."),
        element("ol", *(_part(court, part) for part in one.parts), classes="claim-parts"),
        ids=[f"claim-{court.name}-{one.claim.number}"],
        classes="claim",
    )


def _part(court: Court, one: JudgedPart) -> Element:
    findings = [_finding(court, finding) for finding in one.findings]
    head = element("p", span("number", one.part.number), " ", one.part.says, classes="part-says")
    return element("li", head, div(f"findings findings-{len(findings)}", *findings))


def _finding(court: Court, one: Finding) -> Element:
    verdict: list[Child] = [
        span("side-name", court.pages[one.edition].display_name),
        " ",
        span("verdict-word", one.verdict),
    ]
    found: list[object] = [element("p", *verdict, classes="finding-head")]
    if one.drawn is not None:
        found.append(element("p", _drawn(one.drawn), classes="drawn"))
    if one.reasons:
        found.append(_reasons(court, one, one.reasons, "Because"))
    if one.instead:
        found.append(_reasons(court, one, one.instead, "Instead"))
    if one.case:
        found.append(exact(element("p", span("label", "The smallest case found: "), *_case(court, one), ".")))
    if one.turns:
        page = court.pages[one.edition]
        turns: list[object] = []
        for turn in one.turns:
            turns += ["; " if turns else "", turn.verdict, " under ", page.refer_to_reading(turn.reading, turn.answer)]
        found.append(element("p", span("label", "Under other readings: "), *turns, ".", classes="turns"))
    return div("finding", *found)


def _drawn(drawn: SampledDeals) -> str:
    """Return how far random deals support it; that all do is no proof."""
    return f"So on {drawn.held:,} of {drawn.deals:,} random deals, from the seed {drawn.seed}."


def _reasons(court: Court, finding: Finding, reasons: tuple[ClaimReason, ...], label: str) -> Element:
    items = [_reason(court, finding, one) for one in reasons]
    return div("", element("p", label, ":", classes="label"), element("ul", *items, classes="said-rules"))


def _reason(court: Court, finding: Finding, one: ClaimReason) -> Element:
    page = court.pages[finding.edition]
    cites: list[object] = []
    for clause in one.clauses:
        edition, _, rest = clause.partition(".")
        cites += [", " if cites else "", page.cite_far(clause, rest if edition == page.name else "")]
    ground: list[Child] = [" ", span("ground", "[", *cites, "]")] if cites else []
    return exact(element("li", court.said(finding.edition, one.sentence), ".", *ground))


def _case(court: Court, one: Finding) -> list[Child]:
    """Write a deal; the pieces that matter are named once more."""
    rules = court.shelf.load(one.edition).rules
    said = []
    for key, value in one.case:
        if not isinstance(value, str):
            said += [f"player {number}’s {key} {words}" for number, words in enumerate(value, 1)]
        elif value:
            said.append(f"{key} {value}")
    words: list[Child] = [with_glyphs("; ".join(said), rules)]
    if one.matters:
        words += [", where what matters is ", with_glyphs(one.matters, rules)]
    return words
