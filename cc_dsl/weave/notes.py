"""The editor's notes, cut into their sections; the ids of clauses in them become references."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.source.files import read_source

if TYPE_CHECKING:
    from collections.abc import Iterable

HEADING = re.compile(r"^## +(\S+) *$", re.MULTILINE)


class Note(NamedTuple):
    """One section of the notes, as Markdown."""

    id: str
    markdown: str
    line: int
    """The line of the file that its first line stands on."""


def load_notes(folder: str) -> dict[str, Note]:
    """Read the notes of an edition, each under the id that heads it; no file is no note."""
    path = os.path.join(folder, "notes.md")
    if not os.path.exists(path):
        return {}
    text = read_source(path).text
    heads = list(HEADING.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    notes: dict[str, Note] = {}
    for head, end in zip(heads, ends, strict=True):
        body = text[head.end() : end]
        start = head.end() + len(body) - len(body.lstrip())
        notes[head.group(1)] = Note(head.group(1), body.strip(), text.count("\n", 0, start) + 1)
    return notes


def citation_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Give a pattern for the ids of clauses as they stand in prose, the longest first."""
    ids = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w.§`])({ids})(?!\w|\.\w)") if ids else re.compile(r"(?!)")


def with_references(markdown: str, edition: str, names: Iterable[str]) -> str:
    """Turn every id of a clause that stands in Markdown prose into a reference to it; code stays as it is."""
    pattern = citation_pattern(names)
    parts = re.split(r"(```.*?```|`[^`\n]*`)", markdown, flags=re.DOTALL)
    for number in range(0, len(parts), 2):
        parts[number] = pattern.sub(rf"{{rules:ref}}`\1 <{edition}.\1>`", parts[number])
    return "".join(parts)
