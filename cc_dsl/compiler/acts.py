"""Generate acts as statements, each under its clause; questions are answered at random, from a stream of their own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from cc_dsl.compiler import changes, groups
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import UNSETTLED, UNSETTLED_NUMBER
from cc_dsl.compiler.frames import Frame, GroupText, Slot, agreed, cited, in_loop, is_settled
from cc_dsl.compiler.game_emitter import GameEmitter
from cc_dsl.compiler.locations import later_places, places_of
from cc_dsl.compiler.observing import observe
from cc_dsl.compiler.things import may_be_none
from cc_dsl.core import faults
from cc_dsl.core.places import ANY, COMMON
from cc_dsl.core.program import (
    Branch,
    EachLoop,
    Enter,
    OptionChoice,
    Statement,
    Statements,
    TimesLoop,
    UntilLoop,
    inside,
)
from cc_dsl.core.ranks import ranks_slot
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.table.chance import FEW
from cc_dsl.trees import ByClassWithin

Kept = dict[str, tuple[str, bool | None]]
"""By definition name: its settled value where a body began, and whether it is certain."""
MOST_CALLS = 4000
"""The most bodies that are written into one another before it is given up."""


def act(make: GameEmitter, frame: Frame, one: Statement) -> None:
    """Write one act."""
    known = changes.CHANGES.get(type(one)) or ACTS.get(type(one))
    if known is None:
        raise NotCompiled(f"acts such as {type(one).__name__}")
    make.write(cited(one.origin))
    known(make, frame, one)


def sequence(make: GameEmitter, frame: Frame, acts: Statements) -> None:
    """Write acts one after another."""
    for one in acts:
        act(make, frame, one)


def whole_body(make: GameEmitter, name: str, subject: str | None = None, thing: Slot | None = None) -> None:
    """Write all that a body does."""
    with frame_of(make, name, subject, thing) as frame:
        sequence(make, frame, make.core[name].statements)


@contextmanager
def frame_of(make: GameEmitter, name: str, subject: str | None, thing: Slot | None) -> Iterator[Frame]:
    """Yield the frame of a body that is inlined here; at its end the settled values are restored."""
    make.calls += 1
    if make.calls > MOST_CALLS:
        raise NotCompiled("that many nested calls of procedures", name)
    frame: Frame = {}
    if subject is not None:
        frame[0] = Slot(subject, False)
        frame[1] = thing if thing is not None else Slot("-1", True)
    outer = make.parts, make.subject
    make.parts, make.subject = make.core[name].statements, subject or ""
    kept = _keep_settled(make, name)
    declare_choices(make, frame, name)
    yield frame
    make.parts, make.subject = outer
    _unsettle(make, name, kept)


def _keep_settled(make: GameEmitter, name: str) -> Kept:
    """Write code that saves, where a body begins, the values that it settles and that may be settled already."""
    kept: Kept = {}
    for settled in make.core.settled_before(name):
        status, var = make.status.get(is_settled(settled.name)), make.flat.settled[settled.name]
        if status is not False:
            text = make.variable(f"{settled.name}_before", var.holds)
            make.write(f"{text} = {make.read(var)}")
            kept[settled.name] = text, status
    return kept


def _unsettle(make: GameEmitter, name: str, kept: Kept) -> None:
    """Write code that restores the settled values of a body at its end."""
    for settled in make.core[name].settles:
        var, key = make.flat.settled[settled.name], is_settled(settled.name)
        free = str(UNSETTLED_NUMBER if settled.kind == NUMBER else UNSETTLED)
        text, status = kept.get(settled.name, (free, False))
        make.write(f"{make.spot(var)} = {text}")
        make.status.pop(key, None)
        if status is not None:
            make.status[key] = status
        make.forget(var.name)


def declare_choices(make: GameEmitter, frame: Frame, name: str) -> None:
    """Declare the chosen things of a body, so that they are none before the choice."""
    statements = make.core[name].statements
    always = set(map(id, statements))
    for one in inside(statements):
        if isinstance(one, model.Choose) and one.slot not in frame:
            holds = one.kind.base if one.kind.base in ("piece", "group") else ""
            text = make.variable(one.name, holds if one.number is None else "set")
            group = None
            if one.kind.base == "group":
                is_ranked = ranks_slot(make.rules, statements, one.slot)
                group = GroupText(text, make.variable(f"{one.name}_ranks") if is_ranked else "", True)
            bit = make.bit_of(text) if holds == "piece" and one.number is None and make.surface.is_local else ""
            frame[one.slot] = Slot(text, one.number is None, group, None, bit)
            if id(one) not in always:
                none(make, frame[one.slot], one.number is not None)
                note_rank(make, frame, one, "")


def none(make: GameEmitter, slot: Slot, is_set: bool = False) -> None:
    """Write that nothing is chosen."""
    make.write(f"{slot.text} = {'0' if is_set else '-1'}")
    if slot.bit:
        make.write(f"{slot.bit} = 0")


# ------------------------------------------------------------------------------------------ conditions


def when(
    make: GameEmitter,
    frame: Frame,
    condition: model.Condition,
    then: Callable[[], None],
    otherwise: Callable[[], None] | None,
) -> None:
    """Write a branch."""
    test = make.evaluated(lambda: make.condition(frame, condition))
    if test == "True":
        then()
        return
    before = dict(make.status)
    if test != "False":
        with make.indented(f"if {test}:"):
            then()
        after, make.status = make.status, before
        if otherwise is not None:
            with make.indented("else:"):
                otherwise()
        make.status = agreed(after, make.status)
    elif otherwise is not None:
        otherwise()


def _branch(make: GameEmitter, frame: Frame, one: Branch) -> None:
    otherwise = (lambda: sequence(make, frame, one.no)) if one.no else None
    when(make, frame, one.condition, lambda: sequence(make, frame, one.yes), otherwise)


# ----------------------------------------------------------------------------------------------- loops


@contextmanager
def round_of(make: GameEmitter, parts: Statements) -> Iterator[None]:
    """Write a loop: facts inside it hold in every round, and facts after it whether it ran or not."""
    make.status = before = in_loop(make.status, parts)
    make.status = dict(before)
    yield
    make.status = agreed(before, make.status)


def _times(make: GameEmitter, frame: Frame, one: TimesLoop) -> None:
    with round_of(make, one.body), make.indented(f"for {make.fresh('i')} in range({one.number}):"):
        make.count_round(one)
        sequence(make, frame, one.body)


def _until(make: GameEmitter, frame: Frame, one: UntilLoop) -> None:
    count = make.fresh("n")
    make.write(f"{count} = 0")
    with round_of(make, one.body), make.indented("while True:"):
        test = make.evaluated(lambda: make.condition(frame, one.condition))
        make.write(f"if {test}:")
        make.write("    break")
        with make.indented(f"if {count} == {one.most}:"):
            make.end("-1", make.reason("bound", one.origin.sentence))
        make.write(f"{count} += 1")
        make.count_round(one)
        sequence(make, frame, one.body)


def _for_each(make: GameEmitter, frame: Frame, one: EachLoop) -> None:
    if one.kind != PLAYER:
        _for_each_thing(make, frame, one)
        return
    first = make.evaluated(lambda: "0" if one.start is None else make.thing(frame, one.start))
    if first != "0":
        first = make.copied(first, "p")
    among = None
    if not isinstance(one.things, model.AllPlayers):
        among = make.copied(make.evaluated(lambda: make.thing(frame, one.things)), "m")
    player = make.fresh("p")
    frame[one.slot] = Slot(player, False)
    head = f"for {player} in range({make.seats}):" if first == "0" else make.around(player, first)
    is_doubtful = one.start is not None and may_be_none(make, frame, one.start)
    begins = make.indented(f"if {first} >= 0:") if is_doubtful else nullcontext()
    with begins, round_of(make, one.body), make.indented(head):
        if first != "0":
            make.turn(player, first)
        if among is None:
            sequence(make, frame, one.body)
        else:
            with make.indented(f"if ({among} >> {player}) & 1:"):
                sequence(make, frame, one.body)


def _for_each_thing(make: GameEmitter, frame: Frame, one: EachLoop) -> None:
    """Write a loop over values or pieces, in the order of their introduction."""
    places = places_of(make, frame, one.things) if one.kind.base == "piece" else None
    thing = make.fresh("v")
    if isinstance(one.things, model.AllValues):
        frame[one.slot] = Slot(thing, False)
        with round_of(make, one.body), make.indented(f"for {thing} in range({count_of(make, one.kind)}):"):
            sequence(make, frame, one.body)
        return
    left = make.fresh("m")
    make.write(f"{left} = {make.evaluated(lambda: make.thing(frame, one.things))}")
    bit = make.bit_of(thing) if make.surface.is_local else ""
    frame[one.slot] = Slot(thing, False, None, later_places(make, frame, places, one.body), bit)
    with round_of(make, one.body), make.indented(f"while {left}:"):
        make.write_all(make.surface.next_of(left, thing, bit))
        sequence(make, frame, one.body)


def count_of(make: GameEmitter, kind: Kind) -> int:
    """Return how many values a kind has."""
    return len(make.rules.values[kind.name].values)


# ----------------------------------------------------------------------------------------------- calls


def _enter(make: GameEmitter, frame: Frame, one: Enter) -> None:
    if one.subject is None:
        make.body(one.name, None, None)
        return
    subject = make.subject_of(frame, one.subject, one.origin, "to do it")
    thing = object_of(make, frame, one, subject, lambda text: make.copied(text, "a"))
    allow(make, one, subject, thing)
    make.body(one.name, subject, thing)


def object_of(make: GameEmitter, frame: Frame, one: Enter, subject: str, kept: Callable[[str], str]) -> Slot | None:
    """Return the object of an act, fixed to its present value."""
    if one.object is None:
        return None
    if isinstance(one.object, model.Slot):
        thing = frame[one.object.number]
    else:
        text = kept(make.evaluated(lambda: make.thing(frame, one.object)))
        thing = Slot(text, may_be_none(make, frame, one.object), None, places_of(make, frame, one.object))
    places = later_places(make, {0: Slot(subject, False)}, thing.places, make.core[one.name].statements)
    return thing._replace(places=places)


def allow(make: GameEmitter, one: Enter, subject: str, thing: Slot | None) -> None:
    """Write what stops play if an act would do what “only if” rules out."""
    form = make.rules.deeds.get(one.name)
    frame: Frame = {0: Slot(subject, False), 1: thing if thing is not None else Slot("-1", True)}
    for case in form.limits if form is not None else ():
        test = make.evaluated(functools.partial(make.condition, {**frame}, case.condition))
        with make.indented(f"if not {test}:"):
            make.fault(faults.impossible(one.origin, case))


# --------------------------------------------------------------------------------------------- choices


def _choose(make: GameEmitter, frame: Frame, one: model.Choose) -> None:
    if one.chooser is None:
        _choose_by_chance(make, frame, one)
    elif one.kind.base == "group":
        _choose_group(make, frame, one)
    elif one.number is None:
        _choose_one(make, frame, one)
    else:
        _choose_several(make, frame, one)


def note_places(make: GameEmitter, frame: Frame, one: model.Choose) -> None:
    """Note where a chosen piece may lie during the body."""
    found = places_of(make, frame, one.things)
    if found is not None:
        # Whose turn it is changes while the body lasts; who does what happens stays the same.
        lasting = {COMMON, make.subject, *map(str, range(make.seats))}
        found = frozenset((base, owner if owner in lasting else ANY) for base, owner in found)
    inner: Frame = {0: frame[0]} if make.subject else {}
    places = later_places(make, inner, found, make.parts)
    frame[one.slot] = frame[one.slot]._replace(places=places)


def _choose_one(make: GameEmitter, frame: Frame, one: model.Choose) -> None:
    options = make.copied(make.evaluated(lambda: make.thing(frame, one.things)), "m")
    note_places(make, frame, one)
    chosen = frame[one.slot].text
    before = dict(make.status)
    with make.indented(f"if {options}:"):
        chooser = make.subject_of(frame, one.chooser, one.origin, "to choose")
        make.answer(chosen, options, chooser)
    make.status = agreed(before, make.status)
    with make.indented("else:"):
        none(make, frame[one.slot])


def _choose_group(make: GameEmitter, frame: Frame, one: model.Choose) -> None:
    """One of some groups is chosen by its place among them, in the order of their sorts and then of their pieces."""
    count = make.evaluated(lambda: offered_groups(make, frame, one))
    note_places(make, frame, one)
    chosen = frame[one.slot].text
    before = dict(make.status)
    with make.indented(f"if {count}:"):
        chooser = make.subject_of(frame, one.chooser, one.origin, "to choose")
        make.answer_group(chosen, count, chooser)
        note_rank(make, frame, one, chosen)
    make.status = agreed(before, make.status)
    with make.indented("else:"):
        make.write(f"{chosen} = -1")
        note_rank(make, frame, one, "")


def note_rank(make: GameEmitter, frame: Frame, one: model.Choose, chosen: str) -> None:
    """Write how the group ranks that was chosen, if something asks for it: it is found among all once more."""
    group = frame[one.slot].group
    if group is None or not group.standing:
        return
    make.write(f"{group.standing} = -1")
    if not chosen:
        return

    def compare(other: GroupText) -> None:
        with make.indented(f"if {other.code} == {chosen}:"):
            make.write(f"{group.standing} = {other.standing}")

    make.evaluated(lambda: make.each_group(frame, one.things, compare))


def offered_groups(make: GameEmitter, frame: Frame, one: model.Choose) -> str:
    """Write down all groups of which one is to be chosen; give the text of how many they are."""
    count = make.fresh("n")
    make.write(f"{count} = 0")
    most = make.note_offer(places_of(make, frame, one.things), make.rules.groups[one.kind.name])

    def offer(group: GroupText) -> None:
        changes.check_room(make, count, most, one.origin)
        make.write(f"{make.offer(count)} = {group.code}")
        make.write(f"{count} += 1")

    make.each_group(frame, one.things, offer)
    if not groups.come_in_order(make, make.rules.groups[one.kind.name]):
        make.write(f"arranged({make.offers[0]}, {make.offers[1]}, {count}, {make.flat.pieces})")
    return count


def _choose_several(make: GameEmitter, frame: Frame, one: model.Choose) -> None:
    things = make.evaluated(lambda: make.thing(frame, one.things))
    # All pieces are a figure; each that is chosen is taken from the pool, which must be a variable.
    pool = make.fresh("m")
    make.write(f"{pool} = {things}")
    number = make.evaluated(lambda: make.thing(frame, one.number))
    note_places(make, frame, one)
    chosen, size, left = frame[one.slot].text, make.fresh("n"), make.fresh("n")
    make.write(f"{chosen} = 0")
    make.write(f"{size} = {make.surface.count(pool)}")
    make.write(f"{left} = {number}")
    make.write(f"if {left} > {size}:")
    make.write(f"    {left} = {size}")

    def pick(is_few: bool) -> None:
        with round_of(make, ()), make.indented(f"while {left} > 0:"):
            chooser = make.subject_of(frame, one.chooser, one.origin, "to choose")
            make.answer_next(chosen, pool, size, left, chooser, "least_of_few" if is_few else "least_of_some")
            make.write(f"{left} -= 1")

    if make.surface.is_fast:
        with make.indented(f"if {size} <= {FEW}:"):
            pick(True)
        with make.indented("else:"):
            pick(False)
    else:
        pick(False)


def _choose_by_chance(make: GameEmitter, frame: Frame, one: model.Choose) -> None:
    if one.number is not None:
        pool = make.copied(make.evaluated(lambda: make.thing(frame, one.things)), "m")
        number = make.evaluated(lambda: make.thing(frame, one.number))
        note_places(make, frame, one)
        make.write(f"{make.chance}, {frame[one.slot].text} = some({pool}, {number}, {make.chance})")
        return
    options = make.copied(make.evaluated(lambda: make.thing(frame, one.things)), "m")
    note_places(make, frame, one)
    chosen = frame[one.slot].text
    with make.indented(f"if {options}:"):
        if one.weight is None:
            make.pick_by_chance(chosen, options)
        else:
            _pick_by_weight(make, frame, one, one.weight, options)
    with make.indented("else:"):
        none(make, frame[one.slot])


def _pick_by_weight(make: GameEmitter, frame: Frame, one: model.Choose, weight: model.Extreme, options: str) -> None:
    """Write that chance picks one of some things by their weights: a number below their sum lies under one of them."""
    total, number, left, thing = make.fresh("n"), make.fresh("k"), make.fresh("m"), make.fresh("v")
    frame[weight.slot] = Slot(thing, False)

    @contextmanager
    def each() -> Iterator[str]:
        make.write(f"{left} = {options}")
        with make.indented(f"while {left}:"):
            make.write_all(make.surface.next_of(left, thing, ""))
            yield make.keep(make.evaluated(lambda: make.thing(frame, weight.measure)), "n")

    make.write(f"{total} = 0")
    with each() as share:
        with make.indented(f"if {share} < 0:"):
            make.fault(faults.no_chance(one.origin))
        make.write(f"{total} += {share}")
    make.write_all(make.surface.draw(make.chance, number, total))
    none(make, frame[one.slot])
    with each() as share, make.indented(f"if {number} >= 0:"):
        make.write(f"{number} -= {share}")
        with make.indented(f"if {number} < 0:"):
            make.write(f"{frame[one.slot].text} = {thing}")
            if frame[one.slot].bit:
                make.write(f"{frame[one.slot].bit} = {make.surface.bit(thing)}")


def _choose_option(make: GameEmitter, frame: Frame, one: OptionChoice) -> None:
    answer = make.fresh("k")
    options = make.copied(make.evaluated(lambda: options_of(make, frame, one)), "m")

    def choose() -> None:
        chooser = make.subject_of(frame, one.act.chooser, one.origin, "to choose")
        make.answer(answer, options, chooser)
        before, after = dict(make.status), []
        for number, option in enumerate(one.act.options):
            make.write(cited(option.origin))
            make.status = dict(before)
            with make.indented(f"{'elif' if number else 'if'} {answer} == {number}:"):
                sequence(make, frame, one.bodies[number])
            after.append(make.status)
        make.status = functools.reduce(agreed, after, before if not after else after[0])

    outer = dict(make.status)
    with make.indented(f"if {options}:"):
        choose()
    make.status = agreed(outer, make.status)


def options_of(make: GameEmitter, frame: Frame, one: OptionChoice) -> str:
    """Return the set of the options that can be chosen, by their numbers."""
    parts = []
    for number, option in enumerate(one.act.options):
        test = make.condition(frame, option.condition)
        if test == "True":
            parts.append(str(1 << number))
        elif test != "False":
            parts.append(f"({1 << number} if {test} else 0)")
    return " | ".join(parts) or "0"


ACTS: ByClassWithin[GameEmitter, Frame, None] = {
    Branch: _branch,
    TimesLoop: _times,
    UntilLoop: _until,
    EachLoop: _for_each,
    Enter: _enter,
    model.Choose: _choose,
    OptionChoice: _choose_option,
    model.Observe: observe,
}
