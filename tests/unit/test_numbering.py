"""Blocks and hidden places have the same numbers in two games, as far as both games have them."""

from __future__ import annotations

from cc_dsl.compiler.numbering import numbered

BLOCKS = {
    "B_0": ["a1 = S[0]", "S[H_0] = a1", "pc = B_1"],
    "B_1": ["S[H_1] = 0", "pc = B_2"],
    "B_2": ["return"],
}


def test_names_are_numbered_in_the_order_in_which_they_were_written() -> None:
    """Blocks from 0, and places from the first that is free."""
    found = numbered(BLOCKS, ["H_0", "H_1"], 7)
    assert found.by_number == {
        0: ["a1 = S[0]", "S[7] = a1", "pc = 1"],
        1: ["S[8] = 0", "pc = 2"],
        2: ["return"],
    }


def test_what_another_game_has_too_is_numbered_as_there() -> None:
    """One block and one place more change no other number."""
    more = {
        "B_0": ["a5 = S[0]", "S[H_0] = a5", "pc = B_2"],
        "B_1": ["S[H_1] = 5", "S[H_2] = 0", "pc = B_2"],
        "B_2": ["S[H_2] = 0", "pc = B_3"],
        "B_3": ["return"],
    }
    found = numbered(more, ["H_0", "H_1", "H_2"], 20, numbered(BLOCKS, ["H_0", "H_1"], 7))
    assert found.by_number == {
        0: ["a5 = S[0]", "S[7] = a5", "pc = 1"],
        1: ["S[8] = 0", "pc = 2"],
        2: ["return"],
        3: ["S[20] = 5", "S[8] = 0", "pc = 1"],
    }


def test_a_game_begins_with_the_same_block_whatever_is_in_it() -> None:
    """The first block has the number 0, though another has the text of the other game's first."""
    other = {"B_0": ["S[0] = 1", "pc = B_1"], "B_1": BLOCKS["B_0"], "B_2": BLOCKS["B_1"], "B_3": BLOCKS["B_2"]}
    assert numbered(other, ["H_0", "H_1"], 7, numbered(BLOCKS, ["H_0", "H_1"], 7)).blocks["B_0"] == 0
