"""The ground of a game: the balls lie where the rules put them, and where reported strokes have left them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import Striking
from cc_dsl.errors import UserError
from cc_dsl.live.ground import ReportedGround
from tests.playing import observe

EDITION = "castle-croquet-1863"
OUT = [("passes", "Blue", "gate 1", "outward")]


def told(game: Game, ground: ReportedGround, events: Sequence[tuple[str, ...]]) -> None:
    """Report a stroke of whichever ball is struck."""
    ground.follow()
    observe(game, events)
    assert ground.follow()


def test_ball_lies_behind_the_gate_that_it_has_passed() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = ReportedGround(game)
    assert ground.picture().count("is struck") == 0
    told(game, ground, OUT)
    east, north = ground.places["Blue"]
    assert abs(east) < 1e-9
    assert north < 4.949747
    assert "Blue is struck" in ground.picture()


def test_prisoner_lies_where_the_rules_put_it() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = ReportedGround(game)
    told(game, ground, OUT)
    game.play(0)
    told(game, ground, [("passes", "Blue", "gate 2", "inward")])
    ground.follow()
    assert ground.places["Blue"] == pytest.approx((10.199747, 0.0))


def test_balls_lie_as_before_when_a_stroke_is_taken_back() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = ReportedGround(game)
    before = ground.places
    told(game, ground, OUT)
    assert ground.places != before
    assert game.undo()
    ground.begin()
    assert ground.places == before


def test_game_that_is_taken_up_has_its_balls_where_they_lay() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = ReportedGround(game)
    told(game, ground, OUT)
    game.play(0)
    told(game, ground, [("passes", "Blue", "gate 2", "inward")])
    ground.follow()
    again = ReportedGround(game)
    assert again.places == ground.places


def test_rules_without_a_ground_are_refused() -> None:
    with pytest.raises(UserError, match="describe no ground"):
        Striking(pipeline.load("1862").rules, 2)
