"""The equipment of a lawn: the size and weight of balls, the mallet, how fast the grass stops them.

Each figure has its source, or is marked as an assumption, in docs/internals/lawn.md.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

INCH = 1 / 36
"""In yards, as all lengths are."""
TIMED_OVER = 35.0
"""Yards over which the speed of a lawn is timed: the length of a modern court."""
HARDEST = 12.0
"""Yards a second, of the mallet's head: no stroke is harder."""


class Kit(NamedTuple):
    """Balls, mallet, ironwork and grass; the defaults are what docs/internals/lawn.md argues for."""

    ball_diameter: float = 3.625 * INCH
    ball_mass: float = 1.0
    """Pounds; only how it compares with the mallet matters."""
    mallet_mass: float = 3.0
    post_diameter: float = 0.375 * INCH
    """The thickness of the iron of an arch."""
    peg_diameter: float = 1.5 * INCH
    lawn_speed: float = 9.0
    """Seconds in which a ball just rolls thirty-five yards."""
    mallet_bounce: float = 0.8
    ball_bounce: float = 0.8
    iron_bounce: float = 0.5
    """The coefficient of restitution: the ratio of the speeds after and before a collision."""

    @property
    def radius(self) -> float:
        """Half a ball's diameter."""
        return self.ball_diameter / 2

    @property
    def slowing(self) -> float:
        """By how many yards a second a rolling ball loses speed in each second: from s = ½ a t²."""
        return 2 * TIMED_OVER / self.lawn_speed**2

    @property
    def gearing(self) -> float:
        """The speed of a ball after a free mallet, for each yard a second of the mallet, by the law of impact."""
        return (1 + self.mallet_bounce) * self.mallet_mass / (self.mallet_mass + self.ball_mass)

    def force_for(self, distance: float) -> float:
        """Return the force, the speed of the mallet, with which an unhindered ball rolls so far: from v² = 2 a s."""
        return sqrt(2 * self.slowing * max(distance, 0.0)) / self.gearing

    def distance_of(self, force: float) -> float:
        """Return how far an unhindered ball rolls that is struck with this force."""
        return (force * self.gearing) ** 2 / (2 * self.slowing)


KIT = Kit()
