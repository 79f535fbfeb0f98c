"""The worked cases of the corpus: each answer to an open place has one, and a change in the rules fails some."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.reader import Case, read_cases
from cc_dsl.cases.trials import try_cases
from cc_dsl.pipeline import Edition, load

CHANGES = [
    (
        "castle-croquet-1863",
        "when a ball earns, if it is the striker: the privilege is now 1.",
        "when a ball earns, if it is the striker: the privilege is now 2.",
        "coming-out",
    ),
    (
        "castle-croquet-1866",
        "the following-up goes thus: the spare grows by 1.",
        "the following-up goes thus: the spare grows by 2.",
        "sentinel-driven",
    ),
    (
        "croquet-castles-1863",
        "its goal is now the castle after its goal.",
        "its goal is now the castle before its goal.",
        "no-3-goes-to-4",
    ),
]
"""An edition, a sentence of its rules, what is put in its place, and a case that then fails."""


@cache
def cases(edition: str) -> list[Case]:
    return [*read_cases(load(edition))]


@pytest.mark.parametrize("edition", resources.edition_names())
def test_every_answer_has_a_case(edition: str) -> None:
    """Each alternative of each open place stands in the readings of some case or contrast."""
    tried = {pair for case in cases(edition) for result in case.results for pair in result.readings.items()}
    doubts = load(edition).rules.doubts.values()
    assert {(one.name, answer) for one in doubts for answer, _ in one.alternatives if answer != one.default} <= tried


@pytest.mark.parametrize(("edition", "before", "after", "case"), CHANGES, ids=[change[0] for change in CHANGES])
def test_change_in_the_rules_fails_a_case(edition: str, before: str, after: str, case: str, tmp_path: Path) -> None:
    """What a clause says is in the rules file and nowhere else: other words there are another game."""
    folder = tmp_path / edition
    shutil.copytree(resources.edition_folder(edition), folder)
    rules = folder / "game.rules"
    text = rules.read_text("utf-8")
    assert text.count(before) == 1
    rules.write_text(text.replace(before, after), "utf-8")
    clause = next(one for one in cases(edition) if one.id == case).clauses[0]
    failed = {failure.case.id for failure in try_cases(Edition(str(rules), {}), clause).failures}
    assert case in failed
