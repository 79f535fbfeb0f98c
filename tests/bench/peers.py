"""Games of other frameworks, as contestants beside compiled rules; they are different games, and the table says so.

The frameworks are installed from `requirements/bench.txt`.  The measure is random legal play of each framework, in
moves of players a second of processor time (of each core, if several work); the time for dealing is included where the
framework deals move by move, but its chance events are not counted as moves.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

Contestant = Callable[[float], float]

HEARTS = "hearts(pass_cards=False)"
"""A game of tricks with 52 cards for four."""
ROLLOUTS, DEALS = 500, 16
"""So many rollouts from each of so many deals; cards are passed in most of them, which are 12 moves more."""
PGX_GAMES = 4096
PGX_STEPS = 16


def openspiel_in_python() -> Contestant:
    """Drive OpenSpiel's Hearts move by move from Python, as quickly as that can be done."""
    import pyspiel

    game = pyspiel.load_game(HEARTS)
    return repeated(lambda _: _moves_of(game.new_initial_state(), _likely_or_not))


def openspiel_example() -> Contestant:
    """Drive OpenSpiel's Hearts by the loop of its own first example, which draws chance with its probabilities."""
    import numpy as np
    import pyspiel

    def drawn(state: Any) -> int:
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return int(np.random.choice(actions, p=chances))

    game = pyspiel.load_game(HEARTS)
    return repeated(lambda _: _moves_of(game.new_initial_state(), drawn))


def repeated(play: Callable[[int], int]) -> Contestant:
    """Make a contestant of what plays with a number, by which it may draw, and gives its moves."""

    def contestant(seconds: float) -> float:
        start, moves, number = time.process_time(), 0, 0
        while time.process_time() - start < seconds:
            number += 1
            moves += play(number)
        return moves / (time.process_time() - start)

    return contestant


def _likely_or_not(state: Any) -> int:
    """Draw an event of chance as if all were as likely."""
    action: int = random.choice(state.chance_outcomes())[0]
    return action


def _moves_of(state: Any, drawn: Callable[[Any], int]) -> int:
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves


def openspiel_rollouts() -> Contestant:
    """Let OpenSpiel's own rollouts in C++ play Hearts from a deal to the end: its fastest path, without dealing.

    They are reached through its search: one simulation, which evaluates the position by so many rollouts.
    """
    import pyspiel

    game = pyspiel.load_game(HEARTS)
    deals = []
    for number in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(_likely_or_not(state))
        moves = _moves_of(state.clone(), _likely_or_not)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, number)
        deals.append((pyspiel.MCTSBot(game, evaluator, 2.0, 1, 64, False, 1, False), state, moves))

    def play(_number: int) -> int:
        for search, state, _ in deals:
            search.step(state)
        return sum(ROLLOUTS * moves for _, _, moves in deals)

    return repeated(play)


def rlcard(name: str) -> Contestant:
    """Let RLCard's random agents play one of its games."""
    import rlcard as framework
    from rlcard.agents import RandomAgent

    env = framework.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    return repeated(lambda _: sum(len(states) // 2 for states in env.run(is_training=False)[0]))


def pgx(name: str) -> Contestant:
    """Let Pgx play many games of one of its own at once on the processor, compiled by JAX."""
    import jax
    import jax.numpy as jnp
    import pgx as framework

    env = framework.make(name)

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        weights = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(key, weights, axis=-1)
        live = ~state.terminated
        return jax.vmap(env.step)(state, action), live.sum()

    def many(key: Any) -> Any:
        begin, go = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(begin, PGX_GAMES))
        _, moves = jax.lax.scan(one, state, jax.random.split(go, PGX_STEPS))
        return moves.sum()

    games = jax.jit(many)
    int(games(jax.random.key(0)))

    return repeated(lambda seed: int(games(jax.random.key(seed))))


def peers() -> dict[str, Contestant]:
    return {
        "OpenSpiel, Hearts, rollouts in C++": openspiel_rollouts(),
        "OpenSpiel, Hearts, driven by Python": openspiel_in_python(),
        "OpenSpiel, Hearts, by its own example in Python": openspiel_example(),
        "RLCard, bridge": rlcard("bridge"),
        "RLCard, gin rummy": rlcard("gin-rummy"),
        "Pgx, Leduc hold’em, 4,096 at once": pgx("leduc_holdem"),
    }
