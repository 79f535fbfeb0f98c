"""Errors are normally distributed, in the units that are stated, and hang on the seed alone."""

from __future__ import annotations

from itertools import pairwise
from math import asin, degrees, erf, sqrt
from statistics import NormalDist, fmean, stdev

import pytest

from cc_dsl.lawn.skill import FAULTLESS, SKILLS, Skill, normal
from cc_dsl.table.chance import Chance

BALL = 3.625 / 36


def test_normal_numbers_are_normal() -> None:
    """Of twenty thousand draws, mean, deviation and the shares between deciles are as the distribution has them."""
    chance = Chance(7)
    drawn = [normal(chance) for _ in range(20_000)]
    assert fmean(drawn) == pytest.approx(0, abs=0.03)
    assert stdev(drawn) == pytest.approx(1, abs=0.02)
    marks = [-99.0, *NormalDist().quantiles(10), 99.0]
    for low, high in pairwise(marks):
        share = sum(low <= number < high for number in drawn) / len(drawn)
        assert share == pytest.approx(0.1, abs=0.009)  # four standard deviations of a count


def test_errors_have_the_units_that_are_stated() -> None:
    """The aim errs by degrees, whatever it is, the force by a share of what was meant, and each for itself."""
    skill, chance = Skill(aim=1.5, force=0.1), Chance(11)
    struck = [skill.struck(200.0, 4.0, chance) for _ in range(5_000)]
    aims, forces = [aim for aim, _ in struck], [force for _, force in struck]
    assert fmean(aims) == pytest.approx(200, abs=0.09)
    assert stdev(aims) == pytest.approx(1.5, rel=0.04)
    assert fmean(forces) == pytest.approx(4, abs=0.03)
    assert stdev(forces) == pytest.approx(0.4, rel=0.04)
    together = fmean((aim - 200) * (force - 4) for aim, force in struck) / (1.5 * 0.4)
    assert together == pytest.approx(0, abs=0.06)


def test_same_seed_same_errors() -> None:
    """A stroke's errors are a pure function of seed and counter, and two words are drawn for each error."""
    skill = SKILLS["fair"]
    chance = Chance(5)
    first = skill.struck(10, 2, chance)
    assert chance.drawn == 4
    assert skill.struck(10, 2, Chance(5)) == first
    assert skill.struck(10, 2, Chance(6)) != first


def test_faultless_strikes_as_meant() -> None:
    """Without errors, what was meant comes out."""
    assert FAULTLESS.struck(33.0, 2.5, Chance(1)) == (33.0, 2.5)


def test_no_error_makes_a_stroke_impossible() -> None:
    """However wild the player, the force stays one that a mallet can have."""
    forces = [Skill(0, 5.0).struck(0, 3, Chance(seed))[1] for seed in range(300)]
    assert min(forces) == 0.02
    assert max(forces) == 12


@pytest.mark.parametrize(("name", "percent"), [("expert", 86), ("fair", 47), ("beginner", 18)])
def test_named_skills_hit_as_often_as_the_page_says(name: str, percent: int) -> None:
    """At thirteen yards a ball is hit within asin(diameter / distance) to either side: the error function."""
    within = degrees(asin(BALL / 13))
    assert round(100 * erf(within / SKILLS[name].aim / sqrt(2))) == percent
