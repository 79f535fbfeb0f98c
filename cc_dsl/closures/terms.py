"""Closures for the terms of a model, things and conditions, each specialised.

    the number of cards in his hand      Count(Contents(hand, Slot 0))   lambda: len(state.places[base + frame[0]])
    … is at least 3                      Compare("at least", …, Int 3)   lambda: left(state, frame) >= 3

Pieces, players and values are integers, a set of pieces is a list or tuple of them, and none is None. A closure may
return the list of a place itself: code that changes places copies it first.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from cc_dsl.closures.builder import Builder, Test, Value, apply_to, apply_to_two, constant, none_of
from cc_dsl.closures.state import Frame, State
from cc_dsl.core import faults
from cc_dsl.core.runs import stretches
from cc_dsl.rules import model
from cc_dsl.trees import ByClass

Rank = TypeVar("Rank", int, tuple[object, ...])


def fixed_owner(owner: object) -> int | None:
    """Return the offset of a constant owner: 0 for a common place or number."""
    if owner is None:
        return 0
    return owner.value if isinstance(owner, model.Literal) else None


def _slot(build: Builder, term: model.Slot) -> Value:
    index = term.number
    return lambda state, frame: frame[index]


def _load(build: Builder, term: model.Load) -> Value:
    """Return the closure of a stored number, role or value, perhaps of an owner."""
    base, none, owner = term.base, term.missing, fixed_owner(term.owner)
    if owner is not None:
        cell = base + owner
        return lambda state, frame: state.cells[cell]
    assert term.owner is not None
    whose = build.thing(term.owner)

    def load(state: State, frame: Frame) -> object:
        player = whose(state, frame)
        return none if player is None else state.cells[base + player]

    return load


def _contents(build: Builder, term: model.Contents) -> Value:
    """Return the closure of the pieces in a place; without an owner, there are none."""
    base, owner = term.base, fixed_owner(term.owner)
    if owner is not None:
        place = base + owner
        return lambda state, frame: state.places[place]
    assert term.owner is not None
    return apply_to(build, lambda state, player: state.places[base + player], term.owner, ())


def _end_piece(build: Builder, term: model.OnlyPiece | model.TopPiece) -> Value:
    """Return the closure of the only, top or bottom piece of a place, if it has any."""
    contents = _contents(build, model.Contents(term.base, term.owner))
    end = -1 if isinstance(term, model.TopPiece) and term.is_top else 0

    def end_piece(state: State, frame: Frame) -> object:
        pile = contents(state, frame)
        return pile[end] if pile else None

    return end_piece


def _all_contents(build: Builder, term: model.AllContents) -> Value:
    assert term.owners is not None, "it is seated"
    first, last = term.base, term.base + term.owners
    return lambda state, frame: [piece for pile in state.places[first:last] for piece in pile]


def _lookup(build: Builder, term: model.Lookup) -> Value:
    """Return the closure that reads a constant table, which also has an entry for none."""
    thing = build.thing(term.thing)
    table: dict[int | None, int | None] = {None: term.missing, **dict(enumerate(term.values))}
    return lambda state, frame: table[thing(state, frame)]


def _pair(build: Builder, term: model.Pair) -> Value:
    """Return the closure that reads a two-dimensional table."""
    left, right = build.thing(term.left), build.thing(term.right)
    rows, default = term.rows, term.missing

    def pair(state: State, frame: Frame) -> object:
        first, second = left(state, frame), right(state, frame)
        return default if first is None or second is None else rows[first][second]

    return pair


def _ahead(build: Builder, term: model.Ahead) -> Value:
    """Return the closure of the value some steps after or before another, none beyond the end of the order."""
    thing, count = build.thing(term.value), build.thing(term.count)
    step, length, is_ring = term.step, term.length, term.is_ring

    def next_value(state: State, frame: Frame) -> object:
        start, steps = thing(state, frame), count(state, frame)
        if start is None:
            return None
        place = start + step * steps
        return place % length if is_ring else place if 0 <= place < length else None

    return next_value


def _where(build: Builder, term: model.Where) -> Value:
    """Return the closure of the value, such as a square, that owns the place where a piece lies."""
    length = len(build.rules.values[term.kind.name].values)
    owners = {base + owner: owner for base in term.bases for owner in range(length)}
    return apply_to(build, lambda state, piece: owners.get(state.where[piece]), term.piece)


def _union(build: Builder, term: model.Union) -> Value:
    """Return the closure of a union; if no place can hold pieces of both sets, duplicates need no test."""
    left, right = build.thing(term.left), build.thing(term.right)
    places, others = build.places_of(term.left), build.places_of(term.right)
    if places is not None and others is not None and not places & others:
        return lambda state, frame: [*left(state, frame), *right(state, frame)]
    return lambda state, frame: list(dict.fromkeys([*left(state, frame), *right(state, frame)]))


def _difference(build: Builder, term: model.Difference) -> Value:
    """Return the closure of the pieces of one set that are not in another."""
    left, right = build.thing(term.left), build.thing(term.right)

    def difference(state: State, frame: Frame) -> object:
        excluded = right(state, frame)
        return [piece for piece in left(state, frame) if piece not in excluded]

    return difference


def _filter(build: Builder, term: model.Filter) -> Value:
    """Return the closure of the things that meet a condition, each tested in the slot of the condition."""
    slot, things, test = term.slot, build.thing(term.things), build.condition(term.condition)

    def members_that_pass(state: State, frame: Frame) -> object:
        members = []
        for thing in things(state, frame):
            frame[slot] = thing
            if test(state, frame):
                members.append(thing)
        frame[slot] = None
        return members

    return members_that_pass


def _count(build: Builder, term: model.Count) -> Value:
    """Return the closure of a number of things; the pieces in all places of a kind are counted without listing them."""
    if isinstance(term.things, model.AllContents):
        assert term.things.owners is not None, "it is seated"
        first, last = term.things.base, term.things.base + term.things.owners
        return lambda state, frame: sum(map(len, state.places[first:last]))
    things = build.thing(term.things)
    return lambda state, frame: len(things(state, frame))


def _apply(build: Builder, term: model.Apply) -> Value:
    """Return the closure of a definition's value, for an owner or a pair of owners if it has them."""
    meaning = build.definition(term.name)
    if term.owner is None:
        return meaning
    none = none_of(build.rules.definitions[term.name].kind)
    if term.other is not None:
        return apply_to_two(meaning, build.thing(term.owner), build.thing(term.other), none)
    return apply_to(build, meaning, term.owner, none)


def _only(build: Builder, term: model.Only) -> Value:
    """Return the closure of the single thing of a set, none if there are none or several."""
    things = build.thing(term.things)

    def only(state: State, frame: Frame) -> object:
        members = things(state, frame)
        return members[0] if len(members) == 1 else None

    return only


def _best(build: Builder, term: model.Best) -> Value:
    """Return the closure of the best or worst of some pieces; sort keys that play cannot change are computed now."""
    things, rank = build.thing(term.things), build.ranks(term.kind)
    # Among equal pieces, the one with the lowest number wins, wherever it lies.
    sign = -1 if term.is_best else 1
    pick = max if term.is_best else min
    sort_key = None if rank is None else [at * len(rank) + sign * piece for piece, at in enumerate(rank)].__getitem__
    measures = build.measures(build.rules.rankings[term.kind]) if rank is None else constant(())

    def best(state: State, frame: Frame) -> object:
        pile = things(state, frame)
        return pick(pile, key=sort_key or (lambda piece: (measures(state, piece), sign * piece))) if pile else None

    return best


def _best_few(build: Builder, term: model.BestFew) -> Value:
    """Return the closure of this many of the best or worst pieces; all, if there are fewer."""
    things, rank = build.thing(term.things), build.ranks(term.kind)
    count_of, is_best = build.thing(term.number), term.is_best
    measures = build.measures(build.rules.rankings[term.kind]) if rank is None else None

    def best_few(state: State, frame: Frame) -> object:
        # Python's sort is stable, so equal pieces stay in the order of their numbers.
        pile = sorted(things(state, frame))
        if measures is not None:
            pile.sort(key=lambda piece: measures(state, piece), reverse=is_best)
        elif rank is not None:
            pile.sort(key=rank.__getitem__, reverse=is_best)
        return pile[: max(count_of(state, frame), 0)]

    return best_few


EXTREMES: dict[str, Callable[[Iterable[int]], int]] = {"greatest": max, "least": min, "total": sum}


def _extreme(build: Builder, term: model.Extreme) -> Value:
    """Return the closure of the greatest or least measure of some things, or of the sum of all; 0 without things."""
    things, slot, measure = build.thing(term.things), term.slot, build.thing(term.measure)
    pick = EXTREMES[term.degree]

    def extreme(state: State, frame: Frame) -> object:
        measures = []
        for thing in things(state, frame):
            frame[slot] = thing
            measures.append(measure(state, frame))
        frame[slot] = None
        return pick(measures) if measures else 0

    return extreme


def _champion(build: Builder, term: model.Champion) -> Value:
    """Return the closure of the player whose thing is above (or below) all others', none if several tie."""
    rivals, key = build.thing(term.things), build.sort_key(build.thing(term.measure), term.kind)
    slot, is_best = term.slot, term.is_best

    def champion(state: State, frame: Frame) -> object:
        leader = best = None
        for player in rivals(state, frame):
            frame[slot] = player
            own = key(state, frame)
            if own is None:
                continue
            if best is None or (own > best if is_best else own < best):
                leader, best = player, own
            elif own == best:
                leader = None
        frame[slot] = None
        return leader

    return champion


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
    "divided by": operator.floordiv,
    "remainder": operator.mod,
}


def _of_two(build: Builder, term: Any, operation: Callable[[Any, Any], Any]) -> Value:
    """Return the closure of an operation on two things."""
    left, right = build.thing(term.left), build.thing(term.right)
    return lambda state, frame: operation(left(state, frame), right(state, frame))


def _divisor(build: Builder, term: model.Divisor) -> Value:
    """Return the closure of a divisor; a number below 1 is a fault that stops play."""
    number = build.thing(term.thing)

    def divisor(state: State, frame: Frame) -> int:
        divisor: int = number(state, frame)
        if divisor < 1:
            raise faults.no_divisor(term.origin)
        return divisor

    return divisor


# ------------------------------------------------------------------------------------------ conditions


COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "at least": operator.ge,
    "at most": operator.le,
    "more": operator.gt,
    "fewer": operator.lt,
    "equal": operator.eq,
}


def _ranks(build: Builder, term: model.Ranks) -> Test:
    """Return the comparison by rank alone; “none” ranks below everything."""
    is_met = SIGN_TESTS[term.relation]
    if term.kind.base == "group":
        left_group, right_group = rated_sides(build, term)

        def ranks(state: State, frame: Frame) -> bool:
            first, second = left_group(state, frame), right_group(state, frame)
            return is_met(compare_ranks(first and first.rank, second and second.rank))

        return ranks
    left, right = (build.sort_key(build.thing(side), term.kind) for side in (term.left, term.right))
    return lambda state, frame: is_met(compare_ranks(left(state, frame), right(state, frame)))


def rated_sides(build: Builder, term: model.Ranks) -> list[Value]:
    """Return the closures of two groups with their present ranks, which chosen and settled groups lack."""
    finder = build.finder(term.kind.name)

    def rank_of(thing: Value) -> Value:
        return lambda state, frame: finder.with_present_rank(state, thing(state, frame))

    return [rank_of(build.thing(side)) for side in (term.left, term.right)]


def compare_ranks(first: Rank | None, second: Rank | None) -> int:
    """Return 1, 0 or -1 if the first ranks above, equal to or below the second."""
    if first is None or second is None:
        return (first is not None) - (second is not None)
    return 1 if first > second else -1 if first < second else 0


SIGN_TESTS: dict[str, Callable[[int], bool]] = {
    "better": lambda sign: sign > 0,
    "worse": lambda sign: sign < 0,
    "as good": lambda sign: sign == 0,
}
"""Whether the sign that `compare_ranks` returns meets a relation."""


def _same_set(build: Builder, term: model.SameSet) -> Test:
    left, right = build.thing(term.left), build.thing(term.right)
    return lambda state, frame: set(left(state, frame)) == set(right(state, frame))


def _is_none(build: Builder, term: model.IsNone) -> Test:
    thing = build.thing(term.thing)
    return lambda state, frame: thing(state, frame) is None


def _in(build: Builder, term: model.In) -> Test:
    """Return the test that a piece is in a set; if the set is all of some places, it looks up the piece's place."""
    piece = build.thing(term.piece)
    places = _whole_places(build, term.things)
    if places is not None:

        def in_places(state: State, frame: Frame) -> bool:
            member = piece(state, frame)
            return member is not None and state.where[member] in places

        return in_places
    things = build.thing(term.things)
    return lambda state, frame: piece(state, frame) in things(state, frame)


def _whole_places(build: Builder, term: model.Thing) -> frozenset[int] | None:
    """Return the places of which a set consists, if it consists of whole places that are constant."""
    if isinstance(term, model.Union):
        left, right = _whole_places(build, term.left), _whole_places(build, term.right)
        return None if left is None or right is None else left | right
    if isinstance(term, model.Contents) and fixed_owner(term.owner) is not None:
        return build.places_of(term)
    return build.places_of(term) if isinstance(term, model.AllContents) else None


def _one_of(build: Builder, term: model.OneOf) -> Test:
    thing, values = build.thing(term.thing), frozenset(term.values)
    return lambda state, frame: thing(state, frame) in values


def _empty(build: Builder, term: model.Empty) -> Test:
    things = build.thing(term.things)
    return lambda state, frame: not things(state, frame)


def _alike(build: Builder, term: model.Alike) -> Test:
    """Return the test that some pieces have the same value of an attribute."""
    table, things = build.rules.pieces.attributes[term.attribute], build.thing(term.things)

    def alike(state: State, frame: Frame) -> bool:
        pieces = things(state, frame)
        values = {table[piece] for piece in pieces}
        # A piece of another kind lacks this value; then the answer is no, even if all pieces lack it.
        return len(pieces) < 2 or (len(values) == 1 and None not in values)

    return alike


def _runs(build: Builder, term: model.Runs) -> Test:
    """Return the test that the values of some pieces are a stretch of an order."""
    stretches_of_order, table = stretches(term.order), build.rules.pieces.attributes[term.attribute]
    things = build.thing(term.things)

    def runs(state: State, frame: Frame) -> bool:
        pieces = things(state, frame)
        values = [value for piece in pieces if (value := table[piece]) is not None]
        return len(values) == len(pieces) and tuple(sorted(values)) in stretches_of_order[len(values)]

    return runs


def _between(build: Builder, term: model.Between) -> Test:
    """Return the test that a piece is inside the run that a group forms; `stretches` lists the inner values of each."""
    stretches_of_order, table = stretches(term.order), build.rules.pieces.attributes[term.attribute]
    thing, whole, sorts = build.thing(term.piece), build.thing(term.group), frozenset(term.sorts)

    def between(state: State, frame: Frame) -> bool:
        piece, group = thing(state, frame), whole(state, frame)
        if group is None or group.sort not in sorts or piece not in group.pieces:
            return False
        values = sorted([value for member in group.pieces if (value := table[member]) is not None])
        return table[piece] in stretches_of_order[len(values)].get(tuple(values), ())

    return between


def _has_state(build: Builder, term: model.HasState) -> Test:
    mark = term.state
    return apply_to(build, lambda state, piece: state.marks[piece] == mark, term.piece, False)


def _holds(build: Builder, term: model.Holds) -> Test:
    meaning = build.predicate(term.name)
    if term.other is not None:
        return apply_to_two(meaning, build.thing(term.thing), build.thing(term.other), False)
    return apply_to(build, meaning, term.thing, False)


def _has_sort(build: Builder, term: model.HasSort) -> Test:
    groups, sort = build.thing(model.Groups(term.name, term.owner)), term.sort
    return lambda state, frame: any(group.sort == sort for group in groups(state, frame))


def _quantifier(build: Builder, term: model.Quantified) -> Test:
    """Return the test that some, every or no thing meets a condition; one decisive thing settles the answer."""
    slot, things, test = term.slot, build.thing(term.things), build.condition(term.condition)
    decisive_result = term.quantity != "every"
    settled_answer = term.quantity == "some"

    def holds_for_as_many(state: State, frame: Frame) -> bool:
        answer = not settled_answer
        for thing in things(state, frame):
            frame[slot] = thing
            if test(state, frame) is decisive_result:
                answer = settled_answer
                break
        frame[slot] = None
        return answer

    return holds_for_as_many


def _not(build: Builder, term: model.Not) -> Test:
    test = build.condition(term.condition)
    return lambda state, frame: not test(state, frame)


THINGS: ByClass[Builder, Value] = {
    model.Literal: lambda build, term: constant(term.value),
    model.Domain: lambda build, term: constant(range(term.count)),
    model.Load: _load,
    model.Lookup: _lookup,
    model.Pair: _pair,
    model.Ahead: _ahead,
    model.Where: _where,
    model.Slot: _slot,
    model.Contents: _contents,
    model.OnlyPiece: _end_piece,
    model.TopPiece: _end_piece,
    model.AllContents: _all_contents,
    model.Lone: lambda build, term: apply_to(build, lambda state, thing: (thing,), term.thing, ()),
    model.Union: _union,
    model.Difference: _difference,
    model.Filter: _filter,
    model.Count: _count,
    model.SortOf: lambda build, term: apply_to(build, lambda state, group: group.sort, term.group),
    model.Apply: _apply,
    model.Only: _only,
    model.Best: _best,
    model.BestFew: _best_few,
    model.Extreme: _extreme,
    model.Champion: _champion,
    model.Groups: lambda build, term: apply_to(build, build.finder(term.name).all, term.owner, ()),
    model.BestGroup: lambda build, term: apply_to(build, build.finder(term.name).best, term.owner),
    model.GroupPieces: lambda build, term: apply_to(build, lambda state, group: group.pieces, term.group, ()),
    model.Arithmetic: lambda build, term: _of_two(build, term, OPERATIONS[term.operation]),
    model.Divisor: _divisor,
}

CONDITIONS: ByClass[Builder, Test] = {
    model.Compare: lambda build, term: _of_two(build, term, COMPARED[term.relation]),
    model.Ranks: _ranks,
    model.Same: lambda build, term: _of_two(build, term, operator.eq),
    model.SameSet: _same_set,
    model.IsNone: _is_none,
    model.In: _in,
    model.OneOf: _one_of,
    model.Empty: _empty,
    model.Alike: _alike,
    model.Runs: _runs,
    model.Between: _between,
    model.HasState: _has_state,
    model.Holds: _holds,
    model.HasSort: _has_sort,
    model.Quantified: _quantifier,
    model.And: lambda build, term: build.of_two(build.condition(term.left), build.condition(term.right), False),
    model.Or: lambda build, term: build.of_two(build.condition(term.left), build.condition(term.right), True),
    model.Not: _not,
    model.Always: lambda build, term: constant(True),
}

Builder.terms = {**THINGS, **CONDITIONS}
