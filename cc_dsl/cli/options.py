"""Options that several commands share: the name of an edition, readings, and --json; each with its completion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

import click

from cc_dsl.cli import terminal

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

    from cc_dsl.pipeline import Edition

Command = TypeVar("Command", bound="Callable[..., object] | click.Command")

LOADED = "cc_dsl.loaded"
"""The key under which the context stores the edition that was loaded last, for error messages."""


def complete_edition(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of an edition, or the path of a rules file."""
    from click.shell_completion import CompletionItem

    from cc_dsl import resources

    found = [CompletionItem(name) for name in resources.edition_names() if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def _complete_reading(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    name = ctx.params.get("edition") or _edition_typed()
    try:
        doubts = load(name, {}).rules.doubts if name else {}
    except Exception:  # completion has nowhere to put a message
        return []
    return [
        CompletionItem(f"{doubt.name}={answer}", help=reason)
        for doubt in doubts.values()
        for answer, reason in doubt.alternatives
        if f"{doubt.name}={answer}".startswith(incomplete)
    ]


def _edition_typed() -> str | None:
    """Find the edition among the words on the line; an option that still wants its answer hides it from click."""
    import os

    from cc_dsl import resources

    known = resources.edition_names()
    words = os.environ.get("COMP_WORDS", "").split()[2:]
    return next((word for word in words if word in known or os.path.isfile(word)), None)


class FilePath(click.Path):
    """The path of a file, which has a name."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Refuse the empty path."""
        if not value:
            self.fail("it is empty, and a file has a name.", param, ctx)
        return super().convert(value, param, ctx)


SEEDS = 1 << 64
"""The number of seeds: 0 and all numbers below this."""
SEED = click.IntRange(0, SEEDS - 1)


def seeds_from(first: int, games: int) -> None:
    """Refuse games of which the last would have no seed of its own."""
    if first + games > SEEDS:
        raise click.UsageError(f"--seed {first} and {games:,} games go beyond {SEEDS - 1:,}, the last seed there is.")


BUT = "cc_dsl.but"
"""The key under which the context stores the changes typed after --but."""


def _note_changes(ctx: click.Context, param: click.Parameter, changes: tuple[str, ...]) -> None:
    ctx.meta[BUT] = changes or ctx.meta.get(BUT, ())


but_option = click.option(
    "--but",
    multiple=True,
    expose_value=False,
    callback=_note_changes,
    metavar="CHANGE",
    help="Use the edition but for this change, written as in an overlay: 'instead of §VI.4: SENTENCE'. May be given "
    "several times.",
)


def edition_argument(command: Command) -> Command:
    """Return the decorator that gives a command its edition, and the typed changes of it."""
    return but_option(click.argument("edition", metavar="EDITION", shell_complete=complete_edition)(command))


editions_argument = click.argument("editions", metavar="[EDITION]...", nargs=-1, shell_complete=complete_edition)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
CHOOSING = ("--reading", "--option")
"""The two names of the option that chooses an answer: for open places, and for what players agree on."""
readings_option = click.option(
    *CHOOSING,
    "readings",
    multiple=True,
    metavar="QUESTION=ANSWER",
    shell_complete=_complete_reading,
    help="Choose this answer to an open place, or to an option, of the text. May be given several times; "
    "“circular readings EDITION” lists them.",
)
record_option = click.option(
    "--record",
    "record",
    required=True,
    metavar="FILE",
    type=FilePath(),
    help="The record of a game, as “circular play --record FILE” writes it.",
)


def load(name: str, readings: Iterable[str] | dict[str, str] = ()) -> Edition:
    """Return an edition under the readings that were typed."""
    from cc_dsl import pipeline

    chosen = readings if isinstance(readings, dict) else read_readings(readings)
    context = click.get_current_context(silent=True)
    changes = context.meta.get(BUT, ()) if context is not None else ()
    if changes:
        from cc_dsl.cli.changes import overlay_of

        name = overlay_of(name, changes)
    return noted(pipeline.load(name, chosen))


def has_changes() -> bool:
    """Return whether changes were typed after --but."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(BUT))


def noted(edition: Edition) -> Edition:
    """Note which edition the command is about, and that its result rests on an overlay, if it does."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[LOADED] = edition
        state_overlay(edition)
    return edition


def state_overlay(edition: Edition) -> None:
    """Let the result of the command name the overlay on which it rests, with the digest of its meaning, if it does."""
    if edition.overlay is not None and edition.parent is not None:
        parent, title = edition.parent.start.edition.label.text, edition.overlay.title
        found = {"name": edition.name, "of": parent, "title": title, "meaning": edition.rules.meaning}
        click.get_current_context().meta.setdefault(terminal.STATED, {})[edition.name] = found


def read_readings(typed: Iterable[str]) -> dict[str, str]:
    """Parse the values of --reading or --option."""
    chosen: dict[str, str] = {}
    for words in typed:
        name, sign, answer = (part.strip() for part in words.partition("="))
        if not (name and sign and answer):
            raise click.UsageError(
                f"--reading wants a question, an equals sign and an answer; “{words}” has {_missing(name, sign)}."
            )
        if chosen.setdefault(name, answer) != answer:
            raise click.UsageError(f"--reading gives two answers to “{name}”: {chosen[name]} and {answer}.")
    return chosen


def _missing(name: str, sign: str) -> str:
    if not sign:
        return "no equals sign"
    return "no answer" if name else "no question"
