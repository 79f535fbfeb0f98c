"""Games beside those of the same seed under another reading: what does not bear on a game leaves it as it was."""

from __future__ import annotations

from cc_dsl.pipeline import load
from cc_dsl.study.pairs import Paired
from cc_dsl.study.results import Wanted, play_one

WANTED = Wanted(("random", "random", "random"), 30, 5)


def test_the_same_rules_change_nothing() -> None:
    """Beside itself a game gains nothing."""
    rules = load("court").rules
    against = Paired(rules).results(rules, WANTED)["against"]
    assert against["otherwise"]["count"] == 0
    assert {(one["low"], one["high"]) for parts in against["gains"].values() for one in parts} == {(0.0, 0.0)}


def test_gains_are_those_of_the_games_one_by_one() -> None:
    """What is summed up is what the two games of each seed come to."""
    default, other = load("court").rules, load("court", {"losing-King": "of-the-losing-colour"}).rules
    found = Paired(default).results(other, WANTED)
    pairs = [[play_one(rules, WANTED.players, seed) for rules in (default, other)] for seed in range(5, 35)]
    assert found["against"]["otherwise"]["count"] == sum(one != two for one, two in pairs) > 0
    for player in range(3):
        gains = [two.told["points"][player] - one.told["points"][player] for one, two in pairs]
        assert round(found["against"]["gains"]["points"][player]["mean"] * 30) == sum(gains)
    assert found["told"]["points"][0]["games"] == 30
    assert found["first"][0]["seed"] == 5
