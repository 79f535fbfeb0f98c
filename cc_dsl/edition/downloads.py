"""The files that can be taken away: their list with sizes and digests, and an archive of all pages.

They are made at the end of the build.  Their own page is written with marks in the place of sizes and digests, which
are then stated.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from functools import cache as once
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from cc_dsl import cache
from cc_dsl.edition.addresses import write
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.markup import Node, nodes_of, rendered, tag
from cc_dsl.export.archive import archive, moment
from cc_dsl.export.figures import as_csv, as_json, comparisons, data_package
from cc_dsl.export.files import FORMS, WHOLE, WHOLE_FORMS, export, export_all, file_name, forms_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition.shelf import Shelf
    from cc_dsl.edition_model.imprint import Work
    from cc_dsl.pipeline import Edition

PAGE = FOLDER = "downloads"
ALL = ""
"""Stands for all texts, where others are named."""
DATA = "data/"
"""The folder of figures below that of the downloads."""
WITHOUT_NOTES = frozenset({"txt", "rules", "csv", "json"})
"""The forms that have nothing of the prose of an edition."""
ARCHIVE, SUMS = "edition.zip", "SHA256SUMS"
ROOT = "court-circular/"
"""The folder that holds all files of the archive."""
SHORTENED = 12
FILE = "file"
"""The attribute of an element in which the size or the digest of a file is stated, when it is there."""
STATED = re.compile(r"\{\{(size|digest|short) ([^{}]+)\}\}")
"""The marks on the written page in the place of the size, the digest, or the beginning of the digest of a file."""
COMPARED = "Figures of the comparisons"


# --------------------------------------------------------------------------------------------- which files


class Download(NamedTuple):
    """A file that can be taken away: where it stands below its folder, what it holds, and how it is made."""

    path: str
    title: str
    make: Callable[[], bytes]


def _download(name: str, title: str, make: Callable[[], bytes]) -> Download:
    """Return a file under its name; figures stand in a folder of their own."""
    return Download(f"{DATA if '.figures.' in name else ''}{name}", title, make)


def files_of(shelf: Shelf) -> dict[str, list[Download]]:
    """Return the files of each text by its name, the oldest first, and under ALL those that belong to no single one."""
    editions = [shelf.load(work.name) for work in in_order(shelf)]
    found = {
        edition.name: [
            _download(file_name(edition, form), FORMS[form].title, partial(_exported, shelf, edition, form))
            for form in forms_of(edition)
        ]
        for edition in editions
    }
    counted = comparisons()
    both = [
        _download(file_name(None, form), WHOLE_FORMS[form].title, partial(_exported_all, shelf, editions, form))
        for form in (WHOLE_FORMS if len(editions) > 1 else ())
    ]
    if counted:
        table, text = lambda: as_csv("", counted).encode(), lambda: as_json("the comparisons", counted).encode()
        both.append(_download("comparisons.figures.csv", f"{COMPARED}, as a table", table))
        both.append(_download("comparisons.figures.json", f"{COMPARED}, as JSON", text))
    listed = [one.path for files in (*found.values(), both) for one in files if one.path.endswith(".csv")]
    names = [path.removeprefix(DATA) for path in listed]
    described = "The columns of all tables, described (a Frictionless data package)"
    both.append(Download(f"{DATA}datapackage.json", described, lambda: data_package(names).encode()))
    return {**found, ALL: both}


def in_order(shelf: Shelf) -> list[Work]:
    """Return the texts, the oldest first."""
    return sorted((shelf.work(name) for name in shelf.options), key=lambda work: work.age)


@once
def _typesetter() -> str:
    """Return the version of the typesetter."""
    return version("typst")


def _made_from(shelf: Shelf, edition: Edition, form: str) -> tuple[object, ...]:
    """Return digests of the program and of the files of an edition from which a form is made."""
    return edition.name, shelf.code, shelf.made_from(edition, prose=form not in WITHOUT_NOTES)


def _kept(name: str, form: str, made_from: object, make: Callable[[], bytes]) -> bytes:
    """Return a file; made again if what it is made from, the typesetter or the date is another."""
    key = repr((made_from, form, _typesetter(), moment())).encode()
    found = cache.get("export", ((name, form), key))
    if found is None:
        found = make()
        cache.put("export", ((name, form), key), found)
    return found


def _exported(shelf: Shelf, edition: Edition, form: str) -> bytes:
    """Return an edition in a form."""
    made_from = _made_from(shelf, edition, form)
    return _kept(edition.name, form, made_from, lambda: export(edition, form, partial(_exported, shelf)))


def _exported_all(shelf: Shelf, editions: list[Edition], form: str) -> bytes:
    """Return all editions in a form; in whatever order they come, the file is the same, and so is its key."""
    made_from = sorted(repr(_made_from(shelf, edition, form)) for edition in editions), comparisons()
    return _kept(WHOLE, form, made_from, lambda: export_all(editions, form, partial(_exported, shelf)))


# ---------------------------------------------------------------------------------------------- their page


class DownloadsDirective(SphinxDirective):
    """Lists every file, edition by edition."""

    has_content = False

    def run(self) -> list[Node]:
        """Set the lists; sizes and digests are stated at the end of the build."""
        domain = domain_of(self.env)
        files, texts = files_of(domain.shelf), in_order(domain.shelf)
        domain.depend(*(work.name for work in texts))
        archived = ARCHIVE if self.env.config.rules_archive else ""
        made = rendered("parts.html", "downloads", {}, texts, files, files[ALL], FOLDER, archived, SUMS)
        return nodes_of(made, self.env.current_document.docname)


class MarkedFiles(SphinxPostTransform):
    """Puts marks into the cells in which something of a file will be stated."""

    default_priority = 10
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Mark the cells when their page is written."""
        if self.env.current_document.docname != PAGE:
            return
        for node in self.document.findall(tag):
            path = node["attrs"].pop(FILE, None)
            if path is not None and node["name"] == "abbr":
                node["attrs"]["title"] = f"{{{{digest {path}}}}}"
                node += nodes.Text(f"{{{{short {path}}}}}")
            elif path is not None:
                node += nodes.Text(f"{{{{size {path}}}}}")


def _state(page: str, files: dict[str, bytes]) -> None:
    """State on the page what the files are."""

    def stated(mark: re.Match[str]) -> str:
        data = files[mark[2]]
        if mark[1] == "size":
            return f"{len(data):,} bytes" if len(data) < 1000 else f"{len(data) / 1000:,.0f} kB"
        return _digest(data)[: None if mark[1] == "digest" else SHORTENED]

    with open(page, encoding="utf-8") as file:
        text = file.read()
    write(page, STATED.sub(stated, text))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _finish(app: Sphinx, exception: Exception | None) -> None:
    """Put the files beside the pages, with their digests, and all pages into one archive."""
    page, folder = os.path.join(app.outdir, f"{PAGE}.html"), os.path.join(app.outdir, FOLDER)
    if exception is not None or app.builder.format != "html" or PAGE not in app.env.all_docs:
        return
    listed = files_of(domain_of(app.env).shelf)
    files = {one.path: one.make() for downloads in listed.values() for one in downloads}
    _state(page, files)
    if app.config.rules_archive:
        files[ARCHIVE] = archive({f"{ROOT}{path}": data for path, data in _all_files(str(app.outdir), files)})
    sums = (f"{_digest(data)}  {path}\n" for path, data in sorted(files.items()))
    files[SUMS] = "".join(sums).encode()
    for path, data in files.items():
        write(os.path.join(folder, *path.split("/")), data)
    for at, _, names in os.walk(folder):
        for path in (os.path.join(at, name) for name in names):
            if os.path.relpath(path, folder).replace(os.sep, "/") not in files:
                os.remove(path)


def _all_files(out: str, files: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the paths of the pages and of all that belongs to them, and of the files that can be taken away."""
    for at, folders, names in os.walk(out):
        if at == out and FOLDER in folders:
            folders.remove(FOLDER)
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                yield os.path.relpath(path, out).replace(os.sep, "/"), file.read()
    yield from ((f"{FOLDER}/{path}", data) for path, data in files.items())


def setup(app: Sphinx) -> None:
    """Add what is done when the pages are made."""
    app.add_post_transform(MarkedFiles)
    app.add_config_value("rules_archive", True, "env", types=bool)
    # After the addresses, so that the archive has them.
    app.connect("build-finished", _finish, priority=900)
