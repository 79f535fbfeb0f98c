"""`circular export`, `new` and `fmt`: files of editions, written from others or laid out anew."""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Callable
from typing import NamedTuple

import click

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.cli.context import (
    FilePath,
    context,
    edition_argument,
    json_option,
    load,
    print_result,
    refuse_file,
    write_file,
)
from cc_dsl.diagnostics.problem import RulesError, from_source_fault
from cc_dsl.errors import UserError
from cc_dsl.source.files import LARGEST_FILE, Source, SourceFault, read_source, shown_path

FORMS = ("tei", "txt", "epub", "pdf", "rules", "csv", "json", "zip")
"""The forms, as `cc_dsl.export.files` has them; that module is imported only when one is made."""
FIGURES = ("csv", "json")
"""Those of the figures that are stored."""
ALL = "all"
"""The word for the whole edition, in the place of the name of an edition."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")
MARK = b"\xef\xbb\xbf"
COLOURS = {"+": "green", "-": "red", "@": "blue"}


# ----------------------------------------------------------------------------------------------- export


@click.command()
@edition_argument
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The format.")
@click.option(
    "-o", "--out", type=FilePath(dir_okay=False), help="The file; - is standard output. The default is NAME.FORM here."
)
@click.option("--replace", is_flag=True, help="Replace a file of this name.")
@json_option
def export(edition: str, form: str, out: str | None, replace: bool) -> None:
    """Write an edition to a file: its text and apparatus as TEI, its words, its rules, its figures, or all in a ZIP.

    With “all” for EDITION, all texts of the corpus stand in one file.  With SOURCE_DATE_EPOCH the same edition gives
    the same bytes.
    """
    name, make = _maker(edition, form)
    path = out or name
    if path == "-":
        context().is_data = True
        data = make()
        terminal.flush()
        sys.stdout.buffer.write(data)
        return
    if os.path.exists(path) and not replace:
        raise click.ClickException(f"{path} is there already. Name another file with -o, or say --replace.")
    refuse_file(path)
    data = make()
    write_file(path, data)
    print_result({"file": path, "form": form, "bytes": len(data)}, [f"{path}: {len(data):,} bytes."])


def _maker(edition: str, form: str) -> tuple[str, Callable[[], bytes]]:
    """Return the name of the file of an edition, or of all, and what makes it."""
    from cc_dsl.export import files

    if edition == ALL and not context().changes:
        if form not in files.WHOLE_FORMS:
            raise click.UsageError("The pages of the whole edition are in one ZIP that “circular edition” makes.")
        every = resources.edition_names()
        return files.file_name(None, form), lambda: files.export_all([load(name) for name in every], form)
    loaded = load(edition)
    if loaded.text is None:
        raise click.ClickException(f"{edition} has no printed text beside its rules, and so nothing to export.")
    if loaded.overlay is not None and form in FIGURES:
        remedy = f"circular study {loaded.argument} --games 1000 --json"
        raise UserError("nothing-counted", f"No figures of an overlay are stored. Count some:   {remedy}")
    if loaded.overlay is not None and form != "rules":
        assert loaded.parent is not None
        said = f"{loaded.name} is an overlay, which has no text of its own: of overlays only the rules are exported."
        remedy = f"Export its edition:   circular export {loaded.parent.argument} --to {form}"
        raise UserError("command-line", said, remedy)
    return files.file_name(loaded, form), lambda: files.export(loaded, form)


# -------------------------------------------------------------------------------------------------- new


@click.command()
@click.argument("folder", type=click.Path())
@click.argument("text", type=FilePath(exists=True, dir_okay=False), metavar="TEXT")
@json_option
def new(folder: str, text: str) -> None:
    """Begin an edition in the new FOLDER from TEXT, a file of plain words.

    The text is divided into clauses by its numbers, sentences and parentheses; correct the division in clauses.toml.
    Comments in each file say what belongs in it, and `circular check FOLDER` lists the next steps.
    The last part of FOLDER is the name of the edition, such as lanrick-1880.
    """
    from cc_dsl.source.skeleton import skeleton, write_skeleton

    name = os.path.basename(os.path.normpath(folder))
    if NAME.fullmatch(name) is None:
        raise click.ClickException(
            f"“{name}” cannot name an edition: a name has letters, digits and hyphens only. Try   lanrick-1880"
        )
    words = read_source(text).text
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
    headings = len(made.parts) - len(made.clauses)
    print_result(
        {
            "edition": name,
            "folder": folder,
            "files": sorted(made.files),
            "clauses": [part.id for part in made.clauses],
        },
        [
            f"{folder} is begun: {len(made.clauses)} clauses under {headings} headings.",
            "First correct the cuts in clauses.toml. Then ask what comes next:",
            f"  circular check {folder}",
        ],
    )


# -------------------------------------------------------------------------------------------------- fmt


class FormattedFile(NamedTuple):
    """A file as it is, and as it would be laid out."""

    path: str
    old: str
    new: str
    is_marked: bool = False
    """Whether it begins with the mark that some editors put before UTF-8."""
    newline: str = "\n"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file has another layout.")
@click.option("--diff", is_flag=True, help="Change nothing; show the changes.")
@click.option("--from", "release", type=click.Choice(["0.1"]), help="Rewrite the sentences of that release first.")
@json_option
def fmt(files: tuple[str, ...], check: bool, diff: bool, release: str | None) -> int:
    """Put rules files into their canonical layout: only spaces and line breaks change.

    A file is replaced as a whole or not at all; one that cannot be read as rules stays as it is, as does an overlay.
    FILE may also be the name of an edition, or - for standard input.
    """
    problems, documents = [], []
    for name in files:
        try:
            layout = lay_out(name, release)
        except RulesError as error:
            problems += error.problems
            continue
        path, is_changed = layout.path, layout.old != layout.new
        is_written = is_changed and not (check or diff) and name != "-"
        if is_written:
            data = (MARK if layout.is_marked else b"") + layout.new.replace("\n", layout.newline).encode()
            write_file(os.path.realpath(path), data)
        documents.append({"path": path, "changed": is_changed, "written": is_written})
        if context().as_json:
            continue
        if diff:
            new = f"{path} (laid out)"
            for line in difflib.unified_diff(layout.old.splitlines(), layout.new.splitlines(), path, new, lineterm=""):
                terminal.say(terminal.paint(line, COLOURS[line[0]]) if line[:1] in COLOURS else line)
        elif name != "-":
            what = "laid out anew" if is_written else "would be laid out anew" if is_changed else "as it should be"
            terminal.say(f"{path}: {what}")
        elif not check:
            terminal.say(layout.new.rstrip("\n"))
    print_result({"files": documents}, ())
    if problems:
        raise RulesError(problems)
    return 1 if check and any(one["changed"] for one in documents) else 0


def lay_out(name: str, release: str | None = None) -> FormattedFile:
    """Read a file and lay it out; raise a RulesError if that cannot be done.  An overlay is not laid out.

    A file of an earlier release is first rewritten in the sentences of this one.
    """
    from cc_dsl.pipeline import OVERLAY
    from cc_dsl.rules.overlay import read_overlay
    from cc_dsl.syntax.earlier import from_0_1
    from cc_dsl.syntax.parser import parse
    from cc_dsl.syntax.printer import print_rules

    newline, is_marked = "\n", False
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin is not None else b""
        if len(data) > LARGEST_FILE:
            raise UserError("file-too-large", f"More than {LARGEST_FILE:,} bytes are piped in, the most that I read.")
        try:
            source = Source("standard input", data.decode("utf-8-sig").replace("\r\n", "\n"))
        except UnicodeDecodeError:
            raise UserError("unreadable-file", "Standard input is not UTF-8 text.") from None
    else:
        if not os.path.exists(name) and name in resources.edition_names():
            name = os.path.join(resources.edition_folder(name), "game.rules")
        try:
            source = read_source(name)
        except SourceFault as fault:
            raise from_source_fault(fault) from None
        with open(name, "rb") as file:
            data = file.read()
        newline = "\r\n" if data.count(b"\r\n") == data.count(b"\n") > 0 else "\n"
        is_marked, source.path = data.startswith(MARK), shown_path(name)
    old = source.text
    if release is not None:
        source = Source(source.path, from_0_1(old))
    if OVERLAY.match(source.text.encode()):
        read_overlay(source)
        return FormattedFile(source.path, old, source.text, is_marked, newline)
    start, problems = parse(source)
    if start is None:
        raise RulesError(problems)
    new = print_rules(source)
    if "".join(new.split()) != "".join(source.text.split()):
        raise AssertionError(f"laying out {source.path} would change more than its spaces; nothing was written")
    return FormattedFile(source.path, old, new, is_marked, newline)
