"""The worked cases that the edition prints: at their first clause, with what is laid, what comes of it, and why."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.edition.cases import worked_cases as set_cases
from cc_dsl.weave.cases import Worked, worked_cases


@pytest.fixture(scope="module")
def cases() -> dict[str, tuple[Worked, ...]]:
    """Return the cases of 1862 by their clauses."""
    return worked_cases(pipeline.load("1862"))


class Stub:
    """A page that says references in words."""

    name = "1862"
    docname = "edition/1862/rule-3"
    woven = SimpleNamespace(
        clauses={"III.1": None, "III.1a": None},
        doubts={"equal-Lines-won": None},
    )
    domain = SimpleNamespace(shelf=SimpleNamespace(load=pipeline.load, comparisons=()))

    def __init__(self) -> None:
        """Begin with no warning."""
        self.warnings: list[str] = []

    def note(self, kind: str, full_id: str, anchor: str, words: str) -> None:
        """Note what is shown."""

    def lead(self, name: str) -> str:
        """Lead to a clause."""
        return f"§{name}"

    def cite(self, name: str) -> str:
        """Cite a clause."""
        return f"§{name}"

    def refer_to_reading(self, name: str, answer: str) -> str:
        """Refer to an answer by the title of its question."""
        return pipeline.load("1862").titles.said(name, answer)

    def refer(self, kind: str, name: str, *children: Any) -> str:
        """Refer to something."""
        return "".join(children)

    def warn(self, sentence: str) -> None:
        """Keep a warning."""
        self.warnings.append(sentence)


def test_each_case_is_printed_once(cases: dict[str, tuple[Worked, ...]]) -> None:
    """A case stands at the first of its clauses, and nowhere else."""
    ids = [case.id for listed in cases.values() for case in listed]
    assert len(set(ids)) == len(ids) > 150
    assert all(case.clauses[0] == clause for clause, listed in cases.items() for case in listed)
    assert not any(case.failed for listed in cases.values() for case in listed)


def test_case_shows_position_result_reason_and_contrast(cases: dict[str, tuple[Worked, ...]]) -> None:
    """A reader sees what is laid, what comes of it by the words, and what would under another answer."""
    (case,) = (one for one in cases["IV.2"] if one.id == "equal-Lines-one-card")
    page: Any = Stub()
    (made,) = set_cases(page, (case,))
    words = made.astext()
    assert "One worked case, tried by the rules:" in words
    assert case.title in words
    assert case.why in words
    assert "side: 5H 5D 5C; JD JC JS" in words
    assert "takes: 1" in words
    assert "What wins a trick between equal Lines: superiority of Line, which takes the values" in words
    assert "takes: 6" in words
    assert "§III.1" in words
    assert page.warnings == []


def test_case_that_does_not_hold_stops_the_edition(cases: dict[str, tuple[Worked, ...]]) -> None:
    """An edition does not print a case that its rules contradict."""
    case = cases["IV.2"][0]._replace(failed=("takes: 2 was expected.",))
    page: Any = Stub()
    set_cases(page, (case,))
    assert page.warnings == [f"the worked case {case.id} does not hold: takes: 2 was expected."]
