"""Studies: the same numbers from every engine, the measures of games, and the results of the rules at the end."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import Future
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.api.edition import load
from cc_dsl.compiler.games import seats_for
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.study.experiment import Experiment, Request
from cc_dsl.study.games import Chunk, Task, add_counts, chunks_of, seat_names
from cc_dsl.study.report import mean_in_words, report
from cc_dsl.study.schedulers import Processes, count_chunk
from cc_dsl.study.summary import clauses_encoded, numbers_document, ratio
from cc_dsl.workers import run_in_window
from tests.playing import playout, random_game
from tests.unit.compare_pairs import TOKENS, write_edition
from tests.unit.compiler.test_observing import green
from tests.unit.interpreter.small import text_of


def found_by(edition: str, ask: Request, workers: Any = None) -> Any:
    """Play a study; give what it found, but for how fast."""
    document = Experiment(pipeline.load(edition), ask).play(workers or Processes())
    return {key: value for key, value in document.items() if key != "made"}


def test_study_sums_up_the_games_of_its_seeds() -> None:
    rules = pipeline.load("1862").rules
    outcomes = [playout(rules, seed) for seed in range(500, 530)]
    summed = found_by("1862", Request(30, 500, is_fast=False))
    assert [share["count"] for share in summed["wins"]] == [sum(game.winner == p for game in outcomes) for p in (0, 1)]
    lengths = [game.moves for game in outcomes]
    assert summed["moves"]["mean"] == pytest.approx(mean(lengths), abs=1e-6)
    assert summed["moves"]["high"] - summed["moves"]["mean"] == pytest.approx(
        1.959964 * stdev(lengths) / sqrt(30), abs=1e-4
    )
    assert summed["reasons"]["won"]["count"] == 30


def test_what_compiled_rules_tell_is_counted_in_words() -> None:
    rules = pipeline.load("patience").rules
    counts = count_chunk(Task(rules, 1).pack(), Chunk(40, 6))
    scores: Counter[str] = Counter()
    ratings: Counter[str] = Counter()
    for seed in range(40, 46):
        game = random_game(rules, seed)
        scores[str(game.result["score"])] += 1
        ratings[game.result["rating"]] += 1
    assert counts["told"]["score"]["0"] == scores
    assert counts["told"]["rating"]["0"] == ratings


@pytest.mark.slow
def test_no_share_of_no_games_won_is_reported(tmp_path: Path) -> None:
    """Where nobody ever wins, player 1 has neither 0.0 % of the games won nor anything else."""
    shares = []
    for changes in ([("the player with the greatest score wins.", "the game is drawn.")], []):
        edition = write_edition(tmp_path, "tally", text_of("tally", *changes))
        document = Experiment(edition, Request(10, 0, is_fast=False)).play(Processes())
        shares.append([line for line in report("Tally", document, str, edition.titles) if "of the games won" in line])
    assert shares[0] == []
    assert len(shares[1]) == 1


def test_two_processes_give_the_same_measures(tmp_path: Path) -> None:
    path, ask = (
        write_edition(tmp_path, "tokens", TOKENS).path,
        Request(40, 7, measures=("choices", "readings"), is_fast=False),
    )
    assert found_by(path, ask) == found_by(path, ask, Processes(2))


# ------------------------------------------------------------------------------------------- pieces


def test_pieces_cover_each_seed_once_and_their_counts_add_up() -> None:
    chunks = [*chunks_of(100, 34, 10)]
    assert [seed for piece in chunks for seed in range(piece.first, piece.end_seed)] == [*range(100, 134)]
    assert [piece.games for piece in chunks] == [10, 10, 10, 4]
    total: dict[str, Any] = {"a": 1, "b": {"c": 2}}
    add_counts(total, {"a": 4, "b": {"c": 1, "d": 5}, "e": {"f": 1}})
    assert total == {"a": 5, "b": {"c": 3, "d": 5}, "e": {"f": 1}}


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

    done = run_in_window(Answer, lambda pending: pending[-1:], iter([Chunk(first, 1) for first in range(1000)]), 2)
    for number, _ in enumerate(done, 1):
        assert len(begun) <= number + 3
    assert sorted(begun) == [Chunk(first, 1) for first in range(1000)]


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
    estimate = ratio(sums, 3)
    residuals = [x - 2 * y for x, y in pairs]
    spread = sqrt(sum(residual * residual for residual in residuals) / 2)
    assert estimate.value == 2
    assert (estimate.high - estimate.low) / 2 == pytest.approx(1.959964 * spread / sqrt(3) / 2, rel=1e-6)


def test_quantiles_and_means_of_a_known_distribution() -> None:
    """Of 1, 2, 3, 4, 100 the middle is 3."""
    numbers = numbers_document({1: 1, 2: 1, 3: 1, 4: 1, 100: 1})
    assert (numbers["mean"], numbers["quantiles"]["50"], numbers["least"], numbers["most"]) == (22.0, 3, 1, 100)
    assert numbers["deviation"] == pytest.approx(stdev([1, 2, 3, 4, 100]), abs=1e-6)


def test_one_name_stands_for_all_seats_and_a_search_is_limited_by_games_alone() -> None:
    rules = pipeline.load("1860").rules
    assert seat_names(rules, ("random",)) == ("random", "random")
    assert seat_names(rules, ("random", "greedy", "random")) == ("random", "greedy", "random")
    assert seat_names(rules, ("search", "search:7")) == ("search:400", "search:7")


def test_games_that_are_looked_at_are_those_of_the_study() -> None:
    for looked_at in (pipeline.load("1862").rules, green()):
        counts = count_chunk(Task(looked_at, 2, measures=("choices",)).pack(), Chunk(60, 6))["choices"]
        assert counts["a_move"]["y"] == sum(playout(looked_at, seed).moves for seed in range(60, 66))
        assert min(int(size) for size in counts["options"]) >= 1


def test_clauses_are_those_that_the_game_names_for_its_decisions() -> None:
    """Each clause of a decision, also of a reason within it, counts once for the decision, once for the game."""
    rules = pipeline.load("1862").rules
    game = random_game(rules, 2, reasons=True)

    def named(decision: object) -> set[str]:
        inner = [named(reason) for reason in decision.reasons]  # type: ignore[attr-defined]
        return set().union(decision.clauses, *inner)  # type: ignore[attr-defined]

    expected: dict[str, int] = {}
    for decision in game.decisions:
        for clause in named(decision):
            expected[clause] = expected.get(clause, 0) + 1
    counts = count_chunk(Task(rules, 2, measures=("clauses",)).pack(), Chunk(2, 1))["clauses"]
    assert counts["decisions"] == expected
    assert counts["in_games"] == dict.fromkeys([*expected, *counts["moved"]], 1)


def test_every_clause_that_fires_is_one_that_the_rules_encode() -> None:
    experiment = Experiment(pipeline.load("1862"), Request(4, measures=("clauses",), is_fast=False))
    counts = experiment.play(Processes())["measures"]["clauses"]
    fired = {clause for clause, share in counts["clauses"].items() if share["count"]}
    assert fired.isdisjoint(counts["never"])
    assert fired | set(counts["never"]) == set(clauses_encoded(experiment.rules))
    assert {"1862.II.1", "1862.IV.1", "1862.V.2"} <= fired


def test_clause_that_moves_cards_is_applied_though_nothing_is_decided() -> None:
    """1860.V.2, “he then takes the rest”, decides nothing, and is carried out in every trick."""
    counts = count_chunk(Task(pipeline.load("1860").rules, 2, measures=("clauses",)).pack(), Chunk(1, 1))["clauses"]
    assert "1860.V.2" not in counts["decisions"]
    assert counts["moved"]["1860.V.2"] > 5
    assert counts["in_games"]["1860.V.2"] == 1


def test_named_players_are_measured_too() -> None:
    edition = pipeline.load("1862")
    ask = Request(2, 3, ("random", "random"), ("choices",))
    document = Experiment(edition, ask).play(Processes())
    assert document["players"] == ["random", "random"]
    assert document["measures"]["choices"]["games"] == 2
    total = sum(int(moves) * times for moves, times in document["moves"]["counts"].items())
    assert sum(document["measures"]["choices"]["options"].values()) == total


def test_whoever_is_asked_first_is_found_by_chance_and_not_by_the_seat() -> None:
    rules = pipeline.load("1860").rules
    counts = count_chunk(Task(rules, 2, measures=("opening",)).pack(), Chunk(7, 12))["opening"]
    games = [Game(rules, seed=seed) for seed in range(7, 19)]
    firsts = [game.player for game in games]
    assert set(firsts) == {0, 1}
    ends = [playout(rules, seed) for seed in range(7, 19)]
    assert counts == {"games": 12, "wins": sum(a == b.winner for a, b in zip(firsts, ends, strict=True)), "none": 0}
    named = count_chunk(Task(rules, 2, ("random", "random"), measures=("opening",)).pack(), Chunk(7, 12))["opening"]
    assert named == counts


@pytest.mark.parametrize("seed", [-1, 1 << 64, True])
def test_seed_out_of_range_is_refused_as_by_the_command(seed: int) -> None:
    edition = load("1862")
    for begin in (lambda: edition.play(seed=seed), lambda: edition.study(1, seed=seed)):
        with pytest.raises(UserError, match="is not a seed"):
            begin()


def test_one_decision_is_counted_in_the_singular() -> None:
    edition = pipeline.load("patience")
    document = Experiment(edition, Request(1, measures=("clauses",), is_fast=False)).play(Processes())
    lines = "\n".join(report("Patience", document, str, edition.titles))
    assert " 1 decision " in lines
    assert " 1 move of pieces\n" in lines


def test_the_mean_of_a_single_game_has_no_interval() -> None:
    assert mean_in_words(numbers_document({40: 1})) == "40.00"
    assert mean_in_words(numbers_document({40: 2})) == "40.00 (40.00 to 40.00)"
