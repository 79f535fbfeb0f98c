"""The list of downloads, with sizes and digests; the files lie beside the pages, with an archive of all pages.

They are made at the end of the build.  Their own page is written with marks in the place of sizes and digests, which
are then stated.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from cc_dsl.edition.addresses import write
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.files import ALL, FOLDER, files_of, in_order
from cc_dsl.edition.markup import Node, nodes_of, rendered, tag
from cc_dsl.export.archive import archive

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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
        """Set the lists; sizes and digests are stated at the end of the build."""
        domain = domain_of(self.env)
        files, texts = files_of(domain.shelf), in_order(domain.shelf)
        domain.depend(*(work.name for work in texts))
        archived = WHOLE if self.env.config.rules_archive else ""
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
