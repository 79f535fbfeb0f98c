"""`circular judge`: answer a question about pieces laid by hand, or about many cases, one on each line.

Its options are the keys that the rules give to the pieces of the question.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from cc_dsl.cli import context, terminal
from cc_dsl.diagnostics.problem import either, nearest
from cc_dsl.engine.judge import answer, count_in_words
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.rules.kinds import PLAYER, a_name, plural, spelt
from cc_dsl.rules.model import Input, Question, Rules, StoredInput
from cc_dsl.source.phrases import phrases_in
from cc_dsl.words.answers import answer_lines
from cc_dsl.words.book import seats_quoted
from cc_dsl.words.reasons import document_of

LINES = "--jsonl"
ASKED = "cc_dsl.asked"
"""The key under which the context of click has the edition and the question of the arguments."""
LONGEST_LINE = 100_000
MOST_MESSAGES = 20


class Judge(click.Command):
    """A command with further options, which come from the edition named among its arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Add the options of the question, then read the arguments."""
        try:
            name, known_words = self._split_arguments(ctx, args)
            lines = known_words.get("lines")
            if name is None and lines is not None and lines != "-" and not os.path.isfile(lines):
                # In “--jsonl 1862”, 1862 is the edition, and the cases come from standard input.
                name, args = lines, [*args]
                args.insert(args.index(LINES) + 1, "-")
            if name is None:
                raise click.UsageError("The EDITION is missing; its rules determine which pieces to give.", ctx)
            context.current().changes = tuple(known_words.get("but", ()))
            edition = context.load(name, known_words.get("readings", ()))
            question = _question_of(edition.rules, known_words.get("question"))
        except Exception:  # for --help or completion, do without the edition
            if ctx.resilient_parsing or any(arg in ctx.help_option_names for arg in args):
                return super().parse_args(ctx, args)
            raise
        ctx.meta[ASKED] = edition, question
        # The words of the edition are read only for --help.
        is_help = any(arg in ctx.help_option_names for arg in args)
        rules, names = edition.rules, phrases_in(edition.folder).names if is_help else {}
        own = [_option(rules, names, asked) for asked in question.inputs]
        question_lines = ["\b", f"The questions of {rules.name}; without --question the first is asked:"]
        for each in rules.questions.values():
            options = " ".join(f"--{asked.key}" for asked in each.inputs)
            question_lines += [f"  --question {each.name} {options}".rstrip(), f"      {each.words}"]
        params, epilog = [*self.params, *own], "\n".join(question_lines)
        ctx.command = click.Command(self.name, callback=self.callback, params=params, help=self.help, epilog=epilog)
        try:
            return ctx.command.parse_args(ctx, args)
        except click.NoSuchOption as error:
            keys = {f"--{asked.key}": each.name for each in rules.questions.values() for asked in each.inputs}
            if error.option_name not in keys:
                raise
            words = f"The question {question.name} does not take {error.option_name}."
            raise click.UsageError(f"{words} Write:   --question {keys[error.option_name]}", ctx) from None

    def _split_arguments(self, ctx: click.Context, args: list[str]) -> tuple[str | None, dict[str, Any]]:
        """Return the edition among the arguments, and the values of all options except those of its questions."""
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        names = {"-", "--", *(name for option in options for name in option.opts)}
        rest, words = [], iter(args)
        for word in words:  # drop the options of the question with their values, which click does not know here
            if not word.startswith("-") or word.partition("=")[0] in names:
                rest.append(word)
            elif "=" not in word:
                next(words, None)
        parser = click.Command(self.name, params=[*options], add_help_option=False).make_parser(ctx)
        values, left, _ = parser.parse_args(rest)
        return next(iter(left), None), values


def _question_of(rules: Rules, name: str | None) -> Question:
    """Return the question of a name, or the first question."""
    if not rules.questions:
        raise click.UsageError(f"The rules of {rules.name} answer no question about pieces that you lay out.")
    if name is None:
        return next(iter(rules.questions.values()))
    if name not in rules.questions:
        close = nearest(name, rules.questions) or list(rules.questions)
        raise click.UsageError(f"The rules of {rules.name} have no question “{name}”. Do you mean {either(close)}?")
    return rules.questions[name]


def _words_for(names: Mapping[str, str], name: str) -> str:
    """Return a name of the rules in words."""
    return names.get(name, spelt(name))


def _option(rules: Rules, names: Mapping[str, str], asked: Input | StoredInput) -> click.Option:
    """Make the option for one input of a question; its help says what it takes, and how often it is given."""
    if isinstance(asked, Input):
        metavar, sign, end = "PIECES" if asked.number > 1 else "PIECE", ";", ""
        words = _input_in_words(rules, names, asked)
    else:
        metavar, sign, end = asked.kind.name.upper(), ",", "; none if it is left out or empty"
        words = f"{a_name(_words_for(names, asked.kind.name))} for the {_words_for(names, asked.name)}"
    times = f"{sign} once for each {_words_for(names, asked.owner.name)}, in order" if asked.owner is not None else ""
    names_of_option = [f"--{asked.key}", _parameter_of(asked.key)]
    return click.Option(names_of_option, multiple=True, metavar=metavar, help=f"{words}{times}{end}.")


def _parameter_of(key: str) -> str:
    """Return the name under which click passes the option for an input."""
    return f"given_{key.replace('-', '_')}"


def _input_in_words(rules: Rules, names: Mapping[str, str], asked_input: Input) -> str:
    """Return an input of a question in words."""
    owner = asked_input.owner
    place = next(place.name for place in rules.places if place.base == asked_input.place)
    state = f", {_words_for(names, rules.states[asked_input.state])}" if asked_input.state else ""
    whose = "the" if owner is None else f"{a_name(_words_for(names, owner.name))}’s"
    return f"{count_in_words(rules.pieces.name, asked_input)} for {whose} {_words_for(names, place)}{state}"


@click.command(cls=Judge)
@context.edition_argument
@click.option("--question", metavar="NAME", help="The question to ask; by default, the first in the rules.")
@context.readings_option
@click.option("--why", is_flag=True, help="Explain the whole answer, with every reason.")
@click.option(
    LINES,
    "lines",
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Read one case, as JSON, from each line of the file or of standard input; write one answer for each.",
)
@context.json_option
def judge(
    edition: str,
    question: str | None,
    readings: tuple[str, ...],
    why: bool,
    lines: str | None,
    **option_values: tuple[str, ...],
) -> int:
    """Ask the rules of an EDITION about pieces that you lay out.

    Give the pieces in options whose names come from the rules;
    “circular judge EDITION --help” shows them. For example:

    \b
      circular judge 1862 --lead 5H --side "AS 7C 6D" --side "KD 9C 2H"
    """
    loaded, question_asked = click.get_current_context().meta[ASKED]
    typed_words = {asked.key: option_values.get(_parameter_of(asked.key), ()) for asked in question_asked.inputs}
    if lines is not None:
        if why or any(typed_words.values()):
            raise click.UsageError("With --jsonl every case is a line of input; give no pieces as options.")
        context.current().is_data = True
        return judge_lines(loaded.rules, question_asked, lines)
    asked_here = [asked for asked in question_asked.piece_inputs if typed_words[asked.key] or asked.least]
    pieces = {asked.key: _check_count(loaded, asked, typed_words[asked.key]) for asked in asked_here}
    pieces |= {stored.key: [*words] for stored in question_asked.stored if (words := typed_words[stored.key])}
    judgement = answer(loaded.rules, question_asked.name, pieces)

    def document() -> dict[str, object]:
        reasons = {"why": [document_of(decision) for decision in judgement.decisions_for()]} if why else {}
        return judgement.document | reasons

    def answer_in_words() -> Iterator[str]:
        speaker = terminal.speaker_for(loaded, judgement.seats)
        yield from answer_lines(question_asked, pieces, judgement, speaker, terminal.width(), terminal.paint, why)
        if not why:
            yield from ("", terminal.paint("  --why shows each step.", "faint"))

    context.print_result(document, answer_in_words())
    return 0


def _check_count(edition: Edition, asked_input: Input, typed_words: tuple[str, ...]) -> str | list[str]:
    """Return the words typed for an input, one text for each owner; raise a UsageError for a wrong number of them."""
    rules, count, owner = edition.rules, len(typed_words), asked_input.owner
    is_of_players = owner is None or owner == PLAYER
    is_seated = rules.seats[0] <= count <= rules.seats[1] or not is_of_players
    if count and (is_seated if asked_input.is_owned else count == 1):
        return [*typed_words] if asked_input.is_owned else typed_words[0]
    names = phrases_in(edition.folder).names
    what = _input_in_words(rules, names, asked_input)
    if not typed_words:
        times = f" Give it once for each {_words_for(names, owner.name)}, in order." if owner is not None else ""
        raise click.UsageError(f"--{asked_input.key} is missing: the question needs {what}.{times}")
    if not asked_input.is_owned:
        raise click.UsageError(f"--{asked_input.key} is given {count} times, but it can be given only once: {what}.")
    times = "once" if count == 1 else f"{count} times"
    raise click.UsageError(
        f"--{asked_input.key} is given {times}, but {seats_quoted(edition)}. "
        f"Give --{asked_input.key} once for each of them, in order: each time {what}."
    )


# --------------------------------------------------------------------------------- cases in JSON lines


def judge_lines(rules: Rules, question: Question, path: str) -> int:
    """Judge every line of a file, or of standard input; return the exit status.

    The answer to a bad line is its error. No state is kept between lines, so a file of any length needs no more memory
    than its longest line.
    """
    import json

    if path == "-" and sys.stdin is None:
        raise click.UsageError("There is nothing to read: no cases are piped in.")
    try:
        file = sys.stdin.buffer if path == "-" else open(path, "rb")  # noqa: SIM115 - read below
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.ClickException(f"I could not read {path}: {reason}.") from None
    names = {plural(asked.key) if asked.owner is not None else asked.key: asked for asked in question.inputs}
    bad = 0
    with file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), 1):
            if not line.strip():
                continue
            try:
                if len(line) > LONGEST_LINE:
                    while line and not line.endswith(b"\n"):
                        line = file.readline(LONGEST_LINE)
                    raise UserError("bad-case", f"The line has more than {LONGEST_LINE:,} bytes.")
                document = answer(rules, question.name, _read_case(line, names)).document
            except UserError as fault:
                bad += 1
                document = {"error": str(fault), "line": number}
                if bad <= MOST_MESSAGES:
                    terminal.complain(f"line {number}: {fault}")
            sys.stdout.write(json.dumps(document) + "\n")
            sys.stdout.flush()
    if bad > MOST_MESSAGES:
        terminal.complain(f"{bad} lines could not be judged; the answers to them say why.")
    return 2 if bad else 0


def _read_case(line: bytes, inputs_by_name: dict[str, Input | StoredInput]) -> dict[str, Sequence[object]]:
    """Read one case as the input of a question; a null for a variable of play means none.

    An input with an owner has a plural name, such as `sides`; a case may also use its key, `side`.
    """
    import json

    def is_written(pieces: object) -> bool:
        return isinstance(pieces, str) or (isinstance(pieces, list) and all(isinstance(piece, str) for piece in pieces))

    names = " and ".join(f"“{name}”" for name in inputs_by_name)
    inputs_by_key = {asked.key: asked for asked in inputs_by_name.values()}
    try:
        case = json.loads(line.decode("utf-8-sig").strip(), object_pairs_hook=tuple)
    except json.JSONDecodeError as error:
        sentence = f"This is not JSON: {error.msg[:1].lower()}{error.msg[1:]} at column {error.pos + 1}."
        raise UserError("bad-case", sentence) from None
    except UnicodeDecodeError:
        raise UserError("bad-case", "This is not UTF-8 text.") from None
    except (RecursionError, ValueError):
        raise UserError("bad-case", "This JSON is nested too deeply, or contains a number that is too long.") from None
    if not isinstance(case, tuple):
        raise UserError("bad-case", f"A case is an object in braces, with {names}.")
    inputs: dict[str, Sequence[object]] = {}
    for name, pieces in case:
        asked = inputs_by_name.get(name) or inputs_by_key.get(name)
        if asked is None:
            raise UserError("bad-case", f"A case has no key “{name[:40]}”; its keys are {names}.")
        if asked.key in inputs:
            raise UserError("bad-case", f"“{name}” is given twice.")
        is_owned, may_be_none = asked.owner is not None, isinstance(asked, StoredInput)
        groups = pieces if is_owned and isinstance(pieces, list) else [pieces]
        if not all(is_written(group) or (group is None and may_be_none) for group in groups):
            example = '[["…", "…"], ["…", "…"]] or ["… …", "… …"]' if is_owned else '"…" or ["…", "…"]'
            raise UserError("bad-case", f"“{name}” should contain pieces as text, such as {example}.")
        inputs[asked.key] = pieces
    return inputs
