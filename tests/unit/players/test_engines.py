"""Players simulate the same games in compiled rules as in the interpreter."""

from __future__ import annotations

from pathlib import Path
from statistics import mean
from typing import Any, cast

import pytest

import cc_dsl
from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.players.compiled_engine import (
    CompiledEngine,
    FollowingPosition,
    compiled_engine,
    compiled_simulation,
    in_machine_code,
)
from cc_dsl.players.computers import GreedyPlayer, SearchPlayer, Simulate, computers
from cc_dsl.players.search import Budget
from cc_dsl.players.seats import Player, Seat, play_out
from cc_dsl.players.simulation import Simulation, closure_simulation
from cc_dsl.rules.model import Rules
from cc_dsl.study.games import play_one, seat_names
from cc_dsl.table.chance import Chance
from tests.stepping import legal

KUHN = Path(__file__).parents[2] / "adapters" / "kuhn.rules"
OPEN = [Path(__file__).parents[2] / "games" / name for name in ("reversi", "mu-torere", "nim")]
TOLLS = str(Path(__file__).parents[2] / "games" / "tolls")
"""A short game with hidden hands, whose machine code is soon made."""
GAMES = ["1860", "1862", "court", "patience", str(KUHN), *map(str, OPEN)]


def engine_of(rules: Rules, seats: int, is_fast: bool = False) -> CompiledEngine:
    engine = compiled_engine(rules, seats, is_fast)
    assert engine is not None
    return engine


def simulation_of(engine: CompiledEngine, seat: Seat) -> Simulation:
    simulation = compiled_simulation(seat, engine.is_fast)
    assert simulation.engine is engine
    return simulation


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_greedy_chooses_the_same_in_every_engine(name: str) -> None:
    rules = cc_dsl.load(name).rules
    engine, player = engine_of(rules, rules.seats[0]), GreedyPlayer(Chance(9))
    chance, asked = Chance(5), 0
    for seed in range(60):
        game = Game(rules, seed=seed)
        while game.player is not None and asked < min(2 * (seed + 1), 5):
            options = game.options
            if len(options) > 1 and chance.below(8) == 0:
                seat, stream = Seat(game, game.player), chance.branch(asked)
                here, there = simulation_of(engine, seat), closure_simulation(seat)
                assert player.best(here, seat, stream) == player.best(there, seat, stream)
                asked += 1
                if asked == 3:
                    game.undo()
                    continue
            game.play(options[chance.below(len(options))])
    assert asked == 5


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_compiled_rules_number_questions_as_the_interpreter_does(name: str) -> None:
    rules = cc_dsl.load(name).rules
    engine, chance = engine_of(rules, rules.seats[0]), Chance(7)
    game = Game(rules, seed=7)
    while game.player is not None:
        simulation = simulation_of(engine, Seat(game, game.player))
        assert simulation.run.question_of(simulation.position) == game.position.asking
        game.play(game.options[chance.below(len(game.options))])


@pytest.mark.parametrize(
    ("name", "is_fast"),
    [
        *((name, False) for name in ("1860", "1862", "court", "patience")),
        pytest.param(TOLLS, True, marks=pytest.mark.slow),
        *(pytest.param(name, True, marks=pytest.mark.exhaustive) for name in ("1860", "1862", "court", "patience")),
    ],
    ids=lambda one: Path(one).stem if isinstance(one, str) else str(one),
)
def test_compiled_rules_deal_hidden_pieces_as_the_interpreter_does(name: str, is_fast: bool) -> None:
    rules = pipeline.load(name).rules
    engine, chance = engine_of(rules, rules.seats[0], is_fast), Chance(3)
    game = Game(rules, seed=3)
    for compared in range(25):
        if game.player is None:
            game = Game(rules, seed=compared)
        assert game.player is not None
        seat = Seat(game, game.player)
        simulation, dealt = simulation_of(engine, seat), seat.sample_position(chance.branch(compared))
        vector = simulation.deal(chance.branch(compared))
        for place, pieces in pieces_in(engine, vector).items():
            pile = dealt.places[place]
            assert pieces == pile if isinstance(pieces, list) else pieces == {*pile}
        assert simulation.run.count_of(vector) == len(game.options)
        game.play(game.options[chance.below(len(game.options))])


def pieces_in(engine: CompiledEngine, vector: Any) -> dict[int, list[int] | set[int]]:
    """Return the pieces of each place in the vector, in their order where it is kept."""
    places: dict[int, list[int] | set[int]] = {}
    flat = engine.steps.flat
    for base, var in flat.places.items():
        for owner in range(var.owners):
            if base in flat.counts:
                first = var.start + owner * flat.pieces
                count = int(vector[flat.counts[base].start + owner])
                places[base + owner] = [int(piece) for piece in vector[first : first + count]]
            else:
                held = int(vector[var.start + owner])
                places[base + owner] = {piece for piece in range(flat.pieces) if held >> piece & 1}
    return places


@pytest.mark.parametrize("name", ["1860", "1862", "court"])
@pytest.mark.parametrize("is_compiled", [False, True])
def test_a_simulated_game_ends_when_somebody_gets_further_ahead(name: str, is_compiled: bool) -> None:
    rules = pipeline.load(name).rules
    seat = Seat(Game(rules, seed=5), 0)
    simulation = simulation_of(engine_of(rules, rules.seats[0]), seat) if is_compiled else closure_simulation(seat)
    before, are_over = simulation.run.figures(simulation.position), []
    for number in range(20):
        position = simulation.deal(Chance(number))
        simulation.play_on(position)
        assert simulation.run.figures(position) != before
        assert len(simulation.leads(position)) == rules.seats[0]
        are_over.append(simulation.to_move(position) is None)
    assert not all(are_over)


def test_a_compiled_position_follows_the_game() -> None:
    rules = pipeline.load("1862").rules
    game, engine = Game(rules, seed=8), engine_of(rules, 2)
    follower = FollowingPosition(engine, game)
    for place in (0, 1, 2):
        game.play(game.options[place])
    assert follower.follow()
    assert game.undo()
    game.play(game.options[-1])
    assert follower.follow()
    assert legal(follower.position) == game.options
    other = FollowingPosition(engine, game)
    other.position = engine.steps.begin(9)
    assert not other.follow()


@pytest.mark.slow
def test_search_by_a_number_of_games_chooses_the_same_for_a_seed() -> None:
    """In plain Python, whenever it is asked; and it scores more than random play does on average, which is 70."""
    rules = pipeline.load("patience").rules
    scores = [cast("int", play_one(rules, ("search:60",), seed).told["score"]) for seed in (1, 2)]
    assert mean(scores) > 74
    games = [Game(pipeline.load("1862").rules, seed=4) for _ in range(2)]
    for _ in range(8):
        for game in games:
            assert game.player is not None
            player = SearchPlayer(Chance(6), Budget(25), compiled_simulation)
            game.play(player.choose(Seat(game, game.player)))
    assert games[0].answers == games[1].answers


@pytest.mark.parametrize(
    "name",
    [pytest.param(TOLLS, marks=pytest.mark.slow), pytest.param("patience", marks=pytest.mark.exhaustive)],
    ids=lambda name: Path(name).stem,
)
def test_numba_searches_as_plain_python_does(name: str) -> None:
    rules = pipeline.load(name).rules
    chosen = []
    for is_fast in (False, True):
        game, player = Game(rules, seed=8), SearchPlayer(Chance(5), Budget(40))
        engine = engine_of(rules, game.seats, is_fast)
        answers: list[int] = []
        while game.player is not None and len(answers) < 12:
            seat = Seat(game, game.player)
            answers.append(player.best(simulation_of(engine, seat), seat, Chance(len(answers))))
            game.play(answers[-1])
        chosen.append(answers)
    assert chosen[0] == chosen[1]


class First:
    """A player of somebody's own, who gives the first answer."""

    def choose(self, seat: Seat) -> int:
        """Return the first of the options."""
        return seat.options[0]


def test_beside_a_player_of_ones_own_the_greedy_player_thinks_in_compiled_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    edition = cc_dsl.load("1860")
    players: list[str | Player | None] = [First(), "greedy"]
    monkeypatch.setattr(
        "cc_dsl.players.compiled_engine.closure_simulation", lambda seat: pytest.fail("it thinks in closures")
    )
    game = edition.play(seed=4, players=players, reasons=False)
    row = edition.study(games=1, seed=4, players=players).games[0]
    assert row["moves"] == len(game.choices_since())


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["1860", "1862", "court", "patience", "lanrick-1880", "lanrick-1893", str(OPEN[0])])
def test_games_by_machine_code_are_those_of_the_interpreter(name: str) -> None:
    rules = cc_dsl.load(name).rules
    names = seat_names(rules, ("greedy",))
    for seed in range(2):
        games = [Game(rules, seed=seed) for _ in range(3)]
        simulators: tuple[Simulate, ...] = (closure_simulation, compiled_simulation, in_machine_code)
        for game, simulate in zip(games, simulators, strict=True):
            play_out(game, computers(names, seed, simulate))
        assert games[0].answers == games[1].answers == games[2].answers
