"""A deal to which two rules give different answers."""

from __future__ import annotations

from pathlib import Path

import pytest

import cc_dsl
from cc_dsl.compare.alignment import load_alignment
from cc_dsl.compare.deals import Answerer, shared_layout
from cc_dsl.compare.separating import separating_deal
from tests.unit.compare_pairs import Pair, make_pair


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return make_pair(tmp_path)


def test_deal_separates_and_every_piece_named_matters(pair: Pair) -> None:
    shown = separating_deal(pair.first, pair.second, pair.alignment, ())
    assert shown is not None
    here, there = shown.sides
    assert here.laid == there.laid
    assert here.result != there.result
    layout = shared_layout(pair.first.rules, pair.second.rules, "judge")
    answerers = [Answerer(one.rules, layout, ("winner", "takes")) for one in (pair.first, pair.second)]
    matters = shown.why.rpartition("What matters: ")[2].rstrip(".").split()
    sides = [[layout.codes.index(code) for code in words.split() if code in matters] for words in shown.given["side"]]
    for code in matters:
        left = tuple(tuple(piece for piece in side if layout.codes[piece] != code) for side in sides)
        one, other = (answerer(left) for answerer in answerers)
        assert one is None or other is None or one == other


def test_same_rules_are_not_separated(pair: Pair) -> None:
    assert separating_deal(pair.first, pair.first, pair.alignment, ()) is None


def test_rules_without_a_common_question_are_not_separated() -> None:
    editions = cc_dsl.load("castle-croquet-1863"), cc_dsl.load("castle-croquet-1866")
    assert separating_deal(*editions, load_alignment(*editions), ()) is None
