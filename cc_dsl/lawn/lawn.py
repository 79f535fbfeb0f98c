"""A lawn: the positions of balls on a ground, and the strokes made on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import atan2, cos, degrees, dist, isfinite, pi, radians, sin
from typing import NamedTuple

from cc_dsl.lawn.kit import HARDEST, KIT, Kit
from cc_dsl.lawn.passages import BY_HAND, Throat, throat_of
from cc_dsl.lawn.rolling import Scene, roll
from cc_dsl.lawn.strokes import LawnError, Point, Stroke
from cc_dsl.table.ground import Ground

AROUND = 24
"""In how many directions a free place is looked for beside one that is taken."""
RINGS = 40
HAIR = 1e-6
"""Yards between balls that are laid touching, so that they do not overlap by rounding."""


class LaidBall(NamedTuple):
    """The position of a ball against another before a stroke, and whether it is held during the stroke."""

    other: str
    bearing: float
    """The direction, in degrees, in which the other ball lies from the ball that is struck."""
    held: bool = False


class Lawn:
    """A ground with balls; it answers each stroke with observations, and knows no rule."""

    def __init__(
        self,
        ground: Ground,
        balls: Sequence[str],
        placed: Mapping[str, Point | str] | None = None,
        kit: Kit = KIT,
    ) -> None:
        """Lay out a ground, with the balls that are named in ``placed`` on it; the others are in hand."""
        self.ground, self.balls, self.kit = ground, tuple(balls), kit
        self._refuse_ground()
        self.throats: tuple[Throat, ...] = tuple(throat_of(arch, kit) for arch in ground.arches)
        self._places: dict[str, Point] = {}
        self._entered: dict[str, dict[str, int]] = {}
        for ball, spot in (placed or {}).items():
            self.place(ball, spot)

    def _refuse_ground(self) -> None:
        """Refuse a ground on which a name means two things, or through whose arches no ball goes."""
        things = [*self.balls, *(arch.name for arch in self.ground.arches), *(peg.name for peg in self.ground.pegs)]
        twice = [name for name, times in Counter(things).items() if times > 1]
        if twice:
            raise LawnError(f"Two things on the ground are called “{twice[0]}”; give each its own name.")
        for arch in self.ground.arches:
            if arch.width <= self.kit.ball_diameter:
                raise LawnError(
                    f"The arch “{arch.name}” is {arch.width:.3f} yards wide, and a ball {self.kit.ball_diameter:.3f}: "
                    "none can go through. Make the arch wider."
                )

    @property
    def places(self) -> dict[str, Point]:
        """The position of each ball on the ground."""
        return {ball: self._places[ball] for ball in self.balls if ball in self._places}

    def copy(self) -> Lawn:
        """Return a lawn that is like this one, and goes its own way."""
        other = Lawn(self.ground, self.balls, kit=self.kit)
        other._places = dict(self._places)
        other._entered = {ball: dict(sides) for ball, sides in self._entered.items()}
        return other

    def place(self, ball: str, spot: Point | str) -> Point:
        """Put a ball on a spot, or as near to it as others leave room, and give where it lies."""
        self._refuse_unknown(ball)
        free = self._free_near(ball, self._spot(spot) if isinstance(spot, str) else spot)
        self._put(ball, free)
        return free

    def lift(self, ball: str) -> None:
        """Take a ball off the ground."""
        self._refuse_unknown(ball)
        self._places.pop(ball, None)
        self._entered.pop(ball, None)

    def stroke(self, ball: str, aim: float, force: float) -> Stroke:
        """Strike a ball, and roll until all lie still; aim in degrees, force the mallet's speed in yards a second."""
        return self._struck(ball, aim, force, None)

    def croquet(self, ball: str, laid: LaidBall, aim: float, force: float) -> Stroke:
        """Lay a ball against another and strike it: both may move, or only the other, if the ball is held."""
        trial = self.copy()
        trial.lay(ball, laid)
        stroke = trial._struck(ball, aim, force, laid)
        self._places, self._entered = trial._places, trial._entered
        return stroke

    def tried(self, ball: str, aim: float, force: float, laid: LaidBall | None = None) -> Stroke:
        """Return the result of a stroke, and change nothing."""
        lawn = self.copy()
        return lawn.croquet(ball, laid, aim, force) if laid else lawn.stroke(ball, aim, force)

    def lay(self, ball: str, laid: LaidBall) -> None:
        """Lay a ball so that it touches another, which lies in the direction given."""
        self._refuse_unknown(ball)
        self._refuse_absent(laid.other)
        if ball == laid.other:
            raise LawnError(f"“{ball}” cannot be laid against itself; name another ball.")
        there = self._places[laid.other]
        apart = self.kit.ball_diameter + HAIR
        point = (there[0] - apart * cos(radians(laid.bearing)), there[1] - apart * sin(radians(laid.bearing)))
        if not self._is_free(ball, point):
            raise LawnError(
                f"“{ball}” cannot be laid against “{laid.other}” there: something else is in the way. "
                "Lay it on another side."
            )
        self._put(ball, point)

    def _struck(self, ball: str, aim: float, force: float, laid: LaidBall | None) -> Stroke:
        """Strike, and remember where all came to rest."""
        self._refuse_stroke(ball, aim, force)
        speeds = self._speeds(ball, aim, force, laid)
        held = ball if laid and laid.held else ""
        rolled = roll(Scene(self.ground, self.throats, self.kit, self.places, speeds, self._entered, held))
        self._places, self._entered = dict(rolled.rest), rolled.entered
        return Stroke(ball, aim, force, rolled.observations, rolled.paths, rolled.rest, rolled.seconds)

    def _speeds(self, ball: str, aim: float, force: float, laid: LaidBall | None) -> dict[str, Point]:
        """Return the struck ball's speed; through a held ball the stroke is passed on to the other."""
        speed = force * self.kit.gearing
        if laid is None or not laid.held:
            return {ball: (speed * cos(radians(aim)), speed * sin(radians(aim)))}
        along = cos(radians(aim - laid.bearing))
        if along <= 0:
            raise LawnError(f"“{ball}” is held and struck away from “{laid.other}”: nothing would move. Aim at it.")
        speed *= along * (1 + self.kit.ball_bounce) / 2
        return {laid.other: (speed * cos(radians(laid.bearing)), speed * sin(radians(laid.bearing)))}

    def _refuse_stroke(self, ball: str, aim: float, force: float) -> None:
        """Refuse a stroke that cannot be made."""
        self._refuse_absent(ball)
        if not isfinite(aim):
            raise LawnError("An aim is a number of degrees, counter-clockwise from east.")
        if not 0 < force <= HARDEST:
            raise LawnError(
                f"A force is more than 0 and at most {HARDEST:g} yards a second of the mallet, not {force:g}."
            )

    def _refuse_unknown(self, ball: str) -> None:
        """Refuse a ball that there is not."""
        if ball not in self.balls:
            raise LawnError(f"There is no ball “{ball}”; the balls are {', '.join(self.balls)}.")

    def _refuse_absent(self, ball: str) -> None:
        """Refuse a ball that is not on the ground."""
        self._refuse_unknown(ball)
        if ball not in self._places:
            raise LawnError(f"“{ball}” is in hand; put it on the ground first.")

    def _spot(self, name: str) -> Point:
        """Find a spot by its name."""
        for spot in self.ground.spots:
            if spot.name == name:
                return (spot.east, spot.north)
        known = ", ".join(spot.name for spot in self.ground.spots) or "none"
        raise LawnError(f"There is no spot “{name}” on the ground; the spots are {known}.")

    def _put(self, ball: str, point: Point) -> None:
        """Place a ball there; if that is within an arch, it was placed by hand."""
        self._places[ball] = point
        self._entered[ball] = {throat.name: BY_HAND for throat in self.throats if throat.holds(point)}

    def _free_near(self, ball: str, point: Point) -> Point:
        """Return the place itself if it is free, or else the first that is, in wider and wider rings, from the east."""
        if not all(isfinite(number) for number in point):
            raise LawnError("A place on the ground is two numbers of yards, east and north of its middle.")
        if abs(point[0]) > self.ground.breadth / 2 or abs(point[1]) > self.ground.length / 2:
            raise LawnError(
                f"{point[0]:g} yards east and {point[1]:g} north is off the ground, which is "
                f"{self.ground.breadth:g} yards from west to east and {self.ground.length:g} from south to north."
            )
        apart = self.kit.ball_diameter + HAIR
        for ring in range(RINGS):
            for number in range(AROUND if ring else 1):
                angle = 2 * pi * number / AROUND
                near = (point[0] + ring * apart * cos(angle), point[1] + ring * apart * sin(angle))
                if self._is_free(ball, near):
                    return near
        raise LawnError(f"There is no room for a ball near {point[0]:g} yards east and {point[1]:g} north.")

    def _is_free(self, ball: str, point: Point) -> bool:
        """Return whether a ball has room there, wherever it lies now."""
        kit, ground = self.kit, self.ground
        return (
            abs(point[0]) <= ground.breadth / 2
            and abs(point[1]) <= ground.length / 2
            and all(dist(point, place) >= kit.ball_diameter for name, place in self._places.items() if name != ball)
            and all(
                dist(point, post) >= kit.radius + kit.post_diameter / 2
                for throat in self.throats
                for post in throat.posts
            )
            and all(dist(point, (peg.east, peg.north)) >= kit.radius + kit.peg_diameter / 2 for peg in ground.pegs)
        )


def bearing(start: Point, end: Point) -> float:
    """Return the direction from one point to another, in degrees counter-clockwise from east."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0]))
