"""Build the edition once for all tests of it, from a copy of the pages and of the corpus."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cc_dsl.edition.citations import moved_pages
from tests import processes
from tests.browser import looking
from tests.cli.desk import Result, process
from tests.needed import lacking

ROOT = Path(__file__).parents[2]
EDITIONS = ("1860", "1862")
"""The editions that the pages show."""
FEW = {"numbers": 500, "seed": 0}
"""How much is counted for the pages of these tests, which are about the pages and not about the numbers."""

MAKE = """
import sys
from cc_dsl import workers
from cc_dsl.edition.build import build_edition
from cc_dsl.errors import UserError
if not sys.argv[3:]:
    workers.processors = lambda: 1
try:
    print(build_edition(sys.argv[1], quiet=True, docs=sys.argv[2]))
except UserError as error:
    sys.exit(str(error))
"""


class Page(HTMLParser):
    """What a page says: its ids, its links, the files that it would fetch, and its words."""

    def __init__(self, html: str) -> None:
        """Read the page."""
        super().__init__(convert_charrefs=True)
        self.html = html
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.popovers: list[str] = []
        self.popover_targets: list[str] = []
        self.words = ""
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the element says of itself."""
        found = {key: value or "" for key, value in attrs}
        if tag in ("script", "style"):
            self._silent += 1
        if "id" in found:
            self.ids.append(found["id"])
        if "popover" in found:
            self.popovers.append(found["id"])
        if "popovertarget" in found:
            self.popover_targets.append(found["popovertarget"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        self.fetched += [found[key] for key in ("src", "srcset", "data", "poster") if key in found]
        if tag == "link" and found.get("rel") in ("stylesheet", "preload", "prefetch", "icon", "shortcut icon"):
            self.fetched.append(found.get("href", ""))

    def handle_endtag(self, tag: str) -> None:
        """Note where a script ends."""
        if tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        """Gather the words that a reader without scripts has."""
        if not self._silent:
            self.words += data


@cache
def _page(path: Path, written: int) -> Page:
    """Read a page, once in each process: several files of tests look at all of them."""
    return Page(path.read_text("utf-8"))


CORPUS = ROOT / "corpus"
HOMES = (*CORPUS.glob("*/edition.toml"), *CORPUS.glob("comparisons/*/alignment.toml"))
MOVED = moved_pages(str(ROOT / "docs"))
"""The pages of earlier versions that are gone, with those to which their addresses lead."""
SMALL = frozenset({"cite", *(path.parent.name for path in HOMES)})
"""The folders of the short addresses, one for each edition or comparison, and that of the citations of pages."""


class Made(NamedTuple):
    """An edition that was made, and what it was made of."""

    out: Path
    docs: Path
    corpus: Path
    """The folder of the copied editions."""

    def page(self, name: str) -> Page:
        path = self.out / f"{name}.html"
        return _page(path, path.stat().st_mtime_ns)

    def pages(self) -> dict[str, Page]:
        """Read all of its pages but the small ones that cite and lead on."""
        paths = [path for path in sorted(self.out.rglob("*.html")) if path.relative_to(self.out).parts[0] not in SMALL]
        paths = [path for path in paths if path.relative_to(self.out).as_posix() not in MOVED]
        return {path.relative_to(self.out).as_posix(): _page(path, path.stat().st_mtime_ns) for path in paths}

    def make(self, out: Path | None = None, in_parallel: bool = False) -> subprocess.CompletedProcess[str]:
        """Make the pages, in several processes if so wanted, which takes more processor time."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1000000000"}
        command = [sys.executable, "-c", MAKE, str(out or self.out), str(self.docs), *["parallel"][:in_parallel]]
        return processes.run(command, env=environment, text=True)


def lay_out(folder: Path) -> Made:
    """Copy the pages of the edition and its corpus, so that a test can change them."""
    docs, corpus = folder / "docs", folder / "corpus"
    shutil.copytree(ROOT / "docs", docs)
    conf = (ROOT / "docs" / "conf.py").read_text("utf-8")
    for name in EDITIONS:
        shutil.copytree(ROOT / "corpus" / name, corpus / name)
        conf += f'\nrules_editions["{name}"]["path"] = {str(corpus / name)!r}\n'
    conf += f"\nrules_counts = {FEW!r}\nrules_archive = False\n"
    docs.joinpath("conf.py").write_text(conf, "utf-8")
    return Made(folder / "out", docs, corpus)


def made_alone(folder: Path, place: Path) -> Result:
    """Make the pages of one edition in a folder below a place, without the engine, which the tests do not need."""
    return process("edition", "--quiet", "--only", str(folder), str(place / "out"), CIRCULAR_PACKAGES=str(place))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Make the edition, once for all processes that run tests; they read it and leave it as it is."""
    own = tmp_path_factory.getbasetemp()
    # Under xdist, all processes of a run share one folder.
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "edition"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / "out" / "index.html").exists():
            return Made(folder / "out", folder / "docs", folder / "corpus")
        shutil.rmtree(folder, ignore_errors=True)
        edition = lay_out(folder)
        answer = edition.make()
        assert answer.returncode == 0, answer.stderr
        return edition


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium once for a file of tests."""
    if looking.chromium() is None:
        lacking("Chromium", looking.REMEDY)
    with looking.browser() as started:
        yield started


@pytest.fixture(scope="module")
def edition(made: Made) -> Made:
    if not (made.out / "_static" / "engine" / "circular.pack.0.js").exists():
        lacking("The package pyodide", "The build says why; npm fetches it.")
    return made


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def assert_same_files(one: Path, other: Path) -> None:
    """Compare two folders, file by file and byte by byte."""
    first, second = contents(one), contents(other)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
