"""The skill of a player: normally distributed errors of aim and of force, drawn from a seed."""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import NamedTuple

from cc_dsl.lawn.kit import HARDEST
from cc_dsl.table.chance import Chance

SOFTEST = 0.02
"""Yards a second of the mallet, below which no error takes a stroke: about a third of an inch of a ball's way."""
FRACTION = 1 << 53


class Skill(NamedTuple):
    """The standard deviations of a player's errors."""

    aim: float
    """In degrees."""
    force: float
    """The error as a share of the intended force."""

    def struck(self, aim: float, force: float, chance: Chance) -> tuple[float, float]:
        """Return the actual aim and force for the intended ones; two errors are drawn, that of the aim first."""
        missed, slipped = normal(chance), normal(chance)
        return aim + self.aim * missed, min(max(force * (1 + self.force * slipped), SOFTEST), HARDEST)


FAULTLESS = Skill(0.0, 0.0)
SKILLS = {"expert": Skill(0.3, 0.05), "fair": Skill(0.7, 0.1), "beginner": Skill(2.0, 0.2)}
"""Skills with a name; docs/internals/lawn.md says how often each hits a ball across the lawn."""


def normal(chance: Chance) -> float:
    """Draw a number with mean 0 and standard deviation 1, from two words (Box and Muller, 1958)."""
    first, second = chance.word() >> 11, chance.word() >> 11
    return sqrt(-2 * log((first + 1) / FRACTION)) * cos(2 * pi * second / FRACTION)
