"""The path of a stroke that is reported in words, and free places for balls."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from cc_dsl.drawing.ground import crop_around, draw
from cc_dsl.drawing.strokes import (
    BALL,
    INWARD,
    OUTWARD,
    PASSES,
    RADIUS,
    RESTS,
    TOUCHES,
    BallObservation,
    LawnError,
    frame_of_arch,
    free_place,
    trace,
)
from tests.lawn.grounds import ONE_OF_EACH, crosswise

HERE = {"a": (0.0, -3.0), "b": (2.0, 3.0)}


def test_way_goes_through_the_middle_of_the_arch() -> None:
    """Inward is from the side on which the facing begins."""
    stroke = trace(ONE_OF_EACH, HERE, "a", [BallObservation(PASSES, "a", "gate", INWARD)])
    assert (0.0, 0.0) in stroke.paths["a"]
    assert stroke.rest["a"][1] > 0
    assert stroke.rest["b"] == HERE["b"]


@pytest.mark.parametrize("start", [(0.0, 3.0), (0.05, 3.0), (-2.0, 0.1)])
def test_ball_on_the_wrong_side_goes_round(start: tuple[float, float]) -> None:
    """It crosses the line of the posts outside them, and passes the arch in the way that was told, once."""
    stroke = trace(ONE_OF_EACH, {"a": start}, "a", [BallObservation(PASSES, "a", "gate", INWARD)])
    throat = frame_of_arch(ONE_OF_EACH.arches[0])
    crossings = []
    for (x, y), (east, north) in pairwise(stroke.paths["a"]):
        if (y < 0) != (north < 0):
            across = x + (east - x) * (0 - y) / (north - y)
            crossings.append((north > y, abs(across) < throat.half_width))
    assert crossings.count((True, True)) == 1
    assert (False, True) not in crossings


def test_things_are_done_in_order() -> None:
    """Gate, then peg, then ball; a ball stops where it meets the last, and comes back a little from a peg."""
    told = [BallObservation(PASSES, "a", "gate", INWARD), BallObservation(TOUCHES, "a", "peg")]
    to_peg = trace(ONE_OF_EACH, HERE, "a", told)
    assert to_peg.rest["a"][1] < 4.0 - RADIUS
    to_ball = trace(ONE_OF_EACH, HERE, "a", [*told, BallObservation(TOUCHES, "a", "b")])
    east, north = to_ball.rest["a"]
    assert ((east - 2.0) ** 2 + (north - 3.0) ** 2) ** 0.5 == pytest.approx(BALL)


def test_ball_that_rests_in_an_arch_lies_there() -> None:
    assert trace(ONE_OF_EACH, HERE, "a", [BallObservation(RESTS, "a", "gate")]).rest["a"] == pytest.approx((0, 0))


def test_ball_that_is_driven_goes_its_own_way() -> None:
    told = [BallObservation(TOUCHES, "a", "b"), BallObservation(PASSES, "b", "gate", OUTWARD)]
    stroke = trace(ONE_OF_EACH, HERE, "a", told)
    assert stroke.paths["b"][0] == HERE["b"]
    assert stroke.rest["b"][1] < 0


def test_nothing_told_nothing_moves() -> None:
    stroke = trace(ONE_OF_EACH, HERE, "a", [])
    assert (stroke.rest, stroke.paths) == (HERE, {})


def test_ball_that_is_not_there_is_refused() -> None:
    with pytest.raises(LawnError, match="“c” is not on the ground"):
        trace(ONE_OF_EACH, HERE, "a", [BallObservation(TOUCHES, "a", "peg"), BallObservation(TOUCHES, "c", "peg")])


def test_part_of_a_ground_is_drawn_to_scale() -> None:
    """Forty pixels are a yard, whatever part is drawn, and what lies outside is left out."""
    ground = crosswise()
    cut = crop_around(ground, [(0.0, 5.0), (0.0, 8.0)])
    svg = draw(ground, "x", "x", balls={"a": (0.0, 6.0), "far": (0.0, -6.0)}, cut=cut)
    assert ">a</text>" in svg
    assert ">far</text>" not in svg
    assert f'width="{(cut.east - cut.west) * 40 + 48:g}"' in svg
    assert ">gate 1</text>" in svg
    assert ">gate 3</text>" not in svg


def test_ball_lies_beside_one_that_lies_there_already() -> None:
    assert free_place(ONE_OF_EACH, [], (0.0, -3.0)) == (0.0, -3.0)
    beside = free_place(ONE_OF_EACH, [(0.0, -3.0)], (0.0, -3.0))
    assert BALL <= dist(beside, (0.0, -3.0)) < 1.01 * BALL
    at_a_peg = free_place(ONE_OF_EACH, [], (0.0, 4.0))
    assert RADIUS < dist(at_a_peg, (0.0, 4.0)) < 0.4
    outside = free_place(ONE_OF_EACH, [], (13.0, 0.0))
    assert outside[0] <= 12
    with pytest.raises(LawnError, match="no room"):
        free_place(ONE_OF_EACH, [], (99.0, 0.0))
