"""The PDF of an edition: set by Typst, accessible by PDF/UA, reproducible bytes, every clause in its place."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import cc_dsl
from cc_dsl.cli.main import main
from cc_dsl.export.elements import book_file
from cc_dsl.export.pdf import pdf, typst_inputs
from cc_dsl.export.tei import tei
from tests.needed import lacking
from tests.processes import run


@cache
def document(name: str) -> str:
    """Return an edition as TEI, made once."""
    return tei(cc_dsl.load(name))


def headings(source: str) -> list[tuple[int, str]]:
    """Return the level and the words of each heading of the book."""
    import typst

    inputs = typst_inputs(source)
    asked = typst.query(book_file("book.typ").encode(), "heading", sys_inputs=inputs, ignore_system_fonts=True)

    def words(node: object) -> str:
        if isinstance(node, dict):
            return str(node.get("text", "")) + "".join(map(words, node.get("children", ()))) + words(node.get("child"))
        return ""

    return [(heading["level"], words(heading["body"]).strip()) for heading in json.loads(asked)]


@pytest.mark.parametrize("name", ["1860", "castle-croquet-1863", "court", "lanrick-1893"])
def test_book_is_accessible(name: str) -> None:
    """Typst refuses a book that breaks PDF/UA-1, and says in the file that it keeps it."""
    made = pdf(document(name))
    assert made.startswith(b"%PDF-")
    assert b"pdfuaid:part" in made
    assert b"/MarkInfo" in made


def test_same_edition_gives_the_same_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book bears the date of the version, whenever it is made."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first = pdf(document("court"))
    assert first == pdf(document("court"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert first == pdf(document("court"))


def test_every_clause_and_open_place_has_its_heading() -> None:
    text = cc_dsl.load("1862").text
    assert text is not None
    titles = [title for _, title in headings(document("1862"))]
    at = titles.index("T.1")
    assert titles[at:][: len(text.clauses)] == list(text.clauses)
    assert titles.index("The text") < at
    assert any("(probable)" in title for title in titles)


def test_words_with_signs_of_typst_stand_as_they_are() -> None:
    """Brackets, number signs and stars of the text are no commands: the book is set from words, not from source."""
    made = document("1862").replace("A New Game of Cards", "A #New *Game* $of$ _Cards_")
    assert pdf(made).startswith(b"%PDF-")


@pytest.mark.parametrize("name", ["1862", "lanrick-1893", "castle-croquet-1863"])
def test_no_letter_of_the_book_is_small(name: str, tmp_path: Path) -> None:
    """Rules have at least 8 points, and so have words and notes; only raised numbers and grounds are smaller."""
    if not shutil.which("pdftohtml"):
        lacking("pdftohtml", "Install it (on Debian: apt-get install poppler-utils).")
    (tmp_path / "book.pdf").write_bytes(pdf(document(name)))
    told = run(["pdftohtml", "-xml", "-i", "-stdout", "-zoom", "1", str(tmp_path / "book.pdf")], text=True).stdout
    sizes = {found[1]: int(found[2]) for found in re.finditer(r'<fontspec id="(\d+)" size="(\d+)"', told)}
    letters: Counter[int] = Counter()
    for found in re.finditer(r'<text [^>]*font="(\d+)">(.*?)</text>', told):
        letters[sizes[found[1]]] += len(re.sub(r"<[^>]*>", "", found[2]))
    small = sum(times for size, times in letters.items() if size < 8)
    assert small < 0.08 * letters.total(), letters


def test_missing_typesetter_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["export", "1862", "--to", "pdf", "-o", f"{tmp_path}/book.pdf"]) == 2
    assert "[edition]" in capsys.readouterr().err
