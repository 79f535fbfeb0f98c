"""Export an edition, or the whole edition in one file, in each available format."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cc_dsl import resources
from cc_dsl.edition_model.imprint import load_publication, load_work
from cc_dsl.edition_model.words import text_alone
from cc_dsl.errors import UserError
from cc_dsl.export.archive import archive
from cc_dsl.export.epub import epub
from cc_dsl.export.figures import as_csv, as_json, comparisons, data_package, figures
from cc_dsl.export.pdf import pdf
from cc_dsl.export.tei import tei, tei_corpus
from cc_dsl.figures import FILE

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

Made: TypeAlias = "Callable[[Edition, str], bytes]"
"""What returns an edition in a form."""


class Form(NamedTuple):
    """A form in which an edition can be taken away."""

    suffix: str
    """The suffix after the name of the edition in the name of the file."""
    title: str


FORMS = {
    "tei": Form(".tei.xml", "TEI P5: text, witnesses, apparatus, notes, open places, rules, how to play"),
    "txt": Form(".txt", "Plain text: the words alone"),
    "epub": Form(".epub", "EPUB 3: the same book for an electronic reader"),
    "pdf": Form(
        ".pdf", "PDF/UA: the text, each clause facing its rules, notes, open places and how to play, as a small book"
    ),
    "rules": Form(".rules", "The encoding in the rules language"),
    "csv": Form(".figures.csv", "All figures as a table"),
    "json": Form(".figures.json", "All figures as JSON"),
    "zip": Form(".zip", "All of these but the PDF in one archive"),
}
"""The forms, in the order of the page of downloads."""
WHOLE = "whole"
"""The name of the files of the whole edition, before the suffix of their form."""
WHOLE_FORMS = {
    "tei": Form(".tei.xml", "TEI P5 of all texts, as one corpus"),
    "txt": Form(".txt", "Plain text: the words of all texts"),
    "epub": Form(".epub", "EPUB 3: the same book of all texts for an electronic reader"),
    "pdf": Form(".pdf", "PDF/UA: all texts, each clause facing its rules, as one book"),
    "rules": Form(".rules.zip", "The encodings of all texts, and the libraries that they use"),
    "csv": Form(".figures.csv", "All figures, also those of the comparisons, as a table"),
    "json": Form(".figures.json", "All figures, also those of the comparisons, as JSON"),
}
"""The forms of the whole edition."""


def file_name(edition: Edition | None, form: str) -> str:
    """Return the name of the file of an edition in a form, or without one that of all editions."""
    return f"{WHOLE}{WHOLE_FORMS[form].suffix}" if edition is None else f"{edition.name}{FORMS[form].suffix}"


def export(edition: Edition, form: str, made: Made | None = None) -> bytes:
    """Return an edition in a form; raise a UserError for its figures if it has none.

    `made` gives the other forms that this one is made from; without it they are made here.
    """
    make = made or export
    match form:
        case "zip":
            return archive(bundle(edition, make))
        case "epub" | "pdf":
            return (epub if form == "epub" else pdf)(make(edition, "tei").decode())
        case "tei":
            return tei(edition).encode()
        case "txt":
            assert edition.text is not None
            return text_alone(edition.text).encode()
        case "rules":
            return edition.source.text.encode()
        case _:
            counted = figures(edition.folder)
            if not counted:
                command = f"circular figures {edition.argument}"
                raise UserError("nothing-counted", f"Nothing was counted of {edition.name}. Count with:   {command}")
            return (as_csv if form == "csv" else as_json)(edition.name, counted).encode()


def export_all(editions: Sequence[Edition], form: str, make: Made = export) -> bytes:
    """Return all editions in a form, the oldest first; `make` gives the single ones from which this is made."""
    editions = sorted(editions, key=lambda edition: load_work(edition.folder).age)
    match form:
        case "tei":
            return tei_corpus({edition.name: make(edition, "tei").decode() for edition in editions}).encode()
        case "txt":
            titles = [load_work(edition.folder).full_title.upper() for edition in editions]
            texts = (make(edition, "txt").decode() for edition in editions)
            return "\n\n".join(f"{title}\n\n{text}" for title, text in zip(titles, texts, strict=True)).encode()
        case "epub" | "pdf":
            return (epub if form == "epub" else pdf)(export_all(editions, "tei", make).decode())
        case "rules":
            return archive({**{f"{one.name}.rules": make(one, "rules") for one in editions}, **_libraries(editions)})
        case "csv":
            tables = [as_csv(edition.name, figures(edition.folder)) for edition in editions]
            head, *_ = tables[0].splitlines(keepends=True)
            return (head + "".join(table.removeprefix(head) for table in [*tables, as_csv("", comparisons())])).encode()
        case _:
            shelves = {edition.name: figures(edition.folder) for edition in editions}
            return as_json("the whole edition", {**shelves, "comparisons": comparisons()}).encode()


def forms_of(edition: Edition) -> list[str]:
    """Return the forms that an edition has: no figures where nothing was counted."""
    is_counted = os.path.exists(os.path.join(edition.folder, FILE))
    return [form for form in FORMS if is_counted or form not in ("csv", "json")]


def bundle(edition: Edition, made: Made = export) -> dict[str, bytes]:
    """Return the files of an edition by name, with the files that they need and their licences.

    The PDF is not among them, so that the archive is the same where no typesetter is installed.
    """
    found = {file_name(edition, form): made(edition, form) for form in forms_of(edition) if form not in ("zip", "pdf")}
    found |= _libraries([edition])
    tables = [name for name in found if name.endswith(".csv")]
    if tables:
        found["datapackage.json"] = data_package(tables).encode()
    work, published = load_work(edition.folder), load_publication()
    about = [
        work.meta.get("short_title", work.name),
        f"from: {published.title}",
        f"version {published.version}, {published.date}",
        f"SHA-256 of the text: {work.digest}",
        "",
        *(f"{part.capitalize()}: {words}" for part, words in work.meta.get("rights", {}).items()),
        f"{published.text_licence}: {published.text_licence_address}",
        "",
    ]
    return {**found, "README.txt": "\n".join(about).encode()}


def _libraries(editions: Iterable[Edition]) -> dict[str, bytes]:
    """Return the libraries that editions use, by the names of their files."""
    found = {}
    for name in sorted({use.label.text for edition in editions for use in edition.start.uses}):
        path = resources.library_file(name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                found[f"library/{name}.rules"] = file.read()
    return found
