"""Small invented pairs of editions whose differences are known."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import cc_dsl
from cc_dsl.compare.alignment import Alignment, Row
from cc_dsl.pipeline import Edition
from cc_dsl.source.files import Source

PACK = """
editor "the tokens"
  a size is one of High, Mid and Low.
  a size is written H, M, L.
  a tint is one of Red and Black.
  a tint is written R, B.
  a token is a piece, one for each size and each tint.
"""

PLAY = """
editor "the course of play"
  there is a bag, an ordered place for tokens.
  each player has a hand, a place for tokens.
  each player has a row, a place for tokens.
  each player has a tally, a number from 0 to 9.
  a player sees his hand.
  the game goes thus:
    the tokens are shuffled into the bag.
    each player in turn: 3 tokens in the bag go to his hand.
    2 times: then the round.
    each player in turn: his tally grows by his bonus.
    the player with the greatest tally wins.
  the round goes thus:
    each player in turn: he lays-down.
    settle the victor.
    if the victor is a player: the victor's tally grows by 1.
    the tokens in the rows go to the bag.
  when a player lays-down:
    he chooses a token in his hand as the offer.
    the offer goes to his row.
  question judge "Who wins?":
    given 2 tokens for each player's row, called "side".
    tell the victor, called "winner".
    tell the bounty, called "takes", if the victor is a player.
"""

FIRST = """edition "The elder game" of elder.
{pack}
§1 "players"
  this game is for 2 players.

§2 "best"
  the victor is the player with the best show.
  a player's show is the best token in his row.

§3 "order"
  tokens rank by their size in the order size-order, then by their tint in the order tint-order.
  size-order is the order High, Mid, Low.
  tint-order is the order Red, Black.

§4 "bounty"
  the bounty is 2.

§5 "bonus"
  a player's bonus is 1 if his hand has a red-token; otherwise 0.
  a token is a red-token if its tint is Red.
{play}"""

SECOND = """edition "The younger game" of younger.
{pack}
§1 "players"
  this game is for 2 players.

§2 "best"
  the victor is the player with the best show.
  a player's show is the best token in his row.

§3 "order"
  tokens rank by their tint in the order tint-order, then by their size in the order size-order.
  size-order is the order High, Mid, Low.
  tint-order is the order Red, Black.

§4 "bounty"
  the bounty is the number of bright-tokens in the rows.
  a token is a bright-token if its tint is Red.

§6 "nothing"
  a player's bonus is 0.
{play}"""

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
    (path / "game.rules").write_text(text.format(pack=PACK, play=PLAY), "utf-8")
    return cc_dsl.load(str(path))


def make_pair(folder: Path, first: str = FIRST, second: str = SECOND, rows: tuple[Row, ...] = ROWS) -> Pair:
    """Write two editions, and align them."""
    editions = write_edition(folder, "elder", first), write_edition(folder, "younger", second)
    questions: dict[str, tuple[str, ...]] = {"judge": ("winner", "takes")}
    alignment = Alignment(1, "elder", "younger", rows, questions, Source("alignment.toml", ""), str(folder))
    return Pair(*editions, alignment)
