"""The page about speed takes figures up between its marks, and keeps everything else."""

from __future__ import annotations

import pytest

from tests.bench.page import BEGIN, END, page
from tests.bench.speed import Ratio, spread

FOUND = {
    "machine": "x86_64, 2 processors",
    "versions": {"Python": "3.11"},
    "rounds": 3,
    "seconds": 0.5,
    "left_out": ["croquet: it is not compiled"],
    "moves_a_second": {"one": spread([1000.0, 3000.0, 2000.0])},
    "ratios": [
        {**Ratio("one", "other", 2)._asdict(), **spread([1.5, 1.0, 1.25]), "is_met": False},
        {**Ratio("one", "third")._asdict(), **spread([150.4, 150.4, 150.4]), "is_met": None},
    ],
    "seconds_of_exact_counts": [{"what": "Lines", **spread([0.002]), "goal": 0.01, "is_met": True}],
}


def test_figures_stand_between_the_marks() -> None:
    """Medians with their spread, goals with whether they are met, and what was left out; twice the same."""
    made = page(f"before\n{BEGIN}\nold\n{END}\nafter\n", FOUND)
    assert made.startswith(f"before\n{BEGIN}\n")
    assert made.endswith(f"{END}\nafter\n")
    assert "old" not in made
    assert "| one | other | 1.25 | 1.00 to 1.50 | 2 or more: **not met** |" in made
    assert "| one | third | 150 | 150 to 150 | – |" in made
    assert "| Lines | 2.00 | 2.00 to 2.00 | 10 ms or less: met |" in made
    assert "| one | 2,000 | 1,000 to 3,000 |" in made
    assert "Left out: croquet: it is not compiled" in made
    assert page(made, FOUND) == made


def test_page_without_marks_is_refused() -> None:
    """Nothing is written somewhere else."""
    with pytest.raises(ValueError, match="figures"):
        page("nothing", FOUND)
