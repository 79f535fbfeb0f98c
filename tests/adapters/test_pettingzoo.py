"""Rules files in PettingZoo: its own tests of environments, and moves that are not allowed."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cc_dsl import pipeline
from cc_dsl.adapters.pettingzoo import CircularEnv


@pytest.mark.parametrize(("edition", "seats"), [("1862", 2), ("1860", 4), ("court", 3), ("patience", 1)])
def test_framework_s_api_test_holds(edition: str, seats: int) -> None:
    """PettingZoo plays the environment and checks agents, spaces, rewards and masks on the way."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders at observations that are dictionaries, which masks need
        api_test(CircularEnv(pipeline.load(edition).rules, seats), num_cycles=150)


def test_seeds_give_the_same_games() -> None:
    """PettingZoo's own test of seeds: twice the same seed, twice the same observations."""
    rules = pipeline.load("1862").rules
    seed_test(lambda: CircularEnv(rules), num_cycles=60)


def test_mask_says_what_is_allowed_and_only_that() -> None:
    """Whatever the mask has not, the environment refuses, and the game stands where it stood."""
    env = CircularEnv(pipeline.load("1862").rules)
    env.reset(seed=4)
    seen = env.observe(env.agent_selection)
    mask = seen["action_mask"]
    assert mask.sum() == 6
    with pytest.raises(ValueError, match="action mask"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert np.array_equal(env.observe(env.agent_selection)["observation"], seen["observation"])


def test_rewards_come_to_nothing_in_all() -> None:
    """At the end one has won what the other has lost."""
    env = CircularEnv(pipeline.load("1862").rules, render_mode="ansi")
    env.reset(seed=1)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    assert sorted(env.rewards.values()) == [-1.0, 1.0]
    assert "score" in (env.render() or "")
