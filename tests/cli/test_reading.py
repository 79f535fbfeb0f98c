"""The commands that read and check: editions, clauses, readings, check, problem, fmt, completion."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cli.texts import page_lines
from cc_dsl.compare import cases as compared_cases
from cc_dsl.pipeline import load
from cc_dsl.words.book import book_of
from tests import processes
from tests.cli.desk import COMMAND, ROOT, change, circular, environment, is_refused, leave_cases

EDITION = ROOT / "corpus" / "1862"
CASES_COMPARED = ROOT / "corpus" / "comparisons" / "1860-1862" / "cases.toml"
TOLLS = "tests/games/tolls/game.rules"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the edition of 1862 that may be spoilt; no figures of it are stored, to be counted again."""
    return Path(shutil.copytree(EDITION, tmp_path / "1862", ignore=shutil.ignore_patterns("figures.json")))


def test_check_without_a_name_checks_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "edition_names", lambda: ["court"])
    assert list(json.loads(circular("check", "--json").out)["editions"]) == ["court"]


def test_check_runs_the_cases_of_comparisons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[[case]]".join(CASES_COMPARED.read_text("utf-8").split("[[case]]")[:4])
    changed = tmp_path / "cases.toml"
    changed.write_text(
        text.replace("Three of Clubs is in player 2's hand.", "Three of Clubs is in player 1's hand.", 1), "utf-8"
    )
    monkeypatch.setattr(compared_cases, "FILE", str(changed))
    result = circular("check", "1860", "--json")
    assert result.status == 1
    document = json.loads(result.out)
    assert document["comparisons"] == {"passed": 2, "failed": 1}
    assert "I.2=I.2" in document["wrong_comparisons"][0]


def test_case_that_an_overlay_leaves_no_meaning_has_a_different_result(tmp_path: Path) -> None:
    """Its sentences are those of the edition, so that the overlay is not wrong."""
    folder = tmp_path / "lanrick-1893"
    shutil.copytree(resources.edition_folder("lanrick-1893"), folder)
    leave_cases(folder, "an-interchange")
    overlay, change = folder / "none.rules", "instead of §2.4: the contest goes thus: then the stalemate."
    overlay.write_text(f'this edition is game.rules, but "none".\nwithout §5.1.\n{change}\n', "utf-8")
    result = circular("check", str(overlay))
    assert result.status == 0, result.err
    assert "(an-interchange)" in result.out


def test_figures_are_looked_at_when_all_else_is_well(copy: Path) -> None:
    leave_cases(copy, "equal-Lines-one-card")
    shutil.copy(EDITION / "figures.json", copy)
    change(copy / "game.rules", "| Trio      | 5          |", "| Trio      | 4          |")
    result = circular("check", str(copy))
    assert result.status == 1
    assert "Stored figures" not in result.err


def test_stale_figures_of_a_comparison_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ignored = shutil.ignore_patterns("figures.json")
    shutil.copytree(resources.corpus_root(), tmp_path / "corpus", ignore=ignored)
    counted = Path(resources.corpus_root(), "comparisons", "1860-1862", "figures.json")
    monkeypatch.setattr(resources, "corpus_root", lambda: str(tmp_path / "corpus"))
    copy = Path(shutil.copy(counted, tmp_path / "corpus" / "comparisons" / "1860-1862"))
    assert circular("check", "1862").status == 0
    change(copy, '"seed": 0', '"seed": 1')
    result = circular("check", "1862")
    assert result.status == 2
    said = " ".join(result.err.split())
    assert "Stored figures of 1860-1862 were changed by hand." in said
    assert "circular figures 1860-1862" in said


def test_rules_without_a_text_are_not_sent_to_its_clauses() -> None:
    (line,) = page_lines(load(TOLLS))
    assert line == "There is no page that says how to play."


def test_line_ends_and_rights_of_a_file_stay(copy: Path) -> None:
    file = copy / "game.rules"
    good = file.read_bytes()
    file.write_bytes(b"\xef\xbb\xbf" + good.replace(b"\n", b"\r\n") + b"\r\n\r\n")
    file.chmod(0o750)
    assert circular("fmt", str(file)).status == 0
    assert file.read_bytes() == b"\xef\xbb\xbf" + good.replace(b"\n", b"\r\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o750


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no symbolic links everywhere")
def test_link_stays_a_link(copy: Path) -> None:
    file = copy / "game.rules"
    link = copy / "link.rules"
    link.symlink_to(file)
    file.write_bytes(file.read_bytes() + b"\n\n")
    assert circular("fmt", str(link)).status == 0
    assert link.is_symlink()
    assert file.read_bytes() == (EDITION / "game.rules").read_bytes()


def test_file_that_cannot_be_written_stays(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = copy / "game.rules"
    file.write_bytes(file.read_bytes() + b"\n\n")
    before, names = file.read_bytes(), sorted(copy.iterdir())

    def refuse(*paths: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    assert is_refused(circular("fmt", str(file)), "could not write", "The file is unchanged")
    assert file.read_bytes() == before
    assert sorted(copy.iterdir()) == names


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("circular ju", ["judge"]),
        ("circular check 18", ["1862"]),
        ("circular play ", ["1862"]),
        ("circular judge 1862 --le", ["--lead"]),
        ("circular readings nowhere x", []),
    ],
)
def test_tab_completes(line: str, found: list[str]) -> None:
    words = line.split(" ")
    typed = environment(COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), _CIRCULAR_COMPLETE="bash_complete")
    answer = processes.run([*COMMAND], cwd=ROOT, env=typed, text=True)
    assert answer.stderr == ""
    values = [item.partition(",")[2] for item in answer.stdout.split()]
    assert [value for value in found if value not in values] == []
    assert found or values == []


def test_places_in_an_overlay_are_those_of_the_files_that_were_written(tmp_path: Path) -> None:
    """The composed rules are in no file, so that no line of them is named."""
    overlay = tmp_path / "hit7.rules"
    change = "besides §T.1: all see the pack.\ninstead of §VI.4: a player is at-a-Hit if his score is at least 7."
    overlay.write_text(f'this edition is 1862, but "a Hit of seven".\n{change}\n', "utf-8")
    assert "1862/game.rules:" in circular("clauses", str(overlay), "VI.4").out
    sentence = "he chooses a card in his reach as the choice."
    path, line = book_of(load(str(overlay))).place_of((), sentence)
    assert Path(path).read_text("utf-8").splitlines()[line - 1].strip() == sentence
