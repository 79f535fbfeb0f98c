"""The results of play in `circular compare`: verdicts on rows, counts over many deals, effects of open places."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.play.cases import BrokenCase
    from cc_dsl.compare.play.documents import SampleDocument
    from cc_dsl.compare.play.verdicts import RowVerdict
    from cc_dsl.pipeline import Edition


SEARCH_SECONDS = 900.0
"""The default limit of a search in seconds of processor time."""


class Wants(NamedTuple):
    """The parts of the comparison of play that the options ask for."""

    play: bool = False
    numbers: bool = False
    readings: bool = False
    deals: int = 100_000
    seconds: float | None = None
    workers: int = 1
    seed: int = 0
    shelve: bool = False

    @property
    def anything(self) -> bool:
        """Whether anything is asked for."""
        return self.play or self.numbers or self.readings


def search(
    first: Edition, second: Edition, alignment: Alignment, wants: Wants, rows: list[str] | None, as_json: bool
) -> int:
    """Search the cases of all rows, or of some, again, and write them beside the alignment; 1 if the time was over."""
    from cc_dsl.compare.play.cases import FILE
    from cc_dsl.compare.play.clock import Clock
    from cc_dsl.compare.play.verdicts import searched

    path = os.path.join(alignment.folder, FILE)
    clock = Clock(SEARCH_SECONDS if wants.seconds is None else wants.seconds)

    def keep(text: str) -> None:
        try:
            with open(path, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise UserError("output-failed", f"{path} cannot be written: {error.strerror}.") from None

    limit = f"{clock.seconds:g} second{'s' if clock.seconds != 1 else ''}"
    said = f"The search takes at most {limit} of processor time; {path} keeps what it finds."
    click.echo("\n".join(terminal.wrapped(said)), err=True)
    found = searched(first, second, alignment, wants.seed, rows, _tell_progress, clock, keep)
    keep(found.text)
    if as_json:
        terminal.say_json({"file": path, "found": list(found.found), "left": list(found.left)})
        return 1 if found.left else 0
    cases = found.text.count("[[case]]")
    has = f"{cases} case{'s' if cases != 1 else ''}"
    terminal.say(f"{path} now has {has}; this search found {len(found.found)} of them.")
    if found.left:
        said = (
            f"Not searched to the end in {limit} of processor time, so that the cases that the file "
            f"had of them are kept: {', '.join(found.left)}. Give the search more time:   --seconds"
        )
        for line in terminal.wrapped(said):
            terminal.say(line)
    return 1 if found.left else 0


def _tell_progress(row: str) -> None:
    click.echo(f"searching {row}", err=True)


def show(first: Edition, second: Edition, alignment: Alignment, wants: Wants, as_json: bool) -> int:
    """Show the parts of the comparison of play that are asked for; return 1 if a stored case no longer holds."""
    document: dict[str, object] = {"editions": [first.name, second.name]}
    broken: list[BrokenCase] = []
    if wants.play:
        verdicts, broken = _verdicts(first, second, alignment, as_json)
        document["rows"] = [{"row": one.row, "verdict": one.verdict, **one.play} for one in verdicts]
        document["broken"] = [one._asdict() for one in broken]
    if wants.numbers and not alignment.questions:
        said = f"The alignment of {first.name} and {second.name} names no question that both can answer."
        if not (wants.play or wants.readings):
            raise click.UsageError(said)
        _say([] if as_json else [said])
    if wants.numbers and alignment.questions:
        document["numbers"] = [_numbers(first, second, one, wants, as_json) for one in alignment.questions]
    if wants.readings:
        document["readings"] = [_effects(edition, wants, as_json) for edition in (first, second)]
    if as_json:
        terminal.say_json(document)
    return 1 if broken else 0


def _verdicts(
    first: Edition, second: Edition, alignment: Alignment, is_quiet: bool
) -> tuple[tuple[RowVerdict, ...], list[BrokenCase]]:
    """Return the verdict on every row, and print it with the sentence that supports it."""
    from cc_dsl.compare.play.verdicts import verdicts_of
    from cc_dsl.compare.report import group_sentences
    from cc_dsl.compare.tellings import verdict_counts

    verdicts, broken = verdicts_of(first, second, alignment)
    if is_quiet:
        return verdicts, broken
    for one in verdicts:
        terminal.say(terminal.paint(f"{one.row}  {one.verdict}", "blue"))
        for sentence in (one.sentence, *group_sentences(one.play)):
            for line in terminal.wrapped(sentence):
                terminal.say(f"  {line}")
    terminal.say()
    terminal.say(verdict_counts({one.row: one.verdict for one in verdicts}))
    if broken:
        terminal.say()
        terminal.say("These stored cases no longer hold:")
        for fault in broken:
            for line in terminal.wrapped(fault.sentence):
                terminal.say(f"  {line}")
        terminal.say(f"Search again:   circular compare {alignment.first} {alignment.second} --search")
    return verdicts, broken


def _numbers(first: Edition, second: Edition, question: str, wants: Wants, is_quiet: bool) -> SampleDocument:
    from cc_dsl.compare.play.sampling import SampleSize, counted
    from cc_dsl.compare.tellings import sample_lines

    wanted = SampleSize(wants.deals, wants.seed, wants.workers)
    if wants.shelve and not {first.argument, second.argument} <= set(resources.edition_names()):
        raise click.UsageError("--shelve stores counts of editions of the corpus; these are not both of it.")
    document = counted(first.rules, second.rules, question, wanted, wants.shelve)
    _say([] if is_quiet else [*sample_lines(document), ""])
    return document


def _effects(edition: Edition, wants: Wants, is_quiet: bool) -> dict[str, object]:
    """Return what each other answer to an open place changes, from the stored results or measured now."""
    from cc_dsl.study.effect_lines import effect_lines
    from cc_dsl.study.measured import effects_of
    from cc_dsl.study.running import Processes

    found = effects_of(edition, Processes(wants.workers) if wants.workers > 1 else None, wants.shelve)
    if not is_quiet:
        terminal.say(edition.display_name)
        for line in effect_lines(found, edition.titles, terminal.width()):
            terminal.say(line)
        terminal.say()
    return {"edition": edition.name, **found}


def _say(lines: list[str]) -> None:
    for line in lines:
        terminal.say(line)
