"""Small invented pairs of editions whose differences are known."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import cc_dsl
from cc_dsl.compare.alignment import Alignment, Row
from cc_dsl.pipeline import Edition
from cc_dsl.source.files import Source
from tests.unit.interpreter.small import GAMES, text_of

FIRST = text_of("elder")
ROWS = (
    Row(("1",), ("1",), ("kept",), ""),
    Row(("2",), ("2",), ("kept",), ""),
    Row(("3",), ("3",), ("reworded",), ""),
    Row(("4",), ("4",), ("reworded",), ""),
    Row(("5",), (), ("dropped",), ""),
    Row((), ("6",), ("new",), ""),
)
TOKENS = FIRST.replace(
    "  a player's bonus is 1 if his hand has a red-token; otherwise 0.\n",
    """  reading how-much "bonus":
    a-trifle, by default "it is little":
      a player's bonus is 1 if his hand has a red-token; otherwise 0.
    a-fortune "it is worth having":
      a player's bonus is 3 if his hand has a red-token; otherwise 0.
""",
)
"""The elder game with an open place."""


class Pair(NamedTuple):
    """Two editions and their alignment."""

    first: Edition
    second: Edition
    alignment: Alignment


def write_edition(folder: Path, name: str, text: str) -> Edition:
    path = folder / name
    path.mkdir(exist_ok=True)
    (path / "game.rules").write_text(text, "utf-8")
    return cc_dsl.load(str(path))


def pair_of_editions() -> Pair:
    """Return the elder and the younger game, aligned."""
    first, second = (cc_dsl.load(str(GAMES / f"{name}.rules")) for name in ("elder", "younger"))
    questions: dict[str, tuple[str, ...]] = {"judge": ("winner", "takes")}
    return Pair(first, second, Alignment(1, "elder", "younger", ROWS, questions, Source("alignment.toml", ""), ""))
