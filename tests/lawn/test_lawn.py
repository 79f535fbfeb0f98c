"""What a lawn sees of strokes, and what it refuses; directions and orders are worked out by hand."""

from __future__ import annotations

import json
import sys
from math import cos, dist, radians, sin
from pathlib import Path

import pytest

from cc_dsl.lawn.lawn import LaidBall, Lawn, bearing
from cc_dsl.lawn.strokes import INWARD, LEAVES, OUTWARD, PASSES, RESTS, TOUCHES, LawnError, Stroke
from cc_dsl.table.ground import Arch, Ground, Peg, Spot
from tests import processes
from tests.lawn.grounds import EIGHT_INCHES, ONE_OF_EACH, PLAIN, crosswise

BALL = 3.625 / 36
ROOT = Path(__file__).parents[2]


def seen(stroke: Stroke) -> list[tuple[str, ...]]:
    """Return what was seen, in order, without the times."""
    return [tuple(observation[:4]) for observation in stroke.observations]


def one(places: dict[str, tuple[float, float] | str]) -> Lawn:
    """Return a lawn with one arch in the middle, passed inward northward, and a peg four yards north."""
    return Lawn(ONE_OF_EACH, list(places), dict(places))


@pytest.mark.parametrize(("south", "aim", "direction"), [(-3.0, 90, INWARD), (3.0, 270, OUTWARD)])
def test_ball_straight_at_the_middle_passes(south: float, aim: float, direction: str) -> None:
    """A ball through the middle of an arch passes it, in the direction in which it goes."""
    lawn = one({"ball": (0.0, south)})
    assert seen(lawn.stroke("ball", aim, lawn.kit.force_for(4))) == [(PASSES, "ball", "gate", direction)]


def test_ball_beside_an_arch_does_not_pass() -> None:
    """Crossing the line of the posts outside them is no passage."""
    lawn = one({"ball": (0.5, -2.0)})
    assert seen(lawn.stroke("ball", 90, lawn.kit.force_for(4))) == []


@pytest.mark.parametrize(
    ("facing", "aim", "direction"),
    [(0, 0, INWARD), (0, 180, OUTWARD), (90, 270, OUTWARD), (225, 225, INWARD), (225, 45, OUTWARD), (300, 320, INWARD)],
)
def test_directions_follow_the_facing(facing: float, aim: float, direction: str) -> None:
    """Inward is where the arch faces, however it is turned."""
    ground = Ground(20, 20, (Arch("arch", 1, 2, facing, EIGHT_INCHES),), (), ())
    lawn = Lawn(ground, ["ball"], {"ball": (1 - 2 * cos(radians(aim)), 2 - 2 * sin(radians(aim)))})
    assert seen(lawn.stroke("ball", aim, lawn.kit.force_for(4))) == [(PASSES, "ball", "arch", direction)]


def test_ball_that_rests_in_an_arch_has_not_passed_it_yet() -> None:
    """It is seen to rest there; going on it has passed, and going back it has not."""
    lawn = one({"ball": (0.0, -2.0)})
    assert seen(lawn.stroke("ball", 90, lawn.kit.force_for(2.01))) == [(RESTS, "ball", "gate", "")]
    back = lawn.copy()
    assert seen(lawn.stroke("ball", 90, lawn.kit.force_for(1))) == [(PASSES, "ball", "gate", INWARD)]
    assert seen(back.stroke("ball", 270, back.kit.force_for(1))) == []


def test_passage_counts_when_the_whole_ball_is_through() -> None:
    """With its middle beyond the posts by less than its half and the iron's, it rests; by more, it has passed."""
    clear = BALL / 2 + 0.375 / 72
    short, enough = one({"ball": (0.0, -2.0)}), one({"ball": (0.0, -2.0)})
    assert seen(short.stroke("ball", 90, short.kit.force_for(2 + clear - 0.01))) == [(RESTS, "ball", "gate", "")]
    assert seen(enough.stroke("ball", 90, enough.kit.force_for(2 + clear + 0.01))) == [(PASSES, "ball", "gate", INWARD)]


def test_ball_that_is_thrown_back_out_of_an_arch_has_not_passed() -> None:
    """A ball whose middle crosses the posts, and which a peg close behind them throws back, has passed nothing."""
    ground = Ground(20, 20, (Arch("gate", 0, 0, 90, EIGHT_INCHES),), (Peg("peg", 0, 0.1),), ())
    lawn = Lawn(ground, ["ball"], {"ball": (0.0, -2.0)})
    stroke = lawn.stroke("ball", 90, lawn.kit.force_for(4))
    assert max(north for _, north in stroke.path) > 0
    assert stroke.rest["ball"][1] < -0.3
    assert seen(stroke) == [(TOUCHES, "ball", "peg", "")]


@pytest.mark.parametrize(("aim", "direction"), [(90, INWARD), (270, OUTWARD)])
def test_ball_put_into_an_arch_passes_whichever_way_it_goes(aim: float, direction: str) -> None:
    """A ball that was put into an arch by hand came from neither side."""
    lawn = one({"ball": "within"})
    assert seen(lawn.stroke("ball", aim, lawn.kit.force_for(2))) == [(PASSES, "ball", "gate", direction)]


def test_observations_come_in_order_of_time() -> None:
    """First the arch, then the ball behind it, then what that ball does to the peg, and times grow."""
    lawn = one({"ball": (0.0, -3.0), "other": (0.0, 2.0)})
    stroke = lawn.stroke("ball", 90, lawn.kit.force_for(14))
    assert seen(stroke)[:3] == [
        (PASSES, "ball", "gate", INWARD),
        (TOUCHES, "ball", "other", ""),
        (TOUCHES, "other", "peg", ""),
    ]
    times = [observation.time for observation in stroke.observations]
    assert times == sorted(times)
    assert times[0] > 0
    assert times[-1] <= stroke.seconds


def test_order_is_that_of_the_way_and_not_of_the_names() -> None:
    """From the other side the same things are seen the other way round."""
    lawn = one({"ball": (0.0, 3.9 - BALL), "other": (0.0, -3.0)})
    stroke = lawn.stroke("ball", 270, lawn.kit.force_for(12))
    assert seen(stroke)[:2] == [(PASSES, "ball", "gate", OUTWARD), (TOUCHES, "ball", "other", "")]


def test_faster_ball_is_said_to_touch_the_other() -> None:
    """A ball that is driven on and meets one at rest touches it, and not the other way round."""
    lawn = Lawn(PLAIN, ["a", "b", "c"], {"c": (-3.0, 0.0), "b": (0.0, 0.0), "a": (3.0, 0.0)})
    assert seen(lawn.stroke("c", 0, lawn.kit.force_for(12)))[:2] == [(TOUCHES, "c", "b", ""), (TOUCHES, "b", "a", "")]


def test_paths_join_where_balls_lay_with_where_they_rest() -> None:
    """Each ball that moved has a way from its old place to its new one; the others have none."""
    lawn = one({"ball": (0.0, -3.0), "other": (0.0, 2.0), "third": (5.0, 5.0)})
    before = lawn.places
    stroke = lawn.stroke("ball", 90, lawn.kit.force_for(9))
    assert set(stroke.paths) == {"ball", "other"}
    for ball, way in stroke.paths.items():
        assert way[0] == before[ball]
        assert way[-1] == stroke.rest[ball] == lawn.places[ball]
    assert stroke.rest["third"] == (5.0, 5.0)


def test_same_stroke_gives_the_same_floats_in_another_process() -> None:
    """Twenty strokes among eight balls end, to the last bit, where they end in a process of their own."""
    program = "import json\nfrom tests.lawn.test_lawn import scattered\nprint(json.dumps(scattered()))\n"
    answer = processes.run([sys.executable, "-c", program], text=True, check=True, cwd=ROOT)
    assert json.loads(answer.stdout) == scattered()


def scattered() -> list[list[object]]:
    """Return all that came of twenty strokes, as JSON has it."""
    balls = [str(number) for number in range(8)]
    lawn = Lawn(crosswise(), balls, {ball: (0.9 * number - 3, 0.2 * number) for number, ball in enumerate(balls)})
    answers: list[list[object]] = []
    for number in range(20):
        stroke = lawn.stroke(balls[number % 8], 37.0 * number, 1.0 + number % 5)
        answers.append([[list(item) for item in stroke.observations], {b: list(p) for b, p in stroke.rest.items()}])
    return answers


def test_a_stroke_that_is_tried_changes_nothing() -> None:
    """What is tried comes out as it will, and the lawn is as it was."""
    lawn = one({"ball": (0.0, -3.0), "other": (0.0, 2.0)})
    before = lawn.places
    tried = lawn.tried("ball", 91, 3.0)
    assert lawn.places == before
    assert lawn.stroke("ball", 91, 3.0) == tried


def test_order_of_placing_does_not_matter() -> None:
    """A lawn is what lies on it, and not how it came to lie there."""
    places = {"a": (0.0, -3.0), "b": (0.1, 2.0), "c": (-0.05, 2.5)}
    first = Lawn(ONE_OF_EACH, "abc", places)
    second = Lawn(ONE_OF_EACH, "abc", dict(reversed(places.items())))
    assert first.stroke("a", 90, 4.0) == second.stroke("a", 90, 4.0)


def test_croquet_drives_both_balls() -> None:
    """Laid against another and struck at it, both move, and their first contact is no touch of this stroke."""
    lawn = Lawn(PLAIN, ["own", "other"], {"own": (5.0, 5.0), "other": (0.0, 0.0)})
    stroke = lawn.croquet("own", LaidBall("other", 0), 20, 2.0)
    assert stroke.paths["own"][0] == pytest.approx((-BALL, 0.0), abs=1e-5)
    assert bearing((0.0, 0.0), stroke.rest["other"]) == pytest.approx(0, abs=1.0)
    assert stroke.rest["own"][1] > 0.3
    assert seen(stroke) == []


def test_held_ball_stays_and_the_other_goes_along_the_line_of_the_middles() -> None:
    """With his own ball held, a player drives the other as if his ball had hit it full at that slant."""
    lawn = Lawn(PLAIN, ["own", "other"], {"own": (5.0, 5.0), "other": (0.0, 0.0)})
    stroke = lawn.croquet("own", LaidBall("other", 90, held=True), 60, 3.0)
    assert set(stroke.paths) == {"other"}
    assert stroke.rest["own"] == pytest.approx((0.0, -BALL), abs=1e-5)
    speed = 3.0 * 1.35 * cos(radians(30)) * 0.9
    assert stroke.rest["other"] == pytest.approx((0, speed**2 * 81 / 140), abs=0.01)


def test_croquet_away_from_the_other_leaves_it() -> None:
    """A ball struck away from the one that it lies against does not move it."""
    lawn = Lawn(PLAIN, ["own", "other"], {"own": (5.0, 5.0), "other": (0.0, 0.0)})
    stroke = lawn.croquet("own", LaidBall("other", 180), 0, 2.0)
    assert set(stroke.paths) == {"own"}


def test_ball_is_touched_again_by_one_that_lay_against_it() -> None:
    """A ball that leaves the one it lay against, and comes back from a peg, touches it."""
    ground = Ground(20, 20, (), (Peg("peg", 1, 0),), ())
    lawn = Lawn(ground, ["own", "other"], {"other": (0.0, 0.0), "own": (5.0, 5.0)})
    assert seen(lawn.croquet("own", LaidBall("other", 180), 0, 3.0))[:2] == [
        (TOUCHES, "own", "peg", ""),
        (TOUCHES, "own", "other", ""),
    ]


def test_two_balls_put_on_one_spot_lie_beside_each_other() -> None:
    """The second lies as near as it can, to the east."""
    lawn = Lawn(PLAIN, ["a", "b"], {"a": "start", "b": "start"})
    assert lawn.places["a"] == pytest.approx((0, -8))
    assert lawn.places["b"] == pytest.approx((BALL, -8), abs=1e-4)


def test_ball_put_where_it_lies_stays() -> None:
    """A ball is not in its own way."""
    lawn = Lawn(PLAIN, ["a"], {"a": "start"})
    assert lawn.place("a", "start") == (0, -8)


def test_lifted_ball_is_in_nobodys_way() -> None:
    """A ball that was taken up is met by no other, and cannot be struck."""
    lawn = one({"ball": (0.0, -3.0), "other": (0.0, 2.0)})
    lawn.lift("other")
    assert seen(lawn.stroke("ball", 90, lawn.kit.force_for(6))) == [(PASSES, "ball", "gate", INWARD)]
    with pytest.raises(LawnError, match="“other” is in hand; put it on the ground first"):
        lawn.stroke("other", 0, 1)


def test_ball_at_the_edge_can_be_driven_on_and_off() -> None:
    """Struck inward it rolls; struck outward it goes off at once."""
    lawn = Lawn(PLAIN, ["ball"], {"ball": (12.0, 0.0)})
    assert seen(lawn.tried("ball", 0, 1)) == [(LEAVES, "ball", "", "")]
    assert dist(lawn.stroke("ball", 180, lawn.kit.force_for(3)).rest["ball"], (9.0, 0.0)) < 0.01


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (lambda lawn: lawn.stroke("mauve", 0, 1), "There is no ball “mauve”; the balls are ball, other."),
        (lambda lawn: lawn.stroke("other", 0, 1), "in hand"),
        (lambda lawn: lawn.stroke("ball", 0, 0), "A force is more than 0 and at most 12"),
        (lambda lawn: lawn.stroke("ball", 0, float("nan")), "A force is more than 0"),
        (lambda lawn: lawn.stroke("ball", float("inf"), 1), "An aim is a number of degrees"),
        (
            lambda lawn: lawn.place("ball", "nowhere"),
            "There is no spot “nowhere” on the ground; the spots are start, within",
        ),
        (lambda lawn: lawn.place("ball", (50.0, 0.0)), "50 yards east and 0 north is off the ground"),
        (lambda lawn: lawn.place("ball", (float("nan"), 0.0)), "two numbers of yards"),
        (lambda lawn: lawn.croquet("ball", LaidBall("ball", 0), 0, 1), "against itself"),
        (lambda lawn: lawn.croquet("ball", LaidBall("other", 0), 0, 1), "in hand"),
        (
            lambda lawn: (lawn.place("other", (2.0, 2.0)), lawn.croquet("ball", LaidBall("other", 0, True), 180, 1)),
            "nothing would move",
        ),
        (
            lambda lawn: (lawn.place("other", (0.0, 3.9)), lawn.croquet("ball", LaidBall("other", 270), 0, 1)),
            "something else is in the way",
        ),
        (lambda lawn: Lawn(ONE_OF_EACH, ["gate"]), "Two things on the ground are called “gate”"),
        (
            lambda lawn: Lawn(Ground(9, 9, (Arch("slit", 0, 0, 0, 0.1),), (), (Spot("s", 0, 0),)), ["ball"]),
            "The arch “slit” is 0.100 yards wide, and a ball 0.101",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_remedy(do: object, words: str) -> None:
    """Each refusal names what was asked, and the lawn is left as it was."""
    lawn = Lawn(ONE_OF_EACH, ["ball", "other"], {"ball": "start"})
    with pytest.raises(LawnError, match=words):
        do(lawn)  # type: ignore[operator]
    assert lawn.places["ball"] == (0, -3)
