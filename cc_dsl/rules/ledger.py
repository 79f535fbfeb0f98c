"""The ledger: every clause is encoded or excused with a reason, every statement cites a clause or the editor.

It reads the nodes, not the model, so that the statements of alternatives that are not chosen are counted too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeGuard

from cc_dsl.diagnostics.problem import Label, Problem, from_fault, nearest
from cc_dsl.rules.symbols import either
from cc_dsl.source.clauses import EditionText
from cc_dsl.source.data import bad_data, key_span, table_span
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

MOST_MISSING_APART = 4
"""If more clauses than this are without a statement, one message reports all of them."""
KINDS = ("reading", "gap", "option")
STATUSES = {
    "definitional": "it says what something is called",
    "advisory": "it gives advice, not a rule",
    "inexecutable": "it cannot be executed",
    "simplified": "it is encoded more simply than it stands",
}


class LedgerEntry(NamedTuple):
    """The entry of one clause in the ledger."""

    clause: str
    status: str
    """`encoded`, `elsewhere`, one of STATUSES, or `missing`."""
    reason: str
    lines: tuple[int, ...]
    """The lines of the rules file whose statements cite it."""


class Ledger(NamedTuple):
    """Both directions: clause to statements, statements to clauses."""

    entries: dict[str, LedgerEntry]
    statements: int


def make_ledger(start: nodes.Start, source: Source, text: EditionText) -> tuple[Ledger, list[Problem]]:
    """Return the ledger of an edition, and every citation, quotation or clause that does not hold."""
    book = _Book(start, source, text)
    book.fill()
    return book.ledger(), book.problems


class _Book:
    def __init__(self, start: nodes.Start, source: Source, text: EditionText) -> None:
        self.start = start
        self.source = source
        self.text = text
        self.problems: list[Problem] = []
        self.lines: dict[str, list[int]] = {name: [] for name in text.clauses}
        self.excuses: dict[str, tuple[str, str]] = {}
        self.elsewhere: list[tuple[str, nodes.Elsewhere]] = []
        self.statements = 0
        self.meant: set[str] = set()
        """The clauses that were offered in the place of unknown ones."""

    def report(self, code: str, sentence: str, span: Span | None, clause: str = "", *remedies: str) -> None:
        found = self.text.clause(clause) if clause else None
        quoted = ((found.full_id, found.words),) if found is not None else ()
        self.problems.append(Problem(code, sentence, self.source, span, clauses=quoted, remedies=remedies))

    def fill(self) -> None:
        order = {name: number for number, name in enumerate(self.text.clauses)}
        last = -1
        latest: nodes.Word | None = None
        for block in self.start.blocks:
            clause = ""
            if isinstance(block, nodes.Section):
                clause = self._clause(block.section)
                self._quotes(clause, block.quotes)
                place = order.get(clause, last)
                if place < last and latest is not None:
                    self.problems.append(
                        Problem(
                            "out-of-order",
                            f"In the text §{clause} stands before §{latest.text}, and here it stands after it.",
                            self.source,
                            block.section.span,
                            labels=(Label(self.source, latest.span, f"the text has §{latest.text} later"),),
                            remedies=("Put the blocks in the order of the text.",),
                        )
                    )
                if place > last:
                    last, latest = place, block.section
            for statement in block.statements:
                self._statement(statement, clause)
        self._check_elsewhere()

    def _clause(self, word: nodes.Word) -> str:
        found = self.text.clause(word.text)
        if found is not None:
            return found.id
        close = nearest(word.text, self.text.clauses)
        self.meant.update(close)
        remedy = "clauses.toml has the clauses of the text."
        if close:
            remedy = f"Do you mean {either([f'§{name}' for name in close])}?"
        self.report("unknown-clause", f"The text has no clause {word.text}.", word.span, "", remedy)
        return ""

    def _quotes(self, clause: str, quotes: tuple[nodes.Word, ...]) -> None:
        found = self.text.clauses.get(clause)
        if found is None:
            return
        words = " ".join(found.words.split())
        for quote in quotes:
            if not as_printed(quote.text, words).strip():
                self.report(
                    "words-not-in-clause",
                    f"Clause {clause} does not have these words.",
                    quote.span,
                    clause,
                    "Copy the words from the clause letter by letter; it stands above.",
                )

    def _statement(self, statement: nodes.Statement, clause: str) -> None:
        if isinstance(statement, nodes.Doubt):
            self._doubt(statement, clause)
            return
        if isinstance(statement, nodes.Excuse):
            self._excuse(statement, clause)
            return
        if isinstance(statement, nodes.Elsewhere):
            self.elsewhere.append((clause, statement))
            self._clause(statement.section)
            return
        if isinstance(statement, nodes.Displaced):
            self._clause(statement.section)
        self.statements += 1
        self._cite(clause, statement.span)
        for cite in cites_in(statement):
            cited = self._clause(cite.section)
            self._cite(cited, cite.span)
            self._quotes(cited, cite.quotes)

    def _cite(self, clause: str, span: Span) -> None:
        if clause:
            self.lines[clause].append(self.source.position(span.start)[0])

    def _doubt(self, doubt: nodes.Doubt, clause: str) -> None:
        if doubt.kind.text != "gap":
            self._hangs_on_words(doubt, clause)
        for alternative in doubt.alternatives:
            for statement in alternative.statements or ():
                self._statement(statement, clause)

    def _hangs_on_words(self, doubt: nodes.Doubt, clause: str) -> None:
        if clause:
            self._quotes(clause, (doubt.words,))
            return
        what = "An option" if doubt.kind.text == "option" else "A reading"
        self.report(
            "words-not-in-clause",
            f"{what} hangs on words of a clause; under the editor there are none.",
            doubt.words.span,
            "",
            "Move it to the block of its clause, or make it a gap.",
        )

    def _excuse(self, statement: nodes.Excuse, clause: str) -> None:
        if statement.status.text not in STATUSES:
            close = nearest(statement.status.text, STATUSES) or list(STATUSES)
            self.report(
                "unknown-name",
                f"“{statement.status.text}” is not a status of a clause.",
                statement.status.span,
                clause,
                f"Write {either(close)}.",
            )
        self.excuses[clause] = (statement.status.text, statement.reason.text)

    def _check_elsewhere(self) -> None:
        for clause, statement in self.elsewhere:
            other = self.text.clause(statement.section.text)
            if other is not None and not self.lines[other.id]:
                self.report(
                    "clause-unused",
                    f"This clause is said to hold in §{other.id}, but that has no statement.",
                    statement.section.span,
                    clause,
                    "Name the clause whose statement encodes it.",
                )
        missing = [
            name for name in self.text.clauses if self._entry(name).status == "missing" and name not in self.meant
        ]
        several = len(missing) > MOST_MISSING_APART
        for name in missing[:1] if several else missing:
            printed = self.text.clauses[name]
            sentence = f"No statement encodes clause {name}, and nothing excuses it."
            if several:
                sentence = (
                    f"No statement encodes {len(missing)} clauses, and nothing excuses them; the first is {name}."
                )
            self.problems.append(
                Problem(
                    "clause-unused",
                    sentence,
                    self.source,
                    None,
                    clauses=((printed.full_id, printed.words),),
                    remedies=(
                        f'Add a block headed by its number and words:   §{name} "…"',
                        'If it is no rule, say so there:   this clause is advisory, because "…".',
                    ),
                )
            )

    def _entry(self, name: str) -> LedgerEntry:
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
    """Return quoted words as they stand in a clause; nothing if they do not.

    A straight quotation mark of the text would end the quotation, so that a curly one stands for it.
    """
    quote = " ".join(quote.split())
    straight = re.sub("[“”„‟]", '"', quote)
    return next((one for one in (quote, straight) if one in words), "")


def cites_in(node: object) -> Iterator[nodes.Cite]:
    """Return every citation inside a node."""
    return (part for part in walk(node) if isinstance(part, nodes.Cite))


def doubts_in(start: nodes.Start) -> dict[str, str]:
    """Return the open places of a rules file by name, each with the clause it stands under; the editor's have none."""
    found: dict[str, str] = {}
    for block in start.blocks:
        clause = block.section.text if isinstance(block, nodes.Section) else ""
        for statement in block.statements:
            if isinstance(statement, nodes.Doubt):
                found.setdefault(statement.name.text, clause)
    return found


def check_record(start: nodes.Start, source: Source, tables: Mapping[str, object], data: Source) -> list[Problem]:
    """Require that readings.toml has a heading for each doubt, and that doubts and alternatives are those of it."""
    recorded = tables.get("reading", {})
    if _are_tables(recorded) and all(_are_tables(one.get("alternatives", {})) for one in recorded.values()):
        return check_labels(start, source, recorded, data)
    sentence = "readings.toml has a heading [reading.NAME] for each doubt, and one for each alternative."
    remedy = "The headings are:   [reading.NAME]   and   [reading.NAME.alternatives.ALTERNATIVE]"
    return [from_fault(bad_data(data, sentence, None, remedy))]


def _are_tables(found: object) -> TypeGuard[dict[str, dict[str, object]]]:
    """Return whether something read from a data file is a table of tables."""
    return isinstance(found, dict) and all(isinstance(one, dict) for one in found.values())


def check_labels(
    start: nodes.Start, source: Source, recorded: Mapping[str, Mapping[str, object]], data: Source | None
) -> list[Problem]:
    """Require that the doubts of the rules and of readings.toml are the same, with the same alternatives.

    The record of arguments is also the lock of these names: a slip in one of them is found here.
    """
    problems: list[Problem] = []
    written: dict[str, nodes.Doubt] = {}
    for block in start.blocks:
        for statement in block.statements:
            if isinstance(statement, nodes.Doubt):
                written.setdefault(statement.name.text, statement)
    meant: set[str] = set()
    for name, doubt in written.items():
        entry = recorded.get(name)
        if entry is None:
            close = nearest(name, [other for other in recorded if other not in written])
            meant.update(close)
            remedy = f"Do you mean {either(close)}?" if close else f"Add it:   [reading.{name}]"
            sentence = f"readings.toml has no arguments for “{name}”."
            problems.append(Problem("label-not-recorded", sentence, source, doubt.name.span, remedies=(remedy,)))
        else:
            problems += _check_kind(doubt, source, entry)
            problems += _check_alternatives(doubt, source, entry.get("alternatives", {}), data)
    problems.extend(
        _left_over(f"“{name}”", f"reading.{name}", data)
        for name in recorded
        if name not in written and name not in meant
    )
    return problems


def _check_kind(doubt: nodes.Doubt, source: Source, entry: Mapping[str, object]) -> list[Problem]:
    """Require that the record calls a doubt what the rules call it; and an agreement has no measure of certainty."""
    name, kind, recorded = doubt.name.text, doubt.kind.text, entry.get("kind", doubt.kind.text)
    problems = []
    if recorded != kind:
        sentence = f"Here “{name}” is called {_a(kind)}, and in readings.toml {_a(str(recorded))}."
        remedy = f'Write   kind = "{kind}"   there, or {recorded if recorded in KINDS else kind} here.'
        problems.append(Problem("label-not-recorded", sentence, source, doubt.kind.span, remedies=(remedy,)))
    if kind == "option" and "confidence" in entry:
        sentence = f"readings.toml says how sure the default of “{name}” is; but players agree on an option."
        remedy = "Take “confidence” out there; “why” says why this is the default."
        problems.append(Problem("label-not-recorded", sentence, source, doubt.name.span, remedies=(remedy,)))
    return problems


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _check_alternatives(doubt: nodes.Doubt, source: Source, recorded: object, data: Source | None) -> list[Problem]:
    problems: list[Problem] = []
    recorded = recorded if isinstance(recorded, Mapping) else {}
    name = doubt.name.text
    here = [alternative.name.text for alternative in doubt.alternatives]
    meant: set[str] = set()
    for alternative in doubt.alternatives:
        label = alternative.name.text
        if label not in recorded:
            close = nearest(label, [other for other in recorded if other not in here])
            meant.update(close)
            remedy = f"Do you mean {either(close)}?" if close else f"Add it:   [reading.{name}.alternatives.{label}]"
            sentence = f"readings.toml has no argument for “{label}” under “{name}”."
            problems.append(Problem("label-not-recorded", sentence, source, alternative.name.span, remedies=(remedy,)))
    problems.extend(
        _left_over(f"“{other}” under “{name}”", f"reading.{name}.alternatives.{other}", data)
        for other in recorded
        if other not in here and other not in meant
    )
    return problems


def _left_over(what: str, table: str, data: Source | None) -> Problem:
    return Problem(
        "label-not-recorded",
        f"readings.toml argues for {what}, which the rules do not have.",
        data,
        table_span(data, table) if data is not None else None,
        remedies=("Take it out, or write the name as the rules have it.",),
    )


def check_questions(start: nodes.Start, source: Source, recorded: object, data: Source | None = None) -> list[Problem]:
    """Require that the questions of the rules are those that edition.toml promises under `questions`."""
    known = [str(name) for name in recorded] if isinstance(recorded, list) else []
    written = {
        statement.name.text: statement
        for block in start.blocks
        for statement in block.statements
        if isinstance(statement, nodes.Question)
    }
    promise = ", ".join(f'"{name}"' for name in dict.fromkeys((*known, *written)))
    problems = []
    meant: set[str] = set()
    for name, question in written.items():
        if name not in known:
            close = nearest(name, [other for other in known if other not in written])
            meant.update(close)
            sentence = f"edition.toml does not promise a question “{name}”."
            remedy = f"Do you mean {either(close)}?" if close else f"Promise it there:   questions = [{promise}]"
            problems.append(Problem("label-not-recorded", sentence, source, question.name.span, remedies=(remedy,)))
    for name in known:
        if name not in written and name not in meant:
            problems.append(
                Problem(
                    "label-not-recorded",
                    f"edition.toml promises a question “{name}”, which the rules do not have.",
                    data,
                    key_span(data, "questions") if data is not None else None,
                    remedies=(f'Write it under the editor:   question {name} "…":', "Or take it out there."),
                )
            )
    return problems


def check_label(start: nodes.Start, source: Source, wanted: str, is_library: bool) -> list[Problem]:
    """Require that a file calls itself what others call it: a library as its file, an edition as edition.toml."""
    label = start.edition.label
    if label.text == wanted:
        return []
    code = "unknown-library" if is_library else "label-not-recorded"
    sentence = f"edition.toml calls this edition “{wanted}”, and here it is called “{label.text}”."
    if is_library:
        sentence = f"The file of this library is called “{wanted}”, and here it is called “{label.text}”."
    remedy = f"Write “of {wanted}” here, or change the name there."
    return [Problem(code, sentence, source, label.span, remedies=(remedy,))]


def quoted(problem: Problem, source: Source, text: EditionText) -> Problem:
    """Quote the clauses whose blocks a problem and its labels stand in, unless it quotes some already."""
    if problem.clauses:
        return problem
    headings = [
        (found.start(), found[1] or "")
        for found in re.finditer(r"^(?:§([A-Za-z0-9.]+)|editor\b)", source.text, re.MULTILINE)
    ]
    words: dict[str, str] = {}
    places: list[Problem | Label] = [problem, *problem.labels]
    for place in places:
        if place.source is source and place.span is not None:
            before = [name for start, name in headings if start <= place.span.start]
            clause = text.clause(before[-1]) if before else None
            if clause is not None:
                words[clause.full_id] = clause.words
    return problem._replace(clauses=tuple(words.items()))
