"""Tests for loops: which pieces or values they pass over, and that the same is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.core import narrowing
from cc_dsl.interpreter import terms
from cc_dsl.interpreter.engine import random_chooser
from cc_dsl.interpreter.runtime import ChanceSource, Runtime
from cc_dsl.rules import model, walk
from cc_dsl.table.chance import Chance
from tests.playing import play_on

GAMES = Path(__file__).parents[1] / "games"


def loops_of(name: str) -> list[narrowing.Narrowing | None]:
    """Return what is known beforehand of each loop of a game."""
    rules = pipeline.load(str(GAMES / name)).rules
    bodies = (*rules.procedures.values(), *rules.definitions.values(), *rules.predicates.values())
    loops = [one for body in bodies for one in walk.parts(body) if isinstance(one, model.Filter | model.Quantified)]
    return [narrowing.narrowing(rules, one) for one in loops]


def test_squares_that_admit_a_man_are_those_next_to_it_unless_it_flies() -> None:
    """The relation is asked of the board once; what play decides is asked in play."""
    found = [one for one in loops_of("morris") if one is not None and one.unless is not None]
    assert found
    for one in found:
        assert isinstance(one.unless, model.Holds)
        assert one.unless.name == "flying"
        assert [(held.name, type(one.other)) for held in one.with_other if isinstance(held, model.Holds)] == [
            ("adjoins", model.Where)
        ]
        assert one.rest is not None


@pytest.mark.parametrize("name", ["morris", "reversi", "mu-torere", "detours"])
def test_games_are_those_of_loops_through_everything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question offers the same answers, and the game ends as it would."""
    rules = pipeline.load(str(GAMES / name)).rules

    def told() -> list[object]:
        runtime = Runtime(rules, rules.seats[0], "plain")
        state, choose, asked = runtime.new_state(), random_chooser(Chance(5)), list[object]()
        state.chance = ChanceSource(Chance(4))

        def listening(player: int, options: list[int], left: int = 1) -> int:
            asked.append((player, options))
            return choose(player, options, left)

        asked.append(play_on(runtime, state, listening, begin=True, most=60, chance=Chance(4)))
        return asked

    quick = told()
    monkeypatch.setattr(terms, "narrowing", lambda *given: None)
    assert told() == quick
