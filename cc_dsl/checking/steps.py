"""List what a new edition still needs, in the order in which an editor does it."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.source.files import SourceFault, read_source
from cc_dsl.source.skeleton import OPEN

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

_OPEN_KEY = re.compile(rf'^\s*(\w+)\s*=\s*"{re.escape(OPEN)}"', re.MULTILINE)
_OPEN_NOTE = re.compile(rf"^## +(\S+) *\n+{re.escape(OPEN)} *$", re.MULTILINE)
_OF_TEXT = frozenset(("text-changed", "text-uncovered", "clause-not-in-text", "clause-twice", "bad-data-file"))


def next_steps(edition: Edition, codes: frozenset[str], cases: int) -> list[str]:
    """Return the next steps in order; none for an edition that is complete or has no text.

    `codes` are those of the problems that the check found, `cases` the number of its worked cases.
    """
    text = edition.text
    if text is None:
        return []
    needed = [
        *_of_open_keys(edition.folder, "edition.toml"),
        *_of_clauses(codes),
        *_of_open_keys(edition.folder, "clauses.toml"),
        *_of_encoding(edition),
        *_of_readings(codes),
        *_of_cases(cases),
        *_of_notes(edition.folder),
    ]
    if not needed:
        return []
    return [*needed, f"Make its pages:   circular edition --only {shlex.quote(edition.folder)} OUT"]


def _of_clauses(codes: frozenset[str]) -> Iterator[str]:
    if codes & _OF_TEXT:
        yield "Bring clauses.toml and text.txt together: the messages above name what does not fit."


def _of_open_keys(folder: str, name: str) -> Iterator[str]:
    open_keys = _found(_OPEN_KEY, folder, name)
    if open_keys:
        line, key = open_keys[0]
        yield f"Fill in {name}: {_places(len(open_keys))} marked “{OPEN}”; the first is {key}, in line {line}."


def _of_encoding(edition: Edition) -> Iterator[str]:
    ledger, text = edition.ledger, edition.text
    if ledger is None or text is None:
        return
    left = [name for name, entry in ledger.entries.items() if entry.status == "missing"]
    if left:
        words = text.clauses[left[0]].words
        start = words if len(words) <= 60 else words[:59].rstrip() + "…"
        count = f"{len(left)} of {len(ledger.entries)} clauses have"
        yield f"Encode the clauses in game.rules: {count} no sentence yet; the first is {left[0]}, “{start}”"


def _of_readings(codes: frozenset[str]) -> Iterator[str]:
    if "label-not-recorded" in codes:
        yield "Argue in readings.toml for the answers to each open place of game.rules."


def _of_cases(cases: int) -> Iterator[str]:
    if not cases:
        yield "Work out cases from the words, and write them in cases.toml; there is none yet."


def _of_notes(folder: str) -> Iterator[str]:
    notes = _found(_OPEN_NOTE, folder, "notes.md")
    if notes:
        yield f"Write the notes in notes.md: {_places(len(notes))} marked “{OPEN}”; the first is on {notes[0][1]}."


def _places(count: int) -> str:
    return "one place is" if count == 1 else f"{count} places are"


def _found(pattern: re.Pattern[str], folder: str, name: str) -> list[tuple[int, str]]:
    """Return the line and the name of each open place of a file; none for a file that is missing."""
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        return []
    try:
        source = read_source(path)
    except SourceFault:
        return []
    return [(source.position(match.start(1))[0], match[1]) for match in pattern.finditer(source.text)]
