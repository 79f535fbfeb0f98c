"""Strokes that are chosen bring about what is wished for, or bring it nearer."""

from __future__ import annotations

from math import asin, cos, degrees, dist, erf, radians, sin, sqrt

import pytest

from cc_dsl.lawn.aim import Wish, against, choose
from cc_dsl.lawn.lawn import Lawn
from cc_dsl.lawn.skill import Skill
from cc_dsl.lawn.strokes import INWARD, OUTWARD, PASSES, TOUCHES, LawnError, Stroke
from cc_dsl.table.chance import Chance
from tests.lawn.grounds import ONE_OF_EACH, PLAIN, crosswise

BALL = 3.625 / 36
THROUGH = Wish(PASSES, "gate", INWARD)


def made(lawn: Lawn, ball: str, *wishes: Wish) -> Stroke:
    """Choose a stroke and make it without error."""
    aimed = choose(lawn, ball, wishes)
    return lawn.stroke(ball, aimed.aim, aimed.force)


@pytest.mark.parametrize("angle", range(-135, -44, 15))
@pytest.mark.parametrize("far", [0.6, 2.0, 5.0])
def test_arch_in_sight_is_passed(angle: float, far: float) -> None:
    """From before the arch, as far as forty-five degrees aside, a faultless stroke passes it inward."""
    lawn = Lawn(ONE_OF_EACH, ["ball"], {"ball": (far * cos(radians(angle)), far * sin(radians(angle)))})
    stroke = made(lawn, "ball", THROUGH)
    assert (PASSES, "ball", "gate", INWARD) in [tuple(seen[:4]) for seen in stroke.observations]


@pytest.mark.parametrize("thing", ["peg", "other"])
@pytest.mark.parametrize("start", [(0.5, 9.0), (-6.0, 2.0), (7.0, 5.0), (3.0, -3.0)])
def test_peg_or_ball_in_sight_is_touched(thing: str, start: tuple[float, float]) -> None:
    """What nothing hides is hit."""
    lawn = Lawn(ONE_OF_EACH, ["ball", "other"], {"ball": start, "other": (-4.0, -4.0)})
    assert Wish(TOUCHES, thing).is_met_by(made(lawn, "ball", Wish(TOUCHES, thing)))


def test_ball_half_hidden_is_hit_on_the_side_that_shows() -> None:
    """When the middle is hidden by another ball, the stroke goes past it and grazes the one that is meant."""
    places = {"ball": (0.0, 0.0), "other": (5.0, 0.0), "hides": (2.5, -BALL * 0.75)}
    lawn = Lawn(PLAIN, list(places), dict(places))
    full = lawn.tried("ball", 0.0, lawn.kit.force_for(6))
    assert not Wish(TOUCHES, "other").is_met_by(full)
    stroke = made(lawn, "ball", Wish(TOUCHES, "other"))
    assert stroke.observations[0][:3] == (TOUCHES, "ball", "other")


def test_from_behind_the_arch_a_player_goes_round() -> None:
    """A ball on the wrong side is brought before the arch, and passes it, in a few strokes."""
    lawn = Lawn(ONE_OF_EACH, ["ball"], {"ball": (0.0, 2.0)})
    came = [THROUGH.is_met_by(made(lawn, "ball", THROUGH)) for _ in range(4)]
    assert not came[0]
    assert any(came)


def test_unsteady_player_goes_near_before_he_tries() -> None:
    """From nine yards a player who errs by two degrees lays his ball before the arch; a steady one shoots."""
    lawn = Lawn(ONE_OF_EACH, ["ball"], {"ball": (0.0, -9.0)})
    assert choose(lawn, "ball", [THROUGH], steady=0.1).will_do
    careful = choose(lawn, "ball", [THROUGH], steady=2.0)
    assert not careful.will_do
    rest = lawn.stroke("ball", careful.aim, careful.force).rest["ball"]
    assert dist(rest, (0.0, -1.2)) < 0.3


def test_second_wish_decides_how_hard() -> None:
    """Of strokes that all pass, the one that leaves the ball nearer to what comes next is chosen."""
    ground = crosswise()
    lawn = Lawn(ground, ["ball"], {"ball": (0.0, 3.5)})
    gate = Wish(PASSES, "gate 1", INWARD)
    on = choose(lawn, "ball", [gate, Wish(TOUCHES, "flag 1")])
    back = choose(lawn, "ball", [gate, Wish(PASSES, "gate 1", OUTWARD)])
    assert back.force < on.force
    assert lawn.tried("ball", on.aim, on.force).rest["ball"][1] > 7
    assert lawn.tried("ball", back.aim, back.force).rest["ball"][1] < 6.5


def test_ball_that_lies_in_the_arch_is_played_on() -> None:
    """From within, the way on is the way through."""
    lawn = Lawn(ONE_OF_EACH, ["ball"], {"ball": "within"})
    assert THROUGH.is_met_by(made(lawn.copy(), "ball", THROUGH))
    out = Wish(PASSES, "gate", OUTWARD)
    assert out.is_met_by(made(lawn, "ball", out))


def test_croquet_that_may_not_move_the_other_does_not() -> None:
    """Laid behind, the other ball stays, and the wish comes true."""
    lawn = Lawn(ONE_OF_EACH, ["ball", "other"], {"ball": (6.0, 6.0), "other": (0.4, -2.0)})
    laid, aimed = against(lawn, "ball", "other", [THROUGH])
    stroke = lawn.croquet("ball", laid, aimed.aim, aimed.force)
    assert THROUGH.is_met_by(stroke)
    assert set(stroke.paths) == {"ball"}


def test_share_of_hits_is_that_of_the_error_function() -> None:
    """At ten yards, three hundred strokes with an error of one degree hit as often as the formula says."""
    skill, hits, tries = Skill(1.0, 0.05), 0, 300
    places = {"ball": (0.0, -5.0), "other": (0.0, 5.0)}
    lawn = Lawn(PLAIN, list(places), dict(places))
    aimed = choose(lawn, "ball", [Wish(TOUCHES, "other")])
    for seed in range(tries):
        aim, force = skill.struck(aimed.aim, aimed.force + 1, Chance(seed))
        hits += Wish(TOUCHES, "other").is_met_by(lawn.tried("ball", aim, force))
    within = degrees(asin(BALL / 10))
    share = erf(within / sqrt(2))
    assert hits / tries == pytest.approx(share, abs=3 * sqrt(share * (1 - share) / tries))


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ([], "Nothing is wished for with “ball”"),
        ([Wish(TOUCHES, "peg 9")], "“peg 9” is not on the ground"),
        ([Wish(TOUCHES, "away")], "“away” is not on the ground"),
        (
            [Wish(PASSES, "peg", INWARD)],
            "“peg” is not on the ground, so no stroke can bring about that “ball” passes it",
        ),
    ],
)
def test_wishes_that_cannot_be_are_refused(wishes: list[Wish], words: str) -> None:
    """What is not there cannot be wished for."""
    lawn = Lawn(ONE_OF_EACH, ["ball", "away"], {"ball": "start"})
    with pytest.raises(LawnError, match=words):
        choose(lawn, "ball", wishes)
