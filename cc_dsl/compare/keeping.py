"""Keeps what takes long to count between runs, under a name made of all that it depends on, the program's files too."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from cc_dsl import resources

MAKERS = ("table", "syntax", "rules", "interpreter", "compare", "compare/play", "compare/claims")
"""The parts of the program on which a count depends."""


def kept(name: str, depends: Iterable[object], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Give what was kept under a name for exactly these things, or make it and keep it, if anything can be written."""
    key = repr([*depends, _makers()])
    path = os.path.join(resources.cache_folder(), f"{name}-{_mark(key)}.json")
    found = _read(path, key)
    if found is not None:
        return found
    made = make()
    part = f"{path}.{os.getpid()}"
    try:
        with open(part, "w", encoding="utf-8") as file:
            json.dump({"key": key, "kept": made}, file)
        os.replace(part, path)
    except OSError:
        return made
    return made


def _mark(key: str) -> str:
    import hashlib

    return hashlib.sha256(key.encode()).hexdigest()[:16]


def _read(path: str, key: str) -> dict[str, Any] | None:
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("key") != key or not isinstance(found.get("kept"), dict):
        return None
    given: dict[str, Any] = found["kept"]
    return given


@cache
def _makers() -> str:
    """Give a mark of the program itself, so that what an older one counted is not taken for this one's."""
    import hashlib

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found = hashlib.sha256()
    for name in MAKERS:
        folder = os.path.join(package, name)
        for file in sorted(os.listdir(folder)):
            if file.endswith(".py"):
                with open(os.path.join(folder, file), "rb") as source:
                    found.update(source.read())
    return found.hexdigest()
