"""The results of play in `circular compare`: verdicts on rows, counts over many deals, effects of open places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.documents import SampleDocument
    from cc_dsl.compare.report import Comparison, RowView
    from cc_dsl.pipeline import Edition


class Wants(NamedTuple):
    """The parts of the comparison of play that the options ask for."""

    play: bool = False
    numbers: bool = False
    readings: bool = False
    deals: int = 100_000
    workers: int = 1
    seed: int = 0
    verdicts: tuple[str, ...] = ()
    """The verdicts of the rows that are meant; none is all."""

    def of_verdict(self, rows: Iterable[RowView]) -> list[RowView]:
        """Return the rows that have one of the verdicts."""
        return [view for view in rows if not self.verdicts or view.verdict in self.verdicts]

    @property
    def anything(self) -> bool:
        """Whether anything is asked for."""
        return self.play or self.numbers or self.readings


def show(first: Edition, second: Edition, alignment: Alignment, wants: Wants, as_json: bool) -> int:
    """Show the parts of the comparison of play that are asked for; return 1 if a stored case no longer holds."""
    document: dict[str, object] = {"editions": [first.name, second.name]}
    broken: tuple[str, ...] = ()
    if wants.play:
        comparison = _verdicts(first, second, alignment, wants, as_json)
        broken, names = comparison.broken, (first.name, second.name)
        document["rows"] = [
            {"row": view.row.name, "verdict": view.said_verdict(names), "cases": [one.document for one in view.cases]}
            for view in wants.of_verdict(comparison.rows)
        ]
        document["broken"] = list(broken)
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


def _verdicts(first: Edition, second: Edition, alignment: Alignment, wants: Wants, is_quiet: bool) -> Comparison:
    """Compare two editions, and print the verdict on every row with the cases that show it."""
    from cc_dsl.compare.report import case_lines, column_lines, compare, verdict_counts

    comparison = compare(first, second, alignment)
    if is_quiet:
        return comparison
    rows = wants.of_verdict(comparison.rows)
    _say(column_lines(comparison.names, terminal.width()))
    for view in rows:
        terminal.say(terminal.paint(f"{view.row.name}  {view.said_verdict(comparison.names)}", "blue"))
        for case in view.cases:
            _say(case_lines(case, comparison.names, terminal.width()))
    terminal.say()
    terminal.say(verdict_counts(rows))
    if comparison.broken:
        terminal.say()
        terminal.say("These stored cases no longer hold:")
        for fault in comparison.broken:
            _say(terminal.wrapped(fault, "  "))
    return comparison


def _numbers(first: Edition, second: Edition, question: str, wants: Wants, is_quiet: bool) -> SampleDocument:
    from cc_dsl.compare.sampling import SampleSize, counted, sample_lines

    wanted = SampleSize(wants.deals, wants.seed, wants.workers)
    document = counted(first.rules, second.rules, question, wanted)
    _say([] if is_quiet else [*sample_lines(document), ""])
    return document


def _effects(edition: Edition, wants: Wants, is_quiet: bool) -> dict[str, object]:
    """Return what each other answer to an open place changes, from the stored results or measured now."""
    from cc_dsl.study.figures import effects_of
    from cc_dsl.study.report import effect_lines
    from cc_dsl.study.running import Processes

    found = effects_of(edition, Processes(wants.workers) if wants.workers > 1 else None)
    if not is_quiet:
        terminal.say(edition.display_name)
        terminal.show(effect_lines(found, edition.titles, terminal.width()))
        terminal.say()
    return {"edition": edition.name, **found}


def _say(lines: list[str]) -> None:
    terminal.show(lines)
