"""Studies: the same numbers in any number of processes, intervals that hold, bad input refused."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cc_dsl import pipeline
from cc_dsl.cli.main import group
from cc_dsl.interpreter.engine import playout
from cc_dsl.study.games import document, study


def test_study_sums_up_the_games_of_its_seeds() -> None:
    """Each game of a study is the game of one seed, as the interpreter plays it."""
    rules = pipeline.load("1862").rules
    outcomes = [playout(rules, seed) for seed in range(500, 540)]
    found = study(rules, 40, 500, is_fast=False)
    assert [share.times for share in found.wins] == [sum(o.winner == p for o in outcomes) for p in (0, 1)]
    assert found.moves == sum(outcome.moves for outcome in outcomes)
    assert found.reasons == {"won": 40}
    assert found.low < found.mean < found.high


@pytest.mark.slow
def test_two_processes_give_the_same_numbers() -> None:
    """How the work is divided changes nothing."""
    rules = pipeline.load("1860").rules
    one, two = (document(rules, study(rules, 500, 7, 3, workers, is_fast=False)) for workers in (1, 2))
    for key in ("workers", "seconds"):
        del one[key], two[key]
    assert one == two


@pytest.mark.slow
def test_numba_gives_the_same_numbers() -> None:
    """Machine code plays the same games."""
    rules = pipeline.load("1862").rules
    plain, fast = study(rules, 300, 3, is_fast=False), study(rules, 300, 3, is_fast=True)
    assert plain[4:14] == fast[4:14]


def test_command_gives_one_json_document() -> None:
    """With seed, readings, and the hash of the rules, so that it can be made again."""
    result = CliRunner().invoke(group, ["study", "1862", "--games", "20", "--seed", "4", "--json"])
    found = json.loads(result.output)
    assert (result.exit_code, found["games"], found["seed"], found["edition"]) == (0, 20, 4, "1862")
    assert sum(share["count"] for share in (*found["wins"], found["nobody"])) == 20


@pytest.mark.parametrize(
    "words", [["--games", "0"], ["--games", "-3"], ["--games", "5", "--players", "9"], ["--games", "many"]]
)
def test_bad_input_is_refused(words: list[str]) -> None:
    """Nothing is played, and a sentence says why."""
    result = CliRunner().invoke(group, ["study", "1862", *words])
    assert result.exit_code == 2
    assert result.output
