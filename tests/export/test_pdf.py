"""The printed book: set by Typst, accessible by PDF/UA, the same to the byte, with every clause in its place."""

from __future__ import annotations

import json
import sys
from functools import cache

import pytest

import cc_dsl
from cc_dsl.cli.main import main
from cc_dsl.export.pdf import chapters, pdf, pdf_of_all, typst_source, typst_source_of_all
from cc_dsl.export.tei import tei


@cache
def opened(name: str) -> tuple[cc_dsl.Edition, str]:
    """Return an edition with the chapters of its book."""
    edition = cc_dsl.load(name)
    return edition, chapters(edition, tei(edition))


@pytest.mark.parametrize("name", ["1860", "castle-croquet-1866", "court"])
def test_book_is_accessible(name: str) -> None:
    """Typst refuses a book that breaks PDF/UA-1, and says in the file that it keeps it."""
    made = pdf(*opened(name))
    assert made.startswith(b"%PDF-")
    assert b"pdfuaid:part" in made
    assert b"/MarkInfo" in made


def test_same_edition_gives_the_same_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book bears the date of the version, whenever it is made."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first = pdf(*opened("court"))
    assert first == pdf(*opened("court"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert first == pdf(*opened("court"))


def test_every_clause_and_open_place_has_its_heading() -> None:
    """The book has each clause once, in the order of the text, and each open place under its title."""
    import typst

    edition, made = opened("1862")
    assert edition.text is not None
    found = json.loads(typst.query(typst_source(edition, made).encode(), "heading", ignore_system_fonts=True))
    titles = [heading["body"].get("text", "") for heading in found]
    at = titles.index("I.1")
    clauses = list(edition.text.clauses)
    assert titles[titles.index("T.1") :][: len(clauses)] == clauses
    assert at > titles.index("The text")
    assert any("probable" in title for title in titles)


def test_book_of_several_editions_has_each_as_a_part() -> None:
    """The parts are the texts; below each stand its chapters and, below these, its clauses; the book is accessible."""
    import typst

    books = [opened(name) for name in ("1860", "court")]
    source = typst_source_of_all(books)
    found = json.loads(typst.query(source.encode(), "heading", ignore_system_fonts=True))
    parts = [number for number, heading in enumerate(found) if heading["level"] == 1]
    titles = [heading["body"].get("text", "") for heading in found]
    # The list of contents has a heading of its own before the parts.
    assert [titles[number] for number in parts][-2:] == ["Court Circular, 1860", "Court!"]
    first, second = parts[-2:]
    for (edition, _), end in zip(books, (titles[first:second], titles[second:]), strict=True):
        assert edition.text is not None
        at = end.index(next(iter(edition.text.clauses)))
        assert end[at:][: len(edition.text.clauses)] == list(edition.text.clauses)
    assert b"pdfuaid:part" in pdf_of_all(books)


def test_words_with_signs_of_typst_stand_as_they_are() -> None:
    """Brackets, number signs and quotation marks of the text are no commands."""
    source = typst_source(*opened("1862"))
    assert '#"[A New Game of Cards for Two Players]";' in source


def test_quotations_of_notes_are_set_as_quotations() -> None:
    """The note on T.1 of 1862 quotes 1860 in a block of its own."""
    assert '#quote(block: true)[#strong[#"Court";]#"—i. e. 3, or 4' in typst_source(*opened("1862"))


def test_missing_typesetter_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    """Without Typst the command says what to install, and writes nothing."""
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["export", "1862", "--to", "pdf", "-o", f"{tmp_path}/book.pdf"]) == 2
    assert "[edition]" in capsys.readouterr().err
