"""Rules files on which the engines once parted, or of which one engine could make nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl import pipeline
from tests.differential.engines import differing

FOLDER = Path(__file__).parent / "defects"


@pytest.mark.parametrize("name", ["and-or"])
def test_engines_agree(name: str) -> None:
    """Interpreter, generated Python at once and question by question: every decision is the same."""
    rules = pipeline.load(str(FOLDER / f"{name}.rules")).rules
    assert differing(rules, rules.seats[0], range(40)) == []
