"""Balls on a ground: their sizes, their possible places, and the path of a stroke reported in words.

A report does not say where the balls went between the events. The path is therefore invented, by geometry and without
mechanics: straight from one event to the next, through the middle of each arch, around its post if the ball is on the
wrong side, with a stop after the last event. It is only for pictures; the meaning of the stroke depends on the words
alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, dist, pi, radians, sin
from typing import NamedTuple

from cc_dsl.table.ground import Arch, Ground

PASSES, TOUCHES, RESTS = "passes", "touches", "rests in"
"""The observable deeds of a ball: it passes an arch, touches a peg or a ball, comes to rest in an arch."""
INWARD, OUTWARD = "inward", "outward"

INCH = 1 / 36
"""One inch in yards, the unit of all lengths here."""
BALL, POST, PEG = 3.625 * INCH, 0.375 * INCH, 1.5 * INCH
"""The diameters of a ball, of the iron of an arch and of a peg; docs/internals/lawn.md gives the sources."""
RADIUS = BALL / 2

BEFORE, BEYOND = 0.7, 0.8
"""Yards before an arch at which a ball turns towards it, and yards after it at which the ball stops."""
DETOUR = 0.9
"""Yards from a post at which a ball on the wrong side goes round it."""
STEEPNESS = 1.2
"""A ball farther to the side than this many times its distance from the arch is first moved in front of it."""
REBOUND = 0.3
"""Yards by which a ball rebounds from a peg."""
AROUND, RINGS = 24, 40
"""The numbers of directions and of rings in which a free place is sought beside an occupied place."""
GAP = 1e-6
"""Yards between balls that are laid touching, so that they do not overlap by rounding."""

Point = tuple[float, float]
"""East and north of the middle of the ground, in yards."""


class LawnError(ValueError):
    """The error for a ground that has no room for a ball, or for a report of a ball that is not on it."""


class BallObservation(NamedTuple):
    """An observed event of a ball."""

    verb: str
    ball: str
    thing: str = ""
    """An arch, a peg, or another ball; empty if the ball went off the ground."""
    direction: str = ""
    """`inward` or `outward` if an arch was passed."""

    @property
    def in_words(self) -> str:
        """The observation in words, such as `blue passes gate 4 inward`."""
        return " ".join(part for part in (self.ball, self.verb, self.thing, self.direction) if part)


class Stroke(NamedTuple):
    """A reported stroke, with the path to draw."""

    ball: str
    """The ball that was struck."""
    observations: tuple[BallObservation, ...]
    paths: dict[str, tuple[Point, ...]]
    """For each ball that moved, the corners of its path, from where it lay to where it came to rest."""
    rest: dict[str, Point]
    """The present position of every ball on the ground."""


class ArchFrame(NamedTuple):
    """An arch in its own coordinates, along and across it, with the places of its posts."""

    name: str
    middle: Point
    inward: Point
    """One yard in the direction in which it is passed inward."""
    half_width: float
    depth: float
    """The greatest distance of a ball's centre from the line of the posts while any of the ball is within the arch."""
    posts: tuple[Point, Point]

    def coordinates_of(self, point: Point) -> Point:
        """Return the coordinates of a point: yards beyond the arch, inward, and yards to the left of its middle."""
        east, north = point[0] - self.middle[0], point[1] - self.middle[1]
        return (
            east * self.inward[0] + north * self.inward[1],
            north * self.inward[0] - east * self.inward[1],
        )

    def point_at(self, along: float, across: float) -> Point:
        """Return the point with these coordinates beyond the arch and to the left."""
        return (
            self.middle[0] + along * self.inward[0] - across * self.inward[1],
            self.middle[1] + along * self.inward[1] + across * self.inward[0],
        )

    def side(self, point: Point) -> int:
        """Return the side of a point: 1 where a ball emerges that passes inward, -1 on the other side."""
        return 1 if self.coordinates_of(point)[0] >= 0 else -1


def frame_of_arch(arch: Arch) -> ArchFrame:
    """Return the coordinate frame of an arch; the width of an arch is the gap between its posts."""
    inward = (cos(radians(arch.facing)), sin(radians(arch.facing)))
    reach = (arch.width + POST) / 2
    posts = (
        (arch.east - reach * inward[1], arch.north + reach * inward[0]),
        (arch.east + reach * inward[1], arch.north - reach * inward[0]),
    )
    return ArchFrame(arch.name, (arch.east, arch.north), inward, arch.width / 2, RADIUS + POST / 2, posts)


def free_place(ground: Ground, others: Sequence[Point], place: Point) -> Point:
    """Return the place itself if a ball has room there, or else the first free place in widening rings."""
    posts = [post for arch in ground.arches for post in frame_of_arch(arch).posts]
    pegs = [(peg.east, peg.north) for peg in ground.pegs]
    for ring in range(RINGS):
        for number in range(AROUND if ring else 1):
            angle, apart = 2 * pi * number / AROUND, ring * (BALL + GAP)
            near = (place[0] + apart * cos(angle), place[1] + apart * sin(angle))
            if (
                abs(near[0]) <= ground.breadth / 2
                and abs(near[1]) <= ground.length / 2
                and all(dist(near, other) >= BALL for other in others)
                and all(dist(near, post) >= RADIUS + POST / 2 for post in posts)
                and all(dist(near, peg) >= RADIUS + PEG / 2 for peg in pegs)
            ):
                return near
    raise LawnError(f"There is no room for a ball near the point {place[0]:g} yards east, {place[1]:g} north.")


# ------------------------------------------------------------------------------------------ the path of a stroke


def trace(ground: Ground, places: Mapping[str, Point], ball: str, observations: Sequence[BallObservation]) -> Stroke:
    """Return a stroke with exactly the reported events, in this order; other balls stay in place."""
    ways: dict[str, list[Point]] = {}
    for observation in observations:
        for name in (observation.ball, observation.thing if observation.thing in places else observation.ball):
            if name not in places:
                raise LawnError(f"“{name}” is not on the ground, so it cannot have done anything.")
        way = ways.setdefault(observation.ball, [places[observation.ball]])
        way += _path_to_event(
            ground, way[-1], observation, {name: (ways.get(name) or [places[name]])[-1] for name in places}
        )
    for name, way in ways.items():
        last = next(observation for observation in reversed(observations) if observation.ball == name)
        if last.verb == TOUCHES and last.thing not in places and len(way) > 1 and dist(way[-1], way[-2]) > REBOUND:
            way.append(_point_towards(way[-1], way[-2], REBOUND))
    moved_paths = {name: tuple(way) for name, way in ways.items() if len(way) > 1}
    rest = {name: (ways.get(name) or [place])[-1] for name, place in places.items()}
    return Stroke(ball, tuple(observations), moved_paths, rest)


def _path_to_event(
    ground: Ground, here: Point, observation: BallObservation, positions: Mapping[str, Point]
) -> list[Point]:
    """Return the points of a ball's straight path to one event."""
    arch = next((arch for arch in ground.arches if arch.name == observation.thing), None)
    if arch is not None and observation.verb in (PASSES, RESTS):
        frame = frame_of_arch(arch)
        side = {INWARD: 1, OUTWARD: -1}.get(observation.direction, -frame.side(here))
        through = [*_points_before_arch(frame, side, here), frame.point_at(0.0, 0.0)]
        if observation.verb == RESTS:
            return through
        far = BEYOND
        for name, place in positions.items():
            along, across = frame.coordinates_of(place)
            # The drawn ball stops before a ball that it was not reported to hit.
            if name != observation.ball and abs(across) < BALL and 0 < side * along < far + BALL:
                far = max(side * along - 1.2 * BALL, frame.depth)
        return [*through, frame.point_at(side * far, 0.0)]
    obstacles = {name: (place, BALL) for name, place in positions.items()}
    obstacles |= {peg.name: ((peg.east, peg.north), RADIUS + PEG / 2) for peg in reversed(ground.pegs)}
    place, reach = obstacles.get(observation.thing, (here, 0.0))
    distance = dist(here, place)
    return [_point_towards(here, place, distance - reach)] if distance > reach else []


def _points_before_arch(frame: ArchFrame, side: int, here: Point) -> list[Point]:
    """Return the points through which a ball reaches the correct side of an arch, almost in front of it."""
    along, across = frame.coordinates_of(here)
    if side * along <= 0 and (abs(across) <= frame.half_width or abs(across) <= STEEPNESS * abs(along)):
        return []
    front = frame.point_at(-side * BEFORE, 0.0)
    if side * along <= frame.depth:
        return [front]
    aside = (frame.half_width + DETOUR) * (1 if across >= 0 else -1)
    return [frame.point_at(side * frame.depth, aside), frame.point_at(-side * BEFORE / 2, aside), front]


def _point_towards(here: Point, there: Point, far: float) -> Point:
    """Return the point this many yards along the line to another point."""
    share = far / dist(here, there)
    return (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
