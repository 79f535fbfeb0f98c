"""The list of downloads, with sizes and digests; the files lie beside the pages, with an archive of all pages.

They are made at the end of the build.  Their own page is written with marks in the place of sizes and digests, which
are then stated.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from cc_dsl.edition.addresses import write
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.files import ALL, FOLDER, files_of, in_order
from cc_dsl.edition.tags import Element, Node, element, paragraph, section, table, tag
from cc_dsl.export.archive import archive

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition.files import Download

PAGE = FOLDER
WHOLE = "edition.zip"
SUMS = "SHA256SUMS"
ROOT = "court-circular/"
"""The folder that holds all files of the archive."""
SHORTENED = 12
FILE = "file"
"""The attribute of an element in which the size or the digest of a file is stated, when it is there."""
STATED = re.compile(r"\{\{(size|digest|short) ([^{}]+)\}\}")
"""The marks on the written page in the place of the size, the digest, or the beginning of the digest of a file."""


class DownloadsDirective(SphinxDirective):
    """Lists every file, edition by edition."""

    has_content = False

    def run(self) -> list[Node]:
        """Typeset the lists; sizes and digests are stated at the end of the build."""
        domain = domain_of(self.env)
        shelf = domain.shelf
        files = files_of(shelf)
        found: list[Node] = []
        for work in in_order(shelf):
            domain.depend(work.name)
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


class MarkedFiles(SphinxPostTransform):
    """Puts marks into the cells in which something of a file will be stated."""

    default_priority = 10
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Mark the cells when their page is written."""
        if self.env.current_document.docname != PAGE:
            return
        for node in self.document.findall(tag):
            if FILE in node and node["name"] == "abbr":
                node["attrs"]["title"] = f"{{{{digest {node[FILE]}}}}}"
                node += nodes.Text(f"{{{{short {node[FILE]}}}}}")
            elif FILE in node:
                node += nodes.Text(f"{{{{size {node[FILE]}}}}}")


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
    """Put the files beside the pages, with their digests, and all pages into one archive."""
    page, folder = os.path.join(app.outdir, f"{PAGE}.html"), os.path.join(app.outdir, FOLDER)
    if exception is not None or app.builder.format != "html" or PAGE not in app.env.all_docs:
        return
    listed = files_of(domain_of(app.env).shelf)
    files = {one.path: one.make() for downloads in listed.values() for one in downloads}
    _state(page, files)
    if app.config.rules_archive:
        files[WHOLE] = archive({f"{ROOT}{path}": data for path, data in _all_files(str(app.outdir), files)})
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
