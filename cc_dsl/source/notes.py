"""The editor's notes, divided into their sections."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from cc_dsl.source.files import Source, Span, read_source

NOTES = "notes.md"
HEADING = re.compile(r"^## +(\S+) *$", re.MULTILINE)


class NotesSection(NamedTuple):
    """One section of the notes, as Markdown."""

    id: str
    markdown: str
    line: int
    """The line of the file on which it begins."""
    heading: Span


def sections_of(source: Source) -> list[NotesSection]:
    """Return the sections of the notes in their order; each begins with its heading, an id."""
    text, heads = source.text, [*HEADING.finditer(source.text)]
    ends = [head.start() for head in heads[1:]] + [len(text)]
    sections: list[NotesSection] = []
    for head, end in zip(heads, ends, strict=False):  # a file without a heading has an end, but no section
        body = text[head.end() : end]
        start = head.end() + len(body) - len(body.lstrip())
        sections.append(NotesSection(head[1], body.strip(), source.position(start)[0], Span(*head.span())))
    return sections


def load_notes(folder: str) -> dict[str, NotesSection]:
    """Return the sections of the notes of an edition by their ids; none without a file."""
    path = os.path.join(folder, NOTES)
    sections = sections_of(read_source(path)) if os.path.exists(path) else []
    return {section.id: section for section in sections}


def citation_pattern(names: Iterable[str], editions: Iterable[str] = ()) -> re.Pattern[str]:
    """Return a pattern for the ids of clauses in prose: full ids of any edition, then own ids.

    It also matches full ids that do not exist, so that wrong references are reported.
    """
    own = [re.escape(name) for name in sorted(names, key=len, reverse=True)]
    labels = "|".join(re.escape(name) for name in sorted(editions))
    far = [rf"(?:{labels})\.[A-Z]\w*\.\d+[a-z]?"] if labels else []
    ids = "|".join([*far, *own])
    return re.compile(rf"(?<![\w.§`])({ids})(?!\w|\.\w)") if ids else re.compile(r"(?!)")
