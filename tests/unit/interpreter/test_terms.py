"""Things and conditions mean what the model's docstrings say, with and without reasons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.closures.runtime import Runtime
from cc_dsl.closures.state import UNSETTLED
from cc_dsl.core.runs import positions_in_run as laid_in_order
from cc_dsl.core.runs import stretches
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
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.
  a tile is royal if its rank is one of King or Queen.
  a tile is also royal if its rank is Ace.
  the game goes thus: nothing.
"""

KINDS = ("plain", "reasons")


def value(text: str, name: str, owner: int | None = None, cells: dict[str, Any] | None = None, **places: Any) -> Any:
    """Return what a name means in a position, the same for every builder."""
    found = []
    for writes in KINDS:
        runtime = Runtime(rules_of(TABLE + text), 2, writes)
        state = laid(runtime, **places)
        for cell, held in (cells or {}).items():
            stored = next(one for one in runtime.rules.stored if one.name == cell)
            each = held if isinstance(held, list | tuple) else [held]
            state.cells[stored.base : stored.base + len(each)] = each
        got = meaning(runtime, state, name, owner)
        found.append([*got] if isinstance(got, list | tuple | range) else got)
    assert found[0] == found[1]
    return found[0]


def test_union_holds_a_piece_once() -> None:
    """What lies in both sets is in their union once, in the order in which it is met."""
    text = "  the whole is the tiles in the board together with the tiles in the board that are royal.\n"
    assert value(text, "whole", board=[11, 0, 4]) == [11, 0, 4]
    assert value("  the whole is the board together with the well.\n", "whole", board=[5], well=[2, 1]) == [5, 2, 1]


def test_difference_and_filter() -> None:
    """“except” takes away, “that” keeps."""
    assert value("  the rest is the board except the key.\n", "rest", board=[3, 1], key=[2]) == [3, 1]
    assert value("  the rest is the tiles in the board that are not royal.\n", "rest", board=[9, 0, 10]) == [9, 10]


def test_none_counts_nothing_and_holds_nothing() -> None:
    """A place of nobody's is empty, a number of nobody's is 0, and an empty place for one piece holds none."""
    assert value("  the lot is the number of tiles in the chief's hand.\n", "lot", hand=[[1], [2]]) == 0
    assert value("  the sum is the chief's count plus 2.\n", "sum", cells={"count": [4, 5]}) == 2
    assert value("  the sum is the chief's count plus 2.\n", "sum", cells={"count": [4, 5], "chief": 1}) == 7
    assert value("  the rival is the player after the chief.\n", "rival") is None
    assert value("  the rival is the player after the chief.\n", "rival", cells={"chief": 1}) == 0
    assert value("  a tile is first if it is the key.\n", "first", 3) is False


def test_definition_without_a_case_that_holds() -> None:
    """A number is then 0, a set empty, everything else none."""
    assert value("  the fee is 3 if the board is not empty.\n", "fee") == 0
    assert value("  the fee is 3 if the board is not empty.\n", "fee", board=[1]) == 3
    assert value("  the lot is the board if the board has 2 tiles.\n", "lot", board=[1]) == []
    assert value("  the lucky is the chief if the board has 2 tiles.\n", "lucky", cells={"chief": 1}) is None


def test_best_of_none_is_none_and_ranks_below_everything() -> None:
    """Nothing beats a piece, and two nothings are level."""
    text = "  the top is the player with the best mark.\n  the low is the player with the worst mark.\n"
    assert value(text, "top", mark=[[], [11]]) == 1
    assert value(text, "low", mark=[[], [11]]) == 1
    assert value(text, "top", mark=[[], []]) is None
    assert value(text, "top", mark=[[4], [3]]) == 1
    assert value(text, "low", mark=[[4], [3]]) == 0
    best = "  the pick is the best tile in the board.\n"
    assert value(best, "pick") is None
    assert value(best, "pick", board=[4, 3, 11]) == 3


def test_champion_is_nobody_when_two_share_it() -> None:
    """The measure must be strictly above that of all others."""
    text = "  the head is the player with the greatest count.\n  the tail is the player with the least count.\n"
    assert value(text, "head", cells={"count": [3, 3]}) is None
    assert value(text, "head", cells={"count": [3, 4]}) == 1
    assert value(text, "tail", cells={"count": [3, 4]}) == 0


def test_extremes_of_nothing_are_zero() -> None:
    """Greatest, least and total of no things are 0."""
    for degree in ("greatest", "least", "total"):
        text = f"  the sum is the {degree} worth of the board.\n  a tile's worth is its rank in the order high.\n"
        assert value(text, "sum") == 0
    text = "  the sum is the total worth of the board.\n  a tile's worth is its rank in the order high.\n"
    assert value(text, "sum", board=[0, 11]) == 5


def test_comparing_and_counting() -> None:
    """“at least” includes, “more than” does not."""
    for relation, holds in (("at least 2", True), ("at most 2", True), ("more than 2", False), ("fewer than 2", False)):
        assert value(f"  the flag is 1 if the board has {relation} tiles.\n", "flag", board=[1, 2]) == int(holds)
    text = "  a player is ahead if his hand has more royals than the other player's hand.\n"
    assert value(text, "ahead", 0, hand=[[0, 3], [4, 9, 10]]) is True
    assert value(text, "ahead", 1, hand=[[0, 3], [4, 9, 10]]) is False


def test_quantifiers_over_nothing() -> None:
    """Every of none holds, some of none does not, no of none does."""
    for quantity, holds in (("every", 1), ("some", 0), ("no", 1)):
        text = f"  the flag is 1 if {quantity} tile that is in the board is royal.\n"
        assert value(text, "flag") == holds
    assert value("  the flag is 1 if every hand is empty.\n", "flag", hand=[[], [1]]) == 0
    assert value("  the flag is 1 if some hand is empty.\n", "flag", hand=[[], [1]]) == 1
    assert value("  the flag is 1 if no hand is empty.\n", "flag", hand=[[], [1]]) == 0


def test_conditions_about_places() -> None:
    """Being in a place, in one of several, and being the same set."""
    text = "  a tile is out if it is in (the board together with the well).\n"
    assert value(text, "out", 3, board=[3]) is True
    assert value(text, "out", 4, board=[3], hand=[[4], []]) is False
    text = "  the flag is 1 if the tiles in the board are the tiles in the well.\n"
    assert value(text, "flag") == 1
    assert value(text, "flag", board=[1]) == 0
    text = "  the flag is 1 if the tiles in the hands have the same rank.\n"
    assert value(text, "flag", hand=[[0], [1]]) == 1
    assert value(text, "flag", hand=[[0], [3]]) == 0
    assert value(text, "flag") == 1


def test_predicate_has_several_cases() -> None:
    """“also” adds a case; one that holds is enough."""
    assert value("", "royal", 0) is True
    assert value("", "royal", 3) is True
    assert value("", "royal", 9) is False


def test_one_exception_decides() -> None:
    """The rule holds where none of its exceptions does."""
    text = """
§1.1 "a"
  the fee is 1.

§1.2 "b"
  instead of §1.1, the fee is 2 if the board is not empty.

§1.3 "c"
  instead of §1.1, the fee is 3 if the board is empty and the well is not empty; 4 if the board is empty and the key is
      none.
"""
    rules = rules_of(TABLE + text)
    for writes in KINDS:
        runtime = Runtime(rules, 2, writes)
        assert meaning(runtime, laid(runtime, key=[5]), "fee") == 1
        assert meaning(runtime, laid(runtime, board=[1], key=[5]), "fee") == 2
        assert meaning(runtime, laid(runtime, well=[1]), "fee") == 3
        assert meaning(runtime, laid(runtime), "fee") == 4
        assert meaning(runtime, laid(runtime, board=[1], well=[2]), "fee") == 2


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
"""


def test_groups_of_a_player() -> None:
    """A pair of one rank, pairs that follow one another, and requirements that keep some from being one."""
    hand = [[0, 1, 4], [3, 9]]
    assert value(GROUPS, "gain", 0, hand=hand) == 5
    assert value(GROUPS, "sum", 0, hand=hand) == 9
    assert value(GROUPS, "gain", 1, hand=hand) == 0
    assert value(GROUPS, "stepping", 0, hand=hand) is True
    assert value(GROUPS, "stepping", 1, hand=hand) is False


def test_groups_compare_by_rank_and_champions_also_by_deciders() -> None:
    """“better” stops where “as good” begins; who has the best is found by the decider too."""
    hand = [[3, 4], [0, 1]]
    assert value(GROUPS, "ahead", 0, hand=hand) is False
    assert value(GROUPS, "ahead", 1, hand=hand) is False
    assert value(GROUPS, "level", 0, hand=hand) is True
    assert value(GROUPS, "top", hand=hand) == 1
    assert value(GROUPS, "ahead", 0, hand=[[3, 4], [0, 11]]) is True
    assert value(GROUPS, "level", 0, hand=[[0], [11]]) is True
    assert value(GROUPS, "top", hand=[[0], [11]]) is None
    assert value(GROUPS, "top", hand=[[0], [10, 11]]) == 1


def test_the_sort_of_a_group_is_compared() -> None:
    """Two groups are of one sort whatever their pieces; a player without a group has none of any sort."""
    text = "  the same-sort is 1 if the sort of player 1's Pair is the sort of player 2's Pair; otherwise 2.\n"
    assert value(GROUPS + text, "same-sort", hand=[[0, 1], [3, 4]]) == 1
    assert value(GROUPS + text, "same-sort", hand=[[0, 1], [4, 7]]) == 2
    assert value(GROUPS + text, "same-sort", hand=[[0, 1], [5]]) == 2


def test_what_is_said_of_several_things_is_true_of_each() -> None:
    """One that is otherwise makes it false; of nothing at all it is true."""
    text = "  the stake is 1 if the tiles in the board are royal; otherwise 2.\n"
    assert value(text, "stake", board=[0, 3, 8]) == 1
    assert value(text, "stake", board=[0, 9, 3]) == 2
    assert value(text, "stake") == 1


def test_settled_value_is_kept_until_it_is_unsettled() -> None:
    text = "  the fee is 1 if the board is empty; otherwise 2.\n  the round goes thus:\n    settle the fee.\n"
    for writes in KINDS:
        runtime = Runtime(rules_of(TABLE + text), 2, writes)
        state = laid(runtime)
        cell = runtime.rules.definitions["fee"].settled
        assert cell is not None
        assert state.cells[cell] is UNSETTLED
        assert meaning(runtime, state, "fee") == 1
        state.cells[cell] = 1
        state.places[0].append(state.places[-1].pop())
        state.cache.clear()
        assert meaning(runtime, state, "fee") == 1
        state.cells[cell] = UNSETTLED
        assert meaning(runtime, state, "fee") == 2


def test_stretches_of_an_order() -> None:
    """Values run if they can be laid without a gap; an order may come back to its first value, but is no ring."""
    order = (0, 1, 2, 3, 0)
    assert set(stretches(order)[3]) == {(0, 1, 2), (1, 2, 3), (0, 2, 3)}
    assert stretches(order)[3][(0, 2, 3)] == {3}
    assert laid_in_order(order, [2, 0, 3]) == [1, 2, 0]
    assert laid_in_order(order, [0, 1, 3]) == []


@given(st.permutations(range(6)), st.integers(1, 6), st.integers(0, 5))
def test_stretches_can_be_laid(order: list[int], length: int, start: int) -> None:
    """Whatever stands next to each other in an order runs, in whatever order it is given, and is laid back."""
    stretch = order[start : start + length]
    assert tuple(sorted(stretch)) in stretches(tuple(order))[len(stretch)]
    values = sorted(stretch)
    assert [values[place] for place in laid_in_order(tuple(order), values)] == stretch[::-1]


@pytest.mark.parametrize("quantity", ["some", "every"])
def test_a_pronoun_in_what_narrows_means_each_one(quantity: str) -> None:
    """As the table of pronouns says: the phrase that narrows is nearer than the definition around it."""
    heaps = "  each colour has a heap, a place for tiles.\n"
    text = f"{heaps}  a tile is met if {quantity} tile that is in its colour's heap is in the board.\n"
    assert value(text, "met", 3, board=[0], heap=[[], [], []]) is (quantity == "every")


def test_the_name_in_what_narrows_means_the_one_outside() -> None:
    """So that something can be compared with it."""
    text = "  a tile is met if some tile whose rank is the tile's rank is in the board.\n"
    assert [value(text, "met", tile, board=[0]) for tile in (1, 3)] == [True, False]


def test_a_piece_in_a_place_is_the_best_there_also_where_a_piece_is_spoken_of() -> None:
    """Only the pieces of a place can be “in” something; the piece in question is named without it."""
    said = "the player with the best tile in his hand.\n"
    for hands in ([[0], [5]], [[5], [0]]):
        alone = value(f"  the keeper is {said}", "keeper", hand=hands)
        assert value(f"  a tile's keeper is {said}", "keeper", 3, hand=hands) == alone
        assert alone is not None


def test_the_champion_of_what_is_spoken_of_has_the_best_of_his_place() -> None:
    """The same where the measure is not called the best."""
    said = "the player with the worst tile in his hand.\n"
    assert value(f"  a tile's loser is {said}", "loser", 3, hand=[[0], [5]]) in (0, 1)
