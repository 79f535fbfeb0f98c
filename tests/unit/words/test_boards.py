"""A board is drawn as it lies before the players."""

from __future__ import annotations

from pathlib import Path

from cc_dsl.closures.naming import Naming
from cc_dsl.engine.game import Game
from cc_dsl.pipeline import Edition
from cc_dsl.words.layout import Ink
from cc_dsl.words.table import Artist
from cc_dsl.words.voice import Voice

RULES = """edition "Small" of small.

editor "a board of nine squares"
  this game is for 2 players.
  a square is one of a1 to c3.
  the squares form a board, 3 by 3.
  each square has a spot, a place for 1 man.
  a colour is one of White and Black.
  a colour is written W, B.
  a man is a piece, one for each colour.
  a man is either upright or fallen.
  all see the men.
  there is a mark, a square.
  the game goes thus:
    White goes to b2's spot.
    Black goes to a1's spot.
    Black becomes fallen.
    the mark is now b2.
    player 1 chooses a man in the spots as the choice.
    if the choice is upright: player 1 wins.
"""


def drawn(tmp_path: Path, text: str) -> list[str]:
    """Return the board before the first choice."""
    path = tmp_path / "small.rules"
    path.write_text(text, "utf-8")
    rules, problems = Edition(str(path), {}).resolve({})
    assert [problem.sentence for problem in problems] == []
    assert rules is not None
    names, signs = ("First", "Second"), tuple(rules.pieces.glyphs)
    artist = Artist(Voice(rules, Naming(names, signs, {})), Ink(signs))
    return artist.draw(Game(rules, seed=0).view(0), 80)


def test_a_board_has_its_last_row_above_and_a_stored_square_in_brackets(tmp_path: Path) -> None:
    assert drawn(tmp_path, RULES) == [
        "3  .   .   .",
        "2  .  (W)  .",
        "1  Bf  .   .",
        "   a   b   c",
        "( ) mark; f fallen",
    ]


def test_a_ring_is_not_drawn_as_a_board(tmp_path: Path) -> None:
    assert drawn(tmp_path, RULES.replace("form a board, 3 by 3", "form a ring")) == []
