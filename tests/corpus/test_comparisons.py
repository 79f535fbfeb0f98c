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

SHOWN_BEFORE = {
    "1860-1862": "I.2=I.2 =I.5 II.2+III.1=II.1 III.3=II.2 III.7=II.5 III.8= III.4+III.11+III.12=II.7 III.9= "
    "III.14+III.15+III.16+III.17= IV.1=III.1 IV.3+IV.4+IV.5+IV.6+IV.6a=III.1a V.2=IV.1+IV.4 =IV.2 V.1=IV.3+IV.3a V.3= "
    "VI.1=IV.6 =V.1+V.2+V.3 VII.1+VII.2+VII.3+VII.4= VIII.2= VIII.3=VI.1 =VI.1a VIII.4+VIII.5=VI.2 VIII.6= "
    "VIII.7=VI.3 VIII.10=VI.4 =VI.5",
    "castle-croquet-1863-castle-croquet-1866": "II.1=III.1+III.2 III.1=IV.1 III.2= IV.2=",
    "croquet-castles-1863-castle-croquet-1863": "II.6=III.2 III.1=III.1+III.3 III.6=III.5 V.1=V.1 =V.2+V.3",
    "croquet-castles-1863-castle-croquet-1866": "II.1=III.1+III.2 II.6=",
    "lanrick-1880-lanrick-1893": "1.2+M.4=S1.2 4.5=1.2 5.7= 6.1+6.2=8.1 6.3=",
}
"""The rows that the search through hybrid editions showed by a case, without two for which there can be no case."""

WITHOUT_CASES = ("II.1+II.3=I.4", "VIII.1=")
"""The two others, of 1860 and 1862: the case of the first shows I.5, and stands there; of the second see its note."""


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


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_rows_that_had_a_case_have_one(first: str, second: str) -> None:
    """What the search through hybrids showed of whole texts is still shown."""
    rows = {view.row.name for view in compared(first, second).rows if view.cases}
    assert {*SHOWN_BEFORE[f"{first}-{second}"].split()} <= rows


def test_rows_for_which_there_can_be_no_case_say_why() -> None:
    """Both texts give the same answer in every position to which the row applies."""
    rows = {view.row.name: view for view in compared("1860", "1862").rows}
    for name in WITHOUT_CASES:
        assert not rows[name].cases
        assert "No case can separate the texts: " in rows[name].row.note


def test_a_rule_that_only_one_text_has_is_not_called_wording() -> None:
    """In Croquêt Castles nothing can go through the gate of a castle with a prisoner, and 1863? has no such rule."""
    rows = {view.row.name: view for view in compared("croquet-castles-1863", "castle-croquet-1863").rows}
    assert rows["III.5="].verdict == "only here"
    assert rows["III.5="].cases
