"""`circular edition`: build the edition for a browser."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option

if TYPE_CHECKING:
    from cc_dsl.cli.main import Makers


@click.command("edition")
@click.argument("out", type=click.Path(file_okay=False))
@click.option("--only", default="", metavar="EDITION", help="Build only this edition, by its name or folder.")
@click.option(
    "--address", default="", metavar="URL", help="The address at which the edition will be read; citations name it."
)
@click.option("--quiet", is_flag=True, help="Print nothing during the build.")
@json_option
@click.pass_obj
def command(makers: Makers | None, out: str, address: str, only: str, quiet: bool, as_json: bool) -> None:
    """Build the edition in the folder OUT: texts, notes and rules, clause by clause, as pages for a browser.

    With --only it shows one edition, such as one that you are working on, and is built in seconds.
    """
    if makers is None:
        raise click.ClickException("this copy of the program cannot make the edition. Start it with: python -m cc_dsl")
    if address and not address.startswith(("https://", "http://")):
        raise click.BadParameter(f"An address begins with https://; “{address}” does not.", param_hint="--address")
    begun = time.monotonic()
    page = makers.make_edition(out, quiet or as_json, address, only)
    if as_json:
        terminal.say_json({"folder": out, "page": os.path.abspath(page)})
    elif not quiet:
        seconds = time.monotonic() - begun
        terminal.say(f"The edition is ready, after {seconds:.0f} seconds. Open this file in a browser:")
        terminal.say(f"  {os.path.abspath(page)}")
