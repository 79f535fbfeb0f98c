"""Whoever plays a study is chosen by what its games would take, and by what is kept already."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.cli import study
from cc_dsl.cli.terminal import Progress
from cc_dsl.compiler import source_cache
from cc_dsl.study import games
from cc_dsl.study.experiment import Ask, Experiment
from cc_dsl.workers import processors


@pytest.fixture(autouse=True)
def _empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path))


def test_long_studies_are_compiled_and_short_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pipeline.load("1862").rules
    monkeypatch.setattr(games, "can_compile", lambda: True)
    making = games.preparing(rules, 2)
    assert making > 2
    for seconds in (0.0001, 0.001):
        monkeypatch.setattr(games, "pace", lambda rules, seats, seconds=seconds: seconds)
        assert games.is_worth_compiling(rules, 2, int(making / seconds) + 1)
        assert not games.is_worth_compiling(rules, 2, int(making / seconds) - 1)
    monkeypatch.setattr(games, "preparing", lambda rules, seats: games.LOADING)
    assert games.is_worth_compiling(rules, 2, 40)
    assert not games.is_worth_compiling(rules, 2, 25)
    monkeypatch.setattr(games, "can_compile", lambda: False)
    assert not games.is_worth_compiling(rules, 2, 10**9)


def test_the_pace_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pipeline.load("1862").rules
    first = games.pace(rules, 2)
    assert 0 < first < 1
    clock = iter((0.0, 1.0, 7.0))
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert games.pace(rules, 2) == pytest.approx(first)
    source_cache.keep(b"soon", games.PACE, rules, 2)
    assert games.pace(rules, 2) == 7.0


def test_plain_python_plays_no_more_than_some_at_once() -> None:
    edition = pipeline.load("1862")
    for count in (50, 1999, 2000, 10**7):
        plain, fast = (Experiment(edition, Ask(count, is_fast=is_fast)) for is_fast in (False, True))
        assert plain.size <= min(500, fast.size)


@pytest.mark.parametrize("must_compile", [True, False])
def test_compiling_is_said_while_it_lasts(must_compile: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    progress = Progress(10)
    monkeypatch.setattr(Experiment, "must_compile", must_compile)
    monkeypatch.setattr(Experiment, "prepare", lambda self, say: said.append(progress._bar.label))
    monkeypatch.setattr(Experiment, "play", lambda self, player, tell: None)
    study._play(pipeline.load("1862"), Ask(10, is_fast=True), 1, None, progress)
    assert (said == ["Compiling 1862 for 2 players"]) == must_compile


def test_many_games_measured_move_by_move_are_divided_among_the_processors() -> None:
    edition = pipeline.load("1862")
    numbers = [
        Experiment(edition, ask).workers
        for ask in (
            Ask(3000, measures=("choices",)),
            Ask(30, measures=("choices",)),
            Ask(3_000_000, measures=("readings", "opening")),
            Ask(3_000_000),
        )
    ]
    assert numbers == [processors(), 1, 1, 1]
