"""`circular export`: export an edition, or all of them, as TEI, plain text, a book, rules or figures."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from cc_dsl.cli import output, terminal
from cc_dsl.cli.options import FilePath, edition_argument, has_changes, json_option, load
from cc_dsl.errors import UserError

FORMS = ("tei", "txt", "epub", "pdf", "rules", "csv", "json", "zip")
"""The forms, as `cc_dsl.export.files` has them; that module is imported only when one is made."""
FIGURES = ("csv", "json")
"""Those of the figures that are stored."""
ALL = "all"
"""The word for the whole edition, in the place of the name of an edition."""


@click.command("export")
@edition_argument
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The format.")
@click.option(
    "-o", "--out", type=FilePath(dir_okay=False), help="The file; - is standard output. The default is NAME.FORM here."
)
@click.option("--replace", is_flag=True, help="Replace a file of this name.")
@json_option
def command(edition: str, form: str, out: str | None, replace: bool, as_json: bool) -> None:
    """Write an edition to a file: its text and apparatus as TEI, its words, its rules, its figures, or all in a ZIP.

    With “all” for EDITION, all texts of the corpus stand in one file.  With SOURCE_DATE_EPOCH the same edition gives
    the same bytes.
    """
    name, make = _whole(form) if edition == ALL and not has_changes() else _one(edition, form)
    path = out or name
    if path != "-":
        if os.path.exists(path) and not replace:
            raise click.ClickException(f"{path} is there already. Name another file with -o, or say --replace.")
        output.refuse(path, lambda head: True)
    data = make()
    if path == "-":
        click.get_current_context().meta[terminal.IS_DATA] = True
        terminal.flush()
        sys.stdout.buffer.write(data)
        return
    output.write(path, data)
    if as_json:
        terminal.say_json({"file": path, "form": form, "bytes": len(data)})
    else:
        terminal.say(f"{path}: {len(data):,} bytes.")


def _one(edition: str, form: str) -> tuple[str, Callable[[], bytes]]:
    """Return the name of the file of an edition, and what makes it."""
    from cc_dsl.export.files import export, file_name

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
    return file_name(loaded, form), lambda: export(loaded, form)


def _whole(form: str) -> tuple[str, Callable[[], bytes]]:
    """Return the name of the file of the whole edition, and what makes it."""
    from cc_dsl import resources
    from cc_dsl.export import whole

    if form not in whole.FORMS:
        raise click.UsageError("The pages of the whole edition are in one ZIP that “circular edition” makes.")
    return whole.file_name(form), lambda: whole.export_all([load(name) for name in resources.edition_names()], form)
