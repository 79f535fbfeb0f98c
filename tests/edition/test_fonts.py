"""The faces that come with the edition: what they can do, what they are called, and what happens without them."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cc_dsl.edition import fonts
from cc_dsl.errors import how_to_install
from tests.needed import lacking


@pytest.fixture(scope="module")
def face() -> Any:
    """Open the upright face for text as the pages have it."""
    if missing := fonts.missing():
        lacking(", ".join(missing), how_to_install("edition"))
    from fontTools.ttLib import TTFont

    return TTFont(io.BytesIO(fonts.woff2(fonts.FACES[0])))


def test_face_has_figures_and_small_capitals(face: Any) -> None:
    """Old-style and lining figures, tabular ones, and small capitals are left in the part that is shipped."""
    features = {record.FeatureTag for record in face["GSUB"].table.FeatureList.FeatureRecord}
    assert {"onum", "lnum", "tnum", "smcp"} <= features


def test_face_has_the_letters_of_the_texts(face: Any) -> None:
    """Letters with marks, quotation marks, dashes and the signs of open places."""
    letters = face.getBestCmap()
    assert [sign for sign in "aZêÊ“”‘’—–…†‡¶×−½" if ord(sign) not in letters] == []


def test_part_of_a_face_does_not_bear_the_reserved_name(face: Any) -> None:
    """The licence keeps the name Source for the whole face; who made it and the licence stay."""
    names = {record.nameID: record.toUnicode() for record in face["name"].names}
    assert [name for id, name in names.items() if id in (1, 3, 4, 6, 16) and "Source" in name] == []
    assert "Adobe" in names[0]
    assert "Open Font License" in names[13]


def test_without_the_packages_the_edition_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The pages are then set in the faces of the system, and the style sheet names no file."""
    told: list[str] = []
    monkeypatch.setattr(fonts, "missing", lambda: ["fontTools"])
    monkeypatch.setattr(fonts.logger, "info", told.append)
    (tmp_path / "_static").mkdir()
    app: Any = SimpleNamespace(outdir=str(tmp_path), builder=SimpleNamespace(format="html"))
    fonts.write_faces(app)
    assert (tmp_path / "_static" / "fonts.css").read_text("utf-8") == ""
    assert "without fontTools" in told[0]
    assert ".[edition]" in told[0]
