"""The data for templates about two editions side by side: rows, words, separating cases; and claims about games."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx.util.docutils import SphinxDirective

from cc_dsl.cases.claims import FAILS, HOLDS, IN_PART, UNDECIDABLE, Claim
from cc_dsl.cases.reader import Case, Result
from cc_dsl.cases.sentences import course_in_words, laid_in_words, result_in_words
from cc_dsl.compare.cases import ShownCase
from cc_dsl.compare.report import VERDICTS, Comparison, RowView
from cc_dsl.compare.report import word_counts as word_counts
from cc_dsl.compare.samples import SampleDocument
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.page import Page
from cc_dsl.edition.shelf import can_be_tried
from cc_dsl.edition_model.imprint import Work
from cc_dsl.rules.seating import players_in_words

CHANGES = {
    "kept": "the same words",
    "reworded": "other words for the same matter",
    "moved": "in another place",
    "split": "one clause has become several",
    "merged": "several clauses have become one",
    "new": "the later text only",
    "dropped": "the earlier text only",
}
"""The meanings of the kinds of changes of the printed words."""
MEANING = {
    HOLDS: "every case of it holds",
    IN_PART: "some cases of it hold, and others fail",
    FAILS: "every case of it fails",
    UNDECIDABLE: "the rules do not decide it",
}
"""The meanings of the verdicts on claims."""


class ComparisonPage:
    """The context of a directive on a page that shows two editions."""

    def __init__(self, directive: SphinxDirective, name: str) -> None:
        """Open the comparison of this name, such as `1860-1862`."""
        self.domain = domain_of(directive.env)
        self.name = name
        self.pages = [Page(directive, edition) for edition in self.domain.shelf.editions_of(name)]
        self.works = [self.domain.shelf.work(page.name) for page in self.pages]
        self.names = [page.display_name for page in self.pages]
        self.questions = self.domain.shelf.alignment(name).questions

    @property
    def comparison(self) -> Comparison:
        """The comparison, with its cases run on both editions."""
        return self.domain.shelf.comparison(self.name)

    def numbers(self, question: str) -> SampleDocument:
        """Return the counts for a question that both editions answer."""
        return self.domain.shelf.deal_counts(self.name, question)

    def title(self, view: RowView) -> str:
        """Return the clauses of a row, each with its edition."""
        sides = zip(self.names, (view.row.first, view.row.second), strict=True)
        return " · ".join(f"{name} {', '.join(clauses)}" for name, clauses in sides if clauses)

    def can_be_tried(self, case: ShownCase) -> bool:
        """Return whether a page can ask the question of a case."""
        return can_be_tried(self.pages[0].loaded, case.question, case.given)

    def texts_with_paths(self) -> list[tuple[str, str]]:
        """Return the titles of the two texts, and the path to the page of each."""
        page = self.pages[0]
        pages = ((work.full_title, f"edition/{work.name}/text") for work in self.works)
        return [
            (title, f"{page.path_to_root}{text}.html") for title, text in pages if text in page.directive.env.found_docs
        ]

    def tallies(self) -> Iterator[tuple[str, list[list[str]]]]:
        """Yield the number of rows with each kind of change, and with each verdict."""
        rows = self.comparison.rows
        kinds = [kind for view in rows for kind in view.row.change]
        yield "Words", [row for row in tally(CHANGES, kinds) if row[0] in kinds]
        if kinds := [view.verdict for view in rows if view.verdict]:
            yield "Verdict", [row for row in tally(VERDICTS, kinds) if row[0] in kinds]


def others_of(page: Page) -> Iterator[tuple[Work, str]]:
    """Yield the texts with which the text of a page is compared, each with the path to the comparison."""
    shelf, homes = page.domain.shelf, page.directive.env.config.rules_homes
    for name, other in shelf.comparisons_of(page.name):
        yield shelf.work(other), f"{page.path_to_root}{homes[name]}/index.html"


def tally(meanings: dict[str, str], kinds: list[str]) -> list[list[str]]:
    """Return the number of each kind, and its meaning."""
    return [[kind, str(kinds.count(kind)), meaning] for kind, meaning in meanings.items()]


def row_id(name: str) -> str:
    """Return the id of a row on a page: letters, figures and points, without signs that links escape."""
    first, _, second = name.partition("=")
    return f"row-{first.replace('+', '_') or 'none'}--{second.replace('+', '_') or 'none'}"


# ---------------------------------------------------------------------------------------- claims of others


def cases_that_hold(claim: Claim, pages: dict[str, Page]) -> str:
    """Return the number of cases of a claim that hold in each edition to which it refers."""
    counts = []
    for edition in claim.meant:
        own = [case.verdict for case in claim.cases if case.edition == edition and case.verdict != UNDECIDABLE]
        counts.append(f"{own.count(HOLDS)} of {len(own)} in {pages[edition].display_name}")
    return "; ".join(counts)


def worked_lines(own: Page, case: Case) -> tuple[list[str], str]:
    """Return the position and course of a case, line by line, and its result."""
    fewest, most = own.loaded.rules.seats
    is_seated = case.players is None or fewest <= case.players <= most
    players = [f"{case.players} players."] if case.players is not None else []
    course = (*(line.text for line in case.do), *course_in_words(case.play))
    refusal = f"This game is for {players_in_words(own.loaded.rules.seats)}."
    result = result_words(case.expected) if is_seated else refusal
    return [*players, *laid_in_words(case), *course], result


def result_words(result: Result) -> str:
    """Return the expected result of a case, in words."""
    *lines, last = *course_in_words(result.next_lines), *result_in_words(result)
    return "; ".join([*(line.removesuffix(".") for line in lines), last])
