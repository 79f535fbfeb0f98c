"""Read `cases.toml`: the worked cases of an edition, each with its clauses, its argument and its expected result.

`corpus/README.md` describes the file for editors.  Errors in it are collected as faults, each with its place.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cc_dsl import resources
from cc_dsl.diagnostics.problem import Problem, RulesError, remedies_for
from cc_dsl.diagnostics.toml_tables import NamedTable
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.rules import model
from cc_dsl.source.clauses import Clause, EditionText
from cc_dsl.source.data import Table, bad_data, read_data, tables_of
from cc_dsl.source.files import Source, Span

CASES = "cases.toml"
PRINTED, WORKED = "printed", "worked"
RESULTS = ("answer", "so", "not-so", "then")
"""The fields in which a contrast may differ from its case."""
KEYS = (
    *("id", "title", "clauses", "why", "source", "readings", "players", "question", "given", "do", "play"),
    *(*RESULTS, "decided-by", "not-decided-by", "instead"),
)
OF_CONTRAST = ("readings", "because", *RESULTS)
READINGS_REMEDY = 'Write:   readings = { NAME = "ANSWER" }'
SLUG = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
"""The form of names that become names of pages and parts of addresses."""


class CaseLine(NamedTuple):
    """One line of a text of the file, and its line number there."""

    text: str
    span: Span | None


@dataclass(frozen=True)
class Result:
    """The expected result: under the readings of the case, or under those of a contrast."""

    readings: Mapping[str, str]
    because: str = ""
    """Why it is so under the readings of a contrast."""
    answer: Mapping[str, object] = field(default_factory=dict)
    """The expected answer to the question, by its keys."""
    true_lines: tuple[CaseLine, ...] = ()
    """The sentences that must hold at the end: `so` in the file."""
    false_lines: tuple[CaseLine, ...] = ()
    """The sentences that must not hold at the end: `not-so` in the file."""
    next_lines: tuple[CaseLine, ...] = ()
    """The rest of a course of play: `then` in the file."""
    denied: str = ""
    """For a result that must not hold, such as that of a false claim: the sentence to report if it does."""


@dataclass(frozen=True)
class Case:
    id: str
    expected: Result
    file: Source
    span: Span | None = None
    title: str = ""
    clauses: tuple[str, ...] = ()
    why: str = ""
    source: str = WORKED
    """`printed` if the text itself gives the case, `worked` if the editors worked it out from the words."""
    players: int | None = None
    question: str = ""
    """The question about the position; empty if sentences are tested or a course is played."""
    pieces: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The given pieces of the question, by its keys."""
    given: tuple[CaseLine, ...] = ()
    """The position in sentences."""
    do: tuple[CaseLine, ...] = ()
    """The acts carried out from the position."""
    play: tuple[CaseLine, ...] = ()
    decided_by: tuple[str, ...] = ()
    not_decided_by: tuple[str, ...] = ()
    contrasts: tuple[Result, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether the case plays a course, which may change the position."""
        return bool(self.play or self.do)

    @property
    def results(self) -> tuple[Result, ...]:
        """The expected results of the case and of each contrast."""
        return (self.expected, *self.contrasts)


def read_cases(edition: Edition) -> tuple[Case, ...]:
    """Return the worked cases of an edition; raise a RulesError with all problems of their file."""
    path = os.path.join(edition.folder, CASES)
    if not os.path.isfile(path):
        return ()
    source, data = read_data(path)
    faults: list[Problem] = []
    reader = CaseReader(edition, source, faults)
    NamedTable("", data, source, None, faults, source.path).refuse_unknown_keys(("case",))
    read = [reader.case(table, span) for table, span in tables_of(source, data, "case", faults)]
    cases = tuple(case for case in read if case is not None)
    seen_ids: set[str] = set()
    for case in cases:
        if case.id in seen_ids:
            sentence = f"The case {case.id} has the id of a case above it."
            faults.append(bad_data(source, sentence, case.span, "Give it an id of its own; ids are permanent."))
        seen_ids.add(case.id)
    if faults:
        raise RulesError(faults)
    return cases


class CaseReader:
    """The reader of the cases of one file about one edition, which collects their problems."""

    def __init__(self, edition: Edition, source: Source, faults: list[Problem]) -> None:
        """Take the edition, the file of the cases, and the list to which problems are added."""
        self.edition, self.source, self.faults = edition, source, faults
        self._clauses = KnownClauses(edition)
        try:
            self._doubts: Mapping[str, model.OpenReading] = edition.rules.doubts
        except RulesError:
            # Use the open places that could be resolved.
            rules, _ = edition.resolve(edition.chosen)
            self._doubts = rules.doubts if rules is not None else {}

    def case(self, table: Table, span: Span | None, needs_clauses: bool = True) -> Case | None:
        """Return the case of a table; None if the table is not understood.

        A case that compares two texts has no clause of the text that lacks its rule.
        """
        before, name = len(self.faults), str(table.get("id") or "")
        entry = NamedTable(name, table, self.source, span, self.faults, f"The case {name}" if name else "A case")
        entry.refuse_unknown_keys(KEYS)
        id, given, players = line_of(entry, "id"), table.get("given", ""), table.get("players")
        if id and not SLUG.fullmatch(id):
            entry.refuse("has an id with characters other than letters, figures and hyphens")
        if players is not None and entry.integer("players", 1) is None:
            entry.refuse("has players that are not a whole number", "Write:   players = 2")
        case = Case(
            id,
            self.result(entry),
            self.source,
            span,
            title=line_of(entry, "title"),
            clauses=self._clauses_of(entry, "clauses", needs_clauses),
            why=line_of(entry, "why"),
            source=line_of(entry, "source", WORKED),
            players=entry.integer("players", 1),
            question=line_of(entry, "question", ""),
            pieces=given if isinstance(given, dict) else {},
            given=() if isinstance(given, dict) else _lines(entry, "given"),
            do=_lines(entry, "do"),
            play=_lines(entry, "play"),
            decided_by=self._clauses_of(entry, "decided-by", False),
            not_decided_by=self._clauses_of(entry, "not-decided-by", False),
            contrasts=tuple(self._contrasts(entry)),
        )
        _check_form(case, entry)
        return case if len(self.faults) == before else None

    def result(self, entry: NamedTable) -> Result:
        """Return the expectations of a table."""
        answer = entry.table.get("answer", {})
        if not isinstance(answer, dict):
            entry.refuse("has an answer that is not a table", 'Write:   answer = { KEY = "VALUE" }')
            answer = {}
        because = line_of(entry, "because") if "because" in entry.table else ""
        holds, fails, then = (_lines(entry, key) for key in ("so", "not-so", "then"))
        return Result(self._readings(entry), because, answer, holds, fails, then)

    def _contrasts(self, entry: NamedTable) -> Iterator[Result]:
        tables = entry.tables("instead")
        if tables is None:
            entry.refuse("must give its other results under headings [[case.instead]]")
        for table in tables or ():
            contrast = entry._replace(table=table)
            subject = f"A [[case.instead]] of the case {entry.name}"
            contrast._replace(subject=subject).refuse_unknown_keys(OF_CONTRAST)
            result = self.result(contrast)
            if not result.readings:
                entry.refuse("has a [[case.instead]] that names no readings", READINGS_REMEDY)
            yield result

    def _clauses_of(self, entry: NamedTable, key: str, is_needed: bool) -> tuple[str, ...]:
        """Return the clauses under a key, which the text must have."""
        before = len(self.faults)
        clauses, text = entry.texts(key, "a list of clauses"), self.edition.text
        if is_needed and not clauses and len(self.faults) == before:
            entry.refuse("does not name its clauses", f'Write:   {key} = ["I.1"]')
        for clause in clauses:
            if text is not None and self._clauses.clause(clause) is None:
                remedies = remedies_for(clause, text.clauses)
                entry.refuse(f"names the clause {clause}, which the text does not have", *remedies)
        return clauses

    def _readings(self, entry: NamedTable) -> dict[str, str]:
        """Return the answers chosen for open places, which the rules must have."""
        choices = entry.choices()
        if choices is None:
            entry.refuse("has readings that are not a table of answers", READINGS_REMEDY)
        if self.edition.overlay is not None:
            return choices or {}  # an overlay may remove an open place that a case of its parent names
        for name, chosen_answer in (choices or {}).items():
            if name not in self._doubts:
                remedies = remedies_for(name, self._doubts)
                entry.refuse(f"names the reading {name}, which the rules do not have", *remedies)
            elif chosen_answer not in (answers := [answer for answer, _ in self._doubts[name].alternatives]):
                remedy = f"It has: {', '.join(answers)}."
                entry.refuse(f"gives {name} the answer {chosen_answer}, which it does not have", remedy)
        return choices or {}


class KnownClauses:
    """The clauses that an edition may cite: its own, such as I.1, and those of others, such as 1862.I.1."""

    def __init__(self, edition: Edition) -> None:
        """Take an edition; the texts of others are read on demand."""
        self._text = edition.text
        self._editions = {edition.text.id: edition} if edition.text is not None else {}

    def clause(self, name: str) -> Clause | None:
        """Return a clause; None if there is no such clause."""
        clause = self._text.clause(name) if self._text is not None else None
        label, _, rest = name.partition(".")
        text = self.text_of(label) if clause is None else None
        return clause if text is None else text.clause(rest)

    def text_of(self, label: str) -> EditionText | None:
        """Return the text of this edition or of another of the corpus; None if there is none."""
        if label not in self._editions and label in resources.edition_names():
            self._editions[label] = Edition(find_rules(label), {})
        return self._editions[label].text if label in self._editions else None


def _check_form(case: Case, entry: NamedTable) -> None:
    results = case.results
    is_told = any(result.true_lines or result.false_lines or result.next_lines for result in results)
    if case.question:
        if case.given or case.do or case.play or is_told:
            sentence = "asks a question, so it can have only `given` (a table) and `answer`"
            entry.refuse(sentence, 'Write:   given = { KEY = "PIECES" }')
        if not all(result.answer for result in results):
            entry.refuse("asks a question, but gives no answer", 'Write:   answer = { KEY = "VALUE" }')
    elif case.pieces or any(result.answer for result in results):
        entry.refuse("names no question", 'Write:   question = "NAME"   or lay the position in sentences.')
    elif case.play and case.given and not case.do:
        entry.refuse("lays a position, but plays nothing from it", 'Write:   do = "then the …."')
    elif not (case.play or is_told):
        entry.refuse("expects nothing", 'Write:   so = """SENTENCE."""')
    elif not case.is_played and any(result.next_lines for result in results):
        entry.refuse("has `then`, but plays nothing before it", "Write   play   before   then .")
    elif (case.decided_by or case.not_decided_by) and not case.is_played and not case.expected.true_lines:
        entry.refuse("names deciding clauses, but no result that they decide")
    if case.source not in (PRINTED, WORKED):
        entry.refuse(f"has the source “{case.source}”", f"Write {PRINTED} or {WORKED}.")


def line_of(entry: NamedTable, key: str, default: str | None = None) -> str:
    """Return the text under a key on one line; without a default it is required, and must not be empty."""
    before = len(entry.faults)
    value = entry.text(key, default)
    if default is None and not value.strip() and len(entry.faults) == before:
        entry.refuse(f"has an empty {key}")
    return " ".join(value.split())


def _lines(entry: NamedTable, key: str) -> tuple[CaseLine, ...]:
    """Return the lines of a text, each with its place in the file; blank lines and comments are left out."""
    value = entry.table.get(key, "")
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = "\n".join(value)
    if not isinstance(value, str):
        entry.refuse(f"has a {key} that is not text", f'Write:   {key} = """…"""')
        return ()
    start = entry.span.end if entry.span is not None else 0
    lines = []
    for line in map(str.strip, value.split("\n")):
        if line and not line.startswith("#"):
            # Search from the heading of the case: another case may have the same line.
            at = entry.source.text.find(line, start)
            lines.append(CaseLine(line, Span(at, at + len(line)) if at >= 0 else entry.span))
    return tuple(lines)
