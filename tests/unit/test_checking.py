"""Worked cases: trials, and the messages about cases that fail; cases that make no sense are in `tests/problems`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_dsl import resources, workers
from cc_dsl.cases import random_games
from cc_dsl.cases import trials as trying
from cc_dsl.cases.forced_results import can_force
from cc_dsl.cases.reader import CaseLine, Result, read_cases
from cc_dsl.cases.report import check
from cc_dsl.cases.sentences import SplicedCases, course_in_words, result_in_words
from cc_dsl.cases.trials import CaseResults, Trial, try_cases
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from tests.unit.interpreter.small import small_game

TRIED = sorted((Path(__file__).parent / "tried-cases").glob("*.toml"))
COURSE = Path(__file__).with_name("course.toml").read_text("utf-8")


def edition_with(cases: str, name: str, folder: Path) -> Edition:
    """Return an edition of the corpus, copied into a folder, with other worked cases."""
    copied = shutil.copytree(resources.edition_folder(name), folder / name)
    (copied / "cases.toml").write_text(cases, "utf-8")
    return Edition(str(copied / "game.rules"), {})


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow if path.stem == "lanrick-1880" else ()) for path in TRIED],
    ids=lambda path: path.stem,
)
def test_case_holds_or_fails_with_the_sentence_in_its_file(path: Path, tmp_path: Path) -> None:
    """In `tried-cases` the `why` of a case that fails is what was expected and what the rules gave."""
    edition = edition_with(path.read_text("utf-8"), path.stem, tmp_path)
    outcome, cases = try_cases(edition), read_cases(edition)
    assert outcome.problems == ()
    assert outcome.cases == len(cases)
    failures = {failure.case.id: failure for failure in outcome.failures}
    assert len(failures) == len(outcome.failures) == outcome.fails
    assert {name: failure.sentence for name, failure in failures.items()} == {
        case.id: case.why for case in cases if case.why != "It holds."
    }
    if path.stem == "1862":
        assert any("IV.2" in reason for reason in failures["wrong-number"].reasons), "the decisions name their clauses"


def test_clauses_of_a_course_can_be_asked_after_it_was_tried(tmp_path: Path) -> None:
    edition = edition_with(COURSE, "1862", tmp_path)
    (group,) = SplicedCases(edition, read_cases(edition)).groups()
    (case,) = (case for case, _ in group.results)
    trial = Trial(group, case, 0)
    assert trial.failures() == []
    assert trial.clauses() == Trial(group, case, 0).clauses() != ()


def test_line_of_play_that_is_too_long_is_refused() -> None:
    """The player who is to force something is never asked."""
    rules = small_game("waiting")
    game = Game(rules, seed=1, seats=2)
    with pytest.raises(UserError, match="more than 200 answers"):
        can_force(runtime_of(rules, "plain", 2), 0, lambda state: False, game.position, 3)


@pytest.mark.slow
def test_cases_are_not_tried_again_for_a_comment_or_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(workers, "processors", lambda: 1)
    monkeypatch.setattr(random_games, "GAMES", 1)

    def try_cases(edition: Edition) -> CaseResults:
        tried.append(edition.path)
        return trying.NO_CASES

    monkeypatch.setattr(trying, "try_cases", try_cases)
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "cache"))
    shutil.copytree(resources.edition_folder("patience"), tmp_path / "patience")
    rules = tmp_path / "patience" / "game.rules"
    text = rules.read_text("utf-8")
    counts = []
    changed = text.replace("is at least", "is not less than", 1)
    for written in (text, f"\n# first\n{text}", f"{text}  # last\n\n", changed):
        rules.write_text(written, "utf-8")
        check(Edition(str(rules), {}))
        counts.append(len(tried))
    assert counts == [1, 1, 1, 2]
    copy = shutil.copytree(tmp_path / "patience", tmp_path / "elsewhere")
    check(Edition(str(copy / "game.rules"), {}))
    assert len(tried) == 2


def test_what_must_hold_in_a_course_is_a_sentence() -> None:
    lines = [CaseLine(text, None) for text in ("Blue touches Brown", "so: d4's spot is m1.", "not so: Blue is free.")]
    assert course_in_words(lines) == ("Blue touches Brown", "d4's spot is m1.", "Blue is not free.")
    result = Result({}, true_lines=(CaseLine("the heap is empty.", None),))
    denied = Result({}, false_lines=(CaseLine("player 1 is at-the-end.", None),))
    assert result_in_words(result) + result_in_words(denied) == ("the heap is empty.", "Player 1 is not at-the-end.")
