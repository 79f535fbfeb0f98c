"""The context of a command: edition, readings, changes and form of its result; and printing and writing the result.

Every argument and option that several commands take is declared here once, with its completion.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from cc_dsl.cli import terminal
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from cc_dsl.pipeline import Edition

Command = TypeVar("Command", bound="Callable[..., object] | click.Command")
SEED = click.IntRange(0, 2**64 - 1)


class Makers(NamedTuple):
    """The functions that build the edition and serve an editor, which this layer may not import."""

    make_edition: Callable[[str, bool, str, str], str]
    """Builds the edition in a folder and returns the path of its first page; the arguments say whether it prints
    progress, the address on the web, and which edition to build alone.
    """
    serve: Callable[[], None]
    """Serves an editor until it ends the conversation."""


class Context:
    """The options that every command shares, and the edition on which its result rests."""

    def __init__(self, makers: Makers | None = None, as_json: bool = False) -> None:
        """Start with nothing loaded."""
        self.makers, self.as_json = makers, as_json
        self.changes: tuple[str, ...] = ()
        """The changes typed after --but."""
        self.edition: Edition | None = None
        """The edition that was loaded last, for error messages."""
        self.overlays: dict[str, dict[str, str]] = {}
        """The overlays on which the result rests, by their names, with the digest of the meaning of each."""
        self.is_data = False
        """Whether standard output carries data, so that no message may be printed there."""

    def note(self, edition: Edition) -> Edition:
        """Note the edition that the command is about, and the overlay on which its result rests, if any."""
        self.edition = edition
        self.note_overlay(edition)
        return edition

    def note_overlay(self, edition: Edition) -> None:
        """Note an overlay on which the result rests; ignore any other edition."""
        if edition.overlay is not None and edition.parent is not None:
            parent, title = edition.parent.start.edition.label.text, edition.overlay.node.title.text
            note = {"name": edition.name, "of": parent, "title": title, "meaning": edition.rules.meaning}
            self.overlays[edition.name] = note


def current() -> Context:
    """Return the context of the running command; a new one outside of any command."""
    click_context = click.get_current_context(silent=True)
    return Context() if click_context is None else click_context.find_root().ensure_object(Context)


def load(name: str, readings: Iterable[str] | dict[str, str] = ()) -> Edition:
    """Return an edition with the changes and readings of the command line."""
    from cc_dsl import pipeline

    chosen_answers = readings if isinstance(readings, dict) else read_readings(readings)
    here = current()
    return here.note(pipeline.load(_overlay_of(name, here.changes) if here.changes else name, chosen_answers))


def _overlay_of(name: str, changes: tuple[str, ...]) -> str:
    """Write an overlay with some changes to an edition into the cache, and return its path."""
    import hashlib
    import re

    from cc_dsl import cache, resources
    from cc_dsl.pipeline import find_rules
    from cc_dsl.source.files import INVISIBLE

    parent = name if name in resources.edition_names() else f'"{os.path.abspath(find_rules(name))}"'
    if not all(map(str.strip, changes)):
        raise UserError("command-line", "--but needs a change. Write one:   --but 'instead of §VI.4: SENTENCE.'")
    title = re.sub('"([^"]*)"?', r"‘\1’", "; ".join(" ".join(change.split()) for change in changes)).rstrip(".")
    text = "".join(f"{line}\n" for line in (f'this edition is {parent}, but "{title}".', *changes))
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        sentence = "The change given with --but is not text in UTF-8."
        raise UserError("command-line", sentence, "Type it in a terminal that uses UTF-8, or write it into a file.")
    if sign := INVISIBLE.search(text):
        sentence = f"The change given with --but has an invisible character, U+{ord(sign[0]):04X}."
        raise UserError("command-line", sentence, "Remove the character.")
    folder = os.path.join(resources.cache_folder(), "overlays")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, f"but-{hashlib.sha256(text.encode()).hexdigest()[:8]}.rules")
    cache.write_own(path, text.encode())
    if not os.path.isfile(path):
        raise UserError("output-failed", f"The change could not be written to {path}. Write it into a file instead.")
    return path


def read_readings(options: Iterable[str]) -> dict[str, str]:
    """Parse the values of --reading or --option."""
    answers: dict[str, str] = {}
    for words in options:
        name, sign, answer = (part.strip() for part in words.partition("="))
        if not (name and sign and answer):
            missing_part = "no equals sign" if not sign else "no answer" if name else "no question"
            needed = "a question, an equals sign and an answer"
            raise click.UsageError(f"--reading needs {needed}; “{words}” has {missing_part}.")
        if answers.setdefault(name, answer) != answer:
            raise click.UsageError(f"--reading gives two answers to “{name}”: {answers[name]} and {answer}.")
    return answers


# ------------------------------------------------------------------------------- arguments and options


def complete_edition(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of an edition, or the path of a rules file."""
    from click.shell_completion import CompletionItem

    from cc_dsl import resources

    names = [CompletionItem(name) for name in resources.edition_names() if name.startswith(incomplete)]
    return names or [CompletionItem(incomplete, type="file")]


class FilePath(click.Path):
    """The path of a file, which must not be empty."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse the empty path."""
        if not value:
            self.fail("the name is empty.", param, ctx)
        return super().convert(value, param, ctx)


but_option = click.option(
    "--but",
    multiple=True,
    expose_value=False,
    callback=lambda ctx, param, changes: setattr(current(), "changes", changes or current().changes),
    metavar="CHANGE",
    help="Use the edition with this change, written as in an overlay: 'instead of §VI.4: SENTENCE'. May be given "
    "several times.",
)
json_option = click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, param, as_json: setattr(current(), "as_json", as_json),
    help="Print one JSON document instead of text.",
)
editions_argument = click.argument("editions", metavar="[EDITION]...", nargs=-1, shell_complete=complete_edition)
readings_option = click.option(
    "--reading",  # for readings and gaps
    "--option",  # for options on which players agree
    "readings",
    multiple=True,
    metavar="QUESTION=ANSWER",
    help="Choose this answer to a question that the text leaves open, or to an option. May be given several times; "
    "“circular readings EDITION” lists them.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of processes."
)
explain_option = click.option("--explain", is_flag=True, help="Show every decision with all its reasons.")


def edition_argument(command: Command) -> Command:
    """Add the argument for an edition to a command, and the options that change it."""
    return but_option(click.argument("edition", metavar="EDITION", shell_complete=complete_edition)(command))


def takes_edition(command: Callable[..., object]) -> Callable[..., object]:
    """Pass an edition to a command, loaded with the changes and readings of the command line."""

    @functools.wraps(command)
    def run(edition: str, readings: tuple[str, ...] = (), **options: object) -> object:
        return command(load(edition, readings), **options)

    return edition_argument(run)


# --------------------------------------------------------------------------------------------- results


def print_result(document: object, lines: Iterable[str]) -> None:
    """Print the result of a command: its document with --json, and otherwise its lines.

    Only one of the two is computed: a document may be a function, and lines may be a generator.
    """
    if not current().as_json:
        terminal.show(lines)
        return
    import json

    value = document() if callable(document) else document
    if current().overlays and isinstance(value, dict):
        value = {**value, "overlays": [*current().overlays.values()]}
    terminal.say(json.dumps(value, indent=2, ensure_ascii=not terminal.can_write("“")))


def refuse_file(path: str, is_ours: Callable[[bytes], bool] = lambda head: True) -> None:
    """Raise a UserError if a file cannot be written, or would replace a file that this program did not write.

    `is_ours` recognises a file of this program by its first bytes; by default every file may be replaced.
    """
    from cc_dsl.play.records import special_file

    folder, wrong = os.path.dirname(path) or ".", ""
    try:
        if not os.path.isdir(folder):
            wrong = f"cannot be written: there is no folder {folder}."
        elif kind := special_file(path):
            wrong = f"is {kind}, not an ordinary file. Name another file."
        elif os.path.lexists(path):
            with open(path, "rb") as file:
                head = file.read(400)
            if head and not is_ours(head):
                wrong = "already exists, and this program did not write it. Name another file."
    except OSError as error:
        wrong = f"cannot be read: {error.strerror}."
    if wrong:
        raise UserError("output-failed", f"{path} {wrong}")


def write_file(path: str, data: bytes) -> None:
    """Write a file through a temporary one, so that it is complete or absent; raise a UserError if that fails."""
    from cc_dsl.source.files import write_whole

    try:
        write_whole(path, data)
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise UserError("output-failed", f"I could not write {path}: {reason}. The file is unchanged.") from None
