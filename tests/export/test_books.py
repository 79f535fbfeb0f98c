"""The books of an edition, EPUB 3 and PDF: whole, accessible, reproducible, and accepted by their checkers."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.cli.main import main
from cc_dsl.export.elements import book_file
from cc_dsl.export.files import export
from cc_dsl.export.pdf import pdf, typst_inputs
from cc_dsl.export.tei import tei
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
def epub(name: str) -> bytes:
    """Make the book of an edition, once."""
    return export(cc_dsl.load(name), "epub")


@cache
def book(name: str) -> zipfile.ZipFile:
    """Open the book of an edition."""
    return zipfile.ZipFile(io.BytesIO(epub(name)))


def words(element: ET.Element) -> str:
    """Return the words below an element without the raised numbers of clauses and the signs of open places."""
    if element.get("class") in ("number", "sign"):
        return ""
    inner = "".join(words(child) + (child.tail or "") for child in element)
    return (element.text or "") + inner


@pytest.mark.parametrize("name", ["1860", "castle-croquet-1866", "court"])
def test_whole_text_is_in_the_book(name: str) -> None:
    text, _ = load_edition_text(str(ROOT / "corpus" / name))
    assert text is not None
    root = ET.fromstring(book(name).read("book/text.xhtml"))
    places = {element.get("id"): element for element in root.iter() if element.get("id")}
    for clause in text.clauses.values():
        if not clause.figure:
            id = f"c.{clause.full_id}"
            cells = [
                places[id],
                *(places[place] for place in (f"{id}.s2", f"{id}.s3") if " … " not in clause.words and place in places),
            ]
            printed = " ".join(" ".join(map(words, cells)).split())
            assert clause.words.split(" … ")[0] == printed, clause.full_id


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
    order = [item.get("idref", "").removeprefix("page-") for item in package.iter(f"{OPF}itemref")]
    assert order == [
        *("title", "introduction", "text", "clauses", "course", "readings", "witnesses", "how-to-play", "colophon")
    ]
    for name in listed:
        if str(name).endswith(".xhtml"):
            page = ET.fromstring(opened.read(f"book/{name}"))
            assert page.findtext(f"{XHTML}head/{XHTML}title")
    said = {meta.get("property"): meta.text for meta in package.iter(f"{OPF}meta")}
    modes = [meta.text for meta in package.iter(f"{OPF}meta") if meta.get("property") == "schema:accessMode"]
    assert modes == ["textual", "visual"]
    assert said["schema:accessModeSufficient"] == "textual"
    assert said["schema:accessibilityHazard"] == "none"


def test_clauses_face_their_rules_and_figures_are_drawn() -> None:
    """II.2 stands beside its rule; the figure is a picture with Carroll's labels described; a variant has its note."""
    opened = book("1862")
    page = ET.fromstring(opened.read("book/clauses.xhtml"))
    (clause,) = (element for element in page.iter(f"{XHTML}section") if element.get("id") == "clause.1862.II.2")
    (facing,) = (element for element in clause.iter(f"{XHTML}div") if element.get("class") == "facing")
    assert words(facing[0]) == "(“Lines” being of 3 kinds, which rank as follows:"
    assert facing[1].text == "Lines rank by sort: Trio, Sequence, Suit."
    asides = {element.get("id"): "".join(element.itertext()) for element in page.iter(f"{XHTML}aside")}
    (deal,) = (note for note in asides.values() if note.startswith("“first-hand,”]"))
    assert deal == "“first-hand,”] “first-hand”, A1"
    signs = [element.get("href", "") for element in page.iter(f"{XHTML}a") if element.get("class") == "sign"]
    assert {sign.removeprefix("#") for sign in signs} == set(asides)
    (picture,) = (element for element in ET.fromstring(opened.read("book/text.xhtml")).iter(f"{XHTML}img"))
    assert "Seven upright outlines of cards" in picture.get("alt", "")
    drawn = ET.fromstring(opened.read(f"book/{picture.get('src')}"))
    assert [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")] == [
        "First Hand.",
        *"531",
        "Lead",
        *"246",
    ]


PRINTED = re.findall(r"(?m)^(\S+) (\S+): (.*)$", Path(__file__).with_name("printed.txt").read_text("utf-8"))
"""What stands in a part of a book: the author of his own words, quotations and tables of notes, clauses as links."""


@pytest.mark.parametrize(("name", "part", "printed"), PRINTED)
def test_part_of_a_book_has_its_markup(name: str, part: str, printed: str) -> None:
    page = book(name).read(f"book/{part}").decode()
    assert printed in page
    assert name != "1860" or "|" not in page, "no bar of a table is left"
    assert b"dc:creator" not in book("court").read("book/package.opf"), "a restated text has its editors"


CHECKED = ("1860", "castle-croquet-1866", "court")
"""Among these books all that a book can hold is found: tables, figures, apparatus, and a text that is restated."""
BOOKS = [
    pytest.param(name, marks=[] if name in CHECKED else [pytest.mark.exhaustive]) for name in resources.edition_names()
]


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_epubcheck_finds_nothing(name: str, tmp_path: Path) -> None:
    if not (shutil.which("java") and JAR.exists()):
        lacking("epubcheck", "Install it (on Debian: apt-get install epubcheck).")
    path = tmp_path / f"{name}.epub"
    path.write_bytes(epub(name))
    command = ["java", *SHORT_LIVED, "-jar", str(JAR), "--failonwarnings", str(path)]
    checked = run(command, text=True)
    assert checked.returncode == 0, checked.stderr


# ----------------------------------------------------------------------------------------------------------- PDF


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
    layout = run(["pdftohtml", "-xml", "-i", "-stdout", "-zoom", "1", str(tmp_path / "book.pdf")], text=True).stdout
    sizes = {match[1]: int(match[2]) for match in re.finditer(r'<fontspec id="(\d+)" size="(\d+)"', layout)}
    letters: Counter[int] = Counter()
    for match in re.finditer(r'<text [^>]*font="(\d+)">(.*?)</text>', layout):
        letters[sizes[match[1]]] += len(re.sub(r"<[^>]*>", "", match[2]))
    small = sum(times for size, times in letters.items() if size < 8)
    assert small < 0.08 * letters.total(), letters


def test_missing_typesetter_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["export", "1862", "--to", "pdf", "-o", f"{tmp_path}/book.pdf"]) == 2
    assert "[edition]" in capsys.readouterr().err
