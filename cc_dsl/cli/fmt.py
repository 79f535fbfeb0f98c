"""`circular fmt`: put rules files into their canonical layout without losing any words."""

from __future__ import annotations

import difflib
import os
import sys
from typing import NamedTuple

import click

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option
from cc_dsl.diagnostics.problem import RulesError, from_source_fault
from cc_dsl.errors import UserError
from cc_dsl.pipeline import OVERLAY
from cc_dsl.rules.overlay import read_overlay
from cc_dsl.source.files import LARGEST_FILE, Source, SourceFault, read_source, shown_path, write_whole
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.printer import print_rules

MARK = b"\xef\xbb\xbf"


class FormattedFile(NamedTuple):
    """A file as it is, and as it would be laid out."""

    path: str
    old: str
    new: str
    is_marked: bool
    """Whether it begins with the mark that some editors put before UTF-8."""
    newline: str


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option("--check", "check", is_flag=True, help="Change nothing; exit with 1 if a file has another layout.")
@click.option("--diff", "diff", is_flag=True, help="Change nothing; show the changes.")
@json_option
def command(files: tuple[str, ...], check: bool, diff: bool, as_json: bool) -> int:
    """Put rules files into their canonical layout: only spaces and line breaks change.

    A file is replaced as a whole or not at all; one that cannot be read as rules stays as it is, as does an overlay.
    FILE may also be the name of an edition, or - for standard input.
    """
    problems = []
    told: list[dict[str, object]] = []
    for name in files:
        try:
            layout = lay_out(name)
        except RulesError as error:
            problems += error.problems
            continue
        changes = layout.old != layout.new
        if changes and diff and not as_json:
            _show_difference(layout)
        writes = changes and not (check or diff) and name != "-"
        if writes:
            write(layout)
        told.append({"path": layout.path, "changed": changes, "written": writes})
        if name == "-" and not (check or diff or as_json):
            terminal.say(layout.new.rstrip("\n"))
        elif not as_json and not diff and name != "-":
            _tell(layout.path, changes, writes)
    if as_json:
        terminal.say_json({"files": told})
    if problems:
        raise RulesError(problems)
    return 1 if check and any(file["changed"] for file in told) else 0


def _tell(path: str, changes: bool, writes: bool) -> None:
    if not changes:
        terminal.say(f"{path}: as it should be")
    else:
        terminal.say(f"{path}: {'laid out anew' if writes else 'would be laid out anew'}")


def lay_out(name: str) -> FormattedFile:
    """Read a file and lay it out; raise a RulesError if that cannot be done.  An overlay stays as it is."""
    path = _path(name)
    newline, is_marked = "\n", False
    if name == "-":
        source = Source("standard input", _piped())
    else:
        try:
            source = read_source(path)
        except SourceFault as fault:
            raise from_source_fault(fault) from None
        newline, is_marked = _habits(path)
        source.path = shown_path(path)
    if OVERLAY.match(source.text.encode()):
        read_overlay(source)
        return FormattedFile(source.path, source.text, source.text, is_marked, newline)
    start, problems = parse(source)
    if start is None:
        raise RulesError(problems)
    new = print_rules(source)
    if "".join(new.split()) != "".join(source.text.split()):
        raise AssertionError(f"laying out {source.path} would change more than its spaces; nothing was written")
    return FormattedFile(source.path, source.text, new, is_marked, newline)


def _piped() -> str:
    """Read standard input."""
    data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin is not None else b""
    if len(data) > LARGEST_FILE:
        raise UserError("file-too-large", f"More than {LARGEST_FILE:,} bytes are piped in, the most that I read.")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise UserError("unreadable-file", "Standard input is not UTF-8 text.") from None


def _path(name: str) -> str:
    """Return the rules file that is meant: a file, or an edition of the corpus."""
    if not os.path.exists(name) and name in resources.edition_names():
        return os.path.join(resources.edition_folder(name), "game.rules")
    return name


def _habits(path: str) -> tuple[str, bool]:
    """Return how a file ends its lines, and whether it begins with a mark."""
    with open(path, "rb") as file:
        data = file.read()
    is_windows = data.count(b"\r\n") == data.count(b"\n") > 0
    return "\r\n" if is_windows else "\n", data.startswith(MARK)


def write(layout: FormattedFile) -> None:
    """Replace a file by its new layout at one stroke: it is written beside it first."""
    data = (MARK if layout.is_marked else b"") + layout.new.replace("\n", layout.newline).encode()
    try:
        write_whole(os.path.realpath(layout.path), data)
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise click.ClickException(f"I could not write {layout.path}: {reason}. It is as it was.") from None


def _show_difference(layout: FormattedFile) -> None:
    old, new = layout.old.splitlines(), layout.new.splitlines()
    colours = {"+": "green", "-": "red", "@": "blue"}
    for line in difflib.unified_diff(old, new, layout.path, f"{layout.path} (laid out)", lineterm=""):
        terminal.say(terminal.paint(line, colours[line[0]]) if line[:1] in colours else line)
