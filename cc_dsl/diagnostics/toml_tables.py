"""Read the tables of a data file, and its declarations, which are named tables that become objects."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import TypeVar

from cc_dsl.diagnostics.problem import Problem, RulesError, remedies_for
from cc_dsl.source.data import DataTable, Table, read_data, tables_of
from cc_dsl.source.files import shown_path

Record = TypeVar("Record")


class NamedTable(DataTable):
    """A table of a data file. Its keys are described nowhere else, so each problem shows an example."""

    __slots__ = ()

    def example(self, line: str) -> tuple[str, ...]:
        """Return a line of the right form as the remedy."""
        return (f"Write:   {line}",)

    def tables(self, key: str) -> list[Table] | None:
        """Return the list of tables under a key; empty without the key; None if its value is not a list of tables."""
        value = self.table.get(key, [])
        return value if isinstance(value, list) and all(isinstance(item, dict) for item in value) else None

    def integer(self, key: str, least: int, default: int | None = None) -> int | None:
        """Return the integer under a key; None if it is missing or below the minimum."""
        value = self.table.get(key, default)
        return value if type(value) is int and value >= least else None

    def choices(self) -> dict[str, str] | None:
        """Return the answers to open places under `readings`; None if they are not a table of texts."""
        value = self.table.get("readings", {})
        if not isinstance(value, dict) or not all(isinstance(answer, str) for answer in value.values()):
            return None
        return value

    def refuse_unknown_keys(self, known_keys: Collection[str]) -> None:
        """Report each unknown key."""
        for key in self.table:
            if key not in known_keys:
                remedies = remedies_for(key, known_keys, f"The keys are: {', '.join(known_keys)}.")
                self.refuse(f"has “{key}”, which means nothing here", *remedies)


def read_declarations(path: str, kind: str, make: Callable[[NamedTable], Record | None]) -> dict[str, Record]:
    """Return the objects that the `[[kind]]` tables of a file declare, by name; none without a file.

    `make` returns None for a wrong entry and records its problem; all problems are raised in one RulesError.
    """
    if not os.path.isfile(path):
        return {}
    source, data = read_data(path)
    faults: list[Problem] = []
    entries: dict[str, Record] = {}
    for table, span in tables_of(source, data, kind, faults):
        name = DataTable("", table, source, span, faults).text("name")
        entry = NamedTable(name, table, source, span, faults)
        if entry.name in entries:
            entry.wrong(f"Two entries of {shown_path(path)} are named {entry.name}.")
            continue
        record = make(entry)
        if record is not None:
            entries[entry.name] = record
    if faults:
        raise RulesError(faults)
    return entries
