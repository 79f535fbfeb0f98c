"""Typeset claims that others have made about the games: each case of a claim with its result and its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.cases.claims import FAILS, HOLDS, IN_PART, UNDECIDABLE, claims_file, seats_said
from cc_dsl.cases.sentences import laid_in_words, result_in_words
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.page import Page
from cc_dsl.edition.tags import Child, Element, div, element, exact, paragraph, section, span, table
from cc_dsl.words.signs import with_glyphs

if TYPE_CHECKING:
    from sphinx.util.docutils import SphinxDirective

    from cc_dsl.cases.claims import Claims, TriedCase, TriedClaim
    from cc_dsl.cases.reader import Case, Result

MEANING = {
    HOLDS: "every case of it holds",
    IN_PART: "some cases of it hold, and others fail",
    FAILS: "every case of it fails",
    UNDECIDABLE: "the rules do not decide it",
}
"""The meanings of the verdicts."""


class ClaimsPage:
    """One directive at work on a page that shows claims."""

    def __init__(self, directive: SphinxDirective) -> None:
        """Open the claims of the corpus, whose cases are run."""
        domain = domain_of(directive.env)
        directive.env.note_dependency(claims_file())
        self.shelf = domain.shelf
        self.pages = {edition: Page(directive, edition) for edition in domain.shelf.options}
        self.claims: Claims
        self.tried: tuple[TriedClaim, ...]
        self.claims, self.tried = domain.shelf.claims()

    def said(self, edition: str, words: str) -> str:
        """Return words with pieces by their drawn signs."""
        return with_glyphs(words, self.shelf.load(edition).rules)


def claims(page: ClaimsPage) -> list[Child]:
    """Typeset the claims with their verdicts."""
    source = page.claims
    verdicts = [one.claim.verdict for one in page.tried]
    tally = [[verdict, str(verdicts.count(verdict)), meaning] for verdict, meaning in MEANING.items()]
    return [
        paragraph("", span("label", "Source: "), source.title, ", ", source.where, ". ", source.seen),
        table(["Verdict", "Claims", "Meaning"], tally, "tally"),
        *(_claim(page, one) for one in page.tried),
    ]


def _claim(page: ClaimsPage, one: TriedClaim) -> Element:
    claim = one.claim
    counts: list[str] = []
    for edition in claim.meant:
        own = [case.verdict for case in claim.cases if case.edition == edition and case.verdict != UNDECIDABLE]
        name = page.pages[edition].display_name
        counts.append(f"{own.count(HOLDS)} of {len(own)} in {name}")
    return section(
        [f"Claim {claim.number}"],
        paragraph("claim-words", claim.statement),
        paragraph("verdict", span("label", "Verdict: "), span("verdict-word", claim.verdict), "."),
        paragraph("verdict", span("label", "Cases that hold: "), "; ".join(counts), "."),
        element("ol", *(_case(page, case) for case in one.cases), classes="claim-parts"),
        ids=[f"claim-{page.claims.id}-{claim.number}"],
        classes="claim",
    )


def _case(page: ClaimsPage, one: TriedCase) -> Element:
    case = one.case
    own = page.pages[case.edition]
    head = element("p", case.says, classes="part-says")
    verdict = element(
        "p", span("side-name", own.display_name), " ", span("verdict-word", case.verdict), classes="finding-head"
    )
    found: list[object] = [verdict]
    if case.because:
        found.append(exact(element("p", page.said(case.edition, case.because))))
    if case.case is not None:
        found += _worked(page, one, case.case)
    return element("li", head, div("findings findings-1", div("finding", *found)))


def _worked(page: ClaimsPage, one: TriedCase, case: Case) -> list[object]:
    """Typeset the position or course of a case, its result, and the result under other readings."""
    edition, own = one.case.edition, page.pages[one.case.edition]
    rules = page.shelf.load(edition)
    is_seated = case.players is None or rules.rules.seats[0] <= case.players <= rules.rules.seats[1]
    laid = [*([f"{case.players} players."] if case.players is not None else []), *laid_in_words(case)]
    done = [line.text for line in (*case.do, *case.play)]
    result = _result(case.expected) if is_seated else [seats_said(rules)]
    cites: list[object] = []
    for clause in one.clauses:
        cites += [", " if cites else "", own.lead(clause)]
    ground: list[Child] = [" ", span("ground", "[", *cites, "]")] if cites else []
    items = [exact(element("li", page.said(edition, line))) for line in [*laid, *done]]
    shown: list[object] = [element("ul", *items, classes="said-rules")] if items else []
    words = page.said(edition, "; ".join(result))
    shown.append(exact(element("p", span("label", "The rules give: "), words, *ground)))
    for contrast in case.contrasts:
        under: list[object] = []
        for name, answer in contrast.readings.items():
            under += ["; " if under else "", own.refer_to_reading(name, answer)]
        words = page.said(edition, "; ".join(_result(contrast)))
        shown.append(
            exact(element("p", span("label", "Under another reading: "), *under, f": {words}. {contrast.because}"))
        )
    return shown


def _result(result: Result) -> list[str]:
    return [*(line.text for line in result.then), *result_in_words(result)]
