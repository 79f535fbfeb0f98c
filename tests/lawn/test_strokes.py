"""The path of a stroke that is reported in words, and free places for balls."""

from __future__ import annotations

from itertools import pairwise

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
    LawnError,
    frame_of_arch,
    free_place,
    trace,
)
from tests.lawn.grounds import ONE_OF_EACH, crosswise

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
    told = [(PASSES, "a", "gate", INWARD), (TOUCHES, "a", "peg", "")]
    to_peg = trace(ONE_OF_EACH, HERE, "a", told)
    assert to_peg.rest["a"].imag < 4.0 - RADIUS
    to_ball = trace(ONE_OF_EACH, HERE, "a", [*told, (TOUCHES, "a", "b", "")])
    assert abs(to_ball.rest["a"] - HERE["b"]) == pytest.approx(BALL)


def test_ball_that_rests_in_an_arch_lies_there() -> None:
    assert trace(ONE_OF_EACH, HERE, "a", [(RESTS, "a", "gate", "")]).rest["a"] == pytest.approx(0)


def test_ball_that_is_driven_goes_its_own_way() -> None:
    told = [(TOUCHES, "a", "b", ""), (PASSES, "b", "gate", OUTWARD)]
    stroke = trace(ONE_OF_EACH, HERE, "a", told)
    assert stroke.paths["b"][0] == HERE["b"]
    assert stroke.rest["b"].imag < 0


def test_nothing_told_nothing_moves() -> None:
    stroke = trace(ONE_OF_EACH, HERE, "a", [])
    assert (stroke.rest, stroke.paths) == (HERE, {})


def test_ball_that_is_not_there_is_refused() -> None:
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
