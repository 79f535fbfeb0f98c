"""The worked cases of the corpus: each answer to an open place has one."""

from __future__ import annotations

from functools import cache

import pytest

from cc_dsl import resources
from cc_dsl.cases.reader import Case, read_cases
from cc_dsl.pipeline import load


@cache
def cases(edition: str) -> list[Case]:
    return [*read_cases(load(edition))]


@pytest.mark.parametrize("edition", resources.edition_names())
def test_every_answer_has_a_case(edition: str) -> None:
    """Each alternative of each open place stands in the readings of some case or contrast."""
    tried = {pair for case in cases(edition) for result in case.results for pair in result.readings.items()}
    doubts = load(edition).rules.doubts.values()
    assert {(one.name, answer) for one in doubts for answer, _ in one.alternatives if answer != one.default} <= tried
