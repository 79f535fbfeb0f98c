"""Read tables that somebody wrote into a data file; and its declarations, named tables that become objects."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from cc_dsl.diagnostics.problem import RulesError, from_fault, from_source_fault, remedies_for
from cc_dsl.source.data import Table, bad_data, read_data, tables_of, text_of
from cc_dsl.source.files import Fault, Source, SourceFault, Span, shown_path

Made = TypeVar("Made")


class NamedTable(NamedTuple):
    """A table of a data file that somebody wrote; each method returns a value of it, and notes what is wrong."""

    name: str
    table: Table
    source: Source
    span: Span | None
    faults: list[Fault]
    called: str = ""
    """What begins a sentence about it, such as “The case last-but-one”."""

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text under a key; with no default it must be there."""
        value = self.table.get(key, default)
        if isinstance(value, str):
            return value
        what = f"has no {key}" if value is None else f"has a {key} that is not text in quotation marks"
        self.refuse(what, f'Write:   {key} = "…"')
        return default or ""

    def texts(self, key: str, shape: str = "a list of texts") -> tuple[str, ...]:
        """Return the list of texts under a key; absent is none."""
        value = self.table.get(key, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.refuse(f"has under {key} something that is not {shape}", f'Write:   {key} = ["…"]')
        return ()

    def tables(self, key: str) -> list[Table] | None:
        """Return the list of tables under a key; absent is none, and None if it is something else."""
        value = self.table.get(key, [])
        return value if isinstance(value, list) and all(isinstance(item, dict) for item in value) else None

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

    def only(self, known: Collection[str]) -> None:
        """Note each key that means nothing here."""
        for key in self.table:
            if key not in known:
                remedies = remedies_for(key, known, f"The keys are: {', '.join(known)}.")
                self.refuse(f"has “{key}”, which means nothing here", *remedies)

    def refuse(self, predicate: str, *remedies: str) -> None:
        """Note what is wrong with the table, which is the subject of the sentence."""
        called = self.called or f"An entry of {shown_path(self.source.path)}"
        self.faults.append(bad_data(self.source, f"{called} {predicate}.", self.span, *remedies))

    def wrong(self, sentence: str, *remedies: str) -> None:
        """Note that something is wrong, in a whole sentence."""
        self.faults.append(bad_data(self.source, sentence, self.span, *remedies))


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
