"""The functions and tables of generated source, compared without regard to the names of local values.

Texts are compared with all functions and tables that they use, whatever local names these have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

WORD = re.compile(r"[A-Za-z_]\w*")
LOCAL = re.compile(r"[A-Za-z_]+?\d+(_\w*)?")
"""The names that the compiler gives to local values: a stem and a number, and perhaps what is known of them."""
DEFINED = re.compile(r"(?:def )?([A-Za-z_]\w*)(?:\(| = )")
"""The first line of a function or table."""


class Texts:
    """The texts of functions and tables of a module, compared without regard to the names of local values."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Divide the lines of a module into functions and tables."""
        self._parts: dict[str, list[str]] = {}
        self._known: dict[str, object] = {}
        part: list[str] = []
        for line in lines:
            if line[:1] not in ("", " ", "#", "@", ")", '"'):
                found = DEFINED.match(line)
                part = self._parts.setdefault(found.group(1), []) if found else []
            part.append(line)

    def of(self, name: str) -> object:
        """Return a value that is equal for functions and tables that do or hold the same."""
        if name not in self._known:
            self._known[name] = ()
            first, *rest = self._parts[name]
            # A function may have another name in other rules.
            self._known[name] = self.of_lines([first.replace(name, "", 1), *rest])
        return self._known[name]

    def names(self) -> list[str]:
        """Return the names of all functions and tables, in their order."""
        return [*self._parts]

    def lines(self, name: str) -> list[str]:
        """Return the lines of a function or table, without what decorates the next."""
        return [line for line in self._parts[name] if line.strip() and not line.startswith("@")]

    def of_lines(self, lines: Iterable[str]) -> object:
        """Return a value that is equal for lines that do the same."""
        names: dict[str, str] = {}
        used: dict[str, object] = {}

        def canonical(found: re.Match[str]) -> str:
            word = found.group()
            if word in self._parts:
                used[word] = self.of(word)
                return f"@{[*used].index(word)}"
            if LOCAL.fullmatch(word):
                return names.setdefault(word, f"${len(names)}")
            return word

        text = "\n".join(WORD.sub(canonical, line) for line in lines if not line.lstrip().startswith("#"))
        return text, *used.values()
