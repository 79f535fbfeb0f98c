"""Write what a question tells of a position: one number for each result, and of groups the set of their sorts."""

from __future__ import annotations

from cc_dsl.compiler import masks
from cc_dsl.compiler.emitter import Emitter
from cc_dsl.compiler.flat import UNTOLD
from cc_dsl.compiler.frames import Frame, GroupText, Slot, group_slot, sort_text
from cc_dsl.compiler.things import if_holds
from cc_dsl.core import faults
from cc_dsl.rules import model

IT = 1
"""The slot of what is told, of which the details told with it speak."""


def told_text(make: Emitter, frame: Frame, told: model.Told) -> str:
    """Return the text of one result, if it is reported."""

    def thing() -> str:
        _details(make, frame, told)
        if told.kind.base != "groups":
            return make.thing(frame, told.thing)
        text = make.fresh("m")
        make.write(f"{text} = 0")
        make.each_group(
            frame, told.thing, lambda group: make.write(f"{text} |= {make.surface.bit(sort_text(make, group))}")
        )
        return text

    return if_holds(make, frame, told.condition, thing, str(UNTOLD))


def _details(make: Emitter, frame: Frame, told: model.Told) -> None:
    """Write the conditions told with a result that nobody counts, if play can stop while one of them is tried."""
    tried = [one.condition for one in told.extras if faults.may_stop(make.rules, one.condition)]
    if not tried:
        return
    inner = dict(frame)

    def tell() -> None:
        for condition in tried:
            make.write(make.condition(inner, condition))

    def tell_of_group(group: GroupText) -> None:
        inner[IT] = group_slot(group)
        tell()

    if told.kind.base == "groups":
        make.each_group(inner, told.thing, tell_of_group)
    elif told.kind.is_set:
        with masks.each(make, inner, told.thing, IT):
            tell()
    elif told.kind.base == "group":
        group = make.group(inner, told.thing)
        with make.indented(f"if {group.code} >= 0:"):
            tell_of_group(group)
    else:
        inner[IT] = Slot(make.keep(make.thing(inner, told.thing)), False)
        if told.kind.base == "number":
            tell()
            return
        with make.indented(f"if {inner[IT].text} >= 0:"):
            tell()
