"""The files beside an edition that store the results of its studies, each with everything that it depends on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

UNDER = "under"
"""The key of the part of a stored study that says what it depends on; it is written on one line."""

Kept = dict[str, dict[str, Any]]
"""The parts of a stored study: its dependencies, its results, and other data for repeating it."""


def read(path: str) -> dict[str, Kept]:
    """Return the stored studies by name."""
    try:
        with open(path, encoding="utf-8") as file:
            found: dict[str, Kept] = json.load(file)
    except FileNotFoundError:
        return {}
    return found


def put(path: str, name: str, kept: Mapping[str, Mapping[str, object]]) -> None:
    """Replace the stored study of a name; the others stay."""
    part = f"{path}.{os.getpid()}"
    with open(part, "w", encoding="utf-8", newline="\n") as file:
        file.write(_written({**read(path), name: kept}))
    os.replace(part, path)


def _written(studies: Mapping[str, Mapping[str, Mapping[str, object]]]) -> str:
    """Write JSON with one line for each small part, so that changes can be read."""
    lines = []
    for name in sorted(studies):
        sides = [f"{json.dumps(side)}: {_side(side, parts)}" for side, parts in studies[name].items()]
        lines.append(f"{json.dumps(name)}: {{" + ", ".join(sides) + "}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _side(side: str, parts: Mapping[str, object]) -> str:
    if side == UNDER:
        return json.dumps(parts, ensure_ascii=False)
    return (
        "{\n"
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(parts[key], ensure_ascii=False)}" for key in parts)
        + "\n}"
    )
