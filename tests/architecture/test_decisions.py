"""The pages of decisions: each has a number of its own, which its file and its heading agree on."""

from __future__ import annotations

import re
from pathlib import Path

DECISIONS = Path(__file__).parents[2] / "docs" / "decisions"


def test_each_decision_has_a_number_of_its_own() -> None:
    """The numbers run from 1 without a gap, and the heading of a page has that of its file."""
    pages = sorted(DECISIONS.glob("0*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for page in pages:
        heading = re.match(r"# (\d+)\. ", page.read_text("utf-8"))
        assert heading is not None, page.name
        assert int(heading[1]) == int(page.name[:4]), page.name
