"""Cases that show the effect of a row of a comparison: each is run on both texts.

`cases.toml` beside an alignment contains them; `corpus/README.md` describes the format. A case lays the same pieces, or
plays the same course, under both texts, and states the result of each. It holds if both texts give their stated
results, and it separates the texts if neither gives the other's result.

Without such a file, as for an edition and its overlay, deals are drawn at random. From the first deal that separates
the rules, pieces are removed one by one as long as the answers still differ; in the end no piece can be removed.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.cases.answers import answer_in_words
from cc_dsl.cases.reader import Case, CaseReader
from cc_dsl.cases.sentences import course_in_words, in_words, laid_in_words, result_in_words
from cc_dsl.cases.trials import results_of
from cc_dsl.compare.deals import Answerer, NotComparable, differing_keys, shared_layout
from cc_dsl.compare.samples import shared_keys
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.diagnostics.toml_tables import NamedTable
from cc_dsl.engine.judge import answer
from cc_dsl.pipeline import Edition
from cc_dsl.source.data import bad_data, read_data, tables_of
from cc_dsl.source.files import Source, shown_path
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment, Row

FILE = "cases.toml"
ROW_KEYS = ("row", "title", "why", "first", "second")
SHARED_KEYS = ("players", "question", "given", "do", "play", "readings")
Layout = Mapping[str, str | list[str]]
"""Pieces laid by hand, under the keys of the question."""
SIDE_KEYS = (*SHARED_KEYS, "answer", "so", "not-so", "then")
"""The keys of the part of a case about one text; a key that is missing there has the same value for both texts."""


ComparedCase = tuple[str, tuple[Case, Case]]
"""The name of a row, and its case for each text, in the order of the alignment."""


class ShownSide(NamedTuple):
    """The result of a case under one text, with its clauses."""

    edition: str
    laid: tuple[str, ...]
    done: tuple[str, ...]
    played: tuple[str, ...]
    result: tuple[str, ...]
    clauses: tuple[str, ...]
    """The clauses on which the result rests, without the name of the edition."""
    readings: Mapping[str, str] = {}
    """The answers to open places under which the case is run, where they are not the defaults."""
    alone: tuple[str, ...] = ()
    """The clauses without a counterpart in the other result, or with a counterpart that has another rule."""
    deciding: tuple[str, ...] = ()
    """The clauses of `alone` in the row of the case; for a random deal, all of them."""

    @property
    def document(self) -> dict[str, object]:
        """The object as JSON values."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self._asdict().items()}


class ShownCase(NamedTuple):
    """A case that was run on both texts."""

    row: str
    """The name of its row; empty for a random deal."""
    title: str
    why: str
    question: str
    """The question about pieces; empty if sentences are tested or a course is played."""
    given: Layout
    sides: tuple[ShownSide, ShownSide]
    failed: tuple[str, ...] = ()
    """The failures of the case, in sentences."""

    @property
    def document(self) -> dict[str, object]:
        """The object as JSON values."""
        own = {key: getattr(self, key) for key in ("title", "why", "question", "given")}
        return {**own, "first": self.sides[0].document, "second": self.sides[1].document}


# ----------------------------------------------------------------------------------- the file of cases


def read_cases(first: Edition, second: Edition, alignment: Alignment) -> tuple[Source, tuple[ComparedCase, ...]]:
    """Return the file and the cases of a comparison; raise a RulesError with all their problems."""
    path = os.path.join(alignment.folder, FILE)
    if not os.path.isfile(path):
        return Source(shown_path(path), ""), ()
    source, data = read_data(path)
    faults: list[Problem] = []
    readers = CaseReader(first, source, faults), CaseReader(second, source, faults)
    NamedTable("", data, source, None, faults, source.path).refuse_unknown_keys(("from", "to", "case"))
    is_backward = data.get("from") == alignment.second
    rows = {(row.mirror if is_backward else row).name: row for row in alignment.rows}
    cases = []
    for number, (table, span) in enumerate(tables_of(source, data, "case", faults), 1):
        name = str(table.get("row", ""))
        entry = NamedTable(f"case-{number}", table, source, span, faults, f"The case of the row {name}")
        entry.refuse_unknown_keys((*ROW_KEYS, *SHARED_KEYS))
        parts = [table.get(key) for key in (("second", "first") if is_backward else ("first", "second"))]
        row = rows.get(name)
        if row is None:
            entry.refuse("names no row of the alignment", "Name the row by its clauses, such as   III.10=II.8")
        if not all(isinstance(part, dict) for part in parts):
            remedy = "Write it under   [case.first]   and   [case.second]"
            entry.refuse("does not give the result under each text", remedy)
        elif row is not None:
            title, why = entry.text("title"), entry.text("why")
            shared = {key: table[key] for key in SHARED_KEYS if key in table}
            sides: list[Case | None] = []
            for side, (part, reader) in enumerate(zip(parts, readers, strict=True)):
                assert isinstance(part, dict)
                entry._replace(table=part).refuse_unknown_keys(SIDE_KEYS)
                words = {"id": entry.name, "title": title, "why": why, "clauses": list(row.side(side))}
                sides.append(reader.case({**shared, **part, **words}, span, needs_clauses=False))
            if sides[0] is not None and sides[1] is not None:
                cases.append((row.name, (sides[0], sides[1])))
    if faults:
        raise RulesError(dict.fromkeys(faults))
    return source, tuple(cases)


# ------------------------------------------------------------------------------------ results of cases


def run_cases(first: Edition, second: Edition, alignment: Alignment, same: Collection[str]) -> list[ShownCase]:
    """Run every case on both texts; `same` contains the rows whose rules have the same meaning."""
    source, cases = read_cases(first, second, alignment)
    rows = {row.name: row for row in alignment.rows}
    results = [_run_on_text(edition, source, cases, side) for side, edition in enumerate((first, second))]
    shown_cases = []
    for row, (first_case, _) in cases:
        (here, wrong_here), (there, wrong_there) = (part[first_case.id] for part in results)
        failures = tuple(
            f"The case of the row {row}, in {edition.name}: {sentence}"
            for edition, wrong in ((first, wrong_here), (second, wrong_there))
            for sentence in wrong
        )
        sides = add_deciding_clauses((here, there), alignment, same, rows[row])
        pieces = {key: value if isinstance(value, str) else [*value] for key, value in first_case.pieces.items()}
        title, why, question = first_case.title, first_case.why, first_case.question
        shown_cases.append(ShownCase(row, title, why, question, pieces, sides, failures))
    return shown_cases


def _run_on_text(
    edition: Edition, source: Source, compared_cases: Iterable[ComparedCase], side: int
) -> dict[str, tuple[ShownSide, list[str]]]:
    """Return the result of each case under a text, by the case's id, with its failures."""
    cases = []
    denial = "the other text's result holds here too, so the case does not separate them."
    for _, sides in compared_cases:  # add the other text's result as a second result, which must fail here
        here, there = sides[side], sides[1 - side]
        denied_result = replace(there.expected, readings=here.expected.readings, denied=denial)
        cases.append(replace(here, contrasts=(denied_result,)))
    shown_sides: dict[str, tuple[ShownSide, list[str]]] = {}
    for case, number, trial, failures, problems in results_of(edition, cases):
        wrong = [failure.sentence for failure in failures]
        if number:
            shown_sides[case.id][1].extend(wrong if not shown_sides[case.id][1] else ())
            continue  # this text has no words for the result, so nothing is shown
        if trial is None:
            sentence = f"The case “{case.title}” uses a name that is wrong in a case above it."
            raise RulesError(problems or [bad_data(source, sentence, case.span)])
        done_lines, played_lines = tuple(line.text for line in case.do), course_in_words(case.play)
        result = (*course_in_words(case.expected.next_lines), *result_in_words(case.expected))
        clauses = trial.clauses() if not wrong else ()
        readings = dict(case.expected.readings)
        shown_side = ShownSide(edition.name, laid_in_words(case), done_lines, played_lines, result, clauses, readings)
        shown_sides[case.id] = shown_side, wrong
    return shown_sides


# --------------------------------------------------------------------------------------- deciding clauses


def add_deciding_clauses(
    sides: tuple[ShownSide, ShownSide], alignment: Alignment, same: Collection[str], row: Row | None = None
) -> tuple[ShownSide, ShownSide]:
    """Add to each side the clauses of its result that the other result lacks, or that have another rule there.

    The clauses of the row decide; `same` contains the rows whose rules have the same meaning.
    """
    alike = {*same} - {row.name if row is not None else ""}
    sides_with_clauses = []
    for side, (own, others) in enumerate((sides, sides[::-1])):
        shared = {
            clause
            for other_row in alignment.rows
            if other_row.name in alike and not {*other_row.side(1 - side)}.isdisjoint(others.clauses)
            for clause in other_row.side(side)
        }
        alone = tuple(clause for clause in own.clauses if clause not in shared)
        deciding_clauses = tuple(clause for clause in alone if row is None or clause in row.side(side))
        sides_with_clauses.append(own._replace(alone=alone, deciding=deciding_clauses))
    return sides_with_clauses[0], sides_with_clauses[1]


# ------------------------------------------------------------------------------------- the smallest deal

DEALS = 2_000
"""The number of random deals that are tried for each question."""


def separating_deal(first: Edition, second: Edition, alignment: Alignment, same: Collection[str]) -> ShownCase | None:
    """Return a deal for which two editions answer a question differently, with both answers and their clauses.

    Return None if no random deal separates them. `same` contains the rows whose rules have the same meaning.
    """
    for question in first.rules.questions.values():
        if question.stored or not question.piece_inputs:
            continue
        try:
            layout = shared_layout(first.rules, second.rules, question.name)
        except NotComparable:
            continue
        keys = shared_keys(first.rules, second.rules, question.name)
        answerers = [Answerer(edition.rules, layout, keys) for edition in (first, second)]
        keys_that_differ = partial(differing_keys, answerers, keys)
        random_deals = (layout.random_deal(Chance(0).branch(number)) for number in range(DEALS))
        deal = next(filter(keys_that_differ, random_deals), None)
        if deal is None:
            continue
        core = deal
        for piece in [piece for pieces in deal for piece in pieces]:
            smaller = tuple(tuple(other for other in pieces if other != piece) for pieces in core)
            core = smaller if keys_that_differ(smaller) else core
        given_pieces, differences = layout.words_of_deal(deal), keys_that_differ(deal)
        laid_lines = tuple(f"{key}: {in_words(value)}" for key, value in given_pieces.items())
        sides = []
        for edition in (first, second):
            answer_here = answer(edition.rules, question.name, given_pieces)
            parts = {part.key: part for part in edition.rules.questions[question.name].outputs}
            values = {key: answer_in_words(edition.rules, parts[key], answer_here.value[key]) for key in differences}
            result = tuple(f"{key}: {words}" for key, words in values.items())
            clauses = tuple(clause.removeprefix(f"{edition.rules.name}.") for clause in answer_here.clauses)
            sides.append(ShownSide(edition.name, laid_lines, (), (), result, clauses))
        here, there = add_deciding_clauses((sides[0], sides[1]), alignment, same)
        words = layout.signs_of(sorted(piece for pieces in core for piece in pieces))
        why = f"The first found among {DEALS:,} random ones. What matters: {words or 'no piece; any deal shows it'}."
        return ShownCase("", "A deal that separates them", why, question.name, given_pieces, (here, there))
    return None
