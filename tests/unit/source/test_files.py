"""Files are read as a whole, or refused with a message; every character has a line and a column."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.source.files import RulesError, Source, read_source, shown_path


def refusal(path: str) -> tuple[str, str]:
    """Return the code and the sentence with which a file is refused."""
    with pytest.raises(RulesError) as caught:
        read_source(path)
    (fault,) = caught.value.problems
    assert fault.remedies, "every refusal says what to do"
    assert str(caught.value) == fault.sentence
    return fault.code, fault.sentence


def test_position_counts_lines_and_columns_from_one() -> None:
    """The first character is 1:1, the newline belongs to its line, and the end of the text has a place.

    A place outside the text is its nearest end, and lines come without their ends.
    """
    source = Source("x", "ab\n\ncd")
    assert [source.position(offset) for offset in range(7)] == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3)]
    assert (source.position(-5), source.position(99)) == ((1, 1), (3, 3))
    assert Source("x", "ab\n").position(99) == (2, 1)
    assert [source.line(number) for number in range(5)] == ["", "ab", "", "cd", ""]


@given(st.text(alphabet="ab \n", max_size=60), st.integers(0, 60))
def test_position_agrees_with_splitting(text: str, offset: int) -> None:
    source = Source("x", text)
    offset = min(offset, len(text))
    line, column = source.position(offset)
    before = text[:offset].split("\n")
    assert (line, column) == (len(before), len(before[-1]) + 1)
    assert source.line(line) == text.split("\n")[line - 1]


def test_text_is_read_as_utf8_with_newlines(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes("\ufeffthe “Lead”\r\nis up\rnow\n".encode())
    assert read_source(str(path)).text == "the “Lead”\nis up\nnow\n"


def test_path_through_a_file_is_refused_and_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    code, sentence = refusal(str(tmp_path / "file" / "inner"))
    assert code == "unreadable-file"
    assert "a file, not a folder" in sentence
    assert refusal("a\0b")[0] == "unreadable-file"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "no"), "you have no permission to read it"),
        (OSError(5, "the disk failed"), "the disk failed"),
    ],
)
def test_what_the_system_refuses_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, words: str
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr("builtins.open", refuse)
    code, sentence = refusal(str(tmp_path / "locked.rules"))
    monkeypatch.undo()
    assert code == "unreadable-file"
    assert words in sentence


def test_paths_are_shown_as_typed_or_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    here = os.getcwd()
    assert shown_path(os.path.join(here, "corpus", "a.rules")) == os.path.join("corpus", "a.rules")
    assert shown_path("corpus/a.rules") == "corpus/a.rules"
    assert shown_path(here + "-other/a.rules") == here + "-other/a.rules"
