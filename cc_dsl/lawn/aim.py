"""Choose a stroke that fulfils a wish: by geometry, and by trying a few strokes on a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import atan2, degrees, dist, hypot
from typing import NamedTuple

from cc_dsl.lawn.kit import HARDEST
from cc_dsl.lawn.lawn import LaidBall, Lawn, bearing
from cc_dsl.lawn.passages import Throat
from cc_dsl.lawn.strokes import INWARD, OUTWARD, PASSES, TOUCHES, BallObservation, LawnError, Point, Stroke

BEFORE = 1.2
"""Yards before an arch: where a ball is laid that is to pass it next."""
NEAR = 2.0
"""Yards within which a player tries the arch, however narrow it looks."""
BEYOND = (1.0, 0.4, 2.5)
"""The yards that a ball should go beyond its target, the common case first."""
SLANT = 55.0
"""Degrees: an arch that is seen from farther aside than this is not tried."""
ASIDE = (0.0, 0.35, -0.35, 0.7, -0.7)
"""The points in the gap, or on the object, at which a ball is aimed: 0 is the middle, 1 just scrapes."""
AWAY = (0.0, 8.0, -8.0, 20.0, -20.0, 40.0, -40.0, 70.0, -70.0)
"""Degrees aside from the straight way, tried in this order when the way is blocked."""
SHARES = (1.0, 0.6)
"""Shares of the distance to roll, when no way leads there."""
NUDGE = 0.1
"""Yards that a ball goes that is struck because it must be."""
CLOSE = 0.5
"""Yards: near enough to where one wanted to lie."""


class Wish(NamedTuple):
    """Something that is to be brought about: that a ball passes an arch, or touches a peg or a ball."""

    verb: str
    thing: str
    direction: str = ""
    """For an arch `inward` or `outward`; nothing means either."""

    def is_met_by(self, stroke: Stroke) -> bool:
        """Return whether the ball that was struck did it; of two balls that touch, each touches the other."""
        return any(
            seen.verb == self.verb
            and self.direction in ("", seen.direction)
            and ((seen.ball, seen.thing) == (stroke.ball, self.thing) or self._is_touched(stroke, seen))
            for seen in stroke.observations
        )

    def _is_touched(self, stroke: Stroke, seen: BallObservation) -> bool:
        """Return whether the thing wished for touched the ball that was struck."""
        return self.verb == TOUCHES and (seen.ball, seen.thing) == (self.thing, stroke.ball)


Wary = Callable[[Stroke], bool]
"""Tells whether a stroke would do harm, and is not to be made."""


def harmless(stroke: Stroke) -> bool:
    """Fear nothing."""
    return False


class Aimed(NamedTuple):
    """A stroke to be made."""

    aim: float
    force: float
    will_do: bool
    """Whether the wish comes true if the stroke is made without error."""


def choose(lawn: Lawn, ball: str, wishes: Sequence[Wish], steady: float = 0.0, harms: Wary = harmless) -> Aimed:
    """Choose a stroke for the first wish that leaves the ball well for the second; ``steady`` is the error of aim.

    It is none that does harm, unless nothing else can be done.
    """
    if not wishes:
        raise LawnError(f"Nothing is wished for with “{ball}”; name an arch to pass, or a peg or a ball to touch.")
    if ball not in lawn.places:
        raise LawnError(f"“{ball}” is in hand; put it on the ground first.")
    wish = wishes[0]
    if not _is_there(lawn, wish):
        raise LawnError(
            f"“{wish.thing}” is not on the ground, so no stroke can bring about that “{ball}” {wish.verb} it."
        )
    for aimed in _aims(lawn, ball, wish, steady):
        stroke = lawn.tried(ball, aimed.aim, aimed.force)
        if wish.is_met_by(stroke) and not harms(stroke):
            return _well_left(lawn, ball, wishes, aimed, harms)
    return _approach(lawn, ball, wish, harms)


def near(lawn: Lawn, ball: str, wish: Wish, harms: Wary = harmless) -> Aimed:
    """Choose a stroke that brings a ball to where a wish could come true the next time, and does not bring it about."""
    if not _is_there(lawn, wish):
        raise LawnError(f"“{wish.thing}” is not on the ground, so “{ball}” cannot come near it.")
    return _approach(lawn, ball, wish, lambda stroke: wish.is_met_by(stroke) or harms(stroke))


def against(
    lawn: Lawn, ball: str, other: str, wishes: Sequence[Wish], steady: float = 0.0, harms: Wary = harmless
) -> tuple[LaidBall, Aimed]:
    """Choose how to lay a ball against another, and a stroke that does not move the other."""
    start = lawn.places[other]
    straight = bearing(start, _target(lawn, start, wishes[0]))
    for away in AWAY:
        # The other ball lies behind, so that whatever is aimed at, the stroke leads away from it.
        laid = LaidBall(other, straight + 180 + away)
        trial = lawn.copy()
        try:
            trial.lay(ball, laid)
        except LawnError:
            continue
        return laid, choose(trial, ball, wishes, steady, harms)
    raise LawnError(f"“{ball}” cannot be laid against “{other}” on any side from which it could be struck.")


def _is_there(lawn: Lawn, wish: Wish) -> bool:
    """Return whether the object of a wish is on the ground."""
    if wish.verb == PASSES:
        return any(throat.name == wish.thing for throat in lawn.throats)
    return wish.thing in lawn.places or any(peg.name == wish.thing for peg in lawn.ground.pegs)


def _aims(lawn: Lawn, ball: str, wish: Wish, steady: float) -> list[Aimed]:
    """Return the strokes by which a wish could come true directly, the safest first."""
    here = lawn.places[ball]
    if wish.verb == PASSES:
        throat = _throat(lawn, wish.thing)
        points = [point for side in _sides(wish) for point in _gaps(lawn, ball, throat, side, steady)]
    else:
        points = _faces(lawn, here, wish.thing)
    return [
        Aimed(bearing(here, point), min(lawn.kit.force_for(dist(here, point) + BEYOND[0]), HARDEST), True)
        for point in points
    ]


def _gaps(lawn: Lawn, ball: str, throat: Throat, side: int, steady: float) -> list[Point]:
    """Return the points of an arch at which a ball on the right side of it can be aimed."""
    along, across = throat.place(lawn.places[ball])
    if abs(along) < throat.depth and abs(across) < throat.half_width:
        return [throat.point(side * 1.0, across)]
    distance, slant = hypot(along, across), degrees(atan2(abs(across), -side * along))
    if side * along > 0 or slant > SLANT:
        return []
    free = throat.half_width - lawn.kit.radius
    window = degrees(atan2(free * -side * along / distance, distance))
    if window < steady and distance > NEAR:
        return []
    return [throat.point(0.0, share * free) for share in ASIDE]


def _faces(lawn: Lawn, here: Point, thing: str) -> list[Point]:
    """Return the points at which to aim to hit a ball or a peg, full or on a side."""
    there, reach = _thing(lawn, thing)
    distance = dist(here, there)
    if distance <= reach:
        return [there]
    aside = (-(there[1] - here[1]) / distance, (there[0] - here[0]) / distance)
    return [(there[0] + share * reach * aside[0], there[1] + share * reach * aside[1]) for share in ASIDE]


def _well_left(lawn: Lawn, ball: str, wishes: Sequence[Wish], hit: Aimed, harms: Wary) -> Aimed:
    """Of forces that bring the first wish about, choose that which leaves the ball best for the second."""
    if len(wishes) < 2 or not _is_there(lawn, wishes[1]):
        return hit
    rolled = lawn.kit.distance_of(hit.force) - BEYOND[0]
    best, least = hit, float("inf")
    for beyond in BEYOND:
        force = min(lawn.kit.force_for(rolled + beyond), HARDEST)
        stroke = lawn.tried(ball, hit.aim, force)
        cost = _short(lawn, stroke.rest, ball, wishes[1])
        if wishes[0].is_met_by(stroke) and cost < least and not harms(stroke):
            best, least = Aimed(hit.aim, force, True), cost
    return best


def _approach(lawn: Lawn, ball: str, wish: Wish, harms: Wary) -> Aimed:
    """Choose a stroke that brings the wish nearer: straight to a good place, or round an obstacle."""
    here = lawn.places[ball]
    best, least = Aimed(0.0, lawn.kit.force_for(NUDGE), False), float("inf")
    for aim, distance in _ways(here, _target(lawn, here, wish)):
        force = min(lawn.kit.force_for(distance), HARDEST)
        stroke = lawn.tried(ball, aim, force)
        cost = _short(lawn, stroke.rest, ball, wish)
        if harms(stroke):
            continue
        if wish.is_met_by(stroke):
            return Aimed(aim, force, True)
        if cost < least:
            best, least = Aimed(aim, force, False), cost
        if cost < CLOSE:
            break
    return best


def nudge(lawn: Lawn, ball: str) -> Aimed:
    """Choose the softest stroke, in the first direction in which nothing happens."""
    force = lawn.kit.force_for(NUDGE)
    for aim in range(0, 360, 45):
        if not lawn.tried(ball, float(aim), force).observations:
            return Aimed(float(aim), force, True)
    return Aimed(0.0, force, True)


def _ways(here: Point, goal: Point) -> Iterator[tuple[float, float]]:
    """Yield aims and distances that lead towards a place, the straight way first."""
    straight, distance = bearing(here, goal), max(dist(here, goal), CLOSE)
    for share in SHARES:
        for away in AWAY:
            yield straight + away, share * distance


def _target(lawn: Lawn, here: Point, wish: Wish) -> Point:
    """Return where to go for a wish: the thing itself, or a place before the arch, or the arch from there."""
    if wish.verb != PASSES:
        return _thing(lawn, wish.thing)[0]
    throat = _throat(lawn, wish.thing)
    places = [throat.point(-side * BEFORE, 0.0) for side in _sides(wish)]
    return min(places, key=lambda place: dist(here, place))


def _short(lawn: Lawn, rest: dict[str, Point], ball: str, wish: Wish) -> float:
    """Return the distance, in yards or an equivalent, of a ball from where its wish can come true."""
    here = rest[ball]
    if wish.verb != PASSES:
        return dist(here, rest[wish.thing] if wish.thing in rest else _thing(lawn, wish.thing)[0])
    throat = _throat(lawn, wish.thing)
    return min(_short_of(throat, side, here) for side in _sides(wish))


def _short_of(throat: Throat, side: int, here: Point) -> float:
    """Return how far a ball is from a good place before an arch; on the wrong side it must go round."""
    along, across = throat.place(here)
    away = dist(here, throat.point(-side * BEFORE, 0.0))
    if side * along > -throat.depth:
        return away + BEFORE
    return away * (0.5 if degrees(atan2(abs(across), -side * along)) < SLANT else 1.0)


def _sides(wish: Wish) -> tuple[int, ...]:
    """Return the directions in which an arch may be passed: 1 inward, -1 outward."""
    return {INWARD: (1,), OUTWARD: (-1,)}.get(wish.direction, (1, -1))


def _throat(lawn: Lawn, name: str) -> Throat:
    """Find an arch by its name."""
    return next(throat for throat in lawn.throats if throat.name == name)


def _thing(lawn: Lawn, name: str) -> tuple[Point, float]:
    """Return where a ball or a peg is, and how near to it the middle of another ball comes."""
    if name in lawn.places:
        return lawn.places[name], lawn.kit.ball_diameter
    peg = next(peg for peg in lawn.ground.pegs if peg.name == name)
    return (peg.east, peg.north), lawn.kit.radius + lawn.kit.peg_diameter / 2
