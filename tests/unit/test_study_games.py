"""The engine of a study is chosen by the number of its games, and by the contents of the cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.cli import study
from cc_dsl.cli.terminal import Progress
from cc_dsl.study import games
from cc_dsl.study.experiment import Experiment, Request
from cc_dsl.workers import processors


@pytest.fixture(autouse=True)
def _empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path))


def test_long_studies_are_compiled_and_short_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pipeline.load("1862").rules
    monkeypatch.setattr(games, "can_compile", lambda: True)
    assert not games.is_compiled(rules, 2, 1999)
    assert games.is_compiled(rules, 2, 2000)
    monkeypatch.setattr(games, "has_machine_code", lambda source: True)
    assert games.is_compiled(rules, 2, 1)
    monkeypatch.setattr(games, "can_compile", lambda: False)
    assert not games.is_compiled(rules, 2, 10**9)


def test_plain_python_plays_no_more_than_some_at_once() -> None:
    edition = pipeline.load("1862")
    for count in (50, 1999, 2000, 10**7):
        plain, fast = (Experiment(edition, Request(count, is_fast=is_fast)) for is_fast in (False, True))
        assert plain.size <= min(500, fast.size)


@pytest.mark.parametrize("must_compile", [True, False])
def test_compiling_is_said_while_it_lasts(must_compile: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    progress = Progress(10)
    monkeypatch.setattr(Experiment, "must_compile", must_compile)
    monkeypatch.setattr(Experiment, "prepare", lambda self, say: said.append(progress._bar.label))
    monkeypatch.setattr(Experiment, "play", lambda self, player, tell: None)
    study._play(pipeline.load("1862"), Request(10, is_fast=True), 1, None, progress)
    assert (said == ["Compiling 1862 for 2 players"]) == must_compile


def test_many_games_measured_move_by_move_are_divided_among_the_processors() -> None:
    edition = pipeline.load("1862")
    numbers = [
        Experiment(edition, ask).workers
        for ask in (
            Request(3000, measures=("choices",)),
            Request(30, measures=("choices",)),
            Request(3_000_000, measures=("readings", "opening")),
            Request(3_000_000),
        )
    ]
    assert numbers == [processors(), 1, 1, 1]
