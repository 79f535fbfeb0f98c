"""`circular count`: count exactly, over all ways to lay the pieces, how many give each best group or answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from cc_dsl.cli.context import json_option, print_result, readings_option, takes_edition
from cc_dsl.cli.progress import Progress
from cc_dsl.errors import UserError
from cc_dsl.rules.kinds import plural
from cc_dsl.words.layout import capital

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Rules
    from cc_dsl.study.documents import ExactDocument


@click.command()
@takes_edition
@click.argument("what", metavar="WHAT")
@readings_option
@click.option("--fast", is_flag=True, help="Have Numba compile the count; it must be installed.")
@click.option(
    "--answers",
    is_flag=True,
    help="For a question: count the ways in which its answer changes under each other reading.",
)
@json_option
def count(edition: Edition, what: str, fast: bool, answers: bool) -> None:
    """Count exactly, over every way to lay the pieces of a side, how many have which best group.

    WHAT is the plural of a group that the rules tell of each player, such as lines; or it is the name of a question,
    such as judge. Then all ways to lay its pieces for two players are counted by its answers, with the chance of each
    answer as a fraction.  With --answers it counts, for each other answer to an open place of the text, in exactly how
    many of these ways the answer to the question changes.
    """
    from cc_dsl.study import exact

    rules = edition.rules
    known = exact.countable_questions(rules)
    if not answers and what not in rules.questions:
        try:
            counts = exact.count_groups(rules, what, fast)
        except UserError as error:
            if what.lower() in exact.countable_groups(rules):
                raise
            more = f" For the name of a question, {' or '.join(known)}, the chance of each of its answers is counted."
            raise click.UsageError(f"{error}{more if known else ''}") from None
        chosen = {doubt.name: doubt.chosen for doubt in rules.doubts.values() if doubt.chosen != doubt.default}
        document = {"edition": edition.name, "total": counts.total, "counts": counts.counts, "readings": chosen}
        named = {_group_in_words(rules, counts.group, key): number for key, number in counts.counts.items()}
        wide = max(map(len, named))
        lines = [f"{name:{wide}}  {number:>12,}  {number / counts.total:8.3%}" for name, number in named.items()]
        print_result({**document, "rules": rules.meaning}, [*lines, f"{'in all':{wide}}  {counts.total:>12,}"])
        return
    if what not in known:
        raise click.UsageError(
            f"The answers to “{what}” cannot be counted in {rules.name}. Only a question can be counted that is given "
            "a fixed number of pieces for both players and a fixed number for each. "
            f"Such questions here: {', '.join(known) or 'none'}."
        )
    with Progress(1, "The ways to lay the pieces are being counted"):
        changes = exact.count_readings(edition, what) if answers else None
        odds = exact.odds(rules, what) if changes is None else None
    if changes is not None:
        print_result(changes, _change_lines(edition, what, changes))
    if odds is not None:
        print_result(odds, _odds_lines(edition, odds))


def _group_in_words(rules: Rules, group: str, key: str) -> str:
    """Return the key of a best group in words: its class, its name and size, and the conditions that it meets."""
    from cc_dsl.study.exact import NONE

    if key == NONE:
        return f"no {group}"
    kind, *conditions = key.split("+")
    sorts = {sort.name.lower(): sort.name for sort in rules.groups[group].sorts}
    places = {place.name.lower(): f"the {place.name}" for place in rules.places}
    words: list[str] = []
    for part in kind.split(":"):
        if part in sorts:
            words.append(sorts[part])
        elif words and words[-1] in sorts.values():
            words[-1] += f" of {part} {rules.pieces.name if part == '1' else plural(rules.pieces.name)}"
        else:
            words.append(f"class {part}")
    having = " and ".join(places.get(one, one) for one in conditions)
    return ", ".join(words) + (f" with {having}" if having else "")


def _change_lines(edition: Edition, what: str, found: ExactDocument) -> Iterator[str]:
    """Yield in how many ways the answer to a question changes under each other reading."""
    from cc_dsl.study.exact import ANY

    yield edition.rules.questions[what].words
    yield f"The answer changes in this many of the {found['total']:,} ways to lay the pieces:"
    for one in found["answers"]:
        yield from ("", f"  {capital(edition.titles.said(one['doubt'], one['answer']))}")
        for key, counted in one["changed"].items():
            if counted["count"] or key == ANY:
                yield f"    {'the answer' if key == ANY else key:12} {_chance(counted['count'], found['total'])}"


def _odds_lines(edition: Edition, found: dict[str, Any]) -> Iterator[str]:
    """Yield the chance of every answer to a question."""
    yield edition.rules.questions[found["question"]].words
    for key, counts in found["parts"].items():
        yield ""
        for one in counts:
            yield f"  {key:9} {_value_in_words(one['value']):26} {_chance(one['count'], found['total'])}"
    yield from ("", f"  {'in all':36} {found['total']:>18,}")


def _value_in_words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_value_in_words, value))
    return "none" if value is None else str(value)


def _chance(number: int, total: int) -> str:
    return f"{number:>18,}  {number / total:9.4%}  {Fraction(number, total)}"
