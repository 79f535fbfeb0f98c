"""Judge many cases: each line has one as JSON and gives one line of answer; the answer to a bad line is its error.

No state is kept between lines, so a file of any length needs no more memory than its longest line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.engine.judge import answer
from cc_dsl.errors import UserError
from cc_dsl.rules.kinds import plural
from cc_dsl.source.documents import RepeatedKey, read_json

if TYPE_CHECKING:
    from cc_dsl.rules.model import Question, Rules

LONGEST_LINE = 100_000
MOST_MESSAGES = 20


def judge_lines(rules: Rules, question: Question, path: str) -> int:
    """Judge every line of a file, or of standard input; return the exit status."""
    if path == "-":
        if sys.stdin is None:
            raise click.UsageError("There is nothing to read: no cases are piped in.")
        return _judge(rules, question, sys.stdin.buffer)
    try:
        file = open(path, "rb")  # noqa: SIM115 - what goes wrong while judging is not about this file
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.ClickException(f"I could not read {path}: {reason}.") from None
    with file:
        return _judge(rules, question, file)


def _judge(rules: Rules, question: Question, file: IO[bytes]) -> int:
    keys = {plural(asked.key) if asked.owner is not None else asked.key: asked.key for asked in question.given}
    owned = {asked.key for asked in question.given if asked.owner is not None}
    stored = {asked.key for asked in question.stored}
    write, flush = sys.stdout.write, sys.stdout.flush
    bad = number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                _skip_rest(file, line)
                raise UserError("bad-case", f"The line has more than {LONGEST_LINE:,} bytes.")
            document = answer(rules, question.name, _read(line, keys, owned, stored)).document
        except UserError as fault:
            bad += 1
            document = {"error": str(fault), "line": number}
            if bad <= MOST_MESSAGES:
                terminal.complain(f"line {number}: {fault}")
        write(json.dumps(document) + "\n")
        flush()
    if bad > MOST_MESSAGES:
        terminal.complain(f"{bad} lines could not be judged; their places in the answers say why.")
    return 2 if bad else 0


def _skip_rest(file: IO[bytes], line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = file.readline(LONGEST_LINE)


def _read(line: bytes, keys: dict[str, str], owned: set[str], stored: set[str]) -> dict[str, Sequence[object]]:
    """Read one case into what the question is given; of what play changes null is none."""
    try:
        case = read_json(line.decode("utf-8-sig").strip())
    except json.JSONDecodeError as error:
        raise UserError(
            "bad-case", f"This is not JSON: {error.msg[:1].lower()}{error.msg[1:]} at column {error.pos + 1}."
        ) from None
    except UnicodeDecodeError:
        raise UserError("bad-case", "This is not UTF-8 text.") from None
    except RepeatedKey as error:
        raise UserError("bad-case", f"{error}.") from None
    except (RecursionError, ValueError):
        raise UserError("bad-case", "This JSON is too deep, or has too long a number, or none.") from None
    if not isinstance(case, dict):
        raise UserError("bad-case", f"A case is an object in braces, with {_named(keys)}.")
    given: dict[str, Sequence[object]] = {}
    for name, pieces in case.items():
        key = keys.get(name) or (name if name in owned else None)
        if key in given:
            raise UserError("bad-case", f"“{name}” stands here a second time, under its other name.")
        if key is None:
            raise UserError("bad-case", f"“{name[:40]}” is nothing that a case has; it has {_named(keys)}.")
        groups = pieces if key in owned and isinstance(pieces, list) else [pieces]
        if not all(_is_written(one) or (one is None and key in stored) for one in groups):
            raise UserError("bad-case", f"“{name}” should hold pieces as text, such as {_example(key in owned)}.")
        given[key] = pieces
    return given


def _is_written(pieces: object) -> bool:
    if isinstance(pieces, list):
        return all(isinstance(piece, str) for piece in pieces)
    return isinstance(pieces, str)


def _named(keys: dict[str, str]) -> str:
    return " and ".join(f"“{name}”" for name in keys)


def _example(is_owned: bool) -> str:
    return '[["…", "…"], ["…", "…"]] or ["… …", "… …"]' if is_owned else '"…" or ["…", "…"]'
