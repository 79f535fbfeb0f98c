"""The path of a stroke that was reported in words: the shortest path that does what was reported.

A report does not say where the balls went between the events.  The path is therefore invented, by geometry and without
mechanics: straight from one event to the next, through the middle of each arch, round its post where the ball lies on
the wrong side, and with a stop after the last.  It serves for pictures, and as the position from which a computer
player continues; the meaning of the stroke depends on the words alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import dist

from cc_dsl.lawn.kit import KIT, Kit
from cc_dsl.lawn.lawn import bearing
from cc_dsl.lawn.passages import Throat, side_of, throat_of
from cc_dsl.lawn.strokes import INWARD, OUTWARD, PASSES, RESTS, TOUCHES, BallObservation, LawnError, Point, Stroke
from cc_dsl.table.ground import Ground

BEFORE, BEYOND = 0.7, 0.8
"""Yards before an arch where a ball turns to go through, and yards behind it where it stops."""
ROUND = 0.9
"""Yards aside from a post by which a ball on the wrong side goes round."""
STEEP = 1.2
"""A ball that lies farther aside than this many times its distance from the arch is first brought before it."""
BACK = 0.3
"""Yards that a ball comes back from a peg."""


def trace(
    ground: Ground, places: Mapping[str, Point], ball: str, told: Sequence[BallObservation], kit: Kit = KIT
) -> Stroke:
    """Return a stroke that does exactly what was reported, in this order; other balls stay where they lie."""
    ways: dict[str, list[Point]] = {}
    for seen in told:
        for one in (seen.ball, seen.thing if seen.thing in places else seen.ball):
            if one not in places:
                raise LawnError(f"“{one}” is not on the ground, so it can have done nothing.")
        way = ways.setdefault(seen.ball, [places[seen.ball]])
        way += _on(ground, way[-1], seen, {name: (ways.get(name) or [places[name]])[-1] for name in places}, kit)
    for name, way in ways.items():
        last = next(seen for seen in reversed(told) if seen.ball == name)
        if last.verb == TOUCHES and last.thing not in places and len(way) > 1 and dist(way[-1], way[-2]) > BACK:
            way.append(_towards(way[-1], way[-2], BACK))
    moved = {name: tuple(way) for name, way in ways.items() if len(way) > 1}
    rest = {name: (ways.get(name) or [place])[-1] for name, place in places.items()}
    way = ways.get(ball, [places[ball]])
    aim = bearing(way[0], way[1]) if len(way) > 1 else 0.0
    length = sum(dist(start, end) for start, end in pairwise(way))
    force = kit.force_for(length) if length else 0.0
    return Stroke(ball, aim, force, tuple(told), moved, rest, 0.0)


def _on(ground: Ground, here: Point, seen: BallObservation, lying: Mapping[str, Point], kit: Kit) -> list[Point]:
    """Return the points of a ball's path for one event."""
    arch = next((arch for arch in ground.arches if arch.name == seen.thing), None)
    if arch is not None and seen.verb in (PASSES, RESTS):
        throat = throat_of(arch, kit)
        side = {INWARD: 1, OUTWARD: -1}.get(seen.direction, -side_of(throat, here))
        through = [*_before(throat, side, here), throat.point(0.0, 0.0)]
        return (
            through
            if seen.verb == RESTS
            else [*through, throat.point(side * _room(throat, side, seen, lying, kit), 0.0)]
        )
    peg = next((peg for peg in ground.pegs if peg.name == seen.thing), None)
    if peg is not None:
        return _up_to(here, (peg.east, peg.north), kit.radius + kit.peg_diameter / 2)
    if seen.thing in lying:
        return _up_to(here, lying[seen.thing], kit.ball_diameter)
    return []


def _room(throat: Throat, side: int, seen: BallObservation, lying: Mapping[str, Point], kit: Kit) -> float:
    """Return how far a ball continues after an arch, without touching a ball that was not reported."""
    far = BEYOND
    for name, place in lying.items():
        along, across = throat.place(place)
        if name != seen.ball and abs(across) < kit.ball_diameter and 0 < side * along < far + kit.ball_diameter:
            far = max(side * along - 1.2 * kit.ball_diameter, throat.depth)
    return far


def _before(throat: Throat, side: int, here: Point) -> list[Point]:
    """Return the points by which a ball reaches the right side of an arch, nearly in front of it."""
    along, across = throat.place(here)
    depth = throat.depth
    if side * along <= 0 and (abs(across) <= throat.half_width or abs(across) <= STEEP * abs(along)):
        return []
    front = throat.point(-side * BEFORE, 0.0)
    if side * along <= depth:
        return [front]
    aside = (throat.half_width + ROUND) * (1 if across >= 0 else -1)
    return [throat.point(side * depth, aside), throat.point(-side * BEFORE / 2, aside), front]


def _up_to(here: Point, there: Point, reach: float) -> list[Point]:
    """Return the point where a ball that goes straight to a thing meets it; nothing if it touches it already."""
    distance = dist(here, there)
    return [_towards(here, there, distance - reach)] if distance > reach else []


def _towards(here: Point, there: Point, far: float) -> Point:
    """Return the point that lies this many yards on the way to another."""
    share = far / dist(here, there)
    return (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
