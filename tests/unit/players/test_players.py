"""Computer players answer legally and repeatably, and the greedy one is clearly better than chance."""

from __future__ import annotations

import pytest

from cc_dsl import pipeline
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.players.computers import computer
from cc_dsl.players.greedy import TRIALS, SampleBudget, weigh_options
from cc_dsl.players.seats import Seat, play_out
from cc_dsl.players.simulation import closure_engine, closure_simulation
from cc_dsl.table.chance import Chance
from tests.daily import some
from tests.unit.interpreter.small import laid, rules_1862, small_game, tolls


def winner(seed: int, *names: str) -> int | None:
    """Let computer players play a game, and tell who won."""
    rules = rules_1862() if len(names) == 2 else tolls()
    game = Game(rules, seed=seed)
    play_out(game, [computer(name, seed, player) for player, name in enumerate(names)])
    assert game.outcome is not None
    return game.outcome.winner


@pytest.mark.parametrize("games", some([12, 40], 1))
def test_greedy_plays_games_for_three(games: int) -> None:
    won = [winner(seed, "random", "greedy", "random") for seed in range(games)]
    assert sum(one == 1 for one in won) >= 0.55 * games


def test_greedy_does_not_keep_others_waiting() -> None:
    game = Game(rules_1862(), seed=1)
    assert game.player is not None
    seat = Seat(game, game.player)
    assert 1 < weigh_options(closure_simulation(seat), seat.options, Chance(3)).samples <= TRIALS
    assert weigh_options(closure_simulation(seat), seat.options, Chance(3), SampleBudget(steps=5)).samples == 1


def test_lead_is_in_the_number_by_which_the_winner_is_found() -> None:
    runtime = runtime_of(tolls())
    engine = closure_engine(runtime)
    state = laid(runtime)
    base = next(number.base for number in runtime.rules.stored if number.name == "toll")
    state.cells[base : base + 3] = [1, 4, 2]
    assert [engine.run.lead(state, player) for player in range(3)] == [-3, 2, -2]
    rules = small_game("best-front")
    assert closure_engine(runtime_of(rules)).run.lead(laid(runtime_of(rules)), 0) == 0
    won = 0
    for seed in range(20):
        game = Game(rules, seed=seed)
        best = min(game.options)
        assert computer("greedy", seed, 0).choose(Seat(game, 0)) == best or len(game.options) == 1
        play_out(game, [computer("greedy", seed, 0), computer("random", seed, 1)])
        won += game.outcome is not None and game.outcome.winner == 0
    assert won >= 14


@pytest.mark.slow
def test_greedy_resigns_where_that_costs_least() -> None:
    """1860, VII: whoever holds few Hearts, the best cards, gives the trick up more often than he who holds many."""
    rules = pipeline.load("1860").rules
    resigned = {"weak": [0, 0], "strong": [0, 0]}
    for seed in range(12):
        game = Game(rules, seed=seed)
        players = [computer("greedy", seed, player) for player in range(2)]
        while game.player is not None and len(game.answers) < 10:
            answer = players[game.player].choose(Seat(game, game.player))
            if [move.text for move in game.moves()] == ["play-on", "resign"]:
                hand = game.view(game.player).pieces_in("hand", game.player)
                hearts = [piece for piece in hand if piece is not None and game.rules.pieces.codes[piece][-1] == "H"]
                kind = "strong" if len(hearts) >= 3 else "weak"
                resigned[kind][answer] += 1
            game.play(answer)
    shares = {kind: counts[1] / sum(counts) for kind, counts in resigned.items()}
    assert shares["strong"] < shares["weak"]
