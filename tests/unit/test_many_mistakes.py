"""A statement with very many mistakes is looked through once or twice, and not once for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from cc_dsl.pipeline import Edition
from cc_dsl.rules import checks
from cc_dsl.trees import walk

NAMES = 40
TEXT = """edition "Many mistakes" of made.

editor "what there is"
  this game is for 2 players.
  a stone is a piece, one for each hue.
  a hue is one of Red and Green.
  there is a tray, a place for stones.
  the game goes thus:
"""


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Write down what is looked through after the names have been resolved."""
    found: list[object] = []

    def counted(node: object) -> Iterator[object]:
        found.append(node)
        return walk(node)

    monkeypatch.setattr(checks, "walk", counted)
    return found


def problems_of(act: str) -> Counter[str]:
    """Return how often each problem is found where an act is done very often, each time with another name."""
    acts = "".join(f"    {act.format(number)}\n" for number in range(NAMES))
    return Counter(one.code for one in Edition("made.rules", {}, TEXT + acts).resolve({})[1])


def test_a_statement_refused_often(walked: list[object]) -> None:
    """Each unknown name is a problem; spoilt file 2060724, with 600 of them, took 36 seconds."""
    assert problems_of("the stones in the nowhere-{} go to the tray.")["unknown-name"] == NAMES
    assert len(walked) < NAMES


def test_a_statement_in_which_many_names_are_never_used(walked: list[object]) -> None:
    """Each thing that is chosen is a problem; spoilt file 5003146, with 309 of them, took 40 seconds."""
    assert problems_of("chance chooses a stone in the tray as the omen-{}.")["unused-name"] == NAMES
    assert len(walked) < NAMES
