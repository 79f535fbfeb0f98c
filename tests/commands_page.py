"""The page of all commands, generated from their `--help`: `python -m tests.commands_page` writes it again."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cc_dsl.cli.main import COMMANDS, group

PAGE = Path(__file__).parents[1] / "docs" / "language" / "commands.md"
OPENING = """\
# Commands

This page shows what `circular --help` and `circular COMMAND --help` print.
`EDITION` is the name of an edition, such as `1862`, or the path of a rules file or its folder.
"""
COLUMNS = 80


def commands_page() -> str:
    """Return the page: a list of the commands under their headings, then the help of each."""
    settings = {**group.context_settings, "terminal_width": COLUMNS, "max_content_width": COLUMNS}
    top = click.Context(group, info_name="circular", **settings)
    parts = [OPENING]
    for heading in dict.fromkeys(entry.heading for entry in COMMANDS.values()):
        own = {name: entry for name, entry in COMMANDS.items() if entry.heading == heading}
        rows = [f"| [`circular {name}`](#circular-{name}) | {entry.help} |" for name, entry in own.items()]
        parts.append("\n".join([f"## {heading}", "", "| Command | What it does |", "|---|---|", *rows, ""]))
    for name in COMMANDS:
        command = group.get_command(top, name)
        assert command is not None
        own_context = click.Context(command, top, name, terminal_width=COLUMNS, max_content_width=COLUMNS)
        parts.append(f"## circular {name}\n\n```text\n{command.get_help(own_context).rstrip()}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    os.environ["COLUMNS"] = str(COLUMNS)
    PAGE.write_text(commands_page(), "utf-8")
