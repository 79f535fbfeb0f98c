"""Problems keep the order of the files, and suggestions are similar to the misspelt word."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sphinx.errors import ExtensionError

from cc_dsl.codegen.faults import NotFast
from cc_dsl.diagnostics.problem import Label, Problem, RulesError, has_errors, in_order, nearest
from cc_dsl.diagnostics.render import as_json, render_text
from cc_dsl.edition.build import bare_message
from cc_dsl.errors import UserError, not_installed
from cc_dsl.source.files import Source, Span


def test_rules_error_carries_all_problems_and_warnings_alone_are_none() -> None:
    error = RulesError([Problem("a", "One."), Problem("b", "Two.")])
    assert [problem.code for problem in error.problems] == ["a", "b"]
    assert str(error) == "One.\nTwo."
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
    suggestions = nearest(word, known)
    assert len(suggestions) <= 3
    assert set(suggestions) <= set(known)
    if word and word in known:
        assert suggestions[0].casefold() == word.casefold()


# UserError is the one error for bad input: a sentence with a code, which survives pickling between processes.


@pytest.mark.parametrize(
    "error", [UserError("bad-case", "No."), not_installed("Numba", "fast"), NotFast("7 things", "a rule")]
)
def test_error_stays_whole_between_processes(error: UserError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.sentence) == (type(error), error.code, error.sentence)
    assert str(again) == again.sentence


def test_missing_package_names_its_extra() -> None:
    error = not_installed("Dask", "cluster")
    assert error.code == "not-installed"
    how = "In the folder of the project, install the extra “cluster”:   pip install '.[cluster]'"
    assert str(error) == f"Dask is not installed. {how}"


def test_what_stops_a_build_is_said_without_the_function_that_met_it() -> None:
    wrapped = ExtensionError("Handler <function _outdated at 0x7f03> threw an exception", ValueError("Too many."))
    assert bare_message(wrapped) == "Too many."
    assert bare_message(ExtensionError("There is no theme.")) == "There is no theme."


# Problems are rendered as the style guide says, in text, JSON and HTML.


TEXT = "\n" * 40 + "  the eldest hand opens the second gate.\n" + "\n" * 15 + "  the loser opens it.\n"
GATES = Source("corpus/three-gates/game.rules", TEXT)


def span_of(words: str, source: Source = GATES) -> Span:
    start = source.text.index(words)
    return Span(start, start + len(words))


TWO_ANSWERS = Problem(
    "two-answers",
    "Clauses 4 and 6 both say who opens the second gate.",
    GATES,
    span_of("the eldest hand opens the second gate."),
    (Label(GATES, span_of("the loser opens it."), "clause 6 gives another answer"),),
    (
        ("three-gates.4", "Eldest hand shall open each gate in turn."),
        ("three-gates.6", "He that has lost a gate opens the next."),
    ),
    (
        "If the text settles it, write which yields:   clause 4 yields to clause 6.",
        "If it does not, record a reading in corpus/three-gates/readings.toml, and name it here.",
    ),
)

EXPECTED = Path(__file__).with_name("two-answers.txt").read_text("utf-8")


def test_code_told_once_is_short_the_next_time() -> None:
    second = TWO_ANSWERS._replace(span=span_of("second"), remedies=(*TWO_ANSWERS.remedies, "Or ask the author."))
    first, _, rest = render_text([TWO_ANSWERS, second]).partition("\n\ncorpus")
    assert first + "\n" == EXPECTED
    assert "^^^^^^" in rest
    assert "Clause 4 of the text:" in rest
    assert "More about this" not in rest
    assert "record a reading" not in rest
    assert "Or ask the author." in rest


def test_clauses_of_two_editions_name_them() -> None:
    text = render_text([Problem("x", "s", clauses=(("1860.I", "Cut."), ("1862.I.1", "Deal.")))])
    assert 'Clause I of 1860:  "Cut."' in text
    assert 'Clause I.1 of 1862:  "Deal."' in text
    # Thin and unbroken spaces are spaces.
    assert '"e. g. 3 Kings"' in render_text([Problem("x", "s", clauses=(("e.1", "e.\u2009g. 3\u00a0Kings"),))])


def test_long_lines_are_cut_around_the_place() -> None:
    source = Source("x", "a " * 60 + "WRONG " + "b " * 60)
    lines = render_text([Problem("x", "s", source, span_of("WRONG", source))]).split("\n")
    shown, underline = lines[2], lines[3]
    assert len(shown) <= 80
    assert shown.index("WRONG") == underline.index("^^^^^")
    assert "... " in shown


def test_label_elsewhere_in_the_same_line_and_in_another_file() -> None:
    source = Source("a.rules", "one two\n")
    other = Source("b.rules", "\nthree\n")
    labels = (Label(source, Span(4, 7), "again"), Label(other, span_of("three", other), "there"))
    text = render_text([Problem("x", "s", source, Span(0, 3), labels)])
    frame = text.split("\n\n")[1]
    assert frame == "\n".join(
        ["  1 | one two", "    | ^^^", "    |     --- again", "  in b.rules:2:1", "  2 | three", "    | ----- there"]
    )


def test_tabs_and_the_end_of_the_file_keep_the_underline_in_place() -> None:
    source = Source("a", "\tone")
    assert "  1 |     one\n    |     ^^^" in render_text([Problem("x", "s", source, Span(1, 4))])
    assert "  1 |     one\n    |        ^" in render_text([Problem("x", "s", source, Span(4, 4))])


def test_rules_file_cannot_colour_or_move_the_screen() -> None:
    evil = "\x1b[2J\u202e"
    source = Source(f"a{evil}", f"x{evil}y")
    problem = Problem("x", evil, source, Span(0, 1), (), (("e.1", evil),), (evil,))
    text = render_text([problem])
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_text_is_that_of_the_style_guide_and_colour_is_for_who_wants_it() -> None:
    assert render_text([TWO_ANSWERS]) == EXPECTED

    coloured = render_text([TWO_ANSWERS], color=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == EXPECTED


@given(
    st.text(alphabet="ab \t\n“é", max_size=200),
    st.integers(-3, 210),
    st.integers(-3, 210),
    st.text(max_size=200),
    st.booleans(),
)
def test_every_place_can_be_rendered(text: str, start: int, end: int, words: str, color: bool) -> None:
    source = Source("a", text)
    problem = Problem("x", "s", source, Span(start, end), (Label(source, Span(end, start), words),))
    frame = render_text([problem]).split("\n\n")[1]
    if max((len(word) for word in words.split()), default=0) < 30:
        assert all(len(line) <= 80 for line in frame.split("\n"))
    render_text([problem], color)
    json.dumps(as_json([problem]))
