"""Closures for the acts that change a position at once: pieces move, numbers grow, roles and states change.

Faults that stop play are raised here; `core/faults.py` has their messages.

    the card goes to the table.     places[hand].remove(card); places[table].append(card); where[card] = table
    his score grows by 1.           state.cells[score + player] += 1, or RulesFault("out-of-bounds", …)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cc_dsl.closures.builder import Act, Builder, Meaning
from cc_dsl.closures.state import UNSETTLED, Frame, GameOverInAct, Outcome, State
from cc_dsl.closures.terms import fixed_owner
from cc_dsl.core import faults
from cc_dsl.core.ordering import places_in_order
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.trees import ByClass

CHANCE = -1
"""The player number in the log for a pick by chance."""
SHUFFLED = -2
"""The player number in the log for a shuffle."""

PIECES_DRAWN = 0
"""In the log of a game: chance has picked a piece."""


def drawn_code(rules: model.Rules, kind: Kind) -> int:
    """Return the number that identifies the kind of a random pick in the log of a game."""
    if kind.base == "piece":
        return PIECES_DRAWN
    return 1 if kind.base == "player" else 2 + [*rules.values].index(kind.name)


def limit_test(build: Builder, act: model.Call) -> Callable[[State, object, object], None] | None:
    """Return the test that stops play if an act would break an “only if”; None without such a sentence."""
    form = build.rules.deeds.get(act.verb)
    if form is None or not form.limits:
        return None
    tests, rest = [build.hide(build.condition(case.condition)) for case in form.limits], [None] * (form.frame - 2)

    def allow(state: State, subject: object, object_: object) -> None:
        for test, case in zip(tests, form.limits, strict=True):
            if not test(state, [subject, object_, *rest]):
                raise faults.impossible(act.origin, case)

    return allow


def unsettle(state: State, cells: list[int]) -> None:
    """Discard cached definitions."""
    for cell in cells:
        state.cells[cell] = UNSETTLED
    state.cache.clear()


# ---------------------------------------------------------------------------------------------- pieces


def _place_of_owner(
    build: Builder, base: int, owner: model.Thing | None, origin: model.Origin, what: str
) -> Callable[[State, Frame], int]:
    """Return a closure that computes the number of an owner's place or cell, and stops play if there is no owner."""
    constant_owner = fixed_owner(owner)
    if constant_owner is not None:
        number = base + constant_owner
        return lambda state, frame: number
    assert owner is not None
    whose = build.thing(owner)

    def number_of_place(state: State, frame: Frame) -> int:
        player = whose(state, frame)
        if player is None:
            raise faults.fault_of_nobody(build.rules, origin, owner, what)
        return base + int(player)

    return number_of_place


def _target(
    build: Builder, to: model.Contents, origin: model.Origin
) -> tuple[Callable[[State, Frame], int], int | None]:
    """Return the closure of the place to which pieces go, and its capacity, if it has one."""
    room = next((place.most for place in build.rules.places if place.base == to.base), None)
    return _place_of_owner(build, to.base, to.owner, origin, "owner of this place"), room


def _move(build: Builder, act: model.Move) -> Act:
    """Build the move of pieces one after another, each to the end of the place's order."""
    if act.number is not None:
        return _move_from_top(build, act, act.number)
    target, room = _target(build, act.to, act.origin)
    things, places_by_base = build.thing(act.things), {place.base: place for place in build.rules.places}
    # An unordered place does not remember in which order its pieces arrived. Moved into an ordered place, they follow
    # the order in which the rules introduce them.
    unordered_sources: list[int] = []
    if places_by_base[act.to.base].is_ordered:
        sources = (places_by_base[base] for base in sorted(places_in_order(build.rules, act.things)))
        for place in sources:
            unordered_sources += [] if place.is_ordered else range(place.base, place.base + place.many(build.seats))

    def move(state: State, frame: Frame) -> None:
        places, where = state.places, state.where
        for other in unordered_sources:
            places[other].sort()
            state.cache.clear()
        moved_pieces = [*things(state, frame)]
        if not moved_pieces:
            return
        target_place = target(state, frame)
        pile = places[target_place]
        for piece in moved_pieces:
            places[where[piece]].remove(piece)
            pile.append(piece)
            where[piece] = target_place
            if state.moved is not None:
                state.moved.append((piece, target_place))
        state.cache.clear()
        if room is not None and len(pile) > room:
            raise faults.place_full(act.origin)

    return move


def _move_from_top(build: Builder, act: model.Move, number: model.Thing) -> Act:
    """Build the move of some pieces from the top of a place, one after another: the last in the order goes first."""
    assert isinstance(act.things, model.Contents), "only a place has a top"
    target, room = _target(build, act.to, act.origin)
    things, count_of = build.thing(act.things), build.thing(number)

    def move_from_top(state: State, frame: Frame) -> None:
        source, count = things(state, frame), count_of(state, frame)
        if len(source) < count:
            raise faults.too_few(act.origin, build.rules.pieces.name, count, len(source))
        if count <= 0:
            return
        place, where = target(state, frame), state.where
        pile = state.places[place]
        pieces_taken = source[-count:]
        del source[-count:]
        for piece in reversed(pieces_taken):
            pile.append(piece)
            where[piece] = place
        state.cache.clear()
        if room is not None and len(pile) > room:
            raise faults.place_full(act.origin)

    return move_from_top


def _shuffle(build: Builder, act: model.Shuffle) -> Act:
    """Build the move of pieces to a place, which is then put in a random order as a whole."""
    target, room = _target(build, act.into, act.origin)
    things, total = build.thing(act.things), len(build.rules.pieces.names)

    def shuffle(state: State, frame: Frame) -> None:
        place, places, where = target(state, frame), state.places, state.where
        pile = places[place]
        moved_pieces = things(state, frame)
        if len(moved_pieces) == total:
            for other in places:
                other.clear()
            pool = list(range(total))
            where[:] = [place] * total
        else:
            for piece in [*moved_pieces]:
                places[where[piece]].remove(piece)
                pile.append(piece)
                where[piece] = place
            pool = sorted(pile)
        pile[:] = state.chance.shuffle_pool(pool)
        # An empty shuffle needs no line in the record.
        if state.log is not None and pile:
            state.log.append((SHUFFLED, tuple(pile), 0))
        state.cache.clear()
        if room is not None and len(pile) > room:
            raise faults.place_full(act.origin)

    return shuffle


def _choose_by_chance(build: Builder, act: model.Choose) -> Act:
    """Build a choice by chance, of one thing or several, each equally likely or by weight."""
    things, slot = build.thing(act.things), act.slot
    count = None if act.number is None else build.thing(act.number)
    kind = act.kind.element_kind
    code = drawn_code(build.rules, kind)
    weigh = None if act.weight is None else build.thing(act.weight.measure)

    def weights_of(pool: list[int], state: State, frame: Frame) -> list[int]:
        """Return the weights of the things; a negative weight is a fault of the rules."""
        if weigh is None or act.weight is None:
            return []
        weights = []
        for member in pool:
            frame[act.weight.slot] = member
            weights.append(weigh(state, frame))
        if min(weights, default=0) < 0:
            raise faults.no_chance(act.origin)
        return weights

    def pick(state: State, frame: Frame) -> None:
        pool = sorted(things(state, frame))
        number = 1 if count is None else count(state, frame)
        weights = weights_of(pool, state, frame)
        picks = state.chance.pick_some(pool, min(max(number, 0), len(pool)), kind, weights)
        if state.log is not None:
            state.log.extend((CHANCE, member, code) for member in picks)
        frame[slot] = tuple(picks) if count is not None else picks[0] if picks else None

    return pick


# ------------------------------------------------------------------------- states, roles and numbers


def _become_state(build: Builder, act: model.BecomeState) -> Act:
    """Build the act that gives pieces a state."""
    things, mark = build.thing(act.things), act.state

    def become(state: State, frame: Frame) -> None:
        for piece in things(state, frame):
            state.marks[piece] = mark
        state.cache.clear()

    return become


def _store(build: Builder, act: model.Store) -> Act:
    """Build the change of a variable; a number out of its bounds is a fault of the rules."""
    value, cells_of = build.first_case(act.cases, act.kind), cells_of_store(build, act)
    is_set, sign, bounds = act.kind.is_set, act.sign, act.bounds

    def store(state: State, frame: Frame) -> None:
        for cell in cells_of(state, frame):
            content = value(state, frame)
            if is_set:
                content = tuple(sorted(content))
            if bounds is not None:
                if sign != "=":
                    content = state.cells[cell] + (content if sign == "+" else -content)
                if not bounds[0] <= content <= bounds[1]:
                    raise faults.out_of_bounds(act, f"would be {content}")
            state.cells[cell] = content
            state.cache.clear()

    return store


def cells_of_store(build: Builder, act: model.Store) -> Callable[[State, Frame], Iterable[int]]:
    """Return the closure of the cells that an act changes."""
    if act.is_for_all:
        assert act.owners is not None, "it is seated"
        everyone = range(act.base, act.base + act.owners)
        return lambda state, frame: everyone
    cell = _place_of_owner(build, act.base, act.owner, act.origin, f"owner of “{act.name}” here")
    return lambda state, frame: (cell(state, frame),)


# -------------------------------------------------------------------- settling, and the end of the game


def _settle(build: Builder, act: model.Settle) -> Act:
    """Build the act that stores the present values of definitions."""
    settled_cells: list[tuple[int, bool, bool, Meaning]] = []
    for name in act.names:
        definition = build.rules.definitions[name]
        assert definition.settled is not None, name
        kind, meaning = definition.kind, build.definition(name)
        settled_cells.append((definition.settled, kind.is_set, kind.element_kind.base == "group", meaning))

    def settle(state: State, frame: Frame) -> None:
        for cell, is_set, is_group, meaning in settled_cells:
            value = meaning(state, None)
            # Copy the list, which will change; a settled set is sorted, since it has no order of its own.
            if is_set:
                value = tuple(sorted(value))
            # A settled group keeps its sort and pieces but not its rank.
            if is_group and value is not None:
                value = tuple(group.without_rank for group in value) if is_set else value.without_rank
            state.cells[cell] = value

    return settle


def _win(build: Builder, act: model.Win) -> Act:
    """Build the act that ends the game with a winner, a side or nobody."""
    player = build.thing(act.player)

    def win(state: State, frame: Frame) -> None:
        winner = player(state, frame)
        side = tuple(sorted(winner)) if act.is_side else ()
        if act.is_side:
            winner = side[0] if side else None
        state.outcome = Outcome(winner, "nobody" if winner is None else "won", side=side)
        raise GameOverInAct

    return win


def _believe(build: Builder, act: model.Believe) -> Act:
    """Build the assertion of a belief; play stops if the belief is false."""
    test = build.condition(act.condition)

    def believe(state: State, frame: Frame) -> None:
        if not test(state, frame):
            raise faults.belief_broken(act.origin)

    return believe


CHANGES: ByClass[Builder, Act] = {
    model.Move: _move,
    model.Shuffle: _shuffle,
    model.Choose: _choose_by_chance,
    model.BecomeState: _become_state,
    model.Store: _store,
    model.Settle: _settle,
    model.Win: _win,
    model.Believe: _believe,
}
