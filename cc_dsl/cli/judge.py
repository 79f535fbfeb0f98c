"""`circular judge`: ask a question of the rules about pieces laid by hand.

The options are those of the question itself: the keys that the rules give to its pieces.
"""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import BUT, CHOOSING, edition_argument, json_option, load, readings_option
from cc_dsl.rules.kinds import PLAYER, a_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cc_dsl.engine.judge import Answer
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Asked, AskedStored, Question, Rules

FLAGS = frozenset({"--json", "--why", "--help", "-h"})
LINES = "--jsonl"


ASKED = "cc_dsl.asked"
"""The key under which the context stores the edition and the question of the arguments."""


class Judge(click.Command):
    """A command whose further options are those of the edition that is named among the arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Add the options of the question, then read the arguments."""
        args = _with_edition_behind(args)
        name = _edition_in(args)
        try:
            if name is None:
                raise click.UsageError("The EDITION is missing; its rules say what the question is given.", ctx)
            ctx.meta[BUT] = tuple(_values_of("--but", args))
            edition = load(name, [*itertools.chain.from_iterable(_values_of(word, args) for word in CHOOSING)])
            question = question_of(edition.rules, next(iter(_values_of("--question", args)[-1:]), None))
        except Exception:
            # Somebody who asks for help, or presses Tab, gets what there is.
            if ctx.resilient_parsing or any(arg in ctx.help_option_names for arg in args):
                return super().parse_args(ctx, args)
            raise
        ctx.meta[ASKED] = edition, question
        rules, none = edition.rules, "; none if it is left out or empty"
        own = [_option(one, "PIECES" if one.number > 1 else "PIECE", f"{_what(rules, one)};") for one in question.asked]
        own += [
            _option(one, one.kind.name.upper(), f"{a_name(one.kind.name)} for the {one.name},", none)
            for one in question.stored
        ]
        ctx.command = click.Command(
            self.name,
            callback=self.callback,
            params=[*self.params, *own],
            help=self.help,
            epilog=_questions(rules),
        )
        return ctx.command.parse_args(ctx, args)


def _with_edition_behind(args: list[str]) -> list[str]:
    """Read `--jsonl 1862` as “cases from standard input” if nothing else can be the edition."""
    if LINES in args and _edition_in(args) is None:
        place = args.index(LINES) + 1
        if place < len(args) and args[place] != "-" and not os.path.isfile(args[place]):
            return [*args[:place], "-", *args[place:]]
    return args


def _edition_in(args: list[str]) -> str | None:
    """Find the argument that names the edition: the first that is no option, nor what belongs to one."""
    place = 0
    while place < len(args):
        word = args[place]
        if word == "--":
            return args[place + 1] if place + 1 < len(args) else None
        if word == LINES:
            following = args[place + 1] if place + 1 < len(args) else "-"
            place += 1 if following.startswith("-") and following != "-" else 2
        elif not word.startswith("-") or word == "-":
            return word
        else:
            place += 1 if word in FLAGS or "=" in word else 2
    return None


def _values_of(option: str, args: list[str]) -> list[str]:
    """Return the values typed for an option, however often it occurs."""
    found = []
    for place, word in enumerate(args):
        if word.startswith(f"{option}="):
            found.append(word.removeprefix(f"{option}="))
        elif word == option and place + 1 < len(args):
            found.append(args[place + 1])
    return found


def question_of(rules: Rules, name: str | None) -> Question:
    """Return the question that is meant: the one named, or the first."""
    if not rules.questions:
        raise click.UsageError(f"The rules of {rules.name} answer no question about pieces laid by hand.")
    if name is None:
        return next(iter(rules.questions.values()))
    if name not in rules.questions:
        from cc_dsl.diagnostics.problem import nearest

        close = nearest(name, rules.questions) or list(rules.questions)
        raise click.UsageError(
            f"The rules of {rules.name} have no question “{name}”. Do you mean {' or '.join(close)}?"
        )
    return rules.questions[name]


def _questions(rules: Rules) -> str:
    """List the questions of the rules, with the options for the pieces of each."""
    listed = ["\b", f"The questions of {rules.name}; without --question the first is meant:"]
    for question in rules.questions.values():
        given = " ".join(f"--{asked.key}" for asked in question.given)
        listed += [f"  --question {question.name} {given}".rstrip(), f"      {question.words}"]
    return "\n".join(listed)


def _option(asked: Asked | AskedStored, metavar: str, what: str, end: str = "") -> click.Option:
    """Make the option for one thing that a question is given."""
    times = f" once for each {asked.owner.name}, in their order" if asked.owner is not None else ""
    return click.Option(
        [f"--{asked.key}", f"given_{asked.key.replace('-', '_')}"],
        multiple=True,
        metavar=metavar,
        help=f"{f'{what}{times}' if times else what[:-1]}{end}.",
    )


def _what(rules: Rules, asked: Asked) -> str:
    """Return the given pieces, in the words of the rules."""
    from cc_dsl.engine.judge import so_many

    place = next(place.name for place in rules.places if place.base == asked.place)
    state = f", {rules.states[asked.state]}" if asked.state else ""
    whose = "the" if asked.owner is None else f"{a_name(asked.owner.name)}’s"
    return f"{so_many(rules.pieces.name, asked)} for {whose} {place}{state}"


@click.command(
    "judge",
    cls=Judge,
    help="""Ask a question of the rules of an EDITION about pieces laid by hand.

    What the question is given are options with the names that the rules use;
    “circular judge EDITION --help” shows them. For example:

    \b
      circular judge 1862 --lead 5H --side "AS 7C 6D" --side "KD 9C 2H"
    """,
)
@edition_argument
@click.option("--question", metavar="NAME", help="The question, if not the first of the rules.")
@readings_option
@click.option("--why", is_flag=True, help="Explain the whole answer, with every reason.")
@click.option(
    LINES,
    "lines",
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Read one case a line, as JSON, from the file or from standard input; write one answer a line.",
)
@json_option
def command(
    edition: str,
    question: str | None,
    readings: tuple[str, ...],
    why: bool,
    lines: str | None,
    as_json: bool,
    **given: tuple[str, ...],
) -> int:
    """Judge one case, or many."""
    loaded, chosen = click.get_current_context().meta[ASKED]
    typed = {asked.key: given.get(f"given_{asked.key.replace('-', '_')}", ()) for asked in chosen.given}
    if lines is not None:
        from cc_dsl.cli.cases import judge_lines

        if why or any(typed.values()):
            raise click.UsageError("With --jsonl all cases stand in the lines; give no others beside them.")
        click.get_current_context().meta[terminal.IS_DATA] = True
        return judge_lines(loaded.rules, chosen, lines)
    judge_one(loaded, chosen, typed, why, as_json)
    return 0


def judge_one(
    edition: Edition, question: Question, typed: dict[str, tuple[str, ...]], why: bool, as_json: bool
) -> None:
    """Judge the case that was typed, and print the answer."""
    from cc_dsl.engine.judge import answer

    asked_here = [asked for asked in question.asked if typed[asked.key] or asked.least]
    given = {asked.key: _given(edition, asked, typed[asked.key]) for asked in asked_here}
    given |= {stored.key: list(typed[stored.key]) for stored in question.stored if typed[stored.key]}
    found = answer(edition.rules, question.name, given)
    if as_json:
        document = found.document
        if why:
            from cc_dsl.words.reasons import document_of

            document["why"] = [document_of(decision) for decision in found.decisions]
        terminal.say_json(document)
    else:
        _show(edition, question, given, found, why)


def _given(edition: Edition, asked: Asked, typed: tuple[str, ...]) -> str | list[str]:
    """Check how often an option was given."""
    rules = edition.rules
    what = _what(rules, asked)
    if not typed:
        times = f" It is given once for each {asked.owner.name}, in their order." if asked.owner is not None else ""
        raise click.UsageError(f"--{asked.key} is missing: the question needs {what}.{times}")
    if not asked.is_owned:
        if len(typed) > 1:
            raise click.UsageError(f"--{asked.key} is given {len(typed)} times, but there is only one: {what}.")
        return typed[0]
    if asked.owner is not None and asked.owner != PLAYER:
        return list(typed)
    if not rules.seats[0] <= len(typed) <= rules.seats[1]:
        from cc_dsl.words.book import seats_quoted

        count = "once" if len(typed) == 1 else f"{len(typed)} times"
        raise click.UsageError(
            f"--{asked.key} is given {count}, but {seats_quoted(edition)}. Give {what} for each, in their order."
        )
    return list(typed)


# ------------------------------------------------------------------------------------------------- as text


def _show(edition: Edition, question: Question, given: Mapping[str, Sequence[str]], found: Answer, why: bool) -> None:
    """Print an answer for somebody who reads it."""
    from cc_dsl.cli.tables import branches, ink_for, speaker_for
    from cc_dsl.words.answers import Reader, judged

    reader = Reader(ink_for(edition.rules), branches(), terminal.width(), terminal.paint)
    terminal.show(judged(question, given, found, speaker_for(edition, found.seats), reader, why))
    if not why:
        terminal.say()
        terminal.say(terminal.paint("  --why tells each step.", "faint"))
