"""Studies of named players: what the rules tell is counted as it is, the same in any number of processes."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import play_out
from cc_dsl.rules import model
from cc_dsl.study.experiment import Ask, Experiment
from cc_dsl.study.games import seat_names
from cc_dsl.study.running import Processes
from cc_dsl.study.summary import numbers_document


def patience(**readings: str) -> model.Rules:
    return pipeline.load("patience", {name.replace("_", "-"): answer for name, answer in readings.items()}).rules


def test_what_is_told_is_counted_as_the_games_tell_it() -> None:
    rules = patience()
    found = Experiment(pipeline.load("patience"), Ask(12, 30, ("random",))).play(Processes())
    told, moves = [], []
    for seed in range(30, 42):
        game = Game(rules, seed=seed)
        play_out(game, computers(["random"], seed))
        assert game.outcome is not None
        told.append(game.result)
        moves.append(game.outcome.moves)
    scores = [one["score"] for one in told]
    part = found["told"]["score"][0]
    assert part["mean"] == pytest.approx(mean(scores), abs=1e-6)
    assert part["high"] - part["mean"] == pytest.approx(1.959964 * stdev(scores) / sqrt(12), abs=1e-4)
    assert part["counts"] == {str(score): scores.count(score) for score in sorted(set(scores))}
    ratings = [one["rating"] for one in told]
    shares = found["told"]["rating"][0]["shares"]
    assert {one["value"]: one["count"] for one in shares if one["count"]} == {
        rating: ratings.count(rating) for rating in ratings
    }
    assert shares[0]["value"] == "curiouser and curiouser"
    assert found["moves"]["mean"] == pytest.approx(mean(moves), abs=1e-6)
    assert found["rules"] == rules.meaning


def test_quantiles_and_means_of_a_known_distribution() -> None:
    """Of 1, 2, 3, 4, 100 the middle is 3."""
    found = numbers_document({1: 1, 2: 1, 3: 1, 4: 1, 100: 1})
    assert (found["mean"], found["quantiles"]["50"], found["least"], found["most"]) == (22.0, 3, 1, 100)
    assert found["deviation"] == pytest.approx(stdev([1, 2, 3, 4, 100]), abs=1e-6)


def test_one_name_stands_for_all_seats() -> None:
    rules = pipeline.load("1860").rules
    assert seat_names(rules, ("random",)) == ("random", "random")
    assert seat_names(rules, ("random", "greedy", "random")) == ("random", "greedy", "random")


def test_study_limits_a_search_by_games_alone() -> None:
    rules = pipeline.load("1862").rules
    assert seat_names(rules, ("search", "search:7")) == ("search:400", "search:7")
