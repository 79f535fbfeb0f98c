"""The list of downloads, with sizes and digests; the files are copied beside the pages.

They are made while pages are read and written; their own page is written last, and waits for them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from cc_dsl import cache
from cc_dsl.edition import background
from cc_dsl.edition.addresses import write
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.packing import FilesOnDisk, packed
from cc_dsl.edition.refreshing import refresh
from cc_dsl.edition.shelf import digest
from cc_dsl.edition.tags import Element, Node, element, paragraph, section, table, tag
from cc_dsl.export import whole
from cc_dsl.export.archive import moment
from cc_dsl.export.figures import as_csv, as_json, comparisons, data_package
from cc_dsl.export.files import CHAPTERS, FORMS, export, file_name, forms_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition.shelf import Shelf
    from cc_dsl.pipeline import Edition
    from cc_dsl.weave.imprint import Work

PAGE = FOLDER = "downloads"
ALL = ""
"""Stands for all texts, where others are named."""
DATA = "data/"
"""The folder of figures below that of the downloads."""
WITHOUT_NOTES = frozenset({"txt", "rules", "csv", "json"})
"""The forms that have nothing of the prose of an edition."""
WHOLE = "edition.zip"
SUMS = "SHA256SUMS"
SHORTENED = 12
FILE = "file"
"""The attribute of an element in which the size or the digest of a file is stated, when it is there."""


class Download(NamedTuple):
    """A file that can be taken away: where it stands below its folder, what it holds, and how it is made."""

    path: str
    title: str
    make: Callable[[], bytes]


class DownloadsDirective(SphinxDirective):
    """Lists every file, edition by edition."""

    has_content = False

    def run(self) -> list[Node]:
        """Typeset the lists; sizes and digests are stated when the page is written."""
        domain = domain_of(self.env)
        shelf, docname = domain.shelf, self.env.current_document.docname
        files = _files(shelf)
        found: list[Node] = []
        for work in _in_order(shelf):
            domain.note_part(docname, f"folder {work.name}")
            found.append(section([work.full_title], _table(files[work.name]), ids=[f"downloads-{work.name}"]))
        found.append(section(["The whole edition"], *self._whole(files[ALL]), ids=["downloads-whole"]))
        return found

    def _whole(self, files: list[Download]) -> Iterator[Element]:
        """Typeset what belongs to no single text: all in one file of each form, figures of comparisons, the pages."""
        yield _table(files)
        if self.env.config.rules_archive:
            link = element("a", WHOLE, href=f"{FOLDER}/{WHOLE}")
            sums = element("a", SUMS, href=f"{FOLDER}/{SUMS}")
            yield paragraph("", "All pages, to be read without a network: ", link, ". Its digest is in ", sums, ".")


class StatedFiles(SphinxPostTransform):
    """Makes the files when their page is written, which is last, and states the size and the digest of each."""

    default_priority = 10
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Fill the cells; files that are to stay are those of the build before."""
        if self.env.current_document.docname != PAGE:
            return
        folder = os.path.join(self.env.doctreedir, FOLDER)
        if self.config.rules_downloads:
            _keep(domain_of(self.env).shelf, folder)
        for node in self.document.findall(tag):
            if FILE in node:
                with open(os.path.join(folder, *node[FILE].split("/")), "rb") as file:
                    _state(node, file.read())


def _state(node: Element, data: bytes) -> None:
    """State the digest of a file, or its size."""
    if node["name"] == "abbr":
        digest = hashlib.sha256(data).hexdigest()
        node["attrs"]["title"] = digest
        node += nodes.Text(digest[:SHORTENED])
    else:
        size = len(data)
        node += nodes.Text(f"{size:,} bytes" if size < 1000 else f"{size / 1000:,.0f} kB")


def _keep(shelf: Shelf, folder: str) -> None:
    """Keep all files in a folder until the pages are made; remove what is no download any more."""
    files = _files(shelf)
    background.wait(FOLDER)
    paths = {os.path.join(folder, *one.path.split("/")): one for listed in files.values() for one in listed}
    for path, one in paths.items():
        write(path, one.make())
    for at, _, names in os.walk(folder):
        for path in {os.path.join(at, name) for name in names} - {*paths}:
            os.remove(path)


def _files(shelf: Shelf) -> dict[str, list[Download]]:
    """Return the files of each text by its name, the oldest first, and under ALL those that belong to no single one."""
    editions = [shelf.load(work.name) for work in _in_order(shelf)]
    found = {edition.name: _of_edition(shelf, edition) for edition in editions}
    tables = [one for listed in found.values() for one in listed if one.path.endswith(".csv")]
    return {**found, ALL: _of_all(shelf, editions, tables)}


def _of_edition(shelf: Shelf, edition: Edition) -> list[Download]:
    return [
        Download(_placed(file_name(edition, form)), FORMS[form].title, partial(_exported, shelf, edition, form))
        for form in forms_of(edition)
    ]


def _of_all(shelf: Shelf, editions: list[Edition], tables: list[Download]) -> list[Download]:
    """Return the files that belong to no single text, one of which describes all tables."""
    found = [
        Download(_placed(whole.file_name(form)), whole.FORMS[form].title, partial(_exported_all, shelf, editions, form))
        for form in (whole.FORMS if len(editions) > 1 else ())
    ]
    if counted := comparisons():
        name, title = "comparisons.figures", "Figures of the comparisons"
        found += [
            Download(_placed(f"{name}.csv"), f"{title}, as a table", lambda: as_csv("", counted).encode()),
            Download(
                _placed(f"{name}.json"), f"{title}, as JSON", lambda: as_json("the comparisons", counted).encode()
            ),
        ]
    names = [one.path.removeprefix(DATA) for one in (*tables, *found) if one.path.endswith(".csv")]
    described = "The columns of all tables, described (a Frictionless data package)"
    return [*found, Download(f"{DATA}datapackage.json", described, lambda: data_package(names).encode())]


def _placed(name: str) -> str:
    """Return where a file stands: figures in a folder of their own."""
    return f"{DATA if '.figures.' in name else ''}{name}"


def prepare(shelf: Shelf) -> None:
    """Make all files, and cache them; the book of all texts takes longest, and is set by a process of its own."""
    for name in shelf.options:
        _exported(shelf, shelf.load(name), CHAPTERS)
    book = whole.file_name("pdf")
    files = {one.path: one for listed in _files(shelf).values() for one in listed}
    if book in files:
        background.begin(book, files.pop(book).make)
    for one in files.values():
        one.make()
    background.is_done(book)


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


def _table(files: Iterable[Download]) -> Element:
    """Typeset a list of files, with cells for sizes and digests."""
    rows = [[_link(one.path), one.title, _cell("span", one, "size"), _cell("abbr", one)] for one in files]
    return table(["File", "What it holds", "Size", "SHA-256"], rows, "downloads")


def _link(path: str) -> Element:
    return element("a", path.rpartition("/")[2], href=f"{FOLDER}/{path}", download="")


def _cell(name: str, file: Download, classes: str = "") -> Element:
    """Make the element in which something of a file will be stated."""
    made = element(name, classes=classes)
    made[FILE] = file.path
    return made


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
    found = FilesOnDisk(str(app.doctreedir))
    found.add(kept, f"{FOLDER}/")
    if app.config.rules_archive:
        found.add(str(app.outdir), without=FOLDER)
    digests = found.digests()
    refresh(app, FOLDER, (digests, moment(), app.config.rules_archive), lambda: _write(app, found, digests))


def _write(app: Sphinx, pages: Mapping[str, bytes], digests: dict[str, str]) -> list[str]:
    """Write the files, the archive of all pages with them, and the digests of all."""
    made = {path: pages[path] for path in pages if path.startswith(f"{FOLDER}/")}
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
    app.add_post_transform(StatedFiles)
    app.add_config_value("rules_archive", True, "env", types=bool)
    app.add_config_value("rules_downloads", True, "", types=bool)
    # After the addresses, so that the archive has them.
    app.connect("build-finished", _finish, priority=900)
