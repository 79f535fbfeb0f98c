"""The symbol table of a rules file: each name is one word, introduced once, with one regular plural."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, NamedTuple, Self

from cc_dsl.diagnostics.problem import Label, Problem, either, nearest
from cc_dsl.resources import grammar_data, library_file, library_names
from cc_dsl.rules.kinds import plural, plural_verb, regular_plural
from cc_dsl.rules.model import Origin
from cc_dsl.rules.refusals import Place, problem, suggestion
from cc_dsl.source.files import RulesError, Source, Span, read_source
from cc_dsl.syntax.nodes import Cite, Word
from cc_dsl.syntax.packed_nodes import parse
from cc_dsl.trees import walk


class PhraseRefused(Exception):
    """A phrase that cannot be resolved; it carries the problem, and ends the resolution of its statement."""

    def __init__(self, problem: Problem, item: Item) -> None:
        """Take the problem and its statement."""
        super().__init__(problem.sentence)
        self.problem = problem
        self.item = item


class ConsequentProblem(PhraseRefused):
    """A problem that only follows from another problem, which is already reported."""


class Item(NamedTuple):
    """One statement with its clause (empty for the editor's), and the open place to whose answer it belongs."""

    statement: Any
    clause: str
    reading: str
    source: Source
    displaced: Word | None = None
    """The clause that the statement displaces, if it is an amendment."""
    also: str = ""
    """For a statement of another edition, the clause of this one that uses it."""

    def name_clause(self, clause: str) -> str:
        """Return the name of a clause that the statement cites: `1860:III.5` in another edition."""
        label, sign, _ = self.clause.partition(":")
        return f"{label}:{clause}" if sign else clause

    def origin(self, span: Span, cite: Cite | None = None) -> Origin:
        """Return the origin of a part of the statement, with its own citation before the clause of the block."""
        clauses = tuple(clause for clause in (self.clause, self.also) if clause)
        if cite is not None and self.name_clause(cite.section.text) not in clauses:
            clauses = (self.name_clause(cite.section.text), *clauses)
        sentence = " ".join(self.source.text[span.start : span.end].split())
        return Origin(clauses, self.reading, sentence, self.source.position(span.start)[0])

    def refuse(
        self,
        key: str,
        at: Place,
        *remedies: str,
        about: NameMeaning | None = None,
        labels: tuple[Label, ...] = (),
        **values: Any,
    ) -> PhraseRefused:
        """Return the refusal of a part of the statement, with the message of `refusals.problem`.

        In the message, `{symbol}` is the name `about`, whose place of introduction is shown as well.
        """
        if about is not None:
            labels, values = home_labels(about), {"symbol": about, **values}
        return PhraseRefused(problem(key, self.source, at, *remedies, labels=labels, **values), self)


class NameMeaning(NamedTuple):
    """A name and its meaning."""

    category: str
    """`value`, `kind`, `piece`, `player`, `place`, `number`, `role`, `held`, `state`, `definition`, `predicate`,
    `relation`, `group`, `sort`, `order`, `table`, `procedure` or `verb`."""
    name: str
    data: Any
    """The declaration, the owner, or the kind and number of a value, according to the category."""
    item: Item | None
    span: Span | None


MOST_COMPARED = 200
"""The most unknown names of one file for which similar names are suggested."""


class Names:
    """The symbol table of one edition under one choice of readings."""

    def __init__(self) -> None:
        """Start with the one name that every game has."""
        self._symbols: dict[str, NameMeaning] = {}
        self._plurals: dict[str, str] = {}
        self._shadowed: dict[str, NameMeaning] = {}
        """Kinds of values whose name also names the one thing of the kind; by itself the name means that thing."""
        self.used: set[str] = set()
        self.meant: set[str] = set()
        """The names that were suggested in place of unknown ones."""
        self._compared = 0
        """The number of unknown names for which similar names were searched."""
        self.reached: set[str] = set()
        """The kinds whose values count as used, since a loop takes all of them, or each of them owns something."""
        self.choice_names: Callable[[], Collection[str]] = frozenset
        """A function that returns the names given to choices, each of which is valid only in one body."""
        self.values_by_sign: Callable[[], Mapping[str, str]] = dict
        """A function that returns the values that are written with a sign, by the sign."""
        self.problems: list[Problem] = []
        self.add(NameMeaning("player", "player", None, None, None))

    def copy(self) -> Self:
        """Return a copy of the table, without problems, to which names can be added."""
        table = copy.copy(self)
        table._symbols, table._plurals, table._shadowed = {**self._symbols}, {**self._plurals}, {**self._shadowed}
        table.used, table.meant, table.reached = {*self.used}, {*self.meant}, {*self.reached}
        table.problems = []
        return table

    def add(self, symbol: NameMeaning) -> None:
        """Introduce a name; report a name that is already in use, or that is the plural of another name."""
        old = self._symbols.get(symbol.name)
        if old is None and symbol.category != "verb":  # a verb may look like a plural, such as “bids”
            old = self._by_plural(symbol.name)
        if old is not None and old.category == "kind" and symbol.category == "definition" and old.name not in self.used:
            # After “a manner is one of …”, “the manner is …” may use the same name: prefer the definition.
            self._symbols[symbol.name] = symbol
            self._shadowed[symbol.name] = old
            return
        if old is not None and old.item is None and old.category != "player":
            old = None  # a name declared in the file replaces one that a board provides
        if old is not None and symbol.item is not None and symbol.span is not None:
            values = {"symbol": symbol, "old": old}
            refusal = symbol.item.refuse("name-twice.introduced", symbol.span, labels=home_labels(old), **values)
            self.problems.append(refusal.problem)
            return
        self._symbols[symbol.name] = symbol
        for form in (plural(symbol.name), regular_plural(symbol.name)):
            self._plurals.setdefault(form, symbol.name)

    def _by_plural(self, name: str) -> NameMeaning | None:
        single = self._plurals.get(name)
        return self._symbols.get(single) if single is not None else None

    def get(self, name: str) -> NameMeaning | None:
        """Return the meaning of a name, without marking it as used."""
        return self._symbols.get(name)

    def peek(self, name: str) -> NameMeaning | None:
        """Return the meaning of a name or its plural, without marking it as used."""
        return self._symbols.get(name) or self._by_plural(name)

    def find(self, name: str) -> tuple[NameMeaning, bool] | None:
        """Return the meaning of a name or its plural, and whether it is the plural; mark it as used."""
        symbol, several = self._symbols.get(name), self._by_plural(name)
        is_plural = symbol is None or (symbol.category == "verb" and several is not None)
        meaning = several if is_plural else symbol
        if meaning is None:
            return None
        self.used.add(meaning.name)
        return meaning, is_plural

    def verb(self, name: str) -> NameMeaning | None:
        """Return a player's deed by its verb; mark it as used."""
        symbol = self._symbols.get(name)
        if symbol is None or symbol.category != "verb":
            return None
        self.used.add(name)
        return symbol

    def relation(self, verb: str) -> NameMeaning | None:
        """Return the relation that a verb names in the singular (`fits`) or in the plural (`fit`)."""
        for name, symbol in self._symbols.items():
            if symbol.category == "relation" and verb in (name, plural_verb(name)):
                self.used.add(name)
                return symbol
        return None

    def look_up(self, item: Item, word: Word, extra: tuple[str, ...] = ()) -> tuple[NameMeaning, bool]:
        """Return the meaning of a name or its plural, or refuse it and suggest the nearest known names."""
        entry = self.find(word.text)
        if entry is None:
            raise self.unknown(item, word, extra)
        return entry

    def look_up_one(self, item: Item, word: Word) -> NameMeaning:
        """Return the meaning of a name; refuse its plural."""
        symbol, is_plural = self.look_up(item, word)
        if is_plural:
            raise item.refuse("wrong-number.plural", word, wanted=symbol.name)
        return symbol

    def unknown(self, item: Item, word: Word, extra: tuple[str, ...] = (), use: str = "") -> PhraseRefused:
        """Return the refusal of a name that nothing introduces, or that names something of another kind.

        In the place of a verb or a procedure only another is suggested.
        """
        entry = self.find(word.text)
        if entry is not None and word.text not in extra:
            symbol, is_plural = entry
            if is_plural:
                return item.refuse("wrong-number.plural", word, wanted=symbol.name)
            remedy = f"Write {either([*extra][:3])}." if extra else "Name a thing of another kind here."
            return item.refuse("wrong-kind.meant", word, remedy, about=symbol)
        if word.text in self._shadowed:
            kind, meaning = self._shadowed[word.text], self._symbols[word.text]
            return item.refuse("name-twice.shadowed", word, labels=(*home_labels(kind), *home_labels(meaning)))
        if word.text in self.choice_names():
            return item.refuse("unknown-name.elsewhere", word)
        advice = advice_on(word.text, self)
        if advice:
            self.meant.update(self._plurals.get(name, name) for name in advice.names)
            return item.refuse("unknown-name.unknown", word, *advice.remedies)
        self._compared += 1
        # In a file with very many unknown names, search for suggestions only for the first of them.
        known_names = [*extra, *self._symbols, *self._plurals] if self._compared <= MOST_COMPARED else extra
        if use in ("verb", "procedure"):
            known_names = [name for name, symbol in self._symbols.items() if symbol.category == use]
        near = [name for name in known_names if word.text in name.split("-")] or nearest(word.text, known_names, 9)
        # A name and its plural are one suggestion.
        close = list({self._plurals.get(name, name): name for name in reversed(near)}.values())[::-1][:3]
        self.meant.update(self._plurals.get(name, name) for name in close)
        return item.refuse("unknown-name.unknown", word, suggestion(close, _fallback_remedy(word.text)))

    def unknown_as(self, key: str, item: Item, word: Word, **values: Any) -> PhraseRefused:
        """Return the refusal of a name with the remedies for this use of it, unless a known name resembles it."""
        problem = self.unknown(item, word, use=key.partition(".")[2])
        if not any(remedy.startswith("Introduce it") for remedy in problem.problem.remedies):
            return problem
        return item.refuse(key, word, **values)

    def all(self) -> list[NameMeaning]:
        """Return every symbol in the order of introduction."""
        return list(self._symbols.values())


class NameAdvice(NamedTuple):
    """Remedies for an unknown word that are better than the names most similar to it."""

    remedies: tuple[str, ...]
    names: tuple[str, ...] = ()
    """The names of these rules that are suggested."""


def advice_on(word: str, names: Names) -> NameAdvice | None:
    """Return advice on an unknown word that is an irregular plural, a synonym of a name, or a name of a library."""
    table = grammar_data("mistakes")
    regular = plural(table["irregular"].get(word, ""))
    if names.peek(regular) is not None:
        return NameAdvice((f"Do you mean {regular}? Plurals are regular here.",), (regular,))
    others = [other for entry in table["synonym"] if word in entry["words"] for other in entry["words"]]
    known_others = [other for other in others if names.peek(other) is not None]
    # “Jack” begins with J, the sign of the rank Knave.
    known_others += [value for sign, value in names.values_by_sign().items() if word[:1].isupper() and word[:1] == sign]
    if known_others:
        return NameAdvice((f"Do you mean {either(known_others[:3])}?",), tuple(known_others[:3]))
    for entry in table["missing"]:
        if word in entry["words"]:
            return NameAdvice(tuple(entry["remedies"]))
    library = next((library for library, words in _words_of_libraries() if word in words), "")
    return NameAdvice((f"Write at the top:   use {library}.",)) if library else None


@cache
def _words_of_libraries() -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the names in each library, with their plurals."""
    libraries = []
    for library in library_names():
        try:
            start, _ = parse(read_source(library_file(library)))
        except RulesError:
            continue
        names = {part.text for part in walk(start) if isinstance(part, Word)} if start is not None else set()
        libraries.append((library, frozenset({*names, *map(plural, names)})))
    return tuple(libraries)


def _fallback_remedy(word: str) -> str:
    """Return the remedy for a word that resembles no name: it may be a misspelt word of the language, or a new name."""
    from cc_dsl.syntax.words import reserved_words

    close = nearest(word, sorted(reserved_words(), key=len, reverse=True), 1, slips=1)
    if close and len(word) > 4:  # “aim” is not “him”
        return f"Do you mean “{close[0]}”, a word of the language? If “{word}” is meant as a name, introduce it."
    return "Introduce it:   there is a …; each player has a …; or: the … is …."


def add_place(old: Problem, new: Problem) -> Problem:
    """Add another place of an unknown name to its problem, up to the third; more would not help."""
    if len(old.labels) > 1 or new.source is None or new.span is None or new.span == old.span:
        return old
    return old._replace(labels=(*old.labels, Label(new.source, new.span, "and here")))


def home_labels(symbol: NameMeaning) -> tuple[Label, ...]:
    """Return the place where a name is introduced, as a label."""
    if symbol.item is None or symbol.span is None:
        return ()
    return (Label(symbol.item.source, symbol.span, "it is introduced here"),)


def name_of(statement: Any) -> Word:
    """Return the name that a statement introduces or mentions, without its article or owner."""
    name = statement.name
    return name if isinstance(name, Word) else name.name
