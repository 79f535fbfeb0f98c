"""The words of two texts side by side: nothing lost, nothing twice, and the same from either side."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.compare.alignment import aligned_pairs, load_alignment
from cc_dsl.compare.words import (
    BOTH,
    FIRST,
    SECOND,
    RowSide,
    Run,
    differences,
    mark_words,
    mirrored,
    same_words,
    side_of,
    stretches_of,
    tokens_of,
)
from cc_dsl.pipeline import Edition, find_rules

WORDS = st.lists(
    st.sampled_from(["the", "Lead", "“Line”", "3", "cards,", "(or", "i. e.", "wins.", "—", "he"]), max_size=12
)


def edition(name: str) -> Edition:
    """Return an edition whose words are wanted, whether its rules can be read or not."""
    return Edition(find_rules(name), {})


@given(WORDS, WORDS)
def test_runs_are_the_words_of_both_sides(first: list[str], second: list[str]) -> None:
    """Put end to end, the runs give each side letter by letter, and what is common is in both."""
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
    """Which edition is named first makes no difference to what differs."""
    runs = differences(" ".join(first), " ".join(second))
    assert differences(" ".join(second), " ".join(first)) == mirrored(runs)
    assert mirrored(mirrored(runs)) == runs


def test_a_difference_shows_what_went_before_what_came() -> None:
    """What the first side has alone stands before what the second has, and signs count."""
    assert differences("Game is 20 or 50.", "A Hit is 5,") == (
        Run(FIRST, "Game", ""),
        Run(SECOND, "", "A Hit"),
        Run(BOTH, " is", " is"),
        Run(FIRST, " 20 or 50.", ""),
        Run(SECOND, "", " 5,"),
    )


def test_signs_alone_are_nothing_in_common() -> None:
    """A comma between two rewritten halves does not hold them together, and an abbreviation is one word."""
    runs = differences("one, two", "three, four")
    assert [run.kind for run in runs] == [FIRST, SECOND]
    assert [one.strip() for one in tokens_of("i. e. 3 of a sort")] == ["i. e.", "3", "of", "a", "sort"]


def test_same_words_disregard_signs() -> None:
    """Words are the same whatever stands between them, but not whatever their capitals."""
    assert same_words("(A New Game)", "[A New Game]")
    assert not same_words("A New Game", "A new Game")


def test_pieces_begin_where_clauses_begin() -> None:
    """The id of a clause stands before its first word, also where that is in the middle of a run."""
    side = RowSide((("I.1", 0), ("I.2", 8)), "He cuts, and deals.")
    runs = differences(side.words, "She cuts, and deals.")
    pieces = stretches_of(runs, FIRST, side)
    assert "".join(piece.words for piece in pieces) == side.words
    assert [piece.clause for piece in pieces if piece.clause] == ["I.1", "I.2"]
    side = RowSide((("I.1", 0), ("I.2", 9)), "He cuts, and deals.")
    assert mark_words(stretches_of(runs, FIRST, side), FIRST) == "I.1 [-He-] cuts, I.2 and deals."
    other = RowSide((("I.1", 0),), "She cuts, and deals.")
    assert mark_words(stretches_of(runs, SECOND, other), SECOND) == "I.1 {+She+} cuts, and deals."


@pytest.mark.parametrize(("first", "second"), aligned_pairs())
def test_every_word_of_both_texts_stands_in_one_row(first: str, second: str) -> None:
    """The rows together have every word of the text, headings apart, each once in each row that has its clause."""
    editions = edition(first), edition(second)
    alignment = load_alignment(*editions)
    for number, one in enumerate(editions):
        assert one.text is not None
        shown: list[str] = []
        for row in alignment.rows:
            sides = [side_of(two.text, row.side(at)) for at, two in enumerate(editions) if two.text is not None]
            runs = differences(sides[0].words, sides[1].words)
            which = SECOND if number else FIRST
            shown += words_in("".join(piece.words for piece in stretches_of(runs, which, sides[number])))
        rows = Counter(clause for row in alignment.rows for clause in row.side(number))
        assert min(rows[name] for name in one.text.clauses) >= 1
        clauses = [clause for name, clause in one.text.clauses.items() for _ in range(rows[name])]
        parts = [part for clause in clauses for part in clause.segments]
        assert sorted(shown) == sorted(word for part in parts for word in words_at(one, part))


def words_at(one: Edition, span: tuple[int, int]) -> list[str]:
    """Return the words in a stretch of the printed text."""
    assert one.text is not None
    printed = one.text.text.text[span[0] : span[1]]
    without_signs = re.sub(r"\{sc:([^{}]*)\}|[*_]", r"\1", printed)
    return words_in(re.sub(r"\[\[figure.*?Labels:", "", without_signs))


def words_in(words: str) -> list[str]:
    """Return words and numbers without signs."""
    return re.findall(r"[^\W_]+", words)
