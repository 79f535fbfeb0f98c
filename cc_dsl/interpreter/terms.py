"""Closures for the names of a model (definitions, predicates, rankings, groups), each made once.

A closure `f(state, frame)` returns a thing, or whether a condition holds; it is specialised, so that nothing is looked
up in the model while a game is played, and it is made only when something reaches it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from cc_dsl.core import expressions, facts, secrets
from cc_dsl.core.places import ANY, places_of
from cc_dsl.core.program import EachLoop, Store
from cc_dsl.interpreter import conditions, things
from cc_dsl.interpreter.groups import GroupFinder
from cc_dsl.interpreter.state import UNSETTLED, Frame, Kept, State
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, Kind
from cc_dsl.rules.walk import parts
from cc_dsl.trees import children

Value = Callable[[State, Frame], Any]
Test = Callable[[State, Frame], bool]
Meaning = Callable[[State, Any], Any]
"""A definition or predicate as a function of its owner."""
Step = Callable[[State], int]
Keep = Callable[[State, Frame, int], int]
"""Makes an answer of which it is known in which secret it is stored."""
Act = Callable[[State, Frame], None]
Deciding: TypeAlias = model.Choose | model.BecomeState | model.Win | Store
"""An act that decides something."""
Question: TypeAlias = model.Choose | model.ChooseOption | model.Observe
Closure = TypeVar("Closure", bound=Callable[[State, Frame], object])

NO_STATE = State(0, 0, [])
"""The position of what reads no position."""


class Builder:
    """Makes the closures of one model.

    The hooks are where `tracing.py` has reasons written down; here they cost nothing, not even a test.
    """

    writes_reasons = False

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start without closures, for this number of players."""
        self.rules = rules
        self.seats = seats
        self.secret_bases = frozenset(one.base for one in rules.disclosures)
        self._keeping: dict[model.Choose, Store] | None = None
        self._definitions: dict[str, Meaning] = {}
        self._predicates: dict[str, Meaning] = {}
        self._makers: dict[str, GroupFinder] = {}
        self._ranks: dict[str, list[int] | None] = {}
        self._heavy: dict[str, bool] = {}
        self._keys = 0

    def thing(self, term: model.Thing) -> Value:
        """Return the closure of a thing."""
        lowered = expressions.thing(self.rules, self.seats, term)
        return things.THINGS[type(lowered)](self.looking_at(term), lowered)

    def condition(self, term: model.Condition) -> Test:
        """Return the closure of a condition."""
        lowered = expressions.condition(term)
        return conditions.CONDITIONS[type(lowered)](self.looking_at(term), lowered)

    def new_keys(self, count: int) -> int:
        """Reserve this many keys of the cache; return the first."""
        self._keys += count
        return self._keys - count

    def keeping(self, act: object) -> Keep | None:
        """Return what makes an answer one that only those know who know the secret in which the next act stores it."""
        if not self.secret_bases or not isinstance(act, model.Choose):
            return None
        if self._keeping is None:
            self._keeping = secrets.keeping(self.rules)
        store = self._keeping.get(act)
        if store is None:
            return None
        owner = things.constant(0) if store.owner is None else self.thing(store.owner)
        first = secrets.number_of(self.rules, store.base)
        table = self.rules.tables[act.kind.name] if store.kind == NUMBER else None

        def keep(state: State, frame: Frame, answer: int) -> int:
            whose = owner(state, frame)
            return answer if whose is None else Kept(answer, first + whose, table[answer] if table else answer)

        return keep

    # ----------------------------------------------------------------------------------------- hooks

    def knowing(self, value: Value, cell: Callable[[State, Frame], int | None]) -> Value:
        """Return the closure that reads a secret; it records which."""
        return value

    def looking_at(self, term: object) -> Builder:
        """Return the builder for the parts of a term, which records which pieces the term looks at."""
        return self

    def noted(self, closure: Closure, origin: model.Origin | None, readings: Iterable[str] = ()) -> Closure:
        """Return a closure that records its source when it is run."""
        return closure

    def holding(self, test: Test, origin: model.Origin) -> Test:
        """Return one test of a predicate, which records its source when it holds."""
        return test

    def judged(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Return the meaning of a predicate with its reasons."""
        return meaning

    def kept(self, meaning: Meaning, definition: model.Definition) -> Meaning:
        """Return a meaning that is computed once for each position, if that takes long."""
        if not self.is_heavy(definition.name):
            return meaning
        count = self.owners(definition.owner)
        return meaning if count is None else self.remembered(meaning, count, definition.owner is not None)

    def owners(self, kind: Kind | None) -> int | None:
        """Return for how many owners a meaning is cached until the position changes; None if it is not cached."""
        if kind is None:
            return 1
        if kind.base == "value":
            return len(self.rules.values[kind.name].values)
        return self.seats if kind.base == "player" else None

    def remembered(self, meaning: Meaning, owners: int, is_owned: bool = True) -> Meaning:
        """Return a meaning that is computed once for each owner until the position changes."""
        first = self.new_keys(owners)

        def remembered(state: State, owner: int) -> object:
            cache, key = state.cache, first + owner
            if key in cache:
                return cache[key]
            value = cache[key] = meaning(state, owner)
            return value

        def remembered_for_all(state: State, owner: object) -> object:
            cache = state.cache
            if first in cache:
                return cache[first]
            value = cache[first] = meaning(state, owner)
            return value

        return remembered if is_owned else remembered_for_all

    def settled(self, meaning: Meaning, definition: model.Definition, cell: int) -> Meaning:
        """Return a meaning that yields to the settled value while there is one."""

        def settled(state: State, owner: object) -> object:
            value = state.cells[cell]
            return meaning(state, owner) if value is UNSETTLED else value

        return settled

    def settling(self, name: str, cell: int) -> Meaning:
        """Return the meaning of a definition that is about to be settled."""
        return self.definition(name)

    def ranked(self, closure: Closure, ranking: model.Ranking) -> Closure:
        """Return a closure that compares pieces, and notes by which ranking."""
        return closure

    def champion(self, term: model.Champion, thing: Value, rivals: Value) -> Value:
        """Return the player whose thing is above (or below) all others'; who has none loses to those who have."""
        slot, is_best, mark = term.slot, term.is_best, self.mark(thing, term.kind)

        def champion(state: State, frame: Frame) -> object:
            leader = best = None
            for player in rivals(state, frame):
                frame[slot] = player
                own = mark(state, frame)
                if own is None:
                    continue
                if best is None or (own > best if is_best else own < best):
                    leader, best = player, own
                elif own == best:
                    leader = None
            frame[slot] = None
            return leader

        return champion

    def compared(self, term: model.Ranks, left: Value, right: Value) -> Test:
        """Return how two groups compare by rank, before any tie is broken."""
        wants = conditions.WANTED[term.relation]

        def ranks(state: State, frame: Frame) -> bool:
            one, other = left(state, frame), right(state, frame)
            return wants(conditions.compared(one and one.rank, other and other.rank))

        return ranks

    def new_maker(self, group: model.Group) -> GroupFinder:
        """Make what makes groups."""
        return GroupFinder(self, group)

    def checked(self, test: Test, origin: model.Origin) -> Test:
        """Return a test that decides which acts are done, with its reasons."""
        return test

    def decided(self, change: Act, act: Deciding, result: Value) -> Act:
        """Return an act that decides something, with its reasons."""
        return change

    def leaving(self, leave: Step) -> Step:
        """Return the step that ends a procedure or happening in which somebody may be asked."""
        return leave

    def ended(self, run: Act) -> Act:
        """Return the closure of a procedure or happening in which nobody is asked."""
        return run

    def selected(self, things: Value, act: EachLoop) -> Value:
        """Return the items of a loop in order, with the reasons for the selection and the order."""
        return things

    def asking(self, ask: Step, answer: Step, act: Question) -> tuple[Step, Step]:
        """Return the steps that ask and that take the answer, with reasons."""
        return ask, answer

    def quiet(self, closure: Closure) -> Closure:
        """Return a closure whose reasons nobody wants to read."""
        return closure

    def carried_out(self, closure: Closure, origin: model.Origin) -> Closure:
        """Return the closure of an act that moves pieces, and so decides nothing."""
        return closure

    # ----------------------------------------------------------------------------------- definitions

    def definition(self, name: str) -> Meaning:
        """Return the value of a definition, for an owner if it has one."""
        found = self._definitions.get(name)
        if found is None:
            found = self._definitions[name] = self._define(self.rules.definitions[name])
        return found

    def _define(self, definition: model.Definition) -> Meaning:
        chain = self.noted(self._chain(definition), None, self.consulted(definition))
        meaning = self.kept(with_frame(chain, definition.frame, definition.owner is not None), definition)
        if self._is_fixed(definition):
            return _once_for_each_owner(meaning)
        return meaning if definition.settled is None else self.settled(meaning, definition, definition.settled)

    def consulted(self, definition: model.Definition) -> tuple[str, ...]:
        """Name the doubts that can affect a definition in a game with this number of players.

        Where an exception holds for this number of players, whatever happens, its rule is never asked, and doubts
        that only make the rule are not consulted.
        """
        cases = [case for exceptions in definition.overrides for case in exceptions]
        if not any(self._always_holds(case.condition) for case in cases):
            return definition.readings
        makers = {case.origin.reading for case in cases}
        doubts = self.rules.doubts
        return tuple(
            name for name in definition.readings if name in makers or definition.name in doubts[name].displaces
        )

    def _always_holds(self, condition: object) -> bool:
        """Return whether a condition rests on nothing but numbers and the number of players, and is true."""
        if isinstance(condition, model.Always):
            return True
        fixed = (model.Int, model.AllPlayers, model.Count)
        if not isinstance(condition, model.Compare):
            return False
        sides = (condition.left, condition.right)
        is_fixed = all(isinstance(one, fixed) for one in parts(sides))
        return is_fixed and bool(self.condition(condition)(NO_STATE, []))

    def is_idle(self, doubt: model.Doubt) -> bool:
        """Return whether a doubt has no effect with this number of players, whichever alternative is chosen."""
        definitions = [self.rules.definitions.get(name) for name in doubt.touches]
        return bool(definitions) and all(
            one is not None and doubt.name in one.readings and doubt.name not in self.consulted(one)
            for one in definitions
        )

    def _is_fixed(self, definition: model.Definition) -> bool:
        """Return whether a definition has one value for each owner in every position, and no reasons are wanted."""
        if self.writes_reasons or definition.settled is not None or definition.owner is None:
            return False
        return definition.owner.base != "group" and not self.reads_play((definition.cases, definition.overrides))

    def _chain(self, definition: model.Definition) -> Value:
        """Ask one case after the other: exceptions before the rule, the last written first."""
        chain = self.chosen(definition.cases, definition.kind)
        for cases in definition.overrides:
            chain = self.chosen(cases, definition.kind, chain)
        return chain

    def chosen(self, cases: tuple[model.Case, ...], kind: Kind, otherwise: Value | None = None) -> Value:
        """Return the thing of the first case that holds."""
        none = things.none_of(kind)
        chain = otherwise or things.constant(none)
        either = self.either if otherwise is None else self.excepted
        for case in reversed(cases):
            thing = things.constant(none) if isinstance(case.thing, model.Nothing) else self.thing(case.thing)
            thing = self.noted(thing, case.origin)
            is_always = isinstance(case.condition, model.Always)
            chain = thing if is_always else either(self.condition(case.condition), thing, chain)
        return chain

    def either(self, test: Test, thing: Value, otherwise: Value) -> Value:
        """Return the thing if the test holds, and otherwise the other."""
        return lambda state, frame: thing(state, frame) if test(state, frame) else otherwise(state, frame)

    def excepted(self, test: Test, thing: Value, otherwise: Value) -> Value:
        """Return the value of an exception if it holds, and otherwise the value that it displaces."""
        return self.either(test, thing, otherwise)

    def predicate(self, name: str) -> Meaning:
        """Return the test that a predicate is."""
        found = self._predicates.get(name)
        if found is None:
            found = self._predicates[name] = self._predicate(self.rules.predicates[name])
        return found

    def _predicate(self, predicate: model.Predicate) -> Meaning:
        tests = [self.holding(self.condition(case.condition), case.origin) for case in predicate.cases]
        meaning = with_frame(any_of(tests), predicate.frame, True)
        if predicate.kind.base == "piece" and not self.writes_reasons and not self.reads_play(predicate):
            answers = [bool(meaning(NO_STATE, piece)) for piece in range(len(self.rules.pieces.names))]
            return lambda state, piece: answers[piece]
        return self.judged(self._searched(self._answered_once(meaning, predicate), predicate), predicate)

    def _searched(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Return a meaning that is computed once for each thing in a position, if it goes through several others."""
        if self.writes_reasons or not facts.is_search(self.rules, predicate) or not self.reads_play(predicate):
            return meaning
        is_piece = predicate.kind.base == "piece"
        count = len(self.rules.pieces.names) if is_piece else self.owners(predicate.kind)
        return meaning if count is None else self.remembered(meaning, count)

    def _answered_once(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Return a meaning that is computed once for each thing, or pair, if nothing in play can change it."""
        if self.writes_reasons or predicate.kind.base == "group" or self.reads_play(predicate):
            return meaning
        answers: dict[object, object] = {}

        def answered_once(state: State, thing: object) -> object:
            if thing not in answers:
                answers[thing] = meaning(state, thing)
            return answers[thing]

        return answered_once

    def relation(self, name: str) -> Meaning:
        """Return the test that a relation is, of a thing and the other together."""
        found = self._predicates.get(name)
        if found is None:
            predicate = self.rules.predicates[name]
            tests = [self.holding(self.condition(case.condition), case.origin) for case in predicate.cases]
            meaning = self._answered_once(_with_two(any_of(tests), predicate.frame), predicate)
            found = self._predicates[name] = self.judged(meaning, predicate)
        return found

    # -------------------------------------------------------------------------------------- rankings

    def maker(self, name: str) -> GroupFinder:
        """Return what makes the groups of this name."""
        found = self._makers.get(name)
        if found is None:
            found = self._makers[name] = self.new_maker(self.rules.groups[name])
        return found

    def ranks(self, kind: str) -> list[int] | None:
        """Return each piece's place in the ranking, the best the highest; None if it changes during play."""
        if kind not in self._ranks:
            ranking = self.rules.rankings[kind]
            self._ranks[kind] = None
            if not self.reads_play(ranking):
                measures = self.measures(ranking)
                standings = [measures(NO_STATE, piece) for piece in range(len(self.rules.pieces.names))]
                order = {standing: place for place, standing in enumerate(sorted(set(standings)))}
                self._ranks[kind] = [order[standing] for standing in standings]
        return self._ranks[kind]

    def measures(self, ranking: model.Ranking) -> Meaning:
        """Return the measures of a thing by a ranking, the most important first; greater is better."""
        each = [self.measure(key) for key in ranking.keys]
        size = max(ranking.frame, 1)

        def measures(state: State, thing: object) -> tuple[object, ...]:
            frame = [thing] * size
            return tuple([one(state, frame) for one in each])

        return measures

    def measure(self, key: model.Key) -> Value:
        """Return one measure of the thing in slot 0."""
        if key.form == "sort":
            height = {sort: len(key.measure) - place for place, sort in enumerate(key.measure)}
            return lambda state, frame: height[frame[0].sort]
        if key.form == "condition":
            return self.condition(key.measure)
        thing = self.thing(key.measure)
        if key.form != "piece":
            return thing
        name = self.rules.pieces.name
        # None ranks below all places of the ranking, or below all measures where these change in play.
        return self.mark(thing, Kind("piece", name), -1 if self.ranks(name) is not None else ())

    def mark(self, thing: Value, kind: Kind, lowest: object = None) -> Value:
        """Return the sort key of a thing; none has the lowest."""
        if kind.base == "number":
            return thing
        if kind.base == "group":
            maker = self.maker(kind.name)

            def standing(state: State, frame: Frame) -> object:
                group = maker.rated_now(state, thing(state, frame))
                return lowest if group is None else group.standing

            return standing
        rank = self.ranks(kind.name)
        measures = self.measures(self.rules.rankings[kind.name])

        def place(state: State, frame: Frame) -> object:
            piece = thing(state, frame)
            if piece is None:
                return lowest
            return rank[piece] if rank is not None else measures(state, piece)

        return place

    # -------------------------------------------------------------------------------------- analysis

    def reads_play(self, term: object) -> bool:
        """Return whether the value of a term can change during play."""
        return facts.reads_play(self.rules, term)

    def is_heavy(self, name: str) -> bool:
        """Return whether computing a definition means comparing groups or players."""
        if name not in self._heavy:
            definition = self.rules.definitions[name]
            self._heavy[name] = self._has_heavy((definition.cases, definition.overrides))
        return self._heavy[name]

    def _has_heavy(self, term: object) -> bool:
        if facts.of(term).reads in (facts.GROUPS, facts.PLAY):
            return True
        if isinstance(term, model.Apply):
            return self.is_heavy(term.name) or self._has_heavy(term.owner)
        if isinstance(term, model.Holds) and self._has_heavy(self.rules.predicates[term.name].cases):
            return True
        return any(self._has_heavy(part) for part in children(term))

    def places_of(self, term: model.Thing) -> frozenset[int] | None:
        """Return places in which all pieces of a set surely lie; None where that is not known."""
        found = places_of(self.rules, term)
        return None if found is None else frozenset(one for base, owner in found for one in self._places(base, owner))

    def _places(self, base: int, owner: str) -> range:
        """Return the numbers of the places that an owner, or any of them, has of a name."""
        if owner != ANY:
            return range(base + int(owner), base + int(owner) + 1)
        declared = next(place for place in self.rules.places if place.base == base)
        return range(base, base + declared.many(self.seats))


def with_frame(chain: Value, size: int, has_owner: bool) -> Meaning:
    """Return the meaning that gives its owner to a chain of cases, in a frame of its own."""
    if not has_owner:
        return chain if size == 0 else lambda state, owner: chain(state, [None] * size)
    if size <= 1:
        return lambda state, owner: chain(state, [owner])
    rest = [None] * (size - 1)
    return lambda state, owner: chain(state, [owner, *rest])


def _with_two(test: Test, size: int) -> Meaning:
    """Return the test of two things, in a frame of its own."""
    rest = [None] * (size - 2)
    return lambda state, pair: test(state, [*pair, *rest])


def any_of(tests: list[Test]) -> Test:
    """Make the test that holds if any of the tests does."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda state, frame: first(state, frame) or second(state, frame)
    return lambda state, frame: any(test(state, frame) for test in tests)


def _once_for_each_owner(meaning: Meaning) -> Meaning:
    """Compute once and for all what no position changes."""
    known: dict[object, object] = {}

    def fixed(state: State, owner: object) -> object:
        if owner not in known:
            value = meaning(NO_STATE, owner)
            known[owner] = tuple(value) if isinstance(value, list) else value
        return known[owner]

    return fixed
