"""The ground of a game: the balls lie where the rules put them, and where reported strokes have left them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import DrawnGround, Striking
from cc_dsl.errors import UserError
from tests.playing import observe

EDITION = "castle-croquet-1863"
OUT = [("passes", "Blue", "gate 1", "outward")]


def told(game: Game, ground: DrawnGround, events: Sequence[tuple[str, ...]]) -> None:
    """Report a stroke of whichever ball is struck."""
    ground.sync_balls(game)
    count, ball = game.count, ground.striking.striker(game.position)
    assert ball is not None
    observe(game, events)
    ground.see(game, ground.striking.names[ball], count)


def test_ball_lies_behind_the_gate_that_it_has_passed() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = DrawnGround(game)
    assert ground.picture().count("is struck") == 0
    told(game, ground, OUT)
    east, north = ground.places["Blue"]
    assert abs(east) < 1e-9
    assert north < 4.949747
    assert "Blue is struck" in ground.picture()


def test_prisoner_lies_where_the_rules_put_it() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = DrawnGround(game)
    told(game, ground, OUT)
    game.play(0)
    told(game, ground, [("passes", "Blue", "gate 2", "inward")])
    ground.sync_balls(game)
    assert ground.places["Blue"] == pytest.approx((10.199747, 0.0))


def test_balls_lie_as_before_when_a_stroke_is_taken_back() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = DrawnGround(game)
    ground.sync_balls(game)
    before = ground.places
    told(game, ground, OUT)
    assert ground.places != before
    assert game.undo()
    ground.sync_balls(game)
    assert ground.places == before


def test_game_that_is_taken_up_has_its_balls_where_they_lay() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = DrawnGround(game)
    told(game, ground, OUT)
    game.play(0)
    told(game, ground, [("passes", "Blue", "gate 2", "inward")])
    ground.sync_balls(game)
    again = DrawnGround(game)
    again.sync_balls(game)
    assert again.places == ground.places


def test_rules_without_a_ground_are_refused() -> None:
    with pytest.raises(UserError, match="describe no ground"):
        Striking(pipeline.load("1862").rules, 2)
