"""Gives explanations the printed words of an edition, where it has any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.explain.book import Book
from cc_dsl.source.files import shown_path

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


def book_of(edition: Edition) -> Book:
    """Give the words of an edition, ready to be quoted."""
    text = edition.text
    words = {name: clause.words for name, clause in text.clauses.items()} if text is not None else {}
    return Book(edition.rules, words, shown_path(edition.path))
