"""Grounds for tests: one arch and one peg, and four forts set crosswise, with a referee who knows one simple course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

from cc_dsl.lawn.aim import Wish
from cc_dsl.lawn.players import Errand, Putting
from cc_dsl.lawn.strokes import INWARD, OUTWARD, PASSES, TOUCHES, BallObservation, Point
from cc_dsl.table.ground import Arch, Ground, Peg, Spot

EIGHT_INCHES = 8 / 36

PLAIN = Ground(24, 24, (), (), (Spot("start", 0, -8), Spot("corner", 11, 11)))
ONE_OF_EACH = Ground(
    24, 24, (Arch("gate", 0, 0, 90, EIGHT_INCHES),), (Peg("peg", 0, 4),), (Spot("start", 0, -3), Spot("within", 0, 0))
)


def crosswise() -> Ground:
    """Four forts: a gate five yards from the middle, a door and a flag behind it, each two and a half yards on."""
    arches, pegs, spots = [], [], []
    for number, facing in enumerate((90.0, 180.0, 270.0, 0.0), 1):
        east, north = cos(radians(facing)), sin(radians(facing))
        arches.append(Arch(f"gate {number}", 5 * east, 5 * north, facing, EIGHT_INCHES))
        arches.append(Arch(f"door {number}", 7.5 * east, 7.5 * north, facing + 90, EIGHT_INCHES))
        pegs.append(Peg(f"flag {number}", 10 * east, 10 * north))
        spots.append(Spot(f"start {number}", 5.6 * east, 5.6 * north))
    return Ground(24, 24, tuple(arches), tuple(pegs), tuple(spots))


class OneCourse:
    """A referee for balls that each go out, through the next fort and home, and touch their flag; no more rules."""

    def __init__(self, balls: Sequence[str]) -> None:
        """Begin with every ball at its start."""
        self.balls = tuple(balls)
        self.done = dict.fromkeys(balls, 0)
        self.heard: list[tuple[BallObservation, ...]] = []
        self._begun = False
        self._turn = 0

    def course(self, ball: str) -> tuple[Wish, ...]:
        """Return all that a ball has to do, in order."""
        home = self.balls.index(ball) + 1
        away = home % len(self.balls) + 1
        return (
            Wish(PASSES, f"gate {home}", OUTWARD),
            Wish(PASSES, f"gate {away}", INWARD),
            Wish(PASSES, f"door {away}"),
            Wish(TOUCHES, f"flag {away}"),
            Wish(PASSES, f"gate {away}", OUTWARD),
            Wish(PASSES, f"gate {home}", INWARD),
            Wish(TOUCHES, f"flag {home}"),
        )

    def before(self) -> Sequence[Putting]:
        """Put every ball at its start, once."""
        if self._begun:
            return ()
        self._begun = True
        return tuple(Putting(ball, f"start {number}") for number, ball in enumerate(self.balls, 1))

    def errand(self) -> Errand | None:
        """Return the next two things that the ball in turn has to do."""
        if any(self.done[ball] == len(self.course(ball)) for ball in self.balls):
            return None
        ball = self.balls[self._turn % len(self.balls)]
        return Errand(ball, self.course(ball)[self.done[ball] : self.done[ball] + 2])

    def judge(self, observations: Sequence[BallObservation], rest: Mapping[str, Point]) -> None:
        """Reckon what the ball in turn did in order; who did something plays again."""
        self.heard.append(tuple(observations))
        ball = self.balls[self._turn % len(self.balls)]
        before = self.done[ball]
        for seen in observations:
            course = self.course(ball)
            if seen.ball == ball and self.done[ball] < len(course):
                wish = course[self.done[ball]]
                if (seen.verb, seen.thing) == (wish.verb, wish.thing) and wish.direction in ("", seen.direction):
                    self.done[ball] += 1
        if self.done[ball] == before:
            self._turn += 1
