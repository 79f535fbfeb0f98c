"""The figures that are stored beside an edition or a comparison: the one file `figures.json`, read and written here.

Each figure says what was counted, by which command, from which seed, under which rules, by which version of the
program, and when.  A checksum shows whether somebody has changed it by hand; a small part of the count, which is
stored beside it, is counted again by `circular check` whenever the program has changed.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypedDict

from cc_dsl import __version__, cache
from cc_dsl.errors import UserError
from cc_dsl.source.files import SourceFault, read_source, shown_path, write_whole

FILE = "figures.json"
LARGEST = 1 << 26
"""The most bytes that such a file may have."""
MISSING, CHANGED, OTHER_RULES, OTHER_COUNT = "missing", "changed by hand", "other rules", "other count"
"""What may be wrong with stored figures."""
AGAIN = "Delete it, and count again:   circular figures"


class StoredFigures(TypedDict):
    """What one count found, and all that says how it was made."""

    command: str
    """The command that counts the same again."""
    seed: int
    under: dict[str, object]
    """The digests of the rules, and everything else that was asked for."""
    program: str
    """The digest of the program that counted."""
    version: str
    date: str
    found: Any
    sample: dict[str, Any]
    """The counts of a small part, to be counted again."""
    checksum: str


def stored_figures(folder: str) -> dict[str, StoredFigures]:
    """Return the stored figures of a folder by name; raise a UserError if the file is none that this program wrote."""
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        return {}
    try:
        figures = json.loads(read_source(path, LARGEST).text)
    except SourceFault as fault:
        raise UserError("unreadable-file", f"{fault.fault.sentence}\n{AGAIN}") from None
    except (ValueError, RecursionError):
        figures = None
    if not isinstance(figures, dict) or not all(_is_stored(figure) for figure in figures.values()):
        raise UserError("bad-data-file", f"{shown_path(path)} has no stored figures.\n{AGAIN}")
    return figures


def _is_stored(figure: object) -> bool:
    """Return whether a value has the parts of stored figures."""
    parts = {"command": str, "under": dict, "version": str, "date": str, "found": dict, "sample": dict, "checksum": str}
    return isinstance(figure, dict) and all(isinstance(figure.get(key), kind) for key, kind in parts.items())


def fault(
    one: StoredFigures | None, under: Mapping[str, object], again: Callable[[], Mapping[str, Any]] | None = None
) -> str:
    """Return what is wrong with stored figures that should rest on these things; nothing if they hold.

    `again` counts the sample again; it is called only if another program has counted than this one.
    """
    if one is None:
        return MISSING
    if one["checksum"] != _checksum(one):
        return CHANGED
    if one["under"] != under:
        return OTHER_RULES
    if again is None or one["program"] == cache.program():
        return ""
    return "" if one["sample"] == again() else OTHER_COUNT


def _checksum(figure: Mapping[str, object]) -> str:
    parts = {key: part for key, part in figure.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:24]


def made_now(
    command: str, seed: int, under: Mapping[str, object], found: Mapping[str, object], sample: Mapping[str, object]
) -> StoredFigures:
    """Return figures that were counted now, by this program."""
    whole: StoredFigures = {
        "command": command,
        "seed": seed,
        "under": dict(under),
        "program": cache.program(),
        "version": __version__,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "found": found,
        "sample": dict(sample),
        "checksum": "",
    }
    # As it is read back: keys are texts, and tuples are lists.
    plain: StoredFigures = json.loads(json.dumps(whole))
    return {**plain, "checksum": _checksum(plain)}


def store(folder: str, name: str, figures: StoredFigures, declared: Iterable[str]) -> None:
    """Replace the stored figures of a name; of the others those stay that are declared."""
    path = os.path.join(folder, FILE)
    names = set(declared)
    kept = {key: before for key, before in stored_figures(folder).items() if key in names}
    kept[name] = figures
    written = [f"{json.dumps(key)}: {_part(dict(kept[key]), 0)}" for key in sorted(kept)]
    write_whole(path, ("{\n" + ",\n".join(written) + "\n}\n").encode())


def _part(part: object, depth: int) -> str:
    """Return JSON with one line for each small part, so that changes can be read."""
    if not isinstance(part, dict) or not part or depth > 1:
        return json.dumps(part, ensure_ascii=False)
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {_part(inner, depth + 1)}" for key, inner in part.items()]
    indent = " " * (2 * depth + 2)
    return "{\n" + ",\n".join(f"{indent}{line}" for line in lines) + f"\n{indent[2:]}}}"
