"""Generate acts as statements, each under its clause; questions are answered at random, from a stream of their own.

Each act stands under its clause; what is chosen, and who does something, are variables.

    he chooses a card in his hand as the card.      m4 = hand_in[p1]
                                                    if m4:
                                                        … answers_at gives card_3, a card of m4 …
                                                    else:
                                                        card_3 = -1
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from cc_dsl.codegen import changes, groups
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import UNSETTLED, UNSETTLED_NUMBER
from cc_dsl.codegen.frames import Frame, GroupText, Slot, agreed, cited, in_loop, is_settled
from cc_dsl.codegen.game_emitter import GameEmitter
from cc_dsl.codegen.locations import later_places, places_of
from cc_dsl.codegen.observing import observe
from cc_dsl.codegen.things import may_be_none
from cc_dsl.core import faults
from cc_dsl.core.groups import ranks_slot
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
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.table.chance import FEW
from cc_dsl.trees import ByClassWithin

Kept = dict[str, tuple[str, bool | None]]
"""By definition name: its settled value where a body began, and whether it is certain."""
MOST_CALLS = 4000
"""The most bodies that are written into one another before it is given up."""


def write_act(emit: GameEmitter, frame: Frame, act: Statement) -> None:
    """Write one act."""
    known = changes.CHANGES.get(type(act)) or ACTS.get(type(act))
    if known is None:
        raise NotCompiled(f"acts such as {type(act).__name__}")
    emit.write(cited(act.origin))
    known(emit, frame, act)


def sequence(emit: GameEmitter, frame: Frame, acts: Statements) -> None:
    """Write acts one after another."""
    for act in acts:
        write_act(emit, frame, act)


def whole_body(emit: GameEmitter, name: str, subject: str | None = None, thing: Slot | None = None) -> None:
    """Write all that a body does."""
    with frame_of(emit, name, subject, thing) as frame:
        sequence(emit, frame, emit.core[name].statements)


@contextmanager
def frame_of(emit: GameEmitter, name: str, subject: str | None, thing: Slot | None) -> Iterator[Frame]:
    """Yield the frame of a body that is inlined here; at its end the settled values are restored."""
    emit.calls += 1
    if emit.calls > MOST_CALLS:
        raise NotCompiled("that many nested calls of procedures", name)
    frame: Frame = {}
    if subject is not None:
        frame[0] = Slot(subject, False)
        frame[1] = thing if thing is not None else Slot("-1", True)
    outer = emit.parts, emit.subject
    emit.parts, emit.subject = emit.core[name].statements, subject or ""
    kept = _keep_settled(emit, name)
    declare_choices(emit, frame, name)
    yield frame
    emit.parts, emit.subject = outer
    _unsettle(emit, name, kept)


def _keep_settled(emit: GameEmitter, name: str) -> Kept:
    """Write code that saves, where a body begins, the values that it settles and that may be settled already."""
    kept: Kept = {}
    for settled in emit.core.settled_before(name):
        status, var = emit.status.get(is_settled(settled.name)), emit.flat.settled[settled.name]
        if status is not False:
            text = emit.variable(f"{settled.name}_before", var.holds)
            emit.write(f"{text} = {emit.read(var)}")
            kept[settled.name] = text, status
    return kept


def _unsettle(emit: GameEmitter, name: str, kept: Kept) -> None:
    """Write code that restores the settled values of a body at its end."""
    for settled in emit.core[name].settles:
        var, key = emit.flat.settled[settled.name], is_settled(settled.name)
        free = str(UNSETTLED_NUMBER if settled.kind == NUMBER else UNSETTLED)
        text, status = kept.get(settled.name, (free, False))
        emit.write(f"{emit.spot(var)} = {text}")
        emit.status.pop(key, None)
        if status is not None:
            emit.status[key] = status
        emit.forget(var.name)


def declare_choices(emit: GameEmitter, frame: Frame, name: str) -> None:
    """Declare the chosen things of a body, so that they are none before the choice."""
    statements = emit.core[name].statements
    always = set(map(id, statements))
    for act in inside(statements):
        if isinstance(act, model.Choose) and act.slot not in frame:
            holds = act.kind.base if act.kind.base in ("piece", "group") else ""
            text = emit.variable(act.name, holds if act.number is None else "set")
            group = None
            if act.kind.base == "group":
                is_ranked = ranks_slot(emit.rules, statements, act.slot)
                group = GroupText(text, emit.variable(f"{act.name}_ranks") if is_ranked else "", True)
            bit = emit.bit_of(text) if holds == "piece" and act.number is None and emit.surface.is_local else ""
            frame[act.slot] = Slot(text, act.number is None, group, None, bit)
            if id(act) not in always:
                none(emit, frame[act.slot], act.number is not None)
                note_rank(emit, frame, act, "")


def none(emit: GameEmitter, slot: Slot, is_set: bool = False) -> None:
    """Write that nothing is chosen."""
    emit.write(f"{slot.text} = {'0' if is_set else '-1'}")
    if slot.bit:
        emit.write(f"{slot.bit} = 0")


# ------------------------------------------------------------------------------------------ conditions


def when(
    emit: GameEmitter,
    frame: Frame,
    condition: model.Condition,
    then: Callable[[], None],
    otherwise: Callable[[], None] | None,
) -> None:
    """Write a branch."""
    test = emit.test(frame, condition)
    if test == "True":
        then()
        return
    before = dict(emit.status)
    if test != "False":
        with emit.indented(f"if {test}:"):
            then()
        after, emit.status = emit.status, before
        if otherwise is not None:
            with emit.indented("else:"):
                otherwise()
        emit.status = agreed(after, emit.status)
    elif otherwise is not None:
        otherwise()


def _branch(emit: GameEmitter, frame: Frame, act: Branch) -> None:
    otherwise = (lambda: sequence(emit, frame, act.no)) if act.no else None
    when(emit, frame, act.condition, lambda: sequence(emit, frame, act.yes), otherwise)


# ----------------------------------------------------------------------------------------------- loops


@contextmanager
def round_of(emit: GameEmitter, parts: Statements) -> Iterator[None]:
    """Write a loop: facts inside it hold in every round, and facts after it whether it ran or not."""
    emit.status = before = in_loop(emit.status, parts)
    emit.status = dict(before)
    yield
    emit.status = agreed(before, emit.status)


def _times(emit: GameEmitter, frame: Frame, act: TimesLoop) -> None:
    with round_of(emit, act.body), emit.indented(f"for {emit.fresh('i')} in range({act.number}):"):
        emit.count_round(act)
        sequence(emit, frame, act.body)


def _until(emit: GameEmitter, frame: Frame, act: UntilLoop) -> None:
    count = emit.fresh("n")
    emit.write(f"{count} = 0")
    with round_of(emit, act.body), emit.indented("while True:"):
        test = emit.test(frame, act.condition)
        emit.write(f"if {test}:")
        emit.write("    break")
        with emit.indented(f"if {count} == {act.most}:"):
            emit.end("-1", emit.reason("bound", act.origin.sentence))
        emit.write(f"{count} += 1")
        emit.count_round(act)
        sequence(emit, frame, act.body)


def _for_each(emit: GameEmitter, frame: Frame, act: EachLoop) -> None:
    if act.kind != PLAYER:
        _for_each_thing(emit, frame, act)
        return
    first = emit.evaluated(lambda: "0" if act.start is None else emit.thing(frame, act.start))
    if first != "0":
        first = emit.copied(first, "p")
    among = None
    if not isinstance(act.things, model.AllPlayers):
        among = emit.copied(emit.value(frame, act.things), "m")
    player = emit.fresh("p")
    frame[act.slot] = Slot(player, False)
    head = f"for {player} in range({emit.seats}):" if first == "0" else emit.player_loop_head(player, first)
    is_doubtful = act.start is not None and may_be_none(emit, frame, act.start)
    begins = emit.indented(f"if {first} >= 0:") if is_doubtful else nullcontext()
    with begins, round_of(emit, act.body), emit.indented(head):
        if first != "0":
            emit.open_player_loop(player, first)
        if among is None:
            sequence(emit, frame, act.body)
        else:
            with emit.indented(f"if ({among} >> {player}) & 1:"):
                sequence(emit, frame, act.body)


def _for_each_thing(emit: GameEmitter, frame: Frame, act: EachLoop) -> None:
    """Write a loop over values or pieces, in the order of their introduction."""
    places = places_of(emit, frame, act.things) if act.kind.base == "piece" else None
    thing = emit.fresh("v")
    if isinstance(act.things, model.AllValues):
        frame[act.slot] = Slot(thing, False)
        with round_of(emit, act.body), emit.indented(f"for {thing} in range({count_of(emit, act.kind)}):"):
            sequence(emit, frame, act.body)
        return
    left = emit.fresh("m")
    emit.write(f"{left} = {emit.value(frame, act.things)}")
    bit = emit.bit_of(thing) if emit.surface.is_local else ""
    frame[act.slot] = Slot(thing, False, None, later_places(emit, frame, places, act.body), bit)
    with round_of(emit, act.body), emit.indented(f"while {left}:"):
        emit.write_all(emit.surface.next_of(left, thing, bit))
        sequence(emit, frame, act.body)


def count_of(emit: GameEmitter, kind: Kind) -> int:
    """Return how many values a kind has."""
    return len(emit.rules.values[kind.name].values)


# ----------------------------------------------------------------------------------------------- calls


def _enter(emit: GameEmitter, frame: Frame, act: Enter) -> None:
    if act.subject is None:
        emit.body(act.name, None, None)
        return
    subject = emit.subject_of(frame, act.subject, act.origin, "to do it")
    thing = object_of(emit, frame, act, subject, lambda text: emit.copied(text, "a"))
    allow(emit, act, subject, thing)
    emit.body(act.name, subject, thing)


def object_of(emit: GameEmitter, frame: Frame, act: Enter, subject: str, kept: Callable[[str], str]) -> Slot | None:
    """Return the object of an act, fixed to its present value."""
    if act.object is None:
        return None
    if isinstance(act.object, model.Slot):
        thing = frame[act.object.number]
    else:
        text = kept(emit.value(frame, act.object))
        thing = Slot(text, may_be_none(emit, frame, act.object), None, places_of(emit, frame, act.object))
    places = later_places(emit, {0: Slot(subject, False)}, thing.places, emit.core[act.name].statements)
    return thing._replace(places=places)


def allow(emit: GameEmitter, act: Enter, subject: str, thing: Slot | None) -> None:
    """Write what stops play if an act would do what “only if” rules out."""
    form = emit.rules.deeds.get(act.name)
    frame: Frame = {0: Slot(subject, False), 1: thing if thing is not None else Slot("-1", True)}
    for case in form.limits if form is not None else ():
        test = emit.test({**frame}, case.condition)
        with emit.indented(f"if not {test}:"):
            emit.fault(faults.impossible(act.origin, case))


# --------------------------------------------------------------------------------------------- choices


def _choose(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    if act.chooser is None:
        _choose_by_chance(emit, frame, act)
    elif act.kind.base == "group":
        _choose_group(emit, frame, act)
    elif act.number is None:
        _choose_one(emit, frame, act)
    else:
        _choose_several(emit, frame, act)


def note_places(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    """Note where a chosen piece may lie during the body."""
    found = places_of(emit, frame, act.things)
    if found is not None:
        # Whose turn it is changes while the body lasts; who does what happens stays the same.
        lasting = {COMMON, emit.subject, *map(str, range(emit.seats))}
        found = frozenset((base, owner if owner in lasting else ANY) for base, owner in found)
    inner: Frame = {0: frame[0]} if emit.subject else {}
    places = later_places(emit, inner, found, emit.parts)
    frame[act.slot] = frame[act.slot]._replace(places=places)


def _choose_one(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    options = emit.copied(emit.value(frame, act.things), "m")
    note_places(emit, frame, act)
    chosen = frame[act.slot].text
    with emit.branch(options):
        chooser = emit.subject_of(frame, act.chooser, act.origin, "to choose")
        emit.answer(chosen, options, chooser)
    with emit.indented("else:"):
        none(emit, frame[act.slot])


def _choose_group(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    """One of some groups is chosen by its place among them, in the order of their sorts and then of their pieces."""
    count = emit.evaluated(lambda: offered_groups(emit, frame, act))
    note_places(emit, frame, act)
    chosen = frame[act.slot].text
    with emit.branch(count):
        chooser = emit.subject_of(frame, act.chooser, act.origin, "to choose")
        emit.answer_group(chosen, count, chooser)
        note_rank(emit, frame, act, chosen)
    with emit.indented("else:"):
        emit.write(f"{chosen} = -1")
        note_rank(emit, frame, act, "")


def note_rank(emit: GameEmitter, frame: Frame, act: model.Choose, chosen: str) -> None:
    """Write how the group ranks that was chosen, if something asks for it: it is found among all once more."""
    group = frame[act.slot].group
    if group is None or not group.standing:
        return
    emit.write(f"{group.standing} = -1")
    if not chosen:
        return

    def compare(other: GroupText) -> None:
        with emit.indented(f"if {other.code} == {chosen}:"):
            emit.write(f"{group.standing} = {other.standing}")

    emit.evaluated(lambda: emit.each_group(frame, act.things, compare))


def offered_groups(emit: GameEmitter, frame: Frame, act: model.Choose) -> str:
    """Write down all groups of which one is to be chosen; give the text of how many they are."""
    count = emit.fresh("n")
    emit.write(f"{count} = 0")
    most = emit.note_offer(places_of(emit, frame, act.things), emit.rules.groups[act.kind.name])

    def offer(group: GroupText) -> None:
        changes.check_room(emit, count, most, act.origin)
        emit.write(f"{emit.offer(count)} = {group.code}")
        emit.write(f"{count} += 1")

    emit.each_group(frame, act.things, offer)
    if not groups.come_in_order(emit, emit.rules.groups[act.kind.name]):
        emit.write(f"arranged({emit.offers[0]}, {emit.offers[1]}, {count}, {emit.flat.pieces})")
    return count


def _choose_several(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    things = emit.value(frame, act.things)
    # All pieces are a figure; each that is chosen is taken from the pool, which must be a variable.
    pool = emit.fresh("m")
    emit.write(f"{pool} = {things}")
    number = emit.value(frame, act.number)
    note_places(emit, frame, act)
    chosen, size, left = frame[act.slot].text, emit.fresh("n"), emit.fresh("n")
    emit.write(f"{chosen} = 0")
    emit.write(f"{size} = {emit.surface.count(pool)}")
    emit.write(f"{left} = {number}")
    emit.write(f"if {left} > {size}:")
    emit.write(f"    {left} = {size}")

    def pick(is_few: bool) -> None:
        with round_of(emit, ()), emit.indented(f"while {left} > 0:"):
            chooser = emit.subject_of(frame, act.chooser, act.origin, "to choose")
            emit.answer_next(chosen, pool, size, left, chooser, "least_of_few" if is_few else "least_of_some")
            emit.write(f"{left} -= 1")

    if emit.surface.is_fast:
        with emit.indented(f"if {size} <= {FEW}:"):
            pick(True)
        with emit.indented("else:"):
            pick(False)
    else:
        pick(False)


def _choose_by_chance(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    if act.number is not None:
        pool = emit.copied(emit.value(frame, act.things), "m")
        number = emit.value(frame, act.number)
        note_places(emit, frame, act)
        emit.write(f"{emit.chance}, {frame[act.slot].text} = some({pool}, {number}, {emit.chance})")
        return
    options = emit.copied(emit.value(frame, act.things), "m")
    note_places(emit, frame, act)
    chosen = frame[act.slot].text
    with emit.indented(f"if {options}:"):
        if act.weight is None:
            emit.pick_by_chance(chosen, options)
        else:
            _pick_by_weight(emit, frame, act, act.weight, options)
    with emit.indented("else:"):
        none(emit, frame[act.slot])


def _pick_by_weight(emit: GameEmitter, frame: Frame, act: model.Choose, weight: model.Extreme, options: str) -> None:
    """Write that chance picks one of some things by their weights: a number below their sum lies under one of them."""
    total, number, left, thing = emit.fresh("n"), emit.fresh("k"), emit.fresh("m"), emit.fresh("v")
    frame[weight.slot] = Slot(thing, False)

    @contextmanager
    def each() -> Iterator[str]:
        emit.write(f"{left} = {options}")
        with emit.indented(f"while {left}:"):
            emit.write_all(emit.surface.next_of(left, thing, ""))
            yield emit.keep(emit.value(frame, weight.measure), "n")

    emit.write(f"{total} = 0")
    with each() as share:
        with emit.indented(f"if {share} < 0:"):
            emit.fault(faults.no_chance(act.origin))
        emit.write(f"{total} += {share}")
    emit.write_all(emit.surface.draw(emit.chance, number, total))
    none(emit, frame[act.slot])
    with each() as share, emit.indented(f"if {number} >= 0:"):
        emit.write(f"{number} -= {share}")
        with emit.indented(f"if {number} < 0:"):
            emit.write(f"{frame[act.slot].text} = {thing}")
            if frame[act.slot].bit:
                emit.write(f"{frame[act.slot].bit} = {emit.surface.bit(thing)}")


def _choose_option(emit: GameEmitter, frame: Frame, act: OptionChoice) -> None:
    answer = emit.fresh("k")
    options = emit.copied(emit.evaluated(lambda: options_of(emit, frame, act)), "m")

    with emit.branch(options):
        chooser = emit.subject_of(frame, act.act.chooser, act.origin, "to choose")
        emit.answer(answer, options, chooser)
        before, after = dict(emit.status), []
        for number, option in enumerate(act.act.options):
            emit.write(cited(option.origin))
            emit.status = dict(before)
            with emit.indented(f"{'elif' if number else 'if'} {answer} == {number}:"):
                sequence(emit, frame, act.bodies[number])
            after.append(emit.status)
        emit.status = functools.reduce(agreed, after) if after else before


def options_of(emit: GameEmitter, frame: Frame, act: OptionChoice) -> str:
    """Return the set of the options that can be chosen, by their numbers."""
    parts = []
    for number, option in enumerate(act.act.options):
        test = emit.condition(frame, option.condition)
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
