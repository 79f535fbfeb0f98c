"""Detect that a ball has passed an arch: it went in at one side, and the whole of it has come out at the other.

A ball is within an arch while any of it is between the posts, that is, while its middle is nearer to the line of the
posts than its radius and half the iron.  The side at which it went in is remembered from stroke to stroke, so that a
ball that came to rest in an arch, and goes on, has passed it, and one that goes back has not.  A ball that was put into
an arch by hand went in at neither side: it passes towards whichever side it leaves.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from cc_dsl.lawn.kit import Kit
from cc_dsl.lawn.strokes import INWARD, OUTWARD, Point
from cc_dsl.table.ground import Arch

BY_HAND = 0
"""Instead of a side: the ball was put there."""


class Throat(NamedTuple):
    """An arch as a ball finds it: where along and across it a point lies, and where its posts stand."""

    name: str
    middle: Point
    inward: Point
    """One yard in the direction in which it is passed inward."""
    half_width: float
    depth: float
    """The greatest distance of a ball's centre from the line of the posts while any of the ball is within the arch."""
    posts: tuple[Point, Point]

    def place(self, point: Point) -> Point:
        """Return how far beyond the arch a point lies, inward, and how far to the left of its middle."""
        east, north = point[0] - self.middle[0], point[1] - self.middle[1]
        return (
            east * self.inward[0] + north * self.inward[1],
            north * self.inward[0] - east * self.inward[1],
        )

    def point(self, along: float, across: float) -> Point:
        """Return the point that lies so far beyond the arch and so far to the left."""
        return (
            self.middle[0] + along * self.inward[0] - across * self.inward[1],
            self.middle[1] + along * self.inward[1] + across * self.inward[0],
        )

    def holds(self, point: Point) -> bool:
        """Return whether a ball that lies there is within the arch, if only with a part of it."""
        along, across = self.place(point)
        return abs(along) < self.depth and abs(across) < self.half_width

    def distance(self, point: Point) -> float:
        """Return how far a point is from the line between the posts."""
        along, across = self.place(point)
        aside = max(abs(across) - self.half_width, 0.0)
        return float((along * along + aside * aside) ** 0.5)


def throat_of(arch: Arch, kit: Kit) -> Throat:
    """Return an arch as balls of this size find it; the width of an arch is the gap between its posts."""
    inward = (cos(radians(arch.facing)), sin(radians(arch.facing)))
    reach = (arch.width + kit.post_diameter) / 2
    posts = (
        (arch.east - reach * inward[1], arch.north + reach * inward[0]),
        (arch.east + reach * inward[1], arch.north - reach * inward[0]),
    )
    depth = kit.radius + kit.post_diameter / 2
    return Throat(arch.name, (arch.east, arch.north), inward, arch.width / 2, depth, posts)


def side_of(throat: Throat, point: Point) -> int:
    """Return the side of an arch on which a point lies: 1 where one comes who passes inward, -1 on the other."""
    return 1 if throat.place(point)[0] >= 0 else -1


class Passage(NamedTuple):
    """A ball has gone through an arch."""

    arch: str
    direction: str
    share: float
    """When, between the last look (0) and this one (1)."""


class Passages:
    """The arches in which a ball lies, with the side at which it entered; updated with its successive places."""

    def __init__(self, throats: tuple[Throat, ...], entered: dict[str, int], place: Point) -> None:
        """Start with a ball that lies there, and its passages from earlier strokes."""
        self._throats = throats
        self._place = place
        self.entered = dict(entered)

    def see(self, place: Point) -> list[Passage]:
        """Return which arches the ball has gone through, now that it is here."""
        passed = []
        for throat in self._throats:
            if throat.holds(place):
                # A look falls well within the depth of an arch, so the side it is on is that by which it came.
                self.entered.setdefault(throat.name, side_of(throat, place))
            elif throat.name in self.entered:
                came, gone = self.entered.pop(throat.name), side_of(throat, place)
                if gone != came:
                    share = _share(throat, self._place, place, gone)
                    passed.append(Passage(throat.name, INWARD if gone > 0 else OUTWARD, share))
        self._place = place
        return passed


def _share(throat: Throat, before: Point, after: Point, side: int) -> float:
    """Return when the ball came clear of the arch on this side, as a share of the time between two looks."""
    first, last = side * throat.place(before)[0], side * throat.place(after)[0]
    return min(max((throat.depth - first) / (last - first), 0.0), 1.0) if last > first else 1.0
