"""Output for the terminal: colours if supported, characters that it can encode, lines of its width, progress.

Every command writes through this module. A character that the output cannot encode is replaced by a plain one, so that
an old terminal or a pipe in another encoding never stops a command.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

import click

from cc_dsl.words import layout
from cc_dsl.words.layout import Ink
from cc_dsl.words.layout import table as table

if TYPE_CHECKING:
    from cc_dsl.diagnostics.problem import Problem
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Rules
    from cc_dsl.words.speaker import Speaker

PLAIN = {"…": "...", "→": "->", **dict(zip("“”‘’–—×·♥♦♣♠┌┐└┘├│─", "\"\"''--x-HDCS+++++|-", strict=True))}
"""Plain replacements for characters that the output cannot encode."""
STYLES = {"strong": "1", "faint": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "error": "1;31"}
NARROWEST, WIDEST = 40, 100


def prepare() -> None:
    """Let the streams replace characters that they cannot encode, and replace closed streams by the null device.

    The next file opened would get the number of a closed stream, and would receive what is printed.
    """

    def write_plainly(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end

    codecs.register_error("circular", write_plainly)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open as long as the program
        getattr(getattr(sys, name), "reconfigure", lambda **_: None)(errors="circular")


def say(text: str = "") -> None:
    """Print to stdout."""
    sys.stdout.write(without_controls(text) + "\n")


def show(lines: Iterable[str]) -> None:
    """Print lines to stdout."""
    for line in lines:
        say(line)


def page(lines: Iterable[str]) -> None:
    """Print lines to stdout; if they do not fit on the screen of an interactive terminal, pause after each screen."""
    lines = [*lines]
    if not is_for_people():
        show(lines)
        return
    size = max(window().lines - 2, 5)
    while len(lines) > size + 1:
        show(lines[:size])
        lines = lines[size:]
        try:
            typed_line = input(paint(f"{len(lines)} more lines: Enter goes on, q stops. ", "faint"))
        except EOFError:
            return
        if typed_line.strip():
            return
    show(lines)


def print_prose(text: str) -> None:
    """Print prose in lines of the terminal's width."""
    show(break_lines(text, width()))


def break_lines(text: str, columns: int) -> list[str]:
    """Break prose into lines and keep the indentation; a colon and three spaces precede a command to be typed.

    A command is never broken: it gets a line of its own if it does not fit.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        if shown_length(line) <= columns:
            lines.append(line)
            continue
        margin = line[: len(line) - len(line.lstrip())]
        prose, colon, command = line.partition(":   ")
        lines += layout.wrap(prose + colon.rstrip(), margin, None, columns)
        lines += [f"{margin}  {command}"] if colon else []
    return lines


def without_controls(text: str) -> str:
    """Remove control sequences other than colours, since a stranger's rules file may contain them."""
    if text.isprintable():
        return text
    return re.sub(r"\x1b(?!\[[0-9;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]", "?", text)


def clear() -> None:
    """Clear the screen and its scrollback; if that is impossible, scroll the lines out of sight."""
    if is_terminal(sys.stdout):
        can_wipe = os.environ.get("TERM") != "dumb"
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J" if can_wipe else "\n" * window().lines)


def complain(text: str) -> None:
    """Print to stderr after flushing stdout; print nothing if that is impossible."""
    with suppress(OSError):
        flush()
        sys.stderr.write(without_controls(text) + "\n")
        sys.stderr.flush()


def complain_of(problems: Iterable[Problem], as_json: bool) -> None:
    """Print problems to stderr, as text or as one JSON document."""
    from cc_dsl.diagnostics import render

    if as_json:
        import json

        complain(json.dumps({"problems": render.as_json(problems)}, indent=2))
    else:
        complain(render.render_text(problems, color=has_colours(sys.stderr)).rstrip("\n"))


def flush() -> None:
    """Flush stdout, which may be closed at the end of the language server."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()


def discard_output() -> None:
    """Discard the buffer of stdout, so that Python does not fail to flush it at exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def is_for_people() -> bool:
    """Return whether input and output are both at a terminal."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def has_colours(stream: TextIO | None) -> bool:
    """Return whether colours may be used: the terminal has them, and the user has not declined them."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_write(letters: str) -> bool:
    """Return whether stdout can encode all these characters."""
    try:
        letters.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def window() -> os.terminal_size:
    """Return the columns and lines of the terminal."""
    import shutil  # imported late: commands that print to a pipe need no size

    return shutil.get_terminal_size((80, 24))


def width(stream: TextIO | None = None) -> int:
    """Return the maximal length of lines: the terminal's width, or 80 elsewhere."""
    if not is_terminal(stream or sys.stdout):
        return 80
    return max(NARROWEST, min(window().columns, WIDEST))


def paint(text: str, style: str) -> str:
    """Return a text in a style, if stdout shows styles."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if has_colours(sys.stdout) and text else text


def shown_length(text: str) -> int:
    """Return the width of a text in columns, without its colours."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", text))


def wrap(text: str, first: str = "", later: str | None = None) -> list[str]:
    """Break prose into lines of the terminal's width."""
    return layout.wrap(text, first, later, width())


def colour_signs(text: str) -> str:
    """Colour the signs of red pieces."""
    return re.sub(r"[^\s│|]+[♥♦]", lambda match: paint(match.group(), "red"), text)


def ink_for(rules: Rules) -> Ink:
    """Return the signs for the pieces of some rules at this terminal; a code replaces a sign that it cannot encode."""
    signs = zip(rules.pieces.glyphs, rules.pieces.codes, strict=True)
    return Ink(tuple(sign if can_write(sign) else code for sign, code in signs), colour_signs)


def speaker_for(edition: Edition, seats: int, humans: Sequence[int] = ()) -> Speaker:
    """Return the speaker of an edition for this terminal, with the signs that it can show."""
    from cc_dsl.words.speaker import Speaker

    return Speaker(edition, seats, humans, ink_for(edition.rules))


# ------------------------------------------------------------------------------------------- progress


EVERY = 1.2
"""The seconds between two lines of progress when the output is not a terminal."""


class Progress:
    """The number of games done and the time left, shown as a bar on a terminal, and line by line in a pipe."""

    def __init__(self, games: int, activity: str = "") -> None:
        """Prepare to report on this number of games; the activity is shown until the first of them is done."""
        self._is_shown, self._games, self._last = is_terminal(sys.stderr), games, time.monotonic()
        self._bar = click.progressbar(length=games, label=activity, file=sys.stderr, show_pos=True)

    def __enter__(self) -> Progress:
        """Begin the report."""
        if self._is_shown:
            self._bar.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        """End the line of the bar."""
        if self._is_shown:
            self._bar.render_finish()

    def say(self, activity: str) -> None:
        """Show a message."""
        self._bar.label = activity
        if self._is_shown:
            self._bar.render_progress()

    def __call__(self, games_done: int, now: int, seconds: float) -> None:
        """Note the number of games done, the number of them played in this run, and the seconds taken."""
        self._bar.label = ""
        if self._is_shown:
            self._bar.update(games_done - self._bar.pos)
        elif time.monotonic() - self._last > EVERY:
            self._last = time.monotonic()
            time_left = seconds * (self._games - games_done) / now
            complain(f"{games_done:,} of {self._games:,} games, {time_left:,.0f} s left")


@contextmanager
def show_thinking(who: str) -> Iterator[None]:
    """Show on a terminal that a player is thinking, and erase the line afterwards."""
    stream = sys.stdout
    if not is_terminal(stream):
        yield
        return
    words = f"{layout.capital(who)} is thinking {'…' if can_write('…') else '...'}"
    stream.write(words)
    stream.flush()
    try:
        yield
    finally:
        stream.write(f"\r{' ' * len(words)}\r")
        stream.flush()
