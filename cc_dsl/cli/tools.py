"""`circular problem`, `edition`, `lsp` and `completion`: small commands for those who write rules."""

from __future__ import annotations

import os
import time
from importlib.util import find_spec

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.context import context, json_option, print_result
from cc_dsl.diagnostics.codes import explanations
from cc_dsl.diagnostics.problem import meant
from cc_dsl.errors import not_installed

INSTALLING = {
    "bash": 'add to ~/.bashrc:   eval "$(circular completion bash)"',
    "zsh": 'add to ~/.zshrc:   eval "$(circular completion zsh)"',
    "fish": "once:   circular completion fish > ~/.config/fish/completions/circular.fish",
}


def _complete_code(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [code for code in explanations() if code.startswith(incomplete)]


@click.command()
@click.argument("code", required=False, shell_complete=_complete_code)
@json_option
def problem(code: str | None) -> None:
    """Explain the problem with this CODE, which the message gives in brackets; without a code, list all."""
    if code is None:
        columns, rows = terminal.width() - 24, []
        for name, paragraph in explanations().items():
            first = paragraph.partition(". ")[0].rstrip(".") + "."
            cut = first if len(first) <= columns else f"{first[: columns - 3].rpartition(' ')[0]} …"
            rows.append(f"{name:24}{cut}")
        print_result({"problems": explanations()}, rows)
        return
    wanted = code.strip("[]").removeprefix("error[").removeprefix("warning[")
    if wanted not in explanations():
        remedy = meant(wanted, explanations(), "circular problem lists them.")
        raise click.UsageError(f"No problem has the code “{code}”. {remedy}")
    lines = [terminal.paint(wanted, "strong"), "", *terminal.wrapped(explanations()[wanted], "  ")]
    print_result({"code": wanted, "explanation": explanations()[wanted]}, lines)


@click.command()
@click.argument("out", type=click.Path(file_okay=False))
@click.option("--only", default="", metavar="EDITION", help="Build only this edition, by its name or folder.")
@click.option(
    "--address", default="", metavar="URL", help="The address at which the edition will be read; citations name it."
)
@click.option("--quiet", is_flag=True, help="Print nothing during the build.")
@json_option
def edition(out: str, address: str, only: str, quiet: bool) -> None:
    """Build the edition in the folder OUT: texts, notes and rules, clause by clause, as pages for a browser.

    With --only it shows one edition, such as one that you are working on, and is built in seconds.
    """
    makers = context().makers
    if makers is None:
        raise click.ClickException("this copy of the program cannot make the edition. Start it with: python -m cc_dsl")
    if address and not address.startswith(("https://", "http://")):
        raise click.BadParameter(f"An address begins with https://; “{address}” does not.", param_hint="--address")
    begun = time.monotonic()
    page = os.path.abspath(makers.make_edition(out, quiet or context().as_json, address, only))
    ready = f"The edition is ready, after {time.monotonic() - begun:.0f} seconds. Open this file in a browser:"
    print_result({"folder": out, "page": page}, [] if quiet else [ready, f"  {page}"])


@click.command()
def lsp() -> None:
    """Serve an editor that speaks the Language Server Protocol, over standard input and output.

    An editor starts it by itself; the page “Tools for writing rules” says how. It needs the extra “lsp”.
    """
    if find_spec("pygls") is None:
        raise not_installed("Pygls, which a language server needs,", "lsp")
    makers = context().makers
    if makers is None:
        raise click.ClickException("this copy of the program cannot serve. Start it with: python -m cc_dsl")
    makers.serve()


@click.command(epilog="  \n".join(f"{shell}: {how}" for shell, how in INSTALLING.items()))
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
