"""Rules files in OpenSpiel: its own tests, and its own counts for Kuhn's poker."""

from __future__ import annotations

import random
import unittest
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, get_all_states

from cc_dsl import pipeline
from cc_dsl.adapters.openspiel import CircularState, game_of
from cc_dsl.errors import UserError
from tests.adapters.test_history import TABLES

KUHN = str(Path(__file__).parent / "kuhn.rules")


@pytest.fixture(scope="module")
def api_test() -> Any:
    """Import the framework's own tests, which takes most of a second, only if they run."""
    from open_spiel.integration_tests import api_test

    return api_test


def at_random(game: pyspiel.Game, seed: int) -> list[CircularState]:
    chance, state, states = random.Random(seed), game.new_initial_state(), []
    while not state.is_terminal():
        states.append(state.clone())
        offered = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chance.choice(offered))
    return [*states, state]


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_random_games_pass_the_framework_s_simulation(edition: str, seats: int) -> None:
    pyspiel.random_sim_test(game_of(pipeline.load(edition).rules, seats), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(
    ("edition", "given", "said"),
    [
        ("castle-croquet-1866", {}, "only refereed here"),
        ("1862", {"seats": 3}, "for 2 players"),
        ("1862", {"payoff": "score"}, "Write one"),
        (KUHN, {"payoff": "chips"}, "Choose won"),
    ],
)
def test_what_cannot_be_played_is_refused(edition: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        game_of(pipeline.load(edition).rules, **given)


LAST = [("1862", 2, 8), ("court", 3, 8), ("lanrick-1893", 2, 3), (KUHN, 2, 25)]
"""The last so many positions of games, which the tests of the framework try."""
LATER = [pytest.param(name, seats, 25, marks=pytest.mark.exhaustive) for name, seats in (("1862", 2), ("court", 3))]


@pytest.mark.parametrize(("edition", "seats", "last"), [*LAST, *LATER])
def test_framework_s_api_tests_hold(edition: str, seats: int, last: int, api_test: Any) -> None:
    case: Any = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"setUpClass": classmethod(lambda cls: None)})
    case.game = game_of(pipeline.load(edition).rules, seats)
    case.game_name, case.game_type = edition, case.game.get_type()
    case.some_states = [state for seed in range(3) for state in at_random(case.game, seed)[:-1][-last:]]
    names = [name for name in dir(case) if name.startswith("test_")]
    assert len(names) >= 5
    result = unittest.TestResult()
    unittest.TestSuite([case(name) for name in names]).run(result)
    assert result.failures + result.errors == []
    assert result.testsRun == len(names)


def test_kuhn_s_poker_has_the_tree_that_the_framework_knows(api_test: Any) -> None:
    game = game_of(pipeline.load(KUHN).rules)
    states = get_all_states.get_all_states(game, depth_limit=-1, include_terminals=True, include_chance_states=True)
    chance = sum(state.is_chance_node() for state in states.values())
    ends = sum(state.is_terminal() for state in states.values())
    assert (chance, len(states) - chance - ends, ends) == api_test.TOTAL_NUM_STATES["kuhn_poker"]
    found = api_test._assert_is_perfect_recall(game)
    assert len(found) == api_test.PERFECT_RECALL_NUM_STATES["kuhn_poker"]


def test_kuhn_s_poker_has_the_value_that_kuhn_proved() -> None:
    """What is told as won is paid: to whoever speaks first the game is worth −1/18, and not 0 as if a win were 1."""
    game = game_of(pipeline.load(KUHN).rules, payoff="won", is_zero_sum=True)
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=1e-3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2, 2, 0)


def test_returns_are_what_a_question_tells_of_each_player() -> None:
    game = game_of(pipeline.load("court").rules, 3, payoff="points")
    *before, end = at_random(game, 4)
    seen = game.setting.sightings.lines(end.history_so_far.state, None)["score"]
    assert end.returns() == [float(words) for words in seen.split(", ")]
    assert max(end.returns()) > 0
    assert before[-1].returns() == [0, 0, 0]


def test_score_of_a_game_for_one_is_its_return() -> None:
    game = game_of(pipeline.load("patience").rules, payoff="score")
    end = at_random(game, 2)[-1]
    assert end.returns()[0] > 1
    assert game.utility_sum() is None


def test_states_are_equal_if_the_same_answers_led_to_them() -> None:
    game = game_of(pipeline.load(KUHN).rules)
    first, second = game.new_initial_state(), game_of(pipeline.load(KUHN).rules).new_initial_state()
    assert first == second
    assert len({first, second, first.clone()}) == 1
    for state in (first, second):
        state.apply_action(0)
    assert first == second
    assert first != game.new_initial_state()
    other = game.new_initial_state()
    other.apply_action(1)
    assert first != other
    five, four = (game_of(pipeline.load("1860").rules, seats).new_initial_state() for seats in (5, 4))
    assert five != four
    assert first != "a state"
