"""Transcripts: files of command lines, each followed by its input, its output, and its exit status.

    $ circular judge 1862 --lead 5H …
    < a line of standard input
      a line of standard output
    ! a line of standard error
    = 0

A line that begins with `#` is a comment.  The commands of a file run in order, in one folder that begins as a copy of
`records/` and `given/`, so that a command may read files that an earlier one wrote.

Between them a person may change files:

    $ edition 1862 mine CASE…     copies an edition, or a game of the tests, with no worked cases but these
    $ copy FILE OTHER             copies a file
    $ change FILE OLD NEW         replaces words that the file has, where they occur first
    $ pattern FILE PATTERN NEW    replaces what a regular expression finds, everywhere
    $ write FILE                  writes the lines of standard input
    $ show FILE                   prints a file
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cc_dsl.resources import cache_folder
from tests.cli.desk import ROOT, Result, change, circular, leave_cases

HERE = Path(__file__).parent
TRANSCRIPTS = HERE / "commands"
GIVEN = ("records", "given")
VARYING = (
    (re.compile(r'("rules": )"[0-9a-f]{16,}"'), r'\g<1>"-"'),
    (re.compile(r'("(?:seconds|wall|rate)": )[\d.e-]+'), r"\g<1>0"),
    (re.compile(r"[\d,]+ moves a second"), "0 moves a second"),
    (re.compile(r"^.* (?:s|min|h) (?:so far|left)\n", re.MULTILINE), ""),
    (re.compile(r"\b\d+(?:\.\d+)? s(?:econds)?\b(?! of)"), "0 s"),
    (re.compile(r'("(?:python|numpy|numba|circular|version|processor|machine)": )"[^"]*"'), r'\g<1>"-"'),
)
"""What differs from machine to machine and from time to time."""


class Entry(NamedTuple):
    """One command line, with the comments above it and what is typed to it."""

    comments: tuple[str, ...]
    line: str
    typed: tuple[str, ...]


def entries(text: str) -> Iterator[Entry]:
    """Read the command lines of a transcript; what was written by them is left out."""
    comments: list[str] = []
    line, typed = "", list[str]()
    for row in text.splitlines():
        if row.startswith("#"):
            comments.append(row)
        elif row.startswith("$ "):
            line, typed = row[2:], []
        elif row.startswith("< ") or row == "<":
            typed.append(row[2:])
        elif row.startswith("= "):
            yield Entry(tuple(comments), line, tuple(typed))
            comments = []


def transcript(text: str, folder: Path) -> str:
    """Run the commands of a transcript in an empty folder, and return the transcript as it is now."""
    for name in GIVEN:
        if (HERE / name).is_dir():
            shutil.copytree(HERE / name, folder / name)
    before = Path.cwd()
    os.chdir(folder)
    try:
        return "\n".join(_shown(entry, folder) for entry in entries(text))
    finally:
        os.chdir(before)


def _shown(entry: Entry, folder: Path) -> str:
    program, *words = shlex.split(entry.line)
    typed = "".join(f"{line}\n" for line in entry.typed)
    result = circular(*words, typed=typed) if program == "circular" else _edit(program, *words, typed=typed)
    lines = [*entry.comments, f"$ {entry.line}", *(f"< {line}".rstrip() for line in entry.typed)]
    lines += [f"  {line}" for line in _plain(result.out, folder).splitlines()]
    lines += [f"! {line}" for line in _plain(result.err, folder).splitlines()]
    return "\n".join([*(line.rstrip() for line in lines), f"= {result.status}", ""])


def _edit(verb: str, path: str, *words: str, typed: str) -> Result:
    """Do what a person does to files between two commands."""
    file = Path(path)
    match verb, words:
        case "edition", (folder, *cases):
            home = next(home for home in (ROOT / "corpus" / path, ROOT / "tests" / "games" / path) if home.is_dir())
            shutil.copytree(home, folder, ignore=shutil.ignore_patterns("figures.json"))
            if home.parent.name == "corpus":
                leave_cases(Path(folder), *cases)
        case "copy", (other,):
            shutil.copy(file, other)
        case "change", (old, new):
            change(file, old, new)
        case "pattern", (pattern, new):
            text, count = re.subn(pattern, new, file.read_text("utf-8"))
            assert count, f"{path} has nothing like {pattern}"
            file.write_text(text, "utf-8")
        case "write", ():
            file.write_text(typed, "utf-8")
        case "show", ():
            return Result(0, file.read_text("utf-8"), "")
        case _:
            raise ValueError(f"no such command in a transcript: {verb}")
    return Result(0, "", "")


def _plain(text: str, folder: Path) -> str:
    for path, name in ((f"{folder}/", ""), (cache_folder(), "CACHE"), (str(ROOT), "ROOT")):
        text = text.replace(path, name)
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text
