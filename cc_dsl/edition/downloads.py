"""The list of downloads, with sizes and digests; the files lie beside the pages, with an archive of all pages.

They are made while pages are read and written.  Their own page is written with marks in the place of sizes and digests,
which are stated when the files are there, at the end of the build.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from cc_dsl.edition import background
from cc_dsl.edition.addresses import write
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.files import ALL, FOLDER, files_of, in_order
from cc_dsl.edition.packing import Archive, FilesOnDisk
from cc_dsl.edition.refreshing import refresh
from cc_dsl.edition.tags import Element, Node, element, paragraph, section, table, tag
from cc_dsl.export.archive import moment

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition.files import Download
    from cc_dsl.edition.shelf import Shelf

PAGE = FOLDER
WHOLE = "edition.zip"
SUMS = "SHA256SUMS"
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
        shelf, docname = domain.shelf, self.env.current_document.docname
        files = files_of(shelf)
        found: list[Node] = []
        for work in in_order(shelf):
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


def _state(page: str, files: FilesOnDisk) -> None:
    """State on the page what the files are."""
    digests = files.digests()

    def stated(mark: re.Match[str]) -> str:
        path = f"{FOLDER}/{mark[2]}"
        if mark[1] == "size":
            size = files.size(path)
            return f"{size:,} bytes" if size < 1000 else f"{size / 1000:,.0f} kB"
        return digests[path][: None if mark[1] == "digest" else SHORTENED]

    with open(page, encoding="utf-8") as file:
        text = file.read()
    write(page, STATED.sub(stated, text))


def _is_marked(page: str) -> bool:
    """Return whether the page was written in this build, so that nothing is stated on it yet."""
    if not os.path.isfile(page):
        return False
    with open(page, encoding="utf-8") as file:
        return STATED.search(file.read()) is not None


def _make(shelf: Shelf, folder: str) -> None:
    """Put all files into a folder; remove what is no download any more."""
    background.wait(FOLDER)
    files = (one for listed in files_of(shelf).values() for one in listed)
    paths = {os.path.join(folder, *one.path.split("/")): one for one in files}
    for path, one in paths.items():
        write(path, one.make())
    others = {os.path.join(folder, name) for name in (WHOLE, SUMS)}
    for at, _, names in os.walk(folder):
        for path in {os.path.join(at, name) for name in names} - {*paths} - others:
            os.remove(path)


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
    """Put the files beside the pages, and all pages into one archive, if anything changed and they are not to stay.

    What does not wait for the files is done before they are there.
    """
    if exception is not None or app.builder.format != "html":
        return
    page, folder = os.path.join(app.outdir, f"{PAGE}.html"), os.path.join(app.outdir, FOLDER)
    is_marked, is_wanted = _is_marked(page), app.config.rules_downloads
    found = FilesOnDisk(str(app.doctreedir))
    archive = Archive(os.path.join(folder, WHOLE), str(app.doctreedir))
    if is_wanted and app.config.rules_archive:
        found.add(str(app.outdir), without=(FOLDER, os.path.basename(page)))
        if is_marked:
            archive.pack(found, found.digests())
    if is_marked and is_wanted:
        _make(domain_of(app.env).shelf, folder)
    if not os.path.isdir(folder):
        return
    found.add(folder, f"{FOLDER}/", (WHOLE, SUMS))
    if is_marked:
        _state(page, found)
    if is_wanted:
        if app.config.rules_archive:
            found.add_file(page, os.path.basename(page))
        digests = found.digests()
        found.note()
        made_from = digests, moment(), app.config.rules_archive
        refresh(app, FOLDER, made_from, lambda: _write(app, found, digests, archive))


def _write(app: Sphinx, found: FilesOnDisk, digests: dict[str, str], archive: Archive) -> list[str]:
    """Write the archive of all pages and files, and the digests of the files; return the paths of all of these."""
    sums = {path: digest for path, digest in digests.items() if path.startswith(f"{FOLDER}/")}
    if app.config.rules_archive:
        archive.pack(found, digests)
        made, sums[f"{FOLDER}/{WHOLE}"] = archive.joined(digests)
        write(os.path.join(app.outdir, FOLDER, WHOLE), made)
    lines = (f"{digest}  {path.removeprefix(FOLDER + '/')}\n" for path, digest in sorted(sums.items()))
    write(os.path.join(app.outdir, FOLDER, SUMS), "".join(lines))
    return [*sums, f"{FOLDER}/{SUMS}"]


def setup(app: Sphinx) -> None:
    """Add what is done when the pages are made."""
    app.add_post_transform(MarkedFiles)
    app.add_config_value("rules_archive", True, "env", types=bool)
    app.add_config_value("rules_downloads", True, "", types=bool)
    # After the addresses, so that the archive has them.
    app.connect("build-finished", _finish, priority=900)
