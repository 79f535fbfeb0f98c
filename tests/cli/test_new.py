"""`circular new`: it begins an edition from a plain text, and changes no existing file."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cc_dsl import figures
from cc_dsl.cases.records import shapes
from cc_dsl.errors import UserError
from tests.cli.desk import ROOT, change, circular, is_refused, leave_cases

TEXT = "Five\n\n1. Two play. Each has five cards.\n\n2. The higher card wins (the Ace is the highest).\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "five.txt"
    path.write_text(TEXT, "utf-8")
    return path


def begun(text: Path, tmp_path: Path) -> Path:
    """Begin an edition, and return its folder."""
    folder = tmp_path / "five"
    assert circular("new", str(folder), str(text)).status == 0
    return folder


def test_many_clauses_without_a_sentence_are_one_message(tmp_path: Path) -> None:
    text = tmp_path / "long.txt"
    text.write_text("Game\n\n1. " + "He plays. " * 30, "utf-8")
    circular("new", str(tmp_path / "long"), str(text))
    said = circular("check", str(tmp_path / "long")).err
    assert said.count("clause-unused]") == 1
    assert "No statement encodes 30 clauses" in said


def test_folder_that_is_there_is_left_alone(text: Path, tmp_path: Path) -> None:
    folder = tmp_path / "five"
    folder.mkdir()
    (folder / "notes.md").write_text("mine", "utf-8")
    assert is_refused(circular("new", str(folder), str(text)), "already exists")
    assert sorted(path.name for path in folder.iterdir()) == ["notes.md"]


@pytest.mark.parametrize("name", ["a b", "é", ".hidden", "a.b"])
def test_name_that_could_not_be_cited_is_refused(name: str, text: Path, tmp_path: Path) -> None:
    assert is_refused(circular("new", str(tmp_path / name), str(text)), "cannot name an edition")


@pytest.mark.parametrize(("words", "said"), [(b" \n\n", "has no words"), (b"\xff\xfe\x00", "UTF-8")])
def test_text_that_cannot_be_used_is_refused(words: bytes, said: str, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_bytes(words)
    assert is_refused(circular("new", str(tmp_path / "five"), str(text)), said)
    assert not (tmp_path / "five").exists()


def as_folder(path: Path) -> None:
    path.mkdir()


def of_other_signs(path: Path) -> None:
    """Write what is no UTF-8."""
    path.write_bytes(b'colour = "\xff\xfe"\n')


def unfinished(path: Path) -> None:
    """Write what is no data, nor rules, nor the text of the edition."""
    path.write_text("[[{{ x = [\n", "utf-8")


SPOILT = [as_folder, of_other_signs, unfinished]
WRITTEN = [*shapes()]
"""The files that an editor writes beside the rules."""


@pytest.mark.parametrize("spoil", SPOILT, ids=[one.__name__ for one in SPOILT])
def test_spoilt_file_is_named(spoil: Callable[[Path], None], text: Path, tmp_path: Path) -> None:
    folder = begun(text, tmp_path)
    for name in WRITTEN:
        if spoil is unfinished and name == "how-to-play.md":
            continue  # this page is checked only if the rules are sound
        spoilt, kept = folder / name, folder / f"{name}.kept"
        if spoilt.exists():
            spoilt.rename(kept)
        spoil(spoilt)
        found = circular("check", str(folder))
        problems, _, _ = found.err.partition("still needs")
        assert (found.status, name in problems, "bug in" in problems) == (2, True, False), found.err
        spoilt.rmdir() if spoilt.is_dir() else spoilt.unlink()
        if kept.exists():
            kept.rename(spoilt)


@pytest.mark.parametrize("spoil", [*SPOILT, lambda path: path.write_text('{"colour": 3}'), lambda path: path.touch()])
def test_spoilt_figures_are_named(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    spoil(tmp_path / figures.FILE)
    with pytest.raises(UserError, match=re.escape(figures.FILE)):
        figures.stored_figures(str(tmp_path))


def test_value_that_should_be_a_text_is_named(text: Path, tmp_path: Path) -> None:
    home = begun(text, tmp_path) / "edition.toml"
    words = home.read_text("utf-8")
    home.write_text(words.replace('author = "?"', "author = 1832").replace('name = "?"', "name = [1]"), "utf-8")
    found = circular("check", str(home.parent))
    assert found.status == 2
    for key in ("author", "name"):
        assert f"“{key}” in {home} should be a text." in found.err


def test_straight_quotation_marks_of_a_text_can_be_quoted(tmp_path: Path) -> None:
    text = tmp_path / "stop.txt"
    text.write_text('Stop\n\n1. "Stop!" he says ("at once").\n\n2. A rule 5" long.\n', "utf-8")
    folder = tmp_path / "stop"
    assert circular("new", str(folder), str(text)).status == 0
    rules = folder / "game.rules"
    words = rules.read_text("utf-8")
    assert '# §1.1 "“Stop!” he says (“at once”)."' in words
    shown = re.sub(r"^# (§.*)$", r'\1\n  this clause is advisory, because "it is told".', words, flags=re.MULTILINE)
    rules.write_text(shown, "utf-8")
    said = circular("check", str(folder)).err
    assert "words-not-in-clause" not in said
    assert "clause-unused" not in said


def complete(tmp_path: Path) -> Path:
    """Return an edition of two cases in which nothing is open but what a test takes away."""
    folder = tmp_path / "court"
    shutil.copytree(ROOT / "corpus" / "court", folder, ignore=shutil.ignore_patterns("figures.json"))
    leave_cases(folder, "face-card-needed", "a-round")
    return folder


def steps_of(folder: Path) -> list[str]:
    _, _, listed = circular("check", str(folder)).err.partition("in this order:")
    return [" ".join(step.split()) for step in re.split(r"^ +\d+\. ", listed, flags=re.MULTILINE)[1:]]


def test_steps_name_the_file_that_is_wrong(tmp_path: Path) -> None:
    folder = complete(tmp_path)
    change(folder / "edition.toml", '"judge", "result"', '"judge"')
    change(folder / "edition.toml", 'author = "', 'author = "?"\n# "')
    steps = steps_of(folder)
    assert [step.split(":")[0] for step in steps] == ["Fill in edition.toml", "Correct edition.toml", "Make its pages"]


def test_steps_do_not_blame_the_text_for_other_files(tmp_path: Path) -> None:
    folder = complete(tmp_path)
    change(folder / "readings.toml", 'evidence = ["court.C2.1", "court.C6.1"]', 'evidence = ["court.C9.9"]')
    change(folder / "notes.md", "## T.1\n\nThis is the name of the game, with its exclamation mark.", "## T.1\n\n?")
    steps = steps_of(folder)
    assert [step.partition(":")[0] for step in steps] == [
        "Correct readings.toml",
        "Write the notes in notes.md",
        "Make its pages",
    ]


def test_unfinished_edition_is_not_said_to_be_well(tmp_path: Path) -> None:
    folder = complete(tmp_path)
    change(folder / "notes.md", "## T.1\n\nThis is the name of the game, with its exclamation mark.", "## T.1\n\n?")
    assert circular("check", str(folder)).out.splitlines()[-1] == "Nothing is wrong, but the edition is not finished."


def test_slip_in_the_rules_asks_for_no_cases(tmp_path: Path) -> None:
    folder = complete(tmp_path)
    change(folder / "game.rules", "is the player after the dealer.", "is the player after the deeler.")
    assert steps_of(folder) == []


def test_answer_without_an_argument_is_a_step(tmp_path: Path) -> None:
    folder = complete(tmp_path)
    argued = "[reading.first-King.alternatives.{}]"
    change(folder / "readings.toml", argued.format("any-King"), argued.format("no-King"))
    assert steps_of(folder)[0].endswith("one place is left; the first is first-King.")


def test_case_that_cannot_be_read_does_not_hold(tmp_path: Path) -> None:
    folder = complete(tmp_path)
    change(folder / "cases.toml", "the dealer is player 2.", "the deeler is player 2.")
    result = circular("check", str(folder))
    assert "1 of 2" in result.out
