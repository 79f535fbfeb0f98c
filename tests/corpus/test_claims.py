"""Claims of other writers about the games, with verdicts that were worked out by hand.

By hand, claim 1, 1860: first-hand's 8♥ 9♣ 10♦ run on to the Lead J♥ at their end (III.6, III.10), a Sequence of 4 with
the Lead; the dealer's Q♥ K♠ and J♥ are a Sequence of 3, and 7♥ Q♥ J♥ a Sympathy, which ranks below (III.3); a Line of 4
beats a similar one of 3 (III.9), so first-hand wins and chooses (V.1).  1862: Lines are of 3 cards (II.1), so both have
a Sequence with the Lead; the better card played in it is the dealer's K♠ against 10♦ (III.1, III.1a); both have made a
Line, so the winner chooses (IV.3a).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cc_dsl.cases import claims as module
from cc_dsl.cases.claims import (
    FAILS,
    HOLDS,
    IN_PART,
    UNDECIDABLE,
    Claim,
    ClaimCase,
    claims_file,
    read_claims,
    try_claims,
)
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import Edition, load
from tests.cli.desk import circular

VERDICTS = {1: IN_PART, 2: HOLDS, 3: IN_PART, 4: HOLDS, 5: FAILS, 6: IN_PART, 7: HOLDS, 8: HOLDS}
opened: Callable[[str], Edition] = cache(load)


def tried(text: str, folder: Path) -> tuple[Claim, ...]:
    path = folder / "claims.toml"
    path.write_text(text, "utf-8")
    return try_claims(read_claims(opened, str(path)), opened)


@pytest.fixture
def text() -> str:
    """Return the claims of the corpus as they are written."""
    return Path(claims_file()).read_text("utf-8")


def test_claims_have_the_verdicts_worked_out_by_hand(text: str, tmp_path: Path) -> None:
    """Eight claims: four hold, three in part, one fails; and every case of them is as it is written."""
    claims = tried(text, tmp_path)
    assert {claim.number: claim.verdict for claim in claims} == VERDICTS
    assert [sentence for claim in claims for sentence in claim.failures] == []
    first = [case for case in claims[0].cases if case.edition == "1860"]
    assert [case.verdict for case in first] == [FAILS, HOLDS, FAILS, FAILS, FAILS]
    assert all(case.clauses for claim in claims for case in claim.cases if case.verdict == FAILS)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("answer = { takes = 4 }", "answer = { takes = 5 }", "was expected"),
        ("answer = { takes = 3 }", "answer = { takes = 4 }", "the claimed result holds"),
        ("player 1's Line is an Etiquette", "player 1's Line is a Pair", "should hold"),
        ("scores = [3, 0] }", "scores = [2, 0] }", "was expected"),
    ],
)
def test_result_that_was_changed_is_noticed(old: str, new: str, said: str, text: str, tmp_path: Path) -> None:
    assert text.count(old) == 1
    claims = tried(text.replace(old, new), tmp_path)
    assert any(said in sentence for claim in claims for sentence in claim.failures)


def test_check_notices_a_changed_result(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`tests/golden/commands/check.txt` has the output where all results hold."""
    from cc_dsl.cli import check

    monkeypatch.setattr(check, "_stale_figures", lambda _edition: [])
    path = tmp_path / "claims.toml"
    path.write_text(text.replace("scores = [3, 0] }", "scores = [2, 0] }"), "utf-8")
    monkeypatch.setattr(module, "claims_file", lambda: str(path))
    result = circular("check", "1862")
    assert result.status == 1
    assert "was expected, but the rules give" in " ".join(result.out.split())
    assert "All is well" not in result.out


@pytest.mark.parametrize(
    ("verdicts", "verdict"),
    [((HOLDS, HOLDS), HOLDS), ((FAILS, UNDECIDABLE), FAILS), ((HOLDS, FAILS), IN_PART), ((UNDECIDABLE,), UNDECIDABLE)],
)
def test_verdicts_are_combined(verdicts: tuple[str, ...], verdict: str) -> None:
    """What is undecided counts only if nothing is decided."""
    cases = tuple(ClaimCase("", "1862", each, "") for each in verdicts)
    assert Claim(1, "", ("1862",), cases).verdict == verdict


def test_claims_that_cannot_be_read_are_refused(text: str, tmp_path: Path) -> None:
    for old, new, said in (
        ('edition = "1862"\n', 'edition = "1826"\n', "not an edition of the corpus"),
        ("number = 8\n", 'number = "8"\n', "no number"),
        ('meant = ["1862"]\n', 'ment = ["1862"]\n', "“ment”"),
        ("question = ", "qestion = ", "qestion"),
    ):
        with pytest.raises(RulesError) as caught:
            tried(text.replace(old, new), tmp_path)
        assert any(said in problem.sentence for problem in caught.value.problems), said


def test_corpus_without_claims_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nim"
    shutil.copytree("tests/games/tolls", folder)
    monkeypatch.setattr(module, "claims_file", lambda: str(tmp_path / "nowhere.toml"))
    assert "Claims" not in circular("check", str(folder)).out
