"""Balls on a ground: their sizes, their possible places, and the path of a stroke reported in words.

A report does not say where the balls went between the events. The path is therefore invented, by geometry and without
mechanics: straight from one event to the next, through the middle of each arch, around its post if the ball is on the
wrong side, with a stop after the last event. It is only for pictures; the meaning of the stroke depends on the words
alone.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Mapping, Sequence
from math import pi, radians
from typing import NamedTuple

from cc_dsl.table.ground import Arch, Ground

PASSES, TOUCHES, RESTS = "passes", "touches", "rests-in"
"""The observable deeds of a ball: it passes an arch, touches a peg or a ball, comes to rest in an arch."""
INWARD, OUTWARD = "inward", "outward"

INCH = 1 / 36
"""One inch in yards, the unit of all lengths here."""
BALL, POST, PEG = 3.625 * INCH, 0.375 * INCH, 1.5 * INCH
"""The diameters of a ball, of the iron of an arch and of a peg; docs/internals/lawn.md gives the sources."""
RADIUS = BALL / 2
DEPTH = RADIUS + POST / 2
"""The distance of a ball's centre from the line of the posts at which the ball leaves the arch."""

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

Point = complex
"""A point of a ground in yards from its middle: the real part is east, the imaginary part north."""
Event = tuple[str, str, str, str]
"""An observed event: its verb, the ball, its object and its direction, such as “passes”, “blue”, “gate 4”, “inward”.

The object is an arch, a peg or another ball; empty if the ball went off the ground.
"""


class LawnError(ValueError):
    """The error for a ground that has no room for a ball, or for a report of a ball that is not on it."""


class Stroke(NamedTuple):
    """A reported stroke, with the path to draw."""

    ball: str
    """The ball that was struck."""
    events: tuple[Event, ...]
    paths: dict[str, tuple[Point, ...]]
    """For each ball that moved, the corners of its path, from where it lay to where it came to rest."""
    rest: dict[str, Point]
    """The present position of every ball on the ground."""


class ArchFrame(NamedTuple):
    """The coordinates of an arch: yards beyond it, inward; the imaginary part is yards to the left of its middle."""

    middle: Point
    inward: Point
    """One yard in the direction in which it is passed inward."""
    half_width: float
    posts: tuple[Point, Point]

    def coordinates_of(self, point: Point) -> complex:
        """Return the coordinates of a point."""
        return (point - self.middle) * self.inward.conjugate()

    def point_at(self, along: float, across: float) -> Point:
        """Return the point this far beyond the arch, and this far to the left."""
        return self.middle + complex(along, across) * self.inward


def frame_of_arch(arch: Arch) -> ArchFrame:
    """Return the coordinate frame of an arch; the width of an arch is the gap between its posts."""
    inward = rect(1, radians(arch.facing))
    reach = complex(0, (arch.width + POST) / 2) * inward
    return ArchFrame(arch.at, inward, arch.width / 2, (arch.at + reach, arch.at - reach))


def free_place(ground: Ground, others: Sequence[Point], place: Point) -> Point:
    """Return the place itself if a ball has room there, or else the first free place in widening rings."""
    posts = [post for arch in ground.arches for post in frame_of_arch(arch).posts]
    for ring in range(RINGS):
        for number in range(AROUND if ring else 1):
            near = place + rect(ring * (BALL + GAP), 2 * pi * number / AROUND)
            if (
                abs(near.real) <= ground.breadth / 2
                and abs(near.imag) <= ground.length / 2
                and all(abs(near - other) >= BALL for other in others)
                and all(abs(near - post) >= DEPTH for post in posts)
                and all(abs(near - peg.at) >= RADIUS + PEG / 2 for peg in ground.pegs)
            ):
                return near
    raise LawnError(f"There is no room for a ball near the point {place.real:g} yards east, {place.imag:g} north.")


# ------------------------------------------------------------------------------------------ the path of a stroke


def trace(ground: Ground, places: Mapping[str, Point], ball: str, events: Sequence[Event]) -> Stroke:
    """Return a stroke with exactly the reported events, in this order; other balls stay in place."""
    paths = {name: [place] for name, place in places.items()}
    last_events: dict[str, Event] = {}
    for event in events:
        _, name, thing, _ = event
        if name not in places:
            raise LawnError(f"“{name}” is not on the ground, so it cannot have done anything.")
        paths[name] += _path_to_event(ground, event, {other: path[-1] for other, path in paths.items()})
        last_events[name] = event
    for name, (verb, _, thing, _) in last_events.items():
        path = paths[name]
        if verb == TOUCHES and thing not in places and len(path) > 1 and abs(path[-1] - path[-2]) > REBOUND:
            path.append(_point_towards(path[-1], path[-2], REBOUND))
    moved = {name: tuple(paths[name]) for name in last_events if len(paths[name]) > 1}
    return Stroke(ball, tuple(events), moved, {name: path[-1] for name, path in paths.items()})


def _path_to_event(ground: Ground, event: Event, positions: Mapping[str, Point]) -> list[Point]:
    """Return the points of a ball's straight path to one event."""
    verb, ball, thing, direction = event
    here = positions[ball]
    arch = next((arch for arch in ground.arches if arch.name == thing), None)
    if arch is not None and verb in (PASSES, RESTS):
        frame = frame_of_arch(arch)
        # The side on which the ball emerges: 1 if it passes inward.
        opposite = -1 if frame.coordinates_of(here).real >= 0 else 1
        side = {INWARD: 1, OUTWARD: -1}.get(direction, opposite)
        through = [*_points_before_arch(frame, side, here), frame.middle]
        if verb == RESTS:
            return through
        far = BEYOND
        for name, place in positions.items():
            at = frame.coordinates_of(place)
            # The drawn ball stops before a ball that it was not reported to hit.
            if name != ball and abs(at.imag) < BALL and 0 < side * at.real < far + BALL:
                far = max(side * at.real - 1.2 * BALL, DEPTH)
        return [*through, frame.point_at(side * far, 0.0)]
    obstacles = {name: (place, BALL) for name, place in positions.items()}
    obstacles |= {peg.name: (peg.at, RADIUS + PEG / 2) for peg in reversed(ground.pegs)}
    place, reach = obstacles.get(thing, (here, 0.0))
    distance = abs(place - here)
    return [_point_towards(here, place, distance - reach)] if distance > reach else []


def _points_before_arch(frame: ArchFrame, side: int, here: Point) -> list[Point]:
    """Return the points through which a ball reaches the correct side of an arch, almost in front of it."""
    at = frame.coordinates_of(here)
    if side * at.real <= 0 and (abs(at.imag) <= frame.half_width or abs(at.imag) <= STEEPNESS * abs(at.real)):
        return []
    front = frame.point_at(-side * BEFORE, 0.0)
    if side * at.real <= DEPTH:
        return [front]
    aside = (frame.half_width + DETOUR) * (1 if at.imag >= 0 else -1)
    return [frame.point_at(side * DEPTH, aside), frame.point_at(-side * BEFORE / 2, aside), front]


def _point_towards(here: Point, there: Point, far: float) -> Point:
    """Return the point this many yards along the line to another point."""
    return here + far / abs(there - here) * (there - here)
