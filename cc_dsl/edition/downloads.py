"""The list of downloads, with sizes and digests; the files are copied beside the pages."""

from __future__ import annotations

import hashlib
import os
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from sphinx.util.docutils import SphinxDirective

from cc_dsl import cache
from cc_dsl.edition import background
from cc_dsl.edition.addresses import write
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.packing import packed
from cc_dsl.edition.refreshing import refresh
from cc_dsl.edition.shelf import digest
from cc_dsl.edition.tags import Child, Element, Node, element, paragraph, section, span, table
from cc_dsl.export import whole
from cc_dsl.export.archive import files_under, moment
from cc_dsl.export.figures import as_csv, as_json, comparisons, data_package
from cc_dsl.export.files import FORMS, export, file_name, forms_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition.shelf import Shelf
    from cc_dsl.pipeline import Edition
    from cc_dsl.weave.imprint import Work

PAGE = FOLDER = "downloads"
FIGURES = ("csv", "json")
"""The forms that stand in a folder of their own, `downloads/data/`."""
WITHOUT_NOTES = frozenset({"txt", "rules", *FIGURES})
"""The forms that have nothing of the prose of an edition."""
WHOLE = "edition.zip"
SUMS = "SHA256SUMS"
SHORTENED = 12


class DownloadsDirective(SphinxDirective):
    """Lists every file, edition by edition, and makes it."""

    has_content = False

    def run(self) -> list[Node]:
        """Typeset the lists."""
        background.wait(FOLDER)
        domain = domain_of(self.env)
        shelf, docname = domain.shelf, self.env.current_document.docname
        kept = KeptFiles(os.path.join(self.env.doctreedir, FOLDER))
        found: list[Node] = []
        tables: list[str] = []
        works = _in_order(shelf)
        for work in works:
            domain.note_part(docname, f"folder {work.name}")
            edition = shelf.load(work.name)
            rows = []
            for form in forms_of(edition):
                path = f"{'data/' if form in FIGURES else ''}{file_name(edition, form)}"
                rows.append(_row(kept, path, FORMS[form].title, _exported(shelf, edition, form)))
                tables += [file_name(edition, form)] if form == "csv" else []
            found.append(section([work.full_title], _table(rows), ids=[f"downloads-{work.name}"]))
        editions = [shelf.load(work.name) for work in works]
        found.append(section(["The whole edition"], *self._whole(kept, tables, editions), ids=["downloads-whole"]))
        kept.remove_others()
        return found

    def _whole(self, kept: KeptFiles, tables: list[str], editions: list[Edition]) -> list[object]:
        """Typeset what belongs to no single text: all in one file of each form, figures of comparisons, the pages."""
        counted = comparisons()
        shelf = domain_of(self.env).shelf
        rows = []
        for form in whole.FORMS if len(editions) > 1 else ():
            path = f"{'data/' if form in FIGURES else ''}{whole.file_name(form)}"
            rows.append(_row(kept, path, whole.FORMS[form].title, _exported_all(shelf, editions, form)))
            tables += [whole.file_name(form)] if form == "csv" else []
        if counted:
            name = "comparisons.figures"
            rows.append(
                _row(kept, f"data/{name}.csv", "Figures of the comparisons, as a table", as_csv("", counted).encode())
            )
            told = as_json("the comparisons", counted).encode()
            rows.append(_row(kept, f"data/{name}.json", "Figures of the comparisons, as JSON", told))
            tables.append(f"{name}.csv")
        described = "The columns of all tables, described (a Frictionless data package)"
        rows.append(_row(kept, "data/datapackage.json", described, data_package(tables).encode()))
        found = [_table(rows)]
        if self.env.config.rules_archive:
            link = element("a", WHOLE, href=f"{FOLDER}/{WHOLE}")
            sums = element("a", SUMS, href=f"{FOLDER}/{SUMS}")
            found.append(
                paragraph("", "All pages, to be read without a network: ", link, ". Its digest is in ", sums, ".")
            )
        return found


class KeptFiles:
    """The files of the downloads, as they are kept until the pages are made."""

    def __init__(self, folder: str) -> None:
        """Keep them in a folder."""
        self._folder = folder
        self._paths: set[str] = set()

    def keep(self, path: str, data: bytes) -> None:
        """Keep a file."""
        full = os.path.join(self._folder, *path.split("/"))
        self._paths.add(full)
        write(full, data)

    def remove_others(self) -> None:
        """Remove what was kept of an earlier build and is no download any more."""
        for at, _, names in os.walk(self._folder):
            for path in {os.path.join(at, name) for name in names} - self._paths:
                os.remove(path)


def prepare(shelf: Shelf, name: str) -> None:
    """Make the files of an edition, and cache them."""
    edition = shelf.load(name)
    for form in forms_of(edition):
        _exported(shelf, edition, form)


def _exported(shelf: Shelf, edition: Edition, form: str) -> bytes:
    """Return an edition in a form; made again if its files, the program, the typesetter or the date is another."""
    key = repr((_made_from(shelf, edition, form), form, version("typst"), moment())).encode()
    found = cache.get("export", (edition.name, form), key)
    if found is None:
        found = export(edition, form, partial(_exported, shelf))
        cache.put("export", (edition.name, form), key, found)
    return found


def _made_from(shelf: Shelf, edition: Edition, form: str) -> tuple[object, ...]:
    """Return digests of the program and of the files of an edition from which a form is made."""
    return shelf.code, *shelf.made_from(edition, prose=form not in WITHOUT_NOTES)


def prepare_all(shelf: Shelf, form: str) -> None:
    """Make the file of the whole edition in a form, and cache it."""
    editions = [shelf.load(name) for name in shelf.options]
    if len(editions) > 1:
        _exported_all(shelf, editions, form)


def _exported_all(shelf: Shelf, editions: list[Edition], form: str) -> bytes:
    """Return all editions in a form; made again when one of them would be."""
    # In whatever order they come, the file is the same, and so is its key.
    made_from = sorted((edition.name, _made_from(shelf, edition, form)) for edition in editions)
    key = repr((made_from, digest(comparisons()), form, version("typst"), moment())).encode()
    found = cache.get("export", (whole.NAME, form), key)
    if found is None:
        found = whole.export_all(editions, form, partial(_exported, shelf))
        cache.put("export", (whole.NAME, form), key, found)
    return found


def _in_order(shelf: Shelf) -> list[Work]:
    """Return the texts, the oldest first."""
    return sorted((shelf.work(name) for name in shelf.options), key=lambda work: work.age)


def _row(kept: KeptFiles, path: str, title: str, data: bytes) -> list[Child]:
    """Keep a file, and give its row."""
    kept.keep(path, data)
    digest = hashlib.sha256(data).hexdigest()
    link = element("a", path.rpartition("/")[2], href=f"{FOLDER}/{path}", download="")
    return [link, title, _size(len(data)), element("abbr", digest[:SHORTENED], title=digest)]


def _size(count: int) -> Element:
    said = f"{count:,} bytes" if count < 1000 else f"{count / 1000:,.0f} kB"
    return span("size", said)


def _table(rows: list[list[object]]) -> Element:
    return table(["File", "What it holds", "Size", "SHA-256"], rows, "downloads")


def _finish(app: Sphinx, exception: Exception | None) -> None:
    """Put the files beside the pages, and all pages into one archive, if anything changed and they are not to stay."""
    kept = os.path.join(app.doctreedir, FOLDER)
    if (
        exception is not None
        or app.builder.format != "html"
        or not os.path.isdir(kept)
        or not app.config.rules_downloads
    ):
        return
    found = {f"{FOLDER}/{path}": data for path, data in files_under(kept).items()}
    if app.config.rules_archive:
        found |= files_under(str(app.outdir), without=FOLDER)
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in sorted(found.items())}
    refresh(app, FOLDER, (digests, moment(), app.config.rules_archive), lambda: _write(app, found, digests))


def _write(app: Sphinx, pages: dict[str, bytes], digests: dict[str, str]) -> list[str]:
    """Write the files, the archive of all pages with them, and the digests of all."""
    made = {path: data for path, data in pages.items() if path.startswith(f"{FOLDER}/")}
    if app.config.rules_archive:
        before = os.path.join(app.outdir, FOLDER, WHOLE)
        made[f"{FOLDER}/{WHOLE}"] = packed(pages, digests, before, str(app.doctreedir))
    sums = {path: digests.get(path) or hashlib.sha256(data).hexdigest() for path, data in sorted(made.items())}
    lines = (f"{digest}  {path.removeprefix(FOLDER + '/')}\n" for path, digest in sums.items())
    made[f"{FOLDER}/{SUMS}"] = "".join(lines).encode()
    for path, data in made.items():
        write(os.path.join(app.outdir, *path.split("/")), data)
    return list(made)


def setup(app: Sphinx) -> None:
    """Add what is done when the pages are made."""
    app.add_config_value("rules_archive", True, "env", types=bool)
    app.add_config_value("rules_downloads", True, "", types=bool)
    # After the addresses, so that the archive has them.
    app.connect("build-finished", _finish, priority=900)
