"""Generate the acts that change a position at once: pieces move, numbers grow, roles and states change.

Pieces leave the places where they may lie, and nothing else is touched; what was found from them is forgotten.

    the card goes to the table.                     hand_in[p1] &= ~card_3_bit
                                                    table_in |= card_3_bit
                                                    row_known = 0
    his score grows by 2.                           n5 = score_now[p1] + 2
                                                    if n5 < 0 or n5 > 100: … the game ends with a fault …
"""

from __future__ import annotations

import functools

from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import UNSETTLED
from cc_dsl.codegen.frames import Frame, GroupText, Slot, is_settled, standing_text
from cc_dsl.codegen.game_emitter import GameEmitter
from cc_dsl.codegen.locations import MOST_KEPT, places_of
from cc_dsl.codegen.ranking import best
from cc_dsl.codegen.target import SIDE
from cc_dsl.codegen.things import chosen, contents_at, first_of, may_be_none
from cc_dsl.core import faults
from cc_dsl.core.facts import all_cases
from cc_dsl.core.faults import Broken
from cc_dsl.core.places import ANY, COMMON, Places
from cc_dsl.rules import model
from cc_dsl.trees import ByClassWithin

# ---------------------------------------------------------------------------------------------- pieces


def _target(emit: GameEmitter, frame: Frame, to: model.Contents, origin: model.Origin) -> str | None:
    """Return the text of the owner of the place that pieces go to."""
    return None if to.owner is None else emit.subject_of(frame, to.owner, origin, "whose place it could be")


def _move(emit: GameEmitter, frame: Frame, act: model.Move) -> None:
    if isinstance(act.number, model.Int):
        _move_from_top(emit, frame, act, act.number.value)
        return
    if act.number is not None:
        _move_so_many(emit, frame, act, act.number)
        return
    if act.to.base in emit.flat.counts:
        _move_onto(emit, frame, act)
        return
    if _is_to_nobody(emit, frame, act):
        _move_any(emit, frame, act)
        return
    if isinstance(act.things, model.Contents) and act.things.owner is not None:
        _move_place(emit, frame, act, act.things)
        return
    wholes = whole_places(emit, act.things)
    things = emit.value(frame, act.things)
    moved = things if emit.is_bit(things) else emit.copied(things, "m")
    owner = _target(emit, frame, act.to, act.origin)
    written = clear_wholes(emit, wholes) if wholes is not None else None
    if written is None:
        written = clear(emit, places_of(emit, frame, act.things), moved, (act.to.base, owner))
    _put(emit, act, owner, moved, written)


def _is_to_nobody(emit: GameEmitter, frame: Frame, act: model.Move) -> bool:
    """Return whether pieces may be to go to a place of nobody, which is a fault only if there are any."""
    return act.to.owner is not None and may_be_none(emit, frame, act.to.owner)


def _move_any(emit: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Move pieces to a place whose owner may be none; if there are no pieces, nobody asks whose place it is."""
    moved = emit.copied(emit.value(frame, act.things), "m")
    with emit.branch(moved):
        owner = _target(emit, frame, act.to, act.origin)
        written = clear(emit, places_of(emit, frame, act.things), moved, (act.to.base, owner))
        _put(emit, act, owner, moved, written)


def _move_place(emit: GameEmitter, frame: Frame, act: model.Move, source: model.Contents) -> None:
    """Move all that lies in the place of one owner; if he is none, nothing."""
    is_sure = not may_be_none(emit, frame, source.owner)
    whose = emit.copied(emit.value(frame, source.owner), "o")
    owner = _target(emit, frame, act.to, act.origin)

    def move() -> None:
        moved = emit.copied(contents_at(emit, source.base, whose), "m")
        written = emit.flat.places[source.base].name
        emit.write(f"{place_or_size(emit, source.base, whose)} = 0")
        _put(emit, act, owner, moved, [written])

    if is_sure:
        move()
        return
    with emit.branch(f"{whose} >= 0"):
        move()


def _put(emit: GameEmitter, act: model.Move, owner: str | None, moved: str, written: list[str]) -> None:
    """Put pieces into a place without order."""
    var = emit.flat.places[act.to.base]
    emit.write(f"{emit.spot(var, owner)} |= {moved}")
    emit.forget(*written, var.name)
    room = emit.flat.rooms[act.to.base]
    if room is not None:
        place = emit.read(var, owner)
        test = f"{place} & ({place} - 1)" if room == 1 else f"{emit.surface.count(place)} > {room}"
        with emit.indented(f"if {test}:"):
            emit.fault(faults.place_full(act.origin))


def whole_places(emit: GameEmitter, term: model.Thing) -> list[tuple[int, str]] | None:
    """Return the places that a set consists of, if it is made of whole ones that are known beforehand."""
    if isinstance(term, model.Union):
        left, right = whole_places(emit, term.left), whole_places(emit, term.right)
        return None if left is None or right is None else [*left, *right]
    if isinstance(term, model.Contents) and term.owner is None:
        return [(term.base, COMMON)]
    if isinstance(term, model.Lone) and isinstance(term.thing, model.OnlyPiece) and term.thing.owner is None:
        return [(term.thing.base, COMMON)]
    if isinstance(term, model.AllContents):
        return [(term.base, str(owner)) for owner in range(emit.flat.places[term.base].owners)]
    if isinstance(term, model.Apply) and term.owner is None:
        definition = emit.rules.definitions[term.name]
        is_plain = definition.settled is None and not definition.overrides and len(definition.cases) == 1
        if is_plain and isinstance(definition.cases[0].condition, model.Always):
            return whole_places(emit, definition.cases[0].thing)
    return None


def clear_wholes(emit: GameEmitter, places: list[tuple[int, str]]) -> list[str]:
    """Empty places."""
    for base, owner in places:
        emit.write(f"{place_or_size(emit, base, owner)} = 0")
    return [emit.flat.places[base].name for base, _ in places]


def place_or_size(emit: GameEmitter, base: int, owner: str | None) -> str:
    """Return the text of an expression that is 0 if a place is empty."""
    var = emit.flat.counts.get(base) or emit.flat.places[base]
    return emit.spot(var, owner if var.is_owned else None)


def clear(
    emit: GameEmitter, places: Places | None, moved: str, target: tuple[int, str | None] | None = None
) -> list[str]:
    """Take pieces away from wherever they may lie, but for the place without order to which they go."""
    found = places if places is not None else frozenset((base, ANY) for base in emit.flat.places)
    sets: list[str] = []
    for base, owner in sorted(found):
        var = emit.flat.places[base]
        every = [str(one) for one in range(var.owners)] if owner == ANY else [owner]
        for one in every if var.is_owned else [None]:
            if (base, one) == target:
                continue
            if base in emit.flat.counts:
                holder, start = emit.surface.holder(var)
                size = place_or_size(emit, base, one)
                emit.write(f"{size} = taken_out({holder}, {first_of(emit, start, one)}, {size}, {moved})")
            else:
                sets.append(emit.spot(var, one))
    others = f"~{moved}"
    if len(sets) > 1 and emit.surface.is_local:
        others = emit.copied(others, "m")
    for place in sets:
        emit.write(f"{place} &= {others}")
    return sorted(emit.flat.places[base].name for base, _ in found)


def _move_onto(emit: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Bring pieces onto a place with order, one or several."""
    if not isinstance(act.things, model.Lone):
        _move_pile(emit, frame, act)
        return
    one = act.things.thing
    piece = emit.copied(emit.value(frame, one), "a")
    with emit.branch(f"{piece} >= 0"):
        owner = _target(emit, frame, act.to, act.origin)
        moved = emit.copied(emit.surface.only(piece), "m")
        written = clear(emit, places_of(emit, frame, act.things), moved)
        _push(emit, act.to.base, owner, piece)
        _check_room(emit, act.to.base, owner, act.origin)
        emit.forget(*written, emit.flat.places[act.to.base].name)


def _move_pile(emit: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Bring several pieces onto a place with order: they are laid in a row, and go on from there."""
    moved = emit.copied(emit.value(frame, act.things), "m")
    if not _is_to_nobody(emit, frame, act):
        _lay_pile(emit, frame, act, moved)
        return
    with emit.branch(moved):
        _lay_pile(emit, frame, act, moved)


def _lay_pile(emit: GameEmitter, frame: Frame, act: model.Move, moved: str) -> None:
    owner = _target(emit, frame, act.to, act.origin)
    number = lined_up(emit, frame, act.things, moved)
    written = clear(emit, places_of(emit, frame, act.things), moved)
    size, (holder, at) = place_or_size(emit, act.to.base, owner), row_place(emit)
    one = emit.fresh("i")
    with emit.indented(f"for {one} in range({number}):"):
        piece = f"{holder}[{one}]" if at == "0" else f"{holder}[{at} + {one}]"
        emit.write(f"{_entry(emit, act.to.base, owner, f'{size} + {one}')} = {piece}")
    emit.write(f"{size} += {number}")
    emit.forget(*written, emit.flat.places[act.to.base].name)
    _check_room(emit, act.to.base, owner, act.origin)


def _push(emit: GameEmitter, base: int, owner: str | None, piece: str) -> None:
    size = place_or_size(emit, base, owner)
    emit.write(f"{_entry(emit, base, owner, size)} = {piece}")
    emit.write(f"{size} += 1")


def _entry(emit: GameEmitter, base: int, owner: str | None, index: str) -> str:
    """Return the text of one piece in a place with order."""
    var = emit.flat.places[base]
    emit.read(var, "0")
    return emit.surface.at(var, first_of(emit, index, owner))


def _check_room(emit: GameEmitter, base: int, owner: str | None, origin: model.Origin) -> None:
    room = emit.flat.rooms[base]
    if room is not None:
        with emit.indented(f"if {place_or_size(emit, base, owner)} > {room}:"):
            emit.fault(faults.place_full(origin))


def _note_arrival(emit: GameEmitter, source: model.Contents, owner: str | None, act: model.Move) -> None:
    """Write what follows when pieces have gone from one place with order to another, which may now be full."""
    emit.forget(emit.flat.places[source.base].name, emit.flat.places[act.to.base].name)
    _check_room(emit, act.to.base, owner, act.origin)


def _move_from_top(emit: GameEmitter, frame: Frame, act: model.Move, number: int) -> None:
    assert isinstance(act.things, model.Contents), "only a place has a top"
    source = act.things
    if not number:
        return
    from_owner = _source(emit, frame, source, act, number)
    size = place_or_size(emit, source.base, from_owner)
    with emit.indented(f"if {size} < {number}:"):
        emit.fault(faults.too_few(act.origin, number))
    owner = _target(emit, frame, act.to, act.origin)
    top = _entry(emit, source.base, from_owner, size)
    if act.to.base == source.base:
        taken = [
            emit.copied(_entry(emit, source.base, from_owner, f"{size} - {one}"), "a") for one in range(1, number + 1)
        ]
        emit.write(f"{size} -= {number}")
        for piece in taken:
            _push(emit, act.to.base, owner, piece)
        _note_arrival(emit, source, owner, act)
        return
    if act.to.base in emit.flat.counts:
        for _ in range(number):
            emit.write(f"{size} -= 1")
            _push(emit, act.to.base, owner, top)
        _note_arrival(emit, source, owner, act)
        return
    moved = emit.fresh("m")
    for count in range(number):
        emit.write(f"{size} -= 1")
        emit.write(f"{moved} {'|=' if count else '='} {emit.surface.only(top)}")
    _put(emit, act, owner, moved, [emit.flat.places[source.base].name])


def _move_so_many(emit: GameEmitter, frame: Frame, act: model.Move, wanted: model.Thing) -> None:
    """Take as many pieces from the top of a place as a phrase says; they go to another place."""
    assert isinstance(act.things, model.Contents), "only a place has a top"
    source = act.things
    number = emit.copied(emit.value(frame, wanted), "n")
    with emit.branch(f"{number} > 0"):
        from_owner = _source(emit, frame, source, act, None)
        size = place_or_size(emit, source.base, from_owner)
        with emit.indented(f"if {size} < {number}:"):
            emit.fault(faults.too_few(act.origin, None))
        owner = _target(emit, frame, act.to, act.origin)
        top = _entry(emit, source.base, from_owner, size)
        if act.to.base in emit.flat.counts:
            with emit.indented(f"for {emit.fresh('i')} in range({number}):"):
                emit.write(f"{size} -= 1")
                _push(emit, act.to.base, owner, top)
            _note_arrival(emit, source, owner, act)
        else:
            moved = emit.fresh("m")
            emit.write(f"{moved} = 0")
            with emit.indented(f"for {emit.fresh('i')} in range({number}):"):
                emit.write(f"{size} -= 1")
                emit.write(f"{moved} |= {emit.surface.only(top)}")
            _put(emit, act, owner, moved, [emit.flat.places[source.base].name])


def _source(emit: GameEmitter, frame: Frame, source: model.Contents, act: model.Move, number: int | None) -> str | None:
    """Return the text of the owner of the place whose top is taken; in a place of nobody there are too few."""
    if source.owner is None:
        return None
    is_fixed = isinstance(source.owner, model.Slot | model.Const)
    text = emit.value(frame, source.owner)
    owner = text if is_fixed else emit.copied(text, "p")
    if may_be_none(emit, frame, source.owner):
        with emit.indented(f"if {owner} < 0:"):
            emit.fault(faults.too_few(act.origin, number))
    return owner


def _shuffle(emit: GameEmitter, frame: Frame, act: model.Shuffle) -> None:
    base = act.into.base
    owner = _target(emit, frame, act.into, act.origin)
    size = place_or_size(emit, base, owner)
    var = emit.flat.places[base]
    holder, start = emit.surface.holder(var)
    first = first_of(emit, start, owner)
    if isinstance(act.things, model.AllPieces):
        emit.empty_all()
        emit.shuffle_all(base, holder, first, size)
        emit.forget(*(place.name for place in emit.flat.places.values()))
        _check_room(emit, base, owner, act.origin)
        return
    moved = emit.copied(emit.value(frame, act.things), "m")
    written = clear(emit, places_of(emit, frame, act.things), moved)
    pool = emit.copied(f"{moved} | {contents_at(emit, base, owner)}", "m")
    emit.shuffle_some(holder, first, size, pool)
    emit.forget(*written, var.name)
    _check_room(emit, base, owner, act.origin)


# ------------------------------------------------------------------------- states, roles and numbers


def _become_state(emit: GameEmitter, frame: Frame, act: model.BecomeState) -> None:
    things = emit.copied(emit.value(frame, act.things), "m")
    for state, var in emit.flat.marks.items():
        emit.write(f"{emit.spot(var)} {f'|= {things}' if state == act.state else f'&= ~{things}'}")
    emit.forget(*(var.name for var in emit.flat.marks.values()))


def _store(emit: GameEmitter, frame: Frame, one: model.Store) -> None:
    var = emit.flat.cells[one.base]
    owner: str | None = None
    if one.owner is not None and not one.is_for_all:
        owner = emit.subject_of(frame, one.owner, one.origin, f"whose “{one.name}” could change")
    for index in map(str, range(var.owners)) if one.is_for_all and var.is_owned else [owner]:
        value = emit.evaluated(lambda: chosen(emit, frame, one.cases, one.kind))
        cell = emit.spot(var, index) if one.bounds is None else emit.read(var, index)
        emit.write(f"{cell} = {_within(emit, one, value, cell)}")
        emit.forget(var.name)


def _within(emit: GameEmitter, one: model.Store, value: str, cell: str) -> str:
    """Return what is stored; where it has bounds, write what ends the game if it would leave them."""
    if one.bounds is None:
        return value
    least, most = one.bounds
    if one.sign == "=" and value.isdigit() and least <= int(value) <= most:
        return value
    number = emit.fresh("n")
    emit.write(f"{number} = {value if one.sign == '=' else f'{cell} {one.sign} {value}'}")
    with emit.indented(f"if {number} < {least} or {number} > {most}:"):
        emit.fault(faults.out_of_bounds(one, "would leave its bounds"))
    return number


# --------------------------------------------------------------------------- what is fixed, and the end


def _settle(emit: GameEmitter, frame: Frame, act: model.Settle) -> None:
    for name in act.names:
        var = emit.flat.settled[name]
        if name in emit.flat.standings:
            _settle_groups(emit, frame, act, name)
            continue
        value = emit.evaluated(functools.partial(_settling, emit, frame, name))
        if not emit.status.get(is_settled(name)):
            emit.write(f"{emit.spot(var)} = {value}")
        emit.status[is_settled(name)] = True
        emit.forget(var.name)


def _settling(emit: GameEmitter, frame: Frame, name: str) -> str:
    """Return the value of a settled definition; if a call is expensive, it is computed inline."""
    definition = emit.rules.definitions[name]
    if emit.surface.is_local and emit.status.get(is_settled(name)) is False and definition.owner is None:
        return chosen(emit, {}, all_cases(definition), definition.kind)
    return emit.thing(frame, model.Apply(name, None))


def _settle_groups(emit: GameEmitter, frame: Frame, act: model.Settle, name: str) -> None:
    """Keep a group, or several, and how they rank now."""
    status = emit.status.get(is_settled(name))
    if not status and name in emit.flat.lists:
        settle_list(emit, frame, name, act.origin)
    elif not status:
        group = emit.evaluated(lambda: emit.group(frame, model.Apply(name, None)))
        pair = f"{emit.spot(emit.flat.settled[name])}, {emit.spot(emit.flat.standings[name])}"
        emit.write(f"{pair} = {group.code}, {standing_text(group)}")
    emit.status[is_settled(name)] = True
    emit.forget(emit.flat.settled[name].name)


def _win(emit: GameEmitter, frame: Frame, act: model.Win) -> None:
    if act.is_side:
        _win_together(emit, frame, act)
        return
    winner = emit.copied(emit.value(frame, act.player), "p")
    if may_be_none(emit, frame, act.player):
        with emit.indented(f"if {winner} < 0:"):
            emit.end("-1", emit.reason("nobody", ""))
    emit.end(winner, emit.reason("won", ""))


def _win_together(emit: GameEmitter, frame: Frame, act: model.Win) -> None:
    """End the game; if nobody is on the side, nobody wins."""
    if emit.seats > MOST_ON_A_SIDE:
        raise NotCompiled(f"a side of more than {MOST_ON_A_SIDE} players", act.origin.sentence)
    side = emit.copied(emit.value(frame, act.player), "m")
    with emit.indented(f"if {side} == 0:"):
        emit.end("-1", emit.reason("nobody", ""))
    emit.end(f"{SIDE} + {side}", emit.reason("won", ""))


MOST_ON_A_SIDE = SIDE.bit_length() - 1


def _believe(emit: GameEmitter, frame: Frame, act: model.Believe) -> None:
    test = emit.test(frame, act.condition)
    with emit.indented(f"if not {test}:"):
        emit.fault(faults.belief_broken(act.origin))


# ------------------------------------------------------------------------ lists of groups that are settled


def settle_list(emit: GameEmitter, frame: Frame, name: str, origin: model.Origin) -> None:
    """Write what keeps the groups that a definition gives."""
    count = emit.fresh("n")
    emit.write(f"{count} = 0")

    def keep(group: GroupText) -> None:
        code, standing = emit.flat.lists[name], emit.flat.standings[name]
        check_room(emit, count, code.size, origin)
        for var, text in ((code, group.code), (standing, standing_text(group))):
            emit.write(f"{emit.spot(var, count)} = {text}")
        emit.write(f"{count} += 1")

    emit.evaluated(lambda: emit.each_group(frame, model.Apply(name, None), keep))
    emit.write(f"{emit.spot(emit.flat.settled[name])} = {count}")


def check_room(emit: GameEmitter, count: str, most: int, origin: model.Origin) -> None:
    """Write code that stops play if there are too many groups; no test is needed if all have room."""
    if most == MOST_KEPT:
        with emit.indented(f"if {count} == {most}:"):
            emit.fault(Broken("too-large", f"There are more than {most} groups.", origin.sentence))


# -------------------------------------------------------------------------- several pieces onto an order


def lined_up(emit: GameEmitter, frame: Frame, term: model.Thing, pieces: str) -> str:
    """Write what lays pieces in a row; give the text of how many they are."""
    number = emit.fresh("n")
    emit.write(f"{number} = 0")
    emit.evaluated(lambda: _line_up(emit, frame, term, pieces, number))
    return number


def row_place(emit: GameEmitter) -> tuple[str, str]:
    """Return the list that the row is in, and where it begins there."""
    assert emit.flat.row is not None
    emit.read(emit.flat.row, "0")
    return emit.surface.holder(emit.flat.row)


def _line_up(emit: GameEmitter, frame: Frame, term: model.Thing, pieces: str, number: str) -> None:
    """Write code that lays the pieces of a term after those that already lie in the row."""
    if isinstance(term, model.Filter):
        _line_up(emit, frame, term.things, pieces, number)
    elif isinstance(term, model.Difference):
        _line_up(emit, frame, term.left, pieces, number)
    elif isinstance(term, model.Union):
        first = emit.keep(f"{pieces} & {emit.thing(frame, term.left)}", "m")
        _line_up(emit, frame, term.left, first, number)
        _line_up(emit, frame, term.right, emit.keep(f"{pieces} & ~{first}", "m"), number)
    elif isinstance(term, model.Contents) and term.base in emit.flat.counts:
        _line_up_place(emit, frame, term, pieces, number)
    elif isinstance(term, model.AllContents) and term.base in emit.flat.counts:
        for owner in range(emit.flat.places[term.base].owners):
            _in_its_order(emit, term.base, str(owner), pieces, number)
    elif isinstance(term, model.AllContents):
        for owner in range(emit.flat.places[term.base].owners):
            there = emit.read(emit.flat.places[term.base], str(owner))
            _as_introduced(emit, emit.keep(f"{pieces} & {there}", "m"), number)
    elif isinstance(term, model.Apply):
        _line_up_definition(emit, frame, term, pieces, number)
    elif isinstance(term, model.BestFew):
        _line_up_by_rank(emit, term, pieces, number)
    else:
        _as_introduced(emit, pieces, number)


def _line_up_place(emit: GameEmitter, frame: Frame, term: model.Contents, pieces: str, number: str) -> None:
    if term.owner is None:
        _in_its_order(emit, term.base, None, pieces, number)
        return
    owner = emit.keep(emit.thing(frame, term.owner), "o")
    if not may_be_none(emit, frame, term.owner):
        _in_its_order(emit, term.base, owner, pieces, number)
        return
    with emit.indented(f"if {owner} >= 0:"):
        _in_its_order(emit, term.base, owner, pieces, number)


def _in_its_order(emit: GameEmitter, base: int, owner: str | None, pieces: str, number: str) -> None:
    var, count = emit.flat.places[base], emit.flat.counts[base]
    if not _is_ordered(emit, base):
        # It was shuffled, and has no order all the same.
        _as_introduced(emit, emit.keep(f"{pieces} & {contents_at(emit, base, owner)}", "m"), number)
        return
    emit.read(var, "0")
    holder, start = emit.surface.holder(var)
    first, size = first_of(emit, start, owner), emit.read(count, owner if count.is_owned else None)
    target, at = row_place(emit)
    emit.write(f"{number} = laid_in_row({holder}, {first}, {size}, {pieces}, {target}, {at}, {number})")


def _is_ordered(emit: GameEmitter, base: int) -> bool:
    return any(place.base == base and place.is_ordered for place in emit.rules.places)


def _as_introduced(emit: GameEmitter, pieces: str, number: str) -> None:
    target, at = row_place(emit)
    emit.write(f"{number} = set_in_row({pieces}, {target}, {at}, {number})")


def _line_up_definition(emit: GameEmitter, frame: Frame, term: model.Apply, pieces: str, number: str) -> None:
    """Lay settled pieces in the order of their introduction, and others in their own order."""
    var = emit.flat.settled.get(term.name)
    status = False if var is None else emit.status.get(is_settled(term.name))
    if status is False:
        _line_up_meaning(emit, frame, term, pieces, number)
    elif status or var is None:
        _as_introduced(emit, pieces, number)
    else:
        with emit.indented(f"if {emit.read(var)} != {UNSETTLED}:"):
            _as_introduced(emit, pieces, number)
        with emit.indented("else:"):
            _line_up_meaning(emit, frame, term, pieces, number)


def _line_up_meaning(emit: GameEmitter, frame: Frame, term: model.Apply, pieces: str, number: str) -> None:
    inner: Frame = {}
    cases = all_cases(emit.rules.definitions[term.name])
    if term.owner is None:
        _line_up_cases(emit, inner, cases, pieces, number)
        return
    owner = emit.keep(emit.thing(frame, term.owner), "o")
    inner[0] = Slot(owner, False)
    with emit.indented(f"if {owner} >= 0:"):
        _line_up_cases(emit, inner, cases, pieces, number)


def _line_up_cases(emit: GameEmitter, frame: Frame, cases: list[model.Case], pieces: str, number: str) -> None:
    if not cases:
        return
    test = emit.condition(frame, cases[0].condition)
    if test == "True":
        _line_up(emit, frame, cases[0].thing, pieces, number)
        return
    with emit.indented(f"if {test}:"):
        _line_up(emit, frame, cases[0].thing, pieces, number)
    with emit.indented("else:"):
        _line_up_cases(emit, frame, cases[1:], pieces, number)


def _line_up_by_rank(emit: GameEmitter, term: model.BestFew, pieces: str, number: str) -> None:
    left, target, at = emit.fresh("m"), *row_place(emit)
    emit.write(f"{left} = {pieces}")
    with emit.indented(f"while {left}:"):
        one = emit.keep(best(emit, term.kind, term.is_best, left), "a")
        emit.write(f"{number} = set_in_row({emit.surface.bit(one)}, {target}, {at}, {number})")
        emit.write(f"{left} &= ~({emit.surface.bit(one)})")


CHANGES: ByClassWithin[GameEmitter, Frame, None] = {
    model.Move: _move,
    model.Shuffle: _shuffle,
    model.BecomeState: _become_state,
    model.Store: _store,
    model.Settle: _settle,
    model.Win: _win,
    model.Believe: _believe,
}
