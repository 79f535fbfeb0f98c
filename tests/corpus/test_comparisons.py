"""The comparisons of the corpus: every row has the verdict that the printed words give, and every case separates."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from cc_dsl.compare.alignment import aligned_pairs, load_alignment
from cc_dsl.compare.meaning import is_decided, rules_of_row
from cc_dsl.compare.report import RULE, SAME_WORDS, WORDING, Comparison, compare
from cc_dsl.pipeline import load

PAIRS = aligned_pairs()
with Path(__file__).with_name("verdicts.toml").open("rb") as file:
    VERDICTS: dict[str, dict[str, str]] = tomllib.load(file)


@cache
def compared(first: str, second: str) -> Comparison:
    pair = load(first), load(second)
    return compare(*pair, load_alignment(*pair))


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_row_has_the_verdict_that_its_words_give(first: str, second: str) -> None:
    """The verdicts were written down by reading both texts."""
    found = {view.row.name: view.verdict for view in compared(first, second).rows}
    assert found == VERDICTS[f"{first}-{second}"]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_editor_judges_only_what_the_encodings_do_not_show(first: str, second: str) -> None:
    """Where the program comes to the same by itself, the alignment does not say it."""
    comparison = compared(first, second)
    assert comparison.alignment is not None
    for view in comparison.rows:
        if view.row.meaning and view.verdict in (SAME_WORDS, WORDING, RULE):
            alone = rules_of_row(comparison.first, comparison.second, view.row._replace(meaning=""))
            is_bare = "none" in alone.states
            assert is_bare or not is_decided(alone) or alone.is_same != view.rules.is_same, view.row.name


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_case_holds_and_separates_its_texts(first: str, second: str) -> None:
    """Each text gives what is said of it, and not what is said of the other; a clause of the row decides.

    A row whose rules mean the same can have a case only under another reading.
    """
    comparison = compared(first, second)
    assert comparison.broken_cases == ()
    for view in comparison.rows:
        for case in view.cases:
            here, there = case.sides
            assert here.result != there.result
            if here.clauses or there.clauses:
                assert here.deciding or there.deciding, view.row.name
            if view.verdict in (SAME_WORDS, WORDING):
                assert "one answer to an open place" in case.why


def test_a_rule_that_only_one_text_has_is_not_called_wording() -> None:
    """In Croquêt Castles nothing can go through the gate of a castle with a prisoner, and 1863? has no such rule."""
    rows = {view.row.name: view for view in compared("croquet-castles-1863", "castle-croquet-1863").rows}
    assert rows["III.5="].verdict == "only here"
    assert rows["III.5="].cases
