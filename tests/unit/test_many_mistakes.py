"""A statement with very many mistakes is looked through once, and not once for each of them."""

from __future__ import annotations

import pytest

from cc_dsl.pipeline import Edition
from cc_dsl.rules import checks

NAMES = 40
TEXT = """edition "Many mistakes" of made.

editor "what there is"
  this game is for 2 players.
  a stone is a piece, one for each hue.
  a hue is one of Red and Green.
  there is a tray, a place for stones.
  the game goes thus:
"""


def test_a_statement_refused_often_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each unknown name is a problem; spoilt file 2060724, with 600 of them, took 36 seconds."""
    looked: list[object] = []
    words_in = checks.words_in

    def counted(node: object) -> set[str]:
        looked.append(node)
        return words_in(node)

    monkeypatch.setattr(checks, "words_in", counted)
    acts = "".join(f"    the stones in the nowhere-{number} go to the tray.\n" for number in range(NAMES))
    _, problems = Edition("made.rules", {}, TEXT + acts).resolve({})
    assert sum(one.code == "unknown-name" for one in problems) == NAMES
    assert len(looked) == 1
