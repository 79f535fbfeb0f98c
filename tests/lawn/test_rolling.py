"""Balls obey mechanics: formulas from textbooks, which are worked out here and not by the lawn."""

from __future__ import annotations

from itertools import pairwise
from math import asin, atan2, cos, degrees, dist, hypot, pi, radians, sin, sqrt

import pytest

from cc_dsl.lawn.kit import KIT, Kit
from cc_dsl.lawn.lawn import Lawn
from cc_dsl.lawn.passages import throat_of
from cc_dsl.lawn.rolling import Scene, roll
from cc_dsl.lawn.strokes import LEAVES, TOUCHES
from cc_dsl.table.chance import Chance
from cc_dsl.table.ground import Arch, Ground, Peg
from tests.lawn.grounds import EIGHT_INCHES, ONE_OF_EACH, PLAIN, crosswise

WIDE = Ground(200, 200, (), (), ())
BALL = 3.625 / 36
"""Yards: three inches and five eighths."""


@pytest.mark.parametrize("speed", [0.5, 1.0, 3.0, 7.5])
@pytest.mark.parametrize("seconds", [7.0, 9.0, 12.0])
def test_ball_rolls_as_far_as_the_formula_says(speed: float, seconds: float) -> None:
    """Losing 2·35/P² yards a second in each second, it comes to rest after v²/2a yards and v/a seconds."""
    lawn = Lawn(WIDE, ["ball"], {"ball": (-50.0, 0.0)}, Kit(lawn_speed=seconds, mallet_bounce=1.0, mallet_mass=1.0))
    slowing = 2 * 35 / seconds**2
    stroke = lawn.stroke("ball", 0, speed)  # A mallet as heavy as the ball, and no loss: the ball takes its speed.
    assert stroke.rest["ball"][0] + 50 == pytest.approx(speed**2 / 2 / slowing, abs=0.005)
    assert stroke.seconds == pytest.approx(speed / slowing, abs=0.002)
    assert stroke.observations == ()


def test_timed_lawn_is_as_fast_as_it_is_called() -> None:
    """A ball that just rolls thirty-five yards takes the seconds that are the speed of the lawn."""
    lawn = Lawn(WIDE, ["ball"], {"ball": (0.0, 0.0)}, Kit(lawn_speed=11.0))
    stroke = lawn.stroke("ball", 90, lawn.kit.force_for(35))
    assert stroke.rest["ball"][1] == pytest.approx(35, abs=0.01)
    assert stroke.seconds == pytest.approx(11.0, abs=0.005)


def test_mallet_gives_the_speed_of_the_law_of_impact() -> None:
    """Three pounds upon one, with eight tenths of the approach left: v = U (1 + e) M / (M + m)."""
    kit = Kit(mallet_mass=3.0, ball_mass=1.0, mallet_bounce=0.8)
    lawn = Lawn(WIDE, ["ball"], {"ball": (0.0, 0.0)}, kit)
    speed = 2.0 * 1.8 * 3 / 4
    assert lawn.stroke("ball", 0, 2.0).rest["ball"][0] == pytest.approx(speed**2 * 81 / 140, abs=0.005)


def test_full_hit_keeps_momentum() -> None:
    """Of a full hit, the ways of both balls give back their speeds, which add up to that of the first; e is kept."""
    lawn = Lawn(WIDE, ["one", "two"], {"one": (0.0, 0.0), "two": (2.0, 0.0)})
    slowing = 2 * 35 / 81
    speed = 4.0
    stroke = lawn.stroke("one", 0, speed / KIT.gearing)
    at_the_hit = sqrt(speed**2 - 2 * slowing * (2 - BALL))
    follows = sqrt(2 * slowing * (stroke.rest["one"][0] - (2 - BALL)))
    goes = sqrt(2 * slowing * (stroke.rest["two"][0] - 2))
    assert follows + goes == pytest.approx(at_the_hit, rel=0.005)
    assert goes - follows == pytest.approx(0.8 * at_the_hit, rel=0.005)


@pytest.mark.parametrize("share", [-0.9, -0.5, -0.2, 0.2, 0.5, 0.9])
def test_side_hit_keeps_momentum_along_and_across(share: float) -> None:
    """The ball that is hit goes along the line of the middles, and the momenta of both add up as vectors."""
    aside = share * BALL
    lawn = Lawn(WIDE, ["one", "two"], {"one": (0.0, aside), "two": (1.0, 0.0)})
    slowing = 2 * 35 / 81
    stroke = lawn.stroke("one", 0, 3.0 / KIT.gearing)
    corner = stroke.paths["one"][1]
    at_the_hit = sqrt(9 - 2 * slowing * corner[0])
    ways = [(corner, stroke.rest["one"]), ((1.0, 0.0), stroke.rest["two"])]
    momenta = [(sqrt(2 * slowing * dist(*way)), atan2(way[1][1] - way[0][1], way[1][0] - way[0][0])) for way in ways]
    assert sum(speed * cos(angle) for speed, angle in momenta) == pytest.approx(at_the_hit, rel=0.01)
    assert sum(speed * sin(angle) for speed, angle in momenta) == pytest.approx(0, abs=0.02 * at_the_hit)
    assert degrees(momenta[1][1]) == pytest.approx(degrees(asin(-share)), abs=1.5)


def test_energy_never_grows() -> None:
    """Among eight balls, arches and pegs, no look finds more energy of motion than the one before."""
    chance = Chance(4)
    ground = crosswise()
    throats = tuple(throat_of(arch, KIT) for arch in ground.arches)
    for _ in range(12):
        balls = [str(number) for number in range(8)]
        lawn = Lawn(
            ground, balls, {ball: (chance.below(1600) / 100 - 8, chance.below(1600) / 100 - 8) for ball in balls}
        )
        speeds = {}
        for ball in balls:
            angle, speed = radians(chance.below(360)), 1 + chance.below(80) / 10
            speeds[ball] = (speed * cos(angle), speed * sin(angle))
        energies: list[float] = []
        roll(Scene(ground, throats, KIT, lawn.places, speeds, {}), energies.append)
        assert len(energies) > 10
        assert energies[-1] == 0
        assert max(after - before for before, after in pairwise(energies)) <= 1e-9


def test_balls_never_lie_in_one_another_or_in_iron() -> None:
    """Wherever balls come to rest after a hundred strokes, there is room for each."""
    ground, chance = crosswise(), Chance(9)
    balls = [str(number) for number in range(8)]
    lawn = Lawn(ground, balls, {ball: (number / 2 - 2, 0.3) for number, ball in enumerate(balls)})
    for number in range(100):
        lawn.stroke(balls[number % 8], chance.below(360), 0.5 + chance.below(40) / 10)
        places = list(lawn.places.values())
        gaps = [dist(one, two) for index, one in enumerate(places) for two in places[index + 1 :]]
        assert min(gaps) > BALL - 1e-3
        iron = [post for throat in lawn.throats for post in throat.posts]
        assert min(dist(place, post) for place in places for post in iron) > BALL / 2 + 0.375 / 72 - 1e-3
        assert all(abs(east) <= 12 and abs(north) <= 12 for east, north in places)


def test_ball_comes_back_from_a_post() -> None:
    """A ball straight at a post does not pass the arch, and comes straight back with half its speed."""
    lawn = Lawn(ONE_OF_EACH, ["ball"], {"ball": (EIGHT_INCHES / 2 + 0.375 / 72, -2.0)})
    stroke = lawn.stroke("ball", 90, lawn.kit.force_for(6))
    start, corner, end = stroke.path
    assert stroke.observations == ()
    assert corner[1] == pytest.approx(-(BALL / 2 + 0.375 / 72), abs=0.002)
    assert end[0] == pytest.approx(start[0], abs=0.01)
    assert corner[1] - end[1] == pytest.approx((6 - (corner[1] + 2)) * 0.25, rel=0.02)


def test_ball_stops_at_the_edge_where_its_middle_crosses_it() -> None:
    """A ball that goes over the edge is laid on it, in the line of its way, and that is seen."""
    lawn = Lawn(PLAIN, ["ball"], {"ball": (0.0, 0.0)})
    stroke = lawn.stroke("ball", 30, lawn.kit.force_for(40))
    east, north = stroke.rest["ball"]
    assert [seen.verb for seen in stroke.observations] == [LEAVES]
    assert (east, north) == pytest.approx((12, 12 * sin(pi / 6) / cos(pi / 6)))
    assert lawn.stroke("ball", 180, 1.0).observations == ()


def test_hard_stroke_goes_through_nothing() -> None:
    """At the greatest force a ball still meets a peg, a post and a ball that stand in its way."""
    ground = Ground(60, 60, (Arch("arch", 0, 10, 90, EIGHT_INCHES),), (Peg("peg", 10, 0),), ())
    post = EIGHT_INCHES / 2 + 0.375 / 72
    for aim, place in ((0, (0.0, 0.0)), (90, (post, 0.0)), (180, (0.0, 0.0))):
        lawn = Lawn(ground, ["ball", "other"], {"ball": place, "other": (-10.0, 0.0)})
        stroke = lawn.stroke("ball", aim, 12.0)
        assert len(stroke.path) > 2
        met = stroke.path[1]
        assert hypot(met[0] - place[0], met[1] - place[1]) == pytest.approx(10 - BALL / 2, abs=0.08)


def test_peg_is_touched_when_it_is_met() -> None:
    """The touch is told at the time at which the ball has rolled to the peg: s = v t - ½ a t²."""
    lawn = Lawn(ONE_OF_EACH, ["ball"], {"ball": (4.0, 4.0)})
    speed, slowing = 3.0, 2 * 35 / 81
    (seen,) = lawn.stroke("ball", 180, speed / KIT.gearing).observations
    assert (seen.verb, seen.thing) == (TOUCHES, "peg")
    way = 4 - BALL / 2 - 1.5 / 72
    assert speed * seen.time - slowing * seen.time**2 / 2 == pytest.approx(way, abs=0.002)
