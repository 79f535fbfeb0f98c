"""Read the declarations of a data file: named tables, each converted into an object, or all its errors."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from cc_dsl.diagnostics.problem import RulesError, from_fault, from_source_fault
from cc_dsl.source.data import Table, bad_data, read_data, tables_of, text_of, texts_of
from cc_dsl.source.files import Fault, Source, SourceFault, Span, shown_path

Made = TypeVar("Made")


class NamedTable(NamedTuple):
    """A table of a data file that has a name."""

    name: str
    table: Table
    source: Source
    span: Span | None
    faults: list[Fault]

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text under a key; with no default it must be there."""
        return text_of(self.source, self.table, key, self.span, self.faults, default)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the list of texts under a key; absent is none."""
        return tuple(texts_of(self.source, self.table, key, self.span, self.faults))

    def whole(self, key: str, least: int, default: int | None = None) -> int | None:
        """Return the whole number under a key; None if there is none, or one that is less than the least."""
        value = self.table.get(key, default)
        return value if type(value) is int and value >= least else None

    def choices(self) -> dict[str, str] | None:
        """Return the answers to doubts under `readings`; None if they are not a table of texts."""
        value = self.table.get("readings", {})
        if not isinstance(value, dict) or not all(isinstance(answer, str) for answer in value.values()):
            return None
        return value

    def wrong(self, sentence: str) -> None:
        """Note that something is wrong with it."""
        self.faults.append(bad_data(self.source, sentence, self.span))


def declared(path: str, kind: str, make: Callable[[NamedTable], Made | None]) -> dict[str, Made]:
    """Return what the `[[kind]]` tables of a file declare, by their names; nothing if there is no such file.

    What is made of an entry is None if it is wrong, which is then noted; a RulesError tells all that is wrong.
    """
    if not os.path.isfile(path):
        return {}
    try:
        source, data = read_data(path)
    except SourceFault as fault:
        raise from_source_fault(fault) from None
    faults: list[Fault] = []
    found: dict[str, Made] = {}
    for table, span in tables_of(source, data, kind, faults):
        entry = NamedTable(text_of(source, table, "name", span, faults, None), table, source, span, faults)
        if entry.name in found:
            entry.wrong(f"Two entries of {shown_path(path)} are named {entry.name}.")
            continue
        made = make(entry)
        if made is not None:
            found[entry.name] = made
    if faults:
        raise RulesError([from_fault(fault) for fault in faults])
    return found
