"""What `circular compare` shows of play: verdicts on rows, counts over many deals, how much each doubt matters."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.cli import terminal
from cc_dsl.cli.options import Refused

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.play.cases import Broken
    from cc_dsl.compare.play.verdicts import Verdict
    from cc_dsl.pipeline import Edition


class Wants(NamedTuple):
    """What of play is asked for."""

    play: bool = False
    numbers: bool = False
    readings: bool = False
    deals: int = 100_000
    workers: int = 1
    seed: int = 0
    shelve: bool = False

    @property
    def anything(self) -> bool:
        """Whether anything is asked for."""
        return self.play or self.numbers or self.readings


def search(first: Edition, second: Edition, alignment: Alignment, seed: int) -> None:
    """Search the cases anew and write them beside the alignment; it takes some minutes."""
    from cc_dsl.compare.play.cases import FILE
    from cc_dsl.compare.play.verdicts import searched

    path = os.path.join(alignment.folder, FILE)
    text = searched(first, second, alignment, seed)
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise Refused("output-failed", f"{path} cannot be written: {error.strerror}.") from None
    cases = text.count("[[case]]")
    terminal.say(f"{cases} cases are written to {path}.")


def show(first: Edition, second: Edition, alignment: Alignment, wants: Wants, as_json: bool) -> int:
    """Show what of play is asked for; 1 if a case that was kept no longer holds."""
    document: dict[str, Any] = {"editions": [first.name, second.name]}
    broken: list[Broken] = []
    if wants.play:
        verdicts, broken = _verdicts(first, second, alignment, as_json)
        document["rows"] = [{"row": one.row, "verdict": one.verdict, **one.play} for one in verdicts]
        document["broken"] = [one._asdict() for one in broken]
    for question in alignment.questions:
        if wants.numbers:
            document.setdefault("numbers", []).append(_numbers(first, second, question, wants, as_json))
    if wants.readings:
        document["readings"] = [_effects(edition, wants, as_json) for edition in (first, second)]
    if as_json:
        terminal.say_json(document)
    return 1 if broken else 0


def _verdicts(
    first: Edition, second: Edition, alignment: Alignment, is_quiet: bool
) -> tuple[tuple[Verdict, ...], list[Broken]]:
    """Give the verdict on every row, and say it, with the sentence that bears it out."""
    from cc_dsl.compare.play.verdicts import verdicts_of
    from cc_dsl.compare.tellings import verdict_counts

    verdicts, broken = verdicts_of(first, second, alignment)
    if is_quiet:
        return verdicts, broken
    for one in verdicts:
        terminal.say(terminal.paint(f"{one.row}  {one.verdict}", "blue"))
        for line in terminal.wrapped(one.sentence):
            terminal.say(f"  {line}")
    terminal.say()
    terminal.say(verdict_counts({one.row: one.verdict for one in verdicts}))
    if broken:
        terminal.say()
        terminal.say("Cases that no longer hold:")
        for fault in broken:
            for line in terminal.wrapped(fault.sentence):
                terminal.say(f"  {line}")
        terminal.say(f"Search again:   circular compare {alignment.first} {alignment.second} --search")
    return verdicts, broken


def _numbers(first: Edition, second: Edition, question: str, wants: Wants, is_quiet: bool) -> dict[str, Any]:
    from cc_dsl.compare.play.sampling import Wanted, counted
    from cc_dsl.compare.tellings import sample_lines

    wanted = Wanted(wants.deals, wants.seed, wants.workers)
    document = counted(first.rules, second.rules, question, wanted, wants.shelve)
    _say([] if is_quiet else [*sample_lines(document), ""])
    return document


def _effects(edition: Edition, wants: Wants, is_quiet: bool) -> dict[str, Any]:
    """Give what each other answer to an open place changes: what the edition keeps of it, or what is found now."""
    from cc_dsl.cli.studying import show_effects
    from cc_dsl.study.measured import effects_of
    from cc_dsl.study.running import Processes

    found = effects_of(edition, Processes(wants.workers) if wants.workers > 1 else None, wants.shelve)
    if not is_quiet:
        terminal.say(edition.rules.title)
        show_effects(found)
        terminal.say()
    return {"edition": edition.name, **found}


def _say(lines: list[str]) -> None:
    for line in lines:
        terminal.say(line)
