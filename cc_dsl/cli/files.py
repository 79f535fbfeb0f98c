"""`circular export`, `new`, `fmt` and `edition`: files of editions; `problem`, `lsp` and `completion`: small tools."""

from __future__ import annotations

import os
import re
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import click

from cc_dsl import resources
from cc_dsl.cli import context, terminal
from cc_dsl.diagnostics.problem import RulesError, did_you_mean, explanations
from cc_dsl.errors import UserError, not_installed
from cc_dsl.source.files import Source, read_source

FORMS = ("tei", "txt", "epub", "pdf", "rules", "csv", "json")
"""The forms, as `cc_dsl.export.files` has them; that module is imported only when one is made."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")
MARK = b"\xef\xbb\xbf"


# ----------------------------------------------------------------------------------------------- export


@click.command()
@context.edition_argument
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The format.")
@click.option(
    "-o",
    "--out",
    type=context.FilePath(dir_okay=False),
    help="The file; - is standard output. The default is NAME.FORM in the current folder.",
)
@click.option("--replace", is_flag=True, help="Replace a file that already has this name.")
@context.json_option
def export(edition: str, form: str, out: str | None, replace: bool) -> None:
    """Write an edition to a file: its text and apparatus as TEI, its words, its rules or its figures.

    If SOURCE_DATE_EPOCH is set, the same edition always gives the same bytes.
    """
    from cc_dsl.export import files

    loaded = context.load(edition)
    if loaded.text is None:
        raise click.ClickException(f"{edition} has no printed text beside its rules, and so nothing to export.")
    if loaded.overlay is not None and form in ("csv", "json"):
        remedy = f"circular study {loaded.argument} --games 1000 --json"
        raise UserError("nothing-counted", f"No figures of an overlay are stored. Count some:   {remedy}")
    if loaded.parent is not None and form != "rules":
        only = "which has no text of its own: only the rules of an overlay can be exported."
        remedy = f"Export its edition:   circular export {loaded.parent.argument} --to {form}"
        raise UserError("command-line", f"{loaded.name} is an overlay, {only}", remedy)
    path = out or files.file_name(loaded, form)
    if path == "-":
        context.current().is_data = True
        data = files.export(loaded, form)
        terminal.flush()
        sys.stdout.buffer.write(data)
        return
    if os.path.exists(path) and not replace:
        raise click.ClickException(f"{path} already exists. Name another file with -o, or use --replace.")
    context.refuse_file(path)
    data = files.export(loaded, form)
    context.write_file(path, data)
    context.print_result({"file": path, "form": form, "bytes": len(data)}, [f"{path}: {len(data):,} bytes."])


# -------------------------------------------------------------------------------------------------- new


@click.command()
@click.argument("folder", type=click.Path())
@click.argument("text", type=context.FilePath(exists=True, dir_okay=False), metavar="TEXT")
@context.json_option
def new(folder: str, text: str) -> None:
    """Begin an edition in the new FOLDER from TEXT, a plain-text file.

    The text is divided into clauses by its numbers, sentences and parentheses; correct the division in clauses.toml.
    Comments in each file explain its contents, and `circular check FOLDER` lists the next steps.
    The last part of FOLDER is the name of the edition, such as lanrick-1880.
    """
    from cc_dsl.source.skeleton import skeleton, write_skeleton

    name = os.path.basename(os.path.normpath(folder))
    if NAME.fullmatch(name) is None:
        shape = "a name has letters, digits and hyphens only. Try   lanrick-1880"
        raise click.ClickException(f"“{name}” cannot name an edition: {shape}")
    words = read_source(text).text
    if not words.strip():
        raise click.ClickException(f"{text} has no words. Name a file with the text of the rules.")
    draft = skeleton(name, words)
    try:
        write_skeleton(draft, folder)
    except FileExistsError:
        raise click.ClickException(f"{folder} already exists, and nothing was changed. Name a new folder.") from None
    except OSError as error:
        raise click.ClickException(f"I could not write {folder}: {error.strerror}.") from None
    headings = len(draft.parts) - len(draft.clauses)
    clauses = [part.id for part in draft.clauses]
    context.print_result(
        {"edition": name, "folder": folder, "files": sorted(draft.files), "clauses": clauses},
        [
            f"{folder} now contains a draft: {len(clauses)} clauses under {headings} headings.",
            "First correct the division in clauses.toml. Then ask what comes next:",
            f"  circular check {os.path.join('.', folder) if folder in resources.edition_names() else folder}",
        ],
    )


# -------------------------------------------------------------------------------------------------- fmt


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option(
    "--check", is_flag=True, help="Change nothing; exit with status 1 if a file is not in the canonical layout."
)
@click.option("--from", "release", type=click.Choice(["0.1"]), help="Rewrite the sentences of that release first.")
@context.json_option
def fmt(files: tuple[str, ...], check: bool, release: str | None) -> int:
    """Format rules files in the canonical layout: only spaces and line breaks change.

    A file is replaced as a whole or not at all; a file that does not parse is left unchanged, as is an overlay.
    FILE may also be the name of an edition, or its folder.
    """
    problems, documents = [], []
    for name in files:
        try:
            path, data = format_file(name, release)
        except RulesError as error:
            problems += error.problems
            continue
        is_changed = Path(path).read_bytes() != data
        is_written = is_changed and not check
        if is_written:
            context.write_file(os.path.realpath(path), data)
        documents.append({"path": path, "changed": is_changed, "written": is_written})
        if not context.current().as_json:
            what = "reformatted" if is_written else "would be reformatted" if is_changed else "unchanged"
            terminal.say(f"{path}: {what}")
    context.print_result({"files": documents}, ())
    if problems:
        raise RulesError(problems)
    return 1 if check and any(document["changed"] for document in documents) else 0


def format_file(name: str, release: str | None = None) -> tuple[str, bytes]:
    """Return the path of a file and its canonical layout; raise a RulesError if it does not parse.

    An overlay is left unchanged. A file of an earlier release is first rewritten in the sentences of this one. A byte
    order mark and the line breaks of Windows are kept.
    """
    from cc_dsl.pipeline import OVERLAY
    from cc_dsl.rules.overlay import read_overlay
    from cc_dsl.syntax.earlier import from_0_1
    from cc_dsl.syntax.parser import parse
    from cc_dsl.syntax.printer import print_rules

    if not os.path.exists(name) and name in resources.edition_names():
        name = resources.edition_folder(name)
    if os.path.isdir(name):
        name = os.path.join(name, "game.rules")
    source, data = read_source(name), Path(name).read_bytes()
    if release is not None:
        source = Source(source.path, from_0_1(source.text))
    if OVERLAY.match(source.text.encode()):
        read_overlay(source)
        new = source.text
    else:
        start, problems = parse(source)
        if start is None:
            raise RulesError(problems)
        new = print_rules(source)
        if "".join(new.split()) != "".join(source.text.split()):
            raise AssertionError(f"laying out {source.path} would change more than its spaces; nothing was written")
    newline = "\r\n" if data.count(b"\r\n") == data.count(b"\n") > 0 else "\n"
    return source.path, (MARK if data.startswith(MARK) else b"") + new.replace("\n", newline).encode()


# ------------------------------------------------------------------------------------------- small tools

INSTALLING = {
    "bash": 'add to ~/.bashrc:   eval "$(circular completion bash)"',
    "zsh": 'add to ~/.zshrc:   eval "$(circular completion zsh)"',
    "fish": "once:   circular completion fish > ~/.config/fish/completions/circular.fish",
}


@click.command()
@click.argument("code", required=False)
@context.json_option
def problem(code: str | None) -> None:
    """Explain the problem with this CODE, which a message gives in brackets; without a CODE, list all codes."""
    if code is None:
        columns, rows = terminal.width() - 24, []
        for name, paragraph in explanations().items():
            first = paragraph.partition(". ")[0].rstrip(".") + "."
            cut = first if len(first) <= columns else f"{first[: columns - 3].rpartition(' ')[0]} …"
            rows.append(f"{name:24}{cut}")
        context.print_result({"problems": explanations()}, rows)
        return
    code_name = code.strip("[]").removeprefix("error[").removeprefix("warning[")
    if code_name not in explanations():
        remedy = did_you_mean(code_name, explanations(), "circular problem lists them.")
        raise click.UsageError(f"No problem has the code “{code}”. {remedy}")
    lines = [terminal.paint(code_name, "strong"), "", *terminal.wrap(explanations()[code_name], "  ")]
    context.print_result({"code": code_name, "explanation": explanations()[code_name]}, lines)


@click.command()
@click.argument("out", type=click.Path(file_okay=False))
@click.option("--only", default="", metavar="EDITION", help="Build only this edition, by its name or folder.")
@click.option(
    "--address", default="", metavar="URL", help="The address at which readers will find the edition, for citations."
)
@click.option("--quiet", is_flag=True, help="Print nothing during the build.")
@context.json_option
def edition(out: str, address: str, only: str, quiet: bool) -> None:
    """Build the edition in the folder OUT: texts, notes and rules, clause by clause, as pages for a browser.

    --only builds a single edition, such as the one that you are working on, in seconds.
    """
    makers = context.current().makers
    assert makers is not None, "whoever starts the program gives them"
    if address and not address.startswith(("https://", "http://")):
        raise click.BadParameter(f"An address begins with https://; “{address}” does not.", param_hint="--address")
    start = time.monotonic()
    page = os.path.abspath(makers.make_edition(out, quiet or context.current().as_json, address, only))
    ready = f"The edition is ready, after {time.monotonic() - start:.0f} seconds. Open this file in a browser:"
    context.print_result({"folder": out, "page": page}, [] if quiet else [ready, f"  {page}"])


@click.command()
def lsp() -> None:
    """Serve an editor that speaks the Language Server Protocol, over standard input and output.

    The editor starts this command by itself; the page “Tools for writing rules” explains how. It needs the extra “lsp”.
    """
    if find_spec("pygls") is None:
        raise not_installed("Pygls, which a language server needs,", "lsp")
    makers = context.current().makers
    assert makers is not None, "whoever starts the program gives them"
    makers.serve()


@click.command(epilog="\b\n" + "\n".join(f"{shell}: {how}" for shell, how in INSTALLING.items()))
@click.argument("shell", type=click.Choice(list(INSTALLING)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes the Tab key complete commands in this SHELL."""
    from click.shell_completion import get_completion_class

    from cc_dsl.cli.main import COMPLETION, PROGRAM

    script = get_completion_class(shell)
    assert script is not None
    terminal.say(script(ctx.find_root().command, {}, PROGRAM, COMPLETION).source())
    terminal.say(f"# To install it, {INSTALLING[shell]}")
