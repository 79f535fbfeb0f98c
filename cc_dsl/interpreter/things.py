"""Closures for things, each specialised.

Pieces, players and values are ints, a set of pieces is a list or tuple of them, none is None.  A closure may return the
very list of a place: code that changes places copies it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from cc_dsl.core.expressions import Ahead, Domain, Literal, Load, Lookup, Pair
from cc_dsl.interpreter.state import Frame, State
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.trees import ByClass

if TYPE_CHECKING:
    from cc_dsl.interpreter.terms import Builder, Value


def none_of(kind: Kind) -> object:
    """Return what none counts as where a kind is wanted: 0, no pieces, or None."""
    if kind.base == "number":
        return 0
    return () if kind.is_set else None


def constant(value: object) -> Value:
    """Make the closure that always gives the same."""
    return lambda state, frame: value


def fixed_owner(owner: object) -> int | None:
    """Return the offset of an owner that is known beforehand: 0 for a common place or number."""
    if owner is None:
        return 0
    return owner.value if isinstance(owner, model.Const) else None


def _literal(build: Builder, term: Literal) -> Value:
    return constant(term.value)


def _domain(build: Builder, term: Domain) -> Value:
    return constant(range(term.count))


def _slot(build: Builder, term: model.Slot) -> Value:
    index = term.number
    return lambda state, frame: frame[index]


def _load(build: Builder, term: Load) -> Value:
    base, none, owner = term.base, term.missing, fixed_owner(term.owner)
    is_secret = base in build.secret_bases
    if owner is not None:
        cell = base + owner
        read: Value = lambda state, frame: state.cells[cell]  # noqa: E731 - read most of all
        return build.knowing(read, constant(cell)) if is_secret else read
    assert term.owner is not None
    whose = build.thing(term.owner)

    def load(state: State, frame: Frame) -> object:
        one = whose(state, frame)
        return none if one is None else state.cells[base + one]

    def cell_of(state: State, frame: Frame) -> int | None:
        one = whose(state, frame)
        return None if one is None else base + int(one)

    return build.knowing(load, cell_of) if is_secret else load


def _contents(build: Builder, term: model.Contents) -> Value:
    base, owner = term.base, fixed_owner(term.owner)
    if owner is not None:
        place = base + owner
        return lambda state, frame: state.places[place]
    if isinstance(term.owner, model.Slot):
        index = term.owner.number

        def contents_of_slot(state: State, frame: Frame) -> object:
            player = frame[index]
            return () if player is None else state.places[base + player]

        return contents_of_slot
    assert term.owner is not None
    whose = build.thing(term.owner)

    def contents_of(state: State, frame: Frame) -> object:
        player = whose(state, frame)
        return () if player is None else state.places[base + player]

    return contents_of


def _only_piece(build: Builder, term: model.OnlyPiece) -> Value:
    contents = _contents(build, model.Contents(term.base, term.owner))

    def only_piece(state: State, frame: Frame) -> object:
        pile = contents(state, frame)
        return pile[0] if pile else None

    return only_piece


def _top_piece(build: Builder, term: model.TopPiece) -> Value:
    contents, at = _contents(build, model.Contents(term.base, term.owner)), -1 if term.is_top else 0

    def top_piece(state: State, frame: Frame) -> object:
        pile = contents(state, frame)
        return pile[at] if pile else None

    return top_piece


def _all_contents(build: Builder, term: model.AllContents) -> Value:
    owners = build.seats if term.owners is None else term.owners
    first, last = term.base, term.base + owners
    if owners == 2:
        return lambda state, frame: state.places[first] + state.places[first + 1]
    return lambda state, frame: [piece for pile in state.places[first:last] for piece in pile]


def _lookup(build: Builder, term: Lookup) -> Value:
    thing = build.thing(term.thing)
    table: dict[int | None, int | None] = {None: term.missing, **dict(enumerate(term.values))}
    return lambda state, frame: table[thing(state, frame)]


def _pair(build: Builder, term: Pair) -> Value:
    left, right = build.thing(term.left), build.thing(term.right)
    rows, missing = term.rows, term.missing

    def pair(state: State, frame: Frame) -> object:
        one, other = left(state, frame), right(state, frame)
        return missing if one is None or other is None else rows[one][other]

    return pair


def _next(build: Builder, term: Ahead) -> Value:
    thing, count = build.thing(term.value), build.thing(term.count)
    step, length, is_ring = term.step, term.length, term.is_ring

    def following(state: State, frame: Frame) -> object:
        one, steps = thing(state, frame), count(state, frame)
        if one is None:
            return None
        place = one + step * steps
        return place % length if is_ring else place if 0 <= place < length else None

    return following


def _where(build: Builder, term: model.Where) -> Value:
    thing, bases = build.thing(term.piece), term.bases
    length = len(build.rules.values[term.kind.name].values)
    owners = {base + owner: owner for base in bases for owner in range(length)}

    def where(state: State, frame: Frame) -> object:
        piece = thing(state, frame)
        return None if piece is None else owners.get(state.where[piece])

    return where


def _lone(build: Builder, term: model.Lone) -> Value:
    thing = build.thing(term.thing)

    def lone(state: State, frame: Frame) -> object:
        one = thing(state, frame)
        return () if one is None else (one,)

    return lone


def _union(build: Builder, term: model.Union) -> Value:
    left, right = build.thing(term.left), build.thing(term.right)
    places, others = build.places_of(term.left), build.places_of(term.right)
    if places is not None and others is not None and not places & others:
        return lambda state, frame: [*left(state, frame), *right(state, frame)]
    return lambda state, frame: list(dict.fromkeys([*left(state, frame), *right(state, frame)]))


def _difference(build: Builder, term: model.Difference) -> Value:
    left, right = build.thing(term.left), build.thing(term.right)

    def difference(state: State, frame: Frame) -> object:
        without = right(state, frame)
        return [piece for piece in left(state, frame) if piece not in without]

    return difference


def _filter(build: Builder, term: model.Filter) -> Value:
    slot, things, test = term.slot, build.thing(term.things), build.condition(term.condition)

    def filtered(state: State, frame: Frame) -> object:
        found = []
        for thing in things(state, frame):
            frame[slot] = thing
            if test(state, frame):
                found.append(thing)
        frame[slot] = None
        return found

    return filtered


def _count(build: Builder, term: model.Count) -> Value:
    if isinstance(term.things, model.AllContents):
        owners = build.seats if term.things.owners is None else term.things.owners
        first, last = term.things.base, term.things.base + owners
        if owners == 2:
            return lambda state, frame: len(state.places[first]) + len(state.places[first + 1])
        return lambda state, frame: sum(map(len, state.places[first:last]))
    things = build.thing(term.things)
    return lambda state, frame: len(things(state, frame))


def _sort_of(build: Builder, term: model.SortOf) -> Value:
    group = build.thing(term.group)

    def sort_of(state: State, frame: Frame) -> object:
        found = group(state, frame)
        return None if found is None else found.sort

    return sort_of


def _apply(build: Builder, term: model.Apply) -> Value:
    meaning = build.definition(term.name)
    if term.owner is None:
        return meaning
    none = none_of(build.rules.definitions[term.name].kind)
    whose = build.thing(term.owner)

    def applied(state: State, frame: Frame) -> object:
        owner = whose(state, frame)
        return none if owner is None else meaning(state, owner)

    return applied


def _only(build: Builder, term: model.Only) -> Value:
    things = build.thing(term.things)

    def only(state: State, frame: Frame) -> object:
        found = things(state, frame)
        return found[0] if len(found) == 1 else None

    return only


def _best(build: Builder, term: model.Best) -> Value:
    things, ranking, rank = build.thing(term.things), build.rules.rankings[term.kind], build.ranks(term.kind)
    # Of equal pieces the one with the lowest number is taken, wherever it lies.
    sign = -1 if term.is_best else 1
    pick = max if term.is_best else min
    if rank is not None:
        place = [one * len(rank) + sign * piece for piece, one in enumerate(rank)].__getitem__

        def best(state: State, frame: Frame) -> object:
            pile = things(state, frame)
            return pick(pile, key=place) if pile else None

        return build.ranked(best, ranking)
    measures = build.measures(ranking)

    def best_now(state: State, frame: Frame) -> object:
        pile = things(state, frame)
        return pick(pile, key=lambda piece: (measures(state, piece), sign * piece)) if pile else None

    return build.ranked(best_now, ranking)


def _best_few(build: Builder, term: model.BestFew) -> Value:
    things, ranking, rank = build.thing(term.things), build.rules.rankings[term.kind], build.ranks(term.kind)
    wanted, is_best = build.thing(term.number), term.is_best
    measures = build.measures(ranking) if rank is None else None

    def best_few(state: State, frame: Frame) -> object:
        # A sort that keeps the order of equals: of these the one with the lowest number goes first.
        pile = sorted(things(state, frame))
        if measures is not None:
            pile.sort(key=lambda piece: measures(state, piece), reverse=is_best)
        elif rank is not None:
            pile.sort(key=rank.__getitem__, reverse=is_best)
        return pile[: max(wanted(state, frame), 0)]

    return build.ranked(best_few, ranking)


EXTREMES: dict[str, Callable[[Iterable[int]], int]] = {"greatest": max, "least": min, "total": sum}


def _extreme(build: Builder, term: model.Extreme) -> Value:
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
    return build.champion(term, build.thing(term.measure), build.thing(term.things))


def _groups(build: Builder, term: model.Groups) -> Value:
    groups, whose = build.maker(term.name).all, build.thing(term.owner)

    def groups_of(state: State, frame: Frame) -> object:
        player = whose(state, frame)
        return () if player is None else groups(state, player)

    return groups_of


def _best_group(build: Builder, term: model.BestGroup) -> Value:
    best, whose = build.maker(term.name).best, build.thing(term.owner)

    def best_group(state: State, frame: Frame) -> object:
        player = whose(state, frame)
        return None if player is None else best(state, player)

    return best_group


def _group_pieces(build: Builder, term: model.GroupPieces) -> Value:
    thing = build.thing(term.group)

    def pieces(state: State, frame: Frame) -> object:
        group = thing(state, frame)
        return () if group is None else group.pieces

    return pieces


def _arithmetic(build: Builder, term: model.Arithmetic) -> Value:
    left, right = build.thing(term.left), build.thing(term.right)
    if term.operation == "plus":
        return lambda state, frame: left(state, frame) + right(state, frame)
    if term.operation == "minus":
        return lambda state, frame: left(state, frame) - right(state, frame)
    if term.operation == "divided by":
        return lambda state, frame: left(state, frame) // right(state, frame)
    if term.operation == "remainder":
        return lambda state, frame: left(state, frame) % right(state, frame)
    return lambda state, frame: left(state, frame) * right(state, frame)


THINGS: ByClass[Builder, Value] = {
    Literal: _literal,
    Domain: _domain,
    Load: _load,
    Lookup: _lookup,
    Pair: _pair,
    Ahead: _next,
    model.Where: _where,
    model.Slot: _slot,
    model.Contents: _contents,
    model.OnlyPiece: _only_piece,
    model.TopPiece: _top_piece,
    model.AllContents: _all_contents,
    model.Lone: _lone,
    model.Union: _union,
    model.Difference: _difference,
    model.Filter: _filter,
    model.Count: _count,
    model.SortOf: _sort_of,
    model.Apply: _apply,
    model.Only: _only,
    model.Best: _best,
    model.BestFew: _best_few,
    model.Extreme: _extreme,
    model.Champion: _champion,
    model.Groups: _groups,
    model.BestGroup: _best_group,
    model.GroupPieces: _group_pieces,
    model.Arithmetic: _arithmetic,
}
