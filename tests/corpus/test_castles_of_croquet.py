"""The two other croquet texts: strokes judged by hand, and games at random that keep what the rules promise."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import cc_dsl
from cc_dsl.engine.game import Game
from tests.playing import observe

TEXTS = ["castle-croquet-1866", "croquet-castles-1863"]


@cache
def rules(name: str) -> Any:
    return cc_dsl.load(name).rules


def after(name: str, *lines: str) -> Game:
    """Play some lines: what was observed, or after `>` what a player chooses."""
    game = Game(rules(name), seed=1)
    for line in lines:
        if line.startswith("> "):
            game.play(game.find_move(line[2:]).answer)  # type: ignore[union-attr]
            continue
        found = game.read_observed(line)
        assert isinstance(found, list), found
        for answer in found:
            game.play(answer)
        if game.is_observing and found[-1:] != [game.menu.end]:
            game.play(game.menu.end)
    return game


def held(game: Game, what: str, ball: str) -> Any:
    return game.view(None).held[what][ball]


def state(game: Game, ball: str) -> str:
    return dict(game.view(None).states)[game.rules.pieces.codes.index(ball)]


def lies(game: Game, ball: str) -> str:
    piece = game.rules.pieces.codes.index(ball)
    return next(f"{place.name} {place.of}".strip() for place in game.view(None).places if piece in place.pieces)


def test_1866_each_owner_plays_soldier_and_then_sentinel() -> None:
    """Rule III; the soldier is in hand until its turn (I)."""
    game = after("castle-croquet-1866")
    assert game.view(None).held["striker"] == "Blue"
    assert lies(game, "Black") == "hand"
    assert after("castle-croquet-1866", "nothing").view(None).held["striker"] == "Pink"
    assert after("castle-croquet-1866", "nothing", "nothing").view(None).held["striker"] == "Black"


def test_1866_a_soldier_is_taken_by_touch_and_not_by_entering() -> None:
    """Rule IV, where 1863? takes him at the gate."""
    game = after("castle-croquet-1866", "Blue passes gate 1 outward, passes gate 2 inward")
    assert lies(game, "Blue") == "lawn"
    game = after("castle-croquet-1866", "Blue passes gate 1 outward, passes gate 2 inward, touches Yellow")
    assert lies(game, "Blue") == "prison castle 2"


def test_1866_the_released_soldier_is_in_hand_until_his_next_turn() -> None:
    """Rule IV: released by his own sentinel, who is replaced."""
    game = after(
        "castle-croquet-1866", "Blue passes gate 1 outward, passes gate 2 inward, touches Yellow", "Pink touches peg 2"
    )
    assert lies(game, "Blue") == "hand"
    assert lies(game, "Pink") == "post castle 1"
    assert held(game, "ward", "Blue") is None


def test_1866_two_strokes_are_taken_off_a_ball() -> None:
    """Rule VI: in the first the other ball is not moved, in the second it may be."""
    game = after("castle-croquet-1866", "nothing", "nothing", "Black touches Blue", "> take-two", "> Blue")
    assert not any(one.subject == "Blue" for one in game.possible())
    observe(game, [("touches", "Black", "Blue")], is_all=False)
    assert not any(one.subject == "Blue" for one in game.possible())
    observe(game, [])
    game.play(game.find_move("play-again").answer)  # type: ignore[union-attr]
    observe(game, [("touches", "Black", "Blue")], is_all=False)
    assert any(one.subject == "Blue" for one in game.possible())


def test_1866_the_peg_wins_only_while_the_sentinel_is_on_duty() -> None:
    """Rule III."""
    course = ", ".join(
        f"passes gate {n} inward, passes door {n}, touches peg {n}, passes gate {n} outward" for n in (2, 3, 4)
    )
    home = f"Blue passes gate 1 outward, {course}, passes gate 1 inward, touches peg 1"
    game = after("castle-croquet-1866", home)
    assert game.outcome is not None
    assert game.outcome.winner == 0
    away = [
        home.partition(", passes gate 1 inward")[0],
        "> stop",
        "Pink passes gate 1 outward",
        "> stop",
        *["nothing"] * 6,
    ]
    game = after("castle-croquet-1866", *away, "Blue passes gate 1 inward, touches peg 1")
    assert not game.is_over


def test_croquet_castles_bar_the_gate_unless_a_sentinel_is_out() -> None:
    """Rule II."""
    game = after("croquet-castles-1863", "Blue passes gate 1 outward")
    assert held(game, "ward", "Blue") is None
    game.play(game.find_move("play-again").answer)  # type: ignore[union-attr]
    observe(game, [("passes", "Blue", "gate 2", "inward")])
    assert held(game, "ward", "Blue") is None
    out = ["nothing"] * 5 + ["Light-blue passes gate 1 outward", "> stop", *["nothing"] * 4]
    game = after("croquet-castles-1863", *out, "Blue passes gate 1 outward, passes gate 2 inward")
    assert held(game, "ward", "Blue") == "castle 2"


def test_croquet_castles_are_fortified() -> None:
    """Rules III, VI and VII: the sentinel in his gate, the prisoner who stays, nothing through, and the rescue."""
    start = ["nothing"] * 5 + ["Light-blue passes gate 1 outward", "> stop", *["nothing"] * 4]
    start += ["Blue passes gate 1 outward, passes gate 2 inward", "> stop", *["nothing"] * 5, "Brown touches Blue"]
    game = after("croquet-castles-1863", *start)
    assert lies(game, "Brown") == "gateway castle 2"
    assert state(game, "Blue") == "captive"
    game = after("croquet-castles-1863", *start, "nothing", "nothing", "nothing")
    assert game.view(None).held["striker"] == "Light-blue"  # VII: plays all his turns with his sentinel
    assert not any(one.object == "gate 2" for one in game.possible() if one.subject == "Black")
    observe(game, [("touches", "Light-blue", "Brown")])
    assert state(game, "Blue") == "free"
    assert (lies(game, "Brown"), lies(game, "Light-blue")) == ("post castle 2", "post castle 1")


@pytest.mark.parametrize("name", TEXTS)
def test_games_at_random_go_on_without_a_fault(name: str) -> None:
    """Whatever the world answers, the rules have an answer, and the record replays."""
    for seed in range(2):
        chosen = random.Random(seed)
        game = Game(rules(name), seed=seed)
        for _ in range(400):
            if game.is_over:
                break
            game.play(
                game.menu.draw(game.options, chosen.randrange) if game.is_observing else chosen.choice(game.options)
            )
        again = Game(rules(name), seed=seed, answers=game.answers)
        assert again.snapshot() == game.snapshot()
