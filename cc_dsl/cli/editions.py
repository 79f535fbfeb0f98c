"""`circular editions`: list the editions."""

from __future__ import annotations

from typing import TypedDict

import click

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option, load
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import find_rules


class EditionEntry(TypedDict):
    """An edition in the list, with how many may play it, and whether it is refereed on a real ground."""

    name: str
    display: str
    title: str
    players: list[int]
    rules: str
    is_refereed: bool


@click.command("editions")
@json_option
def command(as_json: bool) -> None:
    """List the editions of the corpus."""
    found = [about(name) for name in resources.edition_names()]
    if as_json:
        shown = [{key: value for key, value in one.items() if key not in ("display", "is_refereed")} for one in found]
        terminal.say_json({"editions": shown})
        return
    terminal.show(terminal.table([[one["name"], one["title"], players_words(*one["players"])] for one in found]))


def about(name: str) -> EditionEntry:
    """Return name, titles, players and file of an edition; one whose rules have errors is listed all the same."""
    try:
        edition = load(name)
        title, display, seats = edition.title, edition.display_name, list(edition.rules.seats)
        is_refereed = edition.rules.ground is not None
    except RulesError:
        title, seats = f"(its rules have errors: circular check {name})", [0, 0]
        display, is_refereed = title, False
    rules = find_rules(name)
    return {
        "name": name,
        "display": display,
        "title": title,
        "players": seats,
        "rules": rules,
        "is_refereed": is_refereed,
    }


def players_words(least: int, most: int) -> str:
    """Return the number of players of a game, in words."""
    if not most:
        return ""
    return "1 player" if most == 1 else f"{least} players" if least == most else f"{least} to {most} players"
