"""`circular count`: count exactly, over all ways to lay the pieces, how many give each best group or answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import edition_argument, json_option, load, readings_option
from cc_dsl.errors import UserError
from cc_dsl.words.layout import capital

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Rules
    from cc_dsl.study.exact import Odds


@click.command("count")
@edition_argument
@click.argument("what", metavar="WHAT")
@readings_option
@click.option("--fast", is_flag=True, help="Have Numba compile the count; it must be installed.")
@click.option(
    "--answers",
    is_flag=True,
    help="For a question: count the ways in which its answer changes under each other reading.",
)
@json_option
def command(edition: str, what: str, readings: tuple[str, ...], fast: bool, answers: bool, as_json: bool) -> None:
    """Count exactly, over every way to lay the pieces of a side, how many have which best group.

    WHAT is the plural of a group that the rules tell of each player, such as lines; or it is the name of a question,
    such as judge. Then all ways to lay its pieces for two players are counted by its answers, with the chance of each
    answer as a fraction.  With --answers it counts, for each other answer to an open place of the text, in exactly how
    many of these ways the answer to the question changes.
    """
    from cc_dsl.study import exact

    loaded = load(edition, readings)
    if answers or what in loaded.rules.questions:
        _refuse_uncountable(loaded.rules, what)
        if answers:
            _show_answers(loaded, what, as_json)
        else:
            _show_odds(edition, loaded.rules, what, as_json)
        return
    try:
        counts = exact.count_groups(loaded.rules, what, fast)
    except UserError as error:
        if what.lower() in exact.countable_groups(loaded.rules):
            raise
        questions = " or ".join(exact.countable_questions(loaded.rules))
        more = f" For the name of a question, {questions}, the chance of each of its answers is counted."
        raise click.UsageError(f"{error}{more if questions else ''}") from None
    if as_json:
        chosen = {d.name: d.chosen for d in loaded.rules.doubts.values() if d.chosen != d.default}
        document = {"edition": loaded.name, "total": counts.total, "counts": counts.counts, "readings": chosen}
        terminal.say_json({**document, "rules": loaded.rules.meaning})
        return
    named = {_group_in_words(loaded.rules, counts.group, key): number for key, number in counts.counts.items()}
    width = max(map(len, named))
    for name, number in named.items():
        terminal.say(f"{name:{width}}  {number:>12,}  {number / counts.total:8.3%}")
    terminal.say(f"{'in all':{width}}  {counts.total:>12,}")


def _group_in_words(rules: Rules, group: str, key: str) -> str:
    """Return the key of a best group in words: its class, its name and size, and the conditions that it meets."""
    from cc_dsl.rules.kinds import plural
    from cc_dsl.study.exact import NONE

    if key == NONE:
        return f"no {group}"
    kind, *conditions = key.split("+")
    sorts = {sort.name.lower(): sort.name for sort in rules.groups[group].sorts}
    places = {place.name.lower(): f"the {place.name}" for place in rules.places}
    said = []
    for part in kind.split(":"):
        if part in sorts:
            said.append(sorts[part])
        elif said and said[-1] in sorts.values():
            said[-1] += f" of {part} {rules.pieces.name if part == '1' else plural(rules.pieces.name)}"
        else:
            said.append(f"class {part}")
    having = " and ".join(places.get(one, one) for one in conditions)
    return ", ".join(said) + (f" with {having}" if having else "")


def _refuse_uncountable(rules: Rules, what: str) -> None:
    from cc_dsl.study.exact import countable_questions

    known = countable_questions(rules)
    if what not in known:
        raise click.UsageError(
            f"The answers to “{what}” cannot be counted in {rules.name}. Only a question can be counted that is given "
            "a fixed number of pieces for both players and a fixed number for each. "
            f"Such questions here: {', '.join(known) or 'none'}."
        )


def _progress() -> Callable[[int, int], None] | None:
    """Return what shows how much is counted, where somebody sees it."""

    def tell(done: int, of: int) -> None:
        sys.stderr.write(f"\r{done} of {of}{chr(10) if done == of else ''}")
        sys.stderr.flush()

    return tell if sys.stderr.isatty() else None


def _show_answers(edition: Edition, what: str, as_json: bool) -> None:
    """Print in how many ways the answer to a question changes under each other reading."""
    from cc_dsl.study import exact

    found = exact.count_readings(edition, what, _progress())
    if as_json:
        terminal.say_json(found)
        return
    terminal.say(edition.rules.questions[what].words)
    terminal.say(f"The answer changes in this many of the {found['total']:,} ways to lay the pieces:")
    for one in found["answers"]:
        terminal.say()
        terminal.say(f"  {capital(edition.titles.said(one['doubt'], one['answer']))}")
        for key, counted in one["changed"].items():
            if counted["count"] or key == exact.ANY:
                label = "the answer" if key == exact.ANY else key
                terminal.say(f"    {label:12} {_chance(counted['count'], found['total'])}")


def _show_odds(edition: str, rules: Rules, what: str, as_json: bool) -> None:
    """Print the chance of every answer to a question; exit with 1 if a belief of the rules is false."""
    from cc_dsl.study import exact

    found = exact.odds(rules, what, _progress())
    if as_json:
        terminal.say_json(exact.odds_document(rules, found))
    else:
        _say_odds(edition, rules, found)
    if any(belief.broken for belief in found.beliefs):
        raise SystemExit(1)


def _say_odds(edition: str, rules: Rules, found: Odds) -> None:
    import json

    terminal.say(rules.questions[found.question].words)
    for key, counts in found.parts.items():
        terminal.say()
        for value, number in counts.items():
            terminal.say(f"  {key:9} {_said(value):26} {_chance(number, found.total)}")
    terminal.say()
    terminal.say(f"  {'in all':36} {found.total:>18,}")
    for belief in found.beliefs:
        terminal.say()
        terminal.say(f"  “{belief.sentence}” [{', '.join(belief.clauses)}]")
        if not belief.broken:
            terminal.say("  holds in every case")
            continue
        terminal.say(f"  fails in {belief.broken:,} cases; one of them, for “circular judge {edition} --jsonl -”:")
        terminal.say(f"  {json.dumps(belief.example)}")


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_said, value))
    return "none" if value is None else str(value)


def _chance(number: int, total: int) -> str:
    from fractions import Fraction

    return f"{number:>18,}  {number / total:9.4%}  {Fraction(number, total)}"
