"""Titles of open places, answers and editions in words, as the corpus records them; a slug is only an address.

For a rules file without records, the names themselves are spelt as words.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property

from cc_dsl.rules.kinds import spelt
from cc_dsl.rules.model import OpenReading
from cc_dsl.source.data import read_data
from cc_dsl.source.files import RulesError

RECORDS = "readings.toml"


class Titles:
    """The titles of the open places of an edition, and of those in the clauses that it uses from other editions."""

    def __init__(
        self,
        folder: str = "",
        shared: Mapping[str, str] | None = None,
        read: Callable[[str], dict[str, object]] | None = None,
    ) -> None:
        """Take the folder of an edition, those of the editions whose clauses it uses, and the reader of records."""
        self._folder = folder
        self._shared = dict(shared or {})
        self._read = read or records_in

    def title(self, name: str) -> str:
        """Return the title of an open place, such as `Ace-in-Sequence` or `1860.Ace-in-Sequence`."""
        return _text(self._record(name), "title") or spelt(name.rpartition(".")[2])

    def phrase(self, name: str, answer: str) -> str:
        """Return an answer to an open place as a phrase that can follow the title and a colon."""
        alternatives = self._record(name).get("alternatives")
        record = alternatives.get(answer) if isinstance(alternatives, dict) else None
        return _text(record, "phrase") or spelt(answer)

    def phrases(self, doubt: OpenReading) -> dict[str, str]:
        """Return every answer to an open place as a phrase, by its name."""
        return {answer: self.phrase(doubt.name, answer) for answer, _ in doubt.alternatives}

    def full_title(self, name: str, answer: str) -> str:
        """Return the title of an open place with an answer."""
        return f"{self.title(name)}: {self.phrase(name, answer)}"

    def _record(self, name: str) -> dict[str, object]:
        """Return the record of an open place; a name without an edition may belong to any."""
        edition, sign, own = name.rpartition(".")
        record = self._by_edition.get(edition if sign else "", {}).get(own)
        if record is None and not sign:
            record = next((records[own] for records in self._by_edition.values() if own in records), None)
        return record if isinstance(record, dict) else {}

    @cached_property
    def _by_edition(self) -> dict[str, dict[str, object]]:
        """The records of each edition by name, its own under the empty name; read at the first use."""
        return {name: self._read(folder) for name, folder in {"": self._folder, **self._shared}.items()}


def records_in(folder: str) -> dict[str, object]:
    """Return the records of the open places of an edition by name; empty without a file."""
    path = os.path.join(folder, RECORDS)
    if not folder or not os.path.isfile(path):
        return {}
    try:
        records = read_data(path)[1].get("reading")
    except RulesError:
        return {}  # `circular check` reports the problem
    return records if isinstance(records, dict) else {}


def _text(record: object, key: str) -> str:
    value = record.get(key) if isinstance(record, dict) else None
    return value if isinstance(value, str) else ""
