"""The book: an EPUB 3 that holds the whole text, and that the checker of the format finds clean."""

from __future__ import annotations

import io
import shutil
import zipfile
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.export.files import WHOLE, export, export_all
from cc_dsl.source.clauses import load_edition_text
from tests.needed import lacking
from tests.processes import run

ROOT = Path(__file__).parents[2]
OPF = "{http://www.idpf.org/2007/opf}"
XHTML = "{http://www.w3.org/1999/xhtml}"
JAR = Path("/usr/share/java/epubcheck.jar")
"""Where Debian keeps the checker."""
SHORT_LIVED = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Java is told not to optimise what runs for a few seconds; that halves its processor time."""


@cache
def book(name: str) -> zipfile.ZipFile:
    """Open the book of an edition, made once."""
    return zipfile.ZipFile(io.BytesIO(export(cc_dsl.load(name), "epub")))


def words(element: ET.Element) -> str:
    """Return the words below an element without the raised numbers of clauses."""
    if element.get("class") == "number":
        return ""
    inner = "".join(words(child) + (child.tail or "") for child in element)
    return (element.text or "") + inner


@pytest.mark.parametrize("name", ["1860", "castle-croquet-1866", "court"])
def test_whole_text_is_in_the_book(name: str) -> None:
    """Every clause has its place and its words."""
    text, _ = load_edition_text(str(ROOT / "corpus" / name))
    assert text is not None
    root = ET.fromstring(book(name).read("book/text.xhtml"))
    places = {element.get("id"): element for element in root.iter() if element.get("id")}
    for clause in text.clauses.values():
        if not clause.figure:
            found = " ".join(words(places[f"c.{clause.full_id}"]).split())
            assert clause.words.split(" … ")[0] == found, clause.full_id


def test_book_is_laid_out_as_the_format_asks() -> None:
    """Its kind stands first and plain; every part is well formed, listed, and in the order of reading."""
    opened = book("1862")
    first = opened.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
    assert opened.read("mimetype") == b"application/epub+zip"
    package = ET.fromstring(opened.read("book/package.opf"))
    listed = {item.get("href") for item in package.iter(f"{OPF}item")}
    assert {f"book/{href}" for href in listed} == {
        name for name in opened.namelist() if name.startswith("book/") and not name.endswith(".opf")
    }
    order = [item.get("idref") for item in package.iter(f"{OPF}itemref")]
    assert order == ["title", "text", "notes", "readings", "apparatus", "rules"]
    for name in listed:
        if str(name).endswith(".xhtml"):
            page = ET.fromstring(opened.read(f"book/{name}"))
            assert page.findtext(f"{XHTML}head/{XHTML}title")
    said = {meta.get("property"): meta.text for meta in package.iter(f"{OPF}meta")}
    assert said["schema:accessMode"] == "textual"
    assert said["schema:accessibilityHazard"] == "none"


def test_book_names_the_author_only_of_the_authors_words() -> None:
    """Carroll is the author of his rules; a restated text has its editors."""
    assert b"<dc:creator>Lewis Carroll" in book("1862").read("book/package.opf")
    assert b"dc:creator" not in book("court").read("book/package.opf")


def test_quotations_of_notes_are_quotations_and_their_clauses_links() -> None:
    """The note on T.1 of 1862 quotes 1860 in a block, and leads to VI.3 in the chapter of the text."""
    notes = book("1862").read("book/notes.xhtml").decode()
    assert "<blockquote><p><b>Court</b>—i. e. 3, or 4, Court-cards" in notes
    assert '<a href="text.xhtml#c.1862.VI.3">VI.3</a>' in notes


def test_tables_of_notes_are_tables() -> None:
    """A table in a note of 1860 has its head and its rows in the book, and no bar is left of its source."""
    page = book("1860").read("book/notes.xhtml").decode()
    assert "<tr><th>best Line of the side</th><th>sides</th></tr>" in page
    assert "<tr><td>Pair</td><td>155,136</td></tr>" in page
    assert "|" not in page


CHECKED = ("1860", "castle-croquet-1866", "court")
"""Among these books all that a book can hold is found: tables, figures, apparatus, and a text that is restated."""
BOOKS = [
    *(
        pytest.param(name, marks=[] if name in CHECKED else [pytest.mark.exhaustive])
        for name in resources.edition_names()
    ),
    WHOLE,
]


def made(name: str) -> bytes:
    """Return the book of an edition, or that of all."""
    if name == WHOLE:
        return export_all([cc_dsl.load(one) for one in resources.edition_names()], "epub")
    return export(cc_dsl.load(name), "epub")


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_epubcheck_finds_nothing(name: str, tmp_path: Path) -> None:
    """The checker of the format has no error and no warning for the book of an edition, and for that of all."""
    if not (shutil.which("java") and JAR.exists()):
        lacking("epubcheck", "Install it (on Debian: apt-get install epubcheck).")
    path = tmp_path / f"{name}.epub"
    path.write_bytes(made(name))
    command = ["java", *SHORT_LIVED, "-jar", str(JAR), "--failonwarnings", str(path)]
    checked = run(command, text=True)
    assert checked.returncode == 0, checked.stderr
