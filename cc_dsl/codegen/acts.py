"""Generate acts as statements; questions are answered at random, from a stream of their own.

Each act follows a comment with its clause; choices and agents are variables.

    he chooses a card in his hand as the card.      m4 = hand_in[p1]
                                                    if m4:
                                                        … answers_at gives card_3, a card of m4 …
                                                    else:
                                                        card_3 = -1
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cc_dsl.codegen import changes, groups
from cc_dsl.codegen.game_emitter import ACTS, GameEmitter
from cc_dsl.codegen.locations import later_places, max_groups_in, places_of
from cc_dsl.codegen.writer import Frame, GroupText, Slot, citation, common_facts, in_loop
from cc_dsl.core import faults
from cc_dsl.core.places import ANY, COMMON
from cc_dsl.core.program import Statements
from cc_dsl.core.seating import EVERYBODY, is_all
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER


def _branch(emit: GameEmitter, frame: Frame, act: model.If) -> None:
    """Write a conditional act; a condition that is known leaves only one branch."""
    test = emit.test(frame, act.condition)
    if test in ("True", "False"):
        emit.sequence(frame, act.acts if test == "True" else act.otherwise)
        return
    before = dict(emit.status)
    with emit.block(f"if {test}:"):
        emit.sequence(frame, act.acts)
    after, emit.status = emit.status, before
    if act.otherwise:
        with emit.block("else:"):
            emit.sequence(frame, act.otherwise)
    emit.status = common_facts(after, emit.status)


# ----------------------------------------------------------------------------------------------- loops


@contextmanager
def loop_facts(emit: GameEmitter, body: Statements) -> Iterator[None]:
    """Adjust the known facts to a loop: inside it they hold in every round, and after it whether or not it ran."""
    emit.status = before = in_loop(emit.status, body)
    emit.status = dict(before)
    yield
    emit.status = common_facts(before, emit.status)


def _repeat(emit: GameEmitter, frame: Frame, act: model.Repeat) -> None:
    with loop_facts(emit, act.acts), emit.block(f"for {emit.fresh('i')} in range({act.times}):"):
        emit.count_round(act)
        emit.sequence(frame, act.acts)


def _until(emit: GameEmitter, frame: Frame, act: model.Until) -> None:
    """Write a loop that tests its condition before each round."""
    count = emit.fresh("n")
    emit.write(f"{count} = 0")
    with loop_facts(emit, act.acts), emit.block("while True:"):
        test = emit.test(frame, act.condition)
        emit.write(f"if {test}:")
        emit.write("    break")
        with emit.block(f"if {count} == {act.most}:"):
            if act.goes_on:
                emit.write("break")
            else:
                emit.end("-1", emit.reason("bound", act.origin.sentence))
        emit.write(f"{count} += 1")
        emit.count_round(act)
        emit.sequence(frame, act.acts)


def _for_each(emit: GameEmitter, frame: Frame, act: model.ForEach) -> None:
    """Write a loop over players in turn, or over other things.

    The turns from a given first player are a row of the table TURNS; for Numba, a range whose numbers wrap around.
    """
    if act.kind != PLAYER:
        _for_each_thing(emit, frame, act)
        return
    first = emit.evaluate(lambda: "0" if act.start is None else emit.thing(frame, act.start))
    if first != "0":
        first = emit.copy_of(first, "p")
    among = None
    if not is_all(act.things, EVERYBODY):
        among = emit.copy_of(emit.value(frame, act.things), "m")
    player, seats = emit.fresh("p"), emit.seats
    frame[act.slot] = Slot(player, False)
    is_wrapped = first != "0" and emit.surface.is_fast
    head = (
        f"range({seats})" if first == "0" else f"range({first}, {first} + {seats})" if is_wrapped else f"TURNS[{first}]"
    )
    may_lack_first = act.start is not None and emit.may_be_none(frame, act.start)
    with (
        emit.guard(f"{first} >= 0" if may_lack_first else ""),
        loop_facts(emit, act.acts),
        emit.block(f"for {player} in {head}:"),
    ):
        if is_wrapped:
            emit.write(f"if {player} >= {seats}:")
            emit.write(f"    {player} -= {seats}")
        with emit.guard("" if among is None else f"({among} >> {player}) & 1"):
            emit.sequence(frame, act.acts)


def _for_each_thing(emit: GameEmitter, frame: Frame, act: model.ForEach) -> None:
    """Write a loop over values or pieces, in the order of their introduction."""
    places = places_of(emit, frame, act.things) if act.kind.base == "piece" else None
    thing = emit.fresh("v")
    if isinstance(act.things, model.Domain) and act.kind.base == "value":
        frame[act.slot] = Slot(thing, False)
        with loop_facts(emit, act.acts), emit.block(f"for {thing} in range({act.things.count}):"):
            emit.sequence(frame, act.acts)
        return
    left = emit.fresh("m")
    emit.write(f"{left} = {emit.value(frame, act.things)}")
    bit = emit.bit_of(thing) if emit.surface.is_local else ""
    frame[act.slot] = Slot(thing, False, None, later_places(emit, frame, places, act.acts), bit)
    with loop_facts(emit, act.acts), emit.block(f"while {left}:"):
        emit.write_all(emit.surface.next_of(left, thing, bit))
        emit.sequence(frame, act.acts)


# ----------------------------------------------------------------------------------------------- calls


def _call(emit: GameEmitter, frame: Frame, act: model.Call) -> None:
    """Write the body of a procedure or deed inline, after the evaluation of its subject and object."""
    if act.subject is None:
        emit.body(act.verb, None, None)
        return
    subject = emit.subject_of(frame, act.subject, act.origin, "player who should do this")
    object_ = object_of(emit, frame, act, subject, lambda text: emit.copy_of(text, "a"))
    check_limits(emit, act, subject, object_)
    emit.body(act.verb, subject, object_)


def object_of(
    emit: GameEmitter, frame: Frame, act: model.Call, subject: str, copy: Callable[[str], str]
) -> Slot | None:
    """Return the object of an act, fixed to its present value in a variable that `copy` makes."""
    if act.object is None:
        return None
    if isinstance(act.object, model.Slot):
        object_ = frame[act.object.number]
    else:
        text = copy(emit.value(frame, act.object))
        object_ = Slot(text, emit.may_be_none(frame, act.object), None, places_of(emit, frame, act.object))
    places = later_places(emit, {0: Slot(subject, False)}, object_.places, emit.core[act.verb].statements)
    return object_._replace(places=places)


def check_limits(emit: GameEmitter, act: model.Call, subject: str, object_: Slot | None) -> None:
    """Write code that stops play if an act would break an “only if”."""
    form = emit.rules.deeds.get(act.verb)
    frame: Frame = {0: Slot(subject, False), 1: object_ if object_ is not None else Slot("-1", True)}
    for case in form.limits if form is not None else ():
        test = emit.test({**frame}, case.condition)
        with emit.block(f"if not {test}:"):
            emit.fault(faults.impossible(act.origin, case))


# --------------------------------------------------------------------------------------------- choices


def _choose(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    """Write a choice of one thing or several, by a player or by chance."""
    if act.chooser is None:
        _choose_by_chance(emit, frame, act)
    elif act.number is not None:
        _choose_several(emit, frame, act)
    else:
        is_group = act.kind.base == "group"
        if is_group:
            options = emit.evaluate(lambda: offered_groups(emit, frame, act))
        else:
            options = emit.copy_of(emit.value(frame, act.things), "m")
        note_places(emit, frame, act)
        chosen_slot = frame[act.slot].text
        with emit.branch(options):
            chooser = emit.subject_of(frame, act.chooser, act.origin, "player who should choose")
            if is_group:
                # The answer is the group's index among the options, sorted by sort and then by pieces.
                emit.answer_group(chosen_slot, options, chooser)
                note_rank(emit, frame, act)
            else:
                emit.answer(chosen_slot, options, chooser)
        with emit.block("else:"):
            emit.write_none(frame[act.slot])


def note_places(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    """Note in the frame where a chosen piece may lie until the body ends."""
    whereabouts = places_of(emit, frame, act.things)
    if whereabouts is not None:
        # The body may change whose turn it is, but not the subject of the happening.
        lasting_owners = {COMMON, emit.subject, *map(str, range(emit.seats))}
        whereabouts = frozenset((base, owner if owner in lasting_owners else ANY) for base, owner in whereabouts)
    inner: Frame = {0: frame[0]} if emit.subject else {}
    places = later_places(emit, inner, whereabouts, emit.parts)
    frame[act.slot] = frame[act.slot]._replace(places=places)


def note_rank(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    """Write code that finds the chosen group among all and stores its rank, if something reads the rank."""
    group = frame[act.slot].group
    if group is None or not group.standing:
        return
    emit.write(f"{group.standing} = -1")

    def store_if_chosen(other: GroupText) -> None:
        with emit.block(f"if {other.code} == {frame[act.slot].text}:"):
            emit.write(f"{group.standing} = {other.standing}")

    emit.evaluate(lambda: emit.each_group(frame, act.things, store_if_chosen))


def offered_groups(emit: GameEmitter, frame: Frame, act: model.Choose) -> str:
    """Write code that lists the groups to choose from; return the text of their number."""
    count = emit.fresh("n")
    emit.write(f"{count} = 0")
    most = max_groups_in(emit, places_of(emit, frame, act.things), emit.rules.groups[act.kind.name])
    # Even if no group can be made, the code refers to the list.
    emit.most_offered = max(emit.most_offered, most, 1)

    def offer(group: GroupText) -> None:
        changes.check_room(emit, count, most, act.origin)
        emit.write(f"{emit.offer(count)} = {group.code}")
        emit.write(f"{count} += 1")

    emit.each_group(frame, act.things, offer)
    if not groups.is_in_offer_order(emit, emit.rules.groups[act.kind.name]):
        emit.write(f"arrange_groups({emit.offers[0]}, {emit.offers[1]}, {count}, {emit.flat.pieces})")
    return count


def _choose_several(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    """Write a player's choice of several things, one after another in ascending order."""
    things = emit.value(frame, act.things)
    # The set of all pieces is a literal, and the loop removes each chosen piece, so copy it into a variable.
    pool = emit.fresh("m")
    emit.write(f"{pool} = {things}")
    number = emit.value(frame, act.number)
    note_places(emit, frame, act)
    chosen_slot, size, left = frame[act.slot].text, emit.fresh("n"), emit.fresh("n")
    emit.write(f"{chosen_slot} = 0")
    emit.write(f"{size} = {emit.surface.count(pool)}")
    emit.write(f"{left} = {number}")
    emit.write(f"if {left} > {size}:")
    emit.write(f"    {left} = {size}")

    with loop_facts(emit, ()), emit.block(f"while {left} > 0:"):
        chooser = emit.subject_of(frame, act.chooser, act.origin, "player who should choose")
        emit.answer_next(chosen_slot, pool, size, left, chooser)
        emit.write(f"{left} -= 1")


def _choose_by_chance(emit: GameEmitter, frame: Frame, act: model.Choose) -> None:
    """Write a choice by chance, of one thing or several."""
    if act.number is not None:
        pool = emit.copy_of(emit.value(frame, act.things), "m")
        number = emit.value(frame, act.number)
        note_places(emit, frame, act)
        emit.write(f"{emit.chance}, {frame[act.slot].text} = some({pool}, {number}, {emit.chance})")
        return
    options = emit.copy_of(emit.value(frame, act.things), "m")
    note_places(emit, frame, act)
    chosen_slot = frame[act.slot].text
    with emit.block(f"if {options}:"):
        if act.weight is None:
            number, size = emit.fresh("k"), emit.copy_of(emit.surface.count(options), "n")
            emit.write_all(emit.surface.draw(emit.chance, number, size))
            emit.write_all(emit.surface.pick(chosen_slot, options, number, frame[act.slot].bit or "w"))
        else:
            _pick_by_weight(emit, frame, act, act.weight, options)
    with emit.block("else:"):
        emit.write_none(frame[act.slot])


def _pick_by_weight(emit: GameEmitter, frame: Frame, act: model.Choose, weight: model.Extreme, options: str) -> None:
    """Write code by which chance picks one of some things by weight.

    One loop adds up the weights; a second subtracts them one by one from a random number below the sum, and the thing
    at which the number becomes negative is picked.
    """
    total, number, left, thing = emit.fresh("n"), emit.fresh("k"), emit.fresh("m"), emit.fresh("v")
    frame[weight.slot] = Slot(thing, False)

    @contextmanager
    def loop_over_weights() -> Iterator[str]:
        emit.write(f"{left} = {options}")
        with emit.block(f"while {left}:"):
            emit.write_all(emit.surface.next_of(left, thing, ""))
            yield emit.name_of_text(emit.value(frame, weight.measure), "n")

    emit.write(f"{total} = 0")
    with loop_over_weights() as share:
        with emit.block(f"if {share} < 0:"):
            emit.fault(faults.no_chance(act.origin))
        emit.write(f"{total} += {share}")
    emit.write_all(emit.surface.draw(emit.chance, number, total))
    emit.write_none(frame[act.slot])
    with loop_over_weights() as share, emit.block(f"if {number} >= 0:"):
        emit.write(f"{number} -= {share}")
        with emit.block(f"if {number} < 0:"):
            emit.write(f"{frame[act.slot].text} = {thing}")
            if frame[act.slot].bit:
                emit.write(f"{frame[act.slot].bit} = {emit.surface.bit(thing)}")


def _choose_option(emit: GameEmitter, frame: Frame, act: model.ChooseOption) -> None:
    """Write a player's choice between options, and the acts of each."""
    answer = emit.fresh("k")
    options = emit.copy_of(emit.evaluate(lambda: options_of(emit, frame, act)), "m")

    with emit.branch(options):
        chooser = emit.subject_of(frame, act.chooser, act.origin, "player who should choose")
        emit.answer(answer, options, chooser)
        before, after = dict(emit.status), []
        for number, option in enumerate(act.options):
            emit.write(citation(option.origin))
            emit.status = dict(before)
            with emit.block(f"{'elif' if number else 'if'} {answer} == {number}:"):
                emit.sequence(frame, option.acts)
            after.append(emit.status)
        emit.status = functools.reduce(common_facts, after) if after else before


def options_of(emit: GameEmitter, frame: Frame, act: model.ChooseOption) -> str:
    """Return the set of the numbers of the options that can be chosen."""
    parts = []
    for number, option in enumerate(act.options):
        test = emit.condition(frame, option.condition)
        if test == "True":
            parts.append(str(1 << number))
        elif test != "False":
            parts.append(f"({1 << number} if {test} else 0)")
    return " | ".join(parts) or "0"


ACTS |= {
    model.If: _branch,
    model.Repeat: _repeat,
    model.Until: _until,
    model.ForEach: _for_each,
    model.Call: _call,
    model.Choose: _choose,
    model.ChooseOption: _choose_option,
}
