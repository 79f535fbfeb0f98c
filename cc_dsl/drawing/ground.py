"""Draw a ground and its strokes: SVG to scale in yards, without script, style sheet or any package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, dist, floor
from typing import NamedTuple

from cc_dsl import svg
from cc_dsl.lawn.strokes import PEG, POST, RADIUS, Point, Stroke, throat_of
from cc_dsl.rules import model
from cc_dsl.rules.grounds import ground_of
from cc_dsl.table.ground import Arch, Ground, Peg

YARD = 40
"""Pixels a yard."""
MARGIN, RULE = 24, 5
"""Pixels round the ground, and yards of the scale under it."""
BELOW = 34
"""Pixels under the ground for the scale."""
BROAD = 640
"""Pixels that a page has for the breadth of a drawing."""
LEAST = 4.0
"""Pixels of the ring round a ball: balls are drawn to scale, and would be missed without it."""
LINES = 12
"""The greatest distance of a name from its own places, in lines of letters."""
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
        """Return whether a point lies in it."""
        return self.west <= point[0] <= self.east and self.south <= point[1] <= self.north


class Sheet(NamedTuple):
    """The drawing area: the part of the ground, and the owners of the balls on it."""

    cut: Cut
    tints: Mapping[str, str]

    @property
    def letters(self) -> float:
        """The scale of letters and marks: a large drawing is shown smaller than it is."""
        return max((self.cut.east - self.cut.west) * YARD / BROAD, 1.0)

    def at(self, point: Point) -> Point:
        """Return where a point of the ground lies on the drawing, in pixels from its upper left corner."""
        return (
            round(MARGIN + (point[0] - self.cut.west) * YARD, 1),
            round(MARGIN + (self.cut.north - point[1]) * YARD, 1),
        )

    @property
    def size(self) -> Point:
        """The width and the height of the drawing, in pixels."""
        return (
            (self.cut.east - self.cut.west) * YARD + 2 * MARGIN,
            (self.cut.north - self.cut.south) * YARD + 2 * MARGIN + BELOW,
        )


def shares(cut: Cut, points: Mapping[str, Point]) -> dict[str, Point]:
    """Return where points lie on the drawing of a part of a ground, as shares of its width and of its height."""
    sheet = Sheet(cut, {})
    width, height = sheet.size
    return {name: (x / width, y / height) for name, (x, y) in ((one, sheet.at(at)) for one, at in points.items())}


def whole(ground: Ground) -> Cut:
    """Return all of a ground."""
    return Cut(-ground.breadth / 2, -ground.length / 2, ground.breadth / 2, ground.length / 2)


def cut_round(ground: Ground, points: Sequence[Point], beyond: float = 1.5, least: float = 6.0) -> Cut:
    """Return the part of a ground that has these points in it and some yards round them, in whole yards."""
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
    description: str = "",
    cut: Cut | None = None,
    carried: Sequence[tuple[Point, Point]] = (),
) -> str:
    """Return the ground as an SVG, with balls on it and the ways they went.

    ``labels`` are names to be set otherwise, ``cut`` is the part that is drawn, and ``carried`` are the ways of balls
    that were taken up and put elsewhere.
    """
    lying = dict(balls or (strokes[-1].rest if strokes else {}))
    sheet = Sheet(cut or whole(ground), tints([*lying, *(ball for stroke in strokes for ball in stroke.paths)]))
    said, seen = labels or {}, sheet.cut.holds
    arches = [arch for arch in ground.arches if seen((arch.east, arch.north))]
    pegs = [peg for peg in ground.pegs if seen((peg.east, peg.north))]
    spots = [(spot.east, spot.north) for spot in ground.spots]
    shapes = [_edge(sheet), *_spots(sheet, [spot for spot in spots if seen(spot)])]
    shapes += _arches(sheet, arches)
    shapes += [_peg(sheet, peg) for peg in pegs]
    shapes += [_way(sheet, ball, way) for stroke in strokes for ball, way in stroke.paths.items()]
    shapes += [_hand(sheet, start, end) for start, end in carried]
    shapes += [_began(sheet, ball, place) for ball, place in _beginnings(strokes).items()]
    shapes += [_ball(sheet, ball, place) for ball, place in lying.items() if seen(place)]
    names = [_arch_name(sheet, arch, said.get(arch.name, arch.name)) for arch in arches]
    names += [_peg_name(sheet, peg, said.get(peg.name, peg.name)) for peg in pegs]
    names += [_ball_name(sheet, ball, place) for ball, place in lying.items() if seen(place)]
    things = [*((peg.east, peg.north) for peg in pegs), *filter(seen, lying.values())]
    shapes += [_rule(sheet), _lettered(sheet, names, [sheet.at(thing) for thing in things])]
    here = {ball: place for ball, place in lying.items() if seen(place)}
    words = title, description or describe(ground, here, strokes)
    return svg.drawing("ground", name, words, sheet.size, shapes) + "\n"


class GroundDrawing(NamedTuple):
    """A ground as a drawing."""

    svg: str
    clauses: tuple[str, ...]
    """The clauses that place the things on it, without the name of the edition."""


def drawn_ground(rules: model.Rules, seats: int | None = None) -> GroundDrawing | None:
    """Draw the ground for this number of players, by default the fewest possible; None if the rules describe none."""
    count = rules.seats[0] if seats is None else seats
    ground, plan = ground_of(rules, count), rules.ground
    if ground is None or plan is None:
        return None
    clauses = dict.fromkeys(clause for part in plan.parts for clause in part.origin.clauses)
    name = f"ground-{rules.name}" + (f"-{count}" if count != rules.seats[0] else "")
    points = [(arch.east, arch.north) for arch in ground.arches]
    points += [(peg.east, peg.north) for peg in ground.pegs]
    points += [(spot.east, spot.north) for spot in ground.spots]
    return GroundDrawing(
        draw(ground, name, "The ground, drawn from the rules", cut=cut_round(ground, points)), tuple(clauses)
    )


def tints(balls: Sequence[str]) -> dict[str, str]:
    """Return the colour of each ball: the one that it is named after, or else one of a list, in order."""
    found: dict[str, str] = {}
    for ball in dict.fromkeys(balls):
        plain = ball.lower().replace(" ", "").replace("-", "")
        found[ball] = plain if plain in COLOURS else OTHERS[len(found) % len(OTHERS)]
    return found


def describe(ground: Ground, balls: Mapping[str, Point], strokes: Sequence[Stroke] = ()) -> str:
    """Return a description of a drawing, for readers who cannot see it."""
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
    """Return where a point lies from the middle of the ground, to a tenth of a yard."""
    east, north = round(place[0], 1), round(place[1], 1)
    sides = [f"{abs(east):g} yards {'east' if east > 0 else 'west'}"] if east else []
    sides += [f"{abs(north):g} yards {'north' if north > 0 else 'south'}"] if north else []
    return f"{' and '.join(sides)} of the middle" if sides else "in the middle"


def _edge(sheet: Sheet) -> str:
    """Draw the ground itself."""
    breadth, length = sheet.cut.east - sheet.cut.west, sheet.cut.north - sheet.cut.south
    look = {"class_": "lawn", "fill": "#e4efd9", "stroke": "#5b6b4b"}
    return svg.element("rect", x=MARGIN, y=MARGIN, width=breadth * YARD, height=length * YARD, **look)


class Name(NamedTuple):
    """A few words on a drawing, and where they may stand, the best place first: a point, and the side of it."""

    words: str
    places: tuple[tuple[Point, str], ...]


def _arches(sheet: Sheet, arches: Sequence[Arch]) -> list[str]:
    """Draw the arches: the two posts of each, and for all together the crowns as lines, and arrowheads inward."""
    crowns = heads = ""
    posts = []
    thick = max(POST / 2 * YARD, 1.5 * sheet.letters)
    for throat in (throat_of(arch) for arch in arches):
        both = [sheet.at(post) for post in throat.posts]
        posts += [_disc(post, thick) for post in both]
        crowns += f"M{svg.points(both).replace(' ', 'L')}"
        corners = [sheet.at(throat.point(*corner)) for corner in ((0.16, 0.0), (0.06, 0.05), (0.06, -0.05))]
        heads += f"M{svg.points(corners).replace(' ', 'L')}z"
    shapes = svg.element("path", d=crowns, stroke="#444"), *posts, svg.element("path", d=heads, fill="#888")
    return [svg.element("g", *shapes, class_="iron", fill="#222")] if arches else []


def _arch_name(sheet: Sheet, arch: Arch, label: str) -> Name:
    """Name an arch beside it, so that the name does not stand in the way of balls; or on its other side."""
    throat = throat_of(arch)
    right = throat.inward[1]
    sides = ("start", "end") if right > 0.5 else ("end", "start") if right < -0.5 else ("middle", "middle")
    apart = throat.half_width + BEYOND / (2 if sides[0] != "middle" else 1)
    places = [sheet.at(throat.point(0.0, way)) for way in (-apart, apart)]
    return Name(label, tuple(((x, y + 4 * sheet.letters), side) for (x, y), side in zip(places, sides, strict=True)))


def _peg(sheet: Sheet, peg: Peg) -> str:
    """Draw a peg as a disc."""
    thick = max(PEG / 2 * YARD, 2.5 * sheet.letters)
    return _disc(sheet.at((peg.east, peg.north)), thick, fill="#a33")


def _peg_name(sheet: Sheet, peg: Peg, label: str) -> Name:
    """Name a peg above it, or below, or at one of its sides."""
    above, below = (sheet.at((peg.east, peg.north + way)) for way in (BEYOND * 0.8, -BEYOND * 1.3))
    right, left = (sheet.at((peg.east + way, peg.north - 0.1)) for way in (BEYOND, -BEYOND))
    return Name(label, ((above, "middle"), (below, "middle"), (right, "start"), (left, "end")))


def _spots(sheet: Sheet, places: Sequence[Point]) -> list[str]:
    """Draw the places on which balls are put as small crosses."""
    crosses = (
        f"M{svg.number(x - 3)} {svg.number(y)}h6M{svg.number(x)} {svg.number(y - 3)}v6"
        for x, y in map(sheet.at, places)
    )
    return [_path("".join(crosses), "#7a8a6a")] if places else []


def _ball(sheet: Sheet, ball: str, place: Point) -> str:
    """Draw a ball to scale, with a ring that makes it seen."""
    at, tint, size = sheet.at(place), sheet.tints[ball], RADIUS * YARD
    ring = {"fill": tint, "fill_opacity": 0.35, "stroke": "#333"}
    return _disc(at, size, fill=tint) + _disc(at, max(size + 1, LEAST), **ring)


def _ball_name(sheet: Sheet, ball: str, place: Point) -> Name:
    """Name a ball at one of its four corners, the upper right one first."""
    east, north = sheet.at(place)
    way = 6 * sheet.letters
    corners = ((way, -way, "start"), (way, 2.2 * way, "start"), (-way, -way, "end"), (-way, 2.2 * way, "end"))
    return Name(ball, tuple(((east + x, north + y), side) for x, y, side in corners))


def _beginnings(strokes: Sequence[Stroke]) -> dict[str, Point]:
    """Return where each ball lay before it first moved."""
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


def _rule(sheet: Sheet) -> str:
    """Draw a scale of yards under the ground."""
    top = MARGIN + (sheet.cut.north - sheet.cut.south) * YARD + 14
    ticks = "".join(f"M{MARGIN + yard * YARD} {svg.number(top - 4)}v8" for yard in range(RULE + 1))
    return _path(f"M{MARGIN} {svg.number(top)}h{RULE * YARD}{ticks}", "#444", class_="iron")


def _lettered(sheet: Sheet, names: Sequence[Name], things: Sequence[Point]) -> str:
    """Set all names, each at the first of its places where it is clear of things and other names.

    All have a pale edge that keeps them off what lies under them.
    """
    top = MARGIN + (sheet.cut.north - sheet.cut.south) * YARD + 14
    scale = Name(f"{RULE} yards", (((MARGIN + RULE * YARD + 8, top + 4), "start"),))
    size = 11 * sheet.letters
    taken = [(x - LEAST, y - LEAST, x + LEAST, y + LEAST) for x, y in things]
    words = []
    for name in (*names, scale):
        places = [*name.places, *_further(name.places, size)]
        boxes = [_box(place, len(name.words), size) for place in places]
        chosen = next((at for at, box in enumerate(boxes) if not any(_meet(box, one) for one in taken)), 0)
        taken.append(boxes[chosen])
        (x, y), side = places[chosen]
        words.append(svg.text(name.words, round(x, 1), round(y, 1), text_anchor=side if side != "start" else None))
    return svg.element(
        "g",
        *words,
        class_="lawn-names",
        font_size=round(size, 1),
        font_family="sans-serif",
        fill="#222",
        stroke="#fff",
        stroke_opacity=0.7,
        stroke_width=2,
        paint_order="stroke",
    )


def _further(places: Sequence[tuple[Point, str]], size: float) -> list[tuple[Point, str]]:
    """Return places for a name above and below its own, line by line, where many things lie together."""
    return [
        ((x, y + way * size), side) for far in range(1, LINES + 1) for (x, y), side in places for way in (-far, far)
    ]


def _box(place: tuple[Point, str], letters: int, size: float) -> tuple[float, float, float, float]:
    """Return the approximate room that this many letters take: left, top, right, bottom."""
    (x, y), side = place
    width = letters * size * 0.56
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[side]
    return (left, y - size * 0.8, left + width, y + size * 0.2)


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Return whether two boxes have a point in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _disc(place: Point, radius: float, *inside: str, **look: object) -> str:
    return svg.element("circle", *inside, cx=place[0], cy=place[1], r=radius, **look)


def _path(way: str, stroke: str, **look: object) -> str:
    return svg.element("path", d=way, stroke=stroke, **look, fill="none")
