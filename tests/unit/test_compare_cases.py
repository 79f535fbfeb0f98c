"""Cases of a comparison: each is run on both texts, and what neither text gives is noticed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_dsl.compare.alignment import Alignment, alignment_file, load_alignment
from cc_dsl.compare.report import Comparison, compare
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import load

HEAD = 'from = "1860"\nto = "1862"\n'
DEAL = """
[[case]]
row = "III.9="
title = "Four cards against three"
why = "Four cards beat three of the same kind."
question = "judge"
given = { lead = "2S", side = ["5S 4S 3S", "4C 3H 2C"] }
[case.first]
answer = { winner = "player 1" }
[case.second]
answer = { winner = "player 2" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the alignment of 1860 and 1862, and no cases."""
    path = alignment_file("1860", "1862")
    assert path is not None
    shutil.copy(path, tmp_path / "alignment.toml")
    return tmp_path


def aligned(folder: Path, first: str = "1860", second: str = "1862") -> Alignment:
    return load_alignment(load(first), load(second), str(folder / "alignment.toml"))


def compared(folder: Path, cases: str, first: str = "1860", second: str = "1862") -> Comparison:
    (folder / "cases.toml").write_text(HEAD + cases, "utf-8")
    return compare(load(first), load(second), aligned(folder, first, second))


def test_case_is_run_on_both_texts(folder: Path) -> None:
    comparison = compared(folder, DEAL)
    assert comparison.broken_cases == ()
    ((view, case),) = ((view, case) for view in comparison.rows for case in view.cases)
    assert view.row.name == "III.9="
    assert [side.result for side in case.sides] == [("winner: player 1",), ("winner: player 2",)]
    assert case.sides[0].deciding == ("III.9",)
    assert case.sides[1].deciding == ()
    assert {"III.9", "III.3"} <= {*case.sides[0].alone}
    assert "III.10" not in case.sides[0].alone  # 1862 has the same rule, II.8


def test_what_a_text_does_not_give_is_noticed(folder: Path) -> None:
    broken = compared(folder, DEAL.replace("player 2", "player 1")).broken_cases
    assert any("III.9=, in 1862" in sentence and "was expected" in sentence for sentence in broken)


def test_case_that_does_not_separate_the_texts_is_noticed(folder: Path) -> None:
    same = DEAL.replace('"5S 4S 3S", "4C 3H 2C"', '"5S 5D 5H", "4C 3H 9C"').replace("player 2", "player 1")
    assert any("does not separate them" in sentence for sentence in compared(folder, same).broken_cases)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("III.9=", "III.9=II.1", "names no row of the alignment"),
        ("[case.second]\nanswer", "[case.third]\nanswer", "what each text makes of it"),
        ("question =", "qestion =", "“qestion”"),
        ("[case.second]\nanswer", "[case.second]\nanswers", "“answers”"),
        ("title =", "titel =", "title"),
    ],
)
def test_badly_written_cases_are_refused(folder: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        compared(folder, DEAL.replace(old, new))
    assert any(said in problem.sentence for problem in caught.value.problems)


def test_rules_that_cannot_be_compared_must_be_judged(folder: Path) -> None:
    path = folder / "alignment.toml"
    text = path.read_text("utf-8")
    start = text.index('from = ["III.2"]')
    path.write_text(text[:start] + text[start:].replace('rules = "same"\n', "", 1), "utf-8")
    with pytest.raises(RulesError) as caught:
        compared(folder, "")
    assert any("III.2=II.6" in problem.sentence for problem in caught.value.problems)
    path.write_text(text.replace('rules = "same"', 'rules = "equal"'), "utf-8")
    with pytest.raises(RulesError) as caught:
        compared(folder, "")
    assert any("equal" in problem.sentence for problem in caught.value.problems)
