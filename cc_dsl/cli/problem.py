"""`circular problem`: explain the code of a message and its remedy."""

from __future__ import annotations

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option
from cc_dsl.diagnostics.codes import PROBLEMS
from cc_dsl.diagnostics.problem import meant


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [code for code in PROBLEMS if code.startswith(incomplete)]


@click.command("problem")
@click.argument("code", required=False, shell_complete=_complete)
@json_option
def command(code: str | None, as_json: bool) -> None:
    """Explain the problem with this CODE, which the message gives in brackets; without a code, list all."""
    if code is None:
        if as_json:
            terminal.say_json({"problems": PROBLEMS})
        else:
            for name, paragraph in PROBLEMS.items():
                terminal.say(f"{name:24}{_first_sentence(paragraph, terminal.width() - 24)}".rstrip())
        return
    wanted = code.strip("[]").removeprefix("error[").removeprefix("warning[")
    if wanted not in PROBLEMS:
        remedy = meant(wanted, PROBLEMS, "circular problem lists them.")
        raise click.UsageError(f"No problem has the code “{code}”. {remedy}")
    if as_json:
        terminal.say_json({"code": wanted, "explanation": PROBLEMS[wanted]})
        return
    terminal.say(terminal.paint(wanted, "strong"))
    terminal.say()
    terminal.show(terminal.wrapped(PROBLEMS[wanted], "  "))


def _first_sentence(paragraph: str, columns: int) -> str:
    sentence = paragraph.partition(". ")[0].rstrip(".") + "."
    return sentence if len(sentence) <= columns else sentence[: columns - 3].rpartition(" ")[0] + " …"
