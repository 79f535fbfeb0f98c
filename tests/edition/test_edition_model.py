"""The blocks of an edition as data: words with their letters, statements, names, a game that was played, drawings.

What of them stands on a page is compared with `tests/golden/pages`.
"""

from __future__ import annotations

import re

import pytest

from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, draw
from cc_dsl.edition_model.edition import EditionView, edition_view
from cc_dsl.edition_model.played import play_edition
from cc_dsl.edition_model.terms import marks_of
from cc_dsl.edition_model.words import Styled, cut, mark, plain_runs, runs_of
from cc_dsl.pipeline import Edition, load
from cc_dsl.source.clauses import plain


@pytest.fixture(scope="module")
def edition() -> Edition:
    return load("1862")


@pytest.fixture(scope="module")
def view(edition: Edition) -> EditionView:
    """Return the edition, with a game up to the choice of the second Lead."""
    return edition_view(edition, play_edition(edition, 1862, "next-Lead", "random"))


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        ("plain", [Styled("plain")]),
        ("{sc:Trio}, _e. g._ 3", [Styled("Trio", "small-caps"), Styled(", "), Styled("e. g.", "italic"), Styled(" 3")]),
        ("*Court*", [Styled("Court", "bold")]),
        ("", []),
    ],
)
def test_signs_become_roles(words: str, runs: list[Styled]) -> None:
    """The signs of the transcription are letters of a kind, not characters."""
    assert list(runs_of(words)) == runs
    assert plain_runs(tuple(runs)) == plain(words)


def test_phrases_are_found_and_cut_across_signs_and_gaps() -> None:
    """A question may hang on words that stand on both sides of an interruption."""
    runs = (Styled("one "), Styled("two", "italic"), Styled(" … ", "gap"), Styled("three"))
    assert mark(runs, "one two") == (0, 7)
    assert mark(runs, "two three") == (4, 15)
    assert mark(runs, "four") is None
    assert mark(runs, "") is None
    whole = runs_of("{sc:Trio}, _e. g._ 3 Kings")
    pieces = cut(whole, {2, 5, 7, 400})
    assert plain_runs(tuple(run for _, run in pieces)) == plain_runs(whole)
    assert [offset for offset, _ in pieces] == [0, 2, 4, 5, 6, 7, 11]


def test_blocks_and_statements_are_exact(view: EditionView) -> None:
    """Every statement is characters of the file, stands in its block and under its clause, and has a name of its own.

    The ledger and the blocks agree.
    """
    source = view.file.source.text
    names = [statement.id for block in view.file.blocks for statement in block.statements]
    assert len(names) == len(set(names))
    for block in view.file.blocks:
        assert source[block.span.start : block.span.end] == block.text
        for statement in block.statements:
            assert source[statement.span.start : statement.span.end] == statement.text
            assert statement.text.endswith((".", "|"))
            assert statement.text in block.text
    for clause in view.clauses.values():
        assert bool(clause.blocks) or clause.status != "encoded"
        assert all(clause.id in statement.clauses for block in clause.blocks for statement in block.statements)


def test_names_lead_to_where_they_are_introduced(view: EditionView) -> None:
    """A name is known in all its forms, and the code links it where a block uses it from elsewhere."""
    line = view.terms["Line"]
    assert [place.statement for place in line.introduced] == ["II.1-1"]
    assert {"II.2", "III.1"} <= {place.block for place in line.used}
    block = view.clauses["II.2"].blocks[0]
    marks = [mark for mark in marks_of(view.file, block, view.terms) if mark.kind == "term"]
    assert [(block.text[mark.start : mark.end], mark.target) for mark in marks[:1]] == [("Lines", "Line")]


def test_steps_of_a_game_and_their_clauses_know_each_other(view: EditionView, edition: Edition) -> None:
    """What the page shows can be played again, and each step is found from each of its clauses."""
    assert view.played is not None
    assert view.played == play_edition(edition, 1862, "next-Lead", "random")
    for step in view.played.steps:
        assert all(step.number in view.clauses[clause].steps for clause in step.clauses)
        assert not step.reason.rule or view.statement_at(step.reason.line)


def test_drawing_steps_down_from_the_middle() -> None:
    """The middle stands highest, and each piece outwards a step lower, on both sides alike."""
    left, right = ((DrawnPiece("3"), DrawnPiece("1")), (DrawnPiece("2"), DrawnPiece("4")))
    middle = DrawnPile("", (DrawnPiece("M", sideways=True),), True)
    svg = draw([DrawnPile("Legend", left, False), middle, DrawnPile("", right, False)], "x", "T", "D & d")
    tops = [int(top) for top in re.findall(r'<rect[^>]* y="(\d+)"', svg)]
    assert tops[0] == tops[4] > tops[1] == tops[3] > tops[2]
    assert '<title id="x-title">T</title><desc id="x-desc">D &amp; d</desc>' in svg
    assert svg.count("rotate(-90") == 1
