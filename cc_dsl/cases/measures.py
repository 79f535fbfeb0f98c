"""Compare the measures of the ground in a case with the ground that the rules describe.

gate 1 is 7 yards from gate 2       from the middle of the one to the middle of the other
gate 1 is 12 inches wide
gate 1 is passed inward going above or `below`, `left`, `right`
the ground is 32 yards by 32 yards  from west to east, and from north to south
"""

from __future__ import annotations

import re
from math import dist

from cc_dsl.errors import UserError
from cc_dsl.table.ground import Arch, Ground

UNITS = {"yard": 36, "yards": 36, "foot": 12, "feet": 12, "inch": 1, "inches": 1}
WAYS = {"right": 0, "above": 90, "left": 180, "below": 270}
INCHES = 36
"""To the yard."""
LENGTH = rf"(\d+) ({'|'.join(UNITS)})"
APART = re.compile(rf"(.+) is {LENGTH} from (.+)")
WIDE = re.compile(rf"(.+) is {LENGTH} wide")
PASSED = re.compile(rf"(.+) is passed inward going ({'|'.join(WAYS)})")
LARGE = re.compile(rf"the ground is {LENGTH} by {LENGTH}")


def unlike(ground: Ground, words: str) -> str:
    """Return the correction of a statement about a ground, empty if the statement is true."""
    if found := LARGE.fullmatch(words):
        wanted = [_inches(found[1], found[2]), _inches(found[3], found[4])]
        is_so = [round(ground.breadth * INCHES), round(ground.length * INCHES)]
        return "" if wanted == is_so else f"the ground is {is_so[0]} inches by {is_so[1]}"
    if found := APART.fullmatch(words):
        apart = round(dist(_place(ground, found[1]), _place(ground, found[4])) * INCHES)
        return "" if apart == _inches(found[2], found[3]) else f"{found[1]} is {apart} inches from {found[4]}"
    if found := WIDE.fullmatch(words):
        wide = round(_arch(ground, found[1]).width * INCHES)
        return "" if wide == _inches(found[2], found[3]) else f"{found[1]} is {wide} inches wide"
    if found := PASSED.fullmatch(words):
        facing = _arch(ground, found[1]).facing % 360
        if round(facing) == WAYS[found[2]]:
            return ""
        return f"{found[1]} is passed inward going {facing:.0f} degrees from the right, to the left round"
    raise UserError("bad-case", f"“{words}” says nothing of a ground that I understand.")


def _inches(number: str, unit: str) -> int:
    return int(number) * UNITS[unit]


def _place(ground: Ground, name: str) -> tuple[float, float]:
    places = {one.name: (one.east, one.north) for one in ground.arches}
    places |= {one.name: (one.east, one.north) for one in ground.pegs}
    places |= {one.name: (one.east, one.north) for one in ground.spots}
    if name not in places:
        raise UserError("bad-case", f"There is no “{name}” on the ground.")
    return places[name]


def _arch(ground: Ground, name: str) -> Arch:
    for one in ground.arches:
        if one.name == name:
            return one
    raise UserError("bad-case", f"There is no arch “{name}” on the ground.")
