"""Write the whole edition in one file of each form: a corpus of TEI, one book, all words, all rules, all figures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl import resources
from cc_dsl.edition_model.imprint import load_work
from cc_dsl.edition_model.words import text_alone
from cc_dsl.export.archive import archive
from cc_dsl.export.epub import epub_of_all
from cc_dsl.export.figures import as_csv, as_json, comparisons, figures
from cc_dsl.export.files import CHAPTERS, Form, Made, export
from cc_dsl.export.pdf import pdf_of_all
from cc_dsl.export.tei import tei_corpus

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

NAME = "whole"
"""The name of the files, before the suffix of their form."""
FORMS = {
    "tei": Form(".tei.xml", "TEI P5 of all texts, as one corpus"),
    "txt": Form(".txt", "Plain text: the words of all texts"),
    "epub": Form(".epub", "EPUB 3: all texts, with notes, open places, apparatus and rules, as one book"),
    "pdf": Form(".pdf", "PDF/UA: all texts, each clause facing its rules, as one book"),
    "rules": Form(".rules.zip", "The encodings of all texts, and the libraries that they use"),
    "csv": Form(".figures.csv", "All figures, also those of the comparisons, as a table"),
    "json": Form(".figures.json", "All figures, also those of the comparisons, as JSON"),
}
"""The forms, in the order of the page of downloads."""


def file_name(form: str) -> str:
    """Return the name of the file of all editions in a form."""
    return f"{NAME}{FORMS[form].suffix}"


def export_all(editions: Sequence[Edition], form: str, make: Made = export) -> bytes:
    """Return all editions in a form, the oldest first; `make` gives the single ones from which this is made."""
    editions = sorted(editions, key=lambda edition: load_work(edition.folder).age)
    match form:
        case "tei":
            return tei_corpus({edition.name: make(edition, "tei").decode() for edition in editions}).encode()
        case "txt":
            return "\n\n".join(map(_titled, editions)).encode()
        case "epub":
            return epub_of_all([(edition, make(edition, "tei").decode()) for edition in editions])
        case "pdf":
            return pdf_of_all([(edition, make(edition, CHAPTERS).decode()) for edition in editions])
        case "rules":
            return archive(_rules(editions))
        case "csv":
            tables = [as_csv(edition.name, figures(edition.folder)) for edition in editions]
            head, *_ = tables[0].splitlines(keepends=True)
            return (head + "".join(table.removeprefix(head) for table in [*tables, as_csv("", comparisons())])).encode()
        case _:
            shelves = {edition.name: figures(edition.folder) for edition in editions}
            return as_json("the whole edition", {**shelves, "comparisons": comparisons()}).encode()


def _titled(edition: Edition) -> str:
    """Return the words of a text under its name."""
    assert edition.text is not None
    return f"{load_work(edition.folder).full_title.upper()}\n\n{text_alone(edition.text)}"


def _rules(editions: Sequence[Edition]) -> dict[str, bytes]:
    """Return the rules files by their names, and those of the library."""
    found = {f"{edition.name}.rules": edition.source.text.encode() for edition in editions}
    for name in sorted({use.label.text for edition in editions for use in edition.start.uses}):
        path = resources.library_file(name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                found[f"library/{name}.rules"] = file.read()
    return found
