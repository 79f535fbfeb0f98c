"""The effect of another reading on whole games: independent samples, compared as distributions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.rules import model
from cc_dsl.study import effects
from cc_dsl.study.documents import Effect
from cc_dsl.study.effects import (
    APART,
    Sampler,
    changed_outcomes,
    compare_outcomes,
    outcomes,
    report_standing,
    upper_bound,
)
from cc_dsl.study.games import FinishedGame
from cc_dsl.study.report import change_in_wins, difference_in_points, verdict
from cc_dsl.table.intervals import Interval
from tests.unit.compare_pairs import TOKENS, write_edition

GAMES = 200


@cache
def edition(name: str = "1862") -> pipeline.Edition:
    return pipeline.load(name)


@cache
def row(doubt: str, chosen: str) -> Effect:
    """Return what one answer of 1862 changes."""
    rules = edition().rules
    other = pipeline.load("1862", {doubt: chosen}).rules
    counts = Sampler(rules, 2, (), False).count([(doubt, chosen, other)], 0, GAMES)
    return effects.effects(rules, 2, 0, counts)["answers"][0]


def test_samples_are_independent() -> None:
    rules = edition().rules
    counts = Sampler(rules, 2, (), False).count([("none", "same", rules)], 5, 40)
    alone = Sampler(rules, 2, (), False).count([], 5 + APART, 40)["default"]
    assert counts["others"]["none"]["same"] == alone != counts["default"]


@pytest.mark.slow
def test_games_of_merged_rules_are_counted_as_in_plain_python(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    tokens = write_edition(tmp_path, "tokens", TOKENS)
    rules, others = tokens.rules, [("how-much", "a-fortune", tokens.with_readings({"how-much": "a-fortune"}).rules)]
    fast, plain = (Sampler(rules, 2, (), is_fast) for is_fast in (True, False))
    for first in (0, 30):
        assert fast.count(others, first, 30) == plain.count(others, first, 30)


def test_what_is_compared_of_a_game() -> None:
    game = FinishedGame(0, 1, "won", 30, {"standing": [4, 9, 7], "points": [4, 9, 7], "seasons": 3})
    assert dict(outcomes(game, {"points": ["player 1", "player 2", "player 3"]})) == {
        "who wins": "player 2",
        "how the game ends": "won",
        "moves": 30,
        "the winner's lead": 2,
        "points of player 1": 4,
        "points of player 2": 9,
        "points of player 3": 7,
        "seasons": 3,
    }
    assert dict(outcomes(FinishedGame(0, None, "nobody", 2, {}), {}))["who wins"] == "nobody"
    assert dict(outcomes(FinishedGame(0, 0, "won", 2, {}, (0, 2)), {}))["who wins"] == "player 1 and player 3"


def test_the_number_that_names_the_winner_is_told() -> None:
    """Where play ends with “the player with the greatest …”, each player's number is told at the end."""
    assert "standing" in report_standing(edition().rules).questions
    assert report_standing(edition("patience").rules) is edition("patience").rules
    assert row("Rubber", "two-in-all")["outcomes"][-1]["name"] == "the winner's lead"


@pytest.mark.slow
def test_answer_that_only_lets_chance_fall_otherwise_has_no_effect() -> None:
    effect = row("first-served", "dealer-first")
    assert changed_outcomes(effect) == []
    assert verdict(effect) == f"no effect found, at most {100 * upper_bound(effect):.1f} %"
    assert 0 < upper_bound(effect) < 0.35


@pytest.mark.slow
def test_real_effect_is_found() -> None:
    effect = row("over-packs", "in-one-pack")
    moves = next(outcome for outcome in changed_outcomes(effect) if outcome["name"] == "moves")
    assert moves["mean"] is not None
    assert moves["mean"]["low"] > 200
    assert moves["distance"]["low"] > 0.2
    assert verdict(effect).partition(";")[0].endswith(" in moves")


def test_effects_are_worked_out_from_counts() -> None:
    rules: model.Rules = edition().rules
    default = {"games": 100, "who wins": {"player 1": 50, "player 2": 50}, "moves": {"3": 100}}
    other = {"games": 100, "who wins": {"player 1": 70, "player 2": 30}, "moves": {"3": 50, "4": 50}}
    counts = {"default": default, "others": {"Rubber": {"two-in-all": other}}}
    (effect,) = effects.effects(rules, 2, 0, counts)["answers"]
    who, moves = effect["outcomes"]
    assert who["distance"]["value"] == pytest.approx(0.2)
    assert moves["distance"]["value"] == pytest.approx(0.5)
    assert moves["mean"] is not None
    assert moves["mean"]["value"] == pytest.approx(0.5)
    assert who["corrected"] == pytest.approx(who["distance"]["chance"], rel=1e-3)
    assert moves["corrected"] == pytest.approx(2 * moves["distance"]["chance"], rel=1e-3)
    assert [outcome["name"] for outcome in changed_outcomes(effect)] == ["moves", "who wins"]
    assert dict(change_in_wins(effect))["player 1"].startswith("+20.0 (")
    assert list(dict(change_in_wins(effect))) == ["player 1", "player 2"]


def test_result_that_one_sample_does_not_know_is_no_number() -> None:
    """Half of one sample is 1 and half is none; all of the other is 1: half of the games differ, not all."""
    assert compare_outcomes({"games": 2, "x": {"1": 2}}, {"games": 2}) == []
    (outcome,) = compare_outcomes({"games": 2, "x": {"1": 1, "none": 1}}, {"games": 2, "x": {"1": 2}})
    assert outcome["mean"] is None
    (outcome,) = compare_outcomes({"games": 200, "x": {"1": 100, "none": 100}}, {"games": 200, "x": {"1": 200}})
    assert outcome["distance"]["value"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("difference", "said"),
    [
        ({"value": 0.01234, "low": -0.00004, "high": 0.02}, "+1.2 (0.0 to +2.0)"),
        ({"value": -0.00001, "low": -0.0021, "high": 0.0021}, "0.00 (−0.21 to +0.21)"),
    ],
)
def test_differences_are_said_with_their_signs(difference: Interval, said: str) -> None:
    assert difference_in_points(difference) == said
