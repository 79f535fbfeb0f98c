"""In how many ways to lay pieces two rules answer otherwise, against trying every way by the interpreter."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from cc_dsl.compiler.exact_counts import count_changes
from cc_dsl.engine.judge import answer
from tests.unit.compare_pairs import FIRST, write_edition


@pytest.mark.slow
def test_changes_over_all_ways_to_lay_are_those_of_every_deal(tmp_path: Path) -> None:
    """Two small editions put to every deal of two tokens each, one by one, and counted by classes of sides."""
    changed = FIRST.replace(
        "by their size in the order size-order, then by their tint in the order tint-order",
        "by their tint in the order tint-order, then by their size in the order size-order",
    ).replace("the bounty is 2", "the bounty is 2 if the victor is the player with the worst show; otherwise 1")
    first, second = (
        write_edition(tmp_path, name, text).rules for name, text in (("elder", FIRST), ("younger", changed))
    )
    found = count_changes(first, second, "judge")
    counted, codes = Counter[str](), first.pieces.codes
    for one in combinations(codes, 2):
        for other in combinations([code for code in codes if code not in one], 2):
            told = [answer(each, "judge", {"side": [one, other]}).value for each in (first, second)]
            counted["all"] += 1
            counted.update(key for key in ("winner", "takes") if told[0][key] != told[1][key])
            counted["any"] += told[0] != told[1]
    assert found.total == counted["all"]
    assert (found.of("winner"), found.of("takes"), found.of()) == (counted["winner"], counted["takes"], counted["any"])
    assert 0 < counted["winner"] < counted["any"]
    assert count_changes(first, first, "judge").of() == 0
