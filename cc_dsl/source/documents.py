"""Read JSON that somebody else may have written: a duplicate key is an error, and so is a value that is no number."""

from __future__ import annotations

import json


class RepeatedKey(ValueError):
    """A key stands twice in one object."""

    def __init__(self, key: str) -> None:
        """Name it."""
        super().__init__(f"“{key[:40]}” stands twice in one object")
        self.key = key


def read_json(text: str | bytes) -> object:
    """Return the value of a JSON document; raise ValueError, or RepeatedKey, if it is none."""
    return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise RepeatedKey(key)
        table[key] = value
    return table


def _constant(word: str) -> object:
    raise ValueError(f"{word} is no number of JSON")
