"""Things and conditions have the meaning in the docstrings of the model, with and without reasons."""

from __future__ import annotations

from typing import Any

import pytest

from cc_dsl.closures.runtime import Runtime
from tests.unit.interpreter.small import laid, meaning, resolved, small_game, text_of

TERMS, MAKES = "terms", "two-makes"
"""Small games that have the sentences already; the sentences of other rows are added to the game `table`."""
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
    (TERMS, "toll", {"key": [5]}, 1),
    (TERMS, "toll", {"board": [1], "key": [5]}, 2),
    (TERMS, "toll", {"well": [1]}, 3),
    (TERMS, "toll", {}, 4),
    (TERMS, "toll", {"board": [1], "well": [2]}, 2),
    # `none` ranks below every piece and equals none of them. If two players tie for first place, neither has it.
    (TERMS, "best-marked", {"mark": [[], [11]]}, 1),
    (TERMS, "worst-marked", {"mark": [[], [11]]}, 1),
    (TERMS, "best-marked", {"mark": [[], []]}, None),
    (TERMS, "best-marked", {"mark": [[4], [3]]}, 1),
    (TERMS, "worst-marked", {"mark": [[4], [3]]}, 0),
    (TERMS, "head", {"count": [3, 3]}, None),
    (TERMS, "head", {"count": [3, 4]}, 1),
    (TERMS, "tail", {"count": [3, 4]}, 0),
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
    (TERMS, "gain", {"of": 0, "hand": [[0, 1, 4], [3, 9]]}, 5),
    (TERMS, "sum", {"of": 0, "hand": [[0, 1, 4], [3, 9]]}, 9),
    (TERMS, "gain", {"of": 1, "hand": [[0, 1, 4], [3, 9]]}, 0),
    (TERMS, "stepping", {"of": 0, "hand": [[0, 1, 4], [3, 9]]}, True),
    (TERMS, "stepping", {"of": 1, "hand": [[0, 1, 4], [3, 9]]}, False),
    (TERMS, "ahead", {"of": 0, "hand": [[3, 4], [0, 1]]}, False),
    (TERMS, "ahead", {"of": 1, "hand": [[3, 4], [0, 1]]}, False),
    (TERMS, "level", {"of": 0, "hand": [[3, 4], [0, 1]]}, True),
    (TERMS, "top", {"hand": [[3, 4], [0, 1]]}, 1),
    (TERMS, "ahead", {"of": 0, "hand": [[3, 4], [0, 11]]}, True),
    (TERMS, "level", {"of": 0, "hand": [[0], [11]]}, True),
    (TERMS, "top", {"hand": [[0], [11]]}, None),
    (TERMS, "top", {"hand": [[0], [10, 11]]}, 1),
    (TERMS, "same-sort", {"hand": [[0, 1], [3, 4]]}, 1),
    (TERMS, "same-sort", {"hand": [[0, 1], [4, 7]]}, 2),
    (TERMS, "same-sort", {"hand": [[0, 1], [5]]}, 2),
    # Values own places and definitions, each its own.
    (TERMS, "heaviest", {"stack": [[0], [1, 4], []]}, BLUE),
    (TERMS, "heaviest", {"stack": [[0, 3], [1, 4], []]}, None),
    (TERMS, "heavy-leader", {"stack": [[0, 3], [1, 4, 7], [2]]}, BLUE),
    (TERMS, "heavy-leader", {"stack": [[0], [1], [2]]}, None),
    (TERMS, "heavy-count", {"stack": [[0, 3], [1, 4, 7], [2]]}, 2),
    (TERMS, "next-one", {"stack": [[0], [1, 4], []]}, GREEN),
    (TERMS, "next-one", {"stack": [[0], [1], [2, 5]]}, None),
    (TERMS, "last-one", {"stack": [[0, 3], [1], []]}, None),
    (TERMS, "stacked", {"stack": [[3], [1, 4], [2]]}, [3, 1, 4, 2]),
    (TERMS, "even", {"stack": [[0, 3], [1, 4], [2, 5]]}, 1),
    (TERMS, "even", {"stack": [[0, 3], [1], [2, 5]]}, 0),
    (TERMS, "bare", {"stack": [[0, 3], [1], [2, 5]]}, 0),
    (TERMS, "bare", {"stack": [[0, 3], [], [2, 5]]}, 1),
    (TERMS, "spare", {"stack": [[0, 3], [1], [2, 5]]}, [BLUE]),
    *((TERMS, "cost", {"key": [tile]}, price) for tile, price in ((0, 7), (4, 5), (2, 0))),
    (TERMS, "cost", {}, 0),
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
    rules = small_game(text) if text in (TERMS, MAKES) else resolved(text_of("table") + text)
    runtime = Runtime(rules, 2, writes)
    stored = {variable.name: variable.base for variable in runtime.rules.stored}
    state = laid(runtime, **{key: held for key, held in position.items() if key != "of" and key not in stored})
    for key, held in position.items():
        if key in stored:
            each = held if isinstance(held, list) else [held]
            state.cells[stored[key] : stored[key] + len(each)] = each
    value = meaning(runtime, state, name, position.get("of"))
    assert ([*value] if isinstance(value, list | tuple | range) else value) == wanted
