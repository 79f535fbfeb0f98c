"""The result of a stroke: its observations in order of time, the paths of the balls, and their final positions."""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.errors import UserError, not_installed

PASSES, TOUCHES, RESTS, LEAVES = "passes", "touches", "rests in", "goes off"
"""The possible observations: a ball passes an arch, touches a peg or a ball, comes to rest in an arch, goes off the
ground."""
INWARD, OUTWARD = "inward", "outward"

Point = tuple[float, float]
"""East and north of the middle of the ground, in yards."""


class LawnError(ValueError):
    """A request that a lawn cannot carry out; the sentence names it, and the possible ones."""


def pymunk_missing() -> UserError:
    """Return the error for balls that cannot roll, since the package that moves them is not installed."""
    return not_installed("A lawn on which balls move needs pymunk, which", "lawn")


class BallObservation(NamedTuple):
    """One observation: a ball, its action and object, the direction, and the time."""

    verb: str
    ball: str
    thing: str = ""
    """An arch, a peg, or another ball; nothing where the ball went off the ground."""
    direction: str = ""
    """`inward` or `outward` where an arch was passed."""
    time: float = 0.0
    """Seconds after the stroke."""

    @property
    def said(self) -> str:
        """The observation in words, such as `blue passes gate 4 inward`."""
        return " ".join(part for part in (self.ball, self.verb, self.thing, self.direction) if part)


class Stroke(NamedTuple):
    """A stroke, and all that came of it."""

    ball: str
    """The ball that was struck."""
    aim: float
    """The direction of the stroke, in degrees."""
    force: float
    """The speed of the mallet, in yards a second."""
    observations: tuple[BallObservation, ...]
    paths: dict[str, tuple[Point, ...]]
    """For each ball that moved, the corners of its way, from where it lay to where it came to rest."""
    rest: dict[str, Point]
    """The present position of every ball on the ground."""
    seconds: float
    """When the last ball came to rest."""

    @property
    def path(self) -> tuple[Point, ...]:
        """The way of the ball that was struck; one point where it did not move."""
        return self.paths.get(self.ball, (self.rest[self.ball],))
