"""Resolve the nodes of an edition into the model, under one choice of readings.

The order of the passes: gather the statements (the chosen alternatives in their places), declare every name, resolve
definitions, groups and rankings, then procedures with their amendments, then checks and questions.  A statement that
cannot be understood is reported and left out, so that one run reports all independent problems.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from cc_dsl.diagnostics.problem import Label, Problem
from cc_dsl.rules import (
    checks,
    costs,
    grounds,
    lengths,
    meaning,
    model,
    procedures,
    recursion,
    rivals,
    roles,
    seating,
    signatures,
)
from cc_dsl.rules.acts import ActResolver
from cc_dsl.rules.declare import MOST_NUMBERS, as_a_condition, declare, holder_kind
from cc_dsl.rules.expressions import ExpressionResolver
from cc_dsl.rules.gather import Gathered, Part, gather
from cc_dsl.rules.kinds import NONE, NUMBER, PLAYER, Kind, plural, shown
from cc_dsl.rules.ranks import Ranks
from cc_dsl.rules.scope import Frame, Scope, Typed, in_slot
from cc_dsl.rules.symbols import Cascade, Item, NameMeaning, Names, PhraseRefused, also_at, introduced, name_of
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.boards import Shape
from cc_dsl.table.pieces import PieceKind
from cc_dsl.trees import replace, walk

NO_PIECES = PieceKind("", (), (), (), {}, {})


class Resolution(NamedTuple):
    """Rules under one choice of readings, and the resolver that made them, which may resolve more sentences."""

    rules: model.Rules
    """They have no digest of their meaning."""
    resolver: Resolver

    @property
    def problems(self) -> list[Problem]:
        """Every problem found on the way."""
        return self.resolver.problems


def resolve(
    name: str, title: str, parts: Iterable[Part], choices: Mapping[str, str], digest: str
) -> tuple[model.Rules, list[Problem]]:
    """Return the rules of an edition under these readings, and every problem found on the way."""
    rules, problems = resolve_undigested(name, title, parts, choices, digest)
    return digested(rules), problems


def digested(rules: model.Rules) -> model.Rules:
    """Return rules with the digest of their meaning."""
    return replace(rules, meaning=meaning.digest(rules))


def resolve_undigested(
    name: str, title: str, parts: Iterable[Part], choices: Mapping[str, str], digest: str = ""
) -> tuple[model.Rules, list[Problem]]:
    """Return the same without the digest of the meaning, for callers that try many rules and store none."""
    found = resolution(name, title, parts, choices, digest)
    return found.rules, found.problems


def resolution(
    name: str, title: str, parts: Iterable[Part], choices: Mapping[str, str], digest: str = ""
) -> Resolution:
    """Return the same with the resolver, for callers that have more sentences resolved."""
    listed = list(parts)
    resolver = Resolver(gather(listed, choices))
    rules = resolver.rules(name, title, digest)
    resolver.problems.extend(rivals.problems(resolver.exceptions, rules.predicates))
    rules = replace(rules, most_named=seating.most_named(rules))
    return Resolution(replace(rules, shared=tuple(part.label for part in listed if part.label)), resolver)


class Resolver:
    """The state of one resolution; the passes share it."""

    def __init__(self, gathered: Gathered) -> None:
        """Start with the statements gathered."""
        self.items = gathered.items
        self.doubts = gathered.doubts
        self.problems = list(gathered.problems)
        self.names = Names()
        self.names.given_elsewhere = lambda: self._names_given
        self.names.signed = lambda: {
            sign: value
            for name, kind in self.values.items()
            for sign, value in zip(self.signs.get(name, ()), kind.values, strict=False)
            if sign != value
        }
        self.phrases = ExpressionResolver(self, self.names)
        self.deeds = ActResolver(self, self.phrases)
        self.ranks = Ranks(self)
        self.seats = (0, 0)
        self.seating: model.Origin | None = None
        self.values: dict[str, model.ValueKind] = {}
        self.signs: dict[str, tuple[str, ...]] = {}
        self.glyphs: dict[str, tuple[str, ...]] = {}
        self.also: dict[tuple[str, int], list[str]] = {}
        self.piece_name = "piece"
        self.makes: list[list[model.ValueKind]] = []
        """For each make of pieces the kinds of values that tell them apart."""
        self.pieces: PieceKind = NO_PIECES
        self.states: tuple[str, ...] = ()
        self.sites: dict[str, model.Site] = {}
        self.boards: dict[str, Shape] = {}
        """The kinds of values that lie on a board, or in a ring."""
        self.tables: dict[str, tuple[int, ...]] = {}
        """The numbers that values have without a table in the file: the columns and rows of squares, and numbers."""
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
        self.amendments: list[tuple[Item, Word, Kind | None]] = []
        self.locals: list[tuple[Word, Item]] = []
        self.orders_seen: set[str] = set()
        self.refused: list[Item] = []
        """The statements that were not understood, or not wholly."""
        self._unknown: dict[str, int] = {}
        """Where in the list of problems each sentence was said first."""
        self.exceptions: list[tuple[str, list[rivals.Override]]] = []
        """What statements say that displace another, and these; no two of them may hold at once."""
        self.failed: set[str] = set()
        """The definitions and sorts of which nothing is known but that they were refused."""

    # ------------------------------------------------------------------------------------- reporting

    def problem(self, refusal: PhraseRefused, item: Item | None = None) -> None:
        """Report a refusal that ended the reading of a statement, unless its cause has been reported."""
        self.refused.append(refusal.item)
        if item is not None and item is not refusal.item:
            self.refused.append(item)  # its rest was not looked through either
        if isinstance(refusal, Cascade):
            return
        problem = refusal.problem
        number = self._unknown.setdefault(problem.sentence, len(self.problems))
        if problem.code == "unknown-name" and number < len(self.problems):
            old = self.problems[number]
            if (old.code, old.sentence) == (problem.code, problem.sentence):
                self.problems[number] = also_at(old, problem)
                return
        self.problems.append(problem)

    def report(
        self, item: Item, code: str, sentence: str, span: Span, *remedies: str, labels: tuple[Label, ...] = ()
    ) -> None:
        """Report a problem of a statement."""
        self.problem(item.refuse(code, sentence, span, *remedies, labels=labels))

    def two_answers(self, item: Item, word: Word, old: NameMeaning, sentence: str = "") -> None:
        """Report that two statements decide the same thing."""
        labels: tuple[Label, ...] = ()
        if old.item is not None and old.span is not None:
            labels = (Label(old.item.source, old.span, "here it is said before"),)
        said = f"how “{word.text}” goes" if old.what == "procedure" else f"what “{word.text}” is"
        sentence = sentence or f"Two statements say {said}."
        remedy = "If the later clause is an exception, begin it with “instead of §…,”."
        reading = "If the text does not settle it, make a reading of it with two alternatives."
        self.problems.append(
            Problem("two-answers", sentence, item.source, word.span, labels=labels, remedies=(remedy, reading))
        )

    def amend(self, item: Item, word: Word, owner: Kind | None = None) -> None:
        """Note that a statement amends what another introduces, and of whom it says it."""
        self.amendments.append((item, word, owner))

    def piece_kind(self, item: Item, word: Word, several: bool | None = None) -> None:
        """Require that a word is the name of the pieces, in the number that is meant."""
        wanted = plural(self.piece_name) if several else self.piece_name
        if word.text in (self.piece_name, plural(self.piece_name)) and several is not None and word.text != wanted:
            said = "one, and several are meant" if several else "a plural, and one is meant"
            self.report(item, "wrong-number", f"“{word.text}” is {said}.", word.span, f"Write {wanted}.")
        elif word.text not in (self.piece_name, plural(self.piece_name)):
            refused = self.names.unknown(item, word)
            if refused.problem.code == "unknown-name" and several and self.makes:
                # No other plural of a name is known than the regular one.
                remedy = f"The plural of “{self.piece_name}” is here:   {wanted}"
                refused = item.refuse("unknown-name", refused.problem.sentence, word.span, remedy)
            self.problem(refused)

    @cached_property
    def _names_given(self) -> set[str]:
        """The names that acts give, wherever they stand; a file may have hundreds of unknown names."""
        statements = [item.statement for item in self.items]
        return {node.name.text for one in statements for node in walk(one) if isinstance(node, nodes.Choose)}

    def introduce_local(self, word: Word, scope: Scope) -> None:
        """Note a name that an act gives; it must be used, and must not hide another."""
        old = self.names.get(word.text)
        if old is not None:
            raise scope.item.refuse(
                "name-twice",
                f"“{word.text}” is a name already.",
                word.span,
                "Give what is chosen a name of its own.",
                labels=introduced(old),
            )
        self.locals.append((word, scope.item))

    # ------------------------------------------------------------------------- what phrases ask about

    def owner_kind_of(self, word: Word) -> Kind | None:
        """Return the kind of what a word says to own something: a player, or a value of a kind."""
        return holder_kind(self, word)

    def count_of(self, kind: Kind) -> int:
        """Return how many things of a kind there are: the most players, all pieces, or all values."""
        if kind == PLAYER:
            return self.seats[1]
        if kind.base == "value":
            return len(self.values[kind.name].values)
        return sum(math.prod(len(factor.values) for factor in make) for make in self.makes)

    def owners_of(self, kind: Kind) -> int | None:
        """Return how many things of a kind there are in play; None: as many as play."""
        return None if self.root_of(kind) == PLAYER.name else self.count_of(kind)

    def root_of(self, kind: Kind) -> str:
        """Return what owns things of a kind at last: for sites a player or a kind of values, for others themselves."""
        site = self.sites.get(kind.name)
        return site.root if site is not None and kind.base in ("value", "values") else kind.name

    def numbers_from(self, item: Item, least: int, most: int, span: Span) -> Kind:
        """Return the kind of values that stand for the numbers from one to another, one of which is meant."""
        if least > most or most - least >= MOST_NUMBERS:
            remedy = f"Put the smaller one first; there may be {MOST_NUMBERS} numbers at most."
            raise item.refuse("out-of-bounds", f"No number can be chosen from {least} to {most}.", span, remedy)
        kind = Kind("value", f"number from {least} to {most}")
        self.values[kind.name] = model.ValueKind(kind.name, tuple(str(one) for one in range(least, most + 1)))
        self.signs[kind.name] = self.values[kind.name].values
        self.tables[kind.name] = tuple(range(least, most + 1))
        return kind

    def site_kind(self, name: str) -> Kind:
        """Return the kind of the things of a site."""
        return Kind("value", name)

    def target_of(self, item: Item) -> str:
        """Return the name of the procedure, or the key of the happening, that a statement makes or amends, if any."""
        deed = getattr(item.statement, "deed", None)
        if isinstance(item.statement, nodes.Limit):
            return ""
        if isinstance(deed, nodes.Deed) and deed.kind.text != PLAYER.name:
            return self.keys.get(id(deed), "")
        return procedures.target_of(item)

    @cached_property
    def statements_by_target(self) -> dict[str, list[Item]]:
        """The statements of each procedure and happening; those of neither stand under the empty name."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(self.target_of(item), []).append(item)
        return found

    @property
    def attributes(self) -> dict[str, tuple[int | None, ...]]:
        """The attributes of the pieces by name."""
        return self.pieces.attributes

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return self.pieces.names

    def can_rank(self, kind: Kind) -> bool:
        """Return whether some statement says how things of a kind rank."""
        names = (kind.name, plural(kind.name))
        return any(
            isinstance(item.statement, nodes.Ranking) and item.statement.name.text in names for item in self.items
        )

    def is_ordered(self, term: model.Thing) -> bool:
        """Return whether a term is an ordered place."""
        if not isinstance(term, model.Contents):
            return False
        return any(place.base == term.base and place.is_ordered for place in self.places)

    def stored_at(self, base: int) -> model.Stored:
        """Return what play changes and is stored from a cell on."""
        return next(one for one in self.stored if one.base == base)

    def with_signs(self, kind: model.ValueKind) -> model.ValueKind:
        """Return a kind of values with all signs by which each is written."""
        tables = [table[kind.name] for table in (self.signs, self.glyphs) if kind.name in table]
        found = tuple(
            tuple(dict.fromkeys((*(table[place] for table in tables), *self.also.get((kind.name, place), ()))))
            for place in range(len(kind.values))
        )
        return kind if found == tuple((name,) for name in kind.values) else replace(kind, signs=found)

    def run_of(self, sort: str) -> tuple[tuple[int, ...], str] | None:
        """Return the order and attribute in which the pieces of a sort run, if it says so."""
        return self.runs.get(sort)

    def definition_kind(self, name: str) -> Kind:
        """Return the kind of a definition, resolving it if need be; one that was refused has none."""
        made = self.definition(name)
        if name in self.failed:
            raise self.cascade(next(iter(self._about(name, nodes.Value))))
        return made.kind

    def cascade(self, item: Item) -> Cascade:
        """Make the refusal of what rests on a statement that was refused."""
        return Cascade(self.problems[-1], item)

    # --------------------------------------------------------------------------------- definitions

    def definition(self, name: str) -> model.Definition:
        """Resolve a definition and what displaces it; one that rests on itself is refused."""
        if name in self.definitions:
            known = self.definitions[name]
            if known is None:
                raise self._endless(name)
            return known
        self.definitions[name] = None
        symbol = self.names.get(name)
        assert symbol is not None
        frame = Frame()
        cases: tuple[model.Case, ...] = ()
        displacing: list[tuple[model.Case, ...]] = []
        exceptions: list[rivals.Override] = []
        self.exceptions.append((f"what “{name}” is", exceptions))
        kind = NONE
        failed = False
        for item in self._about(name, nodes.Value):
            scope = self.owner_scope(item, frame, symbol.data)
            try:
                found, kind_here = self.cases(item.statement.cases, scope, None if kind == NONE else kind)
            except PhraseRefused as refusal:
                self.problem(_perhaps_a_condition(refusal, item), item)
                failed = True
                continue
            kind = kind_here if kind == NONE else kind
            if item.displaced is None:
                cases = found
            else:
                displacing.append(found)
                written = [getattr(case, "condition", None) for case in item.statement.cases if case]
                conditions = tuple(
                    (case.condition, None if node is None else node.span)
                    for case, node in zip(found, written, strict=True)
                )
                exceptions.append(rivals.Override(item, name_of(item.statement).span, item.statement.span, conditions))
        if failed and kind == NONE:
            self.failed.add(name)
        kind = NUMBER if kind == NONE else kind
        made = model.Definition(
            name,
            symbol.data,
            kind,
            cases,
            tuple(displacing),
            frame.size,
            self.readings_of(name),
            None,
        )
        self.definitions[name] = made
        return made

    def _endless(self, name: str) -> PhraseRefused:
        item = next(iter(self._about(name, nodes.Value)))
        return item.refuse(
            "endless",
            f"What “{name}” means rests on itself, and would never be found.",
            item.statement.name.span,
            f"Say it without using “{name}”, or by way of a number that play changes.",
        )

    def _about(self, name: str, kind: type) -> list[Item]:
        """Return the statements of a kind about a name; those that displace stand after the others."""
        found = [
            item for item in self.items if isinstance(item.statement, kind) and name_of(item.statement).text == name
        ]
        return sorted(found, key=lambda item: item.displaced is not None)

    def owner_scope(self, item: Item, frame: Frame, owner: Kind | None) -> Scope:
        """Open a scope for a statement about each player, piece or group, which is in slot 0."""
        scope = Scope(item, frame)
        if owner is None:
            return scope
        if frame.size == 0:
            frame.slot()
        one = in_slot(0, owner)
        return scope.with_it(one).naming(owner.name, one)

    def cases(self, node: nodes.Cases, scope: Scope, wanted: Kind | None) -> tuple[tuple[model.Case, ...], Kind]:
        """Resolve `… if …; … if …; otherwise …`; every case has one kind."""
        kind = wanted or NONE
        made = []
        for case in node:
            if case is None:
                continue
            typed = self.phrases.thing(case.thing, scope)
            if kind == NONE:
                kind = typed.kind
            term = self._as(typed, kind, case.thing.span, scope)
            condition = getattr(case, "condition", None)
            resolved = model.Always() if condition is None else self.phrases.condition(condition, scope)
            made.append(model.Case(resolved, term, scope.item.origin(case.span, case.cite)))
        if any(isinstance(case.condition, model.Always) for case in made[:-1]):
            raise scope.item.refuse(
                "never-reached",
                "A case without “if” holds always; what stands after it is never reached.",
                node[0].span if node[0] is not None else scope.item.statement.span,
                "Put it last, after “otherwise”, or say after “if” when it holds.",
            )
        return tuple(made), kind

    def _as(self, typed: Typed, kind: Kind, span: Span, scope: Scope) -> model.Thing:
        if typed.kind in (kind, NONE):
            return typed.term
        if kind.base == "pieces":
            return self.phrases.as_pieces(typed, scope, span)
        if kind.base in ("values", "players") and typed.kind == kind.one:
            return model.Lone(typed.term)
        raise scope.item.refuse(
            "wrong-kind",
            f"Here stands {shown(typed.kind)}, where I expected {shown(kind)}.",
            span,
            "Every case of one definition is of one kind.",
        )

    def readings_of(self, name: str) -> tuple[str, ...]:
        """Name the doubts whose alternatives make or change what a name means."""
        names = {name, self.forms[name].verb} if name in self.forms else {name}
        return tuple(doubt.name for doubt in self.doubts.values() if not names.isdisjoint(doubt.touches))

    def _predicates(self) -> dict[str, model.Predicate]:
        made = {}
        for symbol in self.names.all():
            if symbol.what != "predicate":
                continue
            frame = Frame()
            cases = []
            words = ""
            for item in self._about(symbol.name, nodes.Predicate):
                words = words or _with_article(item)
                scope = self.owner_scope(item, frame, symbol.data)
                try:
                    condition = self.phrases.condition(item.statement.condition, scope)
                except PhraseRefused as refusal:
                    self.problem(refusal, item)
                    continue
                origin = item.origin(item.statement.span, item.statement.cite)
                cases.append(model.Case(condition, model.Nothing(), origin))
            made[symbol.name] = model.Predicate(
                symbol.name, symbol.data, tuple(cases), frame.size, self.readings_of(symbol.name), words
            )
        return made

    def _relations(self) -> dict[str, model.Predicate]:
        """Resolve what things are to others: the first is in slot 0, and the other in slot 1."""
        made = {}
        for symbol in self.names.all():
            if symbol.what != "relation":
                continue
            item = next(iter(self._about(symbol.name, nodes.Relation)))
            node, (kind, other) = item.statement, symbol.data
            frame = Frame()
            scope = self.owner_scope(item, frame, kind)
            two = in_slot(frame.slot(), other)
            name = f"other {other.name}" if other == kind else other.name
            scope = scope.naming(name, two) if other != PLAYER else scope.naming(name, two)._replace(he=scope.he or two)
            cases: tuple[model.Case, ...] = ()
            try:
                condition = self.phrases.condition(node.condition, scope)
                cases = (model.Case(condition, model.Nothing(), item.origin(node.span, node.cite)),)
            except PhraseRefused as refusal:
                self.problem(refusal, item)
            readings = self.readings_of(symbol.name)
            made[symbol.name] = model.Predicate(symbol.name, kind, cases, frame.size, readings, other=other)
        return made

    # ------------------------------------------------------------------------------------ the whole

    def rules(self, name: str, title: str, digest: str) -> model.Rules:
        """Run the passes and put the model together."""
        declare(self, self.items)
        self.problems.extend(self.names.problems)
        checks.check_amendments(self)
        tables = self.ranks.tables()
        groups = self.ranks.groups()
        for symbol in self.names.all():
            if symbol.what == "definition":
                try:
                    self.definition(symbol.name)
                except PhraseRefused as refusal:
                    self.problem(refusal)
        predicates = {**self._predicates(), **self._relations()}
        bodies, happenings = procedures.resolve_bodies(self)
        rankings = {self.piece_name: self.ranks.ranking(self.piece_name, Kind("piece", self.piece_name), nodes.Ranking)}
        deeds = signatures.limits(self)
        ground = grounds.resolve_ground(self)
        sights, disclosures, figure, questions, examples = procedures.resolve_rest(self, self.items)
        checks.check_after(self)
        for settled in self.settled:
            self.settled[settled] = self.cells
            self.cells += 1
        definitions = {
            known.name: replace(known, settled=self.settled.get(known.name))
            for known in self.definitions.values()
            if known is not None
        }
        made = model.Rules(
            name,
            title,
            self.seats,
            self.seating,
            self.pieces,
            {name: self.with_signs(kind) for name, kind in self.values.items()},
            self.states,
            tuple(self.places),
            tuple(self.stored),
            definitions,
            predicates,
            groups,
            rankings,
            {**tables, **self.tables},
            bodies,
            happenings,
            sights,
            figure,
            questions,
            examples,
            self.doubts,
            self.cells,
            self.place_count,
            digest,
            deeds=deeds,
            sites=self.sites,
            ground=ground,
            boards=self.boards,
            disclosures=disclosures,
        )
        recursion.refuse_circles(self, made)
        if recursion.refuse_deep(self, made):
            return made  # what follows would go down just as far
        lengths.refuse_long(self, made)
        if not self.problems:  # what is refused already may lack a part
            costs.refuse_dear(self, made)
            roles.report_vacant(self, made)
        return made


def _perhaps_a_condition(refusal: PhraseRefused, item: Item) -> PhraseRefused:
    """Add, where the unknown name is the whole of `the betting is over if …`, how to say a condition."""
    node, problem = item.statement, refusal.problem
    first = node.cases[0]
    if not isinstance(first, nodes.Case) or first.condition is None or any(node.cases[1:]):
        return refusal
    if problem.code != "unknown-name" or not isinstance(first.thing, nodes.Name):
        return refusal
    if problem.span != first.thing.name.span or isinstance(node.name, nodes.OwnerName):
        return refusal
    sentence = f"{problem.sentence} If it is a condition, it must be one of a player, a piece or a value."
    return PhraseRefused(problem._replace(sentence=sentence, remedies=tuple(as_a_condition(node))), refusal.item)


def _with_article(item: Item) -> str:
    """Return the name of a property with the article before it, as `a victor`; nothing if it has none."""
    statement: nodes.Predicate = item.statement
    name = statement.name
    before = item.source.text[statement.kind.span.end : name.span.start].split()
    return f"{before[-1]} {name.text}" if before[-1:] in (["a"], ["an"]) else ""
