"""A name may be used above the line that introduces it."""

from __future__ import annotations

from pathlib import Path

from cc_dsl import pipeline

LINES = (
    "a rank is one of Low and High.",
    "a man is a piece, one for each rank.",
    "each man has a mood, a temper.",
    "a temper is one of Calm and Angry.",
)
RULES = """edition "Men" of men.

editor "the table"
  this game is for 2 players.
{}
  a man is a quiet-one if its mood is Calm and its rank is Low.
  a man is a loud-one if its mood is Angry or its rank is High.
  the game goes thus:
    each man in turn: its mood is now Angry.
    if some man is a quiet-one or some man is a loud-one: player 1 wins.
"""


def test_kinds_and_pieces_may_be_introduced_last(tmp_path: Path) -> None:
    found = set()
    for lines in (LINES, LINES[::-1], (LINES[2], LINES[1], LINES[0], LINES[3])):
        path = tmp_path / "game.rules"
        path.write_text(RULES.format("\n".join(f"  {line}" for line in lines)), "utf-8")
        rules = pipeline.load(str(path)).rules
        assert sorted(rules.values) == ["rank", "temper"]
        found.add(rules.pieces.names)
    assert len(found) == 1
