"""Grounds for tests: one arch and one peg, and four forts in a cross."""

from __future__ import annotations

from math import cos, radians, sin

from cc_dsl.table.ground import Arch, Ground, Point

EIGHT_INCHES = 8 / 36

ONE_OF_EACH = Ground(
    24,
    24,
    (Arch("gate", 0, 0, 90, EIGHT_INCHES),),
    (Point("peg", 0, 4),),
    (Point("start", 0, -3), Point("within", 0, 0)),
)


def crosswise() -> Ground:
    """Four forts: a gate five yards from the middle, a door and a flag behind it, each two and a half yards on."""
    arches, pegs, spots = [], [], []
    for number, facing in enumerate((90.0, 180.0, 270.0, 0.0), 1):
        east, north = cos(radians(facing)), sin(radians(facing))
        arches.append(Arch(f"gate {number}", 5 * east, 5 * north, facing, EIGHT_INCHES))
        arches.append(Arch(f"door {number}", 7.5 * east, 7.5 * north, facing + 90, EIGHT_INCHES))
        pegs.append(Point(f"flag {number}", 10 * east, 10 * north))
        spots.append(Point(f"start {number}", 5.6 * east, 5.6 * north))
    return Ground(24, 24, tuple(arches), tuple(pegs), tuple(spots))
