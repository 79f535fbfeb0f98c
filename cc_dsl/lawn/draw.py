"""A ground and its strokes as pictures: SVG to scale in yards, without script, style sheet or any package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from math import ceil, dist, floor
from typing import NamedTuple

from cc_dsl import svg
from cc_dsl.lawn.kit import KIT, Kit
from cc_dsl.lawn.passages import throat_of
from cc_dsl.lawn.strokes import Point, Stroke
from cc_dsl.table.ground import Arch, Ground, Peg

YARD = 40
"""Pixels a yard."""
MARGIN, RULE = 24, 5
"""Pixels round the ground, and yards of the scale under it."""
BROAD = 640
"""Pixels that a page has for the breadth of a drawing."""
LEAST = 4.0
"""Pixels of the ring round a ball: balls are drawn to scale, and would be missed without it."""
BEYOND = 0.35
"""Yards from a thing to its name."""
COLOURS = frozenset(
    {"black", "blue", "brown", "green", "lightblue", "lightgreen", "orange", "pink", "purple", "red", "white", "yellow"}
)
"""Names of balls that are colours are drawn in them; SVG knows these words."""
OTHERS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb")
"""Colours for balls whose names are none (P. Tol's bright scheme, which colour-blind readers can tell apart)."""


class Cut(NamedTuple):
    """The part of a ground that is drawn, in yards from its middle."""

    west: float
    south: float
    east: float
    north: float

    def holds(self, point: Point) -> bool:
        """Tell whether a point lies in it."""
        return self.west <= point[0] <= self.east and self.south <= point[1] <= self.north


class Sheet(NamedTuple):
    """What is drawn on: which part of the ground, and whose balls roll there."""

    cut: Cut
    kit: Kit
    tints: Mapping[str, str]

    @property
    def letters(self) -> float:
        """How much larger than usual letters and marks are: a large drawing is shown smaller than it is."""
        return max((self.cut.east - self.cut.west) * YARD / BROAD, 1.0)

    def at(self, point: Point) -> Point:
        """Give where a point of the ground lies on the drawing, in pixels from its upper left corner."""
        return (
            round(MARGIN + (point[0] - self.cut.west) * YARD, 2),
            round(MARGIN + (self.cut.north - point[1]) * YARD, 2),
        )


class Names:
    """The names that stand on a drawing, each where it covers none of those before it, if there is such a place."""

    def __init__(self, sheet: Sheet) -> None:
        """Begin with an empty sheet."""
        self.sheet = sheet
        self.taken: list[tuple[float, float, float, float]] = []
        """The boxes of the names: left, top, right and bottom."""

    def at(self, place: Point, words: str, anchor: str = "middle") -> str:
        """Set a name at a place."""
        self.taken.append(self._box(place, words, anchor))
        return _text(self.sheet, place, words, anchor)

    def beside(self, place: Point, words: str) -> str:
        """Set the name of a ball beside it: above to the right if that is free, otherwise round it."""
        near, far = 6 * self.sheet.letters, 15 * self.sheet.letters
        x, y = place
        ways = [(near, -near, "start"), (near, far, "start"), (-near, -near, "end"), (-near, far, "end")]
        ways += [(0.0, -far, "middle"), (0.0, far + near, "middle"), (far, near / 2, "start"), (-far, near / 2, "end")]
        places = [((x + right, y + down), anchor) for right, down, anchor in ways]
        spot, anchor = min(places, key=lambda one: self._covered(self._box(one[0], words, one[1])))
        return self.at(spot, words, anchor)

    def _box(self, place: Point, words: str, anchor: str) -> tuple[float, float, float, float]:
        wide, high = 6.2 * self.sheet.letters * len(words), 11 * self.sheet.letters
        left = place[0] - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        return left, place[1] - high, left + wide, place[1]

    def _covered(self, box: tuple[float, float, float, float]) -> float:
        """Return how much of other names a box would cover."""
        left, top, right, bottom = box
        shared = (
            (min(right, one[2]) - max(left, one[0]), min(bottom, one[3]) - max(top, one[1])) for one in self.taken
        )
        return round(sum(wide * high for wide, high in shared if wide > 0 and high > 0), 3)


def whole(ground: Ground) -> Cut:
    """Give all of a ground."""
    return Cut(-ground.breadth / 2, -ground.length / 2, ground.breadth / 2, ground.length / 2)


def cut_round(ground: Ground, points: Sequence[Point], beyond: float = 1.5, least: float = 6.0) -> Cut:
    """Give the part of a ground that has these points in it and some yards round them, in whole yards."""
    if not points:
        return whole(ground)
    bounds = []
    for axis, size in ((0, ground.breadth), (1, ground.length)):
        low, high = min(point[axis] for point in points) - beyond, max(point[axis] for point in points) + beyond
        wanting = max(least - (high - low), 0.0) / 2
        bounds.append((max(floor(low - wanting), -size / 2), min(ceil(high + wanting), size / 2)))
    return Cut(bounds[0][0], bounds[1][0], bounds[0][1], bounds[1][1])


def draw(
    ground: Ground,
    name: str,
    title: str,
    balls: Mapping[str, Point] | None = None,
    strokes: Sequence[Stroke] = (),
    labels: Mapping[str, str] | None = None,
    kit: Kit = KIT,
    description: str = "",
    cut: Cut | None = None,
    carried: Sequence[tuple[Point, Point]] = (),
) -> str:
    """Give the ground as an SVG, with balls on it and the ways they went.

    ``labels`` are names to be set otherwise, ``cut`` is the part that is drawn, and ``carried`` are the ways of balls
    that were taken up and put elsewhere.
    """
    lying = dict(balls or (strokes[-1].rest if strokes else {}))
    sheet = Sheet(cut or whole(ground), kit, tints([*lying, *(ball for stroke in strokes for ball in stroke.paths)]))
    said, seen = labels or {}, sheet.cut.holds
    spots = [(spot.east, spot.north) for spot in ground.spots]
    names = Names(sheet)
    shapes = [_edge(sheet), *(_spot(sheet, spot) for spot in spots if seen(spot))]
    for arch in ground.arches:
        shapes += _arch(names, arch, said.get(arch.name, arch.name)) if seen((arch.east, arch.north)) else []
    for peg in ground.pegs:
        shapes += _peg(names, peg, said.get(peg.name, peg.name)) if seen((peg.east, peg.north)) else []
    shapes += [_way(sheet, ball, way) for stroke in strokes for ball, way in stroke.paths.items()]
    shapes += [_hand(sheet, start, end) for start, end in carried]
    shapes += [_began(sheet, ball, place) for ball, place in _beginnings(strokes).items()]
    shapes += [shape for ball, place in lying.items() if seen(place) for shape in _ball(names, ball, place)]
    shapes += _rule(sheet)
    width = (sheet.cut.east - sheet.cut.west) * YARD + 2 * MARGIN
    height = (sheet.cut.north - sheet.cut.south) * YARD + 2 * MARGIN + 34
    words = title, description or describe(ground, lying, strokes)
    return svg.drawing("ground", name, words, (width, height), shapes) + "\n"


def tints(balls: Sequence[str]) -> dict[str, str]:
    """Give each ball its colour: the one that it is named after, or else one of a list, in order."""
    found: dict[str, str] = {}
    for ball in dict.fromkeys(balls):
        plain = ball.lower().replace(" ", "").replace("-", "")
        found[ball] = plain if plain in COLOURS else OTHERS[len(found) % len(OTHERS)]
    return found


def describe(ground: Ground, balls: Mapping[str, Point], strokes: Sequence[Stroke] = ()) -> str:
    """Say what a drawing shows, for whoever does not see it."""
    parts = [
        f"A ground of {ground.breadth:g} by {ground.length:g} yards, north above, "
        f"with {len(ground.arches)} arches and {len(ground.pegs)} pegs."
    ]
    for number, stroke in enumerate(strokes, 1):
        seen = "; ".join(observation.said for observation in stroke.observations) or "nothing more"
        parts.append(f"Stroke {number}: {stroke.ball} is struck; {seen}.")
    parts += [f"{ball} lies {_where(place)}." for ball, place in balls.items()]
    return " ".join(parts)


def _where(place: Point) -> str:
    """Say where a point lies from the middle of the ground, to a tenth of a yard."""
    east, north = round(place[0], 1), round(place[1], 1)
    sides = [f"{abs(east):g} yards {'east' if east > 0 else 'west'}"] if east else []
    sides += [f"{abs(north):g} yards {'north' if north > 0 else 'south'}"] if north else []
    return f"{' and '.join(sides)} of the middle" if sides else "in the middle"


def _edge(sheet: Sheet) -> str:
    """Draw the ground itself."""
    breadth, length = sheet.cut.east - sheet.cut.west, sheet.cut.north - sheet.cut.south
    look = {"fill": "#e4efd9", "stroke": "#5b6b4b"}
    return svg.element("rect", x=MARGIN, y=MARGIN, width=breadth * YARD, height=length * YARD, **look)


def _arch(names: Names, arch: Arch, label: str) -> list[str]:
    """Draw an arch: its two posts, its crown as a line, an arrowhead inward, its name."""
    sheet = names.sheet
    throat = throat_of(arch, sheet.kit)
    posts = [sheet.at(post) for post in throat.posts]
    thick = max(sheet.kit.post_diameter / 2 * YARD, 1.5 * sheet.letters)
    (x, y), (there, down) = posts
    shapes = [svg.element("line", x1=x, y1=y, x2=there, y2=down, stroke="#444", stroke_width=1)]
    shapes += [_disc(post, thick, fill="#222") for post in posts]
    head = [sheet.at(throat.point(*corner)) for corner in ((0.16, 0.0), (0.06, 0.05), (0.06, -0.05))]
    shapes.append(svg.element("polygon", points=svg.points(head), fill="#888"))
    # Beside the arch, so that the name does not stand in the way of balls.
    right = throat.inward[1]
    anchor = "start" if right > 0.5 else "end" if right < -0.5 else "middle"
    place = sheet.at(throat.point(0.0, -throat.half_width - BEYOND / (2 if anchor != "middle" else 1)))
    shapes.append(names.at((place[0], place[1] + 4 * sheet.letters), label, anchor))
    return shapes


def _peg(names: Names, peg: Peg, label: str) -> list[str]:
    """Draw a peg as a disc, with its name beside it."""
    sheet = names.sheet
    thick = max(sheet.kit.peg_diameter / 2 * YARD, 2.5 * sheet.letters)
    return [
        _disc(sheet.at((peg.east, peg.north)), thick, fill="#a33"),
        names.at(sheet.at((peg.east, peg.north + BEYOND * 0.8)), label),
    ]


def _spot(sheet: Sheet, place: Point) -> str:
    """Draw a place on which balls are put as a small cross."""
    east, north = sheet.at(place)
    return _path(
        f"M{svg.number(east - 3)} {svg.number(north)}h6M{svg.number(east)} {svg.number(north - 3)}v6", "#7a8a6a"
    )


def _ball(names: Names, ball: str, place: Point) -> list[str]:
    """Draw a ball to scale, with a ring that makes it seen, and its name."""
    sheet = names.sheet
    at, tint, size = sheet.at(place), sheet.tints[ball], sheet.kit.radius * YARD
    ring = {"fill": tint, "fill_opacity": 0.35, "stroke": "#333", "stroke_width": 1}
    return [
        _disc(at, size, fill=tint),
        _disc(at, max(size + 1, LEAST), svg.element("title", escape(ball)), **ring),
        names.beside(at, ball),
    ]


def _beginnings(strokes: Sequence[Stroke]) -> dict[str, Point]:
    """Give where each ball lay before it first moved."""
    places: dict[str, Point] = {}
    for stroke in strokes:
        for ball, way in stroke.paths.items():
            places.setdefault(ball, way[0])
    return places


def _began(sheet: Sheet, ball: str, place: Point) -> str:
    """Draw where a ball lay before it moved."""
    return _disc(sheet.at(place), LEAST, fill="none", stroke=sheet.tints[ball], stroke_dasharray="2 2")


def _way(sheet: Sheet, ball: str, way: Sequence[Point]) -> str:
    """Draw the way of a ball as a line, with an arrowhead on its longest part."""
    along = svg.points(map(sheet.at, way))
    # Pale balls would be lost on the grass, so every way has a dark one under it.
    line = "".join(
        svg.element("polyline", points=along, fill="none", stroke=tint, stroke_width=width)
        for tint, width in (("#333", 2.6), (sheet.tints[ball], 1.4))
    )
    start, end = max(pairwise(way), key=lambda leg: dist(*leg))
    if dist(start, end) < BEYOND:
        return line
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    on = ((end[0] - start[0]) / dist(start, end), (end[1] - start[1]) / dist(start, end))
    corners = [(middle[0] + 0.1 * on[0], middle[1] + 0.1 * on[1])]
    corners += [(middle[0] - side * 0.06 * on[1], middle[1] + side * 0.06 * on[0]) for side in (1, -1)]
    return line + svg.element("polygon", points=svg.points(map(sheet.at, corners)), fill=sheet.tints[ball])


def _hand(sheet: Sheet, start: Point, end: Point) -> str:
    """Draw that a ball was taken up and put elsewhere, as a broken line."""
    (x, y), (there, down) = sheet.at(start), sheet.at(end)
    way = f"M{svg.number(x)} {svg.number(y)}L{svg.number(there)} {svg.number(down)}"
    return _path(way, "#555", stroke_width=1.2, stroke_dasharray="2 4")


def _rule(sheet: Sheet) -> list[str]:
    """Draw a scale of yards under the ground."""
    top = MARGIN + (sheet.cut.north - sheet.cut.south) * YARD + 14
    ticks = "".join(f"M{MARGIN + yard * YARD} {svg.number(top - 4)}v8" for yard in range(RULE + 1))
    return [
        _path(f"M{MARGIN} {svg.number(top)}h{RULE * YARD}{ticks}", "#444"),
        _text(sheet, (MARGIN + RULE * YARD + 8, top + 4), f"{RULE} yards", "start"),
    ]


def _disc(place: Point, radius: float, *inside: str, **look: object) -> str:
    return svg.element("circle", *inside, cx=place[0], cy=place[1], r=radius, **look)


def _path(way: str, stroke: str, **look: object) -> str:
    return svg.element("path", d=way, stroke=stroke, **look, fill="none")


def _text(sheet: Sheet, place: Point, words: str, anchor: str = "middle") -> str:
    """Set a few words, with a pale edge that keeps them off what lies under them."""
    return svg.text(
        words,
        *place,
        font_size=round(11 * sheet.letters, 1),
        font_family="sans-serif",
        fill="#222",
        stroke="#fff",
        stroke_opacity=0.7,
        stroke_width=2,
        paint_order="stroke",
        text_anchor=anchor,
    )
