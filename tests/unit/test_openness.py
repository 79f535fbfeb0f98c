"""A game is open if nothing is hidden and nothing is left to chance; a hint says what was tried accordingly."""

from __future__ import annotations

from cc_dsl.core.secrets import is_open
from cc_dsl.pipeline import load
from tests.cli.desk import circular


def test_a_game_with_throws_is_not_open() -> None:
    assert not is_open(load("tests/games/hazard").rules)


def test_a_hint_imagines_nothing_where_numbers_are_no_secret() -> None:
    assert is_open(load("tests/games/nim").rules)
    said = circular(
        "play", "tests/games/nim", "--players", "human,greedy", "--seed", "3", typed="hint more\nquit\n"
    ).out
    assert "I recommend" in said
    assert "that fit what you see" not in said
