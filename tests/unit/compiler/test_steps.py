"""A game under compiled rules that stops at every question."""

from __future__ import annotations

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.steps import Steps
from cc_dsl.table.chance import Chance


def test_a_copy_is_left_alone() -> None:
    """What happens to a position does not happen to its copies."""
    position = Steps(pipeline.load("patience").rules).begin(1)
    before = position.copy()
    vector = before.vector[:]
    while position.to_move >= 0:
        position.step(position.legal()[0])
    assert before.vector == vector
    assert before.to_move == 0
    assert position.end is not None
    assert [one.key for one in position.steps.source.told] == ["score", "rating", "cards"]
    assert len(position.end.told) == 3


@pytest.mark.parametrize("edition", ["1862", "patience"])
def test_answers_taken_by_their_places_are_those_allowed(edition: str) -> None:
    """Pieces, options and groups alike; whoever takes is told how many are allowed next, and none at the end."""
    steps = Steps(pipeline.load(edition).rules)
    chance, one, other = Chance(3), steps.begin(9), steps.begin(9)
    while not one.is_over:
        place = chance.below(one.count())
        one.step(one.legal()[place])
        assert other.take(place) == one.count() == other.count()
        assert other.vector == one.vector
    assert other.is_over
