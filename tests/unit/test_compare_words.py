"""The words of two texts side by side: nothing lost, nothing twice, and the same from either side."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.compare.words import (
    BOTH,
    FIRST,
    SECOND,
    RowSide,
    differences,
    mark_words,
    mirrored,
    same_words,
    stretches_of,
    tokens_of,
)

WORDS = st.lists(
    st.sampled_from(["the", "Lead", "“Line”", "3", "cards,", "(or", "i. e.", "wins.", "—", "he"]), max_size=12
)


@given(WORDS, WORDS)
def test_runs_are_the_words_of_both_sides(first: list[str], second: list[str]) -> None:
    left, right = " ".join(first), " ".join(second)
    runs = differences(left, right)
    assert "".join(run.first for run in runs) == left
    assert "".join(run.second for run in runs) == right
    for run in runs:
        assert bool(run.first) == (run.kind != SECOND)
        assert bool(run.second) == (run.kind != FIRST)
        if run.kind == BOTH:
            assert [one.strip() for one in tokens_of(run.first)] == [one.strip() for one in tokens_of(run.second)]


@given(WORDS, WORDS)
def test_exchanged_sides_are_a_mirror(first: list[str], second: list[str]) -> None:
    runs = differences(" ".join(first), " ".join(second))
    assert differences(" ".join(second), " ".join(first)) == mirrored(runs)
    assert mirrored(mirrored(runs)) == runs


def test_signs_alone_are_nothing_in_common() -> None:
    runs = differences("one, two", "three, four")
    assert [run.kind for run in runs] == [FIRST, SECOND]
    assert [one.strip() for one in tokens_of("i. e. 3 of a sort")] == ["i. e.", "3", "of", "a", "sort"]


def test_same_words_disregard_signs() -> None:
    assert same_words("(A New Game)", "[A New Game]")
    assert not same_words("A New Game", "A new Game")


def test_pieces_begin_where_clauses_begin() -> None:
    side = RowSide((("I.1", 0), ("I.2", 8)), "He cuts, and deals.")
    runs = differences(side.words, "She cuts, and deals.")
    pieces = stretches_of(runs, FIRST, side)
    assert "".join(piece.words for piece in pieces) == side.words
    assert [piece.clause for piece in pieces if piece.clause] == ["I.1", "I.2"]
    side = RowSide((("I.1", 0), ("I.2", 9)), "He cuts, and deals.")
    assert mark_words(stretches_of(runs, FIRST, side), FIRST) == "I.1 [-He-] cuts, I.2 and deals."
    other = RowSide((("I.1", 0),), "She cuts, and deals.")
    assert mark_words(stretches_of(runs, SECOND, other), SECOND) == "I.1 {+She+} cuts, and deals."
