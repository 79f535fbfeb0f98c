"""Compute what takes long, in as many processes as there are processors, before many pages are read.

Games, worked cases, comparisons, claims, downloads, faces and the engine are made by worker processes, which put them
into the disk cache.  Then what pages show is opened here, once, so that the processes that read the pages share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl import cache
from cc_dsl.compare.claims.data import claims_names
from cc_dsl.edition import downloads, engine, fonts
from cc_dsl.edition.inputs import engines
from cc_dsl.edition.shelf import Shelf
from cc_dsl.errors import UserError
from cc_dsl.export import whole
from cc_dsl.workers import each
from cc_dsl.workers import processors as all_processors

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FEW = 5
"""The most pages that one process reads, in which case nothing is prepared; Sphinx draws the line there too."""
MOST = 4
"""The most processes: each holds all editions in memory."""


FILES = frozenset({"face", "engine", "downloads", "whole"})
"""The kinds of things that stand beside the pages, and that no page needs while it is read."""


class Job(NamedTuple):
    """One thing to compute: its kind, and the name of the edition, comparison, source or face."""

    kind: str
    name: str


def processors() -> int:
    """Return how many processes may work at once."""
    return min(MOST, all_processors())


def jobs_of(shelf: Shelf) -> Iterator[Job]:
    """Yield everything that takes long, the longest first."""
    yield Job("engine", "")
    yield from (Job("whole", form) for form in whole.FORMS)
    yield from (Job("downloads", name) for name in shelf.options)
    yield from (Job("comparison", name) for name in shelf.comparisons)
    yield from (Job("claims", name) for name in claims_names() if shelf.comparisons)
    yield from (Job(kind, name) for kind in ("edition", "answers") for name in shelf.options)
    yield from (Job("face", face.name) for face in fonts.FACES if not fonts.missing())


def do(shelf: Shelf, job: Job) -> None:
    """Compute one thing, or take it from the cache."""
    match job.kind:
        case "comparison":
            shelf.comparison(job.name)
        case "claims":
            shelf.judged(job.name)
        case "edition":
            shelf.edition(job.name)
        case "answers":
            shelf.changing_answers(job.name)
            shelf.meaning_of_answers(job.name)
        case "engine":
            engine.prepare(shelf)
        case "whole":
            downloads.prepare_all(shelf, job.name)
        case "downloads":
            downloads.prepare(shelf, job.name)
        case _:
            fonts.woff2(next(face for face in fonts.FACES if face.name == job.name))


_shelf: list[Shelf] = []


def _set_up(*given: Any) -> None:
    _shelf[:] = [Shelf(*given)]


def _work(job: Job) -> None:
    # What is wrong with an edition is said where its pages are read.
    with suppress(Exception):
        do(_shelf[0], job)


def prepare(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Compute what the pages need, if many are read by several processes."""
    if len(docnames) <= FEW or app.parallel < 2:
        return
    from cc_dsl.edition.domain import domain_of

    shelf = domain_of(env).shelf
    key = repr((engines(), shelf.settings(), shelf.inputs.without_prose())).encode()
    if cache.get("prepared", "edition", key) is None:
        given = shelf.options, shelf.code, shelf.comparisons, shelf.counts
        with suppress(UserError):
            for _ in each(_work, list(jobs_of(shelf)), app.parallel, _set_up, *given):
                pass
        cache.put("prepared", "edition", key, b"")
    for job in jobs_of(shelf):
        if job.kind not in FILES:
            do(shelf, job)


def setup(app: Sphinx) -> None:
    """Prepare before pages are read."""
    app.connect("env-before-read-docs", prepare)
