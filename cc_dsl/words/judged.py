"""An answer to a question about pieces laid by hand, as lines of text: what was given, what follows, and from what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.words.layout import COLUMNS, table
from cc_dsl.words.told import owner_words, told_words
from cc_dsl.words.tree import UNICODE, Branches, full_form, quoted, read, short_form

if TYPE_CHECKING:
    from cc_dsl.interpreter.judge import Answer
    from cc_dsl.interpreter.naming import Naming
    from cc_dsl.rules.model import Question
    from cc_dsl.words.book import Book
    from cc_dsl.words.tables import Ink


def _unpainted(text: str, style: str) -> str:
    return text


class Reader(NamedTuple):
    """Where an answer is read: with which characters, how wide, and in which styles."""

    ink: Ink
    branches: Branches = UNICODE
    columns: int = COLUMNS
    paint: Callable[[str, str], str] = _unpainted
    """Returns a text in a style, such as `strong`."""


def judged(
    question: Question,
    given: Mapping[str, Sequence[str]],
    found: Answer,
    naming: Naming,
    book: Book,
    reader: Reader,
    why: bool = False,
) -> list[str]:
    """Return the question, what it was given, the answer, and its grounds: in short, or with every reason."""
    rules, paint = book.rules, reader.paint
    lines = [paint(question.words, "strong"), ""]
    lines += [f"  {line}" for line in table(_given(question, given, book, reader.ink))]
    wide = max(len(told.key) for told in question.told)
    told = told_words(rules, question, found.value, (), reader.ink.glyph)
    lines += ["", *(f"  {paint(key.ljust(wide), 'strong')}  {value}" for key, value in told), ""]
    decisions = found.decisions_for(naming)
    if why:
        return [*lines, *full_form(decisions, book, branches=reader.branches, columns=reader.columns)]
    lines += [f"  {line}" for line in short_form(decisions, book, reader.columns - 2)]
    for paragraph in (quoted(found.clauses, book, reader.columns), read(found.readings, book, reader.columns)):
        lines += ["", *paragraph] if paragraph else []
    return lines


def _given(question: Question, given: Mapping[str, Sequence[str]], book: Book, ink: Ink) -> list[list[str]]:
    """Return a row for each thing that the question was given."""
    rules, rows = book.rules, []
    for asked in question.asked:
        if asked.key not in given:
            continue
        if asked.is_owned:
            owners = owner_words(rules, asked.owner, len(given[asked.key]))
            sides = zip(owners, given[asked.key], strict=False)
            rows += [[f"{owner}'s {asked.key}", ink.written(rules, pieces)] for owner, pieces in sides]
        else:
            rows.append([f"the {asked.key}", ink.written(rules, given[asked.key])])
    for stored in question.stored:
        held = given.get(stored.key, [])
        owners = owner_words(rules, stored.owner, len(held)) if stored.owner is not None else []
        rows += [[f"{owner}'s {stored.key}", words or "-"] for owner, words in zip(owners, held, strict=False)]
        rows += [[f"the {stored.key}", words] for words in held if stored.owner is None]
    return rows
