"""`circular new`: it begins an edition from a plain text, and changes no existing file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cc_dsl import figures
from cc_dsl.cases.records import shapes
from cc_dsl.errors import UserError
from tests.cli.desk import circular, is_refused

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


def test_folder_with_the_name_of_an_edition_is_named_as_a_path(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "circular check ./1862\n" in circular("new", "1862", str(text)).out


def test_text_that_is_not_utf_8_is_refused(text: Path, tmp_path: Path) -> None:
    text.write_bytes(b"\xff\xfe\x00")
    assert is_refused(circular("new", str(tmp_path / "five"), str(text)), "UTF-8")
    assert not (tmp_path / "five").exists()


Spoil = Callable[[Path], object]
SPOILT: dict[str, Spoil] = {
    "a folder": Path.mkdir,
    "no UTF-8": lambda path: path.write_bytes(b'colour = "\xff\xfe"\n'),
    "unfinished": lambda path: path.write_text("[[{{ x = [\n", "utf-8"),
}
WRITTEN = [*shapes()]
"""The files that an editor writes beside the rules."""


@pytest.mark.parametrize("how", SPOILT)
def test_spoilt_file_is_named(how: str, text: Path, tmp_path: Path) -> None:
    folder = begun(text, tmp_path)
    for name in WRITTEN:
        if how == "unfinished" and name == "how-to-play.md":
            continue  # this page is checked only if the rules are sound
        spoilt, kept = folder / name, folder / f"{name}.kept"
        if spoilt.exists():
            spoilt.rename(kept)
        SPOILT[how](spoilt)
        result = circular("check", str(folder))
        problems, _, _ = result.err.partition("still needs")
        assert (result.status, name in problems, "bug in" in problems) == (2, True, False), result.err
        spoilt.rmdir() if spoilt.is_dir() else spoilt.unlink()
        if kept.exists():
            kept.rename(spoilt)


@pytest.mark.parametrize("spoil", [*SPOILT.values(), lambda path: path.write_text('{"colour": 3}'), Path.touch])
def test_spoilt_figures_are_named(spoil: Spoil, tmp_path: Path) -> None:
    spoil(tmp_path / figures.FILE)
    with pytest.raises(UserError, match=re.escape(figures.FILE)):
        figures.stored_figures(str(tmp_path))
