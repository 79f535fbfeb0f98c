"""A ground on which balls are struck: its arches, pegs and spots, in yards, as the rules describe it.

East and north are measured from the middle of the ground; a facing is the direction of a ball that passes an arch
inward, in degrees counter-clockwise from east.
"""

from __future__ import annotations

from typing import NamedTuple


class Arch(NamedTuple):
    """An arch: the middle of its opening, the inward direction, and its width.

    ``east``, ``north`` and ``width`` are yards; ``facing`` is degrees.
    """

    name: str
    east: float
    north: float
    facing: float
    width: float

    @property
    def at(self) -> complex:
        """The middle of its opening: yards east, and yards north as the imaginary part."""
        return complex(self.east, self.north)


class Point(NamedTuple):
    """A peg, a flag's staff, or a spot on which balls are put, with its position in yards."""

    name: str
    east: float
    north: float

    @property
    def at(self) -> complex:
        """Its position: yards east, and yards north as the imaginary part."""
        return complex(self.east, self.north)


class Ground(NamedTuple):
    """The objects on a ground, and its size; ``breadth`` from west to east, ``length`` north to south."""

    breadth: float
    length: float
    arches: tuple[Arch, ...]
    pegs: tuple[Point, ...]
    spots: tuple[Point, ...]
