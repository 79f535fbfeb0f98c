"""Find the ids of clauses in prose, and turn them into references."""

from __future__ import annotations

import re
from collections.abc import Iterable

CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


def citation_pattern(names: Iterable[str], editions: Iterable[str] = ()) -> re.Pattern[str]:
    """Return a pattern for the ids of clauses as they stand in prose: full ids of any edition, then own ones.

    A full id need not exist to be found: one that leads nowhere is to be noticed.
    """
    own = [re.escape(name) for name in sorted(names, key=len, reverse=True)]
    labels = "|".join(re.escape(name) for name in sorted(editions))
    far = [rf"(?:{labels})\.[A-Z]\w*\.\d+[a-z]?"] if labels else []
    ids = "|".join([*far, *own])
    return re.compile(rf"(?<![\w.§`])({ids})(?!\w|\.\w)") if ids else re.compile(r"(?!)")


def with_references(markdown: str, edition: str, names: Iterable[str], editions: Iterable[str] = ()) -> str:
    """Turn every id of a clause that stands in Markdown prose into a reference to it; code stays as it is."""
    editions = tuple(editions)
    pattern = citation_pattern(names, editions)

    def reference(match: re.Match[str]) -> str:
        words = match[0]
        is_full = words.partition(".")[0] in editions
        return f"{{rules:ref}}`{words} <{words if is_full else f'{edition}.{words}'}>`"

    parts = CODE.split(markdown)
    for number in range(0, len(parts), 2):
        parts[number] = pattern.sub(reference, parts[number])
    return "".join(parts)
