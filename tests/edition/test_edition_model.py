"""The blocks of an edition as data: words with their letters, statements, relations, questions, names, drawings."""

from __future__ import annotations

import re

import pytest

from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, draw
from cc_dsl.edition_model.edition import EditionView, edition_view
from cc_dsl.edition_model.played import play_edition
from cc_dsl.edition_model.relations import WORDS
from cc_dsl.edition_model.terms import marks_of
from cc_dsl.edition_model.words import Styled, cut, mark, plain_runs, runs_of
from cc_dsl.pipeline import Edition, load
from cc_dsl.source.clauses import plain


@pytest.fixture(scope="module")
def edition() -> Edition:
    """Load the edition of 1862."""
    return load("1862")


@pytest.fixture(scope="module")
def view(edition: Edition) -> EditionView:
    """Weave it, with a game up to the choice of the second Lead."""
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


def test_phrases_are_found_across_signs_and_gaps() -> None:
    """A question may hang on words that stand on both sides of an interruption."""
    runs = (Styled("one "), Styled("two", "italic"), Styled(" … ", "gap"), Styled("three"))
    assert mark(runs, "one two") == (0, 7)
    assert mark(runs, "two three") == (4, 15)
    assert mark(runs, "four") is None
    assert mark(runs, "") is None


def test_cutting_keeps_words_and_letters() -> None:
    """Runs cut at any place are the same words in the same letters."""
    runs = runs_of("{sc:Trio}, _e. g._ 3 Kings")
    pieces = cut(runs, {2, 5, 7, 400})
    assert plain_runs(tuple(run for _, run in pieces)) == plain_runs(runs)
    assert [offset for offset, _ in pieces] == [0, 2, 4, 5, 6, 7, 11]


def test_printed_text_is_whole(view: EditionView, edition: Edition) -> None:
    """Put one after the other, the stretches are the text, but for white space and the figure."""
    assert edition.text is not None
    printed = "".join(plain_runs(piece.runs) for piece in view.text if not piece.figure)
    words = plain(re.sub(r"\[\[figure.*?\]\]", "", edition.text.text.text))
    assert "".join(printed.split()) == "".join(words.split())


def test_blocks_and_statements_are_exact(view: EditionView) -> None:
    """Every statement is characters of the file, stands in its block, and has a name of its own."""
    source = view.file.source.text
    names = [statement.id for block in view.file.blocks for statement in block.statements]
    assert len(names) == len(set(names))
    for block in view.file.blocks:
        assert source[block.span.start : block.span.end] == block.text
        for statement in block.statements:
            assert source[statement.span.start : statement.span.end] == statement.text
            assert statement.text.endswith((".", "|"))
            assert statement.text in block.text


def test_each_clause_has_its_block_and_status(view: EditionView) -> None:
    """The ledger and the blocks agree."""
    for clause in view.clauses.values():
        assert clause.status
        assert bool(clause.blocks) or clause.status != "encoded"
        assert all(clause.id in statement.clauses for block in clause.blocks for statement in block.statements)


@pytest.mark.parametrize(
    ("kind", "clause", "other", "what"),
    [
        ("narrows", "II.8", "II.4", "the Sequence"),
        ("displaces", "III.2", "II.1", "the winner"),
        ("goes on", "IV.4", "IV.3", "the leading"),
        ("widens", "VI.3a", "VI.3", "the court-card"),
        ("further", "II.7", "II.2", "Lines"),
        ("after", "I.5", "I.4", "“a player lays”"),
        ("holds in", "II.6", "II.1", ""),
    ],
)
def test_clauses_that_work_on_others_are_told_on_both_sides(
    view: EditionView, kind: str, clause: str, other: str, what: str
) -> None:
    """Each way in which a clause can work on another is found from both."""
    active, passive = WORDS[kind]
    for words, home, far in ((active, clause, other), (passive, other, clause)):
        said = words.replace("{what}", what)
        found = [("".join(one.parts), one.other) for one in view.clauses[home].relations]
        assert (said[0].upper() + said[1:], far) in found


def test_questions_have_answers_arguments_and_one_default(view: EditionView) -> None:
    """Nothing that the record of readings says is lost on the way."""
    assert len(view.doubts) == len(view.doubts.keys())
    for doubt in view.doubts.values():
        assert sum(answer.is_default for answer in doubt.answers) == 1
        assert len(doubt.answers) > 1
        assert doubt.question
        assert bool(doubt.criterion) == (doubt.kind != "option")
        assert all(answer.argument and answer.evidence for answer in doubt.answers)


def test_names_lead_to_where_they_are_introduced(view: EditionView) -> None:
    """A name is known in all its forms, and the code links it where a block uses it from elsewhere."""
    line = view.terms["Line"]
    assert [place.statement for place in line.introduced] == ["II.1-1"]
    assert {"II.2", "III.1"} <= {place.block for place in line.used}
    block = view.clauses["II.2"].blocks[0]
    marks = [mark for mark in marks_of(view.file, block, view.terms) if mark.kind == "term"]
    assert [(block.text[mark.start : mark.end], mark.target) for mark in marks[:1]] == [("Lines", "Line")]


def test_game_is_the_same_for_the_same_seed(view: EditionView, edition: Edition) -> None:
    """What the page shows can be played again."""
    assert view.played == play_edition(edition, 1862, "next-Lead", "random")
    assert view.played is not None
    assert view.played.steps[-1].reason.words.endswith(" as the next Lead and plays first")
    for step in view.played.steps:
        assert not step.clauses or set(step.clauses) <= set(view.clauses)
        if step.reason.rule:
            assert view.statement_at(step.reason.line)


def test_steps_are_found_from_their_clauses(view: EditionView) -> None:
    assert view.played is not None
    for step in view.played.steps:
        assert all(step.number in view.clauses[clause].steps for clause in step.clauses)


def test_drawing_steps_down_from_the_middle() -> None:
    """The middle stands highest, and each piece outwards a step lower, on both sides alike."""
    left = DrawnPile("Legend", (DrawnPiece("3"), DrawnPiece("1")), False)
    svg = draw(
        [
            left,
            DrawnPile("", (DrawnPiece("M", sideways=True),), True),
            DrawnPile("", (DrawnPiece("2"), DrawnPiece("4")), False),
        ],
        "x",
        "T",
        "D & d",
    )
    tops = [int(top) for top in re.findall(r'<rect[^>]* y="(\d+)"', svg)]
    assert tops[0] == tops[4] > tops[1] == tops[3] > tops[2]
    assert '<title id="x-title">T</title><desc id="x-desc">D &amp; d</desc>' in svg
    assert svg.count("rotate(-90") == 1
