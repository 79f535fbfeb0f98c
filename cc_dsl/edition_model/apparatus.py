"""Stretches of a text of which the apparatus speaks: where witnesses agree, and what only one of them has."""

from __future__ import annotations

import os
from typing import NamedTuple

from cc_dsl.source.data import read_data


class TextStretch(NamedTuple):
    """A stretch of clauses in which witnesses agree word for word, or which one witness alone was seen to have."""

    witnesses: tuple[str, ...]
    clauses: tuple[str, ...]
    first_words: str
    last_words: str
    note: str

    @property
    def witness(self) -> str:
        """The first of its witnesses, or the only one."""
        return self.witnesses[0]


def load_stretches(folder: str, kind: str) -> tuple[TextStretch, ...]:
    """Read the stretches of a kind, `agreement` or `alone`, from the apparatus of an edition; no file means none."""
    path = os.path.join(folder, "apparatus.toml")
    if not os.path.exists(path):
        return ()
    tables = read_data(path)[1].get(kind, [])
    return tuple(
        TextStretch(
            tuple(map(str, table.get("witnesses") or [table.get("witness", "")])),
            tuple(map(str, table.get("clauses", []))),
            str(table.get("from", "")),
            str(table.get("to", "")),
            str(table.get("note", "")),
        )
        for table in (tables if isinstance(tables, list) else [])
    )
