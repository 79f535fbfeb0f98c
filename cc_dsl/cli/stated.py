"""State under which overlays a result holds, each with a digest of its meaning: below the text, or in the JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

DATA = "cc_dsl.data"
"""Where the context of a command notes that its standard output is data, into which no sentence may come."""


def note(edition: Edition) -> None:
    """Note that the result of the command rests on an edition; only overlays are stated."""
    context = click.get_current_context(silent=True)
    if context is not None and edition.overlay is not None:
        context.meta.setdefault(terminal.STATED, {})[edition.name] = document_of(edition)


def is_data() -> None:
    """Note that what the command writes to standard output is data."""
    click.get_current_context().meta[DATA] = True


def document_of(edition: Edition) -> dict[str, str]:
    """Return an overlay as JSON: its name, the edition that it changes, its title and the digest of its meaning."""
    assert edition.overlay is not None
    assert edition.parent is not None
    return {
        "name": edition.name,
        "of": edition.parent.start.edition.label.text,
        "title": edition.overlay.title,
        "meaning": edition.rules.meaning,
    }


def state(context: click.Context) -> None:
    """Print which overlays the result of a command rests on, if any."""
    say = terminal.complain if context.meta.get(DATA) else terminal.say
    for line in _lines(context.meta.get(terminal.STATED, {}).values()):
        say(line)


def _lines(overlays: Iterable[Mapping[str, str]]) -> Iterator[str]:
    for one in overlays:
        yield ""
        said = f"{one['name']} is {one['of']}, but “{one['title']}”. The digest of its meaning is {one['meaning']}."
        yield from terminal.wrapped(said)
