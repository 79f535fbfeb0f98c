"""Problems keep the order of the files, and suggestions are near the word that was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.diagnostics.problem import (
    Problem,
    RulesError,
    has_errors,
    in_order,
    nearest,
)
from cc_dsl.source.files import Source, Span


def test_rules_error_carries_all_problems() -> None:
    error = RulesError([Problem("a", "One."), Problem("b", "Two.")])
    assert [problem.code for problem in error.problems] == ["a", "b"]
    assert str(error) == "One.\nTwo."


def test_warnings_alone_are_no_errors() -> None:
    warning = Problem("a", "One.", level="warning")
    assert not has_errors([warning])
    assert has_errors([warning, Problem("b", "Two.")])


def test_problems_follow_their_files() -> None:
    one, two = Source("one", "abc"), Source("two", "abc")
    problems = [
        Problem("4", "", two, Span(1, 2)),
        Problem("2", "", one, Span(2, 3)),
        Problem("0", ""),
        Problem("1", "", one, Span(0, 1)),
        Problem("3", "", two, None),
    ]
    assert [problem.code for problem in in_order(problems)] == ["0", "3", "4", "1", "2"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("pasing", ["passing", "parsing"]),
        ("Lede", ["Lead"]),
        ("lead", ["Lead"]),
        ("hnad", ["hand"]),
        ("elephant", []),
        ("x", []),
        ("", []),
    ],
)
def test_suggestions_are_near(word: str, expected: list[str]) -> None:
    assert nearest(word, ["passing", "parsing", "Lead", "hand", "row", "o"]) == expected


def test_nearest_word_comes_first_and_each_once() -> None:
    known = ["cards", "card", "carts", "cart", "card", "care"]
    assert nearest("card", known) == ["card", "cards", "cart"]
    assert nearest("card", known, most=1) == ["card"]


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=8))
def test_suggestions_are_known_words(word: str, known: list[str]) -> None:
    found = nearest(word, known)
    assert len(found) <= 3
    assert set(found) <= set(known)
    if word and word in known:
        assert found[0].casefold() == word.casefold()
