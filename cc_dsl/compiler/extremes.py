"""Generate source for the best, the greatest and the least of things, and for the player or value that has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.compiler import masks, ranking
from cc_dsl.compiler.flat import UNSETTLED_NUMBER
from cc_dsl.compiler.frames import Frame, GroupText, group_slot
from cc_dsl.compiler.ranking import highest_mark, mark, widths
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.emitter import Emitter


def best(make: Emitter, frame: Frame, term: model.Best) -> str:
    """Return the best or the worst of some pieces."""
    return ranking.best(make, term.kind, term.is_best, make.thing(frame, term.things))


def best_few(make: Emitter, frame: Frame, term: model.BestFew) -> str:
    """Return this many of the best or the worst of some pieces."""
    number = make.thing(frame, term.number)
    return ranking.best_few(make, term.kind, term.is_best, number, make.thing(frame, term.things))


def extreme(make: Emitter, frame: Frame, term: model.Extreme) -> str:
    """Return the greatest, the least or the sum of a measure of some things."""
    if make.kind(term.things).base == "groups":
        return _extreme_of_groups(make, frame, term)
    if term.degree == "total" and make.kind(term.things).base == "pieces":
        things = make.keep(make.thing(frame, term.things), "m")
        text = masks.total(make, frame, things, term.slot, term.measure)
        if text is not None:
            return text
    result = make.fresh("n")
    make.write(f"{result} = {START[term.degree]}")
    with masks.each(make, frame, term.things, term.slot):
        _add(make, term.degree, result, make.thing(frame, term.measure))
    return _or_nothing(term.degree, result)


START = {"total": "0", "greatest": str(UNSETTLED_NUMBER), "least": str(-UNSETTLED_NUMBER)}


def _extreme_of_groups(make: Emitter, frame: Frame, term: model.Extreme) -> str:
    result = make.fresh("n")
    make.write(f"{result} = {START[term.degree]}")

    def one(group: GroupText) -> None:
        frame[term.slot] = group_slot(group)
        _add(make, term.degree, result, make.thing(frame, term.measure))

    make.each_group(frame, term.things, one)
    return _or_nothing(term.degree, result)


def _add(make: Emitter, degree: str, result: str, measure: str) -> None:
    if degree == "total":
        make.write(f"{result} += {measure}")
        return
    one = make.keep(measure, "n")
    make.write(f"if {one} {'>' if degree == 'greatest' else '<'} {result}:")
    make.write(f"    {result} = {one}")


def _or_nothing(degree: str, result: str) -> str:
    return result if degree == "total" else f"({result} if {result} != {START[degree]} else 0)"


def champion(make: Emitter, frame: Frame, term: model.Champion) -> str:
    """Return the one player whose thing is the best or the worst; where several have it, nobody."""
    leader, best, own = make.fresh("p"), make.fresh("n"), make.fresh("n")
    lowest = START["greatest"] if term.is_best else str(1 << max(LEAST_BITS, _bits_of_mark(make, term)))
    make.write(f"{leader} = -1")
    make.write(f"{best} = {lowest}")
    with masks.each(make, frame, term.things, term.slot) as player:
        make.write(f"{own} = {_mark(make, frame, term, lowest)}")
        make.write(f"if {own} {'>' if term.is_best else '<'} {best}:")
        make.write(f"    {leader} = {player}")
        make.write(f"    {best} = {own}")
        make.write(f"elif {own} == {best}:")
        make.write(f"    {leader} = -1")
    return leader


LEAST_BITS = 40


def _bits_of_mark(make: Emitter, term: model.Champion) -> int:
    """Return how many bits that has at most by which players are compared."""
    if term.kind.base == "group":
        group = make.rules.groups[term.kind.name]
        return sum(widths(make, group.ranking)) + sum(widths(make, group.deciders))
    return highest_mark(make, term.kind.name).bit_length() if term.kind.base == "piece" else 0


def _mark(make: Emitter, frame: Frame, term: model.Champion, lowest: str) -> str:
    """Return the sort key of a player's thing; none loses to everything."""
    if term.kind.base == "number":
        return make.thing(frame, term.measure)
    if term.kind.base == "group":
        group = make.group(frame, term.measure)
        standing = make.standing(term.kind.name, term.measure, group)
        return f"({standing} if {group.code} >= 0 else {lowest})" if group.may_be_none else standing
    own = make.keep(mark(make, frame, term.kind, term.measure), "n")
    return f"({own} if {own} > 0 else {lowest})"
