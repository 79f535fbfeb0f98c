"""Rules files on which the engines once parted, or of which one engine could make nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.interpreter.engine import Game
from cc_dsl.rules.faults import RulesFault
from cc_dsl.rules.model import Rules
from cc_dsl.study.sameness import interpreter_game
from tests.cli.desk import circular
from tests.differential.engines import differing

FOLDER = Path(__file__).parent / "defects"


def rules_of(name: str) -> Rules:
    """Return the rules of a file of this folder."""
    return pipeline.load(str(FOLDER / f"{name}.rules")).rules


@pytest.mark.parametrize("name", ["and-or", "rival-meanings", "rival-courses"])
def test_engines_agree(name: str) -> None:
    """Interpreter, generated Python at once and question by question: every decision and every fault is the same."""
    rules = rules_of(name)
    assert differing(rules, rules.seats[0], range(40)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["and-or", "rival-meanings", "rival-courses"])
def test_machine_code_agrees(name: str) -> None:
    """So do whole games in machine code, and those that stop at every question."""
    rules = rules_of(name)
    assert differing(rules, rules.seats[0], range(20), is_fast=True) == []


@pytest.mark.parametrize("name", ["rival-meanings", "rival-courses"])
def test_some_games_stop_at_rivals(name: str) -> None:
    """Two exceptions hold at once in some games and not in others; the fault names both, with their lines."""
    rules = rules_of(name)
    games = [interpreter_game(rules, seed, 2) for seed in range(30)]
    stopped = [game for game in games if game[0] == "two-answers"]
    assert 0 < len(stopped) < len(games)

    def play_all(reasons: bool) -> None:
        for seed in range(30):
            game = Game(rules, seed=seed, reasons=reasons)
            while not game.is_over:
                game.play(game.options[0])

    for reasons in (False, True):
        with pytest.raises(RulesFault) as caught:
            play_all(reasons)
        assert re.search(r"§1\.3 in line \d+ and §1\.2 in line \d+\. \(“.*” and “.*”\)", str(caught.value))


def test_study_stops_at_rivals() -> None:
    """A study says what is wrong with the rules, in every engine that plays it."""
    for engine in (("--engine", "python"), ("--players", "random,greedy")):
        ran = circular("study", str(FOLDER / "rival-meanings.rules"), "--games", "30", *engine)
        assert (ran.status, ran.out) == (2, "")
        assert "Two exceptions hold at once, §1.3 in line 16 and §1.2 in line 14." in ran.err
