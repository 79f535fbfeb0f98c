"""The lenses above each clause, and their commands: its state and its cases, judge here, play from here."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from lsprotocol import types

from cc_dsl.cases.reader import Case, Cases, read_cases
from cc_dsl.cases.trials import try_cases
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.errors import UserError
from cc_dsl.lsp.documents import Document
from cc_dsl.lsp.places import range_of
from cc_dsl.rules.ledger import Ledger
from cc_dsl.syntax import nodes
from cc_dsl.words.book import Book
from cc_dsl.words.sentences import line

CASES, JUDGE, PLAY = "circular.cases", "circular.judge", "circular.play"
MOST = 8
"""The number of decisions that are shown for an answer."""


def lenses(document: Document) -> list[types.CodeLens]:
    """Return the lenses of every clause that has a block."""
    if document.is_overlay or document.start is None:
        return []
    try:
        ledger, cases = document.edition.ledger, read_cases(document.edition)
    except RulesError:
        ledger, cases = None, None
    has_question = any(_is_judged(one) for block in document.blocks for one in block.statements)
    return [
        types.CodeLens(
            range_of(document.file, block.section.span), types.Command(title, command, arguments=[document.uri, name])
        )
        for block in document.blocks
        if isinstance(block, nodes.Section)
        for name in [block.section.text]
        for title, command in _of_clause(name, ledger, cases, has_question)
    ]


def _is_judged(statement: nodes.Statement) -> bool:
    """Return whether a statement is a question about pieces that are laid, and not about a game that is over."""
    return isinstance(statement, nodes.Question) and any(not isinstance(one, nodes.Tell) for one in statement.details)


def _of_clause(name: str, ledger: Ledger | None, cases: Cases | None, has_question: bool) -> Iterator[tuple[str, str]]:
    entry = ledger.entries.get(name) if ledger is not None else None
    status = entry.status if entry is not None else "no ledger"
    number = sum(name in case.clauses for case in cases or ())
    run = f"run its {number} worked cases" if number > 1 else "run its worked case"
    yield f"{status}; {run if number else 'no worked case'}", CASES
    if has_question:
        yield "judge here", JUDGE
    yield "play from here", PLAY


def run_cases(document: Document, clause: str) -> dict[str, object]:
    """Run the worked cases of a clause under the present rules; return the message, and the failures."""
    _ = document.edition.rules
    found = try_cases(document.edition, clause)
    if found.problems:
        raise RulesError(found.problems)
    failed = [
        {"case": one.case.id, "title": one.case.title, "sentence": one.sentence, "reasons": [*one.reasons]}
        for one in found.failures
    ]
    held = found.cases - found.failed
    said = [f"§{clause}: {held} of {found.cases} worked cases hold."] if found.cases else []
    said = said or [f"No worked case is about §{clause}."]
    said += [f"“{one.case.title}”: {one.sentence}" for one in found.failures]
    return {"clause": clause, "cases": found.cases, "held": held, "failed": failed, "said": "\n".join(said)}


def judge(document: Document, clause: str, given: Mapping[str, Sequence[str | int]] | None = None) -> dict[str, object]:
    """Judge pieces laid by hand, or those of the first worked case of a clause that asks a question."""
    rules = document.edition.rules
    question, title = next(iter(rules.questions), ""), ""
    if given is None:
        case = _asking(document, clause)
        question, given, title = case.question, dict(case.pieces), case.title
    elif not all(isinstance(pieces, str | list) for pieces in given.values()):
        raise UserError("bad-case", "Pieces are given as text, or for each player in a list of texts.")
    if question not in rules.questions:
        raise UserError("bad-case", "These rules answer no question about pieces laid by hand.")
    found = document.edition.judge(question, **given)
    book = Book(rules, {}, document.path, document.edition.titles)
    reasons = [line(one, book) for one in found.decisions][:MOST]
    said = [f"“{title}”" if title else "", *(f"{key}: {value}" for key, value in found.value.items()), *reasons]
    return {**found.document, "case": title, "said": "\n".join(one for one in said if one)}


def _asking(document: Document, clause: str) -> Case:
    known = read_cases(document.edition)
    asking = [case for case in known if case.question]
    found = next((case for case in asking if clause in case.clauses), None) or next(iter(asking), None)
    if found is None:
        raise UserError("bad-case", "No worked case asks a question. Give the pieces:   circular judge --help")
    return found


def play(document: Document, clause: str) -> dict[str, object]:
    """Return the command that debugs a game up to the first decision by a clause."""
    if os.path.isfile(document.path):
        with open(document.path, encoding="utf-8", errors="replace") as file:
            if file.read().replace("\r\n", "\n") != document.text:
                raise UserError("command-line", "Save the file first; it is played as it is saved.")
    else:
        raise UserError("command-line", "Save the file first; it is played as it is saved.")
    return {"terminal": ["circular", "debug", document.path, "--break", f"§{clause}"]}
