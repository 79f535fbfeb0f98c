"""Generate the acts that change a position at once: pieces move, numbers grow, roles and states change."""

from __future__ import annotations

import functools

from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import UNSETTLED
from cc_dsl.compiler.frames import Frame, GroupText, Slot, agreed, is_settled, standing_text
from cc_dsl.compiler.game_emitter import GameEmitter
from cc_dsl.compiler.locations import MOST_KEPT, places_of
from cc_dsl.compiler.ranking import best
from cc_dsl.compiler.target import SIDE
from cc_dsl.compiler.things import chosen, contents_at, first_of, may_be_none
from cc_dsl.core import faults
from cc_dsl.core.facts import all_cases
from cc_dsl.core.faults import Broken
from cc_dsl.core.places import ANY, COMMON, Places
from cc_dsl.rules import model
from cc_dsl.trees import ByClassWithin

# ---------------------------------------------------------------------------------------------- pieces


def _target(make: GameEmitter, frame: Frame, to: model.Contents, origin: model.Origin) -> str | None:
    """Return the text of the owner of the place that pieces go to."""
    return None if to.owner is None else make.subject_of(frame, to.owner, origin, "whose place it could be")


def _move(make: GameEmitter, frame: Frame, act: model.Move) -> None:
    if isinstance(act.number, model.Int):
        _move_from_top(make, frame, act, act.number.value)
        return
    if act.number is not None:
        _move_so_many(make, frame, act, act.number)
        return
    if act.to.base in make.flat.counts:
        _move_onto(make, frame, act)
        return
    if _is_to_nobody(make, frame, act):
        _move_any(make, frame, act)
        return
    if isinstance(act.things, model.Contents) and act.things.owner is not None:
        _move_place(make, frame, act, act.things)
        return
    wholes = whole_places(make, act.things)
    things = make.evaluated(lambda: make.thing(frame, act.things))
    moved = things if make.is_bit(things) else make.copied(things, "m")
    owner = _target(make, frame, act.to, act.origin)
    written = clear_wholes(make, wholes) if wholes is not None else None
    if written is None:
        written = clear(make, places_of(make, frame, act.things), moved, (act.to.base, owner))
    _put(make, act, owner, moved, written)


def _is_to_nobody(make: GameEmitter, frame: Frame, act: model.Move) -> bool:
    """Return whether pieces may be to go to a place of nobody, which is a fault only if there are any."""
    return act.to.owner is not None and may_be_none(make, frame, act.to.owner)


def _move_any(make: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Move pieces to a place whose owner may be none; if there are no pieces, nobody asks whose place it is."""
    moved = make.copied(make.evaluated(lambda: make.thing(frame, act.things)), "m")
    before = dict(make.status)
    with make.indented(f"if {moved}:"):
        owner = _target(make, frame, act.to, act.origin)
        written = clear(make, places_of(make, frame, act.things), moved, (act.to.base, owner))
        _put(make, act, owner, moved, written)
    make.status = agreed(before, make.status)


def _move_place(make: GameEmitter, frame: Frame, act: model.Move, source: model.Contents) -> None:
    """Move all that lies in the place of one owner; if he is none, nothing."""
    is_sure = not may_be_none(make, frame, source.owner)
    whose = make.copied(make.evaluated(lambda: make.thing(frame, source.owner)), "o")
    owner = _target(make, frame, act.to, act.origin)

    def move() -> None:
        moved = make.copied(contents_at(make, source.base, whose), "m")
        written = make.flat.places[source.base].name
        make.write(f"{place_or_size(make, source.base, whose)} = 0")
        _put(make, act, owner, moved, [written])

    if is_sure:
        move()
        return
    before = dict(make.status)
    with make.indented(f"if {whose} >= 0:"):
        move()
    make.status = agreed(before, make.status)


def _put(make: GameEmitter, act: model.Move, owner: str | None, moved: str, written: list[str]) -> None:
    """Put pieces into a place without order."""
    var = make.flat.places[act.to.base]
    make.write(f"{make.spot(var, owner)} |= {moved}")
    make.forget(*written, var.name)
    room = make.flat.rooms[act.to.base]
    if room is not None:
        place = make.read(var, owner)
        test = f"{place} & ({place} - 1)" if room == 1 else f"{make.surface.count(place)} > {room}"
        with make.indented(f"if {test}:"):
            make.fault(faults.place_full(act.origin))


def whole_places(make: GameEmitter, term: model.Thing) -> list[tuple[int, str]] | None:
    """Return the places that a set consists of, if it is made of whole ones that are known beforehand."""
    if isinstance(term, model.Union):
        left, right = whole_places(make, term.left), whole_places(make, term.right)
        return None if left is None or right is None else [*left, *right]
    if isinstance(term, model.Contents) and term.owner is None:
        return [(term.base, COMMON)]
    if isinstance(term, model.Lone) and isinstance(term.thing, model.OnlyPiece) and term.thing.owner is None:
        return [(term.thing.base, COMMON)]
    if isinstance(term, model.AllContents):
        return [(term.base, str(owner)) for owner in range(make.flat.places[term.base].owners)]
    if isinstance(term, model.Apply) and term.owner is None:
        definition = make.rules.definitions[term.name]
        is_plain = definition.settled is None and not definition.overrides and len(definition.cases) == 1
        if is_plain and isinstance(definition.cases[0].condition, model.Always):
            return whole_places(make, definition.cases[0].thing)
    return None


def clear_wholes(make: GameEmitter, places: list[tuple[int, str]]) -> list[str]:
    """Empty places."""
    for base, owner in places:
        make.write(f"{place_or_size(make, base, owner)} = 0")
    return [make.flat.places[base].name for base, _ in places]


def place_or_size(make: GameEmitter, base: int, owner: str | None) -> str:
    """Return the text of an expression that is 0 if a place is empty."""
    var = make.flat.counts.get(base) or make.flat.places[base]
    return make.spot(var, owner if var.is_owned else None)


def clear(
    make: GameEmitter, places: Places | None, moved: str, target: tuple[int, str | None] | None = None
) -> list[str]:
    """Take pieces away from wherever they may lie, but for the place without order to which they go."""
    found = places if places is not None else frozenset((base, ANY) for base in make.flat.places)
    sets: list[str] = []
    for base, owner in sorted(found):
        var = make.flat.places[base]
        every = [str(one) for one in range(var.owners)] if owner == ANY else [owner]
        for one in every if var.is_owned else [None]:
            if (base, one) == target:
                continue
            if base in make.flat.counts:
                holder, start = make.surface.holder(var)
                size = place_or_size(make, base, one)
                make.write(f"{size} = taken_out({holder}, {first_of(make, start, one)}, {size}, {moved})")
            else:
                sets.append(make.spot(var, one))
    others = f"~{moved}"
    if len(sets) > 1 and make.surface.is_local:
        others = make.copied(others, "m")
    for place in sets:
        make.write(f"{place} &= {others}")
    return sorted(make.flat.places[base].name for base, _ in found)


def _move_onto(make: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Bring pieces onto a place with order, one or several."""
    if not isinstance(act.things, model.Lone):
        _move_pile(make, frame, act)
        return
    one = act.things.thing
    piece = make.copied(make.evaluated(lambda: make.thing(frame, one)), "a")
    before = dict(make.status)
    with make.indented(f"if {piece} >= 0:"):
        owner = _target(make, frame, act.to, act.origin)
        moved = make.copied(make.surface.only(piece), "m")
        written = clear(make, places_of(make, frame, act.things), moved)
        _push(make, act.to.base, owner, piece)
        _check_room(make, act.to.base, owner, act.origin)
        make.forget(*written, make.flat.places[act.to.base].name)
    make.status = agreed(before, make.status)


def _move_pile(make: GameEmitter, frame: Frame, act: model.Move) -> None:
    """Bring several pieces onto a place with order: they are laid in a row, and go on from there."""
    moved = make.copied(make.evaluated(lambda: make.thing(frame, act.things)), "m")
    if not _is_to_nobody(make, frame, act):
        _lay_pile(make, frame, act, moved)
        return
    before = dict(make.status)
    with make.indented(f"if {moved}:"):
        _lay_pile(make, frame, act, moved)
    make.status = agreed(before, make.status)


def _lay_pile(make: GameEmitter, frame: Frame, act: model.Move, moved: str) -> None:
    owner = _target(make, frame, act.to, act.origin)
    number = lined_up(make, frame, act.things, moved)
    written = clear(make, places_of(make, frame, act.things), moved)
    size, (holder, at) = place_or_size(make, act.to.base, owner), row_place(make)
    one = make.fresh("i")
    with make.indented(f"for {one} in range({number}):"):
        piece = f"{holder}[{one}]" if at == "0" else f"{holder}[{at} + {one}]"
        make.write(f"{_entry(make, act.to.base, owner, f'{size} + {one}')} = {piece}")
    make.write(f"{size} += {number}")
    make.forget(*written, make.flat.places[act.to.base].name)
    _check_room(make, act.to.base, owner, act.origin)


def _push(make: GameEmitter, base: int, owner: str | None, piece: str) -> None:
    size = place_or_size(make, base, owner)
    make.write(f"{_entry(make, base, owner, size)} = {piece}")
    make.write(f"{size} += 1")


def _entry(make: GameEmitter, base: int, owner: str | None, index: str) -> str:
    """Return the text of one piece in a place with order."""
    var = make.flat.places[base]
    make.read(var, "0")
    return make.surface.at(var, first_of(make, index, owner))


def _check_room(make: GameEmitter, base: int, owner: str | None, origin: model.Origin) -> None:
    room = make.flat.rooms[base]
    if room is not None:
        with make.indented(f"if {place_or_size(make, base, owner)} > {room}:"):
            make.fault(faults.place_full(origin))


def _note_arrival(make: GameEmitter, source: model.Contents, owner: str | None, act: model.Move) -> None:
    """Write what follows when pieces have gone from one place with order to another, which may now be full."""
    make.forget(make.flat.places[source.base].name, make.flat.places[act.to.base].name)
    _check_room(make, act.to.base, owner, act.origin)


def _move_from_top(make: GameEmitter, frame: Frame, act: model.Move, number: int) -> None:
    assert isinstance(act.things, model.Contents), "only a place has a top"
    source = act.things
    if not number:
        return
    from_owner = _source(make, frame, source, act, number)
    size = place_or_size(make, source.base, from_owner)
    with make.indented(f"if {size} < {number}:"):
        make.fault(faults.too_few(act.origin, number))
    owner = _target(make, frame, act.to, act.origin)
    top = _entry(make, source.base, from_owner, size)
    if act.to.base == source.base:
        taken = [
            make.copied(_entry(make, source.base, from_owner, f"{size} - {one}"), "a") for one in range(1, number + 1)
        ]
        make.write(f"{size} -= {number}")
        for piece in taken:
            _push(make, act.to.base, owner, piece)
        _note_arrival(make, source, owner, act)
        return
    if act.to.base in make.flat.counts:
        for _ in range(number):
            make.write(f"{size} -= 1")
            _push(make, act.to.base, owner, top)
        _note_arrival(make, source, owner, act)
        return
    moved = make.fresh("m")
    for count in range(number):
        make.write(f"{size} -= 1")
        make.write(f"{moved} {'|=' if count else '='} {make.surface.only(top)}")
    _put(make, act, owner, moved, [make.flat.places[source.base].name])


def _move_so_many(make: GameEmitter, frame: Frame, act: model.Move, wanted: model.Thing) -> None:
    """Take as many pieces from the top of a place as a phrase says; they go to another place."""
    assert isinstance(act.things, model.Contents), "only a place has a top"
    source, before = act.things, dict(make.status)
    number = make.copied(make.evaluated(lambda: make.thing(frame, wanted)), "n")
    with make.indented(f"if {number} > 0:"):
        from_owner = _source(make, frame, source, act, None)
        size = place_or_size(make, source.base, from_owner)
        with make.indented(f"if {size} < {number}:"):
            make.fault(faults.too_few(act.origin, None))
        owner = _target(make, frame, act.to, act.origin)
        top = _entry(make, source.base, from_owner, size)
        if act.to.base in make.flat.counts:
            with make.indented(f"for {make.fresh('i')} in range({number}):"):
                make.write(f"{size} -= 1")
                _push(make, act.to.base, owner, top)
            _note_arrival(make, source, owner, act)
        else:
            moved = make.fresh("m")
            make.write(f"{moved} = 0")
            with make.indented(f"for {make.fresh('i')} in range({number}):"):
                make.write(f"{size} -= 1")
                make.write(f"{moved} |= {make.surface.only(top)}")
            _put(make, act, owner, moved, [make.flat.places[source.base].name])
    make.status = agreed(before, make.status)


def _source(make: GameEmitter, frame: Frame, source: model.Contents, act: model.Move, number: int | None) -> str | None:
    """Return the text of the owner of the place whose top is taken; in a place of nobody there are too few."""
    if source.owner is None:
        return None
    is_fixed = isinstance(source.owner, model.Slot | model.Const)
    text = make.evaluated(lambda: make.thing(frame, source.owner))
    owner = text if is_fixed else make.copied(text, "p")
    if may_be_none(make, frame, source.owner):
        with make.indented(f"if {owner} < 0:"):
            make.fault(faults.too_few(act.origin, number))
    return owner


def _shuffle(make: GameEmitter, frame: Frame, act: model.Shuffle) -> None:
    base = act.into.base
    owner = _target(make, frame, act.into, act.origin)
    size = place_or_size(make, base, owner)
    var = make.flat.places[base]
    holder, start = make.surface.holder(var)
    first = first_of(make, start, owner)
    if isinstance(act.things, model.AllPieces):
        make.empty_all()
        make.shuffle_all(base, holder, first, size)
        make.forget(*(place.name for place in make.flat.places.values()))
        _check_room(make, base, owner, act.origin)
        return
    moved = make.copied(make.evaluated(lambda: make.thing(frame, act.things)), "m")
    written = clear(make, places_of(make, frame, act.things), moved)
    pool = make.copied(f"{moved} | {contents_at(make, base, owner)}", "m")
    make.shuffle_some(holder, first, size, pool)
    make.forget(*written, var.name)
    _check_room(make, base, owner, act.origin)


# ------------------------------------------------------------------------- states, roles and numbers


def _become_state(make: GameEmitter, frame: Frame, act: model.BecomeState) -> None:
    things = make.copied(make.evaluated(lambda: make.thing(frame, act.things)), "m")
    for state, var in make.flat.marks.items():
        make.write(f"{make.spot(var)} {f'|= {things}' if state == act.state else f'&= ~{things}'}")
    make.forget(*(var.name for var in make.flat.marks.values()))


def _store(make: GameEmitter, frame: Frame, one: model.Store) -> None:
    var = make.flat.cells[one.base]
    owner: str | None = None
    if one.owner is not None and not one.is_for_all:
        owner = make.subject_of(frame, one.owner, one.origin, f"whose “{one.name}” could change")
    for index in map(str, range(var.owners)) if one.is_for_all and var.is_owned else [owner]:
        value = make.evaluated(lambda: chosen(make, frame, one.cases, one.kind))
        cell = make.spot(var, index) if one.bounds is None else make.read(var, index)
        make.write(f"{cell} = {_within(make, one, value, cell)}")
        make.forget(var.name)


def _within(make: GameEmitter, one: model.Store, value: str, cell: str) -> str:
    """Return what is stored; where it has bounds, write what ends the game if it would leave them."""
    if one.bounds is None:
        return value
    least, most = one.bounds
    if one.sign == "=" and value.isdigit() and least <= int(value) <= most:
        return value
    number = make.fresh("n")
    make.write(f"{number} = {value if one.sign == '=' else f'{cell} {one.sign} {value}'}")
    with make.indented(f"if {number} < {least} or {number} > {most}:"):
        make.fault(faults.out_of_bounds(one, "would leave its bounds"))
    return number


# --------------------------------------------------------------------------- what is fixed, and the end


def _settle(make: GameEmitter, frame: Frame, act: model.Settle) -> None:
    for name in act.names:
        var = make.flat.settled[name]
        if name in make.flat.standings:
            _settle_groups(make, frame, act, name)
            continue
        value = make.evaluated(functools.partial(_settling, make, frame, name))
        if not make.status.get(is_settled(name)):
            make.write(f"{make.spot(var)} = {value}")
        make.status[is_settled(name)] = True
        make.forget(var.name)


def _settling(make: GameEmitter, frame: Frame, name: str) -> str:
    """Return the value of a settled definition; if a call is expensive, it is computed inline."""
    definition = make.rules.definitions[name]
    if make.surface.is_local and make.status.get(is_settled(name)) is False and definition.owner is None:
        return chosen(make, {}, all_cases(definition), definition.kind)
    return make.thing(frame, model.Apply(name, None))


def _settle_groups(make: GameEmitter, frame: Frame, act: model.Settle, name: str) -> None:
    """Keep a group, or several, and how they rank now."""
    status = make.status.get(is_settled(name))
    if not status and name in make.flat.lists:
        settle_list(make, frame, name, act.origin)
    elif not status:
        group = make.evaluated(lambda: make.group(frame, model.Apply(name, None)))
        pair = f"{make.spot(make.flat.settled[name])}, {make.spot(make.flat.standings[name])}"
        make.write(f"{pair} = {group.code}, {standing_text(group)}")
    make.status[is_settled(name)] = True
    make.forget(make.flat.settled[name].name)


def _win(make: GameEmitter, frame: Frame, act: model.Win) -> None:
    if act.is_side:
        _win_together(make, frame, act)
        return
    winner = make.copied(make.evaluated(lambda: make.thing(frame, act.player)), "p")
    if may_be_none(make, frame, act.player):
        with make.indented(f"if {winner} < 0:"):
            make.end("-1", make.reason("nobody", ""))
    make.end(winner, make.reason("won", ""))


def _win_together(make: GameEmitter, frame: Frame, act: model.Win) -> None:
    """End the game; if nobody is on the side, nobody wins."""
    if make.seats > MOST_ON_A_SIDE:
        raise NotCompiled(f"a side of more than {MOST_ON_A_SIDE} players", act.origin.sentence)
    side = make.copied(make.evaluated(lambda: make.thing(frame, act.player)), "m")
    with make.indented(f"if {side} == 0:"):
        make.end("-1", make.reason("nobody", ""))
    make.end(f"{SIDE} + {side}", make.reason("won", ""))


MOST_ON_A_SIDE = SIDE.bit_length() - 1


def _believe(make: GameEmitter, frame: Frame, act: model.Believe) -> None:
    test = make.evaluated(lambda: make.condition(frame, act.condition))
    with make.indented(f"if not {test}:"):
        make.fault(faults.belief_broken(act.origin))


# ------------------------------------------------------------------------ lists of groups that are settled


def settle_list(make: GameEmitter, frame: Frame, name: str, origin: model.Origin) -> None:
    """Write what keeps the groups that a definition gives."""
    count = make.fresh("n")
    make.write(f"{count} = 0")

    def keep(group: GroupText) -> None:
        code, standing = make.flat.lists[name], make.flat.standings[name]
        check_room(make, count, code.size, origin)
        for var, text in ((code, group.code), (standing, standing_text(group))):
            make.write(f"{make.spot(var, count)} = {text}")
        make.write(f"{count} += 1")

    make.evaluated(lambda: make.each_group(frame, model.Apply(name, None), keep))
    make.write(f"{make.spot(make.flat.settled[name])} = {count}")


def check_room(make: GameEmitter, count: str, most: int, origin: model.Origin) -> None:
    """Write code that stops play if there are too many groups; no test is needed if all have room."""
    if most == MOST_KEPT:
        with make.indented(f"if {count} == {most}:"):
            make.fault(Broken("too-large", f"There are more than {most} groups.", origin.sentence))


# -------------------------------------------------------------------------- several pieces onto an order


def lined_up(make: GameEmitter, frame: Frame, term: model.Thing, pieces: str) -> str:
    """Write what lays pieces in a row; give the text of how many they are."""
    number = make.fresh("n")
    make.write(f"{number} = 0")
    make.evaluated(lambda: _line_up(make, frame, term, pieces, number))
    return number


def row_place(make: GameEmitter) -> tuple[str, str]:
    """Return the list that the row is in, and where it begins there."""
    assert make.flat.row is not None
    make.read(make.flat.row, "0")
    return make.surface.holder(make.flat.row)


def _line_up(make: GameEmitter, frame: Frame, term: model.Thing, pieces: str, number: str) -> None:
    """Write code that lays the pieces of a term after those that already lie in the row."""
    if isinstance(term, model.Filter):
        _line_up(make, frame, term.things, pieces, number)
    elif isinstance(term, model.Difference):
        _line_up(make, frame, term.left, pieces, number)
    elif isinstance(term, model.Union):
        first = make.keep(f"{pieces} & {make.thing(frame, term.left)}", "m")
        _line_up(make, frame, term.left, first, number)
        _line_up(make, frame, term.right, make.keep(f"{pieces} & ~{first}", "m"), number)
    elif isinstance(term, model.Contents) and term.base in make.flat.counts:
        _line_up_place(make, frame, term, pieces, number)
    elif isinstance(term, model.AllContents) and term.base in make.flat.counts:
        for owner in range(make.flat.places[term.base].owners):
            _in_its_order(make, term.base, str(owner), pieces, number)
    elif isinstance(term, model.AllContents):
        for owner in range(make.flat.places[term.base].owners):
            there = make.read(make.flat.places[term.base], str(owner))
            _as_introduced(make, make.keep(f"{pieces} & {there}", "m"), number)
    elif isinstance(term, model.Apply):
        _line_up_definition(make, frame, term, pieces, number)
    elif isinstance(term, model.BestFew):
        _line_up_by_rank(make, term, pieces, number)
    else:
        _as_introduced(make, pieces, number)


def _line_up_place(make: GameEmitter, frame: Frame, term: model.Contents, pieces: str, number: str) -> None:
    if term.owner is None:
        _in_its_order(make, term.base, None, pieces, number)
        return
    owner = make.keep(make.thing(frame, term.owner), "o")
    if not may_be_none(make, frame, term.owner):
        _in_its_order(make, term.base, owner, pieces, number)
        return
    with make.indented(f"if {owner} >= 0:"):
        _in_its_order(make, term.base, owner, pieces, number)


def _in_its_order(make: GameEmitter, base: int, owner: str | None, pieces: str, number: str) -> None:
    var, count = make.flat.places[base], make.flat.counts[base]
    if not _is_ordered(make, base):
        # It was shuffled, and has no order all the same.
        _as_introduced(make, make.keep(f"{pieces} & {contents_at(make, base, owner)}", "m"), number)
        return
    make.read(var, "0")
    holder, start = make.surface.holder(var)
    first, size = first_of(make, start, owner), make.read(count, owner if count.is_owned else None)
    target, at = row_place(make)
    make.write(f"{number} = laid_in_row({holder}, {first}, {size}, {pieces}, {target}, {at}, {number})")


def _is_ordered(make: GameEmitter, base: int) -> bool:
    return any(place.base == base and place.is_ordered for place in make.rules.places)


def _as_introduced(make: GameEmitter, pieces: str, number: str) -> None:
    target, at = row_place(make)
    make.write(f"{number} = set_in_row({pieces}, {target}, {at}, {number})")


def _line_up_definition(make: GameEmitter, frame: Frame, term: model.Apply, pieces: str, number: str) -> None:
    """Lay settled pieces in the order of their introduction, and others in their own order."""
    var = make.flat.settled.get(term.name)
    status = False if var is None else make.status.get(is_settled(term.name))
    if status is False:
        _line_up_meaning(make, frame, term, pieces, number)
    elif status or var is None:
        _as_introduced(make, pieces, number)
    else:
        with make.indented(f"if {make.read(var)} != {UNSETTLED}:"):
            _as_introduced(make, pieces, number)
        with make.indented("else:"):
            _line_up_meaning(make, frame, term, pieces, number)


def _line_up_meaning(make: GameEmitter, frame: Frame, term: model.Apply, pieces: str, number: str) -> None:
    inner: Frame = {}
    cases = all_cases(make.rules.definitions[term.name])
    if term.owner is None:
        _line_up_cases(make, inner, cases, pieces, number)
        return
    owner = make.keep(make.thing(frame, term.owner), "o")
    inner[0] = Slot(owner, False)
    with make.indented(f"if {owner} >= 0:"):
        _line_up_cases(make, inner, cases, pieces, number)


def _line_up_cases(make: GameEmitter, frame: Frame, cases: list[model.Case], pieces: str, number: str) -> None:
    if not cases:
        return
    test = make.condition(frame, cases[0].condition)
    if test == "True":
        _line_up(make, frame, cases[0].thing, pieces, number)
        return
    with make.indented(f"if {test}:"):
        _line_up(make, frame, cases[0].thing, pieces, number)
    with make.indented("else:"):
        _line_up_cases(make, frame, cases[1:], pieces, number)


def _line_up_by_rank(make: GameEmitter, term: model.BestFew, pieces: str, number: str) -> None:
    left, target, at = make.fresh("m"), *row_place(make)
    make.write(f"{left} = {pieces}")
    with make.indented(f"while {left}:"):
        one = make.keep(best(make, term.kind, term.is_best, left), "a")
        make.write(f"{number} = set_in_row({make.surface.bit(one)}, {target}, {at}, {number})")
        make.write(f"{left} &= ~({make.surface.bit(one)})")


CHANGES: ByClassWithin[GameEmitter, Frame, None] = {
    model.Move: _move,
    model.Shuffle: _shuffle,
    model.BecomeState: _become_state,
    model.Store: _store,
    model.Settle: _settle,
    model.Win: _win,
    model.Believe: _believe,
}
