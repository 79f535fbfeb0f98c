"""Whole games on a lawn, with a referee who knows one simple course."""

from __future__ import annotations

import pytest

from cc_dsl.lawn.aim import Wish
from cc_dsl.lawn.lawn import Lawn
from cc_dsl.lawn.players import Errand, PlayedStroke, Putting, make, play, prepare
from cc_dsl.lawn.skill import FAULTLESS, SKILLS, Skill
from cc_dsl.lawn.strokes import TOUCHES, LawnError
from cc_dsl.table.chance import Chance
from tests.lawn.grounds import ONE_OF_EACH, PLAIN, OneCourse, crosswise

BALLS = ("blue", "black", "orange", "red")


def game(skill: Skill, seed: int, at_most: int = 400) -> tuple[OneCourse, list[PlayedStroke]]:
    """Play a game among four of one skill."""
    referee = OneCourse(BALLS)
    played = list(play(referee, Lawn(crosswise(), BALLS), dict.fromkeys(BALLS, skill), Chance(seed), at_most))
    return referee, played


@pytest.mark.parametrize("name", ["faultless", *SKILLS])
def test_games_come_to_an_end(name: str) -> None:
    """Someone finishes his course, by strokes that were each told to the referee."""
    referee, played = game(SKILLS.get(name, FAULTLESS), 1)
    assert max(referee.done.values()) == 7
    assert len(referee.heard) == len(played)
    assert [stroke.stroke.observations for stroke in played] == referee.heard


def test_same_seed_same_game() -> None:
    """A game is a pure function of its seed: every path and every float of it."""
    assert game(SKILLS["fair"], 21)[1] == game(SKILLS["fair"], 21)[1]
    assert game(SKILLS["fair"], 21)[1] != game(SKILLS["fair"], 22)[1]


def test_better_players_need_fewer_strokes() -> None:
    """Over five games, beginners take clearly more strokes than experts."""
    lengths = {name: sum(len(game(SKILLS[name], seed)[1]) for seed in range(5)) for name in ("expert", "beginner")}
    assert lengths["beginner"] > 1.3 * lengths["expert"]


def test_game_is_broken_off_after_so_many_strokes() -> None:
    """A game never goes on for ever."""
    assert len(game(SKILLS["beginner"], 3, at_most=5)[1]) == 5


def test_balls_that_change_places_are_taken_up_first() -> None:
    """Two balls that are put on each other's spots lie there, and not beside them."""
    lawn = Lawn(PLAIN, ["a", "b"], {"a": "start", "b": "corner"})
    prepare(lawn, [Putting("a", "corner"), Putting("b", "start")])
    assert lawn.places == {"a": (11, 11), "b": (0, -8)}
    prepare(lawn, [Putting("a", "")])
    assert list(lawn.places) == ["b"]


def test_croquet_is_taken_off_the_ball_that_was_named() -> None:
    """The ball is laid against the other before it is struck, and the other stays."""
    lawn = Lawn(ONE_OF_EACH, ["a", "b"], {"a": (9.0, 9.0), "b": (3.0, 3.0)})
    played = make(lawn, Errand("a", (Wish(TOUCHES, "peg"),), off="b"), FAULTLESS, Chance(1))
    assert played.laid is not None
    assert played.laid.other == "b"
    assert played.is_met
    assert lawn.places["b"] == (3.0, 3.0)


def test_croquet_off_a_ball_in_hand_is_refused() -> None:
    """Nobody can lay his ball against one that is not there."""
    lawn = Lawn(ONE_OF_EACH, ["a", "b"], {"a": (9.0, 9.0)})
    with pytest.raises(LawnError, match="“a” cannot be laid against “b”, which is in hand"):
        make(lawn, Errand("a", (Wish(TOUCHES, "peg"),), off="b"), FAULTLESS, Chance(1))
