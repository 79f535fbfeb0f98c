"""Turns things into Python closures `f(state, frame)`, each made for its very case, once.

Pieces, players and values are ints, a set of pieces is a list or tuple of them, none is None.  A closure may give the
very list of a place: whoever changes places copies it first.  What only depends on the piece is worked out beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from cc_dsl.interpreter import conditions
from cc_dsl.interpreter.groups import Maker
from cc_dsl.interpreter.state import UNSETTLED, Frame, State
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

Value = Callable[[State, Frame], Any]
Test = Callable[[State, Frame], bool]
Meaning = Callable[[State, Any], Any]
"""What a definition or predicate gives for its owner."""
Closure = TypeVar("Closure", bound=Callable[..., Any])

NEVER_READS_PLAY = (model.Int, model.Const, model.Nothing, model.AllPieces, model.AllPlayers, model.Always, model.Slot)
HEAVY = (model.Groups, model.BestGroup, model.HasSort, model.Champion)


def none_of(kind: Kind) -> Any:
    """Give what none counts as where a kind is wanted: 0, no pieces, or None."""
    if kind.base == "number":
        return 0
    return () if kind.is_set else None


def constant(value: Any) -> Value:
    """Make the closure that always gives the same."""
    return lambda state, frame: value


class Builder:
    """Makes the closures of one model, each when it is first reached; the rules of play decide nothing here.

    Subclasses write down reasons: they override the hooks `noted`, `kept`, `judged` and those about comparing.
    """

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Begin without closures, for so many players."""
        self.rules = rules
        self.seats = seats
        self._definitions: dict[str, Meaning] = {}
        self._predicates: dict[str, Meaning] = {}
        self._makers: dict[str, Maker] = {}
        self._ranks: dict[str, list[int] | None] = {}
        self._heavy: dict[str, bool] = {}
        self._next_key = 0

    def thing(self, term: Any) -> Value:
        """Give the closure of a thing."""
        return THINGS[type(term)](self, term)

    def condition(self, term: Any) -> Test:
        """Give the closure of a condition."""
        return conditions.CONDITIONS[type(term)](self, term)

    # ------------------------------------------------------------------------------- hooks for reasons

    def noted(self, closure: Closure, origin: model.Origin | None, readings: Iterable[str] = ()) -> Closure:
        """Give a closure that, run, notes the origin and the readings of what it was made from."""
        return closure

    def kept(self, meaning: Meaning, definition: model.Definition) -> Meaning:
        """Give a meaning that is worked out once for each position, if working it out takes long."""
        if not self.is_heavy(definition.name):
            return meaning
        if definition.owner is None:
            key = self.new_keys(1)

            def kept(state: State, owner: Any) -> Any:
                cache = state.cache
                if key in cache:
                    return cache[key]
                value = cache[key] = meaning(state, owner)
                return value

            return kept
        if definition.owner.base != "player":
            return meaning
        first = self.new_keys(self.seats)

        def kept_for_owner(state: State, owner: Any) -> Any:
            cache, key = state.cache, first + owner
            if key in cache:
                return cache[key]
            value = cache[key] = meaning(state, owner)
            return value

        return kept_for_owner

    def judged(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Give the meaning of a predicate, with its reasons if they are wanted."""
        return meaning

    def settled(self, meaning: Meaning, definition: model.Definition, cell: int) -> Meaning:
        """Give a meaning that yields to the settled value while there is one."""

        def settled(state: State, owner: Any) -> Any:
            value = state.cells[cell]
            return meaning(state, owner) if value is UNSETTLED else value

        return settled

    def ranked(self, closure: Closure, ranking: model.Ranking) -> Closure:
        """Give a closure that compares pieces, noting by which ranking."""
        return closure

    def only_one(self, exceptions: list[tuple[Test, model.Origin]]) -> Value | None:
        """Give a closure, if wanted, that raises a fault when more than one of the exceptions holds."""
        return None

    def checked(self, test: Test, origin: model.Origin) -> Test:
        """Give a test on which it depends what is done, with its reasons if they are wanted."""
        return test

    def decided(self, change: Closure, act: Any, result: Value) -> Closure:
        """Give an act that decides something, with its reasons if they are wanted."""
        return change

    def settling(self, name: str, cell: int) -> Meaning:
        """Give the meaning of a definition that is to be settled."""
        return self.definition(name)

    def asking(self, ask: Closure, answer: Closure, act: Any) -> tuple[Closure, Closure]:
        """Give the steps that ask and that take the answer, with reasons if they are wanted."""
        return ask, answer

    def maker(self, name: str) -> Maker:
        """Give what makes the groups of this name."""
        found = self._makers.get(name)
        if found is None:
            found = self._makers[name] = self.new_maker(self.rules.groups[name])
        return found

    def new_maker(self, group: model.Group) -> Maker:
        """Make what makes groups."""
        return Maker(self, group)

    def champion(self, term: model.Champion, mark: Value) -> Value:
        """Give the player whose mark is above (or below) all others'; who has none loses to those who have."""
        slot, is_best, players = term.slot, term.is_best, range(self.seats)

        def champion(state: State, frame: Frame) -> Any:
            leader = best = None
            for player in players:
                frame[slot] = player
                own = mark(state, frame)
                if own is None:
                    continue
                if best is None or (own > best if is_best else own < best):
                    leader, best = player, own
                elif own == best:
                    leader = None
            return leader

        return champion

    def compared(self, term: model.Ranks, left: Value, right: Value) -> Test:
        """Tell how two groups compare by rank, before any tie is broken."""
        wants = conditions.WANTED[term.relation]

        def ranks(state: State, frame: Frame) -> bool:
            one, other = left(state, frame), right(state, frame)
            return wants(conditions.compared(one and one.rank, other and other.rank))

        return ranks

    # ----------------------------------------------------------------------------------------- names

    def new_keys(self, count: int) -> int:
        """Set aside so many keys of the cache; give the first."""
        self._next_key += count
        return self._next_key - count

    def definition(self, name: str) -> Meaning:
        """Give what a definition means, for an owner if it has one."""
        found = self._definitions.get(name)
        if found is None:
            found = self._definitions[name] = self._define(self.rules.definitions[name])
        return found

    def _define(self, definition: model.Definition) -> Meaning:
        chain = self.noted(self._chain(definition), None, definition.readings)
        meaning = self.kept(with_frame(chain, definition.frame, definition.owner is not None), definition)
        return meaning if definition.settled is None else self.settled(meaning, definition, definition.settled)

    def _chain(self, definition: model.Definition) -> Value:
        """Ask one case after the other: exceptions before the rule, the last written first."""
        chain = self.chosen(definition.cases, definition.kind)
        exceptions = _statements(definition.insteads)
        for cases in exceptions:
            chain = self.chosen(cases, definition.kind, chain)
        tests = [any_of([self.condition(case.condition) for case in cases]) for cases in exceptions]
        only_one = self.only_one(list(zip(tests, [cases[0].origin for cases in exceptions], strict=True)))
        if only_one is None:
            return chain
        check = only_one

        def checked(state: State, frame: Frame) -> Any:
            check(state, frame)
            return chain(state, frame)

        return checked

    def chosen(self, cases: tuple[model.Case, ...], kind: Kind, otherwise: Value | None = None) -> Value:
        """Give the thing of the first case that holds."""
        none = none_of(kind)
        chain = otherwise or constant(none)
        for case in reversed(cases):
            thing = constant(none) if isinstance(case.thing, model.Nothing) else self.thing(case.thing)
            thing = self.noted(thing, case.origin)
            chain = thing if isinstance(case.condition, model.Always) else self._either(case, thing, chain)
        return chain

    def _either(self, case: model.Case, thing: Value, otherwise: Value) -> Value:
        test = self.condition(case.condition)
        return lambda state, frame: thing(state, frame) if test(state, frame) else otherwise(state, frame)

    def predicate(self, name: str) -> Meaning:
        """Give the test that a predicate is; it holds of nothing that is none."""
        found = self._predicates.get(name)
        if found is None:
            found = self._predicates[name] = self._predicate(self.rules.predicates[name])
        return found

    def _predicate(self, predicate: model.Predicate) -> Meaning:
        tests = [self.condition(case.condition) for case in predicate.cases]
        meaning = with_frame(any_of(tests), predicate.frame, True)
        if predicate.kind.base == "piece" and not self.reads_play(predicate):
            table = [bool(meaning(NO_STATE, piece)) for piece in range(len(self.rules.pieces.names))]
            meaning = lambda state, piece: table[piece]  # noqa: E731 - the same closure, for constant answers
        return self.judged(meaning, predicate)

    def ranks(self, kind: str) -> list[int] | None:
        """Give each piece's place in the ranking, the best the highest; None if it changes during play."""
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
        """Give the measures of a thing by a ranking, the most important first; greater is better."""
        each = [self.measure(key) for key in ranking.keys]
        size = max(ranking.frame, 1)

        def measures(state: State, thing: Any) -> tuple[Any, ...]:
            frame = [thing] * size
            return tuple([one(state, frame) for one in each])

        return measures

    def measure(self, key: model.Key) -> Value:
        """Give one measure of the thing in slot 0."""
        if key.form == "sort":
            height = {sort: len(key.measure) - place for place, sort in enumerate(key.measure)}
            return lambda state, frame: height[frame[0].sort]
        if key.form == "condition":
            return self.condition(key.measure)
        thing = self.thing(key.measure)
        if key.form == "piece":
            return self.mark(thing, Kind("piece", self.rules.pieces.name), -1)
        if key.form == "group":
            return self.mark(thing, Kind("group"), ())
        return thing

    def mark(self, thing: Value, kind: Kind, lowest: Any = None) -> Value:
        """Give what a thing is compared by; none has the lowest."""
        if kind.base == "number":
            return thing
        if kind.base == "group":

            def standing(state: State, frame: Frame) -> Any:
                group = thing(state, frame)
                return lowest if group is None else group.standing

            return standing
        rank = self.ranks(kind.name)
        measures = self.measures(self.rules.rankings[kind.name])

        def place(state: State, frame: Frame) -> Any:
            piece = thing(state, frame)
            if piece is None:
                return lowest
            return rank[piece] if rank is not None else measures(state, piece)

        return place

    # -------------------------------------------------------------------------------------- analysis

    def reads_play(self, term: Any) -> bool:
        """Tell whether what a term gives can change during play."""
        if isinstance(term, model.Apply):
            definition = self.rules.definitions[term.name]
            return self.reads_play((definition.cases, definition.insteads, term.owner))
        if isinstance(term, model.Holds):
            return self.reads_play((self.rules.predicates[term.name], term.thing))
        if isinstance(term, model.Best):
            return self.reads_play((self.rules.rankings[term.kind], term.things))
        if isinstance(term, NEVER_READS_PLAY) or not isinstance(term, tuple):
            return False
        if isinstance(term, READS_PLAY):
            return True
        return any(self.reads_play(part) for part in term)

    def is_heavy(self, name: str) -> bool:
        """Tell whether working out a definition means comparing groups or players."""
        if name not in self._heavy:
            definition = self.rules.definitions[name]
            self._heavy[name] = self._has_heavy((definition.cases, definition.insteads))
        return self._heavy[name]

    def _has_heavy(self, term: Any) -> bool:
        if isinstance(term, HEAVY):
            return True
        if isinstance(term, model.Apply):
            return self.is_heavy(term.name) or self._has_heavy(term.owner)
        if isinstance(term, model.Holds) and self._has_heavy(self.rules.predicates[term.name].cases):
            return True
        return isinstance(term, tuple) and any(self._has_heavy(part) for part in term)

    def places_of(self, term: Any) -> frozenset[int] | None:
        """Give places in which all pieces of a set surely lie; None where that is not known."""
        if isinstance(term, model.Contents | model.OnlyPiece):
            owner = fixed_owner(term.owner)
            return frozenset(range(term.base, term.base + self.seats) if owner is None else [term.base + owner])
        if isinstance(term, model.AllContents):
            return frozenset(range(term.base, term.base + self.seats))
        if isinstance(term, model.Filter):
            return self.places_of(term.things)
        if isinstance(term, model.Difference):
            return self.places_of(term.left)
        if isinstance(term, model.Union):
            left, right = self.places_of(term.left), self.places_of(term.right)
            return None if left is None or right is None else left | right
        if isinstance(term, model.Apply):
            definition = self.rules.definitions[term.name]
            found = [self.places_of(case.thing) for case in (*definition.cases, *definition.insteads)]
            known = [places for places in found if places is not None]
            settled = definition.settled is not None
            return None if settled or len(known) < len(found) else frozenset().union(*known)
        return None


READS_PLAY = (
    model.Cell,
    model.Contents,
    model.OnlyPiece,
    model.AllContents,
    model.Champion,
    model.Groups,
    model.BestGroup,
    model.HasSort,
    model.HasState,
)

NO_STATE = State(0, 0, [])
"""For what reads no play."""


def fixed_owner(owner: Any) -> int | None:
    """Give the offset of an owner that is known beforehand: 0 for a common place or number."""
    if owner is None:
        return 0
    return owner.value if isinstance(owner, model.Const) else None


def with_frame(chain: Value, size: int, has_owner: bool) -> Meaning:
    """Give the meaning that gives its owner to a chain of cases, in a frame of its own."""
    if not has_owner:
        return chain if size == 0 else lambda state, owner: chain(state, [None] * size)
    if size <= 1:
        return lambda state, owner: chain(state, [owner])
    rest = [None] * (size - 1)
    return lambda state, owner: chain(state, [owner, *rest])


def any_of(tests: list[Test]) -> Test:
    """Make the test that holds if any of the tests does."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda state, frame: first(state, frame) or second(state, frame)
    return lambda state, frame: any(test(state, frame) for test in tests)


def _statements(cases: tuple[model.Case, ...]) -> list[tuple[model.Case, ...]]:
    """Divide exceptions by the statements they stand in, the first written first."""
    found: list[list[model.Case]] = []
    last: tuple[Any, str] | None = None
    for case in cases:
        place = (case.origin.clauses[-1:], case.origin.reading)
        if place != last or isinstance(found[-1][-1].condition, model.Always):
            found.append([])
        found[-1].append(case)
        last = place
    return [tuple(statement) for statement in found]


# ---------------------------------------------------------------------------------------------- things


def _value(build: Builder, term: Any) -> Value:
    return constant(term.value)


def _nothing(build: Builder, term: model.Nothing) -> Value:
    return constant(None)


def _slot(build: Builder, term: model.Slot) -> Value:
    index = term.index
    return lambda state, frame: frame[index]


def _cell(build: Builder, term: model.Cell) -> Value:
    base, owner = term.base, fixed_owner(term.owner)
    if owner is not None:
        cell = base + owner
        return lambda state, frame: state.cells[cell]
    whose = build.thing(term.owner)

    def cell_of(state: State, frame: Frame) -> Any:
        player = whose(state, frame)
        return 0 if player is None else state.cells[base + player]

    return cell_of


def _contents(build: Builder, term: model.Contents) -> Value:
    base, owner = term.base, fixed_owner(term.owner)
    if owner is not None:
        place = base + owner
        return lambda state, frame: state.places[place]
    if isinstance(term.owner, model.Slot):
        index = term.owner.index

        def contents_of_slot(state: State, frame: Frame) -> Any:
            player = frame[index]
            return () if player is None else state.places[base + player]

        return contents_of_slot
    whose = build.thing(term.owner)

    def contents_of(state: State, frame: Frame) -> Any:
        player = whose(state, frame)
        return () if player is None else state.places[base + player]

    return contents_of


def _only_piece(build: Builder, term: model.OnlyPiece) -> Value:
    contents = _contents(build, model.Contents(term.base, term.owner))

    def only_piece(state: State, frame: Frame) -> Any:
        pile = contents(state, frame)
        return pile[0] if pile else None

    return only_piece


def _all_contents(build: Builder, term: model.AllContents) -> Value:
    first, last = term.base, term.base + build.seats
    if build.seats == 2:
        return lambda state, frame: state.places[first] + state.places[first + 1]
    return lambda state, frame: [piece for pile in state.places[first:last] for piece in pile]


def _all_pieces(build: Builder, term: model.AllPieces) -> Value:
    return constant(range(len(build.rules.pieces.names)))


def _all_players(build: Builder, term: model.AllPlayers) -> Value:
    return constant(range(build.seats))


def _attribute(build: Builder, term: model.Attribute) -> Value:
    table, thing = build.rules.pieces.attributes[term.name], build.thing(term.thing)

    def attribute(state: State, frame: Frame) -> Any:
        piece = thing(state, frame)
        return None if piece is None else table[piece]

    return attribute


def _lone(build: Builder, term: model.Lone) -> Value:
    thing = build.thing(term.thing)

    def lone(state: State, frame: Frame) -> Any:
        piece = thing(state, frame)
        return () if piece is None else (piece,)

    return lone


def _union(build: Builder, term: model.Union) -> Value:
    left, right = build.thing(term.left), build.thing(term.right)
    places, others = build.places_of(term.left), build.places_of(term.right)
    if places is not None and others is not None and not places & others:
        return lambda state, frame: [*left(state, frame), *right(state, frame)]
    return lambda state, frame: list(dict.fromkeys([*left(state, frame), *right(state, frame)]))


def _difference(build: Builder, term: model.Difference) -> Value:
    left, right = build.thing(term.left), build.thing(term.right)

    def difference(state: State, frame: Frame) -> Any:
        without = right(state, frame)
        return [piece for piece in left(state, frame) if piece not in without]

    return difference


def _filter(build: Builder, term: model.Filter) -> Value:
    things, slot, test = build.thing(term.things), term.slot, build.condition(term.condition)

    def filtered(state: State, frame: Frame) -> Any:
        found = []
        for thing in things(state, frame):
            frame[slot] = thing
            if test(state, frame):
                found.append(thing)
        return found

    return filtered


def _count(build: Builder, term: model.Count) -> Value:
    if isinstance(term.things, model.AllContents):
        first, last = term.things.base, term.things.base + build.seats
        if build.seats == 2:
            return lambda state, frame: len(state.places[first]) + len(state.places[first + 1])
        return lambda state, frame: sum(map(len, state.places[first:last]))
    things = build.thing(term.things)
    return lambda state, frame: len(things(state, frame))


def _apply(build: Builder, term: model.Apply) -> Value:
    meaning = build.definition(term.name)
    if term.owner is None:
        return meaning
    none = none_of(build.rules.definitions[term.name].kind)
    whose = build.thing(term.owner)

    def applied(state: State, frame: Frame) -> Any:
        owner = whose(state, frame)
        return none if owner is None else meaning(state, owner)

    return applied


def _best(build: Builder, term: model.Best) -> Value:
    things, ranking, rank = build.thing(term.things), build.rules.rankings[term.kind], build.ranks(term.kind)
    # Of equal pieces the one with the lowest number is taken, wherever it lies.
    sign = -1 if term.is_best else 1
    pick = max if term.is_best else min
    if rank is not None:
        place = [one * len(rank) + sign * piece for piece, one in enumerate(rank)].__getitem__

        def best(state: State, frame: Frame) -> Any:
            pile = things(state, frame)
            return pick(pile, key=place) if pile else None

        return build.ranked(best, ranking)
    measures = build.measures(ranking)

    def best_now(state: State, frame: Frame) -> Any:
        pile = things(state, frame)
        return pick(pile, key=lambda piece: (measures(state, piece), sign * piece)) if pile else None

    return build.ranked(best_now, ranking)


def _extreme(build: Builder, term: model.Extreme) -> Value:
    things, slot, measure = build.thing(term.things), term.slot, build.thing(term.measure)
    pick: Any = {"greatest": max, "least": min, "total": sum}[term.degree]

    def extreme(state: State, frame: Frame) -> Any:
        measures = []
        for thing in things(state, frame):
            frame[slot] = thing
            measures.append(measure(state, frame))
        return pick(measures) if measures else 0

    return extreme


def _champion(build: Builder, term: model.Champion) -> Value:
    champion = build.champion(term, build.mark(build.thing(term.measure), term.kind))
    return build.ranked(champion, build.rules.rankings[term.kind.name]) if term.kind.base == "piece" else champion


def _groups(build: Builder, term: model.Groups) -> Value:
    groups, whose = build.maker(term.name).all, build.thing(term.owner)

    def groups_of(state: State, frame: Frame) -> Any:
        player = whose(state, frame)
        return () if player is None else groups(state, player)

    return groups_of


def _best_group(build: Builder, term: model.BestGroup) -> Value:
    best, whose = build.maker(term.name).best, build.thing(term.owner)

    def best_group(state: State, frame: Frame) -> Any:
        player = whose(state, frame)
        return None if player is None else best(state, player)

    return best_group


def _group_pieces(build: Builder, term: model.GroupPieces) -> Value:
    thing = build.thing(term.group)

    def pieces(state: State, frame: Frame) -> Any:
        group = thing(state, frame)
        return () if group is None else group.pieces

    return pieces


def _table_value(build: Builder, term: model.TableValue) -> Value:
    table, thing = build.rules.tables[term.name], build.thing(term.group)

    def figure(state: State, frame: Frame) -> Any:
        group = thing(state, frame)
        return 0 if group is None else table[group.sort]

    return figure


def _height(build: Builder, term: model.Height) -> Value:
    heights: dict[Any, int] = {}
    for place, value in enumerate(term.order):
        heights.setdefault(value, len(term.order) - place)
    thing = build.thing(term.thing)
    return lambda state, frame: heights.get(thing(state, frame), 0)


def _arithmetic(build: Builder, term: model.Arithmetic) -> Value:
    left, right = build.thing(term.left), build.thing(term.right)
    if term.operation == "plus":
        return lambda state, frame: left(state, frame) + right(state, frame)
    if term.operation == "minus":
        return lambda state, frame: left(state, frame) - right(state, frame)
    return lambda state, frame: left(state, frame) * right(state, frame)


def _neighbour(build: Builder, term: model.Neighbour) -> Value:
    thing, step, seats = build.thing(term.player), term.step, build.seats

    def neighbour(state: State, frame: Frame) -> Any:
        player = thing(state, frame)
        return None if player is None else (player + step) % seats

    return neighbour


THINGS: dict[type, Callable[[Builder, Any], Value]] = {
    model.Int: _value,
    model.Const: _value,
    model.Nothing: _nothing,
    model.Slot: _slot,
    model.Cell: _cell,
    model.Contents: _contents,
    model.OnlyPiece: _only_piece,
    model.AllContents: _all_contents,
    model.AllPieces: _all_pieces,
    model.AllPlayers: _all_players,
    model.Attribute: _attribute,
    model.Lone: _lone,
    model.Union: _union,
    model.Difference: _difference,
    model.Filter: _filter,
    model.Count: _count,
    model.Apply: _apply,
    model.Best: _best,
    model.Extreme: _extreme,
    model.Champion: _champion,
    model.Groups: _groups,
    model.BestGroup: _best_group,
    model.GroupPieces: _group_pieces,
    model.TableValue: _table_value,
    model.Height: _height,
    model.Arithmetic: _arithmetic,
    model.Neighbour: _neighbour,
}
