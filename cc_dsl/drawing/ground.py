"""Draw a ground and its strokes: SVG to scale in yards, without script, style sheet or packages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from cc_dsl import svg
from cc_dsl.drawing.strokes import PEG, POST, RADIUS, Point, Stroke, frame_of_arch
from cc_dsl.rules import model
from cc_dsl.rules.grounds import ground_of
from cc_dsl.rules.kinds import spelt
from cc_dsl.table.ground import Arch, Ground

YARD = 40
"""Pixels per yard."""
MARGIN, RULE = 24, 5
"""Pixels round the ground, and yards of the scale under it."""
SCALE_HEIGHT = 34
"""Pixels under the ground for the scale."""
NARROW_WIDTH = 360
"""The width of a drawing on a narrow page, in pixels, at which letters must be legible."""
RING = 4.0
"""The radius of the ring around a ball, in pixels: balls are drawn to scale, and would be overlooked without it."""
LINES = 12
"""The greatest distance of a name from its own places, in lines of text."""
NAME_DISTANCE = 0.35
"""Yards from a thing to its name."""
COLOURS = frozenset(
    {"black", "blue", "brown", "green", "lightblue", "lightgreen", "orange", "pink", "purple", "red", "white", "yellow"}
)
"""Names of balls that are also names of colours in SVG; such balls are drawn in them."""
OTHER_COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb")
"""Colours for other balls (P. Tol's bright scheme, which colour-blind readers can tell apart)."""


Pixels = tuple[float, float]
"""A point of a drawing, in pixels from its upper left corner."""


class GroundCrop(NamedTuple):
    """The part of a ground that is drawn, in yards from its middle."""

    west: float
    south: float
    east: float
    north: float

    def contains(self, point: Point) -> bool:
        """Return whether a point is in the part."""
        return self.west <= point.real <= self.east and self.south <= point.imag <= self.north

    @property
    def letters(self) -> float:
        """The scale of letters and marks, since a large drawing is displayed at a reduced size."""
        return max((self.east - self.west) * YARD / NARROW_WIDTH, 1.0)

    def at(self, point: Point) -> Pixels:
        """Return the position of a point of the ground on the drawing."""
        return (
            round(MARGIN + (point.real - self.west) * YARD, 1),
            round(MARGIN + (self.north - point.imag) * YARD, 1),
        )

    def share_at(self, point: Point) -> Pixels:
        """Return the position of a point of the ground on the drawing, as shares of its width and height."""
        (x, y), (width, height) = self.at(point), self.size
        return x / width, y / height

    @property
    def size(self) -> Pixels:
        """The width and the height of the drawing, in pixels."""
        return (
            (self.east - self.west) * YARD + 2 * MARGIN,
            (self.north - self.south) * YARD + 2 * MARGIN + SCALE_HEIGHT,
        )


class GroundDrawing(NamedTuple):
    svg: str
    clauses: tuple[str, ...]
    """The clauses that place the things on it, without the name of the edition."""


class GroundLabel(NamedTuple):
    """A label on a drawing, and its possible places, best first: a point, and a side of it."""

    words: str
    places: tuple[tuple[Pixels, str], ...]


def crop_around(ground: Ground, points: Sequence[Point], beyond: float = 1.5, least: float = 6.0) -> GroundCrop:
    """Return the part of a ground that contains these points and some yards around them, in whole yards."""
    if not points:
        return GroundCrop(-ground.breadth / 2, -ground.length / 2, ground.breadth / 2, ground.length / 2)
    bounds = []
    for values, size in (
        ([point.real for point in points], ground.breadth),
        ([point.imag for point in points], ground.length),
    ):
        low, high = min(values) - beyond, max(values) + beyond
        margin = max(least - (high - low), 0.0) / 2
        bounds.append((max(floor(low - margin), -size / 2), min(ceil(high + margin), size / 2)))
    return GroundCrop(bounds[0][0], bounds[1][0], bounds[0][1], bounds[1][1])


def draw(
    ground: Ground,
    name: str,
    title: str,
    balls: Mapping[str, Point] | None = None,
    strokes: Sequence[Stroke] = (),
    cut: GroundCrop | None = None,
    carries: Sequence[tuple[Point, Point]] = (),
) -> str:
    """Return the ground as SVG, with balls and their paths.

    ``cut`` is the part that is drawn; ``carries`` contains the paths of balls that were taken up and put elsewhere.
    """
    positions = dict(balls or (strokes[-1].rest if strokes else {}))
    colour = ball_colours([*positions, *(ball for stroke in strokes for ball in stroke.paths)])
    cut = cut or crop_around(ground, ())
    arches = [arch for arch in ground.arches if cut.contains(arch.at)]
    pegs = {peg.name: peg.at for peg in ground.pegs if cut.contains(peg.at)}
    spots = [spot.at for spot in ground.spots if cut.contains(spot.at)]
    positions = {ball: place for ball, place in positions.items() if cut.contains(place)}
    ways = [(ball, way) for stroke in strokes for ball, way in stroke.paths.items()]
    starts = {ball: way[0] for ball, way in reversed(ways)}
    size = {"width": (cut.east - cut.west) * YARD, "height": (cut.north - cut.south) * YARD}
    grass = {"class_": "lawn", "fill": "#e4efd9", "stroke": "#5b6b4b"}
    shapes = [svg.element("rect", x=MARGIN, y=MARGIN, **size, **grass)]
    if spots:
        crosses = (
            f"M{svg.number(x - 3)} {svg.number(y)}h6M{svg.number(x)} {svg.number(y - 3)}v6"
            for x, y in map(cut.at, spots)
        )
        shapes.append(_path("".join(crosses), "#7a8a6a"))
    shapes += _draw_arches(cut, arches) if arches else []
    shapes += [_disc(cut.at(peg), max(PEG / 2 * YARD, 2.5 * cut.letters), fill="#a33") for peg in pegs.values()]
    shapes += [_draw_path(cut, colour[ball], way) for ball, way in ways]
    for (x, y), (there, down) in ((cut.at(start), cut.at(end)) for start, end in carries):
        path = f"M{svg.number(x)} {svg.number(y)}L{svg.number(there)} {svg.number(down)}"
        shapes.append(_path(path, "#555", stroke_width=1.2, stroke_dasharray="2 4"))
    for ball in dict.fromkeys(ball for ball, _ in ways):
        shapes.append(_disc(cut.at(starts[ball]), RING, fill="none", stroke=colour[ball], stroke_dasharray="2 2"))
    for ball, place in positions.items():
        ring = {"fill": colour[ball], "fill_opacity": 0.35, "stroke": "#333"}
        shapes.append(_disc(cut.at(place), RADIUS * YARD, fill=colour[ball]))
        shapes.append(_disc(cut.at(place), max(RADIUS * YARD + 1, RING), **ring))
    top = MARGIN + size["height"] + 14
    ticks = "".join(f"M{MARGIN + yard * YARD} {svg.number(top - 4)}v8" for yard in range(RULE + 1))
    shapes.append(_path(f"M{MARGIN} {svg.number(top)}h{RULE * YARD}{ticks}", "#444", class_="iron"))
    scale = GroundLabel(f"{RULE} yards", (((MARGIN + RULE * YARD + 8, top + 4), "start"),))
    names = [*_labels(cut, arches, pegs, positions), scale]
    shapes.append(_place_labels(names, map(cut.at, (*pegs.values(), *positions.values())), 11 * cut.letters))
    return svg.drawing("ground", name, (title, describe(ground, positions, strokes)), cut.size, shapes) + "\n"


def draw_ground(rules: model.Rules, seats: int | None = None) -> GroundDrawing | None:
    """Draw the ground for this number of players, by default the fewest possible; None if the rules describe none."""
    count = rules.seats[0] if seats is None else seats
    ground, plan = ground_of(rules, count), rules.ground
    if ground is None or plan is None:
        return None
    clauses = dict.fromkeys(clause for part in plan.parts for clause in part.origin.clauses)
    name = f"ground-{rules.name}" + (f"-{count}" if count != rules.seats[0] else "")
    points = [arch.at for arch in ground.arches] + [point.at for point in (*ground.pegs, *ground.spots)]
    cut = crop_around(ground, points)
    return GroundDrawing(draw(ground, name, "The ground, drawn from the rules", cut=cut), tuple(clauses))


def ball_colours(balls: Sequence[str]) -> dict[str, str]:
    """Return the colour of each ball: its name, if that is a colour, or else the next of a list."""
    colours: dict[str, str] = {}
    for ball in dict.fromkeys(balls):
        plain = ball.lower().replace(" ", "").replace("-", "")
        colours[ball] = plain if plain in COLOURS else OTHER_COLOURS[len(colours) % len(OTHER_COLOURS)]
    return colours


def describe(ground: Ground, balls: Mapping[str, Point], strokes: Sequence[Stroke] = ()) -> str:
    """Return a description of a drawing, for readers who cannot see it."""
    parts = [
        f"A ground of {ground.breadth:g} by {ground.length:g} yards, north above, "
        f"with {len(ground.arches)} arches and {len(ground.pegs)} pegs."
    ]
    for number, stroke in enumerate(strokes, 1):
        in_words = (" ".join(filter(None, (ball, spelt(verb), *rest))) for verb, ball, *rest in stroke.events)
        events = "; ".join(in_words) or "nothing more"
        parts.append(f"Stroke {number}: {stroke.ball} is struck; {events}.")
    for ball, place in balls.items():
        east, north = round(place.real, 1), round(place.imag, 1)
        sides = [f"{abs(east):g} yards {'east' if east > 0 else 'west'}"] if east else []
        sides += [f"{abs(north):g} yards {'north' if north > 0 else 'south'}"] if north else []
        parts.append(f"{ball} lies {' and '.join(sides) + ' of' if sides else 'in'} the middle.")
    return " ".join(parts)


def _draw_arches(cut: GroundCrop, arches: Sequence[Arch]) -> list[str]:
    """Draw the arches: two posts for each, and for all together the crowns as lines, with arrowheads inward."""
    crowns = heads = ""
    posts = []
    for frame in map(frame_of_arch, arches):
        both = [cut.at(post) for post in frame.posts]
        posts += [_disc(post, max(POST / 2 * YARD, 1.5 * cut.letters)) for post in both]
        crowns += f"M{svg.points(both).replace(' ', 'L')}"
        corners = [cut.at(frame.point_at(*corner)) for corner in ((0.16, 0.0), (0.06, 0.05), (0.06, -0.05))]
        heads += f"M{svg.points(corners).replace(' ', 'L')}z"
    shapes = svg.element("path", d=crowns, stroke="#444"), *posts, svg.element("path", d=heads, fill="#888")
    return [svg.element("g", *shapes, class_="iron", fill="#222")]


def _draw_path(cut: GroundCrop, colour: str, way: Sequence[Point]) -> str:
    """Draw the path of a ball as a line, with an arrowhead on its longest part."""
    along = svg.points(map(cut.at, way))
    # A pale line would be lost on the grass, so draw a broader dark line under it.
    line = "".join(
        svg.element("polyline", points=along, fill="none", stroke=tint, stroke_width=width)
        for tint, width in (("#333", 2.6), (colour, 1.4))
    )
    start, end = max(pairwise(way), key=lambda leg: abs(leg[1] - leg[0]))
    if abs(end - start) < NAME_DISTANCE:
        return line
    forward = (end - start) / abs(end - start)
    corners = [(start + end) / 2 + corner * forward for corner in (0.1, 0.06j, -0.06j)]
    return line + svg.element("polygon", points=svg.points(map(cut.at, corners)), fill=colour)


# ----------------------------------------------------------------------------------------------- names


def _labels(
    cut: GroundCrop, arches: Sequence[Arch], pegs: Mapping[str, Point], positions: Mapping[str, Point]
) -> Iterator[GroundLabel]:
    """Yield the names of arches, pegs and balls, each with its places."""
    for arch in arches:  # beside the arch, where balls do not pass
        frame = frame_of_arch(arch)
        right = frame.inward.imag
        sides = ("start", "end") if right > 0.5 else ("end", "start") if right < -0.5 else ("middle", "middle")
        apart = frame.half_width + NAME_DISTANCE / (2 if sides[0] != "middle" else 1)
        places = zip((cut.at(frame.point_at(0.0, way)) for way in (-apart, apart)), sides, strict=True)
        yield GroundLabel(arch.name, tuple(((x, y + 4 * cut.letters), side) for (x, y), side in places))
    above, below = 0.8j * NAME_DISTANCE, -1.3j * NAME_DISTANCE
    right_side, left_side = NAME_DISTANCE - 0.1j, -NAME_DISTANCE - 0.1j
    for peg, at in pegs.items():
        sides_of_peg = ((above, "middle"), (below, "middle"), (right_side, "start"), (left_side, "end"))
        yield GroundLabel(peg, tuple((cut.at(at + way), side) for way, side in sides_of_peg))
    way = 6 * cut.letters
    corners = ((way, -way, "start"), (way, 2.2 * way, "start"), (-way, -way, "end"), (-way, 2.2 * way, "end"))
    for ball, (x, y) in ((ball, cut.at(place)) for ball, place in positions.items()):  # the upper right corner first
        yield GroundLabel(ball, tuple(((x + east, y + south), side) for east, south, side in corners))


def _place_labels(names: Iterable[GroundLabel], things: Iterable[Pixels], size: float) -> str:
    """Place all labels, each at the first of its places that is clear of objects and other labels.

    If none is clear, places above and below them are tried, line by line. All labels have a pale outline, so that they
    can be read on any background.
    """
    occupied = [(x - RING, y - RING, x + RING, y + RING) for x, y in things]
    words = []
    for name in names:
        places = [*name.places]
        for far in range(1, LINES + 1):
            places += [((x, y + way * size), side) for (x, y), side in name.places for way in (-far, far)]
        boxes = [_box(place, len(name.words), size) for place in places]
        best = next((at for at, box in enumerate(boxes) if not any(_overlap(box, other) for other in occupied)), 0)
        occupied.append(boxes[best])
        (x, y), side = places[best]
        words.append(svg.text(name.words, round(x, 1), round(y, 1), text_anchor=side if side != "start" else None))
    edge = {"stroke": "#fff", "stroke_opacity": 0.7, "stroke_width": 2, "style": "paint-order:stroke"}
    look = {"class_": "lawn-names", "font_size": round(size, 1), "font_family": "sans-serif", "fill": "#222", **edge}
    return svg.element("g", *words, **look)


def _box(place: tuple[Pixels, str], letters: int, size: float) -> tuple[float, float, float, float]:
    """Return the approximate box of this many letters: left, top, right, bottom."""
    (x, y), side = place
    width = letters * size * 0.56
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[side]
    return (left, y - size * 0.8, left + width, y + size * 0.2)


def _overlap(box: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _disc(place: Pixels, radius: float, **look: object) -> str:
    return svg.element("circle", cx=place[0], cy=place[1], r=radius, **look)


def _path(way: str, stroke: str, **look: object) -> str:
    return svg.element("path", d=way, stroke=stroke, **look, fill="none")
