"""List what a new edition still needs, in the order in which an editor does it."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cc_dsl.cases.reader import CASES
from cc_dsl.cases.records import RECORDS as READINGS
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.source.data import read_data
from cc_dsl.source.files import SourceFault, read_source
from cc_dsl.source.skeleton import OPEN
from cc_dsl.syntax import nodes

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

MEND = "Mend"
_OPEN_KEY = re.compile(rf'^\s*(\w+)\s*=\s*"{re.escape(OPEN)}"', re.MULTILINE)
_OPEN_NOTE = re.compile(rf"^## +(\S+) *\n+{re.escape(OPEN)} *$", re.MULTILINE)
_TEXT_FILES = ("clauses.toml", "text.txt")
_OF_TEXT = frozenset(("text-changed", "text-uncovered", "clause-not-in-text", "clause-twice"))
_TOLD = frozenset(("clause-unused", "label-not-recorded", "no-game", "no-players", "stale-figures"))
"""What a step of its own says, what is missing only until the text is encoded, or what no editor writes."""


def next_steps(edition: Edition, problems: Sequence[Problem]) -> list[str]:
    """Return the next steps in order; none for an edition that is complete, or in which only a slip is to be mended."""
    if edition.text is None:
        return []
    folder = edition.folder
    missing = [*_of_encoding(edition)]
    left = _left_to_argue(edition)
    steps = [
        *_of_open_keys(folder, "edition.toml"),
        *_of_slips(problems, "edition.toml", is_also=not left and _has(problems, "label-not-recorded")),
        *_of_clauses(problems),
        *_of_open_keys(folder, "clauses.toml"),
        *_of_slips(problems, os.path.basename(edition.source.path)),
        *missing,
        *_of_readings(left),
        *_of_slips(problems, READINGS),
        *_of_cases(folder),
        *_of_slips(problems, CASES),
        *_of_notes(folder),
        *_of_slips(problems, "notes.md"),
    ]
    if all(step.startswith(MEND) for step in steps):
        return []  # the messages say it
    return [*steps, f"Make its pages:   circular edition --only {shlex.quote(folder)} OUT"]


def _has(problems: Sequence[Problem], code: str) -> bool:
    return any(problem.code == code for problem in problems)


def _of_slips(problems: Sequence[Problem], name: str, is_also: bool = False) -> Iterator[str]:
    """Return the step for the problems of one file."""
    own = [one for one in problems if _file_of(one) == name and one.code not in _TOLD and one.level == "error"]
    if own or is_also:
        yield f"{MEND} {name}: the messages above say what is wrong."


def _file_of(problem: Problem) -> str:
    return os.path.basename(problem.source.path) if problem.source is not None else ""


def _of_clauses(problems: Sequence[Problem]) -> Iterator[str]:
    if any(problem.code in _OF_TEXT or _file_of(problem) in _TEXT_FILES for problem in problems):
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


def _left_to_argue(edition: Edition) -> list[str]:
    """Return the open places of the rules of which an answer has no argument yet."""
    recorded = _table(edition.folder, READINGS, "reading")
    left = []
    for statement in (one for block in edition.start.blocks for one in block.statements):
        if isinstance(statement, nodes.Doubt):
            entry = recorded.get(statement.name.text, {}) if isinstance(recorded, dict) else {}
            argued = entry.get("alternatives", {}) if isinstance(entry, dict) else {}
            if not all(one.name.text in argued for one in statement.alternatives):
                left.append(statement.name.text)
    return left


def _of_readings(left: list[str]) -> Iterator[str]:
    if left:
        yield (
            f"Argue in {READINGS} for the answers to each open place of game.rules: {_places(len(left))} left; "
            f"the first is {left[0]}."
        )


def _of_cases(folder: str) -> Iterator[str]:
    if not _table(folder, CASES, "case"):
        yield f"Work out cases from the words, and write them in {CASES}; there is none yet."


def _table(folder: str, name: str, key: str) -> Any:
    """Return what a file of data has under a key; nothing if it is missing or cannot be read."""
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        return {}
    try:
        return read_data(path)[1].get(key, {})
    except SourceFault:
        return {"?": {}}  # what is wrong with it is told elsewhere


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
