"""Read `cases.toml`: the worked cases of an edition, each with its clauses, its argument and its expected result.

`corpus/README.md` describes the file for editors.  Errors in it are collected as faults, each with its place.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cc_dsl.diagnostics.problem import RulesError, from_fault, from_source_fault, nearest
from cc_dsl.source.data import Table, bad_data, read_data, tables_of
from cc_dsl.source.files import Fault, Source, SourceFault, Span, shown_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cc_dsl.pipeline import Edition
    from cc_dsl.rules import model

CASES = "cases.toml"
PRINTED, WORKED = "printed", "worked"
SOURCES = (PRINTED, WORKED)
RESULTS = ("answer", "so", "not-so", "then")
"""The fields in which a contrast may differ from its case."""
KEYS = (
    "id",
    "title",
    "clauses",
    "why",
    "source",
    "readings",
    "players",
    "question",
    "given",
    "do",
    "play",
    "decided-by",
    "not-decided-by",
    "instead",
    *RESULTS,
)
OF_CONTRAST = ("readings", "because", *RESULTS)
SLUG = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")


@dataclass(frozen=True)
class CaseLine:
    """One line of a text of the file, and where it stands there."""

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
    so: tuple[CaseLine, ...] = ()
    not_so: tuple[CaseLine, ...] = ()
    then: tuple[CaseLine, ...] = ()
    """The rest of a course of play."""
    span: Span | None = None


@dataclass(frozen=True)
class Case:
    """A worked case."""

    id: str
    title: str
    clauses: tuple[str, ...]
    why: str
    source: str
    """`printed`, where the text itself gives the case, or `worked`, where the editors worked it from the words."""
    players: int | None
    question: str
    """The question that is asked of a position; empty where sentences are tried, or something is played."""
    pieces: Mapping[str, Sequence[str]]
    """The given pieces of the question, by its keys."""
    given: tuple[CaseLine, ...]
    """The position in sentences."""
    do: tuple[CaseLine, ...]
    """The acts carried out from the position."""
    play: tuple[CaseLine, ...]
    decided_by: tuple[str, ...]
    not_decided_by: tuple[str, ...]
    expected: Result
    contrasts: tuple[Result, ...]
    span: Span | None

    @property
    def is_played(self) -> bool:
        """Whether something is played, so that play may change the position."""
        return bool(self.play or self.do)

    @property
    def results(self) -> tuple[Result, ...]:
        """The expected results of the case and of each contrast."""
        return (self.expected, *self.contrasts)


@dataclass(frozen=True)
class Cases:
    """The worked cases of an edition."""

    source: Source
    cases: tuple[Case, ...]

    def __iter__(self) -> Iterator[Case]:
        """Return the cases in the order of the file."""
        return iter(self.cases)

    def __len__(self) -> int:
        """Count the cases."""
        return len(self.cases)


def read_cases(edition: Edition) -> Cases:
    """Return the worked cases of an edition; raise a RulesError with all that is wrong with their file."""
    path = os.path.join(edition.folder, CASES)
    if not os.path.isfile(path):
        return Cases(Source(shown_path(path), ""), ())
    source, data = read_tables(path)
    reader = CaseReader(edition, source)
    reader.only(data, ("case",), None, f"{source.path} has [[case]] tables")
    found = [reader.case(table, span) for table, span in tables_of(source, data, "case", reader.faults)]
    cases = tuple(case for case in found if case is not None)
    reader.twice(cases)
    if reader.faults:
        raise RulesError([from_fault(fault) for fault in reader.faults])
    return Cases(source, cases)


def read_tables(path: str) -> tuple[Source, Table]:
    """Read a file of cases; raise a RulesError if it is not TOML."""
    try:
        source, data = read_data(path)
    except SourceFault as fault:
        raise from_source_fault(fault) from None
    source.path = shown_path(source.path)
    return source, data


def unknown_keys(
    source: Source, table: Table, known: tuple[str, ...], span: Span | None, subject: str
) -> Iterator[Fault]:
    """Yield a fault for each key of a table that means nothing."""
    for key in table:
        if key not in known:
            close = nearest(key, known)
            remedy = f"Do you mean {' or '.join(close)}?" if close else f"The keys are: {', '.join(known)}."
            yield bad_data(source, f"{subject} “{key}”, which means nothing here.", span, remedy)


class CaseReader:
    """Reads cases from tables, and collects their problems."""

    def __init__(self, edition: Edition, source: Source) -> None:
        """Read tables of a file about an edition."""
        self.edition = edition
        self.source = source
        self.faults: list[Fault] = []
        self.name = ""
        self.span: Span | None = None
        self._at = 0
        self._doubts = {name: [one for one, _ in doubt.alternatives] for name, doubt in _doubts(edition).items()}

    # --------------------------------------------------------------------------------------- the tables

    def case(self, table: Table, span: Span | None, needs_clauses: bool = True) -> Case | None:
        """Make a case of a table; None if it cannot be understood.

        A case that compares two texts has no clause of the text that lacks its rule.
        """
        before = len(self.faults)
        self.span, self._at = span, span.end if span is not None else 0
        self.name = str(table.get("id") or "")
        self.only(table, KEYS, span, f"The case {self.name} has")
        given = table.get("given", "")
        case = Case(
            self.slug(table),
            self.text(table, "title"),
            self.clauses(table, "clauses", is_needed=needs_clauses),
            self.text(table, "why"),
            self.text(table, "source", WORKED),
            self.players(table),
            self.text(table, "question", ""),
            given if isinstance(given, dict) else {},
            () if isinstance(given, dict) else self.lines(table, "given"),
            self.lines(table, "do"),
            self.lines(table, "play"),
            self.clauses(table, "decided-by", is_needed=False),
            self.clauses(table, "not-decided-by", is_needed=False),
            self.result(table),
            tuple(self.contrasts(table)),
            span,
        )
        self.form(case)
        return case if len(self.faults) == before else None

    def contrasts(self, table: Table) -> Iterator[Result]:
        """Return the contrast of a case under other readings."""
        found = table.get("instead", [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self.wrong("writes what is so instead under a heading [[case.instead]]")
            return
        for one in found:
            self.only(one, OF_CONTRAST, self.span, f"An [[case.instead]] of the case {self.name} has")
            result = self.result(one)
            if not result.readings:
                self.wrong("has an [[case.instead]] that names no readings", 'Write:   readings = { NAME = "ANSWER" }')
            yield result

    def result(self, table: Table) -> Result:
        """Return the expectations of a table."""
        answer = table.get("answer", {})
        if not isinstance(answer, dict):
            self.wrong("has an answer that is not a table", 'Write:   answer = { KEY = "VALUE" }')
            answer = {}
        return Result(
            self.readings(table),
            self.text(table, "because", "") if "because" in table else "",
            answer,
            self.lines(table, "so"),
            self.lines(table, "not-so"),
            self.lines(table, "then"),
            self.span,
        )

    def form(self, case: Case) -> None:
        """See that a case has one of the forms there are."""
        results = case.results
        is_told = any(one.so or one.not_so or one.then for one in results)
        if case.question:
            if case.given or case.do or case.play or is_told:
                self.wrong(
                    "asks a question, and so has given, a table, and answer, but nothing else to lay or to play",
                    'Write:   given = { KEY = "PIECES" }',
                )
            if not all(one.answer for one in results):
                self.wrong("asks a question, but gives no answer", 'Write:   answer = { KEY = "VALUE" }')
        elif case.pieces or any(one.answer for one in results):
            self.wrong("names no question", 'Write:   question = "NAME"   or lay the position in sentences.')
        elif case.play and case.given and not case.do:
            self.wrong("plays from a position, but does not say what is played", 'Write:   do = "then the …."')
        elif not (case.play or is_told):
            self.wrong("expects nothing", 'Write:   so = """SENTENCE."""')
        elif not case.is_played and any(one.then for one in results):
            self.wrong("goes on, but nothing is played before", "Write   play   before   then .")
        elif (case.decided_by or case.not_decided_by) and not case.is_played and not case.expected.so:
            self.wrong("names the clauses that decide, but nothing that they decide")
        if case.source not in SOURCES:
            self.wrong(f"has the source “{case.source}”", f"Write {PRINTED} or {WORKED}.")

    def twice(self, cases: Iterable[Case]) -> None:
        """See that no two cases have one id."""
        seen: set[str] = set()
        for case in cases:
            if case.id in seen:
                self.name, self.span = case.id, case.span
                self.wrong("has the id of a case above it", "Give it an id of its own; ids are permanent.")
            seen.add(case.id)

    # --------------------------------------------------------------------------------------- the values

    def wrong(self, sentence: str, *remedies: str) -> None:
        """Record a problem of the case."""
        subject = f"The case {self.name}" if self.name else "A case"
        self.faults.append(bad_data(self.source, f"{subject} {sentence}.", self.span, *remedies))

    def only(self, table: Table, known: tuple[str, ...], span: Span | None, subject: str) -> None:
        """See that a table has no other keys than are known."""
        self.faults += unknown_keys(self.source, table, known, span, subject)

    def slug(self, table: Table) -> str:
        """Return the id of a case."""
        found = self.text(table, "id")
        if found and not SLUG.fullmatch(found):
            self.wrong("has an id with other signs than letters, figures and hyphens")
        return found

    def text(self, table: Table, key: str, default: str | None = None) -> str:
        """Return the text under a key; with no default it must be there."""
        value = table.get(key, default)
        if not isinstance(value, str):
            what = f"has no {key}" if value is None else f"has a {key} that is not text in quotation marks"
            self.wrong(what, f'Write:   {key} = "…"')
            return ""
        if default is None and not value.strip():
            self.wrong(f"has an empty {key}")
        return " ".join(value.split())

    def players(self, table: Table) -> int | None:
        """Return how many play, if it is said."""
        value = table.get("players")
        if value is not None and (type(value) is not int or value < 1):
            self.wrong("has players that are not a whole number", "Write:   players = 2")
            return None
        return value

    def clauses(self, table: Table, key: str, is_needed: bool = True) -> tuple[str, ...]:
        """Return the clauses under a key, which the text must have."""
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.wrong(f"has under {key} something that is not a list of clauses", f'Write:   {key} = ["I.1"]')
            return ()
        if is_needed and not value:
            self.wrong("names no clause that it is about", f'Write:   {key} = ["I.1"]')
        text = self.edition.text
        for clause in value:
            if text is not None and not self._is_clause(clause):
                close = nearest(clause, text.clauses)
                self.wrong(f"names the clause {clause}, which the text does not have", *_meant(close))
        return tuple(value)

    def _is_clause(self, clause: str) -> bool:
        from cc_dsl import resources
        from cc_dsl.pipeline import Edition as Other
        from cc_dsl.pipeline import find_rules

        text = self.edition.text
        if text is None or text.clause(clause) is not None:
            return True
        label, _, name = clause.partition(".")
        if label not in resources.edition_names():
            return False
        other = Other(find_rules(label), {}).text
        return other is not None and other.clause(name) is not None

    def readings(self, table: Table) -> dict[str, str]:
        """Return the answers chosen for doubts, which the rules must have."""
        value = table.get("readings", {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            self.wrong("has readings that are not a table of answers", 'Write:   readings = { NAME = "ANSWER" }')
            return {}
        for name, chosen in value.items():
            if name not in self._doubts:
                self.wrong(
                    f"names the reading {name}, which the rules do not have", *_meant(nearest(name, self._doubts))
                )
            elif chosen not in self._doubts[name]:
                known = self._doubts[name]
                self.wrong(f"gives {name} the answer {chosen}, which it does not have", f"It has: {', '.join(known)}.")
        return value

    def lines(self, table: Table, key: str) -> tuple[CaseLine, ...]:
        """Return the lines of a text, each with its place in the file; blank lines and remarks are left out."""
        value = table.get(key, "")
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = "\n".join(value)
        if not isinstance(value, str):
            self.wrong(f"has a {key} that is not text", f'Write:   {key} = """…"""')
            return ()
        stripped = [line.strip() for line in value.split("\n")]
        return tuple(self._placed(line) for line in stripped if line and not line.startswith("#"))

    def _placed(self, line: str) -> CaseLine:
        """Find a line of a text again, behind the heading of its case."""
        found = self.source.text.find(line, self._at)
        return CaseLine(line, Span(found, found + len(line)) if found >= 0 else self.span)


def _doubts(edition: Edition) -> Mapping[str, model.Doubt]:
    """Return the open places of the rules: as cached, or of rules with problems as far as they are resolved."""
    with suppress(RulesError):
        return edition.rules.doubts
    rules, _ = edition.resolve(edition.chosen)
    return rules.doubts if rules is not None else {}


def _meant(close: list[str]) -> tuple[str, ...]:
    return (f"Do you mean {' or '.join(close)}?",) if close else ()
