"""The state of a resolution, which all its passes share: each imports this module, and none imports all others.

For `the trump is the suit of the best card.` the resolver of phrases looks up the meanings of `trump`, `suit` and
`card` here, and the kinds of definitions that come later in the file.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from cc_dsl.diagnostics.problem import Label
from cc_dsl.rules import model, rivals
from cc_dsl.rules.gather import ActiveStatements
from cc_dsl.rules.kinds import PLAYER, Kind, plural, regular_plural
from cc_dsl.rules.refusals import Place, problem
from cc_dsl.rules.scope import Frame, Scope, in_slot
from cc_dsl.rules.symbols import ConsequentProblem, Item, NameMeaning, Names, PhraseRefused, add_place
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.names import subjects
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.boards import Shape
from cc_dsl.table.pieces import PieceKind
from cc_dsl.trees import replace, walk

Owner: TypeAlias = Kind | tuple[Kind, Kind] | None
"""The kind of the owner in a statement: none, one thing of a kind, or two things."""
NO_PIECES = PieceKind("", (), (), (), {}, {})
MOST_ROUNDS = 1_000
"""The most rounds of a loop without a stated bound; after them the game ends."""
MOST_NUMBERS = 60
"""The most numbers among which a player can choose; a set of them fits into a machine word."""


class Make(NamedTuple):
    """Pieces that one sentence introduces: the kinds of values that distinguish them, and the number of copies."""

    kinds: list[model.ValueKind]
    copies: int


class ResolverState(ABC):
    """The state of one resolution, which the passes share, with their reports; `resolve.py` adds the passes."""

    def __init__(self, statements: ActiveStatements) -> None:
        """Take the statements to resolve."""
        self.items = statements.items
        self.doubts = statements.doubts
        self.problems = list(statements.problems)
        self.names = Names()
        self.names.choice_names = lambda: self._choice_names
        self.names.values_by_sign = lambda: {
            sign: value
            for kind in self.values.values()
            for sign, value in zip(self.signs_of(kind), kind.values, strict=True)
            if sign != value
        }
        self.seats = (0, 0)
        self.seating: model.Origin | None = None
        self.values: dict[str, model.ValueKind] = {}
        self.signs: dict[str, tuple[str, ...]] = {}
        """The signs with which the values of a kind are written, where the file gives any."""
        self.glyphs: dict[str, tuple[str, ...]] = {}
        self.also: dict[tuple[str, int], list[str]] = {}
        self.piece_name = "piece"
        self.makes: list[Make] = []
        self.pieces: PieceKind = NO_PIECES
        self.states: tuple[str, ...] = ()
        self.wholes: set[str] = set()
        """The owners of conditions that are not things of a kind, such as “the betting”; each is the only value of its
        kind.
        """
        self.sites: dict[str, model.Site] = {}
        self.boards: dict[str, Shape] = {}
        """The kinds of values that lie on a board, or in a ring."""
        self.tables: dict[str, tuple[int, ...]] = {}
        """Numbers of values that no table of the file gives: the columns and rows of squares, and the numbers
        themselves.
        """
        self.forms: dict[str, model.DeedForm] = {}
        """The deeds of pieces and values, by key."""
        self.keys: dict[int, str] = {}
        """The key of each deed of a piece, by the identity of its node."""
        self.places: list[model.PlaceDeclaration] = []
        self.stored: list[model.Stored] = []
        self.sorts: dict[str, list[Item]] = {}
        self.place_count = 0
        self.cells = 0
        self.settled: dict[str, int] = {}
        self.definitions: dict[str, model.Definition | None] = {}
        self.runs: dict[str, tuple[tuple[int, ...], str]] = {}
        self.amendments: list[tuple[Item, Word, Owner]] = []
        """The statements that amend others, each with the name and the owner that it is about."""
        self.locals: list[tuple[Word, Item]] = []
        self.plurals: dict[str, str] = {}
        """The plurals that the file states."""
        self.unbounded: list[tuple[Item, Place, model.Until]] = []
        """The loops without a number of rounds, each with the place of its condition."""
        self.refused: list[Item] = []
        """The statements that could not be resolved completely."""
        self._unknown: dict[str, int] = {}
        """For each message, its first index in the list of problems."""
        self.exceptions: list[tuple[str, list[rivals.Override]]] = []
        """The exceptions to each rule, with its subject in words; no two exceptions to one rule may hold at once."""
        self.failed: set[str] = set()
        """The names of refused definitions and sorts, whose meaning is unknown."""

    # ------------------------------------------------------------------------------------- reporting

    def record_refusal(self, refusal: PhraseRefused, item: Item | None = None) -> None:
        """Report a refusal that ended the resolution of a statement, unless its cause has been reported."""
        self.refused.append(refusal.item)
        if item is not None and item is not refusal.item:
            self.refused.append(item)  # the rest of the statement was not resolved either
        if isinstance(refusal, ConsequentProblem):
            return
        problem = refusal.problem
        number = self._unknown.setdefault(problem.sentence, len(self.problems))
        if problem.code == "unknown-name" and number < len(self.problems):
            old = self.problems[number]
            if (old.code, old.sentence) == (problem.code, problem.sentence):
                self.problems[number] = add_place(old, problem)
                return
        self.problems.append(problem)

    @contextmanager
    def report_refusals(self, item: Item | None = None) -> Iterator[None]:
        """Report a refusal that ends the resolution of a statement, and continue after the statement."""
        try:
            yield
        except PhraseRefused as refusal:
            self.record_refusal(refusal, item)

    def report(self, item: Item, key: str, at: Place, *remedies: str, **details: Any) -> None:
        """Report a problem of a statement, with the details that `Item.refuse` takes."""
        self.record_refusal(item.refuse(key, at, *remedies, **details))

    def report_two_answers(self, item: Item, word: Word, old: NameMeaning, sentence: str = "") -> None:
        """Report that two statements decide the same thing."""
        labels: tuple[Label, ...] = ()
        if old.item is not None and old.span is not None:
            labels = (Label(old.item.source, old.span, "the first statement is here"),)
        subject = f"how “{word.text}” goes" if old.category == "procedure" else f"what “{word.text}” is"
        sentence = sentence or f"Two statements say {subject}."
        self.problems.append(problem("two-answers.said", item.source, word, sentence=sentence, labels=labels))

    def require_piece_name(self, item: Item, word: Word, several: bool | None = None) -> None:
        """Require that a word is the name of the pieces, in the required number."""
        many = plural(self.piece_name), regular_plural(self.piece_name)
        wanted = many[0] if several else self.piece_name
        if word.text != self.piece_name and word.text not in many:
            refusal = self.names.unknown(item, word)
            if refusal.problem.code == "unknown-name" and several and self.makes:
                sentence = refusal.problem.sentence
                refusal = item.refuse(
                    "unknown-name.plural", word, sentence=sentence, piece=self.piece_name, wanted=wanted
                )
            self.record_refusal(refusal)
        elif several is not None and (word.text in many) != several:
            number = "singular, but a plural belongs here" if several else "plural, but a singular belongs here"
            self.report(item, "wrong-number.piece", word, said=number, wanted=wanted)

    @cached_property
    def _choice_names(self) -> set[str]:
        """The names that acts give to choices, in the whole file; cached for files with hundreds of unknown names."""
        parts = (part for item in self.items for part in walk(item.statement))
        return {part.name.text for part in parts if isinstance(part, nodes.Choose)}

    def introduce_local(self, word: Word, scope: Scope) -> None:
        """Record a name that an act gives; it must be used, and must not hide another name."""
        old = self.names.get(word.text)
        if old is not None:
            raise scope.item.refuse("name-twice.chosen", word, about=old)
        self.locals.append((word, scope.item))

    # ----------------------------------------------------------------------------- queries of phrases

    def owner_kind_of(self, word: Word) -> Kind | None:
        """Return the kind that a word names, if things of this kind can be stored and can own variables."""
        if word.text == "player":
            return PLAYER
        symbol = self.names.get(word.text)
        if symbol is None or symbol.category not in ("kind", "piece"):
            return None
        self.names.used.add(word.text)
        return Kind("value" if symbol.category == "kind" else "piece", symbol.name)

    def count_of(self, kind: Kind) -> int:
        """Return the number of things of a kind: the maximal number of players, all pieces, or all values."""
        if kind == PLAYER:
            return self.seats[1]
        if kind.base == "value":
            return len(self.values[kind.name].values)
        return sum(make.copies * math.prod(len(factor.values) for factor in make.kinds) for make in self.makes)

    def all_things(self, kind: Kind) -> model.Thing:
        """Return all players, all pieces, or all values of a kind, which then count as used; sites are their owners."""
        self.names.reached.add(kind.name)
        root = self.root_of(kind)
        return model.All(PLAYER if root == PLAYER.name else Kind(kind.base, root))

    def owners_of(self, kind: Kind) -> int | None:
        """Return the number of things of a kind in play; None means one for each player."""
        return None if self.root_of(kind) == PLAYER.name else self.count_of(kind)

    def root_of(self, kind: Kind) -> str:
        """Return the ultimate owner of things of a kind: for sites, players or a kind of values; else the kind."""
        site = self.sites.get(kind.name)
        return site.root if site is not None and kind.base in ("value", "values") else kind.name

    def numbers_from(self, item: Item, least: int, most: int, span: Span) -> Kind:
        """Return the kind of values that represent a range of numbers."""
        if least > most or most - least >= MOST_NUMBERS:
            raise item.refuse("out-of-bounds.chosen", span, least=least, most=most, limit=MOST_NUMBERS)
        kind = Kind("value", f"number from {least} to {most}")
        self.values[kind.name] = model.ValueKind(kind.name, tuple(str(number) for number in range(least, most + 1)))
        self.tables[kind.name] = tuple(range(least, most + 1))
        return kind

    def shape_of(self, kind: Kind) -> Shape:
        """Return the board or ring that the values of a kind form; without it, a row in the order of the rules."""
        return self.boards.get(kind.name) or Shape(self.count_of(kind), 1)

    def target_of(self, item: Item) -> str:
        """Return the name of the procedure, or the key of the happening, that a statement defines or amends, if any."""
        deed = getattr(item.statement, "deed", None)
        if isinstance(item.statement, nodes.Limit):
            return ""
        if isinstance(deed, nodes.Deed) and deed.kind.text != PLAYER.name:
            return self.keys.get(id(deed), "")
        names = (subject.name for subject in subjects(item.statement) if subject.category in ("procedure", "verb"))
        return next(names, "")

    @cached_property
    def statements_by_target(self) -> dict[str, list[Item]]:
        """The statements of each procedure and happening; all others have the empty name."""
        statements: dict[str, list[Item]] = {}
        for item in self.items:
            statements.setdefault(self.target_of(item), []).append(item)
        return statements

    def orders_in(self, statements: list[Any]) -> list[str]:
        """Return the orders that some statements name, in alphabetical order."""
        words = {part.text for part in walk(statements) if isinstance(part, Word)}
        return sorted(word for word in words if (symbol := self.names.get(word)) and symbol.category == "order")

    def is_ordered(self, term: model.Thing) -> bool:
        """Return whether a term is an ordered place."""
        if not isinstance(term, model.Contents):
            return False
        return any(place.base == term.base and place.is_ordered for place in self.places)

    def stored_at(self, base: int) -> model.Stored:
        """Return the variable whose cells begin at a number."""
        return next(variable for variable in self.stored if variable.base == base)

    def signs_of(self, kind: model.ValueKind) -> tuple[str, ...]:
        """Return the signs with which the values of a kind are written: their names, unless the file gives others."""
        return self.signs.get(kind.name, kind.values)

    def add_signs(self, kind: model.ValueKind) -> model.ValueKind:
        """Return a kind of values with all signs of each."""
        tables = (self.signs_of(kind), *([self.glyphs[kind.name]] if kind.name in self.glyphs else ()))
        signs = tuple(
            tuple(dict.fromkeys((*(table[place] for table in tables), *self.also.get((kind.name, place), ()))))
            for place in range(len(kind.values))
        )
        return kind if signs == tuple((name,) for name in kind.values) else replace(kind, signs=signs)

    def consequent_problem(self, item: Item) -> ConsequentProblem:
        """Return the refusal of a statement that depends on a refused one."""
        return ConsequentProblem(self.problems[-1], item)

    def owner_scope(self, item: Item, frame: Frame, owner: Kind | None) -> Scope:
        """Open a scope for a statement about each player, piece or group, which is in slot 0."""
        scope = Scope(item, frame)
        if owner is None:
            return scope
        if frame.size == 0:
            frame.slot()
        it = in_slot(0, owner)
        return scope.with_it(it).with_name(owner.name, it)

    def readings_of(self, name: str) -> tuple[str, ...]:
        """Return the open places whose alternatives define or change the meaning of a name."""
        names = {name, self.forms[name].verb} if name in self.forms else {name}
        return tuple(doubt.name for doubt in self.doubts.values() if not names.isdisjoint(doubt.touches))

    # ------------------------------------------------------------------------------ facts shared by the passes

    @abstractmethod
    def definition_kind(self, name: str) -> Kind:
        """Return the kind of a definition, resolving it if necessary; a refused definition has none."""

    @abstractmethod
    def cases(self, node: nodes.Cases, scope: Scope, wanted: Kind | None) -> tuple[tuple[model.Case, ...], Kind]:
        """Resolve `… if …; … if …; otherwise …`, with one kind for all cases."""
