"""Export an edition in each available format."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cc_dsl import resources
from cc_dsl.edition_model.imprint import load_publication
from cc_dsl.edition_model.words import text_alone
from cc_dsl.errors import UserError
from cc_dsl.export.archive import archive
from cc_dsl.export.epub import epub
from cc_dsl.export.figures import as_csv, as_json, data_package, figures, has_figures
from cc_dsl.export.pdf import chapters, pdf
from cc_dsl.export.tei import tei

if TYPE_CHECKING:
    from cc_dsl.edition_model.imprint import Publication
    from cc_dsl.pipeline import Edition

Made: TypeAlias = "Callable[[Edition, str], bytes]"
"""What returns an edition in a form."""


class Form(NamedTuple):
    """A form in which an edition can be taken away."""

    suffix: str
    """The suffix after the name of the edition in the name of the file."""
    title: str


FORMS = {
    "tei": Form(".tei.xml", "TEI P5: text, witnesses, apparatus, notes, open places"),
    "txt": Form(".txt", "Plain text: the words alone"),
    "epub": Form(".epub", "EPUB 3: text, notes, open places, apparatus and rules as a book"),
    "pdf": Form(
        ".pdf", "PDF/UA: the text, then each clause facing its rules, with apparatus and notes, as a small book"
    ),
    "rules": Form(".rules", "The encoding in the rules language"),
    "csv": Form(".figures.csv", "All figures as a table"),
    "json": Form(".figures.json", "All figures as JSON"),
    "zip": Form(".zip", "All of these but the PDF in one archive"),
}
"""The forms, in the order of the page of downloads."""
CHAPTERS = "chapters"
"""The form of an edition from which its own book and that of all texts are set; nobody takes it away."""


def file_name(edition: Edition, form: str) -> str:
    """Return the name of the file of an edition in a form."""
    return f"{edition.name}{FORMS[form].suffix}"


def export(edition: Edition, form: str, made: Made | None = None) -> bytes:
    """Return an edition in a form; raise a UserError for its figures if it has none.

    `made` gives the other forms that this one is made from; without it they are made here.
    """
    make = made or export
    match form:
        case "zip":
            return archive(bundle(edition, make))
        case "epub":
            return epub(edition, make(edition, "tei").decode())
        case "pdf":
            return pdf(edition, make(edition, CHAPTERS).decode())
        case "chapters":
            return chapters(edition, make(edition, "tei").decode()).encode()
        case _:
            return _written(edition, form).encode()


def _written(edition: Edition, form: str) -> str:
    match form:
        case "tei":
            return tei(edition)
        case "txt":
            assert edition.text is not None
            return text_alone(edition.text)
        case "rules":
            return edition.source.text
        case _:
            counted = figures(edition.folder)
            if not counted:
                command = f"circular figures {edition.argument}"
                raise UserError("nothing-counted", f"Nothing was counted of {edition.name}. Count with:   {command}")
            return as_csv(edition.name, counted) if form == "csv" else as_json(edition.name, counted)


def forms_of(edition: Edition) -> list[str]:
    """Return the forms that an edition has: no figures where nothing was counted."""
    is_counted = has_figures(edition.folder)
    return [form for form in FORMS if is_counted or form not in ("csv", "json")]


def bundle(edition: Edition, made: Made = export) -> dict[str, bytes]:
    """Return the files of an edition by name, with the files that they need and their licences.

    The PDF is not among them, so that the archive is the same where no typesetter is installed.
    """
    forms = [form for form in forms_of(edition) if form not in ("zip", "pdf")]
    found = {file_name(edition, form): made(edition, form) for form in forms}
    for use in edition.start.uses:
        path = resources.library_file(use.label.text)
        if os.path.exists(path):
            with open(path, "rb") as file:
                found[f"library/{use.label.text}.rules"] = file.read()
    tables = [name for name in found if name.endswith(".csv")]
    if tables:
        found["datapackage.json"] = data_package(tables).encode()
    found["README.txt"] = _about(edition, load_publication()).encode()
    return found


def _about(edition: Edition, published: Publication) -> str:
    """Return what an archive says of itself."""
    meta = edition.text.meta if edition.text is not None else {}
    rights = meta.get("rights")
    terms = rights if isinstance(rights, dict) else {}
    return "\n".join(
        [
            f"{meta.get('short_title', edition.name)}",
            f"from: {published.title}",
            f"version {published.version}, {published.date}",
            f"SHA-256 of the text: {meta.get('sha256', '')}",
            "",
            *(f"{part.capitalize()}: {words}" for part, words in terms.items()),
            f"{published.text_licence}: {published.text_licence_address}",
            "",
        ]
    )
