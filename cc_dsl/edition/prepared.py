"""Results for the pages that take long to find and follow from the corpus alone; a file of the corpus stores them.

They are the worked cases that fail, the answers that change a question, the verdicts on the rows of comparisons and on
claims, and the choices in the game that is played for the pages, for each edition that has
one.
Each is stored with a digest of the rules and cases from which it follows.  A result of others is found again, so a file
that is out of date costs time and nothing else; `circular edition OUT --shelve` writes it anew.  The tests find the
same results without the file.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cached_property
from typing import Any, TypeVar

from cc_dsl import resources

FILE = "prepared.json"
UNDER, FOUND = "under", "found"
Noted = TypeVar("Noted")


class Prepared:
    """The file of what is stored, and all that a build has asked of it."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        self.asked: dict[str, dict[str, object]] = {}

    @cached_property
    def _stored(self) -> dict[str, object]:
        try:
            with open(path(), encoding="utf-8") as file:
                found = json.load(file)
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def recalled(self, what: str, *things: object) -> Any:
        """Return what is stored under a name and follows from just these things; None if nothing is."""
        stored = self._stored.get(what)
        if not isinstance(stored, dict) or stored.get(UNDER) != under(*things):
            return None
        return self.noted(what, stored.get(FOUND), *things)

    def noted(self, what: str, found: Noted, *things: object) -> Noted:
        """Note what was found, to be stored if that is wanted; return it."""
        self.asked[what] = {UNDER: under(*things), FOUND: found}
        return found

    def store(self) -> None:
        """Write down everything that was asked."""
        with open(path(), "w", encoding="utf-8", newline="\n") as file:
            json.dump(dict(sorted(self.asked.items())), file, indent=1, ensure_ascii=False)
            file.write("\n")


def path() -> str:
    """Return the file in the corpus."""
    return os.path.join(resources.corpus_root(), FILE)


def under(*things: object) -> str:
    """Return a digest of everything from which something follows."""
    return hashlib.sha256(repr(things).encode()).hexdigest()[:24]


def forget() -> None:
    """Remove the file, so that everything is found again."""
    if os.path.exists(path()):
        os.remove(path())
