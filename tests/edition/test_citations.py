"""Citations in the styles of handbooks, and in the formats of other programs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cc_dsl.edition_model.imprint import Publication, load_publication, load_work
from cc_dsl.export.citations import Citable, citations, title_case
from tests.edition.conftest import ROOT

PUBLISHED = Publication(
    "Games of the Past: An Edition",
    "The editors of Games",
    "1.2.0",
    "2027-05-03",
    "Old games.",
    ("games",),
    ("MIT",),
    "CC BY 4.0",
    "https://creativecommons.org/licenses/by/4.0/",
)
WORK = load_work(str(ROOT / "corpus" / "1862"))
CLAUSE = Citable("clause", "1862.II.8", "Rules for Court Circular, II.8", "https://example.org/1862/II.8/", WORK, True)
PAGE = Citable("page", "edition/1862/readings", "Readings and gaps", "", WORK)
WHOLE = Citable("edition", "court-circular", PUBLISHED.title, "https://example.org/")
RESTATED = Citable("clause", "court.C5.6", "Court!, C5.6", "", load_work(str(ROOT / "corpus" / "court")), True)


def cite(format: str, cited: Citable) -> str:
    return next(one.text for one in citations(cited, PUBLISHED) if one.format == format)


# The output of citeproc-py in the styles modern-language-association and chicago-notes-bibliography, except that our
# full stops are inside quotation marks, and the date of the first printing follows the title.
CITED = {"clause": CLAUSE, "page": PAGE, "whole": WHOLE, "restated": RESTATED}
ENTRIES = re.findall(r"(?m)^(\w+), (\w+): (.*)$", Path(__file__).with_name("citations.txt").read_text("utf-8"))


@pytest.mark.parametrize(("format", "cited", "entry"), ENTRIES)
def test_entry_is_that_of_the_handbook(format: str, cited: str, entry: str) -> None:
    """Author, title of the part, container, editors, version, date, address.

    A body that publishes is no author in the MLA's form, and stands in an author's place in that of Chicago.
    """
    assert cite(format, CITED[cited]) == entry


@pytest.mark.parametrize(("author", "begins"), [("", "“Rules"), ("Anon.", "Anon. “Rules"), ("Plato", "Plato. “Rules")])
def test_a_text_may_have_no_author_or_one_with_one_name(author: str, begins: str) -> None:
    cited = CLAUSE._replace(work=replace(WORK, author=author))
    entries = {entry.format: entry.text for entry in citations(cited, PUBLISHED)}
    assert entries["MLA"].startswith(begins)
    assert ", ." not in entries["Chicago"]
    assert "1862. *Games" in entries["MLA"]
    assert ("author" in entries["BibTeX"]) == (f"AU  - {author}\r\n" in entries["RIS"]) == bool(author)


def test_question_in_a_title_keeps_its_mark() -> None:
    """A title that ends as a question gets no point, and quotation marks in it are single."""
    cited = PAGE._replace(kind="reading", title="What is meant by “best card”?")
    assert cite("MLA", cited).startswith("“What is meant by ‘best card’?” *")


def test_capitals_of_titles() -> None:
    """Small words keep their letter, except the first."""
    assert title_case("the words, side by side") == "The Words, Side by Side"


def test_bibtex_is_read_as_meant() -> None:
    """Names of bodies are braced, the month is a macro, and signs of TeX are escaped."""
    entry = cite("BibTeX", CLAUSE._replace(title="50 % & more_{x}"))
    fields = dict(re.findall(r"^  (\w+) += (.*),$", entry, re.MULTILINE))
    assert entry.startswith("@incollection{court-circular:1862.II.8,\n")
    assert fields["author"] == "{Carroll, Lewis}"
    assert fields["editor"] == "{{The editors of Games}}"
    assert fields["month"] == "may"
    assert fields["title"] == r"{{50 \% \& more\_\{x\}}}"
    assert WORK.digest in fields["note"]
    assert entry.count("{") == entry.count("}")
    assert cite("BibTeX", PAGE).startswith("@misc{court-circular:edition-1862-readings,")


def test_ris_has_a_tag_on_every_line() -> None:
    """RIS: two letters, two spaces, a hyphen, a space; TY first, ER last, lines end as on Windows."""
    lines = cite("RIS", CLAUSE).split("\r\n")
    assert lines.pop() == ""
    assert [line for line in lines if not re.fullmatch(r"[A-Z][A-Z0-9]  - .*", line)] == []
    assert lines[0] == "TY  - CHAP"
    assert lines[-1] == "ER  - "
    assert "AU  - Carroll, Lewis" in lines
    assert "DA  - 2027/05/03" in lines


def test_citation_file_changelog_and_extension_agree_with_the_imprint() -> None:
    """CITATION.cff says what the pages say; the changelog begins with this version and its day."""
    import yaml

    published = load_publication()
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    said = {key: found[key] for key in ("title", "version", "license", "keywords")}
    assert said == {
        "title": published.title,
        "version": published.version,
        "license": [*published.licences],
        "keywords": [*published.keywords],
    }
    assert [author["name"] for author in found["authors"]] == [published.editors]
    assert str(found["date-released"]) == published.date
    assert found["abstract"].split() == published.summary.split()
    (first, *_) = re.findall(r"(?m)^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert first == f"[{published.version}] - {published.date}"
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text("utf-8"))
    assert extension["version"] == published.version
