"""Explains decisions as HTML: nested lists that fold, each clause quoted once; everything in it is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cc_dsl.explain.book import Book
from cc_dsl.explain.sentences import clauses_of, readings_of, sentence
from cc_dsl.interpreter.reasons import Decision


def page(decisions: Sequence[Decision], book: Book, levels: int = 12) -> str:
    """Explain decisions as one element; reasons below the last level are left out."""
    items = "".join(_item(decision, book, levels) for decision in decisions)
    quotes = "".join(
        f"<dt>{escape(book.short(clause))}</dt><dd><q>{escape(book.printed(clause))}</q></dd>"
        for clause in clauses_of(decisions)
        if book.printed(clause)
    )
    readings = "".join(f"<li>{escape(book.reading(name))}</li>" for name in readings_of(decisions))
    parts = [f'<ul class="decisions">{items}</ul>']
    if quotes:
        parts.append(f'<dl class="clauses">{quotes}</dl>')
    if readings:
        parts.append(f'<ul class="readings">{readings}</ul>')
    return f'<div class="explanation">{"".join(parts)}</div>'


def _item(decision: Decision, book: Book, levels: int) -> str:
    said = f"{escape(sentence(decision))}{_sources(decision, book)}"
    if not decision.reasons or levels <= 1:
        return f"<li>{said}</li>"
    inner = "".join(_item(reason, book, levels - 1) for reason in decision.reasons)
    return f"<li><details><summary>{said}</summary><ul>{inner}</ul></details></li>"


def _sources(decision: Decision, book: Book) -> str:
    clauses = "".join(
        f' <cite title="{escape(book.printed(clause))}">{escape(book.short(clause))}</cite>'
        for clause in decision.clauses
    )
    readings = "".join(f" <i>{escape(book.titles.title(name))}</i>" for name in decision.readings)
    return clauses + readings
