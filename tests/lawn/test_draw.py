"""Pictures are to scale, well-formed, and reproducible."""

from __future__ import annotations

import random
from itertools import combinations
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cc_dsl import load
from cc_dsl.drawing.ground import ball_colours, describe, draw
from cc_dsl.drawing.strokes import PASSES, Stroke
from cc_dsl.engine.game import Game
from cc_dsl.live.ground import ReportedGround
from cc_dsl.table.ground import Arch, Ground, Point
from tests.lawn.grounds import ONE_OF_EACH, crosswise

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "corpus").glob("*/game.rules"))
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


def test_names_are_escaped() -> None:
    picture = draw(ONE_OF_EACH, "stroke", "A <b>stroke</b>", strokes=[WENT])
    assert "<odd>" not in picture
    assert "<b>" not in picture


def test_same_picture_same_bytes() -> None:
    assert draw(crosswise(), "g", "Ground", strokes=[WENT]) == draw(crosswise(), "g", "Ground", strokes=[WENT])


def test_balls_have_the_colours_that_they_are_named_after() -> None:
    found = ball_colours(["Blue", "Light Blue", "first", "second", "Blue"])
    assert (found["Blue"], found["Light Blue"]) == ("blue", "lightblue")
    assert found["first"] != found["second"]


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
        boxes = [_room(one, size) for one in group]
        assert [(one, other) for one, other in combinations(boxes, 2) if _overlap(one, other)] == []


def _room(text: ElementTree.Element, size: float) -> tuple[str, float, float, float, float]:
    """Return a name and the room of its letters, a little less than half as broad as high on average."""
    words, x, y = str(text.text), float(text.attrib["x"]), float(text.attrib["y"])
    width = len(words) * size * 0.5
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[text.attrib.get("text-anchor", "start")]
    return words, left, y - size * 0.7, left + width, y


def _overlap(one: tuple[str, float, float, float, float], other: tuple[str, float, float, float, float]) -> bool:
    return one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]
