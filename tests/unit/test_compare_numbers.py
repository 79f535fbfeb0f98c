"""Counts over random deals and games: against exact counts, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

import cc_dsl
from cc_dsl.compare import sampling
from cc_dsl.compare.deals import Answerer, shared_layout
from cc_dsl.compare.sampling import sample
from tests.unit.compare_pairs import Pair, make_pair


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return make_pair(tmp_path)


def exact(pair: Pair) -> Counter[str]:
    """Put every whole deal to both, and count in what they differ."""
    layout = shared_layout(pair.first.rules, pair.second.rules, "judge")
    answerers = [Answerer(edition.rules, layout, ("winner", "takes")) for edition in (pair.first, pair.second)]
    counted: Counter[str] = Counter()
    for four in permutations(range(len(layout.codes)), layout.size):
        first, second = (answerer((four[:2], four[2:])) for answerer in answerers)
        assert first is not None
        assert second is not None
        counted["all"] += 1
        counted["winner"] += first[0] != second[0]
        counted["takes"] += first[1] != second[1]
    return counted


def test_shares_agree_with_every_deal(pair: Pair) -> None:
    counted, found = exact(pair), sample(pair.first.rules, pair.second.rules, "judge", 6000, seed=5)
    for key in ("winner", "takes"):
        share = found["keys"][key]["differs"]
        assert share["low"] <= counted[key] / counted["all"] <= share["high"]
    takes, winner = found["keys"]["takes"], found["keys"]["winner"]
    assert takes["first"]["mean"] == 2.0
    assert sum(one["count"] for one in takes["first"]["values"]) == 6000
    assert "mean" not in winner["first"]
    assert {one["value"] for one in takes["second"]["values"]} <= {"0", "1", "2", "3"}


def test_same_seed_same_numbers(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pair.first.rules, pair.second.rules
    one = sample(*rules, "judge", 2000, seed=1)
    monkeypatch.setattr(sampling, "CHUNK", 300)
    assert sample(*rules, "judge", 2000, seed=1) == one
    assert sample(*rules, "judge", 2000, seed=2) != one
    assert sample(*rules, "judge", 900, seed=1, workers=2) == sample(*rules, "judge", 900, seed=1)


def test_groups_are_counted_by_their_sorts() -> None:
    first = cc_dsl.load("1862").rules
    found = sample(first, first, "judge", 1500, seed=3)
    values, by = (
        {one["value"]: one["count"] for one in found["keys"][key]["first"]["values"]} for key in ("lines", "by")
    )
    assert {"none", "suit", "sequence", "trio"} == set(values)
    assert found["keys"]["winner"]["differs"]["count"] == 0
    assert by["cards"] == values["none"]
    assert sum(by.values()) == 1500
