"""Compute what takes long before many pages are read, or beside it.

Faces, engine and downloads are made by processes in the background, which put them into the disk cache.  What pages
show is opened here, once, so that the processes that read the pages share it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import cache
from cc_dsl.edition import background, citing, downloads, engine, files, fonts, prepared, searching
from cc_dsl.edition.shelf import Shelf
from cc_dsl.edition.writing import FEW
from cc_dsl.errors import UserError
from cc_dsl.workers import each
from cc_dsl.workers import processors as all_processors

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from cc_dsl.edition.shelf import EditionOptions

MOST = 4
"""The most processes: each holds all editions in memory."""


class Job(NamedTuple):
    """One thing to compute: its kind, and the name of the edition, comparison or source."""

    kind: str
    name: str


def processors() -> int:
    """Return how many processes may work at once."""
    return min(MOST, all_processors())


def jobs_of(shelf: Shelf) -> Iterator[Job]:
    """Yield everything that takes long, the longest first."""
    yield from (Job("comparison", name) for name in shelf.comparisons)
    yield from (Job(kind, name) for kind in ("edition", "answers") for name in shelf.options)


def do(shelf: Shelf, job: Job) -> None:
    """Compute one thing, or take it from the cache."""
    match job.kind:
        case "comparison":
            shelf.comparison(job.name)
        case "edition":
            shelf.edition(job.name)
        case _:
            shelf.changing_answers(job.name)
            shelf.meaning_of_answers(job.name)


_shelf: list[Shelf] = []


def _set_up(
    editions: dict[str, EditionOptions], code: str, comparisons: Sequence[str], counts: Mapping[str, int] | None
) -> None:
    _shelf[:] = [Shelf(editions, code, comparisons, counts)]


def _work(job: Job) -> None:
    _work_on(_shelf[0], job)


def _work_on(shelf: Shelf, job: Job) -> None:
    # What is wrong with an edition is said where its pages are read.
    with suppress(Exception):
        do(shelf, job)


def prepare(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Begin to make the files beside the pages, and open what many pages need."""
    from cc_dsl.edition.domain import domain_of

    shelf = domain_of(env).shelf
    # A page that is read states the digests of its files, so these cannot stay.
    app.config.rules_downloads = app.config.rules_downloads or downloads.PAGE in docnames
    if app.parallel > 1 and len(docnames) >= FEW:
        _prepare_engine(shelf)
        _open(shelf, app.parallel)
    if downloads.PAGE in docnames:
        files.begin(shelf)


def _note_settings(app: Sphinx, config: Config) -> None:
    """Note which texts the pages show, so that the next build begins with their files at once.

    A first build waits until the editions are open, since both need them.
    """
    names = {"editions": config.rules_editions, "comparisons": config.rules_comparisons, "counts": config.rules_counts}
    files.note(str(app.doctreedir), None if config.rules_alone else names)


def _prepare_engine(shelf: Shelf) -> None:
    """Begin to make faces and engine, unless this program made them before."""
    if cache.get("prepared", ("engine", shelf.code)) is None:
        background.begin("engine", _make_engine)
        cache.put("prepared", ("engine", shelf.code), b"")


def _open(shelf: Shelf, number: int) -> None:
    """Open what the pages show; where the corpus stores nothing of it, worker processes find it first."""
    wanted = [*jobs_of(shelf)]
    if not os.path.exists(prepared.path()):
        given = shelf.options, shelf.code, shelf.comparisons, shelf.counts
        with suppress(UserError):
            for _ in each(_work, wanted, number, _set_up, *given):
                pass
    for job in wanted:
        do(shelf, job)


def _make_engine() -> None:
    """Make the faces, and then the engine: by then the tables of the parser are cached, which both processes need."""
    for face in fonts.FACES if not fonts.missing() else ():
        fonts.woff2(face)
    engine.prepare()


def _begin_files(app: Sphinx, env: BuildEnvironment) -> None:
    """Begin to write the files beside the pages, which follow from what was read."""
    if app.parallel > 1:
        background.begin("files", lambda: _write_files(app))


def _write_files(app: Sphinx) -> None:
    if app.builder.format == "html":
        citing.write_addresses(app)
        searching.write_search(app)
        background.wait("engine")
        fonts.write_faces(app)
        engine.refresh_engine(app)


def _finish(app: Sphinx, exception: Exception | None) -> None:
    """Wait until addresses, search, faces and engine are there; what could not be written is written here."""
    if not background.is_done("files") and exception is None:
        _write_files(app)


def setup(app: Sphinx) -> None:
    """Prepare before pages are read, write files beside the pages, and wait for them before all are put together."""
    app.connect("config-inited", _note_settings, priority=900)
    app.connect("env-before-read-docs", prepare)
    # After it is recorded what this build was made of.
    app.connect("env-updated", _begin_files, priority=950)
    app.connect("build-finished", _finish, priority=100)
