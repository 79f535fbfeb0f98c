"""Finds the ids of clauses in prose, so that they become references."""

from __future__ import annotations

import re
from collections.abc import Iterable

CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


def citation_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Give a pattern for the ids of clauses as they stand in prose, the longest first."""
    ids = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w.§`])({ids})(?!\w|\.\w)") if ids else re.compile(r"(?!)")


def with_references(markdown: str, edition: str, names: Iterable[str]) -> str:
    """Turn every id of a clause that stands in Markdown prose into a reference to it; code stays as it is."""
    pattern = citation_pattern(names)
    parts = CODE.split(markdown)
    for number in range(0, len(parts), 2):
        parts[number] = pattern.sub(rf"{{rules:ref}}`\1 <{edition}.\1>`", parts[number])
    return "".join(parts)
