"""The worked cases that the edition prints: at their first clause, with what is laid, what comes of it, and why."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cc_dsl import pipeline
from cc_dsl.edition_model.cases import PrintedCase, worked_cases
from tests.edition.stub import StubPage


@pytest.fixture(scope="module")
def cases() -> dict[str, tuple[PrintedCase, ...]]:
    """Return the cases of 1862 by their clauses."""
    return worked_cases(pipeline.load("1862"))


def page_of() -> StubPage:
    """Return a page of 1862."""
    edition = pipeline.load("1862")
    assert edition.text is not None
    view = SimpleNamespace(clauses=edition.text.clauses, reading_id=lambda name: f"1862.{name}")
    return StubPage("1862", view)


def test_each_case_is_printed_once(cases: dict[str, tuple[PrintedCase, ...]]) -> None:
    """A case stands at the first of its clauses, and nowhere else."""
    ids = [one.case.id for listed in cases.values() for one in listed]
    assert len(set(ids)) == len(ids) > 150
    assert all(one.case.clauses[0] == clause for clause, listed in cases.items() for one in listed)
    assert not any(one.failed for listed in cases.values() for one in listed)


def test_case_shows_position_result_reason_and_contrast(cases: dict[str, tuple[PrintedCase, ...]]) -> None:
    """A reader sees what is laid, what comes of it by the words, and what would under another answer."""
    (shown,) = (one for one in cases["IV.2"] if one.case.id == "equal-Lines-one-card")
    page = page_of()
    (made,) = page.set("text.html", "worked_cases", (shown,))
    words = made.astext()
    assert words.startswith("One worked case")
    assert shown.case.title in words
    assert shown.case.why in words
    assert "side: 5♥ 5♦ 5♣; J♦ J♣ J♠" in words
    assert "takes: 1" in words
    assert "What wins a trick between equal Lines: superiority of Line, which takes the values" in words
    assert "takes: 6" in words
    assert "See also III.1" in words
    assert page.warnings == []


def test_case_that_does_not_hold_stops_the_edition(cases: dict[str, tuple[PrintedCase, ...]]) -> None:
    shown = cases["IV.2"][0]._replace(failed=("takes: 2 was expected.",))
    page = page_of()
    page.set("text.html", "worked_cases", (shown,))
    assert page.warnings == [f"the worked case {shown.case.id} does not hold: takes: 2 was expected."]
