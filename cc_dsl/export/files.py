"""Export an edition in each available format."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from cc_dsl.edition_model.words import plain_text
from cc_dsl.errors import UserError
from cc_dsl.export.epub import epub
from cc_dsl.export.figures import as_csv, as_json
from cc_dsl.export.pdf import pdf
from cc_dsl.export.tei import tei
from cc_dsl.figures import FILE, STUDIES, stored_figures
from cc_dsl.pipeline import Edition


class Form(NamedTuple):
    suffix: str
    """The suffix after the name of the edition in the name of the file."""
    title: str


FORMS = {
    "tei": Form(".tei.xml", "TEI P5: text, witnesses, apparatus, notes, open places, rules, how to play"),
    "txt": Form(".txt", "Plain text: the words alone"),
    "epub": Form(".epub", "EPUB 3: the book (as in PDF) for an electronic reader"),
    "pdf": Form(
        ".pdf", "PDF/UA: the text, each clause facing its rules, notes, open places and how to play, as a small book"
    ),
    "rules": Form(".rules", "The encoding in the rules language"),
    "csv": Form(".figures.csv", "All figures as a table"),
    "json": Form(".figures.json", "All figures as JSON"),
}
"""The forms, in the order of the page of downloads."""


def file_name(edition: Edition, form: str) -> str:
    """Return the name of the file of an edition in a form."""
    return f"{edition.name}{FORMS[form].suffix}"


def export(edition: Edition, form: str, text: Callable[[Edition], str] = tei) -> bytes:
    """Return an edition in a form; `text` returns its TEI, from which the books are made.

    Raise a UserError if the form is its figures and nothing was counted.
    """
    match form:
        case "epub" | "pdf":
            return (epub if form == "epub" else pdf)(text(edition))
        case "tei":
            return tei(edition).encode()
        case "txt":
            assert edition.text is not None
            return plain_text(edition.text).encode()
        case "rules":
            return edition.source.text.encode()
        case _:
            counts = stored_figures(edition.folder)
            if not counts:
                is_declared = os.path.exists(os.path.join(edition.folder, STUDIES))
                before = "Count" if is_declared else f"Declare a study in {STUDIES}, and run it"
                command = f"circular figures {edition.argument}"
                raise UserError(
                    "nothing-counted", f"No counts are stored for {edition.name}. {before} with:   {command}"
                )
            return (as_csv if form == "csv" else as_json)(edition.name, counts).encode()


def forms_of(edition: Edition) -> list[str]:
    """Return the formats of an edition, without figures if nothing was counted."""
    is_counted = os.path.exists(os.path.join(edition.folder, FILE))
    return [form for form in FORMS if is_counted or form not in ("csv", "json")]
