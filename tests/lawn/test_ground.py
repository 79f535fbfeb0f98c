"""The drawn ground: to scale and the same each time; the path of a reported stroke; free places for balls."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from math import cos, hypot, radians, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cc_dsl import load
from cc_dsl.drawing.ground import ball_colours, crop_around, describe, draw
from cc_dsl.drawing.strokes import (
    BALL,
    INWARD,
    OUTWARD,
    PASSES,
    RADIUS,
    RESTS,
    TOUCHES,
    LawnError,
    Stroke,
    frame_of_arch,
    free_place,
    trace,
)
from cc_dsl.engine.game import Game
from cc_dsl.live.ground import ReportedGround
from cc_dsl.table.ground import Arch, Ground, Point

EIGHT_INCHES = 8 / 36

ONE_OF_EACH = Ground(
    24,
    24,
    (Arch("gate", 0, 0, 90, EIGHT_INCHES),),
    (Point("peg", 0, 4),),
    (Point("start", 0, -3), Point("within", 0, 0)),
)


def crosswise() -> Ground:
    """Four forts: a gate five yards from the middle, a door and a flag behind it, each two and a half yards on."""
    arches, pegs, spots = [], [], []
    for number, facing in enumerate((90.0, 180.0, 270.0, 0.0), 1):
        east, north = cos(radians(facing)), sin(radians(facing))
        arches.append(Arch(f"gate {number}", 5 * east, 5 * north, facing, EIGHT_INCHES))
        arches.append(Arch(f"door {number}", 7.5 * east, 7.5 * north, facing + 90, EIGHT_INCHES))
        pegs.append(Point(f"flag {number}", 10 * east, 10 * north))
        spots.append(Point(f"start {number}", 5.6 * east, 5.6 * north))
    return Ground(24, 24, tuple(arches), tuple(pegs), tuple(spots))


# ------------------------------------------------------------------------------------------------------ pictures


RULES = sorted((Path(__file__).parents[2] / "corpus").glob("*/game.rules"))
GROUNDS = [path.parent.name for path in RULES if " inches " in path.read_text("utf-8")]
SVG = "{http://www.w3.org/2000/svg}"
WENT = Stroke(
    "light blue",
    ((PASSES, "light blue", "gate", "inward"),),
    {"light blue": (-3j, 1j, 2 + 1j)},
    {"light blue": 2 + 1j, '<odd> & "ball"': -3 + 0j},
)


def test_picture_is_to_scale() -> None:
    """Flags that are ten yards north and south of the middle are drawn as far apart as twenty yards of the scale."""
    ground = Ground(24, 26, (), (Point("north", 0, 10), Point("south", 0, -10), Point("east", 7, 0)), ())
    root = ElementTree.fromstring(draw(ground, "g", "Ground"))
    edge = root.find(f"{SVG}rect")
    assert edge is not None
    yard = float(edge.attrib["width"]) / 24
    assert float(edge.attrib["height"]) == 26 * yard
    pegs = [(float(disc.attrib["cx"]), float(disc.attrib["cy"])) for disc in root.iter(f"{SVG}circle")]
    assert pegs[1][1] - pegs[0][1] == 20 * yard
    assert pegs[2][0] - pegs[0][0] == 7 * yard
    assert pegs[2][1] - pegs[0][1] == 10 * yard
    rule = next(path.attrib["d"] for path in root.iter(f"{SVG}path"))
    assert f"h{5 * yard:g}" in rule


def test_posts_stand_across_the_way_of_the_arch() -> None:
    """An arch that is passed northward has its posts east and west, the width and the iron apart."""
    ground = Ground(10, 10, (Arch("arch", 1, 0, 90, 0.5),), (), ())
    root = ElementTree.fromstring(draw(ground, "g", "Ground"))
    posts = [(float(disc.attrib["cx"]), float(disc.attrib["cy"])) for disc in root.iter(f"{SVG}circle")]
    assert len(posts) == 2
    assert posts[0][1] == posts[1][1]
    assert abs(hypot(posts[0][0] - posts[1][0], 0) - (0.5 + 0.375 / 36) * 40) < 0.02


def test_all_that_stands_and_lies_is_named() -> None:
    ground = crosswise()
    picture = draw(ground, "g", "Ground", {"mauve": 0j})
    words = [item.text for item in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert {"gate 1", "gate 2", "door 3", "flag 4", "mauve", "5 yards"} <= set(words)


def test_way_of_a_ball_is_drawn_in_its_colour_and_told() -> None:
    picture = draw(ONE_OF_EACH, "stroke", "A stroke", strokes=[WENT])
    root = ElementTree.fromstring(picture)
    ways = {way.attrib["stroke"]: way.attrib["points"].split() for way in root.iter(f"{SVG}polyline")}
    assert len(ways["lightblue"]) == 3
    said = root.find(f"{SVG}desc")
    assert said is not None
    assert said.text is not None
    assert "light blue passes gate inward" in said.text
    assert "light blue lies 2 yards east and 1 yards north of the middle" in said.text


def test_names_are_escaped_and_the_same_picture_has_the_same_bytes() -> None:
    picture, again = (draw(ONE_OF_EACH, "stroke", "A <b>stroke</b>", strokes=[WENT]) for _ in range(2))
    assert picture == again
    assert "<odd>" not in picture
    assert "<b>" not in picture


def test_balls_have_the_colours_that_they_are_named_after() -> None:
    colours = ball_colours(["Blue", "Light Blue", "first", "second", "Blue"])
    assert (colours["Blue"], colours["Light Blue"]) == ("blue", "lightblue")
    assert colours["first"] != colours["second"]


def test_ground_alone_is_described() -> None:
    """Whoever does not see the picture hears how large the ground is and what stands on it."""
    ground = Ground(20, 30, (Arch("a", 0, 0, 0, 0.2),), (), (Point("s", 0, 0),))
    assert describe(ground, {"b": 0j}) == (
        "A ground of 20 by 30 yards, north above, with 1 arches and 0 pegs. b lies in the middle."
    )


@pytest.mark.parametrize("name", GROUNDS)
def test_labels_do_not_overlap(name: str) -> None:
    """At the beginning, and where balls lie close together or anywhere, each name stands clear of the others."""
    laid = ReportedGround(Game(load(name).rules, seed=1))
    balls, ground, chance = [*laid.striking.names], laid.ground, random.Random(1)
    close = [{ball: complex(chance.gauss(0, 0.3), chance.gauss(y, 0.3)) for ball in balls} for y in (0, 4, 8)]
    spread = [{ball: complex(chance.uniform(-9, 9), chance.uniform(-9, 9)) for ball in balls} for _ in range(10)]
    for lying in (laid.places, *close, *spread):
        group = ElementTree.fromstring(draw(ground, "g", "Ground", lying)).find(f".//{SVG}g[@class='lawn-names']")
        assert group is not None
        size = float(group.attrib["font-size"])
        boxes = [_room(label, size) for label in group]
        assert [(label, other) for label, other in combinations(boxes, 2) if _overlap(label, other)] == []


def _room(text: ElementTree.Element, size: float) -> tuple[str, float, float, float, float]:
    """Return a name and the room of its letters, a little less than half as broad as high on average."""
    words, x, y = str(text.text), float(text.attrib["x"]), float(text.attrib["y"])
    width = len(words) * size * 0.5
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[text.attrib.get("text-anchor", "start")]
    return words, left, y - size * 0.7, left + width, y


def _overlap(one: tuple[str, float, float, float, float], other: tuple[str, float, float, float, float]) -> bool:
    return one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]


# ------------------------------------------------------------------------------------------------------- strokes


HERE = {"a": -3j, "b": 2 + 3j}


def test_way_goes_through_the_middle_of_the_arch() -> None:
    """Inward is from the side on which the facing begins."""
    stroke = trace(ONE_OF_EACH, HERE, "a", [(PASSES, "a", "gate", INWARD)])
    assert 0j in stroke.paths["a"]
    assert stroke.rest["a"].imag > 0
    assert stroke.rest["b"] == HERE["b"]


@pytest.mark.parametrize("start", [3j, 0.05 + 3j, -2 + 0.1j])
def test_ball_on_the_wrong_side_goes_round(start: complex) -> None:
    """It crosses the line of the posts outside them, and passes the arch in the way that was told, once."""
    stroke = trace(ONE_OF_EACH, {"a": start}, "a", [(PASSES, "a", "gate", INWARD)])
    throat = frame_of_arch(ONE_OF_EACH.arches[0])
    crossings = []
    for here, there in pairwise(stroke.paths["a"]):
        if (here.imag < 0) != (there.imag < 0):
            across = here.real + (there.real - here.real) * -here.imag / (there.imag - here.imag)
            crossings.append((there.imag > here.imag, abs(across) < throat.half_width))
    assert crossings.count((True, True)) == 1
    assert (False, True) not in crossings


def test_things_are_done_in_order() -> None:
    """Gate, then peg, then ball; a ball stops where it meets the last, and comes back a little from a peg."""
    events = [(PASSES, "a", "gate", INWARD), (TOUCHES, "a", "peg", "")]
    to_peg = trace(ONE_OF_EACH, HERE, "a", events)
    assert to_peg.rest["a"].imag < 4.0 - RADIUS
    to_ball = trace(ONE_OF_EACH, HERE, "a", [*events, (TOUCHES, "a", "b", "")])
    assert abs(to_ball.rest["a"] - HERE["b"]) == pytest.approx(BALL)


def test_ball_that_is_driven_goes_its_own_way_and_one_that_rests_lies_in_the_arch() -> None:
    assert trace(ONE_OF_EACH, HERE, "a", [(RESTS, "a", "gate", "")]).rest["a"] == pytest.approx(0)
    events = [(TOUCHES, "a", "b", ""), (PASSES, "b", "gate", OUTWARD)]
    stroke = trace(ONE_OF_EACH, HERE, "a", events)
    assert stroke.paths["b"][0] == HERE["b"]
    assert stroke.rest["b"].imag < 0


def test_nothing_told_nothing_moves_and_a_ball_that_is_not_there_is_refused() -> None:
    stroke = trace(ONE_OF_EACH, HERE, "a", [])
    assert (stroke.rest, stroke.paths) == (HERE, {})
    with pytest.raises(LawnError, match="“c” is not on the ground"):
        trace(ONE_OF_EACH, HERE, "a", [(TOUCHES, "a", "peg", ""), (TOUCHES, "c", "peg", "")])


def test_part_of_a_ground_is_drawn_to_scale() -> None:
    """Forty pixels are a yard, whatever part is drawn, and what lies outside is left out."""
    ground = crosswise()
    cut = crop_around(ground, [5j, 8j])
    svg = draw(ground, "x", "x", balls={"a": 6j, "far": -6j}, cut=cut)
    assert ">a</text>" in svg
    assert ">far</text>" not in svg
    assert f'width="{(cut.east - cut.west) * 40 + 48:g}"' in svg
    assert ">gate 1</text>" in svg
    assert ">gate 3</text>" not in svg


def test_ball_lies_beside_one_that_lies_there_already() -> None:
    assert free_place(ONE_OF_EACH, [], -3j) == -3j
    beside = free_place(ONE_OF_EACH, [-3j], -3j)
    assert BALL <= abs(beside + 3j) < 1.01 * BALL
    at_a_peg = free_place(ONE_OF_EACH, [], 4j)
    assert RADIUS < abs(at_a_peg - 4j) < 0.4
    outside = free_place(ONE_OF_EACH, [], 13 + 0j)
    assert outside.real <= 12
    with pytest.raises(LawnError, match="no room"):
        free_place(ONE_OF_EACH, [], 99 + 0j)
