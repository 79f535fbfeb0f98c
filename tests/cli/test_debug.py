"""`circular debug`: it steps through a game forwards and backwards, and stops at breakpoints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.desk import circular, is_refused

NUMBERED = """edition "Two heaps" of heaps.

§1 "This game is for two players."
  this game is for 2 players.
  a hue is one of Red, Green, Blue and White.
  a stone is a piece, one for each hue.
  there is a bag, an ordered place for stones.
  each player has a heap, a place for stones.

§4.1 "Each has two stones, and the first wins."
  the game goes thus:
    the stones are shuffled into the bag.
    each player in turn: 2 stones in the bag go to his heap.
    player 1 chooses a stone in player 1's heap as the choice.
    the choice goes to the bag.
    player 1 wins.
"""


def played(folder: Path, edition: str) -> str:
    """Return the record of a game that computers have played."""
    path = str(folder / "game.record")
    told = circular("play", edition, "--players", "random", "--seed", "0", "--record", path)
    assert told.status == 0, told.err
    return path


def number(printed: str) -> int:
    return int(re.findall(r"^ {0,4}(\d+)  ", printed, re.MULTILINE)[-1])


@pytest.mark.parametrize("clause", ["§4.1", "4.1", "§1"])
def test_game_stops_at_a_clause_whose_id_begins_with_a_digit(tmp_path: Path, clause: str) -> None:
    path = tmp_path / "heaps.rules"
    path.write_text(NUMBERED, "utf-8")
    printed = circular("debug", str(path), played(tmp_path, str(path)), "--break", clause).out
    # A clause that only declares something decides nothing, so play does not stop there.
    assert ("The game ends here." if clause == "§1" else f"Stopped: {clause}.") in printed


def test_game_that_is_not_over_keeps_its_secrets(tmp_path: Path) -> None:
    path = str(tmp_path / "part.record")
    circular("play", "1862", "--seed", "3", "--record", path, typed="1\nquit\n")
    assert is_refused(circular("debug", "1862", path), "the game is not over")


@pytest.mark.parametrize("edition", ["tests/games/euchre", "tests/games/nim"])
def test_every_kind_of_game_can_be_gone_through(tmp_path: Path, edition: str) -> None:
    told = circular("debug", edition, played(tmp_path, edition), typed="step\nwhy\nlook\nback\n")
    assert told.status == 0, told.err
    assert number(told.out) >= 1
