"""Resolve the nodes of an edition into the model, under one choice of readings.

The order of the passes: gather the statements (with the chosen alternatives in their places), declare every name,
resolve definitions, groups and rankings, then procedures with their amendments, then checks and questions. A statement
that cannot be resolved is reported and left out, so that one run reports all independent problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import NamedTuple

from cc_dsl.diagnostics.problem import Problem
from cc_dsl.rules import checks, grounds, limits, meaning, model, procedures, rivals
from cc_dsl.rules.acts import ActResolver, Passes
from cc_dsl.rules.declare import condition_remedy, declare
from cc_dsl.rules.gather import ActiveStatements, Part, gather
from cc_dsl.rules.kinds import NONE, NUMBER, PAIR, PLAYER, Kind
from cc_dsl.rules.phrases import PhraseResolver
from cc_dsl.rules.ranks import Ranks
from cc_dsl.rules.scope import Frame, Scope, Typed, in_slot
from cc_dsl.rules.symbols import Item, PhraseRefused, name_of
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace


class Resolution(NamedTuple):
    """Rules under one choice of readings, and their resolver, which may resolve more sentences."""

    rules: model.Rules
    """The rules, without the digest of their meaning."""
    resolver: Resolver

    @property
    def problems(self) -> list[Problem]:
        """Every problem of the resolution."""
        return self.resolver.problems


def with_digest(rules: model.Rules) -> model.Rules:
    """Return rules with the digest of their meaning."""
    return replace(rules, meaning=meaning.digest(rules))


def resolution(
    name: str, title: str, parts: Iterable[Part], choices: Mapping[str, str], digest: str = ""
) -> Resolution:
    """Return the rules of an edition under these readings, with all their problems."""
    part_list = list(parts)
    resolver = Resolver(gather(part_list, choices))
    rules = resolver.rules(name, title, digest)
    resolver.problems.extend(rivals.problems(resolver.exceptions, rules.predicates))
    return Resolution(replace(rules, shared=tuple(part.label for part in part_list if part.label)), resolver)


class Resolver(Passes):
    """The resolver of definitions, properties and the rules as a whole."""

    def __init__(self, statements: ActiveStatements) -> None:
        """Take the statements to resolve."""
        super().__init__(statements)
        self.phrases = PhraseResolver(self, self.names)
        self.deeds = ActResolver(self, self.phrases)
        self.ranks = Ranks(self)

    def definition_kind(self, name: str) -> Kind:
        """Return the kind of a definition, resolving it if necessary; a refused definition has none."""
        definition = self.definition(name)
        if name in self.failed:
            raise self.consequent_problem(next(iter(self._statements_about(name, nodes.Value))))
        return definition.kind

    # --------------------------------------------------------------------------------- definitions

    def definition(self, name: str) -> model.Definition:
        """Resolve a definition and its overrides; refuse a circular one."""
        if name in self.definitions:
            known_definition = self.definitions[name]
            if known_definition is None:
                item = next(iter(self._statements_about(name, nodes.Value)))
                raise item.refuse("endless.definition", item.statement.name, name=name)
            return known_definition
        self.definitions[name] = None
        symbol = self.names.get(name)
        assert symbol is not None
        frame, owners = Frame(), symbol.data if isinstance(symbol.data, tuple) else (symbol.data,)
        pair = owners if len(owners) == 2 else ()
        cases: tuple[model.Case, ...] = ()
        added_cases: tuple[model.Case, ...] = ()
        displacing_cases: list[tuple[model.Case, ...]] = []
        exceptions: list[rivals.Override] = []
        self.exceptions.append((f"what “{name}” is", exceptions))
        kind = NONE
        has_failed = False
        for item in self._statements_about(name, nodes.Value):
            scope = self._scope_of(item, frame, *owners)
            try:
                cases_here, kind_here = self.cases(item.statement.cases, scope, None if kind == NONE else kind)
            except PhraseRefused as refusal:
                self.record_refusal(_add_condition_remedy(refusal, item), item)
                has_failed = True
                continue
            kind = kind_here if kind == NONE else kind
            if item.displaced is None and item.statement.also is not None:
                added_cases += cases_here
            elif item.displaced is None:
                cases = cases_here
            else:
                displacing_cases.append(cases_here)
                condition_nodes = [getattr(case, "condition", None) for case in item.statement.cases if case]
                places = (None if node is None else node.span for node in condition_nodes)
                conditions = tuple(zip((case.condition for case in cases_here), places, strict=True))
                exceptions.append(rivals.Override(item, name_of(item.statement).span, item.statement.span, conditions))
        if has_failed and kind == NONE:
            self.failed.add(name)
        kind = NUMBER if kind == NONE else kind
        last = len(cases) - 1 if cases and isinstance(cases[-1].condition, model.Always) else len(cases)
        cases = (*cases[:last], *added_cases, *cases[last:])
        readings = self.readings_of(name)
        owner, overrides = PAIR if pair else symbol.data, tuple(displacing_cases)
        definition = model.Definition(name, owner, kind, cases, overrides, frame.size, readings, None, pair)
        self.definitions[name] = definition
        return definition

    def _statements_about(self, name: str, kind: type | UnionType) -> list[Item]:
        """Return the statements of a kind about a name, with overrides last."""
        items = (item for item in self.items if isinstance(item.statement, kind))
        own = (item for item in items if name_of(item.statement).text == name)
        return sorted(own, key=lambda item: item.displaced is not None)

    def cases(self, node: nodes.Cases, scope: Scope, wanted: Kind | None) -> tuple[tuple[model.Case, ...], Kind]:
        """Resolve `… if …; … if …; otherwise …`, with one kind for all cases."""
        kind = wanted or NONE
        cases: list[model.Case] = []
        conditions: list[str] = []
        for case in node:
            if case is None:
                continue
            typed = self.phrases.thing(case.thing, scope)
            if kind == NONE:
                kind = typed.kind
            term = self._convert_kind(typed, kind, case.thing.span, scope)
            condition = self.phrases.condition(getattr(case, "condition", None), scope)
            if isinstance(case, nodes.Case) and case.condition is not None:
                conditions.append(scope.item.origin(case.condition.span).sentence)
                if conditions[-1] in conditions[:-1]:
                    raise scope.item.refuse("never-reached.case-twice", case)
            cases.append(model.Case(condition, term, scope.item.origin(case.span, case.cite)))
        if any(isinstance(case.condition, model.Always) for case in cases[:-1]):
            raise scope.item.refuse("never-reached.case", node[0].span if node[0] is not None else scope.item.statement)
        return tuple(cases), kind

    def _convert_kind(self, typed: Typed, kind: Kind, span: Span, scope: Scope) -> model.Thing:
        """Return a thing as one of another kind, if it can be: none, a place, or a single thing as a set."""
        if typed.kind in (kind, NONE):
            return typed.term
        if kind.base == "pieces":
            return self.phrases.as_pieces(typed, scope, span)
        if kind.base in ("values", "players") and typed.kind == kind.element_kind:
            return model.Lone(typed.term)
        raise scope.item.refuse("wrong-kind.case", span, typed=typed, kind=kind)

    def _resolve_conditions(self) -> dict[str, model.Predicate]:
        """Resolve the named conditions; a relation has its first thing in slot 0, and its second in slot 1."""
        predicates = {}
        for symbol in self.names.all():
            if symbol.category not in ("predicate", "relation"):
                continue
            kind, other = symbol.data if symbol.category == "relation" else (symbol.data, None)
            frame = Frame()
            cases = []
            words = ""
            displaced_clauses = self._displaced_clauses(symbol.name)
            for item in self._statements_about(symbol.name, nodes.Predicate | nodes.Relation):
                node = item.statement
                words = words or (_name_with_article(item) if other is None else "")
                scope = self._scope_of(item, frame, kind, other)
                with self.report_refusals(item):
                    condition = self.phrases.condition(node.condition, scope)
                    if item.displaced is not None or displaced_clauses.isdisjoint((item.clause, item.also)):
                        cases.append(model.Case(condition, model.Nothing(), item.origin(node.span, node.cite)))
            readings, name = self.readings_of(symbol.name), symbol.name
            predicates[name] = model.Predicate(name, kind, tuple(cases), frame.size, readings, words, other)
        return predicates

    def _displaced_clauses(self, name: str) -> set[str]:
        """Return the clauses whose statements about a condition are displaced; each may be displaced only once."""
        displaced_clauses, exceptions, always = set(), [], ((model.Always(), None),)
        for item in self._statements_about(name, nodes.Predicate | nodes.Relation):
            if item.displaced is not None:
                displaced_clauses.add(item.displaced.text)
                exceptions.append(rivals.Override(item, name_of(item.statement).span, item.statement.span, always))
        self.exceptions.append((f"what “{name}” is", exceptions))
        return displaced_clauses

    def _scope_of(self, item: Item, frame: Frame, kind: Kind | None, other: Kind | None = None) -> Scope:
        """Open a scope for a statement about one thing, or about two, of which the second may be `the other`."""
        scope = self.owner_scope(item, frame, kind)
        if kind is None or other is None:
            return scope
        two = in_slot(frame.slot() if frame.size == 1 else 1, other)
        scope = scope.with_name(f"other {other.name}" if other == kind else other.name, two)
        return scope if other != PLAYER else scope._replace(he=scope.he or two)

    # ------------------------------------------------------------------------------------ the whole

    def rules(self, name: str, title: str, digest: str) -> model.Rules:
        """Run the passes and assemble the model."""
        declare(self, self.items)
        self.problems.extend(self.names.problems)
        checks.check_amendments(self)
        tables = self.ranks.tables()
        groups = self.ranks.groups()
        for symbol in self.names.all():
            if symbol.category == "definition":
                with self.report_refusals():
                    self.definition(symbol.name)
        predicates = self._resolve_conditions()
        bodies, happenings = procedures.resolve_bodies(self)
        rankings = {self.piece_name: self.ranks.ranking(self.piece_name, Kind("piece", self.piece_name), nodes.Ranking)}
        deeds = procedures.resolve_deeds(self)
        ground = grounds.resolve_ground(self)
        sights, figure, questions, examples = procedures.resolve_rest(self, self.items)
        checks.check_names(self)
        for definition_name in self.settled:
            self.settled[definition_name] = self.cells
            self.cells += 1
        definitions = {
            definition.name: replace(definition, settled=self.settled.get(definition.name))
            for definition in self.definitions.values()
            if definition is not None
        }
        rules = model.Rules(
            name,
            title,
            self.seats,
            self.seating,
            self.pieces,
            {name: self.add_signs(kind) for name, kind in self.values.items()},
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
            plurals=tuple(self.plurals.items()),
        )
        limits.refuse_circles(self, rules)
        if limits.refuse_deep_names(self, rules):
            return rules  # the other checks would recurse as deeply
        limits.refuse_long_bodies(self, rules)
        if not self.problems:  # refused statements may lack a part
            limits.refuse_costly_names(self, rules)
            checks.report_vacant(self, rules)
        return rules


def _add_condition_remedy(refusal: PhraseRefused, item: Item) -> PhraseRefused:
    """Add a remedy that shows how to write a condition, if the unknown name is in `the betting is over if …`."""
    node, problem = item.statement, refusal.problem
    first = node.cases[0]
    if not isinstance(first, nodes.Case) or first.condition is None or any(node.cases[1:]):
        return refusal
    if problem.code != "unknown-name" or not isinstance(first.thing, nodes.Name):
        return refusal
    if problem.span != first.thing.name.span or isinstance(node.name, nodes.OwnerName):
        return refusal
    sentence = f"{problem.sentence} If it is a condition, no sentence tests it."
    return PhraseRefused(problem._replace(sentence=sentence, remedies=tuple(condition_remedy(node))), refusal.item)


def _name_with_article(item: Item) -> str:
    """Return the name of a property with its article, such as `a victor`; an empty string if it has none."""
    statement: nodes.Predicate = item.statement
    name = statement.name
    before = item.source.text[statement.kind.span.end : name.span.start].split()
    return f"{before[-1]} {name.text}" if before[-1:] in (["a"], ["an"]) else ""
