"""Words of a text that only one witness has."""

from __future__ import annotations

import os
from typing import NamedTuple

from cc_dsl.source.data import read_data


class Alone(NamedTuple):
    """A stretch of clauses that one witness alone was seen to have."""

    witness: str
    clauses: tuple[str, ...]
    first_words: str
    note: str


def load_alone(folder: str) -> tuple[Alone, ...]:
    """Read from the apparatus what only one witness has; no file means none."""
    path = os.path.join(folder, "apparatus.toml")
    if not os.path.exists(path):
        return ()
    tables = read_data(path)[1].get("alone", [])
    return tuple(
        Alone(
            str(table.get("witness", "")),
            tuple(map(str, table.get("clauses", []))),
            str(table.get("from", "")),
            str(table.get("note", "")),
        )
        for table in (tables if isinstance(tables, list) else [])
    )
