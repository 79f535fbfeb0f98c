"""The blocks of an edition as data: words with their letters, statements, names, a played game, drawings.

The text of the pages is compared with `tests/golden/pages`.
"""

from __future__ import annotations

import re

import pytest

import cc_dsl.edition.directives  # noqa: F401 - tells the templates of their functions
from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, draw, draw_deal, places_in_words
from cc_dsl.edition.notes import add_references
from cc_dsl.edition.shelf import contrasts, questions_by_clause
from cc_dsl.edition_model.cases import command
from cc_dsl.edition_model.edition import EditionView, edition_view
from cc_dsl.edition_model.scenes import play_edition
from cc_dsl.edition_model.words import StyledRun, cut, find_phrase, plain_runs, runs_of
from cc_dsl.engine.judge import answer
from cc_dsl.pipeline import Edition, load
from cc_dsl.source.clauses import without_markup


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
        ("plain", [StyledRun("plain")]),
        (
            "{sc:Trio}, _e. g._ 3",
            [StyledRun("Trio", "small-caps"), StyledRun(", "), StyledRun("e. g.", "italic"), StyledRun(" 3")],
        ),
        ("*Court*", [StyledRun("Court", "bold")]),
        ("", []),
    ],
)
def test_signs_become_roles(words: str, runs: list[StyledRun]) -> None:
    assert list(runs_of(words)) == runs
    assert plain_runs(tuple(runs)) == without_markup(words)


def test_phrases_are_found_and_cut_across_signs_and_gaps() -> None:
    """A question may hang on words that stand on both sides of an interruption."""
    runs = (StyledRun("one "), StyledRun("two", "italic"), StyledRun(" … ", "gap"), StyledRun("three"))
    assert find_phrase(runs, "one two") == (0, 7)
    assert find_phrase(runs, "two three") == (4, 15)
    assert find_phrase(runs, "four") is None
    assert find_phrase(runs, "") is None
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
        assert bool(clause.blocks) or clause.entry.status != "encoded"
        assert all(clause.id in statement.clauses for block in clause.blocks for statement in block.statements)


def test_drawing_steps_down_from_the_middle() -> None:
    """The middle stands highest, and each piece outwards a step lower, on both sides alike."""
    left, right = ((DrawnPiece("3"), DrawnPiece("1")), (DrawnPiece("2"), DrawnPiece("4")))
    middle = DrawnPile("", (DrawnPiece("M", sideways=True),), True)
    svg = draw([DrawnPile("Legend", left, False), middle, DrawnPile("", right, False)], "x", "T", "D & d")
    tops = [int(top) for top in re.findall(r'<rect[^>]* y="(\d+)"', svg)]
    assert tops[0] == tops[4] > tops[1] == tops[3] > tops[2]
    assert '<title id="x-title">T</title><desc id="x-desc">D &amp; d</desc>' in svg
    assert svg.count("rotate(-90") == 1


# The data of a comparison page: references in prose, deals (drawn and in words) and verdicts of claims.


GIVEN = {"lead": "TH", "side": ["7H 8D 9S", "QC JH TC"]}


def test_full_ids_in_prose_are_references() -> None:
    """A full id leads to its edition, a short one to a clause of the same; code and other words stay."""
    made = add_references(
        "See II.3, 1862.II.8 and `1862.II.8`, not 1862.5 or XII.3.", "1860", ["II.3"], ["1860", "1862"]
    )
    assert made == (
        "See {rules:ref}`II.3 <1860.II.3>`, {rules:ref}`1862.II.8 <1862.II.8>` and `1862.II.8`, not 1862.5 or XII.3."
    )


def test_deals_are_drawn_and_told() -> None:
    rules = load("1860").rules
    svg = draw_deal(rules, GIVEN, "x")
    labels = re.findall(r'<text[^>]*class="figure-label[^>]*>([^<]*)</text>', svg)
    assert labels == ["7♥", "8♦", "9♠", "10♥", "Q♣", "J♥", "10♣"]
    assert places_in_words(rules, {"lead": "TH", "side": ["", "QC"]}) == "the lead 10♥; player 2’s side Q♣"
    assert places_in_words(rules, {"lead": "Ten of Hearts"}) == "the lead 10♥"
    assert command(rules, "judge", GIVEN, {}) == 'circular judge 1860 --lead TH --side "7H 8D 9S" --side "QC JH TC"'
    assert command(rules, "judge", GIVEN, {"middle": "of-three-only"}).endswith(" --reading middle=of-three-only")
    assert command(rules, "count", {"won": ["", "2S"]}, {}).startswith("circular judge 1860 --question count")


# Worked cases on the pages: “Try it” begins with a case in which the answers differ.


@pytest.mark.parametrize(("name", "least"), [("1862", 7), ("1860", 9)])
def test_the_two_answers_differ_on_what_is_laid(name: str, least: int) -> None:
    edition = load(name)
    alike = []
    found = contrasts(edition, questions_by_clause(edition))
    for doubt, contrast in found.items():
        given = {key: [*value] if not isinstance(value, str) else value for key, value in contrast.given.items()}
        both = [edition.resolve(chosen)[0] for chosen in (contrast.readings, contrast.other)]
        first, second = (answer(rules, contrast.question, given).value for rules in both if rules is not None)
        default = edition.rules.doubts[doubt].default
        assert contrast.readings.get(doubt, default) != contrast.other.get(doubt, default)
        alike += [doubt] if first == second else []
    assert len(found) >= least
    assert alike == []
