"""`circular figures`: count the figures that editions and comparisons store for their pages, if they are stale."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cc_dsl.compare.sampling import StoredSample
    from cc_dsl.figures import StoredFigures
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.experiment import Tell

WHY = {
    "missing": "not counted yet",
    "changed by hand": "changed by hand",
    "other rules": "counted under other rules",
    "other count": "counted otherwise by this program",
}
"""What is wrong with stored figures, in words."""


class _Job(NamedTuple):
    """One count that is declared: of what, what is wrong with the stored one, how large it is, and how to renew it."""

    of: str
    name: str
    wrong: str
    games: int
    renew: Callable[[Tell], StoredFigures]


@click.command("figures")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--only", multiple=True, metavar="STUDY", help="Only this count. May be given several times.")
@click.option("--all", "is_all", is_flag=True, help="Count everything again, also what is up to date.")
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of processes.")
@json_option
def command(names: tuple[str, ...], only: tuple[str, ...], is_all: bool, workers: int, as_json: bool) -> None:
    """Count the figures that are stored beside editions and comparisons, as far as they are out of date.

    NAME is an edition, or a comparison such as 1860-1862; without one, all of the corpus are meant. studies.toml in
    the folder of an edition says what is counted. Figures are out of date if the rules mean something else now, if
    somebody has changed them by hand, or if this program counts something else. Each is stored with the command that
    counts it, its seed, the digests of rules and program, the version and the day.
    """
    from cc_dsl.cli.progress import Progress

    jobs = [job for name in names or _all() for job in _jobs(name, workers, not is_all)]
    unknown = [name for name in only if name not in {job.name for job in jobs}]
    if unknown:
        known = ", ".join(dict.fromkeys(job.name for job in jobs)) or "nothing"
        raise click.UsageError(f"No count “{unknown[0]}” is declared. These are: {known}.")
    done = []
    for job in jobs:
        if (job.wrong or is_all) and (not only or job.name in only):
            if not as_json:
                terminal.say(f"{job.of} {job.name}: {WHY.get(job.wrong, 'counted again')}")
                terminal.flush()
            try:
                with Progress(job.games) as progress:
                    made = job.renew(progress)
            except OSError as error:
                raise UserError("output-failed", f"The figures cannot be written: {error.strerror}.") from None
            kept = {key: part for key, part in made.items() if key not in ("found", "sample")}
            done.append({"of": job.of, "name": job.name, "wrong": job.wrong, **kept})
    if as_json:
        terminal.say_json(done)
    elif not done:
        terminal.say("Every declared figure is up to date.")


def _all() -> list[str]:
    from cc_dsl import resources

    return [*resources.edition_names(), *resources.comparison_names()]


def _jobs(name: str, workers: int, samples: bool) -> Iterator[_Job]:
    """Yield the counts that an edition or a comparison declares."""
    from cc_dsl import resources

    if name in resources.comparison_names():
        yield from _jobs_of_pair(name, workers, samples)
        return
    from cc_dsl.cli.options import load
    from cc_dsl.figures import stored
    from cc_dsl.study import figures
    from cc_dsl.study.running import Processes

    edition = load(name, ())
    figures.refuse_overlay(edition)
    found = stored(edition.folder)
    players = Processes(workers)
    for one in figures.counts_of(edition).values():
        wrong = figures.fault(edition, one, found.get(one.name), samples)
        yield _Job(edition.name, one.name, wrong, one.games, partial(figures.store, edition, one, players))


def _jobs_of_pair(name: str, workers: int, samples: bool) -> Iterator[_Job]:
    """Yield the counts of a comparison: of each question that its alignment names."""
    from cc_dsl.cli.options import load
    from cc_dsl.compare.alignment import aligned_pairs, load_alignment
    from cc_dsl.compare.sampling import TRICKS, StoredSample

    one_edition, other = (load(one, ()) for pair in aligned_pairs() if "-".join(pair) == name for one in pair)
    alignment, first, second = load_alignment(one_edition, other), one_edition.rules, other.rules
    for question in alignment.questions:
        one = StoredSample(first, second, question)
        wrong = one.fault(one.stored, samples)
        yield _Job(name, question, wrong, TRICKS, partial(_store_pair, one, workers, [*alignment.questions]))


def _store_pair(one: StoredSample, workers: int, names: list[str], _: Tell) -> StoredFigures:
    return one.store(workers, names)


def faults_of_pairs(edition: Edition) -> dict[str, str]:
    """Return what is wrong with the stored counts of the comparisons with an edition, by the name of the comparison."""
    from cc_dsl import resources
    from cc_dsl.compare.alignment import aligned_pairs

    if edition.argument not in resources.edition_names():
        return {}  # what is stored is of the editions of the corpus
    names = ["-".join(pair) for pair in aligned_pairs() if edition.name in pair]
    jobs = [job for name in names for job in _jobs_of_pair(name, 1, samples=False)]
    return {job.of: job.wrong for job in jobs if job.wrong not in ("", "missing")}
