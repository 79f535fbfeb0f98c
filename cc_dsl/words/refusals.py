"""Explain why a move is not allowed: the sentence, the printed clause, the reading, the line, and the legal moves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from cc_dsl.closures.reasons import Decision
from cc_dsl.engine.moves import Refusal, allowed_here
from cc_dsl.words.book import Book
from cc_dsl.words.layout import COLUMNS, capital, wrapped
from cc_dsl.words.reasons import document_of
from cc_dsl.words.sentences import sentence

HEADS = {"invalid": "No move", "illegal": "Illegal move", "ambiguous": "Not clear", "over": "No move"}
OBSERVED = {"invalid": "Not understood", "illegal": "Impossible", "ambiguous": "Not clear", "over": "Not now"}
"""The heads for words that report an event, which is no move."""


def refusal(
    refused: Refusal,
    text: str,
    book: Book,
    asked: str = "",
    columns: int = COLUMNS,
    count: int = 0,
    heads: Mapping[str, str] = HEADS,
) -> list[str]:
    """Return why a move is refused; `asked` is the sentence of the rules that asked for one of several moves."""
    lines = wrapped(f"{heads[refused.kind]}: {' '.join(text.split())[:60]}", "", "  ", columns)
    lines += wrapped(refused.sentence, "  ", "  ", columns)
    for reason in refused.reasons:
        lines += wrapped(_with_reasons(reason), "  ", "    ", columns)
    if refused.kind == "illegal":
        lines += _grounds(refused, book, asked, columns)
    if refused.nearest:
        lines += wrapped(allowed_here(refused, count), "  ", "    ", columns)
    return lines


def _with_reasons(decision: Decision) -> str:
    """Return what keeps a move from being allowed, and in brackets what that rests on."""
    rests = "; ".join(sentence(reason) for reason in decision.reasons)
    return f"{capital(sentence(decision))}{f' ({rests})' if rests else ''}."


def _grounds(refused: Refusal, book: Book, asked: str, columns: int) -> list[str]:
    """Name what forbids a move: the printed clauses, the readings, the line of the rules."""
    lines: list[str] = []
    for clause in refused.clauses:
        words = book.printed(clause)
        if words:
            lines += wrapped(f"“{words}”", f"  Clause {book.short(clause)}:  ", "      ", columns)
    rests = [f"{book.reading(name)}." for name in refused.readings]
    line = book.line_of(refused.clauses[:1], asked) if asked else 0
    if line:
        rests.append(f"The rule stands in {_brief(book.path)}:{line}.")
    if rests and len("   ".join(rests)) + 2 <= columns:
        rests = ["   ".join(rests)]
    for rest in rests:
        lines += wrapped(rest, "  ", "      ", columns)
    return lines


def _brief(path: str) -> str:
    """Return a path as it is, or of one from the root of the disk only the folder and the name of the file."""
    return "/".join(PurePath(path).parts[-2:]) if PurePath(path).is_absolute() else path


def refusal_document(refused: Refusal, book: Book) -> dict[str, object]:
    """Return a refusal as JSON values."""
    return {
        "kind": refused.kind,
        "sentence": refused.sentence,
        "clauses": list(refused.clauses),
        "readings": {name: book.rules.doubts[name].chosen for name in refused.readings if name in book.rules.doubts},
        "allowed": list(refused.nearest),
        "reasons": [document_of(reason) for reason in refused.reasons],
    }
