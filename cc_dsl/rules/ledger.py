"""The ledger: every clause is encoded or excused with a reason, and every statement cites a clause or the editor.

It reads the nodes, not the model, so that it also counts the statements of alternatives that are not chosen.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeGuard

from cc_dsl.diagnostics.problem import Label, Problem, nearest
from cc_dsl.rules.refusals import Place, problem, suggestion
from cc_dsl.source.clauses import EditionText
from cc_dsl.source.data import bad_data, key_span, table_span
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

MOST_MISSING_APART = 4
"""The most clauses without a statement that are reported one by one; beyond that, one message reports all."""
KINDS = ("reading", "gap", "option")
EXCUSES = ("definitional", "advisory", "inexecutable", "simplified")
"""The statuses that a rules file can give to a clause, each with a reason."""
LEFT_OUT = "an overlay leaves it out"
"""The reason for which a clause has no rule in an overlay."""
STATUSES = {
    "encoded": "encoded",
    "elsewhere": "encoded in another clause",
    "definitional": "not a rule, but a definition",
    "advisory": "not a rule, but advice",
    "inexecutable": "cannot be executed",
    "simplified": "encoded in a simpler form",
    "missing": "not encoded",
}
"""Each status of a clause in words, for the terminal, the pages and editors."""


class LedgerEntry(NamedTuple):
    """The entry of one clause in the ledger."""

    clause: str
    status: str
    """One of STATUSES."""
    reason: str
    lines: tuple[int, ...]
    """The lines of the rules file whose statements cite it."""

    @property
    def sentence(self) -> str:
        """The status in a sentence, with the reason if there is one."""
        label = STATUSES[self.status]
        predicate = label if self.status == "inexecutable" else f"is {label}"
        return f"This clause {predicate}{f': {self.reason}' if self.reason else ''}."


class Ledger(NamedTuple):
    """The entries of all clauses, and the number of statements."""

    entries: dict[str, LedgerEntry]
    statements: int


def make_ledger(start: nodes.Start, source: Source, text: EditionText) -> tuple[Ledger, list[Problem]]:
    """Return the ledger of an edition, and the problems of its citations, quotations and clauses."""
    book = _Book(start, source, text)
    book.fill()
    return book.ledger(), book.problems


class _Book:
    """The account of an edition, clause by clause, while the file is read."""

    def __init__(self, start: nodes.Start, source: Source, text: EditionText) -> None:
        self.start = start
        self.source = source
        self.text = text
        self.problems: list[Problem] = []
        self.lines: dict[str, list[int]] = {name: [] for name in text.clauses}
        """The lines whose statements cite each clause."""
        self.excuses: dict[str, tuple[str, str]] = {}
        """The status and the reason of each clause that is excused."""
        self.elsewhere: list[tuple[str, nodes.Elsewhere]] = []
        self.statements = 0
        self.meant: set[str] = set()
        """The clauses that were suggested in place of unknown ones."""

    def report(self, key: str, at: Place, clause: str, *remedies: str, **values: Any) -> None:
        """Report a problem with the message of a key, and quote the clause."""
        entry = self.text.clause(clause) if clause else None
        quoted = ((entry.full_id, entry.words),) if entry is not None else ()
        self.problems.append(problem(key, self.source, at, *remedies, clauses=quoted, clause=clause, **values))

    def fill(self) -> None:
        """Enter the statements of all blocks; report blocks that are not in the order of the text."""
        order = {name: number for number, name in enumerate(self.text.clauses)}
        last = -1
        latest: nodes.Word | None = None
        for block in self.start.blocks:
            clause = ""
            if isinstance(block, nodes.Section):
                clause = self._known_clause(block.section)
                self._check_quotes(clause, block.quotes)
                place = order.get(clause, last)
                if place < last and latest is not None:
                    later = (Label(self.source, latest.span, f"the text has §{latest.text} later"),)
                    key = "out-of-order.block"
                    self.problems.append(
                        problem(key, self.source, block.section, labels=later, clause=clause, latest=latest)
                    )
                if place > last:
                    last, latest = place, block.section
            for statement in block.statements:
                self._enter_statement(statement, clause)
        self._check_elsewhere()

    def _known_clause(self, word: nodes.Word) -> str:
        """Return the id of a clause; report an unknown one, and return an empty string."""
        clause = self.text.clause(word.text)
        if clause is not None:
            return clause.id
        close = nearest(word.text, self.text.clauses)
        self.meant.update(close)
        remedy = suggestion([f"§{name}" for name in close], "clauses.toml lists the clauses of the text.")
        self.report("unknown-clause.cited", word, "", remedy)
        return ""

    def _check_quotes(self, clause: str, quotes: tuple[nodes.Word, ...]) -> None:
        """Require that quotations of a clause occur in it."""
        entry = self.text.clauses.get(clause)
        if entry is None:
            return
        words = " ".join(entry.words.split())
        for quote in quotes:
            if not as_printed(quote.text, words).strip():
                self.report("words-not-in-clause.quoted", quote, clause, *_first_difference(quote.text, words))

    def _enter_statement(self, statement: nodes.Statement, clause: str) -> None:
        """Record the clauses that a statement encodes, excuses or cites."""
        match statement:
            case nodes.Doubt():
                if statement.kind.text != "gap" and clause:
                    self._check_quotes(clause, (statement.words,))
                # A reading quotes words, and a statement of the editor has no clause to quote.
                elif statement.kind.text != "gap":
                    self.report("words-not-in-clause.editor", statement.words, "", what=statement.kind)
                for alternative in statement.alternatives:
                    for inner in alternative.statements or ():
                        self._enter_statement(inner, clause)
                return
            case nodes.Excuse():
                if statement.status.text not in EXCUSES:
                    close = nearest(statement.status.text, EXCUSES) or list(EXCUSES)
                    self.report("unknown-name.status", statement.status, clause, close=close)
                self.excuses[clause] = (statement.status.text, statement.reason.text)
                return
            case nodes.Elsewhere():
                self.elsewhere.append((clause, statement))
                self._known_clause(statement.section)
                return
            case nodes.Displaced():
                self._known_clause(statement.section)
        self.statements += 1
        self._cite(clause, statement.span)
        for cite in (part for part in walk(statement) if isinstance(part, nodes.Cite)):
            name = self._known_clause(cite.section)
            self._cite(name, cite.span)
            self._check_quotes(name, cite.quotes)

    def _cite(self, clause: str, span: Span) -> None:
        if clause:
            self.lines[clause].append(self.source.position(span.start)[0])

    def _check_elsewhere(self) -> None:
        """Report references to clauses that no statement cites, and the clauses without any statement.

        A clause that holds in one that an overlay leaves out is left out with it.
        """
        for clause, statement in self.elsewhere:
            other = self.text.clause(statement.section.text)
            if other is not None and not self.lines[other.id] and LEFT_OUT not in self.excuses.get(other.id, ()):
                self.report("clause-unused.elsewhere", statement.section, clause, other=other)
        missing = [
            name for name in self.text.clauses if self._entry(name).status == "missing" and name not in self.meant
        ]
        several = len(missing) > MOST_MISSING_APART
        for name in missing[:1] if several else missing:
            key = "clause-unused.several" if several else "clause-unused.missing"
            self.report(key, None, name, name=name, count=len(missing))

    def _entry(self, name: str) -> LedgerEntry:
        """Return the entry of a clause."""
        lines = tuple(self.lines[name])
        elsewhere = next((statement for clause, statement in self.elsewhere if clause == name), None)
        if name in self.excuses:
            return LedgerEntry(name, *self.excuses[name], lines)
        if lines:
            return LedgerEntry(name, "encoded", "", lines)
        if elsewhere is not None:
            reason = f"it holds in {elsewhere.section.text}: {elsewhere.reason.text}"
            return LedgerEntry(name, "elsewhere", reason, ())
        return LedgerEntry(name, "missing", "", ())

    def ledger(self) -> Ledger:
        entries = {name: self._entry(name) for name in self.text.clauses}
        return Ledger(entries, self.statements)


def as_printed(quote: str, words: str) -> str:
    """Return quoted words as a clause prints them; an empty string if it does not contain them.

    A straight quotation mark would end the quotation, so a curly one represents it.
    """
    quote = " ".join(quote.split())
    straight = re.sub("[“”„‟]", '"', quote)
    return next((spelling for spelling in (quote, straight) if spelling in words), "")


def _first_difference(quote: str, words: str) -> tuple[str, ...]:
    """Return a sentence that names the first word in which a quotation differs from a clause, if some words agree."""
    parts = quote.split()
    for count in range(len(parts) - 1, 0, -1):
        match = re.search(re.escape(" ".join(parts[:count])) + r"(?=\s|$)\s*(\S*)", words)
        if match is not None:
            after = f"“{match[1]}”" if match[1] else "nothing more"
            return (f"After “{parts[count - 1]}” you wrote “{parts[count]}”, but the clause has {after}.",)
    return ()


def doubts_in(start: nodes.Start) -> dict[str, tuple[nodes.Doubt, str]]:
    """Return the open places of a rules file by name, each with the clause of its block (empty for the editor's)."""
    doubts: dict[str, tuple[nodes.Doubt, str]] = {}
    for block in start.blocks:
        for statement in block.statements:
            if isinstance(statement, nodes.Doubt):
                clause = block.section.text if isinstance(block, nodes.Section) else ""
                doubts.setdefault(statement.name.text, (statement, clause))
    return doubts


def check_record(start: nodes.Start, source: Source, tables: Mapping[str, object], data: Source) -> list[Problem]:
    """Require that the open places of the rules and of readings.toml are the same, with the same alternatives.

    Each file thus confirms the names in the other, and a misspelt name is reported.
    """
    records = tables.get("reading", {})
    if not _are_tables(records) or not all(_are_tables(entry.get("alternatives", {})) for entry in records.values()):
        sentence = "readings.toml needs a heading [reading.NAME] for each open place, and one for each alternative."
        remedy = "The headings are:   [reading.NAME]   and   [reading.NAME.alternatives.ALTERNATIVE]"
        return [bad_data(data, sentence, None, remedy)]

    def left_over_problem(what: str, table: str) -> Problem:
        return problem("label-not-recorded.left-over", data, table_span(data, table), what=what)

    def unused_alternative(doubt: str, name: str) -> Problem:
        return left_over_problem(f"“{name}” under “{doubt}”", f"reading.{doubt}.alternatives.{name}")

    doubts = {name: doubt for name, (doubt, _) in doubts_in(start).items()}
    key, remedy = "label-not-recorded.doubt", "Add it:   [reading.NAME]"
    names = {name: doubt.name for name, doubt in doubts.items()}
    problems = _compare_names(
        key, names, records, source, remedy, lambda name: left_over_problem(f"“{name}”", f"reading.{name}")
    )
    for name, doubt in doubts.items():
        if (entry := records.get(name)) is not None:
            problems += _check_kind(doubt, source, entry)
            alternatives = entry.get("alternatives", {})
            assert isinstance(alternatives, dict)
            names = {alternative.name.text: alternative.name for alternative in doubt.alternatives}
            key, remedy = "label-not-recorded.alternative", f"Add it:   [reading.{name}.alternatives.NAME]"
            problems += _compare_names(
                key, names, alternatives, source, remedy, functools.partial(unused_alternative, name), doubt=name
            )
    return problems


def _are_tables(data: object) -> TypeGuard[dict[str, dict[str, object]]]:
    """Return whether a value from a data file is a table of tables."""
    return isinstance(data, dict) and all(isinstance(table, dict) for table in data.values())


def _compare_names(
    key: str,
    words: Mapping[str, nodes.Word],
    records: Collection[str],
    source: Source,
    remedy: str,
    left_over_problem: Callable[[str], Problem],
    **values: Any,
) -> list[Problem]:
    """Report names of the rules that a record lacks, and names of the record that the rules do not have."""
    gaps = [name for name in words if name not in records]
    near = {name: nearest(name, [other for other in records if other not in words]) for name in gaps}
    suggestions = {name for close in near.values() for name in close}
    remedies = {name: suggestion(close, remedy.replace("NAME", name)) for name, close in near.items()}
    problems = [problem(key, source, words[name], remedies[name], name=name, **values) for name in gaps]
    return problems + [left_over_problem(name) for name in records if name not in words and name not in suggestions]


def _check_kind(doubt: nodes.Doubt, source: Source, entry: Mapping[str, object]) -> list[Problem]:
    """Require that record and rules give an open place the same kind, and that an option has no confidence."""
    name, kind, recorded = doubt.name.text, doubt.kind.text, entry.get("kind", doubt.kind.text)
    problems = []
    if recorded != kind:
        known = recorded if recorded in KINDS else kind
        values: dict[str, Any] = {"name": name, "kind": kind, "recorded": str(recorded), "known": known}
        problems.append(problem("label-not-recorded.kind", source, doubt.kind, **values))
    if kind == "option" and "confidence" in entry:
        problems.append(problem("label-not-recorded.confidence", source, doubt.name, name=name))
    return problems


def check_questions(start: nodes.Start, source: Source, record: object, data: Source) -> list[Problem]:
    """Require that the questions of the rules are those that edition.toml lists under `questions`."""
    names = [str(name) for name in record] if isinstance(record, list) else []
    statements = (statement for block in start.blocks for statement in block.statements)
    words = {question.name.text: question.name for question in statements if isinstance(question, nodes.Question)}
    promise = ", ".join(f'"{name}"' for name in dict.fromkeys((*names, *words)))
    key, remedy = "label-not-recorded.question", f"Add it there:   questions = [{promise}]"
    left_over_problem = functools.partial(problem, "label-not-recorded.no-question", data, key_span(data, "questions"))
    return _compare_names(key, words, names, source, remedy, lambda name: left_over_problem(name=name))


def check_label(start: nodes.Start, source: Source, wanted: str, is_library: bool) -> list[Problem]:
    """Require that the label in a file agrees: for a library with its file name, for an edition with edition.toml."""
    label = start.edition.label
    if label.text == wanted:
        return []
    key = "unknown-library.label" if is_library else "label-not-recorded.label"
    return [problem(key, source, label, wanted=wanted)]


def quote_clauses(problem: Problem, source: Source, text: EditionText) -> Problem:
    """Quote in a problem the clauses whose blocks contain it or its labels, unless it already quotes clauses."""
    if problem.clauses:
        return problem
    headings = [*re.finditer(r"^(?:§([A-Za-z0-9.]+)|editor\b)", source.text, re.MULTILINE)]
    words: dict[str, str] = {}
    places: list[Problem | Label] = [problem, *problem.labels]
    for place in places:
        if place.source is source and place.span is not None:
            before = [heading[1] for heading in headings if heading.start() <= place.span.start]
            clause = text.clause(before[-1] or "") if before else None
            if clause is not None:
                words[clause.full_id] = clause.words
    return problem._replace(clauses=tuple(words.items()))
