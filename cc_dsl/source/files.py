"""Read a text file into a Source, which gives the line and column of every character; write a file.

A file that is missing, too large or not UTF-8 is refused with a Problem, never with a traceback.  Line ends are
normalised to newlines, so that a checkout on another system has the same offsets.
"""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from cc_dsl.errors import CircularError

LARGEST_FILE = 1_000_000
"""The most bytes of a file; the longest text of the corpus has some ten thousand."""
LARGEST_RULES = 200_000
"""The most bytes of a rules file; the longest edition has 35,000, and each sentence costs time."""
INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that are invisible, but control a terminal or reverse the words after them."""


class Span(NamedTuple):
    """A stretch of a text: the offset of its first character, and the offset after its last."""

    start: int
    end: int


class Source:
    """The text of one file, and the offsets of its lines."""

    __slots__ = ("_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        """Take the path and the text of a file; its lines are counted at the first use."""
        self.path = path
        self.text = text
        self._starts: list[int] | None = None

    def __repr__(self) -> str:
        """Return the name of the file, without its text."""
        return f"Source({self.path!r})"

    def _line_starts(self) -> list[int]:
        """Return the offset of each line."""
        if self._starts is None:
            self._starts = [0, *(end.end() for end in re.finditer("\n", self.text))]
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of a character, both counted from 1; beyond the text, those of its end."""
        starts = self._line_starts()
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line, counted from 1, without its end; empty if there is no such line."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end]

    def start_of(self, number: int) -> int:
        """Return the offset of a line, counted from 1; the end of the text if there is no such line."""
        starts = self._line_starts()
        return starts[number - 1] if 1 <= number <= len(starts) else len(self.text)


class Label(NamedTuple):
    """A further place of a problem, with a few words on it."""

    source: Source
    span: Span
    words: str


class Problem(NamedTuple):
    """One problem, complete enough for every rendering."""

    code: str
    """A slug, such as `unknown-name`; `explanations` has a paragraph on it."""
    sentence: str
    """The problem as a complete sentence, in the words of the rules."""
    source: Source | None = None
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    clauses: tuple[tuple[str, str], ...] = ()
    """Full ids of clauses, each with its printed words."""
    remedies: tuple[str, ...] = ()
    """Remedies, the most likely first; text to be typed comes last, after a colon and three spaces."""
    level: str = "error"
    """`error` or `warning`."""


class RulesError(CircularError):
    """The error for rules that cannot be used: it carries every problem, and ends a command with status 2."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Store the problems; their sentences make the message."""
        self.problems = list(problems)
        first = self.problems[0] if self.problems else Problem("", "")
        self.code, self.sentence, self.place = first.code, first.sentence, place_of(first)
        self.remedy = " ".join(first.remedies)
        super().__init__("\n".join(problem.sentence for problem in self.problems))


def place_of(problem: Problem) -> str:
    """Return the file, line and column of a problem; an empty string for a problem without a place in a file."""
    if problem.source is None:
        return ""
    if problem.span is None:
        return problem.source.path
    line, column = problem.source.position(problem.span.start)
    return f"{problem.source.path}:{line}:{column}"


def shown_path(path: str) -> str:
    """Return the path as a reader would type it: relative if it is below the current folder."""
    if os.path.isabs(path):
        try:
            here = os.path.join(os.getcwd(), "")
        except OSError:
            return path
        if path.startswith(here):
            return path[len(here) :]
    return path


def unreadable(path: str, reason: str, *remedies: str) -> RulesError:
    """Return the error for a file that cannot be read, with this reason."""
    sentence = f"I could not read {shown_path(path)}: {reason}."
    return RulesError([Problem("unreadable-file", sentence, remedies=remedies)])


def read_source(path: str, most: int = LARGEST_FILE) -> Source:
    """Read a text file of at most this many bytes; raise a RulesError if it cannot be used.

    The path is in the form that a reader would type.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise unreadable(path, "there is no such file", "Check the spelling of its name and folder.") from None
    except NotADirectoryError:
        reason = "a part of its path is a file, not a folder"
        raise unreadable(path, reason, "Name a file in the folder.") from None
    except OSError as error:
        if os.path.isdir(path):  # systems differ in the error for a folder
            raise unreadable(path, "it is a folder", "Name a file in the folder.") from None
        reason, remedy = error.strerror or "the system refused", "Try to open the file in another program."
        if isinstance(error, PermissionError):
            reason, remedy = "you have no permission to read it", "Change its permissions so that you can read it."
        raise unreadable(path, reason, remedy) from None
    except ValueError:
        raise unreadable(repr(path), "this cannot be the name of a file", "Check the spelling of its name.") from None
    if len(data) > most:
        sentence = f"{shown_path(path)} exceeds the limit of {most:,} bytes."
        remedies = ("Check that it is the file you meant.", "If it is, divide it into several editions.")
        raise RulesError([Problem("file-too-large", sentence, remedies=remedies)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise unreadable(path, f"line {line} is not UTF-8 text", "Save the file again as UTF-8.") from None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    source = Source(shown_path(path), text)
    match = INVISIBLE.search(text)
    if match is not None:
        line, column = source.position(match.start())
        place = f"line {line} has an invisible character at column {column}, U+{ord(match.group()):04X}"
        raise unreadable(path, place, "Remove the character.")
    return source


def write_whole(path: str, data: bytes, mode: int | None = None) -> None:
    """Write a file atomically, by way of a temporary file flushed to disk; raise an OSError if that fails.

    Without a mode, an existing file keeps its mode.
    """
    folder, name = os.path.split(os.path.abspath(path))
    part = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.part")
    try:
        with open(part, "xb", opener=lambda new, flags: os.open(new, flags, 0o600)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is None:
            mask = os.umask(0)
            os.umask(mask)
            mode = stat.S_IMODE(os.stat(path).st_mode) if os.path.exists(path) else 0o666 & ~mask
        os.chmod(part, mode)
        os.replace(part, path)
    finally:
        if os.path.lexists(part):
            os.remove(part)
