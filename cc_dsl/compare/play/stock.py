"""What two editions have in stock for grafts: their statements, the rows these stand in, and the names they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from cc_dsl import pipeline
from cc_dsl.compare.play.declared import UNPLAYED, chosen_names, declared, place_of, renamed, spellings
from cc_dsl.rules.gather import Gathered, Part, gather
from cc_dsl.rules.model import Doubt
from cc_dsl.rules.symbols import Item
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes


class Aligned(Protocol):
    """A row of an alignment: clauses of the first edition, and those of the second beside them."""

    @property
    def first(self) -> tuple[str, ...]:
        """The clauses of the first edition."""

    @property
    def second(self) -> tuple[str, ...]:
        """The clauses of the second edition."""


class Side:
    """The statements of one edition that hold under its readings, numbered in their order."""

    def __init__(self, edition: pipeline.Edition, clauses: Sequence[tuple[str, ...]]) -> None:
        """Gather them, and find the row of each clause."""
        gathered = _gathered(edition)
        self.name = edition.name
        self.source = edition.source
        self.doubts: Mapping[str, Doubt] = gathered.doubts
        self.items = [item for item in gathered.items if not isinstance(item.statement, UNPLAYED[:-1])]
        self.rows: dict[str, list[int]] = {}
        for number, names in enumerate(clauses):
            for clause in names:
                self.rows.setdefault(clause, []).append(number)
        self.names: dict[str, list[int]] = {}
        """The statements that introduce each name, also under its plural."""
        self.whats: dict[str, set[str]] = {}
        """What each name names."""
        self._list_names()

    def _list_names(self) -> None:
        self.names, self.whats = {}, {}
        for number, item in enumerate(self.items):
            for what, name in declared(item):
                self.whats.setdefault(name, set()).add(what)
                for spelling in spellings(name):
                    self.names.setdefault(spelling, []).append(number)

    def rename(self, names: Mapping[str, str]) -> None:
        """Give some names other words everywhere."""
        words = {old: new for one in names for old, new in zip(spellings(one), spellings(names[one]), strict=True)}
        self.items = [item._replace(statement=renamed(item.statement, words)) for item in self.items]
        self._list_names()

    def is_own(self, number: int) -> bool:
        """Tell whether a statement is the edition's, and not a library's."""
        return self.items[number].source is self.source

    def at(self, source: Source | None, span: Span | None) -> int | None:
        """Give the statement that stands at a place of the file."""
        if source is not self.source or span is None:
            return None
        for number, item in enumerate(self.items):
            start, end = place_of(item)
            if self.is_own(number) and start <= span.start < end:
                return number
        return None

    def in_row(self, clauses: Sequence[str]) -> list[Item]:
        """Give the statements in the blocks of some clauses that are played."""
        wanted = set(clauses)
        return [
            item
            for number, item in enumerate(self.items)
            if item.clause in wanted and self.is_own(number) and not isinstance(item.statement, nodes.Question)
        ]

    def sentence(self, number: int) -> str:
        """Give a statement as it is written."""
        item = self.items[number]
        return item.origin(item.statement.span).sentence


def _gathered(edition: pipeline.Edition) -> Gathered:
    libraries, problems = pipeline.parts_of(edition.start, edition.source)
    assert not problems, "the edition was loaded without problems"
    return gather([*libraries, Part(edition.start, edition.source, False)], edition.readings)


def homonyms(first: Side, second: Side) -> dict[str, str]:
    """Give the names that are one word in both editions for two sorts of things, with another word for the second."""
    twice = [name for name, whats in second.whats.items() if name in first.whats and not whats & first.whats[name]]
    twice += sorted({name for item in second.items for name in chosen_names(item.statement)} & first.whats.keys())
    return {name: f"{name}-of-{second.name}" for name in twice}
