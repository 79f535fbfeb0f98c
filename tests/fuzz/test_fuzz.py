"""A sample of random programs on all engines, and the games they come from, which contain every sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.daily import some
from tests.fuzz.__main__ import outcome
from tests.fuzz.coverage import forms, forms_in
from tests.fuzz.playing import CHECKS, ENGINES, differences, tree_of
from tests.fuzz.programs import MOST_CHANGES, games
from tests.fuzz.spoiling import EXPECTED, damaged_file, try_bounded

FOLDER = Path(__file__).parent
STORED = sorted(FOLDER.glob("*/*.rules"))
SHORT = FOLDER / "found/ranking-by-a-run.rules"
"""A program that compiles quickly."""


def test_every_sentence_of_the_language_is_played() -> None:
    covered = frozenset[object]().union(*(forms_in(tree_of(text)) for text in games()))
    assert [str(form) for form in forms() if form not in covered] == []


@pytest.mark.parametrize("path", STORED, ids=[path.stem for path in STORED])
def test_stored_program_is_played_alike(path: Path) -> None:
    """The first line of each file in `found/` is a comment about its defect."""
    text = path.read_text("utf-8")
    assert text.startswith("# ") == (path.parent.name == "found")
    for seed in range(4):
        assert differences(text, seed, (*ENGINES, *CHECKS)) == []


@pytest.mark.slow
@pytest.mark.parametrize("programs", some((32, 1000), 1))
def test_sample_is_played_alike(programs: int) -> None:
    """Each program is printed and parsed again; every engine plays it, decision by decision."""
    seeds = range(2000 * MOST_CHANGES - 1, (2000 + programs) * MOST_CHANGES - 1, MOST_CHANGES)
    assert [result for result in map(outcome, seeds) if result[1]] == []


@pytest.mark.slow
def test_machine_code_plays_some_alike() -> None:
    assert differences(SHORT.read_text("utf-8"), 0, ("numba",)) == []


@pytest.mark.parametrize("seed", range(0, 2400, 60))
def test_spoilt_file_is_refused_or_played(seed: int, tmp_path: Path) -> None:
    """A damaged rules file is refused or played; this is a sample of `tests.fuzz.spoiling`."""
    assert try_bounded(damaged_file(seed), tmp_path, seed).end in EXPECTED
