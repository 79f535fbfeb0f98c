"""The searching player looks further than the greedy one, uses only what it sees, and uses the time it is allowed."""

from __future__ import annotations

import itertools
from typing import cast

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.players.computers import computer
from cc_dsl.players.search import MOST_GAMES, Budget, Search, budget_of
from cc_dsl.players.seats import Seat, play_out
from cc_dsl.players.simulation import Simulation
from cc_dsl.table.chance import Chance
from tests.daily import some
from tests.unit.interpreter.small import small_game, tolls


def played(name: str) -> object:
    """Let a computer player play the game of the purse."""
    game = Game(small_game("investing"), seed=1)
    play_out(game, [computer(name, 1, 0)])
    return game.result["purse"]


def test_search_gives_something_up_for_more() -> None:
    assert played("greedy") == 4
    assert played("search:100") == 6


@pytest.mark.parametrize("name", ["greedy", "search:200"])
def test_the_world_takes_no_side(name: str) -> None:
    game = Game(small_game("daring"), seed=1)
    play_out(game, [computer(name, 1, 0)])
    assert game.result["purse"] == 5


@pytest.mark.slow
@pytest.mark.parametrize("games", some([60, 150], 1))
def test_search_beats_random_players(games: int) -> None:
    """Against two who play at random it wins twice its share of 24 games; by chance that happens once in a thousand."""
    won = 0
    for seed in range(24):
        game = Game(tolls(), seed=seed)
        names = ("random", f"search:{games}", "random")
        play_out(game, [computer(name, seed, player) for player, name in enumerate(names)])
        won += game.outcome is not None and game.outcome.winner == 1
    assert won >= 16


@pytest.mark.parametrize("words", ["", "0", "-1", "many", "1.5", "0s", "-2s", "nans", "s", "1e9s", str(MOST_GAMES + 1)])
def test_what_is_no_budget_is_refused(words: str) -> None:
    with pytest.raises(UserError, match="search:400"):
        budget_of(words)
    with pytest.raises(UserError, match="search:400"):
        computer(f"search:{words}", 1, 0)


def test_budget_is_games_or_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert budget_of("400") == Budget(400)
    assert budget_of("0.5s") == Budget(MOST_GAMES, 0.5)
    game = Game(tolls(), seed=3)
    assert game.player is not None
    clock = itertools.count()
    monkeypatch.setattr("cc_dsl.players.search.time.monotonic", lambda: float(next(clock)))
    computer("search:5.5s", 1, game.player).choose(Seat(game, game.player))
    assert next(clock) == 1 + 5, "before the first game, and after each of five: a sixth would take too long"


def test_who_is_named_without_a_budget_thinks_for_two_seconds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    game, clock = Game(tolls(), seed=3), itertools.count()
    assert game.player is not None
    monkeypatch.setattr("cc_dsl.players.search.time.monotonic", lambda: next(clock) / 2)
    computer("search", 1, game.player).choose(Seat(game, game.player))
    assert next(clock) == 1 + 4, "before the first game, and after each of four: a fifth would take too long"
    monkeypatch.setattr("cc_dsl.players.search.time.monotonic", lambda: 0.0)
    assert computer("search", 1, 0).choose(Seat(game, 0)) == computer("search:400", 1, 0).choose(Seat(game, 0))


def test_every_answer_is_tried_before_one_is_tried_again() -> None:
    class Line:
        """A game of one question with five answers, worth their squares."""

        def deal(self, chance: Chance) -> list[int]:
            return []

        def to_move(self, position: list[int]) -> int | None:
            return None if position else 0

        def answers(self, position: list[int]) -> list[int]:
            return [*range(5)]

        def give(self, position: list[int], place: int) -> None:
            position.append(place)

        def play_on(self, position: list[int]) -> None:
            pass

        def leads(self, position: list[int]) -> tuple[int, ...]:
            return (position[0] ** 2,)

    search = Search(cast(Simulation, Line()), 0)
    for number in range(5):
        search.play(Chance(number))
    assert sorted((answer, node.tried, node.sum) for answer, node in search.root.branches.items()) == [
        (answer, 1, answer**2) for answer in range(5)
    ]
    for number in range(5, 60):
        search.play(Chance(number))
    assert search.best([*range(5)]) == 4
    assert search.root.tried == 60
