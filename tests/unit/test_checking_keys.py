"""A key that nothing reads is refused in every data file of an edition: what it says would be lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.records import problems_of_files
from cc_dsl.pipeline import Edition

MISSPELT = [
    ("1862", "readings.toml", "evidence = ", "evidences = ", "Do you mean evidence?"),
    ("1862", "readings.toml", "confidence = ", "certainty = ", "The keys here are: title, kind, clause"),
    ("1862", "edition.toml", "standing = ", "standings = ", "Do you mean standing?"),
    ("1862", "clauses.toml", "description = ", "descripton = ", "Do you mean description?"),
    ("1862", "apparatus.toml", "substantive = ", "substantial = ", "Do you mean substantive?"),
    ("court", "studies.toml", "games = ", "game = ", "Do you mean name or games?"),
    ("castle-croquet-1866", "turns.toml", "strokes = ", "stroke = ", "Do you mean strokes?"),
]


def copied(edition: str, name: str, folder: Path, text: str | None = None) -> Edition:
    """Return an edition whose data file lies in another folder, changed."""
    home = Path(resources.edition_folder(edition))
    found = Edition(str(home / "game.rules"), {})
    found.folder = str(folder)
    if text is None:
        shutil.copy(home / name, folder)
    else:
        (folder / name).write_text(text, "utf-8")
    return found


@pytest.mark.parametrize(("edition", "name", "old", "new", "remedy"), MISSPELT, ids=[one[3] for one in MISSPELT])
def test_misspelt_key_is_refused(edition: str, name: str, old: str, new: str, remedy: str, tmp_path: Path) -> None:
    text = (Path(resources.edition_folder(edition)) / name).read_text("utf-8")
    assert f"\n{old}" in text
    text = text.replace(f"\n{old}", f"\n{new}", 1)
    (problem,) = problems_of_files(copied(edition, name, tmp_path, text))
    key = new.partition(" ")[0]
    assert f"has “{key}”, which means nothing where it stands" in problem.sentence
    assert problem.remedies[0].startswith(remedy)
    assert problem.source is not None
    assert problem.span is not None
    assert problem.source.text[problem.span.start : problem.span.end].startswith(key)
