"""`circular export`: export an edition as TEI, plain text, rules, figures, or all of them."""

from __future__ import annotations

import os
import sys

import click

from cc_dsl.cli import stated, terminal
from cc_dsl.cli.options import FilePath, edition_argument, json_option, load

FORMS = ("tei", "txt", "epub", "pdf", "rules", "csv", "json", "zip")
"""The forms, as `cc_dsl.export.files` has them; that module is imported only when one is made."""


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

    With SOURCE_DATE_EPOCH the same edition gives the same bytes.
    """
    from cc_dsl.export.files import export, file_name
    from cc_dsl.export.overlay import written_out

    loaded = load(edition)
    if loaded.text is None:
        raise click.ClickException(f"{edition} has no printed text beside its rules, and so nothing to export.")
    path = out or file_name(loaded, form)
    if path != "-" and os.path.exists(path) and not replace:
        raise click.ClickException(f"{path} is there already. Name another file with -o, or say --replace.")
    data = export(loaded if loaded.overlay is None else written_out(loaded), form)
    if path == "-":
        stated.is_data()
        terminal.flush()
        sys.stdout.buffer.write(data)
        return
    with open(path, "wb") as file:
        file.write(data)
    if as_json:
        terminal.say_json({"file": path, "form": form, "bytes": len(data)})
    else:
        terminal.say(f"{path}: {len(data):,} bytes.")
