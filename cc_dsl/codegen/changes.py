"""Generate the acts that change a position at once: pieces move, numbers grow, roles and states change.

Pieces are removed only from the places where they may lie; values computed from these places are discarded.

    the card goes to the table.                     hand_in[p1] &= ~card_3_bit
                                                    table_in |= card_3_bit
                                                    row_known = 0
    his score grows by 2.                           n5 = score_now[p1] + 2
                                                    if n5 < 0 or n5 > 100: … the game ends with a fault …
"""

from __future__ import annotations

import functools
from contextlib import nullcontext

from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.game_emitter import ACTS, GameEmitter
from cc_dsl.codegen.locations import MOST_KEPT, places_of
from cc_dsl.codegen.masks import contents_at, first_of, owners_of
from cc_dsl.codegen.ranking import best
from cc_dsl.codegen.target import SIDE
from cc_dsl.codegen.things import first_case
from cc_dsl.codegen.writer import Frame, GroupText, owned_by, settled_key
from cc_dsl.core import faults
from cc_dsl.core.facts import all_cases, members_of
from cc_dsl.core.faults import RulesFault
from cc_dsl.core.places import ANY, Places
from cc_dsl.core.seating import is_all
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

# ---------------------------------------------------------------------------------------------- pieces


def _owner_of_target(emit: GameEmitter, frame: Frame, to: model.Contents, origin: model.Origin) -> str | None:
    """Return the text of the owner of the place that pieces go to; None if it has no owner."""
    return None if to.owner is None else emit.subject_of(frame, to.owner, origin, "owner of this place")


def _move(emit: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Write the move of a set of pieces to a place."""
    if act.number is not None:
        _move_from_top(emit, frame, act, act.number)
        return
    if act.to.base in emit.flat.counts:
        _move_onto(emit, frame, act)
        return
    things = emit.value(frame, act.things)
    moved_set = things if emit.is_bit(things) else emit.copy_of(things, "m")
    # Without pieces to move, a missing owner is not an error: test for pieces first.
    is_to_nobody = act.to.owner is not None and emit.may_be_none(frame, act.to.owner)
    with emit.branch(moved_set) if is_to_nobody else nullcontext():
        owner = _owner_of_target(emit, frame, act.to, act.origin)
        changed_names = _clear(emit, places_of(emit, frame, act.things), moved_set, (act.to.base, owner))
        _put(emit, act, owner, moved_set, changed_names)


def _put(emit: GameEmitter, act: model.Move, owner: str | None, moved_set: str, changed_names: list[str]) -> None:
    """Put pieces into a place without order."""
    var = emit.flat.places[act.to.base]
    emit.write(f"{emit.target_text(var, owner)} |= {moved_set}")
    emit.forget(*changed_names, var.name)
    room = emit.flat.rooms[act.to.base]
    if room is not None:
        place = emit.read(var, owner)
        test = f"{place} & ({place} - 1)" if room == 1 else f"{emit.surface.count(place)} > {room}"
        with emit.block(f"if {test}:"):
            emit.fault(faults.place_full(act.origin))


def _size_of(emit: GameEmitter, base: int, owner: str | None) -> str:
    """Return the text of the number of pieces in a place with order."""
    var = emit.flat.counts[base]
    return emit.target_text(var, owner if var.is_owned else None)


def _clear(
    emit: GameEmitter, places: Places | None, moved_set: str, target: tuple[int, str | None] | None = None
) -> list[str]:
    """Remove pieces from all places where they may lie but an unordered target; return the names of the variables."""
    places_to_clear = places if places is not None else frozenset((base, ANY) for base in emit.flat.places)
    sets: list[str] = []
    for base, owner in sorted(places_to_clear):
        var = emit.flat.places[base]
        every = [str(index) for index in range(var.owners)] if owner == ANY else [owner]
        for index in every if var.is_owned else [None]:
            if (base, index) == target:
                continue
            if base in emit.flat.counts:
                holder, start = emit.surface.holder(var)
                size = _size_of(emit, base, index)
                emit.write(f"{size} = remove_pieces({holder}, {first_of(emit, start, index)}, {size}, {moved_set})")
            else:
                sets.append(emit.target_text(var, index))
    others = f"~{moved_set}"
    if len(sets) > 1 and emit.surface.is_local:
        others = emit.copy_of(others, "m")
    for place in sets:
        emit.write(f"{place} &= {others}")
    return sorted(emit.flat.places[base].name for base, _ in places_to_clear)


def _move_onto(emit: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Move pieces to a place with order: one directly, several by way of a row, which fixes their order."""
    base, things = act.to.base, act.things
    is_single = isinstance(things, model.Lone)
    thing = emit.copy_of(emit.value(frame, things.thing if isinstance(things, model.Lone) else things), "a")
    is_to_nobody = act.to.owner is not None and emit.may_be_none(frame, act.to.owner)
    test = f"{thing} >= 0" if is_single else thing if is_to_nobody else ""
    with emit.branch(test) if test else nullcontext():
        owner = _owner_of_target(emit, frame, act.to, act.origin)
        moved_piece, number = thing, ""
        if is_single:
            moved_piece = emit.copy_of(emit.surface.singleton(thing), "m")
        else:
            number = emit.fresh("n")
            emit.write(f"{number} = 0")
            emit.evaluate(lambda: _line_up(emit, frame, things, moved_piece, number))
        changed_names = _clear(emit, places_of(emit, frame, things), moved_piece)
        if is_single:
            _push(emit, base, owner, thing)
        else:
            size, (holder, at), index = _size_of(emit, base, owner), _row(emit), emit.fresh("i")
            with emit.block(f"for {index} in range({number}):"):
                slot_laid = f"{holder}[{index}]" if at == "0" else f"{holder}[{at} + {index}]"
                emit.write(f"{_entry(emit, base, owner, f'{size} + {index}')} = {slot_laid}")
            emit.write(f"{size} += {number}")
        emit.forget(*changed_names, emit.flat.places[base].name)
        _check_place(emit, base, owner, act.origin)


def _push(emit: GameEmitter, base: int, owner: str | None, piece: str) -> None:
    size = _size_of(emit, base, owner)
    emit.write(f"{_entry(emit, base, owner, size)} = {piece}")
    emit.write(f"{size} += 1")


def _entry(emit: GameEmitter, base: int, owner: str | None, index: str) -> str:
    """Return the text of one piece in a place with order."""
    var = emit.flat.places[base]
    emit.read(var, "0")
    return emit.surface.cell_of_run(var, first_of(emit, index, owner))


def _check_place(emit: GameEmitter, base: int, owner: str | None, origin: model.Origin) -> None:
    """Write code that stops play if a place with order exceeds its capacity."""
    room = emit.flat.rooms[base]
    if room is not None:
        with emit.block(f"if {_size_of(emit, base, owner)} > {room}:"):
            emit.fault(faults.place_full(origin))


def _move_from_top(emit: GameEmitter, frame: Frame, act: model.Move, number: model.Thing) -> None:
    """Move pieces from the top of a place: a constant number, one by one without a loop, or the value of a phrase."""
    assert isinstance(act.things, model.Contents), "only a place has a top"
    source, to = act.things, act.to.base
    constant_number = number.value if isinstance(number, model.Literal) else None
    if constant_number == 0:
        return
    amount = emit.copy_of(emit.value(frame, number), "n")
    with emit.branch(f"{amount} > 0") if constant_number is None else nullcontext():
        from_owner: str | None = None
        if source.owner is not None:
            is_fixed = isinstance(source.owner, model.Slot | model.Literal)
            text = emit.value(frame, source.owner)
            from_owner = text if is_fixed else emit.copy_of(text, "p")
            if emit.may_be_none(frame, source.owner):
                with emit.block(f"if {from_owner} < 0:"):
                    emit.fault(faults.too_few(act.origin, emit.rules.pieces.name, constant_number))
        size = _size_of(emit, source.base, from_owner)
        with emit.block(f"if {size} < {amount}:"):
            emit.fault(faults.too_few(act.origin, emit.rules.pieces.name, constant_number))
        owner = _owner_of_target(emit, frame, act.to, act.origin)
        from_name = emit.flat.places[source.base].name
        top, moved_set = _entry(emit, source.base, from_owner, size), emit.fresh("m")

        def take_top(sign: str) -> None:
            """Write the move of the top piece onto the target, or its addition to the moved set."""
            emit.write(f"{size} -= 1")
            if to in emit.flat.counts:
                _push(emit, to, owner, top)
            else:
                emit.write(f"{moved_set} {sign} {emit.surface.singleton(top)}")

        if constant_number is None:
            emit.write(f"{moved_set} = 0")
            with emit.block(f"for {emit.fresh('i')} in range({amount}):"):
                take_top("|=")
        elif to == source.base:
            # Source and target may be the same place, so take all pieces before laying the first.
            places = (_entry(emit, to, from_owner, f"{size} - {place}") for place in range(1, constant_number + 1))
            copies = [emit.copy_of(place, "a") for place in places]
            emit.write(f"{size} -= {constant_number}")
            for piece in copies:
                _push(emit, to, owner, piece)
        else:
            for place in range(constant_number):
                take_top("|=" if place else "=")
        if to in emit.flat.counts:
            emit.forget(from_name, emit.flat.places[to].name)
            _check_place(emit, to, owner, act.origin)
        else:
            _put(emit, act, owner, moved_set, [from_name])


def _shuffle(emit: GameEmitter, frame: Frame, act: model.Shuffle) -> None:
    """Shuffle all pieces into a place with a shuffled order, or some of them together with those that lie there."""
    base = act.into.base
    owner = _owner_of_target(emit, frame, act.into, act.origin)
    size, var = _size_of(emit, base, owner), emit.flat.places[base]
    holder, start = emit.surface.holder(var)
    first = first_of(emit, start, owner)
    if is_all(act.things, Kind("pieces")):
        for other, place in emit.flat.places.items():
            number = emit.flat.counts.get(other, place)
            emit.write_all([f"{emit.target_text(number)} = 0"] if number.is_one else emit.surface.initial_lines(number))
        # With constant bounds, Numba generates a faster shuffle.
        emit.write(f"{emit.chance} = shuffle({holder}, {first}, {emit.flat.pieces}, {emit.chance})")
        emit.write(f"{size} = {emit.flat.pieces}")
        emit.forget(*(place.name for place in emit.flat.places.values()))
    else:
        moved_set = emit.copy_of(emit.value(frame, act.things), "m")
        changed_names = _clear(emit, places_of(emit, frame, act.things), moved_set)
        pool = emit.copy_of(f"{moved_set} | {contents_at(emit, base, owner)}", "m")
        emit.write(f"{size} = {emit.surface.count(pool)}")
        emit.write(f"{emit.chance} = shuffled_set({holder}, {first}, {pool}, {emit.chance})")
        emit.forget(*changed_names, var.name)
    _check_place(emit, base, owner, act.origin)


# ------------------------------------------------------------------------- states, roles and numbers


def _become_state(emit: GameEmitter, frame: Frame, act: model.BecomeState) -> None:
    things = emit.copy_of(emit.value(frame, act.things), "m")
    for state, var in emit.flat.marks.items():
        emit.write(f"{emit.target_text(var)} {f'|= {things}' if state == act.state else f'&= ~{things}'}")
    emit.forget(*(var.name for var in emit.flat.marks.values()))


def _store(emit: GameEmitter, frame: Frame, act: model.Store) -> None:
    """Write the change of a variable, of one owner or all."""
    var = emit.flat.cells[act.base]
    owner: str | None = None
    if act.owner is not None and not act.is_for_all:
        owner = emit.subject_of(frame, act.owner, act.origin, f"owner of “{act.name}” here")
    for index in map(str, range(var.owners)) if act.is_for_all and var.is_owned else [owner]:
        value = emit.evaluate(lambda: first_case(emit, frame, act.cases, act.kind))
        cell = emit.target_text(var, index) if act.bounds is None else emit.read(var, index)
        emit.write(f"{cell} = {_within(emit, act, value, cell)}")
        emit.forget(var.name)


def _within(emit: GameEmitter, act: model.Store, value: str, cell: str) -> str:
    """Return the number to store; if it has bounds, write code that ends the game when it would leave them."""
    if act.bounds is None:
        return value
    least, most = act.bounds
    if act.sign == "=" and value.isdigit() and least <= int(value) <= most:
        return value
    number = emit.fresh("n")
    emit.write(f"{number} = {value if act.sign == '=' else f'{cell} {act.sign} {value}'}")
    with emit.block(f"if {number} < {least} or {number} > {most}:"):
        emit.fault(faults.out_of_bounds(act, "would leave its bounds"))
    return number


# -------------------------------------------------------------------- settling, and the end of the game


def _settle(emit: GameEmitter, frame: Frame, act: model.Settle) -> None:
    """Write the storage of present values of definitions, except those that are settled already."""
    for name in act.names:
        cell, status = emit.target_text(emit.flat.settled[name]), emit.status.get(settled_key(name))
        if name not in emit.flat.standings:
            value = emit.value(frame, model.Apply(name, None))
            if not status:
                emit.write(f"{cell} = {value}")
        elif not status and name in emit.flat.lists:
            _settle_list(emit, frame, name, act.origin)
        elif not status:
            group = emit.evaluate(functools.partial(emit.group, frame, model.Apply(name, None)))
            emit.write(f"{cell}, {emit.target_text(emit.flat.standings[name])} = {group.code}, {group.rank}")
        emit.status[settled_key(name)] = True
        emit.forget(emit.flat.settled[name].name)


def _settle_list(emit: GameEmitter, frame: Frame, name: str, origin: model.Origin) -> None:
    """Write code that stores the groups of a definition, with their present ranks."""
    count = emit.fresh("n")
    emit.write(f"{count} = 0")

    def append(group: GroupText) -> None:
        code, standing = emit.flat.lists[name], emit.flat.standings[name]
        check_room(emit, count, code.size, origin)
        for var, text in ((code, group.code), (standing, group.rank)):
            emit.write(f"{emit.target_text(var, count)} = {text}")
        emit.write(f"{count} += 1")

    emit.evaluate(lambda: emit.each_group(frame, model.Apply(name, None), append))
    emit.write(f"{emit.target_text(emit.flat.settled[name])} = {count}")


def check_room(emit: GameEmitter, count: str, most: int, origin: model.Origin) -> None:
    """Write code that stops play if there are too many groups, unless there is always room."""
    if most == MOST_KEPT:
        with emit.block(f"if {count} == {most}:"):
            emit.fault(RulesFault("too-large", f"There are more than {most} groups.", origin.sentence))


MOST_ON_A_SIDE = SIDE.bit_length() - 1
"""The bits below SIDE, one for each player who wins."""


def _win(emit: GameEmitter, frame: Frame, act: model.Win) -> None:
    """Write the end of the game; if the winner is none, or the side is empty, nobody wins."""
    if act.is_side and emit.seats > MOST_ON_A_SIDE:
        raise NotCompiled(f"a side of more than {MOST_ON_A_SIDE} players", act.origin.sentence)
    winner = emit.copy_of(emit.value(frame, act.player), "m" if act.is_side else "p")
    if act.is_side or emit.may_be_none(frame, act.player):
        with emit.block(f"if {winner} == 0:" if act.is_side else f"if {winner} < 0:"):
            emit.end("-1", emit.reason("nobody", ""))
    emit.end(f"{SIDE} + {winner}" if act.is_side else winner, emit.reason("won", ""))


def _believe(emit: GameEmitter, frame: Frame, act: model.Believe) -> None:
    test = emit.test(frame, act.condition)
    with emit.block(f"if not {test}:"):
        emit.fault(faults.belief_broken(act.origin))


# -------------------------------------------------------------------------- several pieces onto an order


def _row(emit: GameEmitter) -> tuple[str, str]:
    """Return the list that contains the row, and the index of its first element."""
    assert emit.flat.row is not None
    emit.read(emit.flat.row, "0")
    return emit.surface.holder(emit.flat.row)


def _line_up(emit: GameEmitter, frame: Frame, term: model.Thing, pieces: str, number: str) -> None:
    """Write code that appends and counts those of `pieces` that a term contains, in the order of the term."""
    match term:
        case model.Union():
            first = emit.name_of_text(f"{pieces} & {emit.thing(frame, term.left)}", "m")
            _line_up(emit, frame, term.left, first, number)
            _line_up(emit, frame, term.right, emit.name_of_text(f"{pieces} & ~{first}", "m"), number)
        case model.Contents() if term.base in emit.flat.counts:
            owner = None if term.owner is None else emit.name_of_text(emit.thing(frame, term.owner), "o")
            may_be_none = term.owner is not None and emit.may_be_none(frame, term.owner)
            with emit.guard(f"{owner} >= 0" if may_be_none else ""):
                _line_up_place(emit, term.base, owner, pieces, number)
        case model.AllContents():
            for owner_number in range(emit.flat.places[term.base].owners):
                _line_up_place(emit, term.base, str(owner_number), pieces, number)
        case model.Apply():
            _line_up_definition(emit, frame, term, pieces, number)
        case model.BestFew():
            left = emit.fresh("m")
            emit.write(f"{left} = {pieces}")
            with emit.block(f"while {left}:"):
                best_piece = emit.name_of_text(best(emit, term.kind, term.is_best, left), "a")
                _line_up_set(emit, emit.surface.bit(best_piece), number)
                emit.write(f"{left} &= ~({emit.surface.bit(best_piece)})")
        case _:
            parts = members_of(term, in_order=True)
            for part in parts:
                _line_up(emit, frame, part, pieces, number)
            if not parts:
                _line_up_set(emit, pieces, number)


def _line_up_set(emit: GameEmitter, pieces: str, number: str) -> None:
    """Append pieces to the row in the order of their introduction."""
    target, at = _row(emit)
    emit.write(f"{number} = append_set({pieces}, {target}, {at}, {number})")


def _line_up_place(emit: GameEmitter, base: int, owner: str | None, pieces: str, number: str) -> None:
    """Append the pieces of a place, in its order if the place is ordered; a shuffled place may be unordered."""
    is_ordered = any(place.base == base and place.is_ordered for place in emit.rules.places)
    if base not in emit.flat.counts or not is_ordered:
        _line_up_set(emit, emit.name_of_text(f"{pieces} & {contents_at(emit, base, owner)}", "m"), number)
        return
    var, count = emit.flat.places[base], emit.flat.counts[base]
    emit.read(var, "0")
    holder, start = emit.surface.holder(var)
    first, size = first_of(emit, start, owner), emit.read(count, owner if count.is_owned else None)
    target, at = _row(emit)
    emit.write(f"{number} = append_members({holder}, {first}, {size}, {pieces}, {target}, {at}, {number})")


def _line_up_definition(emit: GameEmitter, frame: Frame, term: model.Apply, pieces: str, number: str) -> None:
    """Append settled pieces in the order of their introduction, and others in their own order."""
    definition = emit.rules.definitions[term.name]

    def line_up_unsettled() -> None:
        owners, test = owners_of(emit, frame, term.owner, term.other)
        inner = owned_by(*owners)
        with emit.guard(test):
            emit.write_first_case(
                inner, all_cases(definition), lambda part: _line_up(emit, inner, part, pieces, number)
            )

    emit.write_by_settlement(definition, lambda: _line_up_set(emit, pieces, number), line_up_unsettled)


ACTS |= {
    model.Move: _move,
    model.Shuffle: _shuffle,
    model.BecomeState: _become_state,
    model.Store: _store,
    model.Settle: _settle,
    model.Win: _win,
    model.Believe: _believe,
}
