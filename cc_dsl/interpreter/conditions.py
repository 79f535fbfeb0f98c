"""Closures for conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from cc_dsl.core.runs import stretches
from cc_dsl.interpreter.state import Frame, State
from cc_dsl.rules import model
from cc_dsl.trees import ByClass

if TYPE_CHECKING:
    from cc_dsl.interpreter.groups import GroupFinder
    from cc_dsl.interpreter.terms import Builder, Test, Value


Rank = TypeVar("Rank", int, tuple[object, ...])


def _compare(build: Builder, term: model.Compare) -> Test:
    left = build.thing(term.left)
    if isinstance(term.right, model.Int):
        return COMPARED_WITH_FIGURE[term.relation](left, term.right.value)
    return COMPARED[term.relation](left, build.thing(term.right))


COMPARED: dict[str, Callable[[Value, Value], Test]] = {
    "at least": lambda left, right: lambda state, frame: left(state, frame) >= right(state, frame),
    "at most": lambda left, right: lambda state, frame: left(state, frame) <= right(state, frame),
    "more": lambda left, right: lambda state, frame: left(state, frame) > right(state, frame),
    "fewer": lambda left, right: lambda state, frame: left(state, frame) < right(state, frame),
    "equal": lambda left, right: lambda state, frame: left(state, frame) == right(state, frame),
}

COMPARED_WITH_FIGURE: dict[str, Callable[[Value, int], Test]] = {
    "at least": lambda left, figure: lambda state, frame: left(state, frame) >= figure,
    "at most": lambda left, figure: lambda state, frame: left(state, frame) <= figure,
    "more": lambda left, figure: lambda state, frame: left(state, frame) > figure,
    "fewer": lambda left, figure: lambda state, frame: left(state, frame) < figure,
    "equal": lambda left, figure: lambda state, frame: left(state, frame) == figure,
}


def _ranks(build: Builder, term: model.Ranks) -> Test:
    """Compare by rank alone; none ranks below everything."""
    left, right = build.thing(term.left), build.thing(term.right)
    if term.kind.base == "group":
        maker = build.maker(term.kind.name)
        return build.compared(term, _rated(maker, left), _rated(maker, right))
    first, second, wants = build.mark(left, term.kind), build.mark(right, term.kind), WANTED[term.relation]

    def ranks(state: State, frame: Frame) -> bool:
        return wants(compared(first(state, frame), second(state, frame)))

    return build.ranked(ranks, build.rules.rankings[term.kind.name])


def _rated(maker: GroupFinder, thing: Value) -> Value:
    """Return the closure of a group with how it ranks now, which those that were chosen or settled do not keep."""
    return lambda state, frame: maker.rated_now(state, thing(state, frame))


def compared(one: Rank | None, other: Rank | None) -> int:
    """Return 1, 0 or -1 as one ranks above, with or below the other."""
    if one is None or other is None:
        return (one is not None) - (other is not None)
    return 1 if one > other else -1 if one < other else 0


WANTED: dict[str, Callable[[int], bool]] = {
    "better": lambda sign: sign > 0,
    "worse": lambda sign: sign < 0,
    "as good": lambda sign: sign == 0,
}


def _same(build: Builder, term: model.Same) -> Test:
    left, right = build.thing(term.left), build.thing(term.right)
    if isinstance(term.right, model.Const):
        value = term.right.value
        return lambda state, frame: left(state, frame) == value
    return lambda state, frame: left(state, frame) == right(state, frame)


def _same_set(build: Builder, term: model.SameSet) -> Test:
    left, right = build.thing(term.left), build.thing(term.right)
    return lambda state, frame: set(left(state, frame)) == set(right(state, frame))


def _is_none(build: Builder, term: model.IsNone) -> Test:
    thing = build.thing(term.thing)
    return lambda state, frame: thing(state, frame) is None


def _in(build: Builder, term: model.In) -> Test:
    piece = build.thing(term.piece)
    places = _whole_places(build, term.things)
    if places is not None and len(places) == 1:
        (place,) = places

        def in_place(state: State, frame: Frame) -> bool:
            one = piece(state, frame)
            return one is not None and state.where[one] == place

        return in_place
    if places is not None:

        def in_places(state: State, frame: Frame) -> bool:
            one = piece(state, frame)
            return one is not None and state.where[one] in places

        return in_places
    things = build.thing(term.things)
    return lambda state, frame: piece(state, frame) in things(state, frame)


def _whole_places(build: Builder, term: model.Thing) -> frozenset[int] | None:
    """Return the places that a set consists of, if it is made of whole ones that are known beforehand."""
    if isinstance(term, model.Union):
        left, right = _whole_places(build, term.left), _whole_places(build, term.right)
        return None if left is None or right is None else left | right
    if isinstance(term, model.Contents) and (term.owner is None or isinstance(term.owner, model.Const)):
        return build.places_of(term)
    return build.places_of(term) if isinstance(term, model.AllContents) else None


def _one_of(build: Builder, term: model.OneOf) -> Test:
    thing, values = build.thing(term.thing), frozenset(term.values)
    return lambda state, frame: thing(state, frame) in values


def _empty(build: Builder, term: model.Empty) -> Test:
    things = build.thing(term.things)
    return lambda state, frame: not things(state, frame)


def _alike(build: Builder, term: model.Alike) -> Test:
    table, things = build.rules.pieces.attributes[term.attribute], build.thing(term.things)

    def alike(state: State, frame: Frame) -> bool:
        pieces = things(state, frame)
        values = {table[piece] for piece in pieces}
        # Pieces of another make, which have no such value, are like none.
        return len(pieces) < 2 or (len(values) == 1 and None not in values)

    return alike


def _runs(build: Builder, term: model.Runs) -> Test:
    known, table = stretches(term.order), build.rules.pieces.attributes[term.attribute]
    things = build.thing(term.things)

    def runs(state: State, frame: Frame) -> bool:
        pieces = things(state, frame)
        values = [value for piece in pieces if (value := table[piece]) is not None]
        return len(values) == len(pieces) and tuple(sorted(values)) in known[len(values)]

    return runs


def _between(build: Builder, term: model.Between) -> Test:
    known, table = stretches(term.order), build.rules.pieces.attributes[term.attribute]
    thing, whole, sorts = build.thing(term.piece), build.thing(term.group), frozenset(term.sorts)

    def between(state: State, frame: Frame) -> bool:
        piece, group = thing(state, frame), whole(state, frame)
        if group is None or group.sort not in sorts or piece not in group.pieces:
            return False
        values = sorted([value for one in group.pieces if (value := table[one]) is not None])
        return table[piece] in known[len(values)].get(tuple(values), ())

    return between


def _has_state(build: Builder, term: model.HasState) -> Test:
    thing, mark = build.thing(term.piece), term.state

    def has_state(state: State, frame: Frame) -> bool:
        piece = thing(state, frame)
        return piece is not None and state.marks[piece] == mark

    return has_state


def _holds(build: Builder, term: model.Holds) -> Test:
    if term.other is not None:
        return _is_related(build, term, term.other)
    meaning, thing = build.predicate(term.name), build.thing(term.thing)

    def holds(state: State, frame: Frame) -> bool:
        one = thing(state, frame)
        return one is not None and meaning(state, one)

    return holds


def _is_related(build: Builder, term: model.Holds, other: model.Thing) -> Test:
    meaning, thing, second = build.relation(term.name), build.thing(term.thing), build.thing(other)

    def related(state: State, frame: Frame) -> bool:
        one, two = thing(state, frame), second(state, frame)
        return one is not None and two is not None and meaning(state, (one, two))

    return related


def _has_sort(build: Builder, term: model.HasSort) -> Test:
    groups, sort = build.thing(model.Groups(term.name, term.owner)), term.sort
    return lambda state, frame: any(group.sort == sort for group in groups(state, frame))


def _quantified(build: Builder, term: model.Quantified) -> Test:
    slot, things, test = term.slot, build.thing(term.things), build.condition(term.condition)
    stops_at = term.quantity != "every"
    answer = term.quantity == "some"

    def quantified(state: State, frame: Frame) -> bool:
        found = not answer
        for thing in things(state, frame):
            frame[slot] = thing
            if test(state, frame) is stops_at:
                found = answer
                break
        frame[slot] = None
        return found

    return quantified


def _and(build: Builder, term: model.And) -> Test:
    left, right = build.condition(term.left), build.condition(term.right)
    return lambda state, frame: left(state, frame) and right(state, frame)


def _or(build: Builder, term: model.Or) -> Test:
    left, right = build.condition(term.left), build.condition(term.right)
    return lambda state, frame: left(state, frame) or right(state, frame)


def _not(build: Builder, term: model.Not) -> Test:
    test = build.condition(term.condition)
    return lambda state, frame: not test(state, frame)


def _always(build: Builder, term: model.Always) -> Test:
    return lambda state, frame: True


CONDITIONS: ByClass[Builder, Test] = {
    model.Compare: _compare,
    model.Ranks: _ranks,
    model.Same: _same,
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
    model.Quantified: _quantified,
    model.And: _and,
    model.Or: _or,
    model.Not: _not,
    model.Always: _always,
}
