"""The downloads: their list with sizes and digests, and an archive of all pages.

They are made when their page is read, and moved beside the pages at the end of the build.
"""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util.docutils import SphinxDirective

from cc_dsl import cache
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.markup import Node, nodes_of, render
from cc_dsl.edition.shelf import Shelf
from cc_dsl.edition.sources import write
from cc_dsl.export.archive import archive, build_time
from cc_dsl.export.figures import as_csv, as_json, comparisons
from cc_dsl.export.files import FORMS, export, file_name, forms_of
from cc_dsl.pipeline import Edition

if TYPE_CHECKING:
    from sphinx.application import Sphinx


FOLDER = "downloads"
DATA = "data/"
"""The folder of figures below that of the downloads."""
QUICK = frozenset({"txt", "rules", "csv", "json"})
"""The formats that are made as fast as they could be read from the cache."""
ARCHIVE, SUMS = "edition.zip", "SHA256SUMS"
ROOT = "court-circular/"
"""The folder that contains all files of the archive."""


class Download(NamedTuple):
    """A download: its path below the folder, its description, and its bytes."""

    path: str
    title: str
    data: bytes

    @property
    def size(self) -> str:
        """Its size as text, in bytes or kB."""
        size = len(self.data)
        return f"{size:,} bytes" if size < 1000 else f"{size / 1000:,.0f} kB"

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes."""
        return sha256(self.data).hexdigest()


def _download(name: str, title: str, data: bytes) -> Download:
    """Return a file under its name; figures have a folder of their own."""
    return Download(f"{DATA if '.figures.' in name else ''}{name}", title, data)


def comparison_files() -> list[Download]:
    """Return the figures of the comparisons, as a table and as JSON; none if nothing was counted."""
    counts, title = comparisons(), "Figures of the comparisons"
    if not counts:
        return []
    table, document = as_csv("", counts).encode(), as_json("the comparisons", counts).encode()
    return [
        _download("comparisons.figures.csv", f"{title}, as a table", table),
        _download("comparisons.figures.json", f"{title}, as JSON", document),
    ]


def _cached_export(shelf: Shelf, edition: Edition, form: str) -> bytes:
    """Return an edition in a form, from the cache if edition, typesetter and date are the same."""

    def text(edition: Edition) -> str:
        return _cached_export(shelf, edition, "tei").decode()

    if form in QUICK:
        return export(edition, form)
    parts = (edition.name, form), repr((shelf.digest(edition), version("typst"), build_time()))
    data = cache.get("export", parts)
    if data is None:
        data = export(edition, form, text)
        cache.put("export", parts, data)
    return data


class DownloadsDirective(SphinxDirective):
    has_content = False

    def run(self) -> list[Node]:
        """Make the files beside Sphinx's doctrees, and set their lists."""
        shelf = domain_of(self.env).shelf
        texts = shelf.works()
        editions = [shelf.load(work.name) for work in texts]
        files = {
            edition.name: [
                _download(file_name(edition, form), FORMS[form].title, _cached_export(shelf, edition, form))
                for form in forms_of(edition)
            ]
            for edition in editions
        }
        others = comparison_files()
        for file in chain(*files.values(), others):
            write(os.path.join(self.env.doctreedir, FOLDER, *file.path.split("/")), file.data)
        archive_name = ARCHIVE if self.env.config.rules_archive else ""
        markup = render("parts.html", "downloads", texts, files, others, FOLDER, archive_name, SUMS)
        return nodes_of(markup, self.env.current_document.docname)


def write_downloads(app: Sphinx) -> None:
    """Write the files beside the pages, with their digests, and all pages into one archive."""
    folder = os.path.join(app.outdir, FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    if not os.path.isdir(ready := os.path.join(app.doctreedir, FOLDER)):
        return
    shutil.move(ready, folder)
    if app.config.rules_archive:
        pages = {f"{ROOT}{path}": data for path, data in _files(str(app.outdir)).items()}
        write(os.path.join(folder, ARCHIVE), archive(pages))
    sums = (f"{sha256(data).hexdigest()}  {path}\n" for path, data in sorted(_files(folder).items()))
    write(os.path.join(folder, SUMS), "".join(sums))


def _files(folder: str) -> dict[str, bytes]:
    paths = [path for path in Path(folder).rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
