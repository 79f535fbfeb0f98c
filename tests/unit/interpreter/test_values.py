"""Values that own places and variables, stored values, pieces of several kinds, and choices of every kind."""

from __future__ import annotations

import pytest

from cc_dsl.closures.runtime import Runtime
from cc_dsl.engine.game import Game, replay
from cc_dsl.engine.judge import answer
from cc_dsl.engine.moves import Refusal
from cc_dsl.errors import UserError
from tests.unit.interpreter.small import rules_of

# -------------------------------------------------------------------------------------- what play changes

STORED = """
editor "the table"
  this game is for 2 players.
  there is a bag, an ordered place for tiles.
  all see the bag.
  there is a keepsake, a tile.
  there is a favourite, a colour.
  each player has a badge, a colour.
  each player has a friend, a player.
  each colour has a price, a number from minus 5 to 5.
  there is a depth, a number from minus 9 to minus 2.
  there is a height, a number from 3 to 9.
  the game goes thus:
    the tiles are shuffled into the bag.
    each colour in turn: its price grows by 2.
    Red's price falls by 4.
    player 1's badge is now Blue.
    player 2's friend is now player 1.
    the favourite is now player 1's badge.
    player 1 chooses a tile in the bag as the pick.
    the keepsake is now the pick.
    the badges are now none.
    player 2 chooses one of the players that are not player 2 as the rival.
    player 2 chooses one of the colours that are not the favourite as the hue.
    player 1's badge is now the hue.
    the rival wins.
"""


def test_stored_things_begin_with_none_and_numbers_near_nothing() -> None:
    """A number begins at 0, or at the bound nearest to it; everything else that play changes with none."""
    view = Runtime(rules_of(STORED), 2, "plain").new_state()
    game = Game(rules_of(STORED), seed=1)
    assert [number.first for number in game.rules.stored_as("number")] == [0, -2, 3]
    assert view.cells.count(None) == 6


def test_stored_things_change_and_are_seen() -> None:
    game = Game(rules_of(STORED), seed=1)
    view = game.view(0)
    assert view.numbers["price"] == {"Red": -2, "Blue": 2, "Green": 2}
    assert view.held == {"keepsake": None, "favourite": "Blue", "badge": ("Blue", None), "friend": (None, "player 1")}
    game.play(game.options[0])
    view = game.view(1)
    assert view.held["badge"] == (None, None)
    assert view.held["keepsake"] == game.rules.pieces.codes[0]


def test_players_and_values_are_chosen_by_their_names() -> None:
    game = Game(rules_of(STORED), seed=1, reasons=True)
    game.play(game.options[0])
    assert [move.text for move in game.moves()] == ["player 1"]
    refused = game.whynot("player 2")
    assert refused is not None
    assert refused.kind == "illegal"
    found = game.find_move("player 1")
    assert not isinstance(found, Refusal)
    game.play(found.answer)
    assert [move.text for move in game.moves()] == ["Red", "Green"]
    assert isinstance(game.find_move("Blue"), Refusal)
    assert isinstance(game.find_move("Pink"), Refusal)
    found = game.find_move("gre")
    assert not isinstance(found, Refusal)
    game.play(found.answer)
    assert [given.words for given in game.answers[-2:]] == ["player 1", "Green"]
    record = game.record()
    assert replay(game.rules, record).snapshot() == game.snapshot()


# ------------------------------------------------------------------------------------------------- groups

GROUPS = """
editor "a solitaire"
  this game is for 1 player.
  there is a board, a place for tiles.
  there is a heap, a place for tiles.
  all see the board together with the heap.
  there is a tally, a number from 0 to 99.
  a player's reach is the board.
  a set is 2 to 3 tiles in a player's reach.
  a set requires that no tile that is in the set is tabooed.
  a tile is tabooed if its colour is Green.
  a Pair is a set whose tiles have the same rank.
  a Run is a set whose tiles run in high.
  a Pair requires that it has 2 tiles.
  | of a set | gain |
  | Pair     | 2    |
  | Run      | 3    |
  the game goes thus:
    the tiles that are not tabooed go to the board.
    until not (the player has a set), at most 20 times or the game ends:
      the player chooses one of his sets as the pick.
      the tiles of the pick go to the heap.
      the tally grows by the gain of the pick.
    if the board is empty: the player wins.
  question result "What does it count?":
    tell the tally, called "tally".
    tell each player's sets, called "left".
""".replace("one of his sets", "one of the player's sets")


def test_groups_are_offered_by_sort_and_recorded_with_their_pieces() -> None:
    game = Game(rules_of(GROUPS), seed=1, reasons=True)
    names = [move.text for move in game.moves()]
    assert names[0].startswith("Pair ")
    assert len(names) == len(set(names))
    tiles = game.rules.pieces.names
    assert names[0] == f"Pair {tiles[0]}, {tiles[1]}"
    game.play(game.options[0])
    record = game.record()
    assert record.answers[-1].words == names[0]
    assert replay(game.rules, record).snapshot() == game.snapshot()
    assert game.undo()
    assert [move.text for move in game.moves()] == names


def test_result_is_told_at_the_end_only() -> None:
    game = Game(rules_of(GROUPS), seed=1)
    assert game.result == {}
    while not game.is_over:
        game.play(game.options[-1])
    assert game.result["tally"] > 0
    assert game.result["left"] == [[]]


# ----------------------------------------------------------------------------------------------- questions

ASKED = """
editor "a question"
  this game is for 2 players.
  there is a bag, an ordered place for tiles.
  each colour has a stack, a place for tiles.
  each player has a badge, a colour.
  each player has a keepsake, a tile.
  there is a chief, a player.
  a player's worth is 0 if his badge is none; otherwise the number of tiles in his badge's stack.
  the game goes thus:
    the tiles are shuffled into the bag.
    player 1 becomes the chief.
    player 1 wins.
  question judge "What is each worth?":
    given 0 to 4 tiles for each colour's stack, called "stack".
    given a colour for each player's badge, called "badge".
    given a tile for each player's keepsake, called "keepsake".
    given a player for the chief, called "chief".
    tell each player's worth, called "worth".
    tell each player's keepsake, called "kept".
    tell each colour's stack, called "stacks".
    tell the chief, called "chief".
"""


def test_what_play_changes_can_be_laid_for_a_question() -> None:
    rules = rules_of(ASKED)
    red, kept = "Ace of Red, King of Red", "Knave of Green"
    found = answer(rules, "judge", {"stack": [red, "", ""], "badge": ["red", "Blue"], "keepsake": [kept, ""]})
    assert found.value == {"worth": [2, 0], "kept": [kept, None], "stacks": [red.split(", "), [], []], "chief": None}
    assert found.decisions_for()
    assert answer(rules, "judge", {"chief": ["player 2"]}).value["chief"] == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"badge": ["Pink", "Red"]}, "is not a colour"),
        ({"badge": ["Red"]}, "this game is for 2 players"),
        ({"chief": ["player 3"]}, "is not a player"),
        ({"stack": ["", ""]}, "is given twice, not 3 times"),
    ],
)
def test_what_cannot_be_laid_is_refused(given: dict[str, list[str]], said: str) -> None:
    with pytest.raises(UserError, match=said):
        answer(rules_of(ASKED), "judge", given)
