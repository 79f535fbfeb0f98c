"""Cache of expensive counts between runs, under a key of everything that they depend on, including the program.

The counts shown on the pages of the corpus are also stored beside the comparisons, so that a new checkout need not
count them; they are valid for the rules they were counted under, and tests count a part of them again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from cc_dsl import cache, resources

Made = TypeVar("Made")
SHELF = os.path.join("comparisons", "counted.json")
"""The file of the corpus with what was counted for its pages."""


def kept(name: str, depends: Iterable[object], make: Callable[[], Made], label: str = "") -> Made:
    """Return what was kept under a name for exactly these things, or make it and keep it, if anything can be written.

    What has a label may be on the shelf.
    """
    things = repr([name, *depends])
    shelved = shelf().get(label) if label else None
    if shelved is not None and shelved["under"] == things and shelved["counted"] is not None:
        counted: Made = shelved["counted"]
        return counted
    with suppress(ValueError):  # nothing is kept, or something of another form
        found: Made = json.loads(cache.get(name, (things,)) or b"")
        if isinstance(found, dict):
            return found
    made = make()
    cache.put(name, (things,), json.dumps(made).encode())
    return made


def shelf() -> dict[str, dict[str, Any]]:
    """Return what is on the shelf, by its labels: what was counted, and under what."""
    try:
        with open(os.path.join(resources.corpus_root(), SHELF), encoding="utf-8") as file:
            found: dict[str, dict[str, Any]] = json.load(file)
    except FileNotFoundError:
        return {}
    return found


def shelve(name: str, depends: Iterable[object], made: Mapping[str, object], label: str) -> None:
    """Put something on the shelf, in the place of what has the same label."""
    found = {**shelf(), label: {"under": repr([name, *depends]), "counted": made}}
    with open(os.path.join(resources.corpus_root(), SHELF), "w", encoding="utf-8", newline="\n") as file:
        json.dump(dict(sorted(found.items())), file, indent=1, ensure_ascii=False)
        file.write("\n")
