"""The names of a rules file: each is one word, introduced once, with one regular plural."""

from __future__ import annotations

from typing import Any, NamedTuple

from cc_dsl.diagnostics.problem import Problem, nearest
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.model import Origin
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax.nodes import Word


class Refusal(Exception):
    """A phrase cannot be understood; carries the problem, and ends the reading of its statement."""

    def __init__(self, problem: Problem) -> None:
        """Carry the problem."""
        super().__init__(problem.sentence)
        self.problem = problem


class Item(NamedTuple):
    """One statement in its place: its clause (none: the editor's), the alternative of a reading it belongs to."""

    statement: Any
    clause: str
    reading: str
    source: Source
    displaced: Word | None = None

    def origin(self, span: Span, cite: Any = None) -> Origin:
        """Say where a part of the statement stands; its own citation adds to the block's."""
        clauses = (self.clause,) if self.clause else ()
        if cite is not None and cite.section.text not in clauses:
            clauses = (cite.section.text, *clauses)
        sentence = " ".join(self.source.text[span.start : span.end].split())
        return Origin(clauses, self.reading, sentence, self.source.position(span.start)[0])

    def refuse(self, code: str, sentence: str, span: Span, *remedies: str) -> Refusal:
        """Make the refusal of a part of the statement."""
        return Refusal(Problem(code, sentence, self.source, span, remedies=remedies))


class Symbol(NamedTuple):
    """A name and what it names."""

    what: str
    """`value`, `kind`, `piece`, `player`, `place`, `number`, `role`, `state`, `definition`, `predicate`, `group`,
    `sort`, `order`, `table`, `procedure` or `verb`."""
    name: str
    data: Any
    item: Item | None
    span: Span | None


class Names:
    """The symbol table of one edition under one choice of readings."""

    def __init__(self) -> None:
        """Begin with the one name that every game has."""
        self._symbols: dict[str, Symbol] = {}
        self._plurals: dict[str, str] = {}
        self.used: set[str] = set()
        self.problems: list[Problem] = []
        self.add(Symbol("player", "player", None, None, None))

    def add(self, symbol: Symbol) -> None:
        """Introduce a name; a name introduced before, or one that differs only by a capital, is a problem."""
        old = self._symbols.get(symbol.name) or self._by_plural(symbol.name)
        if old is not None and old.what == "kind" and symbol.what == "definition" and old.name not in self.used:
            # “a manner is one of …” and then “the manner is …”: one name for the kind and the one thing of it.
            self._symbols[symbol.name] = symbol
            return
        if old is not None and symbol.item is not None and symbol.span is not None:
            place = ""
            if old.item is not None and old.span is not None:
                place = f" in line {old.item.source.position(old.span.start)[0]}"
            self.problems.append(
                Problem(
                    "name-twice",
                    f"“{symbol.name}” is introduced a second time; it names {a_what(old)}{place}.",
                    symbol.item.source,
                    symbol.span,
                    remedies=("Give one of the two another name.",),
                )
            )
            return
        self._symbols[symbol.name] = symbol
        self._plurals.setdefault(plural(symbol.name), symbol.name)

    def _by_plural(self, name: str) -> Symbol | None:
        single = self._plurals.get(name)
        return self._symbols.get(single) if single is not None else None

    def replace(self, symbol: Symbol) -> None:
        """Put a fuller symbol in the place of one of the same name."""
        self._symbols[symbol.name] = symbol

    def get(self, name: str) -> Symbol | None:
        """Give what a name names, without counting it as used."""
        return self._symbols.get(name)

    def find(self, name: str) -> tuple[Symbol, bool] | None:
        """Give what a name or its plural names, and whether it is the plural; count it as used."""
        symbol = self._symbols.get(name)
        is_plural = False
        if symbol is None:
            symbol = self._by_plural(name)
            is_plural = True
        if symbol is None:
            return None
        self.used.add(symbol.name)
        return symbol, is_plural

    def look_up(self, item: Item, word: Word, extra: tuple[str, ...] = ()) -> tuple[Symbol, bool]:
        """Give what a name or its plural names, or refuse it and name the nearest known ones."""
        found = self.find(word.text)
        if found is None:
            raise self.unknown(item, word, extra)
        return found

    def unknown(self, item: Item, word: Word, extra: tuple[str, ...] = ()) -> Refusal:
        """Make the refusal of a name that nothing introduces."""
        known = [*extra, *self._symbols, *self._plurals]
        close = nearest(word.text, known)
        remedy = f"Do you mean {', '.join(close[:-1]) + ' or ' if len(close) > 1 else ''}{close[-1]}?" if close else ""
        return item.refuse(
            "unknown-name",
            f"“{word.text}” is not a name of these rules.",
            word.span,
            *((remedy,) if remedy else ("Introduce it: there is a …, each player has a …, or the … is ….",)),
        )

    def all(self) -> list[Symbol]:
        """Give every symbol in the order of introduction."""
        return list(self._symbols.values())


WHATS = {
    "value": "a value",
    "kind": "a kind of values",
    "piece": "a kind of pieces",
    "player": "the players",
    "place": "a place",
    "number": "a number",
    "role": "a player",
    "state": "a state of pieces",
    "definition": "a definition",
    "predicate": "a property",
    "group": "a group of pieces",
    "sort": "a sort of group",
    "order": "an order",
    "table": "a column of a table",
    "procedure": "a procedure",
    "verb": "a happening",
}


def a_what(symbol: Symbol) -> str:
    """Say what a symbol is, with its article."""
    return WHATS[symbol.what]
