"""A game under compiled rules that stops at every question."""

from __future__ import annotations

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.steps import Steps
from cc_dsl.table.chance import Chance
from tests.stepping import is_over, legal


@pytest.mark.parametrize("edition", ["1862", "patience"])
def test_answers_taken_by_their_places_are_those_allowed(edition: str) -> None:
    steps = Steps(pipeline.load(edition).rules)
    chance, one, other = Chance(3), steps.begin(9), steps.begin(9)
    while not is_over(one):
        place = chance.below(one.count())
        one.step(legal(one)[place])
        steps.module.step(other.vector, steps.module.answer_at(other.vector, place))
        assert steps.module.count_of(other.vector) == one.count() == other.count()
        assert other.vector == one.vector
    assert is_over(other)
