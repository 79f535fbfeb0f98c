"""`circular figures`: count the figures that editions and comparisons store for their pages, if they are stale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.cli.context import context, json_option, load, print_result, workers_option
from cc_dsl.cli.progress import Progress
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.figures import StoredFigures
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.experiment import Tell

WHY = {
    "missing": "not counted yet",
    "changed by hand": "changed by hand",
    "other rules": "counted under other rules",
    "other count": "counted otherwise by this program",
    "": "counted again",
}
"""What is wrong with stored figures, in words."""


class _Job(NamedTuple):
    """One count that is declared: of what, what is wrong with the stored one, how large it is, and how to renew it."""

    of: str
    name: str
    wrong: str
    games: int
    renew: Callable[[Tell], StoredFigures]


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--only", multiple=True, metavar="STUDY", help="Only this count. May be given several times.")
@click.option("--all", "is_all", is_flag=True, help="Count everything again, also what is up to date.")
@workers_option
@json_option
def figures(names: tuple[str, ...], only: tuple[str, ...], is_all: bool, workers: int) -> None:
    """Count the figures that are stored beside editions and comparisons, as far as they are out of date.

    NAME is an edition, or a comparison such as 1860-1862; without one, all of the corpus are meant. studies.toml in
    the folder of an edition says what is counted. Figures are out of date if the rules mean something else now, if
    somebody has changed them by hand, or if this program counts something else. Each is stored with the command that
    counts it, its seed, the digests of rules and program, the version and the day.
    """
    every = names or (*resources.edition_names(), *resources.comparison_names())
    jobs = [job for name in every for job in _jobs(name, workers, not is_all)]
    known = dict.fromkeys(job.name for job in jobs)
    for name in only:
        if name not in known:
            raise click.UsageError(f"No count “{name}” is declared. These are: {', '.join(known) or 'nothing'}.")
    done = []
    for job in jobs:
        if (job.wrong or is_all) and (not only or job.name in only):
            if not context().as_json:
                terminal.say(f"{job.of} {job.name}: {WHY[job.wrong]}")
                terminal.flush()
            try:
                with Progress(job.games) as progress:
                    made = job.renew(progress)
            except OSError as error:
                raise UserError("output-failed", f"The figures cannot be written: {error.strerror}.") from None
            kept = {key: part for key, part in made.items() if key not in ("found", "sample")}
            done.append({"of": job.of, "name": job.name, "wrong": job.wrong, **kept})
    print_result(done, [] if done else ["Every declared figure is up to date."])


def _jobs(name: str, workers: int, samples: bool) -> Iterator[_Job]:
    """Yield the counts that an edition declares, or a comparison: of each question that its alignment names."""
    from cc_dsl.figures import stored_figures
    from cc_dsl.study import figures
    from cc_dsl.study.running import Processes

    if name not in resources.comparison_names():
        edition = load(name)
        figures.refuse_overlay(edition)
        found, players = stored_figures(edition.folder), Processes(workers)
        for one in figures.counts_of(edition).values():
            wrong = figures.fault(edition, one, found.get(one.name), samples)
            yield _Job(edition.name, one.name, wrong, one.games, partial(figures.store, edition, one, players))
        return
    from cc_dsl.compare.alignment import aligned_pairs, load_alignment
    from cc_dsl.compare.sampling import TRICKS, StoredSample

    first, second = (load(one) for pair in aligned_pairs() if "-".join(pair) == name for one in pair)
    questions = [*load_alignment(first, second).questions]
    for question in questions:
        sample = StoredSample(first.rules, second.rules, question)

        def store(tell: Tell, sample: StoredSample = sample) -> StoredFigures:
            return sample.store(workers, questions)

        yield _Job(name, question, sample.fault(sample.stored_figures, samples), TRICKS, store)


def faults_of_pairs(edition: Edition) -> dict[str, str]:
    """Return what is wrong with the stored counts of the comparisons with an edition, by the name of the comparison."""
    from cc_dsl.compare.alignment import aligned_pairs

    if edition.argument not in resources.edition_names():
        return {}  # what is stored is of the editions of the corpus
    names = ["-".join(pair) for pair in aligned_pairs() if edition.name in pair]
    jobs = [job for name in names for job in _jobs(name, 1, samples=False)]
    return {job.of: job.wrong for job in jobs if job.wrong not in ("", "missing")}
