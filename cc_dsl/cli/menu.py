"""Offers the games of the corpus to somebody at a terminal who has named none."""

from __future__ import annotations

import sys

import click

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.cli.editions import about, players_words


def is_offered() -> bool:
    """Return whether somebody sits there who can choose."""
    return terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout)


def chosen_game() -> str | None:
    """Return the name of the edition that somebody chooses; None if they leave."""
    found = sorted((about(name) for name in resources.edition_names()), key=lambda one: one["is_refereed"])
    terminal.say(terminal.paint("Court Circular: games that are refereed by their own rules", "strong"))
    terminal.say()
    rows = [[f"  {number}", one["display"], players_words(*one["players"])] for number, one in enumerate(found, 1)]
    first = sum(not one["is_refereed"] for one in found)
    for number, line in enumerate(terminal.table(rows)):
        if number == first:
            terminal.tell("\nReferee a game on a real lawn: you report each stroke, and the rules say what follows.\n")
        terminal.say(line)
    terminal.say()
    terminal.tell("Type the number of a game to play it. ? lists all commands, Enter leaves.")
    names: list[str] = [one["name"] for one in found]
    while True:
        try:
            typed = input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            terminal.say()
            return None
        if typed in ("", "q", "quit", "exit"):
            return None
        if typed in ("?", "help"):
            terminal.say(click.get_current_context().find_root().get_help())
        elif typed in names:
            return typed
        elif typed.isdigit() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        else:
            terminal.tell(f"The list goes from 1 to {len(names)}.")
