"""`circular completion`: the shell script that completes commands, editions, readings and moves."""

from __future__ import annotations

import click

from cc_dsl.cli import terminal

INSTALLING = {
    "bash": 'add to ~/.bashrc:   eval "$(circular completion bash)"',
    "zsh": 'add to ~/.zshrc:   eval "$(circular completion zsh)"',
    "fish": "once:   circular completion fish > ~/.config/fish/completions/circular.fish",
}


@click.command("completion", epilog="  \n".join(f"{shell}: {how}" for shell, how in INSTALLING.items()))
@click.argument("shell", type=click.Choice(list(INSTALLING)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that makes the Tab key complete commands in this SHELL."""
    from click.shell_completion import get_completion_class

    from cc_dsl.cli.main import COMPLETION, PROGRAM

    completion = get_completion_class(shell)
    assert completion is not None
    terminal.say(completion(ctx.find_root().command, {}, PROGRAM, COMPLETION).source())
    terminal.say(f"# To install it, {INSTALLING[shell]}")
