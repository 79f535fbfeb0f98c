"""The statements of two editions for patches, with the rows that contain them and the names they introduce."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from cc_dsl import pipeline
from cc_dsl.compare.play.declared import UNPLAYED, chosen_names, declared, place_of, renamed, spellings, subject
from cc_dsl.compare.statements import form_of
from cc_dsl.rules.checks import words_in
from cc_dsl.rules.gather import Gathered, Part, gather
from cc_dsl.rules.model import Doubt
from cc_dsl.rules.symbols import Item
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import children, walk


class Aligned(Protocol):
    """A row of an alignment: clauses of the first edition, and those of the second beside them."""

    @property
    def name(self) -> str:
        """The clauses of both sides, as one word."""

    @property
    def first(self) -> tuple[str, ...]:
        """The clauses of the first edition."""

    @property
    def second(self) -> tuple[str, ...]:
        """The clauses of the second edition."""


class Inventory:
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
        """The sort of thing that each name names."""
        self._list_names()

    def _list_names(self) -> None:
        self.names, self.whats = {}, {}
        for number, item in enumerate(self.items):
            for what, name in declared(item):
                self.whats.setdefault(name, set()).add(what)
                for spelling in spellings(name):
                    self.names.setdefault(spelling, []).append(number)

    def rename(self, names: Mapping[str, str]) -> None:
        """Rename some names everywhere."""
        words = {old: new for one in names for old, new in zip(spellings(one), spellings(names[one]), strict=True)}
        self.items = [item._replace(statement=renamed(item.statement, words)) for item in self.items]
        self._list_names()

    def is_own(self, number: int) -> bool:
        """Return whether a statement is the edition's, and not a library's."""
        return self.items[number].source is self.source

    def at(self, source: Source | None, span: Span | None) -> int | None:
        """Return the statement that stands at a place of the file."""
        if source is not self.source or span is None:
            return None
        for number, item in enumerate(self.items):
            start, end = place_of(item)
            if self.is_own(number) and start <= span.start < end:
                return number
        return None

    def in_row(self, clauses: Sequence[str]) -> list[Item]:
        """Return the statements in the blocks of some clauses that are played."""
        wanted = set(clauses)
        return [
            item
            for number, item in enumerate(self.items)
            if item.clause in wanted and self.is_own(number) and not isinstance(item.statement, nodes.Question)
        ]

    def users(self, name: str) -> set[str]:
        """Return the names of the statements that use a name without introducing it."""
        wanted = set(spellings(name))
        found: set[str] = set()
        for item in self.items:
            names = {one for _, one in declared(item)} | {subject(item)[1]}
            if name not in names and wanted & words_in(item.statement):
                found |= names
        return found - {""}

    def lone(self, rows: Sequence[Aligned]) -> dict[str, object]:
        """Return the meaning of the words that occur only in a row of this edition, in a form that can be compared."""
        found = {}
        for item in self.items:
            beside = [rows[row] for row in self.rows.get(item.clause, ())]
            is_lone = bool(beside) and not any(row.first and row.second for row in beside)
            if is_lone and item.displaced is None and isinstance(item.statement, nodes.Value | nodes.Predicate):
                found.update({name: form_of(item.statement) for _, name in declared(item)})
        return found

    def sentence(self, number: int) -> str:
        """Return a statement as it is written."""
        item = self.items[number]
        return item.origin(item.statement.span).sentence


def call_of(side: Inventory, name: str, known: Collection[str]) -> Item | None:
    """Return how the editor of an edition has something done, as an addition to a procedure that others know too.

    Where the editor's course of play does it directly before or after such a procedure, it becomes a statement of its
    own: before, or after, that procedure it is done.
    """
    for number, item in enumerate(side.items):
        if item.clause or not side.is_own(number):
            continue
        # What is done under a condition is done under it here too, so the innermost list with such a neighbour serves.
        for acts in reversed([*_lists(item.statement)]):
            place = next((at for at, act in enumerate(acts) if name in _all_done(act)), None)
            if place is None:
                continue
            after, before = reversed(acts[:place]), acts[place + 1 :]
            for when, others in (("before", before), ("after", after)):
                beside = next(
                    (one for one in others if isinstance(one, nodes.Perform) and one.name.text in known), None
                )
                if beside is not None:
                    span = acts[place].span
                    named = nodes.TheName(beside.name, beside.span)
                    around = nodes.Around(nodes.Word(when, span), named, None, (acts[place],), span)
                    return item._replace(statement=around)
    return None


def _done(act: object) -> str:
    if isinstance(act, nodes.Perform):
        return act.name.text
    return act.verb.text if isinstance(act, nodes.Call) else ""


def _all_done(node: object) -> set[str]:
    """Return the acts within an act, including those under conditions."""
    return {_done(part) for part in walk(node)}


def _lists(node: object) -> Iterator[tuple[nodes.Act, ...]]:
    """Yield every list of acts in a statement."""
    if isinstance(node, tuple) and any(isinstance(part, nodes.Perform) for part in node):
        yield node
    for part in children(node):
        yield from _lists(part)


def _gathered(edition: pipeline.Edition) -> Gathered:
    libraries, problems = pipeline.parts_of(edition.start, edition.source)
    assert not problems, "the edition was loaded without problems"
    return gather([*libraries, Part(edition.start, edition.source, False)], edition.chosen)


def homonyms(first: Inventory, second: Inventory, rows: Sequence[Aligned]) -> dict[str, str]:
    """Return the names that are one word in both editions for two things, with another word for the second.

    They are two things if they are of different sorts, and also if each stands in a row of its own edition alone,
    they are explained otherwise, and nothing that both editions have uses them.
    """
    twice = [name for name, whats in second.whats.items() if name in first.whats and not whats & first.whats[name]]
    twice += sorted({name for item in second.items for name in chosen_names(item.statement)} & first.whats.keys())
    lone = [side.lone(rows) for side in (first, second)]
    others = [name for name, form in lone[1].items() if lone[0].get(name, form) != form]
    twice += [name for name in others if not first.users(name) & second.users(name)]
    return {name: f"{name}-of-{second.name}" for name in twice}
