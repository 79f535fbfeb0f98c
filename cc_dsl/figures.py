"""The figures that are stored beside an edition or a comparison: the one file `figures.json`, read and written here.

Each figure records the command that counted it, the seed, the rules, the version of the program, and the day. A
checksum shows whether it was changed by hand; `circular check` repeats a small part of the count, which is stored
beside it, whenever the program has changed.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypedDict

from cc_dsl import __version__, cache
from cc_dsl.errors import UserError
from cc_dsl.source.files import RulesError, read_source, shown_path, write_whole

FILE, STUDIES = "figures.json", "studies.toml"
"""The file of the figures, and the file that declares the counts for the pages of an edition."""
LARGEST = 1 << 26
"""The most bytes that such a file may have."""
MISSING, CHANGED, OTHER_RULES, OTHER_COUNT = "missing", "changed by hand", "other rules", "other count"
"""The possible faults of stored figures."""
RECOUNT_REMEDY = "Delete it, and count again:   circular figures"
Tell = Callable[[int, int, float], None]
"""A function called with the number of games counted, the number played now, and the seconds that these took."""


class StoredFigures(TypedDict):
    """The results of one count, with its command, seed, digests, version and day."""

    command: str
    """The command that repeats the count."""
    seed: int
    under: dict[str, object]
    """The digests of the rules, and everything else on which the count depends, except the program."""
    program: str
    """The digest of the program that counted."""
    version: str
    date: str
    found: Any
    sample: dict[str, Any]
    """The counts of a small part, to be counted again."""
    checksum: str


def stored_figures(folder: str) -> dict[str, StoredFigures]:
    """Return the stored figures of a folder by name; raise a UserError if the file has another format."""
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        return {}
    try:
        figures = json.loads(read_source(path, LARGEST).text)
    except RulesError as error:
        raise UserError("unreadable-file", f"{error}\n{RECOUNT_REMEDY}") from None
    except (ValueError, RecursionError):
        figures = None
    parts = {"command": str, "under": dict, "version": str, "date": str, "found": dict, "sample": dict, "checksum": str}
    if not isinstance(figures, dict) or not all(
        isinstance(figure, dict) and all(isinstance(figure.get(key), kind) for key, kind in parts.items())
        for figure in figures.values()
    ):
        raise UserError("bad-data-file", f"{shown_path(path)} has no stored figures.\n{RECOUNT_REMEDY}")
    return figures


class Count(NamedTuple):
    """A count whose figures are stored."""

    of: str
    """The name of the edition, or of the comparison."""
    folder: str
    name: str
    games: int
    """The number of games, or of deals, that are counted."""
    command: str
    seed: int
    under: Mapping[str, object]
    """Everything on which the count depends, except the program."""
    compute: Callable[[Tell | None], Mapping[str, Any]]
    """The function that computes all figures."""
    part: Callable[[], Mapping[str, Any]]
    """The function that recomputes a small part, to check stored figures."""
    declared: Collection[str]
    """The names of all declared counts of the same folder; figures with other names are dropped."""
    is_sampled: bool = True
    """Whether `circular check` counts the part again."""

    @property
    def stored_figures(self) -> StoredFigures | None:
        """The stored figures, if there are any."""
        return stored_figures(self.folder).get(self.name)

    def fault(self, samples: bool = False) -> str:
        """Return the problem with the stored figures, or an empty string if they are valid.

        The part is counted again only on request, and only if another version of the program counted it.
        """
        figure = self.stored_figures
        if figure is None:
            return MISSING
        if figure["checksum"] != _checksum(figure):
            return CHANGED
        if figure["under"] != self.under:
            return OTHER_RULES
        if not (samples and self.is_sampled) or figure["program"] == cache.program_digest():
            return ""
        return "" if figure["sample"] == self.part() else OTHER_COUNT

    def store(self, tell: Tell | None = None) -> StoredFigures:
        """Count, and replace the stored figures; of the other figures, keep those that are still declared."""
        whole: StoredFigures = {
            "command": self.command,
            "seed": self.seed,
            "under": dict(self.under),
            "program": cache.program_digest(),
            "version": __version__,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "found": self.compute(tell),
            "sample": dict(self.part()),
            "checksum": "",
        }
        # Round-trip through JSON: keys become strings and tuples become lists.
        plain: StoredFigures = json.loads(json.dumps(whole))
        plain["checksum"] = _checksum(plain)
        figures = {name: figure for name, figure in stored_figures(self.folder).items() if name in self.declared}
        figures[self.name] = plain
        lines = [f"{json.dumps(key)}: {_as_json(dict(figures[key]), 0)}" for key in sorted(figures)]
        write_whole(os.path.join(self.folder, FILE), ("{\n" + ",\n".join(lines) + "\n}\n").encode())
        return plain


def _checksum(figure: Mapping[str, object]) -> str:
    parts = {key: part for key, part in figure.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:24]


def _as_json(part: object, depth: int) -> str:
    """Return JSON with one line for each small part, so that diffs are readable."""
    if not isinstance(part, dict) or not part or depth > 1:
        return json.dumps(part, ensure_ascii=False)
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {_as_json(inner, depth + 1)}" for key, inner in part.items()]
    indent = " " * (2 * depth + 2)
    return "{\n" + ",\n".join(f"{indent}{line}" for line in lines) + f"\n{indent[2:]}}}"
