"""`circular editions`: list the editions."""

from __future__ import annotations

from typing import Any

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option, load


@click.command("editions")
@json_option
def command(as_json: bool) -> None:
    """List the editions of the corpus."""
    from cc_dsl import resources

    found = [_about(name) for name in resources.edition_names()]
    if as_json:
        terminal.say_json({"editions": found})
        return
    for line in terminal.table(
        [[edition["name"], edition["title"], _players(*edition["players"])] for edition in found]
    ):
        terminal.say(line)


def _about(name: str) -> dict[str, Any]:
    """Return name, title, players and file of an edition; one whose rules have errors is listed all the same."""
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.pipeline import find_rules

    try:
        edition = load(name)
        title, seats = edition.title, list(edition.rules.seats)
    except RulesError:
        title, seats = f"(its rules have errors: circular check {name})", [0, 0]
    return {"name": name, "title": title, "players": seats, "rules": find_rules(name)}


def _players(least: int, most: int) -> str:
    if not most:
        return ""
    return f"{least} players" if least == most else f"{least} to {most} players"
