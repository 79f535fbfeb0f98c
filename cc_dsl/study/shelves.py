"""The files beside an edition that store the results of its studies, each with everything that it depends on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, NotRequired, TypedDict, TypeVar

from cc_dsl.errors import UserError
from cc_dsl.source.files import SourceFault, read_source, shown_path

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

COUNTED_AGAIN = "Delete it, and count again:   circular study EDITION --shelve all"
LARGEST = 1 << 26
"""The most bytes that such a file may have."""
FOUND: Final = "found"
"""The key of the results."""
UNDER: Final = "under"
"""The key of the part of a stored study that says what it depends on; it is written on one line."""

Found = TypeVar("Found")


class StoredStudy(TypedDict, Generic[Found]):
    """The parts of a stored study: its dependencies, its results, and perhaps a part of them for repeating it."""

    under: dict[str, object]
    found: Found
    part: NotRequired[dict[str, object]]


def read(path: str) -> dict[str, StoredStudy[Any]]:
    """Return the stored studies by name; raise a UserError if the file is none that this program wrote."""
    if not os.path.exists(path):
        return {}
    try:
        found = json.loads(read_source(path, LARGEST).text)
    except SourceFault as fault:
        raise UserError("unreadable-file", f"{fault.fault.sentence}\n{COUNTED_AGAIN}") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(_is_kept(kept) for kept in found.values()):
        raise UserError("bad-data-file", f"{shown_path(path)} has no stored figures.\n{COUNTED_AGAIN}")
    return found


def _is_kept(kept: object) -> bool:
    """Return whether a value has the parts of a stored study."""
    return isinstance(kept, dict) and isinstance(kept.get(UNDER), dict) and isinstance(kept.get(FOUND), dict)


def refuse_overlay(edition: Edition) -> None:
    """Raise a UserError for an overlay: its figures would replace those of the edition in whose folder it reads."""
    if edition.overlay is not None and edition.parent is not None:
        whose = edition.parent.name
        sentence = f"No figures of an overlay are stored: they would replace those of {whose}."
        raise UserError("command-line", f"{sentence} Leave out --shelve; with --json they are printed as data.")


def put(path: str, name: str, kept: Mapping[str, object]) -> None:
    """Replace the stored study of a name; the others stay."""
    part = f"{path}.{os.getpid()}"
    with open(part, "w", encoding="utf-8", newline="\n") as file:
        file.write(_written({**read(path), name: kept}))
    os.replace(part, path)


def _written(studies: Mapping[str, Mapping[str, object]]) -> str:
    """Write JSON with one line for each small part, so that changes can be read."""
    lines = []
    for name in sorted(studies):
        sides = [f"{json.dumps(side)}: {_side(side, parts)}" for side, parts in studies[name].items()]
        lines.append(f"{json.dumps(name)}: {{" + ", ".join(sides) + "}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _side(side: str, parts: object) -> str:
    if side == UNDER or not isinstance(parts, dict):
        return json.dumps(parts, ensure_ascii=False)
    return (
        "{\n"
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(parts[key], ensure_ascii=False)}" for key in parts)
        + "\n}"
    )
