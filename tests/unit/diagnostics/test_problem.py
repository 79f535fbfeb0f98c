"""Problems keep the order of the files, and suggestions are near the word that was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.diagnostics.problem import (
    Problem,
    RulesError,
    explanations,
    has_errors,
    in_order,
    nearest,
)
from cc_dsl.source.files import Source, Span


def test_rules_error_carries_all_problems() -> None:
    """An error that nobody catches still says every sentence."""
    error = RulesError([Problem("a", "One."), Problem("b", "Two.")])
    assert [problem.code for problem in error.problems] == ["a", "b"]
    assert str(error) == "One.\nTwo."


def test_warnings_alone_are_no_errors() -> None:
    """A check with nothing but warnings has passed."""
    warning = Problem("a", "One.", level="warning")
    assert not has_errors([warning])
    assert has_errors([warning, Problem("b", "Two.")])


def test_problems_follow_their_files() -> None:
    """Files come as they were first met, places in their order, and what has no place first."""
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
    """One slip in a word finds it, nearest first, and another word altogether finds nothing."""
    assert nearest(word, ["passing", "parsing", "Lead", "hand", "row", "o"]) == expected


def test_nearest_word_comes_first_and_each_once() -> None:
    """At most three are given; among equals the order of the vocabulary holds."""
    known = ["cards", "card", "carts", "cart", "card", "care"]
    assert nearest("card", known) == ["card", "cards", "cart"]
    assert nearest("card", known, most=1) == ["card"]


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=8))
def test_suggestions_are_known_words(word: str, known: list[str]) -> None:
    """Whatever was written, only known words are suggested, and no more than three."""
    found = nearest(word, known)
    assert len(found) <= 3
    assert set(found) <= set(known)
    if word and word in known:
        assert found[0].casefold() == word.casefold()


def test_every_code_has_a_slug_and_a_paragraph() -> None:
    """A page of a problem is a paragraph, without line ends, and its code can be typed."""
    for code, paragraph in explanations().items():
        assert code == code.lower()
        assert code.replace("-", "").isalnum()
        assert len(paragraph) > 80
        assert "\n" not in paragraph
        assert paragraph.endswith(".")
    assert list(explanations()) == sorted(explanations())
