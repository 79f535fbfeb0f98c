"""The smallest deal to which two rules give different answers."""

from __future__ import annotations

from pathlib import Path

import pytest

import cc_dsl
from cc_dsl.compare.deals import Answerer
from cc_dsl.compare.separating import smallest_deal, steps
from tests.unit.compare_pairs import Pair, make_pair


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Make the pair of small editions."""
    return make_pair(tmp_path)


def test_deal_separates_and_cannot_be_made_smaller_by_one_step(pair: Pair) -> None:
    """Both answer the whole deal differently; with a piece less, or a lower one, they agree."""
    found = smallest_deal(pair.first, pair.second)
    assert found is not None
    answerers = [Answerer(one.rules, found.layout, ("winner", "takes")) for one in (pair.first, pair.second)]
    here, there = (answerer(found.deal) for answerer in answerers)
    assert here is not None
    assert there is not None
    assert here != there
    assert {*found.keys} <= {"winner", "takes"}
    for smaller in steps(found.layout, found.matters):
        one, other = (answerer(smaller) for answerer in answerers)
        assert one is None or other is None or one == other


def test_same_rules_are_not_separated(pair: Pair) -> None:
    """Between rules and themselves there is no deal."""
    assert smallest_deal(pair.first, pair.first) is None


def test_rules_without_a_common_question_are_not_separated() -> None:
    """Croquet has no question that is asked of pieces laid by hand."""
    editions = cc_dsl.load("castle-croquet-1863"), cc_dsl.load("castle-croquet-1866")
    assert smallest_deal(*editions) is None
