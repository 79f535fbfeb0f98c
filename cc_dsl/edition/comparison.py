"""What templates need of two editions side by side: rows, words, cases that separate them; and claims about games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.cases.claims import FAILS, HOLDS, IN_PART, UNDECIDABLE, claims_file, seats_said
from cc_dsl.cases.sentences import laid_in_words, result_in_words
from cc_dsl.compare.report import VERDICTS, word_counts
from cc_dsl.compare.words import BOTH, FIRST, SECOND
from cc_dsl.edition.addresses import up
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.markup import Node
from cc_dsl.edition.page import Page
from cc_dsl.edition.samples import can_be_tried

if TYPE_CHECKING:
    from sphinx.util.docutils import SphinxDirective

    from cc_dsl.cases.claims import Claim
    from cc_dsl.cases.reader import Case, Result
    from cc_dsl.compare.cases import ShownCase
    from cc_dsl.compare.report import RowView
    from cc_dsl.compare.sampling import SampleDocument

CHANGES = {
    "kept": "the same words",
    "reworded": "other words for the same matter",
    "moved": "in another place",
    "split": "one clause has become several",
    "merged": "several clauses have become one",
    "new": "the later text only",
    "dropped": "the earlier text only",
}
"""The meanings of the words for changes of the printed words."""
MEANING = {
    HOLDS: "every case of it holds",
    IN_PART: "some cases of it hold, and others fail",
    FAILS: "every case of it fails",
    UNDECIDABLE: "the rules do not decide it",
}
"""The meanings of the verdicts on claims."""


class ShownPiece(NamedTuple):
    """Some words of one side of a row."""

    clause: str
    """The clause that begins here; empty where none does."""
    is_new: bool
    """Whether this page has not shown the beginning of that clause before."""
    before: str
    marked: str
    """The words that the other side has not."""
    after: str


class ComparisonPage:
    """One directive at work on a page that shows two editions."""

    def __init__(self, directive: SphinxDirective, name: str) -> None:
        """Open the comparison of this name, such as `1860-1862`."""
        self.domain = domain_of(directive.env)
        first, second = self.domain.shelf.pair_of(name)
        page = Page(directive, first)
        self.name, self.pages = name, (page, Page(directive, second, page.held))
        self.names = page.display_name, self.pages[1].display_name
        self._placed: tuple[set[str], set[str]] = (set(), set())
        self.questions = self.domain.shelf.alignment(name).questions

    def set(self, macro: str, *values: object, **context: object) -> list[Node]:
        """Return the nodes of what a macro of the template of comparisons renders."""
        return self.pages[0].set("comparison.html", macro, *values, pair=self, **context)

    def numbers(self, question: str) -> SampleDocument:
        """Return the counts for a question that both editions answer, and note that this page shows figures."""
        self.pages[0].show("figures")
        return self.domain.shelf.numbers(self.name, question)

    def title(self, view: RowView) -> str:
        """Name the clauses of a row, each with its edition."""
        sides = zip(self.names, (view.row.first, view.row.second), strict=True)
        return " · ".join(f"{name} {', '.join(clauses)}" for name, clauses in sides if clauses)

    def words(self, view: RowView, side: int) -> Iterator[ShownPiece]:
        """Yield the words of one side of a row.

        The first number of a clause on a page is where somebody comes who reads on from elsewhere.
        """
        for piece in view.pieces((FIRST, SECOND)[side]):
            is_new = piece.clause not in self._placed[side]
            self._placed[side].add(piece.clause)
            bare = piece.words.strip()
            if piece.kind == BOTH or not bare:
                yield ShownPiece(piece.clause, is_new, piece.words, "", "")
            else:
                yield ShownPiece(piece.clause, is_new, *piece.words.partition(bare))

    def can_be_tried(self, case: ShownCase) -> bool:
        """Return whether a page can ask the question of a case."""
        return can_be_tried(self.pages[0].loaded, case.question, case.given)

    def rows(self) -> list[Node]:
        """Set every row of the alignment: words beside words, what became of them, and the rules of both."""
        docname, env = self.pages[0].docname, self.pages[0].directive.env
        alone = [
            (self.domain.shelf.work(page.name).full_title, f"{up(docname)}edition/{page.name}/text.html")
            for page in self.pages
            if f"edition/{page.name}/text" in env.found_docs
        ]
        return self.set("rows", self.domain.shelf.comparison(self.name).rows, alone, VERDICTS)

    def partings(self) -> list[Node]:
        """Set every row that has cases, in the order of the alignment."""
        return self.set("partings", [one for one in self.domain.shelf.comparison(self.name).rows if one.cases])

    def counts(self) -> list[Node]:
        """Set the counts of words of both texts, of words in common, and of the changes of rows."""
        compared = self.domain.shelf.comparison(self.name)
        found = word_counts(compared)
        words = (
            f"{self.names[0]} has {found['first']} words and {self.names[1]} has {found['second']}. "
            f"Corresponding clauses have {found['common']} words in common, in the same order."
        )
        changes = [kind for view in compared.rows for kind in view.row.change]
        verdicts = [view.verdict for view in compared.rows]
        tallies = [("Words", _tally(CHANGES, changes))]
        if any(verdicts):
            tallies.append(("Verdict", _tally(VERDICTS, verdicts)))
        return self.set("counts", words, tallies)


def _tally(meanings: dict[str, str], found: list[str]) -> list[list[str]]:
    return [[kind, str(found.count(kind)), meaning] for kind, meaning in meanings.items() if kind in found]


def row_id(name: str) -> str:
    """Return the id under which a page shows a row: letters, figures and points, with no sign that links escape."""
    first, _, second = name.partition("=")
    return f"row-{first.replace('+', '_') or 'none'}--{second.replace('+', '_') or 'none'}"


# ---------------------------------------------------------------------------------------- claims of others


def claims(directive: SphinxDirective) -> list[Node]:
    """Set the claims of the corpus with their verdicts, each with the cases into which it is divided."""
    shelf = domain_of(directive.env).shelf
    directive.env.note_dependency(claims_file())
    source, tried = shelf.claims()
    held: list[list[Node]] = []
    pages = {edition: Page(directive, edition, held) for edition in shelf.options}

    def count_of(claim: Claim) -> str:
        """Return how many cases of a claim hold in each edition that it means."""
        counts = []
        for edition in claim.meant:
            own = [one.verdict for one in claim.cases if one.edition == edition and one.verdict != UNDECIDABLE]
            counts.append(f"{own.count(HOLDS)} of {len(own)} in {pages[edition].display_name}")
        return "; ".join(counts)

    verdicts = [one.verdict for one in tried]
    tally = [[verdict, str(verdicts.count(verdict)), meaning] for verdict, meaning in MEANING.items()]
    page = next(iter(pages.values()))
    functions = {"count_of": count_of, "worked_lines": _worked_lines, "result_words": _result_words}
    return page.set("comparison.html", "claims", source, tried, tally, pages=pages, **functions)


def _worked_lines(own: Page, case: Case) -> tuple[list[str], str]:
    """Return the position and course of a case, line by line, and its result."""
    fewest, most = own.loaded.rules.seats
    is_seated = case.players is None or fewest <= case.players <= most
    players = [f"{case.players} players."] if case.players is not None else []
    done = (line.text for line in (*case.do, *case.play))
    result = _result_words(case.expected) if is_seated else seats_said(own.loaded)
    return [*players, *laid_in_words(case), *done], result


def _result_words(result: Result) -> str:
    return "; ".join([*(line.text for line in result.then), *result_in_words(result)])
