"""A game is open if nothing is hidden and nothing is left to chance; a hint says what was tried accordingly."""

from __future__ import annotations

from pathlib import Path

from cc_dsl.core.secrets import is_open
from cc_dsl.pipeline import Edition, load
from tests.cli.desk import circular

NUMBERS = """edition "To twenty" of to-twenty.

editor "numbers, and no pieces"
  this game is for 2 players.
  each player has a sum, a number from 0 to 30.
  a player is home if his sum is at least 20.
  the winner is the only player in (players that are home).
  the game goes thus:
    until some player is home, at most 40 times or the game ends:
      each player in turn:
        if no player is home: he moves.
    the winner wins.
  when a player moves:
    he chooses a number from 1 to 6 that is not the other player's sum as the step.
    his sum grows by the step.
"""


def test_a_game_with_throws_is_not_open() -> None:
    """It has no piece that could be hidden."""
    assert not is_open(load("tests/games/hazard").rules)


def test_numbers_that_are_no_secret_are_open(tmp_path: Path) -> None:
    """There is no piece that anybody must see; the hint imagines no other positions."""
    path = tmp_path / "game.rules"
    path.write_text(NUMBERS, "utf-8")
    assert is_open(Edition(str(path), {}).rules)
    said = circular("play", str(path), "--players", "human,greedy", "--seed", "3", typed="hint more\nquit\n").out
    assert "I recommend" in said
    assert "that fit what you see" not in said
