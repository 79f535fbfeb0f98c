"""Studies: the same numbers whoever plays them, intervals that hold, bad input refused."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import Future
from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.games import seats_for
from cc_dsl.errors import UserError
from cc_dsl.study.experiment import Ask, Experiment
from cc_dsl.study.games import Chunk, Task, add, chunks_of
from cc_dsl.study.running import Processes, count_chunk
from cc_dsl.study.summary import ratio
from cc_dsl.workers import windowed
from tests.playing import playout


def found_by(edition: str, ask: Ask, workers: Any = None) -> Any:
    """Play a study; give what it found, but for how fast."""
    document = Experiment(pipeline.load(edition), ask).play(workers or Processes())
    return {key: value for key, value in document.items() if key != "made"}


def test_study_sums_up_the_games_of_its_seeds() -> None:
    rules = pipeline.load("1862").rules
    outcomes = [playout(rules, seed) for seed in range(500, 530)]
    found = found_by("1862", Ask(30, 500, is_fast=False))
    assert [share["count"] for share in found["wins"]] == [sum(one.winner == p for one in outcomes) for p in (0, 1)]
    lengths = [one.moves for one in outcomes]
    assert found["moves"]["mean"] == pytest.approx(mean(lengths), abs=1e-6)
    assert found["moves"]["high"] - found["moves"]["mean"] == pytest.approx(
        1.959964 * stdev(lengths) / sqrt(30), abs=1e-4
    )
    assert found["reasons"]["won"]["count"] == 30


def test_what_compiled_rules_tell_is_counted_in_words() -> None:
    rules = pipeline.load("patience").rules
    counts = count_chunk(Task(rules, 1).packed(), Chunk(40, 6))
    from cc_dsl.engine.game import Game, random_chooser
    from cc_dsl.table.chance import Chance

    scores: Counter[str] = Counter()
    ratings: Counter[str] = Counter()
    for seed in range(40, 46):
        game, choose = Game(rules, seed=seed), random_chooser(Chance(seed).branch(0))
        while not game.is_over:
            game.play(choose(0, game.options, game.left))
        scores[str(game.result["score"])] += 1
        ratings[game.result["rating"]] += 1
    assert counts["told"]["score"]["0"] == scores
    assert counts["told"]["rating"]["0"] == ratings


@pytest.mark.slow
def test_two_processes_give_the_same_measures() -> None:
    ask = Ask(8, 7, measures=("choices", "readings"), is_fast=False)
    assert found_by("1860", ask) == found_by("1860", ask, Processes(2))


@pytest.mark.slow
def test_numba_gives_the_same_numbers() -> None:
    rules = pipeline.load("tests/games/tolls").rules
    plain, fast = (count_chunk(Task(rules, 3, (), is_fast).packed(), Chunk(3, 300)) for is_fast in (False, True))
    assert plain == fast


# ------------------------------------------------------------------------------------------- pieces


def test_pieces_cover_each_seed_once() -> None:
    found = [*chunks_of(100, 34, 10)]
    assert [seed for piece in found for seed in range(piece.first, piece.last)] == [*range(100, 134)]
    assert [piece.games for piece in found] == [10, 10, 10, 4]


def test_number_of_games_has_bounds() -> None:
    for games in (0, -4, 10**16):
        with pytest.raises(UserError):
            Experiment(pipeline.load("1862"), Ask(games))


@pytest.mark.parametrize(
    ("name", "words"), [("patience", "1 player [T.2]"), ("1862", "2 players [T.2]"), ("court", "3 to 5 players [C1.1]")]
)
def test_number_of_players_is_said_as_it_is(name: str, words: str) -> None:
    with pytest.raises(UserError, match=re.escape(f"This game is for {words}, not for 9.")):
        seats_for(pipeline.load(name).rules, 9)


def test_work_ahead_is_bounded() -> None:
    begun: list[Chunk] = []

    class Answer(Future[int]):
        def __init__(self, piece: Chunk) -> None:
            super().__init__()
            begun.append(piece)
            self.piece = piece

        def result(self, timeout: float | None = None) -> int:
            return self.piece.games

    done = windowed(Answer, lambda pending: pending[-1:], iter([Chunk(first, 1) for first in range(1000)]), 2)
    for number, _ in enumerate(done, 1):
        assert len(begun) <= number + 3
    assert sorted(begun) == [Chunk(first, 1) for first in range(1000)]


def test_counts_add_up() -> None:
    total: dict[str, Any] = {"a": 1, "b": {"c": 2}}
    add(total, {"a": 4, "b": {"c": 1, "d": 5}, "e": {"f": 1}})
    assert total == {"a": 5, "b": {"c": 3, "d": 5}, "e": {"f": 1}}


def test_ratio_has_the_interval_of_the_delta_method() -> None:
    """Of three games with 2, 3 and 7 answers at 1, 2 and 3 moves; worked out by hand from the residuals."""
    pairs = [(2, 1), (3, 2), (7, 3)]
    sums = {
        "x": 12,
        "y": 6,
        "xx": sum(x * x for x, _ in pairs),
        "yy": sum(y * y for _, y in pairs),
        "xy": sum(x * y for x, y in pairs),
    }
    found = ratio(sums, 3)
    residuals = [x - 2 * y for x, y in pairs]
    spread = sqrt(sum(one * one for one in residuals) / 2)
    assert found.value == 2
    assert (found.high - found.low) / 2 == pytest.approx(1.959964 * spread / sqrt(3) / 2, rel=1e-6)
