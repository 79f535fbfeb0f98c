"""Readability of prose files: words a sentence, and the share of sentences with a passive verb.

    python -m tests.readability docs/index.md corpus/1862/notes.md cc_dsl/cache.py

Markdown is counted without headings, tables, code and quotations in blocks; of a TOML file the strings of more than
four words are counted, and of a module its docstrings.  A passive verb is found by its form (“is given”), so the share
is an estimate; it serves to compare two versions of one text.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

IRREGULAR = (
    "begun bought bound broken brought built caught chosen cut dealt done drawn found given gone heard held hidden hit "
    "kept known laid led left lost made meant met paid played proved put read run said seen sent set shown shut sold "
    "spent spoken split struck taken taught thought thrown told understood won worn written"
)
PASSIVE = re.compile(
    r"\b(?:am|is|are|was|were|be|been|being)\b(?: (?:not|also|then|never|always|only|now|here|there|first|still|again"
    rf"|thus|often|already|\w+ly))* (?:\w+ed|{'|'.join(IRREGULAR.split())})\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z*“_`])")


def sentences(path: Path) -> list[str]:
    """Return the sentences of a file that have more than two words."""
    text = path.read_text("utf-8")
    lines = {".toml": _of_data, ".py": _of_code}.get(path.suffix, _of_page)(text)
    found = [one for line in lines for one in SENTENCE.split(" ".join(line.split()))]
    return [one for one in found if len(one.split()) > 2]


def _of_page(text: str) -> Iterator[str]:
    text = re.sub(r"(?s)^---\n.*?\n---\n|^```.*?^```$", "", text, flags=re.MULTILINE)
    left_out = ("#", "|", ">", "- {doc}", "- [", "    ")
    return (line for line in text.splitlines() if line.strip() and not line.startswith(left_out))


def _of_data(text: str) -> Iterator[str]:
    return (one for one in _strings(tomllib.loads(text)) if len(one.split()) > 4)


def _strings(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _strings(one)


def _of_code(text: str) -> Iterator[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, documented))
    return (said for node in nodes if (said := ast.get_docstring(node)) is not None)


def main(names: list[str]) -> None:
    """Print a line for each file."""
    for name in names:
        found = sentences(Path(name))
        words = sum(len(one.split()) for one in found) / max(1, len(found))
        passive = 100 * sum(bool(PASSIVE.search(one)) for one in found) / max(1, len(found))
        print(f"{name}: {words:.1f} words a sentence, {passive:.0f} % passive, {len(found)} sentences")


if __name__ == "__main__":
    main(sys.argv[1:])
