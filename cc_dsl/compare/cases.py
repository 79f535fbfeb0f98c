"""Cases that show what a row of a comparison changes: each is run on both texts.

`cases.toml` beside an alignment has them; `corpus/README.md` says how one is written.  A case lays the same pieces, or
plays the same course, under both texts, and says what each text makes of it.  It holds if both give what is said of
them, and it separates the texts if neither gives what is said of the other.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.cases.reader import Case, CaseReader, Cases, read_tables
from cc_dsl.cases.sentences import SplicedCases, laid_in_words, result_in_words
from cc_dsl.cases.trials import Trial, by_readings, owners
from cc_dsl.diagnostics.problem import Problem, RulesError, from_fault
from cc_dsl.source.data import bad_data, tables_of
from cc_dsl.source.files import Source, Span, shown_path

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment, Row
    from cc_dsl.compare.documents import CaseDocument, CaseSideDocument, Given
    from cc_dsl.pipeline import Edition

FILE = "cases.toml"
OWN = ("row", "title", "why", "first", "second")
OF_BOTH = ("players", "question", "given", "do", "play", "readings")
OF_ONE = (*OF_BOTH, "answer", "so", "not-so", "then")
"""The keys of the part of a case that is about one text; what is not said there holds for both."""


class ComparedCase(NamedTuple):
    """A case of one row, as it is written."""

    row: str
    title: str
    why: str
    sides: tuple[Case, Case]
    """The case as each text has it, in the order of the alignment."""


class ComparedCases(NamedTuple):
    """The cases of a comparison."""

    source: Source
    cases: tuple[ComparedCase, ...]


class ShownSide(NamedTuple):
    """What one text makes of a case."""

    edition: str
    laid: tuple[str, ...]
    done: tuple[str, ...]
    played: tuple[str, ...]
    result: tuple[str, ...]
    clauses: tuple[str, ...]
    """The clauses on which the result rests, without the name of the edition."""
    alone: tuple[str, ...] = ()
    """Those among them that answer to no clause of the other result, or to one with another rule."""
    deciding: tuple[str, ...] = ()
    """Those of them that stand in the row of the case; of a deal that was found by chance, all."""

    @property
    def document(self) -> CaseSideDocument:
        """The same as JSON values."""
        laid, done, played, result = map(list, (self.laid, self.done, self.played, self.result))
        return {
            "edition": self.edition,
            "laid": laid,
            "done": done,
            "played": played,
            "result": result,
            "clauses": list(self.clauses),
            "alone": list(self.alone),
            "deciding": list(self.deciding),
        }


class ShownCase(NamedTuple):
    """A case that was run on both texts."""

    row: str
    """The name of its row; empty for a deal that was found by chance."""
    title: str
    why: str
    question: str
    """The question that is asked of pieces; empty where sentences are tried or something is played."""
    given: Given
    sides: tuple[ShownSide, ShownSide]
    failed: tuple[str, ...] = ()
    """What does not hold of it, in sentences."""

    @property
    def document(self) -> CaseDocument:
        """The same as JSON values."""
        first, second = (side.document for side in self.sides)
        return {
            "title": self.title,
            "why": self.why,
            "question": self.question,
            "given": self.given,
            "first": first,
            "second": second,
        }


# --------------------------------------------------------------------------------------------- reading


def read_cases(first: Edition, second: Edition, alignment: Alignment) -> ComparedCases:
    """Return the cases of a comparison; raise a RulesError with all that is wrong with their file."""
    path = os.path.join(alignment.folder, FILE)
    if not os.path.isfile(path):
        return ComparedCases(Source(shown_path(path), ""), ())
    source, data = read_tables(path)
    readers = CaseReader(first, source), CaseReader(second, source)
    readers[0].only(data, ("from", "to", "case"), None, f"{source.path} has")
    is_backward = data.get("from") == alignment.second
    rows = {(row.mirrored if is_backward else row).name: row for row in alignment.rows}
    tables = enumerate(tables_of(source, data, "case", readers[0].faults), 1)
    found = [_read(table, span, number, rows, readers, is_backward) for number, (table, span) in tables]
    faults = [*readers[0].faults, *(one for one in readers[1].faults if one not in readers[0].faults)]
    if faults:
        raise RulesError([from_fault(fault) for fault in faults])
    return ComparedCases(source, tuple(case for case in found if case is not None))


def _read(
    table: Mapping[str, Any],
    span: Span | None,
    number: int,
    rows: Mapping[str, Row],
    readers: tuple[CaseReader, CaseReader],
    is_backward: bool,
) -> ComparedCase | None:
    """Make a case of a table; None if it cannot be understood, with the faults noted by the readers."""
    head = readers[0]
    name = str(table.get("row", ""))
    head.name, head.span = f"of the row {name}", span
    head.only(dict(table), (*OWN, *OF_BOTH), span, f"The case of the row {name} has")
    row = rows.get(name)
    parts = [table.get(key) for key in (("second", "first") if is_backward else ("first", "second"))]
    if row is None:
        head.wrong("names no row of the alignment", "Name the row by its clauses, such as   III.10=II.8")
    if not all(isinstance(part, dict) for part in parts):
        head.wrong("says not what each text makes of it", "Write it under   [case.first]   and   [case.second]")
    if row is None or not all(isinstance(part, dict) for part in parts):
        return None
    title, why = head.text(dict(table), "title"), head.text(dict(table), "why")
    shared = {key: table[key] for key in OF_BOTH if key in table}
    sides: list[Case | None] = []
    for side, (part, reader) in enumerate(zip(parts, readers, strict=True)):
        assert isinstance(part, dict)
        reader.only(part, OF_ONE, span, f"The case of the row {name} has")
        told = {**shared, **part, "id": f"case-{number}", "title": title, "why": why, "clauses": list(row.side(side))}
        sides.append(reader.case(told, span, needs_clauses=False))
    here, there = sides
    return ComparedCase(row.name, title, why, (here, there)) if here is not None and there is not None else None


# --------------------------------------------------------------------------------------------- running


def run_cases(first: Edition, second: Edition, alignment: Alignment, same: Collection[str]) -> list[ShownCase]:
    """Run every case on both texts; `same` are the rows whose rules mean the same."""
    known = read_cases(first, second, alignment)
    rows = {row.name: row for row in alignment.rows}
    ran = [dict(_run(edition, known, side)) for side, edition in enumerate((first, second))]
    found = []
    for case in known.cases:
        sides, failed = [], list[str]()
        for part, edition in zip(ran, (first, second), strict=True):
            shown, wrong = part[case.sides[0].id]
            sides.append(shown)
            failed += [f"{rows_said(case.row)}, in {edition.name}: {sentence}" for sentence in wrong]
        here, there = with_deciding((sides[0], sides[1]), alignment, same, rows[case.row])
        asked = case.sides[0]
        given = {key: value if isinstance(value, str) else list(value) for key, value in asked.pieces.items()}
        question = asked.question
        found.append(ShownCase(case.row, case.title, case.why, question, given, (here, there), tuple(failed)))
    return found


def rows_said(row: str) -> str:
    """Name the case of a row at the beginning of a sentence."""
    return f"The case of the row {row}"


def _run(edition: Edition, known: ComparedCases, side: int) -> Iterator[tuple[str, tuple[ShownSide, list[str]]]]:
    """Yield what a text makes of each case, by the case's id, with what does not hold."""
    cases = tuple(_with_the_other(case, side) for case in known.cases)
    spliced = SplicedCases(edition, Cases(known.source, cases))
    if spliced.problems:
        raise RulesError([*spliced.problems])
    for chosen, results in by_readings(spliced).items():
        rules, problems = spliced.resolved(chosen, owners(results))
        unsaid = problems.keys() | spliced.unresolved(rules, owners(results))
        for case, number in results:
            if number:
                continue
            own = (case.id, 0)
            if own in unsaid:
                raise RulesError(problems.get(own) or _unsaid(case, known))
            trial = Trial(spliced, rules, case, 0)
            wrong = [failure.sentence for failure in trial.failures()]
            clauses = trial.clauses() if not wrong else ()
            # What a text has no words for, it does not say.
            if not wrong and (case.id, 1) not in unsaid and not Trial(spliced, rules, case, 0, 1).failures():
                wrong = ["what the other text makes of it holds here too, so that it does not separate them."]
            yield case.id, (_shown(edition, case, clauses), wrong)


def _with_the_other(case: ComparedCase, side: int) -> Case:
    """Return a case as one text has it, with what the other makes of it as a second result."""
    here, there = case.sides[side], case.sides[1 - side]
    other = replace(there.expected, readings=here.expected.readings)
    return replace(here, contrasts=(other,))


def _unsaid(case: Case, known: ComparedCases) -> list[Problem]:
    sentence = f"The case “{case.title}” uses a name that is wrong in a case above it."
    return [from_fault(bad_data(known.source, sentence, case.span))]


def _shown(edition: Edition, case: Case, clauses: tuple[str, ...]) -> ShownSide:
    done, played = (tuple(line.text for line in lines) for lines in (case.do, case.play))
    result = (*(line.text for line in case.expected.then), *result_in_words(case.expected))
    return ShownSide(edition.name, laid_in_words(case), done, played, result, clauses)


# ------------------------------------------------------------------------------------------- what decides


def with_deciding(
    sides: tuple[ShownSide, ShownSide], alignment: Alignment, same: Collection[str], row: Row | None = None
) -> tuple[ShownSide, ShownSide]:
    """Note on each side the clauses of its result that the other result lacks, or has with another rule.

    Those of the row decide; `same` are the rows whose rules mean the same.
    """
    first, second = sides
    alike = {*same} - {row.name if row is not None else ""}
    alone = (
        _alone(first.clauses, second.clauses, alignment.rows, 0, alike),
        _alone(second.clauses, first.clauses, alignment.rows, 1, alike),
    )
    here, there = (
        tuple(clause for clause in clauses if row is None or clause in row.side(side))
        for side, clauses in enumerate(alone)
    )
    return first._replace(alone=alone[0], deciding=here), second._replace(alone=alone[1], deciding=there)


def _alone(
    own: Iterable[str], others: Collection[str], rows: Iterable[Row], side: int, same: Collection[str]
) -> tuple[str, ...]:
    shared: set[str] = set()
    for row in rows:
        if row.name in same and not {*row.side(1 - side)}.isdisjoint(others):
            shared.update(row.side(side))
    return tuple(clause for clause in own if clause not in shared)
