"""Rules files in PettingZoo: its own tests of environments, and moves that are not allowed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cc_dsl import pipeline
from cc_dsl.adapters.pettingzoo import CircularEnv


@pytest.mark.parametrize(
    ("edition", "seats"), [("1862", 2), ("1860", 4), ("court", 3), ("patience", 1), ("lanrick-1893", 2)]
)
def test_framework_s_api_test_holds(edition: str, seats: int) -> None:
    api_test(CircularEnv(pipeline.load(edition).rules, seats), num_cycles=150)


def test_masks_stand_in_the_observation_if_that_is_asked_for() -> None:
    rules = pipeline.load("1862").rules
    plain, masked = CircularEnv(rules), CircularEnv(rules, mask_in="observation")
    for env in (plain, masked):
        env.reset(seed=3)
    agent = plain.agent_selection
    seen = masked.observe(agent)
    assert masked.observation_space(agent).contains(seen)
    assert plain.observation_space(agent).contains(plain.observe(agent))
    assert np.array_equal(seen["observation"], plain.observe(agent))
    assert np.array_equal(seen["action_mask"], plain.infos[agent]["action_mask"])
    # Seeds give the same games.
    seed_test(lambda: CircularEnv(rules), num_cycles=60)


def test_mask_says_what_is_allowed_and_only_that() -> None:
    env = CircularEnv(pipeline.load("1862").rules)
    env.reset(seed=4)
    seen = env.observe(env.agent_selection)
    mask = env.infos[env.agent_selection]["action_mask"]
    assert mask.sum() == 6
    with pytest.raises(ValueError, match="action mask"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert np.array_equal(env.observe(env.agent_selection), seen)


def test_rewards_come_to_nothing_in_all() -> None:
    env = CircularEnv(pipeline.load("1862").rules, render_mode="ansi")
    env.reset(seed=1)
    while not any(env.terminations.values()):
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    assert sorted(env.rewards.values()) == [-1.0, 1.0]
    assert "score" in (env.render() or "")


def test_rewards_are_what_the_rules_tell_if_that_is_asked_for() -> None:
    """In Kuhn's poker the winner gets what the other has staked, 1 or 2, and the loser loses it."""
    env = CircularEnv(pipeline.load(str(Path(__file__).parent / "kuhn.rules")).rules, payoff="won")
    found = set()
    for seed in range(20):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[-1]))
        found.add(tuple(sorted(env.rewards.values())))
    assert found == {(-2.0, 2.0)}, "whoever always bets is always called"


def test_fields_cover_an_observation_without_a_gap() -> None:
    env = CircularEnv(pipeline.load("1862").rules)
    env.reset(seed=4)
    entries = [entry for field in env.fields for entry in range(*field.slice.indices(10_000))]
    seen = env.observe(env.agent_selection)
    assert entries == list(range(len(seen)))
    hand = next(one for one in env.fields if one.name == f"{env.agent_selection.replace('_', ' ')}'s hand")
    allowed = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
    assert np.array_equal(np.flatnonzero(seen[hand.slice][:-1]), allowed)
    assert seen[hand.slice][-1] * 52 == pytest.approx(6)
