"""`circular figures`: count the figures that editions and comparisons store for their pages, if they are stale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.cli.context import context, json_option, load, print_result, workers_option
from cc_dsl.cli.progress import Progress
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.figures import Count
    from cc_dsl.pipeline import Edition

WHY = {
    "missing": "not counted yet",
    "changed by hand": "changed by hand",
    "other rules": "counted under other rules",
    "other count": "counted otherwise by this program",
    "": "counted again",
}
"""What is wrong with stored figures, in words."""


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
    counts = [count for name in every for count in _counts(name, workers)]
    known = dict.fromkeys(count.name for count in counts)
    for name in only:
        if name not in known:
            raise click.UsageError(f"No count “{name}” is declared. These are: {', '.join(known) or 'nothing'}.")
    done = []
    for count in counts:
        wrong = count.fault(not is_all)
        if (wrong or is_all) and (not only or count.name in only):
            if not context().as_json:
                terminal.say(f"{count.of} {count.name}: {WHY[wrong]}")
                terminal.flush()
            try:
                with Progress(count.games) as progress:
                    made = count.store(progress)
            except OSError as error:
                raise UserError("output-failed", f"The figures cannot be written: {error.strerror}.") from None
            kept = {key: part for key, part in made.items() if key not in ("found", "sample")}
            done.append({"of": count.of, "name": count.name, "wrong": wrong, **kept})
    print_result(done, [] if done else ["Every declared figure is up to date."])


def _counts(name: str, workers: int) -> Iterator[Count]:
    """Yield the counts that an edition declares, or a comparison: of each question that its alignment names."""
    from cc_dsl.study.running import Processes

    if name not in resources.comparison_names():
        from cc_dsl.study import figures

        edition = load(name)
        figures.refuse_overlay(edition)
        for asked in figures.counts_of(edition).values():
            yield figures.count_of(edition, asked, Processes(workers))
        return
    from cc_dsl.compare.alignment import aligned_pairs, load_alignment
    from cc_dsl.compare.sampling import count_of

    first, second = (load(one) for pair in aligned_pairs() if "-".join(pair) == name for one in pair)
    questions = [*load_alignment(first, second).questions]
    yield from (count_of(first.rules, second.rules, question, questions, workers) for question in questions)


def faults_of_pairs(edition: Edition) -> dict[str, str]:
    """Return what is wrong with the stored counts of the comparisons with an edition, by the name of the comparison."""
    from cc_dsl.compare.alignment import aligned_pairs

    if edition.argument not in resources.edition_names():
        return {}  # what is stored is of the editions of the corpus
    names = ["-".join(pair) for pair in aligned_pairs() if edition.name in pair]
    wrong = {count.of: count.fault() for name in names for count in _counts(name, 1)}
    return {of: why for of, why in wrong.items() if why not in ("", "missing")}
