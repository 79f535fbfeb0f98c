"""`circular new`: begins an edition: cuts a text into clauses and writes every file that an edition needs."""

from __future__ import annotations

import os
import re

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import FilePath, json_option
from cc_dsl.diagnostics.problem import RulesError, from_fault
from cc_dsl.source.files import SourceFault, read_source
from cc_dsl.source.skeleton import skeleton, write_skeleton

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


@click.command("new")
@click.argument("folder", type=click.Path())
@click.argument("text", type=FilePath(exists=True, dir_okay=False), metavar="TEXT")
@json_option
def command(folder: str, text: str, as_json: bool) -> None:
    """Begin an edition in the new FOLDER from TEXT, a file of plain words.

    The text is divided into clauses by its numbers, sentences and parentheses; correct the division in clauses.toml.
    Comments in each file say what belongs in it, and `circular check FOLDER` lists the next steps.
    The last part of FOLDER is the name of the edition, such as lanrick-1880.
    """
    name = os.path.basename(os.path.normpath(folder))
    if NAME.fullmatch(name) is None:
        raise click.ClickException(
            f"“{name}” cannot name an edition: a name has letters, digits and hyphens only. Try   lanrick-1880"
        )
    try:
        words = read_source(text).text
    except SourceFault as error:
        raise RulesError([from_fault(error.fault)]) from None
    if not words.strip():
        raise click.ClickException(f"{text} has no words. Name a file with the text of the rules.")
    made = skeleton(name, words)
    try:
        write_skeleton(made, folder)
    except FileExistsError:
        raise click.ClickException(
            f"{folder} is there already, and nothing was changed. Name a folder that is not there."
        ) from None
    except OSError as error:
        raise click.ClickException(f"I could not write {folder}: {error.strerror}.") from None
    if as_json:
        clauses = [part.id for part in made.clauses]
        terminal.say_json({"edition": name, "folder": folder, "files": sorted(made.files), "clauses": clauses})
        return
    headings = len(made.parts) - len(made.clauses)
    terminal.say(f"{folder} is begun: {len(made.clauses)} clauses under {headings} headings.")
    terminal.say("First correct the cuts in clauses.toml. Then ask what comes next:")
    terminal.say(f"  circular check {folder}")
