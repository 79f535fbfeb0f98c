"""Write what a question tells of a position: one number for each result, and of groups the set of their sorts."""

from __future__ import annotations

from cc_dsl.compiler.emitter import Emitter
from cc_dsl.compiler.flat import UNTOLD
from cc_dsl.compiler.frames import Frame, sort_text
from cc_dsl.compiler.things import if_holds
from cc_dsl.rules import model

IT = 1
"""The slot of what is told, of which the details told with it speak."""


def told_text(make: Emitter, frame: Frame, told: model.Told) -> str:
    """Return the text of one result, if it is reported."""

    def thing() -> str:
        if told.kind.base != "groups":
            return make.thing(frame, told.thing)
        text = make.fresh("m")
        make.write(f"{text} = 0")
        make.each_group(
            frame, told.thing, lambda group: make.write(f"{text} |= {make.surface.bit(sort_text(make, group))}")
        )
        return text

    return if_holds(make, frame, told.condition, thing, str(UNTOLD))
