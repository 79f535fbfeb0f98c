"""Lists of groups: those that are offered, and those that are settled.

A set of groups has no bit-set form: it is enumerated where it is used, and stored only where play continues with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from cc_dsl.compiler.dataflow import is_settled
from cc_dsl.compiler.flat import UNSETTLED
from cc_dsl.compiler.frames import Frame, GroupText, standing_text
from cc_dsl.compiler.whereabouts import places_of
from cc_dsl.core.facts import all_cases
from cc_dsl.core.faults import Broken
from cc_dsl.core.places import ANY, Places
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.emitter import Emitter
    from cc_dsl.compiler.game_emitter import GameEmitter

MOST_KEPT = 1 << 16
"""The most groups that are stored at once; a game with more stops."""


def most_made(make: Emitter, places: Places | None, group: model.Group) -> int:
    """Return how many groups pieces of these places may make: each combination may be of every sort."""
    pieces = most_in(make, places)
    most = len(group.sorts) * sum(math.comb(pieces, size) for size in range(group.least, group.most + 1))
    return min(most, MOST_KEPT)


def most_in(make: Emitter, places: Places | None) -> int:
    """Return how many pieces lie at most in some places; all, if it is not known which places."""
    rooms = [_room(make, base, owner) for base, owner in places] if places is not None else [None]
    known = [room for room in rooms if room is not None]
    return min(make.flat.pieces, sum(known)) if len(known) == len(rooms) else make.flat.pieces


def _room(make: Emitter, base: int, owner: str) -> int | None:
    """Return how many pieces lie at most in a place, or in those of all owners."""
    room, var = make.flat.rooms[base], make.flat.places[base]
    return None if room is None else room * (var.owners if owner == ANY else 1)


def most_settled(make: Emitter, definition: model.Definition) -> int:
    """Return how many groups a definition may settle."""
    frame: Frame = {}
    found = [places_of(make, frame, case.thing) for case in all_cases(definition)]
    known = [places for places in found if places is not None]
    places = frozenset().union(*known) if len(known) == len(found) else None
    return most_made(make, places, make.rules.groups[definition.kind.name])


def each_settled(
    make: Emitter,
    name: str,
    kept: Callable[[GroupText], None],
    otherwise: Callable[[Callable[[GroupText], None]], None],
) -> None:
    """Write the loop over the groups that were settled; if they were not, what goes through them now."""
    status = make.status.get(is_settled(name))
    if status is False:
        otherwise(kept)
        return
    count = make.read(make.flat.settled[name])
    if status:
        _each_kept(make, name, count, kept)
        return
    with make.indented(f"if {count} != {UNSETTLED}:"):
        _each_kept(make, name, count, kept)
    with make.indented("else:"):
        otherwise(kept)


def _each_kept(make: Emitter, name: str, count: str, then: Callable[[GroupText], None]) -> None:
    place, code, standing = make.fresh("i"), make.fresh("g"), make.fresh("s")
    with make.indented(f"for {place} in range({count}):"):
        make.write(f"{code} = {make.read(make.flat.lists[name], place)}")
        make.write(f"{standing} = {make.read(make.flat.standings[name], place)}")
        then(GroupText(code, standing, False))


def settle(make: GameEmitter, frame: Frame, name: str, origin: model.Origin) -> None:
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
