"""Closures for the names of a model: definitions, predicates, relations, rankings and groups, each made once.

    the prize is 3 if the winner is the guest (II.3).     definition("prize")(state, None) -> 3 or 0
    a card is royal if its rank is one of King or Queen.   predicate("royal")(state, 12) -> True
    a Pair is a group whose cards have the same rank.      finder("group").best(state, player) -> Combination

A closure `f(state, frame)` returns a thing, or whether a condition holds. It is specialised, so that nothing is looked
up in the model during a game, and it is made on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from itertools import chain, combinations
from typing import Any, ClassVar, TypeAlias, TypeVar

from cc_dsl.closures.state import UNSETTLED, Combination, Frame, State
from cc_dsl.core import facts
from cc_dsl.core.groups import MOST_TRIED, companions
from cc_dsl.core.places import ANY, places_of
from cc_dsl.core.seating import is_nothing
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import PAIR, Kind
from cc_dsl.rules.walk import parts
from cc_dsl.trees import LEAVES, ByClass, children

Value = Callable[[State, Frame], Any]
Test = Callable[[State, Frame], bool]
Meaning = Callable[[State, Any], Any]
"""A definition, predicate or relation as a function of its owner, of a thing, or of two."""
Step = Callable[[State], int]
Act = Callable[[State, Frame], None]
Question: TypeAlias = model.Choose | model.ChooseOption | model.Observe
Closure = TypeVar("Closure", bound=Callable[..., object])

NO_STATE = State.first(0, 0, [])
"""The position for closures that read no position."""
MOST_REMEMBERED = 200_000
"""The most combinations of pieces whose sorts are cached; then the cache is emptied."""


class Builder:
    """The builder of the closures of one model for one fixed number of players.

    The six hooks are where `tracing_builder.py` records reasons; here they cost nothing, not even a test.
    """

    terms: ClassVar[ByClass[Any, Any]]
    """The function that makes the closure of a term, by the class of the term; `terms.py` fills the table."""
    finder_class: ClassVar[type[GroupFinder]]
    """The class of group finders."""
    is_tracing: ClassVar[bool] = False

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start without closures."""
        self.rules = rules
        self.seats = seats
        self._definitions: dict[str, Meaning] = {}
        self._predicates: dict[str, Meaning] = {}
        self._finders: dict[str, GroupFinder] = {}
        self._ranks: dict[str, list[int] | None] = {}
        self._heavy: dict[str, bool] = {}
        self._keys = 0
        """The keys reserved so far in the memo of a position."""

    def thing(self, term: model.Thing) -> Value:
        """Return the closure of a thing."""
        closure: Value = self.terms[type(term)](self, term)
        return closure

    def condition(self, term: model.Condition) -> Test:
        """Return the closure of a condition."""
        closure: Test = self.terms[type(term)](self, term)
        return closure

    # ----------------------------------------------------------------------------------------- hooks

    def trace(self, closure: Closure, part: object) -> Closure:
        """Return the closure of a part of the rules (a case, a name, an act), with its decision recorded."""
        return closure

    def branch(self, test: Test, part: object) -> Test:
        """Return the test of a branch, or of one case of a predicate, with its decision recorded."""
        return test

    def of_two(self, first: Test, second: Test, settles: bool) -> Test:
        """Return the disjunction of two tests, which true settles, or their conjunction, which false settles."""
        if settles:
            return lambda state, frame: first(state, frame) or second(state, frame)
        return lambda state, frame: first(state, frame) and second(state, frame)

    def exception(self, test: Test, thing: Value, otherwise: Value) -> Value:
        """Return the thing of an exception if its test holds, otherwise the thing that it displaces."""
        return closure_of_choice(test, thing, otherwise)

    def hide(self, closure: Closure) -> Closure:
        """Return a closure whose reasons are not recorded."""
        return closure

    def ask(self, ask: Step, answer: Step, act: Question) -> tuple[Step, Step]:
        """Return the steps that ask and that take the answer, with the reasons for the options."""
        return ask, answer

    # ----------------------------------------------------------------------------------- definitions

    def definition(self, name: str) -> Meaning:
        """Return the value of a definition, for an owner if it has one."""
        if name not in self._definitions:
            definition = self.rules.definitions[name]
            # Each override wraps the value before it, so the exception written last is tested first.
            value = self.first_case(definition.cases, definition.kind)
            for cases in definition.overrides:
                value = self.first_case(cases, definition.kind, value)
            meaning = with_frame(value, definition.frame, definition.owner)
            meaning = self.trace(meaning, definition)
            self._definitions[name] = meaning if self.is_tracing else self._stored_or_computed(meaning, definition)
        return self._definitions[name]

    def first_case(self, cases: tuple[model.Case, ...], kind: Kind, otherwise: Value | None = None) -> Value:
        """Return the thing of the first case that holds."""
        none = none_of(kind)
        choose = closure_of_choice if otherwise is None else self.exception
        value = otherwise or constant(none)
        for case in reversed(cases):
            thing = constant(none) if is_nothing(case.thing) else self.thing(case.thing)
            thing = self.trace(thing, case)
            is_always = isinstance(case.condition, model.Always)
            value = thing if is_always else choose(self.condition(case.condition), thing, value)
        return value

    def _stored_or_computed(self, meaning: Meaning, definition: model.Definition) -> Meaning:
        """Return the meaning of a definition with its memo, if that saves work, or its settled value."""
        owner, cell = definition.owner, definition.settled
        cases = definition.cases, definition.overrides
        if cell is None and owner is not None and owner.base != "group" and not facts.reads_play(self.rules, cases):
            return memoize_for_good(meaning)
        owners = self.owners(owner) if self.is_heavy(definition.name) else None
        if owners is not None:
            meaning = self.memoize(meaning, owners, owner is not None)
        if cell is None:
            return meaning

        def settled_value(state: State, owner: object) -> object:
            value = state.cells[cell]
            return meaning(state, owner) if value is UNSETTLED else value

        return settled_value

    def doubts_consulted(self, definition: model.Definition) -> tuple[str, ...]:
        """Return the names of the doubts that can affect a definition in a game with this number of players.

        If an exception always holds for this number of players, its rule is never evaluated, and doubts about that rule
        alone are not consulted.
        """
        cases = [case for exceptions in definition.overrides for case in exceptions]
        if not any(self._always_holds(case.condition) for case in cases):
            return definition.readings
        makers, doubts, displaced = {case.origin.reading for case in cases}, self.rules.doubts, definition.name
        return tuple(name for name in definition.readings if name in makers or displaced in doubts[name].displaces)

    def _always_holds(self, condition: object) -> bool:
        """Return whether a condition depends only on numbers and the number of players, and is true."""
        if isinstance(condition, model.Always):
            return True
        if not isinstance(condition, model.Compare):
            return False
        terms = parts((condition.left, condition.right))
        is_fixed = all(isinstance(term, model.Literal | model.Domain | model.Count | Kind) for term in terms)
        return is_fixed and bool(self.condition(condition)(NO_STATE, []))

    def is_idle(self, doubt: model.OpenReading) -> bool:
        """Return whether a doubt has no effect with this number of players, whichever alternative is chosen."""
        definitions = [self.rules.definitions.get(name) for name in doubt.touches]
        return bool(definitions) and all(
            definition is not None
            and doubt.name in definition.readings
            and doubt.name not in self.doubts_consulted(definition)
            for definition in definitions
        )

    def predicate(self, name: str) -> Meaning:
        """Return the test of a predicate for a thing, or of a relation for a pair of things."""
        if name not in self._predicates:
            predicate = self.rules.predicates[name]
            tests = [self.branch(self.condition(case.condition), case) for case in predicate.cases]
            subject_kind = predicate.kind if predicate.other is None else PAIR
            any_case = reduce(partial(self.of_two, settles=True), tests or [constant(False)])
            meaning = with_frame(any_case, predicate.frame, subject_kind)
            meaning = self.trace(meaning, predicate)
            self._predicates[name] = meaning if self.is_tracing else self._known_or_tested(meaning, predicate)
        return self._predicates[name]

    def _known_or_tested(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Return the meaning of a predicate with its memo, if that saves work."""
        if not facts.reads_play(self.rules, predicate):
            return meaning if predicate.kind.base == "group" else memoize_for_good(meaning)
        if predicate.other is not None or not facts.is_search(self.rules, predicate):
            return meaning
        is_piece = predicate.kind.base == "piece"
        count = len(self.rules.pieces.names) if is_piece else self.owners(predicate.kind)
        return meaning if count is None else self.memoize(meaning, count)

    # ----------------------------------------------------------------------------------------- memos

    def new_keys(self, count: int) -> int:
        """Reserve this many keys of the memo of a position; return the first."""
        self._keys += count
        return self._keys - count

    def owners(self, kind: Kind | None) -> int | None:
        """Return the number of owners for which a meaning is cached until the position changes; None if it is not."""
        if kind is None:
            return 1
        if kind.base == "value":
            return len(self.rules.values[kind.name].values)
        return self.seats if kind.base == "player" else None

    def memoize(self, meaning: Meaning, owners: int, is_owned: bool = True) -> Meaning:
        """Return a meaning that is computed once for each owner until the position changes."""
        first = self.new_keys(owners)

        def value_from_memo(state: State, owner: int) -> object:
            cache, key = state.cache, first + owner if is_owned else first
            if key in cache:
                return cache[key]
            value = cache[key] = meaning(state, owner)
            return value

        return value_from_memo

    # -------------------------------------------------------------------------- rankings and groups

    def finder(self, name: str) -> GroupFinder:
        """Return the finder of the groups of this name."""
        if name not in self._finders:
            self._finders[name] = self.finder_class(self, self.rules.groups[name])
        return self._finders[name]

    def ranks(self, kind: str) -> list[int] | None:
        """Return each piece's place in the ranking, the best the highest; None if it changes during play."""
        if kind not in self._ranks:
            ranking = self.rules.rankings[kind]
            self._ranks[kind] = None
            if not facts.reads_play(self.rules, ranking):
                measures = self.measures(ranking)
                keys = [measures(NO_STATE, piece) for piece in range(len(self.rules.pieces.names))]
                order = {key_of_piece: place for place, key_of_piece in enumerate(sorted(set(keys)))}
                self._ranks[kind] = [order[key_of_piece] for key_of_piece in keys]
        return self._ranks[kind]

    def measures(self, ranking: model.Ranking) -> Meaning:
        """Return the measures of a thing by a ranking, the most important first; greater is better."""
        measures_of_keys = [self._measure(key) for key in ranking.keys]
        size = max(ranking.frame, 1)

        def measures(state: State, thing: object) -> tuple[object, ...]:
            frame = [thing] * size
            return tuple([measure(state, frame) for measure in measures_of_keys])

        return measures

    def _measure(self, key: model.Key) -> Value:
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
        # None must rank lowest: below every number, or below every tuple of measures if the ranking changes in play.
        return self.sort_key(thing, Kind("piece", name), -1 if self.ranks(name) is not None else ())

    def sort_key(self, thing: Value, kind: Kind, lowest: object = None) -> Value:
        """Return the closure of the sort key of a thing; none has the lowest."""
        if kind.base == "number":
            return thing
        if kind.base == "group":
            finder = self.finder(kind.name)

            def standing_of_group(state: State, frame: Frame) -> object:
                group = finder.with_present_rank(state, thing(state, frame))
                return lowest if group is None else group.standing

            return standing_of_group
        rank = self.ranks(kind.name)
        measures = self.measures(self.rules.rankings[kind.name])

        def key_of_piece(state: State, frame: Frame) -> object:
            piece = thing(state, frame)
            if piece is None:
                return lowest
            return rank[piece] if rank is not None else measures(state, piece)

        return key_of_piece

    # -------------------------------------------------------------------------------------- analysis

    def is_heavy(self, name: str) -> bool:
        """Return whether evaluating a definition means comparing groups or players."""
        if name not in self._heavy:
            definition = self.rules.definitions[name]
            self._heavy[name] = self._has_heavy((definition.cases, definition.overrides))
        return self._heavy[name]

    def _has_heavy(self, term: object) -> bool:
        """Return whether a term, or a definition or predicate that it uses, compares groups or players."""
        if facts.facts_of(term).reads in (facts.GROUPS, facts.PLAY):
            return True
        if isinstance(term, model.Apply):
            return self.is_heavy(term.name) or self._has_heavy((term.owner, term.other))
        if isinstance(term, model.Holds) and self._has_heavy(self.rules.predicates[term.name].cases):
            return True
        return any(self._has_heavy(part) for part in children(term) if type(part) not in LEAVES)

    def places_of(self, term: model.Thing) -> frozenset[int] | None:
        """Return places that contain all pieces of a set; None if they are unknown."""
        whereabouts = places_of(self.rules, term)
        if whereabouts is None:
            return None
        all_owners = {place.base: range(place.many(self.seats)) for place in self.rules.places}
        ranges = ((base, all_owners[base] if owner == ANY else (int(owner),)) for base, owner in whereabouts)
        return frozenset(base + owner for base, owners in ranges for owner in owners)


def memoize_for_good(meaning: Meaning) -> Meaning:
    """Return a meaning that is computed once for each owner, since play cannot change it."""
    values: dict[Any, Any] = {}

    def value_of(state: State, owner: object) -> object:
        if owner not in values:
            value = meaning(NO_STATE, owner)
            values[owner] = tuple(value) if isinstance(value, list) else value
        return values[owner]

    return value_of


def none_of(kind: Kind) -> object:
    """Return the value that represents none of a kind: 0, no pieces, or None."""
    if kind.base == "number":
        return 0
    return () if kind.is_set else None


def constant(value: object) -> Value:
    """Return the closure of a constant."""
    return lambda state, frame: value


def apply_to(build: Builder, meaning: Meaning, thing: model.Thing, default: object = None) -> Value:
    """Return the closure of a meaning applied to a thing; for none it returns `default`."""
    # Most arguments are slots; this short cut makes a game of Lanrick a seventh faster.
    if isinstance(thing, model.Slot):
        slot = thing.number

        def apply_to_slot(state: State, frame: Frame) -> object:
            owner = frame[slot]
            return default if owner is None else meaning(state, owner)

        return apply_to_slot
    value = build.thing(thing)

    def apply_to_value(state: State, frame: Frame) -> object:
        owner = value(state, frame)
        return default if owner is None else meaning(state, owner)

    return apply_to_value


def apply_to_two(meaning: Meaning, first: Value, second: Value, default: object) -> Value:
    """Return the closure of a meaning applied to two things; if either is none, it returns `default`."""

    def apply_meaning(state: State, frame: Frame) -> object:
        thing, other = first(state, frame), second(state, frame)
        return default if thing is None or other is None else meaning(state, (thing, other))

    return apply_meaning


def closure_of_choice(test: Test, thing: Value, otherwise: Value) -> Value:
    """Return the closure that gives one thing if the test holds, otherwise the other."""
    return lambda state, frame: thing(state, frame) if test(state, frame) else otherwise(state, frame)


def with_frame(value: Value, size: int, owner: Kind | None) -> Meaning:
    """Return the meaning that calls a closure in a new frame, whose first slots hold its owner or two owners."""
    if owner is None:
        return value if size == 0 else lambda state, owner: value(state, [None] * size)
    if owner == PAIR:
        others = [None] * (size - 2)
        return lambda state, pair: value(state, [*pair, *others])
    if size <= 1:
        return lambda state, owner: value(state, [owner])
    rest = [None] * (size - 1)
    return lambda state, owner: value(state, [owner, *rest])


# --------------------------------------------------------------------------------------------- groups


class SortTests:
    """The conditions of one sort: those cached for a combination, and those tested every time."""

    __slots__ = ("lasting", "passing", "requirements", "size")

    def __init__(self, build: Builder, sort: model.Sort) -> None:
        """Divide the condition into parts that read play and parts that do not."""
        conditions = walk.conjuncts(sort.condition)
        lasting_parts = [part for part in conditions if not facts.reads_play(build.rules, part)] or [model.Always()]
        self.lasting: Test = build.condition(reduce(model.And, lasting_parts))
        self.passing: list[Test] = [build.condition(part) for part in conditions if facts.reads_play(build.rules, part)]
        self.requirements: list[Test] = [build.condition(case.condition) for case in sort.requirements]
        self.size = max(sort.frame, 1)


class GroupFinder:
    """The search for the groups of one name that a player's pieces make, and for the best of them.

    Conditions that depend only on the pieces (that they are alike, that they run) are tested once for each combination;
    those that depend on play (requirements, rank, deciders) are tested every time.
    """

    def __init__(self, build: Builder, group: model.Group) -> None:
        """Prepare the sorts and the ranking."""
        self.group = group
        self.sorts = [SortTests(build, sort) for sort in group.sorts]
        self._side = build.definition(group.side)
        self._sizes = range(group.least, group.most + 1)
        self._companions = None
        if group.most > MOST_TRIED:
            self._companions = [companions(build.rules, group, sort) for sort in group.sorts]
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._ranks = build.measures(group.ranking)
        self._decides = build.measures(group.deciders)
        ranking = build.rules.rankings.get(build.rules.pieces.name)
        self._piece_ranks = build.ranks(ranking.name) if ranking is not None else None
        self._piece_measures = build.measures(ranking) if ranking is not None else None
        self.all: Meaning = build.memoize(self.find, build.seats)
        """The groups of a player."""
        self.best: Meaning = build.memoize(self.find_best, build.seats)
        """The best group of a player, if there is one."""

    def side(self, state: State, player: int) -> list[int]:
        """Return the pieces from which a player's groups are made."""
        return sorted(self._side(state, player))

    def candidates(self, state: State, player: int) -> Iterator[Combination]:
        """Yield the combinations of a player's pieces that meet the conditions of a sort, its requirements aside."""
        known = self._known
        side = self.side(state, player)
        tried: Iterable[tuple[int, ...]] = chain.from_iterable(combinations(side, size) for size in self._sizes)
        if self._companions is not None:
            tried = dict.fromkeys(pieces for sort in self._companions for pieces in self._extensions(sort, (), side))
        for pieces in tried:
            sorts = known.get(pieces)
            for sort in self.sorts_of(state, pieces) if sorts is None else sorts:
                combination = Combination(sort, pieces)
                tests = self.sorts[sort]
                frame = [combination] * tests.size
                if all(test(state, frame) for test in tests.passing):
                    yield combination

    def _extensions(
        self, goes_with: tuple[int, ...], chosen_pieces: tuple[int, ...], left: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the combinations that extend some pieces; each further piece is compatible with all before it."""
        for place, piece in enumerate(left):
            pieces = (*chosen_pieces, piece)
            if len(pieces) in self._sizes:
                yield pieces
            if len(pieces) < self._sizes[-1]:
                companions_left = goes_with[piece]
                rest = [other for other in left[place + 1 :] if companions_left >> other & 1]
                yield from self._extensions(goes_with, pieces, rest)

    def sorts_of(self, state: State, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sorts that some pieces, in ascending order, make by themselves, without requirements of play."""
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        # The result is cached, so the call that fills the cache must not record reasons. This is what `speculate` does,
        # which is slower.
        before = state.trail, state.cache, state.looked
        state.trail, state.cache, state.looked = [], {}, 0
        try:
            sorts = tuple(
                sort
                for sort, tests in enumerate(self.sorts)
                if tests.lasting(state, [Combination(sort, pieces)] * tests.size)
            )
        finally:
            state.trail, state.cache, state.looked = before
        self._known[pieces] = sorts
        return sorts

    def refusal(self, state: State, combination: Combination) -> int | None:
        """Return the number of the first requirement that a group fails, if any."""
        tests = self.sorts[combination.sort]
        frame = [combination] * tests.size
        return next((number for number, test in enumerate(tests.requirements) if not test(state, frame)), None)

    def set_rank(self, state: State, combination: Combination) -> Combination:
        """Store the rank of a group, and its standing (the rank, and the keys that decide between equals)."""
        combination.rank = self._ranks(state, combination)
        combination.standing = (combination.rank, self._decides(state, combination))
        return combination

    def with_present_rank(self, state: State, combination: Combination | None) -> Combination | None:
        """Return a group with its present rank, if it was stored without one."""
        if combination is None or combination.rank or not self.group.ranking.keys:
            return combination
        outer, state.trail = state.trail, []  # a rank is not a decision: drop its reasons
        rated_group = self.set_rank(state, combination.without_rank)
        state.trail = outer
        return rated_group

    def find(self, state: State, player: int) -> list[Combination]:
        """Return all groups that a player has."""
        candidates = self.candidates(state, player)
        return [self.set_rank(state, group) for group in candidates if self.refusal(state, group) is None]

    def find_best(self, state: State, player: int) -> Combination | None:
        """Return a player's best group."""
        return self.pick(state, self.all(state, player))

    def pick(self, state: State, groups: list[Combination]) -> Combination | None:
        """Return the best group: by rank, by the deciders, then by its pieces, best first."""
        if len(groups) < 2:
            return groups[0] if groups else None
        rank, measures = self._piece_ranks, self._piece_measures

        def sort_key(group: Combination) -> tuple[object, list[Any]]:
            if rank is not None:
                return group.standing, sorted([rank[piece] for piece in group.pieces], reverse=True)
            if measures is None:
                return group.standing, [-piece for piece in group.pieces]
            return group.standing, sorted([measures(state, piece) for piece in group.pieces], reverse=True)

        return max(groups, key=sort_key)


Builder.finder_class = GroupFinder
