"""`circular editions`: what there is to play and to read."""

from __future__ import annotations

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option


@click.command("editions")
@json_option
def command(as_json: bool) -> None:
    """List the editions of the corpus."""
    from cc_dsl import resources
    from cc_dsl.cli.options import load

    rows = []
    for name in resources.edition_names():
        edition = load(name)
        least, most = edition.rules.seats
        rows.append((name, edition.title, least, most, edition.path))
    if as_json:
        terminal.say_json(
            {
                "editions": [
                    {"name": name, "title": title, "players": [least, most], "rules": path}
                    for name, title, least, most, path in rows
                ]
            }
        )
        return
    for line in terminal.table([[name, title, _players(least, most)] for name, title, least, most, _ in rows]):
        terminal.say(line)


def _players(least: int, most: int) -> str:
    return f"{least} players" if least == most else f"{least} to {most} players"
