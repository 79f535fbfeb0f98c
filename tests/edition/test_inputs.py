"""What a build looks at again: the files that changed, what rests on them, and no more."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cc_dsl.edition.inputs import LIBRARY, Inputs
from cc_dsl.edition.refreshing import refresh
from tests.edition.conftest import CORPUS

PAIRS = {"1860-1862": ("1860", "1862")}


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    """Copy three editions."""
    found = {}
    for name in ("1860", "1862", "court"):
        shutil.copytree(CORPUS / name, tmp_path / name)
        found[name] = str(tmp_path / name)
    return found


def rests(folders: dict[str, str], path: str, *parts: str, shared: dict[str, list[str]] | None = None) -> list[bool]:
    """Change a file; say of each part whether it may have changed with it."""
    before = Inputs(folders, PAIRS).digests()
    with Path(folders["1862"], path).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    inputs = Inputs(folders, PAIRS)
    changed = inputs.changed(before)
    assert changed
    return [
        groups is None or bool(groups & changed) for part in parts if [groups := inputs.of_part(part, shared or {})]
    ]


def test_changed_note_is_looked_for_where_notes_are_shown(folders: dict[str, str]) -> None:
    """On the pages of its clauses and in its files; not in comparisons, figures and other editions."""
    parts = (
        "clause 1862.II.8",
        "note 1862.II",
        "folder 1862",
        "row 1860-1862.II.8",
        "study 1862.in-play",
        "clause 1860.I.1",
    )
    assert rests(folders, "notes.md", *parts) == [True, True, True, False, False, False]


@pytest.mark.parametrize("name", [".notes.md.swp", "notes.md~"])
def test_what_an_editor_leaves_while_one_writes_changes_nothing(folders: dict[str, str], name: str) -> None:
    """Swap files and backups are no part of an edition."""
    before = Inputs(folders, PAIRS).digests()
    Path(folders["1862"], name).write_text("b0VIM", "utf-8")
    assert not Inputs(folders, PAIRS).changed(before)


@pytest.mark.parametrize(
    "path", ["game.rules", "text.txt", "clauses.toml", "readings.toml", "cases.toml", "figures.json"]
)
def test_changed_rules_are_looked_for_wherever_they_are_played(folders: dict[str, str], path: str) -> None:
    """In the edition, its comparisons, the claims and its figures; not in an edition that has nothing of them."""
    parts = (
        "clause 1862.II.8",
        "row 1860-1862.II.8",
        "aligned 1860.II.1",
        "claims x",
        "study 1862.in-play",
        "text court.",
    )
    assert rests(folders, path, *parts) == [True, True, True, True, True, False]


def test_clauses_of_another_edition_are_looked_for_where_they_are_used(folders: dict[str, str]) -> None:
    """An edition that uses clauses of 1862 rests on its folder too."""
    shared = {"court": [folders["1862"]]}
    assert rests(folders, "game.rules", "clause court.1.1", shared=shared) == [True]


def test_what_is_kept_goes_with_every_file_that_play_rests_on(folders: dict[str, str]) -> None:
    """The key of a game, a case or a figure is another after any change but one of prose."""
    found = [Inputs(folders, PAIRS).of_edition("1862", {"1862": [folders["1860"]]}, prose=False)]
    for name, path in (("1862", "game.rules"), ("1862", "cases.toml"), ("1860", "game.rules")):
        Path(folders[name], path).write_text("# another\n", "utf-8")
        found.append(Inputs(folders, PAIRS).of_edition("1862", {"1862": [folders["1860"]]}, prose=False))
    Path(folders["1862"], "notes.md").write_text("Another note.\n", "utf-8")
    assert len({repr(one) for one in found}) == 4
    assert Inputs(folders, PAIRS).of_edition("1862", {"1862": [folders["1860"]]}, prose=False) == found[-1]
    assert LIBRARY in found[0]


def test_files_are_made_again_when_what_they_come_from_changed(tmp_path: Path) -> None:
    """Also when one of them is gone; one that is no longer made is removed with its folder."""
    out, kept = tmp_path / "out", tmp_path / "kept"
    out.mkdir()
    kept.mkdir()
    app: Any = SimpleNamespace(outdir=out, doctreedir=kept, config=SimpleNamespace(rules_code="1"))
    calls: list[str] = []

    def make(*names: str) -> list[str]:
        calls.append(" ".join(names))
        for name in names:
            (out / name).parent.mkdir(exist_ok=True)
            (out / name).write_text("made", "utf-8")
        return [*names]

    refresh(app, "set", "a", lambda: make("one/a", "b"))
    refresh(app, "set", "a", lambda: make("never"))
    assert calls == ["one/a b"]
    refresh(app, "set", "b", lambda: make("b"))
    assert not (out / "one").exists()
    (out / "b").unlink()
    refresh(app, "set", "b", lambda: make("b"))
    assert calls == ["one/a b", "b", "b"]
    app.config.rules_code = "2"
    refresh(app, "set", "b", lambda: [])
    refresh(app, "set", "b", lambda: make("b"))
    assert len(calls) == 4
