"""`circular lsp`: a language server for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.cli.main import Makers


@click.command("lsp")
@click.pass_obj
def command(makers: Makers | None) -> None:
    """Serve an editor that speaks the Language Server Protocol, over standard input and output.

    An editor starts it by itself; the page “Tools for writing rules” says how. It needs the extra “lsp”.
    """
    from importlib.util import find_spec

    if find_spec("pygls") is None:
        raise UserError(
            "not-installed",
            "A language server needs pygls, which I could not find. "
            "Install the extra “lsp”:   pip install 'court-circular[lsp]'",
        )
    if makers is None:
        raise click.ClickException("this copy of the program cannot serve. Start it with: python -m cc_dsl")
    makers.serve()
