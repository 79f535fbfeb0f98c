"""A sample of random programs on all engines, every sentence in it; and the programs that once showed a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.__main__ import outcome
from tests.fuzz.coverage import Form, forms
from tests.fuzz.playing import CHECKS, ENGINES, FAST, differences
from tests.fuzz.programs import program
from tests.fuzz.spoiling import RIGHT, bounded, spoilt

FOUND = Path(__file__).parent / "found"
NAMES = sorted(path.stem for path in FOUND.glob("*.rules"))
SEEDS = (*range(2852, 2902), 2903, 2905, 2970, 2975)
"""Among these programs every sentence occurs."""
SHORT = 27
"""The seed of a program that is soon compiled."""


def test_sample_is_played_alike_and_has_every_sentence() -> None:
    """Check accepts each; each is printed and read again; every engine plays each, decision by decision."""
    covered: set[Form] = set()
    differing = []
    for one in map(outcome, SEEDS):
        covered |= one.forms
        differing += [f"seed {one.seed}: {difference}" for difference in one.differences]
    assert differing == []
    assert [str(form) for form in forms() if form not in covered] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_was_found_is_mended(name: str) -> None:
    """The first line of each file says what was wrong."""
    text = (FOUND / f"{name}.rules").read_text("utf-8")
    assert text.startswith("# ")
    for seed in range(4):
        assert differences(text, seed, (*ENGINES, *CHECKS)) == []


@pytest.mark.slow
def test_machine_code_plays_some_alike() -> None:
    """Whole games, and question by question."""
    assert differences(program(SHORT).text, SHORT, FAST) == []


@pytest.mark.parametrize("seed", range(0, 2400, 60))
def test_spoilt_file_is_refused_or_played(seed: int, tmp_path: Path) -> None:
    """Whatever is done to a rules file, it is refused or played; this is a sample of `tests.fuzz.spoiling`."""
    assert bounded(spoilt(seed), tmp_path, seed).end in RIGHT
