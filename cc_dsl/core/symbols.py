"""The symbol table of rules files: every name with its meaning, its kind, and where it is introduced, changed and used.

It is made from the nodes, so it also covers alternatives that are not chosen, and files that cannot be played. A name
has one meaning everywhere, except a name that an act gives, which has a meaning only in its body.

    each player has a score, a number from 0 to 5.      Symbol("number", "score"), introduced here, of a player
    his score grows by 1.                               used here
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Generic, NamedTuple, TypeVar

from cc_dsl.core import facts
from cc_dsl.core.seating import seat_rules
from cc_dsl.rules import model
from cc_dsl.rules.gather import Part, shared_blocks
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind, plural, plural_verb
from cc_dsl.source.files import Span
from cc_dsl.syntax import names, nodes
from cc_dsl.table import boards
from cc_dsl.trees import walk

Where = TypeVar("Where")
"""Any value by which a caller identifies the file and statement of a word."""
BODIES: Final = ("procedure", "verb")


class StatementPlace(NamedTuple):
    """A statement with its place in the file."""

    file: str
    """The name of the edition or library."""
    clause: str
    """The clause of its block; empty for the editor's."""
    doubt: str
    answer: str
    """The open place and the answer under which it holds; empty if it holds under all answers."""
    start: int
    """The offset of its beginning in its file."""


def in_parts(parts: Iterable[Part]) -> Iterator[tuple[StatementPlace, nodes.Statement]]:
    """Yield the statements of the files of an edition; of another edition only those of the clauses used."""
    part_list = [*parts]
    for part in part_list:
        file = part.start.edition.label.text
        used = {clause for other in part_list for clause in shared_blocks(other.start, part.label)}
        for block in part.start.blocks:
            clause = block.section.text if isinstance(block, nodes.Section) else ""
            if not part.label or clause in used:
                yield from _in_block(block.statements, StatementPlace(file, clause, "", "", 0))


def _in_block(
    statements: Iterable[nodes.Statement], spot: StatementPlace
) -> Iterator[tuple[StatementPlace, nodes.Statement]]:
    """Yield the statements of a block or of an alternative, and those of the alternatives in it, with their places."""
    for statement in statements:
        yield spot._replace(start=statement.span.start), statement
        if isinstance(statement, nodes.Doubt):
            for alternative in statement.alternatives:
                here = spot._replace(doubt=statement.name.text, answer=alternative.name.text)
                yield from _in_block(alternative.statements or (), here)


class Site(NamedTuple, Generic[Where]):
    """A place where a name is written."""

    where: Where
    span: Span


class Meaning(NamedTuple):
    """The facts about a name from the resolved rules."""

    kind: Kind | None = None
    """The kind of its value; None for a name without a value, such as that of a procedure."""
    owner: Kind | None = None
    may_be_none: bool = False


class Symbol(Generic[Where]):
    """One name and its meaning."""

    def __init__(self, category: str, name: str, body: str = "") -> None:
        """Start without places."""
        self.category = category
        """The category, as in `syntax/names.py`, or `player` for the names that every game has."""
        self.name = name
        self.body = body
        """For a name given by an act, the procedure or the verb in which it is valid."""
        self.meaning = Meaning()
        self.introduced: list[Site[Where]] = []
        self.implied: list[Site[Where]] = []
        """The places that imply the name without writing it, as `a1 to h8` implies `b1`."""
        self.changed: list[Site[Where]] = []
        """The places where another statement extends or displaces its meaning."""
        self.used: list[Site[Where]] = []

    @property
    def homes(self) -> list[Site[Where]]:
        """The places where the name is introduced or implied; empty for names that every game has."""
        return self.introduced or self.implied

    @property
    def spellings(self) -> tuple[str, ...]:
        """The forms in which the name is written; a name that an act gives has one, a verb two: fits and fit."""
        if self.category == names.LOCAL:
            return (self.name,)
        return self.name, plural_verb(self.name) if self.category == "relation" else plural(self.name)


AMOUNT = "amount"
"""The symbol of the word “number” in acts on a number."""


class SymbolTable(Generic[Where]):
    """The names of rules files that belong together."""

    def __init__(self, statements: Iterable[tuple[Where, nodes.Statement]]) -> None:
        """List the names of statements, each with its place; alternatives follow their doubts."""
        statement_list = [*statements]
        self._symbols: dict[tuple[str, str], Symbol[Where]] = {}
        self._locals: dict[tuple[str, str], Symbol[Where]] = {}
        self._spelt: dict[str, Symbol[Where]] = {}
        self.unknown: list[Site[Where]] = []
        """The places where a word stands for a name that nothing introduces."""
        self._put(("player", "player"), Symbol("player", "player"))
        for where, statement in statement_list:
            self._introduce(where, statement, names.names_introduced(statement))
            for category, name in names_implied(statement):
                symbol = self._put((category, name), Symbol(category, name))
                symbol.implied.append(Site(where, statement.span))
        for where, statement in statement_list:
            limits = (subject for subject in names.subjects(statement) if subject.category == "limit")
            new = (limit._replace(category="verb") for limit in limits if ("verb", limit.name) not in self._symbols)
            self._introduce(where, statement, new)  # a deed may be introduced by a limit alone
        self._spell()
        for where, statement in statement_list:
            self._use(where, statement)

    def __iter__(self) -> Iterator[Symbol[Where]]:
        """Return every symbol in the order of introduction, names that acts give last."""
        yield from self._symbols.values()
        yield from self._locals.values()

    def mentions(self) -> Iterator[tuple[str, Symbol[Where], Site[Where]]]:
        """Yield every place where a name is written, and whether it is `introduced`, `changed` or `used` there."""
        for symbol in self:
            for role in ("introduced", "changed", "used"):
                yield from ((role, symbol, site) for site in getattr(symbol, role))

    def symbol_of(self, word: str, body: str = "") -> Symbol[Where] | None:
        """Return the symbol of a name or its plural, in a body if one is given."""
        return self._locals.get((body, word)) or self._spelt.get(word)

    # ------------------------------------------------------------------------------------------ making

    def _put(self, key: tuple[str, str], symbol: Symbol[Where]) -> Symbol[Where]:
        """Return the symbol with this key; if there is none, enter the given one."""
        table = self._locals if symbol.category == names.LOCAL else self._symbols
        return table.setdefault(key, symbol)

    def _introduce(self, where: Where, statement: nodes.Statement, subjects: Iterable[names.Subject]) -> None:
        """Add the places where a statement introduces its subjects; a name that an act gives belongs to its body."""
        body = body_of(statement)
        for subject in subjects:
            scope = body if subject.category == names.LOCAL else ""
            key = (scope if scope else subject.category, subject.name)
            symbol = self._put(key, Symbol(subject.category, subject.name, scope))
            symbol.introduced.append(Site(where, subject.word.span))

    def _spell(self) -> None:
        """Index the symbols by their forms; a name precedes a plural, a meaning its kind."""
        symbols = [symbol for symbol in self._symbols.values() if symbol.category != "question"]
        for is_plural in (True, False):  # names come last, and replace plurals of the same form
            for symbol in symbols:
                if symbol.category == "verb" and symbol.name in self._spelt:
                    continue  # prefer the noun to the verb
                if symbol.category != "kind" or ("definition", symbol.name) not in self._symbols:
                    self._spelt[symbol.spellings[is_plural]] = symbol

    def _use(self, where: Where, statement: nodes.Statement) -> None:
        """Add the places where a statement uses names, or changes their meanings."""
        body = body_of(statement)
        verbs = {part.verb.span.start for part in walk(statement) if isinstance(part, nodes.Call)}
        for subject in names.subjects(statement):
            category = "kind" if subject.category == "signs" else subject.category
            symbol = self._symbols.get((category, subject.name)) if category in ("kind", "verb") else None
            symbol = symbol or self.symbol_of(subject.name)
            if not subject.is_new and symbol is not None:
                symbol.changed.append(Site(where, subject.word.span))
        for word in names.uses(statement):
            symbol = self._symbols.get(("verb", word.text)) if word.span.start in verbs else None
            symbol = symbol or self.symbol_of(word.text, body)
            if symbol is None and word.text == NUMBER.name:  # acts use it; no file introduces it
                symbol = self._put((AMOUNT, word.text), Symbol(AMOUNT, word.text))
            if symbol is None:
                self.unknown.append(Site(where, word.span))
            else:
                symbol.used.append(Site(where, word.span))

    # ---------------------------------------------------------------------------------------- queries

    def with_meanings(self, rules: model.Rules) -> SymbolTable[Where]:
        """Add the kinds from the resolved rules; return the table."""
        known = {(category, name): meaning for category, name, meaning in meanings(rules)}
        for symbol in self:
            symbol.meaning = known.get((symbol.body or symbol.category, symbol.name), symbol.meaning)
        return self


def names_implied(statement: nodes.Statement) -> Iterator[tuple[str, str]]:
    """Yield the names that a statement introduces without writing them: those of a range, and those of a board."""
    match statement:
        case nodes.Spanned():
            yield from (("value", name) for name in boards.names_between(statement.first.text, statement.last.text))
        case nodes.Board():
            yield "kind", boards.DIRECTION
            yield from (("value", name) for name in boards.DIRECTIONS)
            yield from (("table", name) for name in boards.COORDINATES)


def body_of(statement: nodes.Statement) -> str:
    """Return the procedure or the verb that a statement describes; an empty string for other statements."""
    about = next(names.subjects(statement), None)
    return about.name if about is not None and about.category in BODIES else ""


def meanings(rules: model.Rules) -> Iterator[tuple[str, str, Meaning]]:
    """Yield the meaning of each name in the resolved rules: the category, the name, and the kind."""
    rules = seat_rules(rules, rules.seats[1])
    piece = Kind("piece", rules.pieces.name)
    yield from ((cell.form, cell.name, Meaning(cell.kind, cell.owner, cell.kind != NUMBER)) for cell in rules.stored)
    for name, definition in rules.definitions.items():
        term = model.Apply(name, None)
        may_be_none = facts.may_be_none(rules, term, lambda slot: False)
        yield "definition", name, Meaning(definition.kind, definition.owner, may_be_none)
    for place in rules.places:
        is_single = place.most == 1
        yield "place", place.name, Meaning(piece if is_single else piece.many, place.owner, is_single)
    for name, kind in rules.values.items():
        yield from (("value", value, Meaning(Kind("value", name))) for value in kind.values)
    for name, group in rules.groups.items():
        yield "group", name, Meaning(Kind("group", name), PLAYER, True)
        yield from (("sort", sort.name, Meaning(Kind("sort", name))) for sort in group.sorts)
    yield from (("predicate", name, Meaning(None, predicate.kind)) for name, predicate in rules.predicates.items())
    yield from (("table", name, Meaning(NUMBER)) for name in rules.tables)
    for name, body in (*rules.procedures.items(), *rules.happenings.items()):
        body_name = rules.deeds[name].verb if name in rules.deeds else name
        yield from ((body_name, act.name, Meaning(act.kind)) for act in walk(body) if isinstance(act, model.Choose))
