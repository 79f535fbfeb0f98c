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
    left, rules = _left_to_argue(edition), os.path.basename(edition.source.path)
    errors = [one for one in problems if one.level == "error"]
    slips = {_file_of(one) for one in errors if one.code not in _TOLD}
    if not left and any(one.code == "label-not-recorded" for one in problems):
        slips.add("edition.toml")
    mend = {name: [f"{MEND} {name}: the messages above say what is wrong."] for name in slips}
    is_text_open = any(one.code in _OF_TEXT or _file_of(one) in _TEXT_FILES for one in problems)
    together = "Bring clauses.toml and text.txt together: the messages above name what does not fit."
    argue = f"Argue in {READINGS} for the answers to each open place of game.rules: {_places(len(left))} left; "
    work_out = f"Work out cases from the words, and write them in {CASES}; there is none yet."
    steps = [
        *_open_keys(edition.folder, "edition.toml"),
        *mend.get("edition.toml", ()),
        *([together] if is_text_open else ()),
        *_open_keys(edition.folder, "clauses.toml"),
        *mend.get(rules, ()),
        *_clauses_to_encode(edition),
        *([f"{argue}the first is {left[0]}."] if left else ()),
        *mend.get(READINGS, ()),
        *(() if _table(edition.folder, CASES, "case") else [work_out]),
        *mend.get(CASES, ()),
        *_open_notes(edition.folder),
        *mend.get("notes.md", ()),
    ]
    if all(step.startswith(MEND) for step in steps):
        return []  # the messages say it
    return [*steps, f"Make its pages:   circular edition --only {shlex.quote(edition.folder)} OUT"]


def _file_of(problem: Problem) -> str:
    return os.path.basename(problem.source.path) if problem.source is not None else ""


def _open_keys(folder: str, name: str) -> Iterator[str]:
    """Yield the step for the keys of a file that are still to be filled in."""
    open_keys = _found(_OPEN_KEY, folder, name)
    if open_keys:
        line, key = open_keys[0]
        yield f"Fill in {name}: {_places(len(open_keys))} marked “{OPEN}”; the first is {key}, in line {line}."


def _open_notes(folder: str) -> Iterator[str]:
    """Yield the step for the notes that are still to be written."""
    notes = _found(_OPEN_NOTE, folder, "notes.md")
    if notes:
        yield f"Write the notes in notes.md: {_places(len(notes))} marked “{OPEN}”; the first is on {notes[0][1]}."


def _clauses_to_encode(edition: Edition) -> Iterator[str]:
    """Yield the step for the clauses that have neither a statement nor an excuse."""
    ledger, text = edition.ledger, edition.text
    left = [name for name, entry in ledger.entries.items() if entry.status == "missing"] if ledger is not None else []
    if left and ledger is not None and text is not None:
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


def _table(folder: str, name: str, key: str) -> Any:
    """Return what a file of data has under a key; nothing if it is missing or cannot be read."""
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        return {}
    try:
        return read_data(path)[1].get(key, {})
    except SourceFault:
        return {"?": {}}  # what is wrong with it is told elsewhere


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
