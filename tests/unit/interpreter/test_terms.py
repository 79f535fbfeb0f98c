"""Things and conditions have the meaning in the docstrings of the model, with and without reasons."""

from __future__ import annotations

from typing import Any

import pytest

from cc_dsl.closures.runtime import Runtime
from tests.unit.interpreter.small import laid, meaning, rules_of

TABLE = """
editor "the table"
  this game is for 2 players.
  a tile is either plain or turned.
  there are a board and a well, each an ordered place for tiles.
  there is a key, a place for 1 tile.
  there is a chief, a player.
  each player has a hand, a place for tiles.
  each player has a mark, a place for 1 tile.
  each player has a count, a number from 0 to 9.
  each colour has a stack, a place for tiles.
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.
  a tile is royal if its rank is one of King or Queen.
  a tile is also royal if its rank is Ace.
  the game goes thus: nothing.
"""
GROUPS = """
  a player's side is his hand.
  a Pair is 2 tiles in a player's side.
  a Match is a Pair whose tiles have the same rank.
  a Step is a Pair whose tiles run in high.
  a Step requires that the key is not in it.
  Pairs rank by sort: Match, Step.
  Pairs also rank by whether the key is in it.
  equal Pairs are decided by the best tile in it.
  | of a Pair | fee |
  | Match     | 5   |
  | Step      | 2   |
  the top is the player with the best Pair.
  a player's gain is the fee of his Pair.
  a player's sum is the total fee of his Pairs.
  a player is ahead if his Pair is better than the other player's Pair.
  a player is level if his Pair is as good as the other player's Pair.
  a player is stepping if he has a Step.
  the same-sort is 1 if the sort of player 1's Pair is the sort of player 2's Pair; otherwise 2.
"""
EXCEPTIONS = """
§1.1 "a"
  the fee is 1.

§1.2 "b"
  instead of §1.1, the fee is 2 if the board is not empty.

§1.3 "c"
  instead of §1.1, the fee is 3 if the board is empty and the well is not empty; 4 if the board is empty and the key is
      none.
"""
MEASURES = """
  the top is the player with the best mark.
  the low is the player with the worst mark.
  the head is the player with the greatest count.
  the tail is the player with the least count.
"""
COLOURS = """
  a colour's weight is the number of tiles in its stack.
  a colour is heavy if its weight is at least 2.
  the heaviest is the colour with the greatest weight.
  the heavy-leader is the heavy with the greatest weight.
  the heavy-count is the number of heavies.
  the next-one is the colour after the heaviest.
  the last-one is the colour before the heaviest.
  the stacked is the tiles in the stacks.
  the even is 1 if every colour is heavy; otherwise 0.
  the bare is 1 if some stack is empty; otherwise 0.
  the spare is the colours that are not heavy.
  | of a colour | price |
  | Red | 7 |
  | Blue | 5 |
  | Green | 0 |
  the cost is the price of (the colour of the key).
"""
MAKES = """
  a wind is one of East and West.
  a tile is also a piece, one for each wind.
  a group is 2 tiles in a player's reach.
  a player's reach is the tiles in his hand.
  a Twin is a group whose tiles have the same rank.
  a Stretch is a group whose tiles run in high.
  groups rank by sort: Twin, Stretch.
  a tile is windy if its rank is none.
  the count-of-windy is the number of windies.
  the wind-of-key is the wind of the key.
  the gale is the tiles in the board together with East.
  a player is rich if he has a group.
"""
WORTH = "  a tile's worth is its rank in the order high.\n"
CHIEFS = "  the sum is the chief's count plus 2.\n  the rival is the player after the chief.\n"
MET = "  a tile is met if {} is in the board.\n"
RED, BLUE, GREEN = 0, 1, 2


def flag(condition: str) -> str:
    """Return the definition of a number that is 1 if a condition holds."""
    return f"  the flag is 1 if {condition}; otherwise 0.\n"


Row = tuple[str, str, dict[str, Any], Any]
ROWS: list[Row] = [
    # A union has each piece once, in the place of its first occurrence; “except” removes, “that” filters.
    ("  the whole is the tiles in the board together with the tiles in the board that are royal.\n", "whole",
     {"board": [11, 0, 4]}, [11, 0, 4]),
    ("  the whole is the board together with the well.\n", "whole", {"board": [5], "well": [2, 1]}, [5, 2, 1]),
    ("  the rest is the board except the key.\n", "rest", {"board": [3, 1], "key": [2]}, [3, 1]),
    ("  the rest is the tiles in the board that are not royal.\n", "rest", {"board": [9, 0, 10]}, [9, 10]),
    # A place of nobody is empty, a number of nobody is 0, an empty place for one piece holds none.
    ("  the lot is the number of tiles in the chief's hand.\n", "lot", {"hand": [[1], [2]]}, 0),
    (CHIEFS, "sum", {"count": [4, 5]}, 2),
    (CHIEFS, "sum", {"count": [4, 5], "chief": 1}, 7),
    (CHIEFS, "rival", {}, None),
    (CHIEFS, "rival", {"chief": 1}, 0),
    ("  a tile is first if it is the key.\n", "first", {"of": 3}, False),
    # If no case holds, a number is 0, a set is empty and everything else is none.
    ("  the fee is 3 if the board is not empty.\n", "fee", {}, 0),
    ("  the fee is 3 if the board is not empty.\n", "fee", {"board": [1]}, 3),
    ("  the lot is the board if the board has 2 tiles.\n", "lot", {"board": [1]}, []),
    ("  the lucky is the chief if the board has 2 tiles.\n", "lucky", {"chief": 1}, None),
    # The rule holds where none of its exceptions does.
    (EXCEPTIONS, "fee", {"key": [5]}, 1),
    (EXCEPTIONS, "fee", {"board": [1], "key": [5]}, 2),
    (EXCEPTIONS, "fee", {"well": [1]}, 3),
    (EXCEPTIONS, "fee", {}, 4),
    (EXCEPTIONS, "fee", {"board": [1], "well": [2]}, 2),
    # `none` ranks below every piece and equals none of them. If two players tie for first place, neither has it.
    (MEASURES, "top", {"mark": [[], [11]]}, 1),
    (MEASURES, "low", {"mark": [[], [11]]}, 1),
    (MEASURES, "top", {"mark": [[], []]}, None),
    (MEASURES, "top", {"mark": [[4], [3]]}, 1),
    (MEASURES, "low", {"mark": [[4], [3]]}, 0),
    (MEASURES, "head", {"count": [3, 3]}, None),
    (MEASURES, "head", {"count": [3, 4]}, 1),
    (MEASURES, "tail", {"count": [3, 4]}, 0),
    ("  the pick is the best tile in the board.\n", "pick", {}, None),
    ("  the pick is the best tile in the board.\n", "pick", {"board": [4, 3, 11]}, 3),
    ("  the top is the best 2 tiles in the board.\n", "top", {"board": [11, 3, 1, 0]}, [0, 1]),
    ("  the top is the best 5 tiles in the board.\n", "top", {"board": [11, 3, 1, 0]}, [0, 1, 3, 11]),
    ("  the low is the worst 2 tiles in the board.\n", "low", {"board": [11, 3, 1, 0]}, [11, 3]),
    ("  the low is the worst 2 tiles in the board that are royal.\n", "low", {"board": [11, 3, 1, 0]}, [3, 1]),
    *((f"  the sum is the {degree} worth of the board.\n{WORTH}", "sum", {}, 0) for degree in ("greatest", "least")),
    (f"  the sum is the total worth of the board.\n{WORTH}", "sum", {}, 0),
    (f"  the sum is the total worth of the board.\n{WORTH}", "sum", {"board": [0, 11]}, 5),
    ("  the debt is 2 minus minus 3.\n", "debt", {}, 5),
    ("  the debt is 0 minus 3.\n" + flag("the debt is minus 3"), "flag", {}, 1),
    # “At least” includes its number, “more than” does not; of an empty set “every” is true and “some” false.
    (flag("the board has at least 2 tiles"), "flag", {"board": [1, 2]}, 1),
    (flag("the board has at most 2 tiles"), "flag", {"board": [1, 2]}, 1),
    (flag("the board has more than 2 tiles"), "flag", {"board": [1, 2]}, 0),
    (flag("the board has fewer than 2 tiles"), "flag", {"board": [1, 2]}, 0),
    ("  a player is ahead if his hand has more royals than the other player's hand.\n", "ahead",
     {"of": 0, "hand": [[0, 3], [4, 9, 10]]}, True),
    ("  a player is ahead if his hand has more royals than the other player's hand.\n", "ahead",
     {"of": 1, "hand": [[0, 3], [4, 9, 10]]}, False),
    (flag("every tile that is in the board is royal"), "flag", {}, 1),
    (flag("some tile that is in the board is royal"), "flag", {}, 0),
    (flag("no tile that is in the board is royal"), "flag", {}, 1),
    (flag("every hand is empty"), "flag", {"hand": [[], [1]]}, 0),
    (flag("some hand is empty"), "flag", {"hand": [[], [1]]}, 1),
    (flag("no hand is empty"), "flag", {"hand": [[], [1]]}, 0),
    ("  a tile is out if it is in (the board together with the well).\n", "out", {"of": 3, "board": [3]}, True),
    ("  a tile is out if it is in (the board together with the well).\n", "out",
     {"of": 4, "board": [3], "hand": [[4], []]}, False),
    (flag("the tiles in the board are the tiles in the well"), "flag", {}, 1),
    (flag("the tiles in the board are the tiles in the well"), "flag", {"board": [1]}, 0),
    (flag("the tiles in the hands have the same rank"), "flag", {}, 1),
    (flag("the tiles in the hands have the same rank"), "flag", {"hand": [[0], [1]]}, 1),
    (flag("the tiles in the hands have the same rank"), "flag", {"hand": [[0], [3]]}, 0),
    (flag("the tiles in the board are royal"), "flag", {"board": [0, 3, 8]}, 1),
    (flag("the tiles in the board are royal"), "flag", {"board": [0, 9, 3]}, 0),
    (flag("the tiles in the board are royal"), "flag", {}, 1),
    ("", "royal", {"of": 0}, True),
    ("", "royal", {"of": 3}, True),
    ("", "royal", {"of": 9}, False),
    # In a filter, the pronoun means each filtered thing, and the name means the thing outside.
    (MET.format("some tile that is in its colour's stack"), "met", {"of": 3, "board": [0]}, False),
    (MET.format("every tile that is in its colour's stack"), "met", {"of": 3, "board": [0]}, True),
    (MET.format("some tile whose rank is the tile's rank"), "met", {"of": 1, "board": [0]}, True),
    (MET.format("some tile whose rank is the tile's rank"), "met", {"of": 3, "board": [0]}, False),
    # In a comparison, a piece “in” a place is the best piece there.
    ("  a tile's keeper is the player with the best tile in his hand.\n", "keeper", {"of": 3, "hand": [[0], [5]]}, 0),
    ("  a tile's keeper is the player with the best tile in his hand.\n", "keeper", {"of": 3, "hand": [[5], [0]]}, 1),
    ("  the keeper is the player with the best tile in his hand.\n", "keeper", {"hand": [[5], [0]]}, 1),
    ("  a tile's loser is the player with the worst tile in his hand.\n", "loser", {"of": 3, "hand": [[0], [5]]}, 1),
    # Groups: their sorts, requirements and comparisons; “the player with the best” finds the best group too.
    (GROUPS, "gain", {"of": 0, "hand": [[0, 1, 4], [3, 9]]}, 5),
    (GROUPS, "sum", {"of": 0, "hand": [[0, 1, 4], [3, 9]]}, 9),
    (GROUPS, "gain", {"of": 1, "hand": [[0, 1, 4], [3, 9]]}, 0),
    (GROUPS, "stepping", {"of": 0, "hand": [[0, 1, 4], [3, 9]]}, True),
    (GROUPS, "stepping", {"of": 1, "hand": [[0, 1, 4], [3, 9]]}, False),
    (GROUPS, "ahead", {"of": 0, "hand": [[3, 4], [0, 1]]}, False),
    (GROUPS, "ahead", {"of": 1, "hand": [[3, 4], [0, 1]]}, False),
    (GROUPS, "level", {"of": 0, "hand": [[3, 4], [0, 1]]}, True),
    (GROUPS, "top", {"hand": [[3, 4], [0, 1]]}, 1),
    (GROUPS, "ahead", {"of": 0, "hand": [[3, 4], [0, 11]]}, True),
    (GROUPS, "level", {"of": 0, "hand": [[0], [11]]}, True),
    (GROUPS, "top", {"hand": [[0], [11]]}, None),
    (GROUPS, "top", {"hand": [[0], [10, 11]]}, 1),
    (GROUPS, "same-sort", {"hand": [[0, 1], [3, 4]]}, 1),
    (GROUPS, "same-sort", {"hand": [[0, 1], [4, 7]]}, 2),
    (GROUPS, "same-sort", {"hand": [[0, 1], [5]]}, 2),
    # Values own places and definitions, each its own.
    (COLOURS, "heaviest", {"stack": [[0], [1, 4], []]}, BLUE),
    (COLOURS, "heaviest", {"stack": [[0, 3], [1, 4], []]}, None),
    (COLOURS, "heavy-leader", {"stack": [[0, 3], [1, 4, 7], [2]]}, BLUE),
    (COLOURS, "heavy-leader", {"stack": [[0], [1], [2]]}, None),
    (COLOURS, "heavy-count", {"stack": [[0, 3], [1, 4, 7], [2]]}, 2),
    (COLOURS, "next-one", {"stack": [[0], [1, 4], []]}, GREEN),
    (COLOURS, "next-one", {"stack": [[0], [1], [2, 5]]}, None),
    (COLOURS, "last-one", {"stack": [[0, 3], [1], []]}, None),
    (COLOURS, "stacked", {"stack": [[3], [1, 4], [2]]}, [3, 1, 4, 2]),
    (COLOURS, "even", {"stack": [[0, 3], [1, 4], [2, 5]]}, 1),
    (COLOURS, "even", {"stack": [[0, 3], [1], [2, 5]]}, 0),
    (COLOURS, "bare", {"stack": [[0, 3], [1], [2, 5]]}, 0),
    (COLOURS, "bare", {"stack": [[0, 3], [], [2, 5]]}, 1),
    (COLOURS, "spare", {"stack": [[0, 3], [1], [2, 5]]}, [BLUE]),
    *((COLOURS, "cost", {"key": [tile]}, price) for tile, price in ((0, 7), (4, 5), (2, 0))),
    (COLOURS, "cost", {}, 0),
    # Pieces of a second make come after the first and lack their values; two pieces without a rank do not match.
    (MAKES, "count-of-windy", {}, 2),
    (MAKES, "wind-of-key", {"key": [13]}, 1),
    (MAKES, "wind-of-key", {"key": [3]}, None),
    (MAKES, "gale", {"board": [1]}, [1, 12]),
    (MAKES, "rich", {"of": 0, "hand": [[0, 1], []]}, True),
    (MAKES, "rich", {"of": 0, "hand": [[12, 13], []]}, False),
    (MAKES, "rich", {"of": 0, "hand": [[0, 12], []]}, False),
    (MAKES, "rich", {"of": 0, "hand": [[0, 3], []]}, True),
]  # fmt: skip
"""Sentences, what is asked, the position (`of` whom, what is stored, and pieces in places), and what it means."""
KINDS = ("plain", "reasons")


@pytest.mark.parametrize(("text", "name", "position", "wanted"), ROWS)
@pytest.mark.parametrize("writes", KINDS)
def test_meaning(text: str, name: str, position: dict[str, Any], wanted: Any, writes: str) -> None:
    runtime = Runtime(rules_of(TABLE + text), 2, writes)
    stored = {one.name: one.base for one in runtime.rules.stored}
    state = laid(runtime, **{key: held for key, held in position.items() if key != "of" and key not in stored})
    for key, held in position.items():
        if key in stored:
            each = held if isinstance(held, list) else [held]
            state.cells[stored[key] : stored[key] + len(each)] = each
    found = meaning(runtime, state, name, position.get("of"))
    assert ([*found] if isinstance(found, list | tuple | range) else found) == wanted
