"""The texts of Lanrick letter by letter, and a game between computer players who do more than answer at random."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.core.openness import is_open
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.moves import Move
from cc_dsl.interpreter.players import computer, computers, play_out
from cc_dsl.interpreter.seat import Seat
from cc_dsl.interpreter.standing import standing_of

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "facts" / "lanrick-texts.json").read_text(encoding="utf-8"))
NAMES = [*FACTS["texts"]]


@cache
def edition(name: str) -> pipeline.Edition:
    """Load an edition once."""
    return pipeline.load(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_words_are_those_of_the_transcription(name: str) -> None:
    """Not only unchanged since they were locked: the same letters that were transcribed."""
    text = edition(name).text
    assert text is not None
    printed = "".join(text.text.text.split())
    assert len(printed) == FACTS["texts"][name]["letters"]
    assert hashlib.sha256(printed.encode()).hexdigest() == FACTS["texts"][name]["sha256"]


@pytest.mark.parametrize(("name", "is_it"), [("lanrick-1880", True), ("1862", False), ("castle-croquet-1866", False)])
def test_a_game_is_open_without_chance_and_secrets(name: str, is_it: bool) -> None:
    """Cards are shuffled, and strokes are observed."""
    assert is_open(edition(name).rules) is is_it


def begun() -> Game:
    """Return a game of 1880 in which the men are set, and the rendezvous lies round d5."""
    game = Game(edition("lanrick-1880").rules, seed=1)
    for word in ("a1", "b1", "c1", "d1", "e1", "a8", "b8", "c8", "d8", "e8", "f4", "move-men"):
        move = game.find_move(word)
        assert isinstance(move, Move), word
        game.play(move.answer)
    return game


def test_the_greedy_player_plans_a_man_and_his_square_together() -> None:
    """No answer but the second changes how far it is ahead, and yet it gains by its turn."""
    game = begun()
    seat, player = Seat(game, 0), computer("greedy", 1, 0)
    standing = standing_of(seat.runtime)
    assert standing is not None
    before = standing.of(game.position, 0)
    while game.player == 0:
        game.play(player.choose(seat))
    assert standing.of(game.position, 0) >= before + 3


@pytest.mark.slow
def test_greedy_players_play_a_game_to_its_end() -> None:
    """Players who answer at random never fill a rendezvous; these do, until one of them has no men."""
    game = Game(edition("lanrick-1880").rules, seed=0)
    play_out(game, computers(["greedy", "greedy"], 0))
    assert game.outcome is not None
    assert game.outcome.winner is not None
