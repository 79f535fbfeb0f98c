"""Names that nothing uses: those that play reaches without their being spoken of are no mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.pipeline import Edition

HEAD = """edition "A small game" of small.

editor "the table"
  this game is for 2 players.
  a mood is one of Calm, Cross and Cold.
  a hue is one of Red and Blue.
  a chip is a piece, one for each hue.
  there is a bag, a place for chips.
  all see the chips in the bag.
"""
SAID = {
    "each has something": "  each mood has a box, a place for chips.\n  all see the chips in the boxes.\n",
    "each in turn": "  there is a liking, a mood.\n"
    "  the game goes thus:\n    each mood in turn:\n      the liking is now it.\n"
    "    if the liking is none: player 1 wins.\n",
}


def unused(text: str, tmp_path: Path) -> list[str]:
    """Return what is said of names that nothing uses."""
    path = tmp_path / "game.rules"
    path.write_text(text, "utf-8")
    _, problems = Edition(str(path), {}).resolve({})
    assert {problem.code for problem in problems} <= {"unused-name"}, problems
    return [problem.sentence for problem in problems]


def test_values_that_nothing_reaches_are_reported(tmp_path: Path) -> None:
    assert any("“Calm”" in sentence for sentence in unused(HEAD, tmp_path))


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_values_reached_by_turns_are_used(said: str, tmp_path: Path) -> None:
    assert not any("Calm" in sentence for sentence in unused(HEAD + said, tmp_path))


def test_first_state_need_not_be_named(tmp_path: Path) -> None:
    states = "  a chip is either shown or turned.\n"
    play = "  the game goes thus:\n    the chips become turned.\n    player 1 wins.\n"
    assert not any("shown" in sentence for sentence in unused(HEAD + states + play, tmp_path))
    assert any("“shown”" in sentence for sentence in unused(HEAD + states, tmp_path))
