"""The editor's notes, divided into their sections."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from cc_dsl.source.files import read_source

HEADING = re.compile(r"^## +(\S+) *$", re.MULTILINE)


class NotesSection(NamedTuple):
    """One section of the notes, as Markdown."""

    id: str
    markdown: str
    line: int
    """The line of the file on which it begins."""


def load_notes(folder: str) -> dict[str, NotesSection]:
    """Return the notes of an edition, each under its heading, an id; none without a file."""
    path = os.path.join(folder, "notes.md")
    if not os.path.exists(path):
        return {}
    text = read_source(path).text
    heads = list(HEADING.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    notes: dict[str, NotesSection] = {}
    for head, end in zip(heads, ends, strict=False):
        body = text[head.end() : end]
        start = head.end() + len(body) - len(body.lstrip())
        notes[head.group(1)] = NotesSection(head.group(1), body.strip(), text.count("\n", 0, start) + 1)
    return notes


def citation_pattern(names: Iterable[str], editions: Iterable[str] = ()) -> re.Pattern[str]:
    """Return a pattern for the ids of clauses in prose: full ids of any edition, then own ids.

    It also matches full ids that do not exist, so that wrong references are reported.
    """
    own = [re.escape(name) for name in sorted(names, key=len, reverse=True)]
    labels = "|".join(re.escape(name) for name in sorted(editions))
    far = [rf"(?:{labels})\.[A-Z]\w*\.\d+[a-z]?"] if labels else []
    ids = "|".join([*far, *own])
    return re.compile(rf"(?<![\w.§`])({ids})(?!\w|\.\w)") if ids else re.compile(r"(?!)")
