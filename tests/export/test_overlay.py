"""An overlay that is written out is an edition with a folder of its own; its files are made from that folder."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import cc_dsl
from cc_dsl.errors import UserError
from cc_dsl.export.files import export
from cc_dsl.export.overlay import written_out
from cc_dsl.export.toml import toml_of
from cc_dsl.pipeline import Edition
from cc_dsl.weave.report import check

ROOT = Path(__file__).parents[2]
CHANGES = """this edition is 1862, but "seven".
instead of §VI.4: a player is at-a-Hit if his score is at least 7.
without §II.8.
in §VI.4, for "A Hit is 5" read "A Hit is 7".
with both-at-five as all-at-once.
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """Return an overlay, written out."""
    path = tmp_path_factory.mktemp("overlay") / "seven.rules"
    path.write_text(CHANGES, "utf-8")
    return written_out(cc_dsl.load(str(path)))


def test_folder_is_a_sound_edition_with_the_same_rules(written: Edition, tmp_path: Path) -> None:
    """Nothing is wrong with it, all its worked cases hold, and it means what the overlay means."""
    report = check(written)
    assert written.overlay is None
    assert [problem.sentence for problem in report.problems if problem.level == "error"] == []
    assert not report.has_failed
    assert report.cases.cases > 100
    again = tmp_path / "seven.rules"
    again.write_text(CHANGES, "utf-8")
    assert cc_dsl.load(str(again)).rules.meaning == written.rules.meaning
    assert written.name == "seven-of-1862"


def test_conjecture_is_in_the_text_and_marked(written: Edition) -> None:
    """The words are changed, the printed ones stand in the apparatus, and no witness has the conjecture."""
    words = export(written, "txt").decode()
    assert "A Hit is 7, and two Hits" in words
    space = {"t": "http://www.tei-c.org/ns/1.0"}
    root = ET.fromstring(export(written, "tei"))
    (entry,) = [one for one in root.findall(".//t:app", space) if one.findtext("t:lem", "", space) == "A Hit is 7"]
    lemma = entry.find("t:lem", space)
    assert lemma is not None
    assert lemma.get("wit") is None
    assert entry.findtext("t:rdg", "", space) == "A Hit is 5"
    assert entry.findtext("t:note", "", space).startswith("A conjecture of the overlay “seven”")


def test_figures_of_the_parent_are_not_those_of_the_overlay(written: Edition) -> None:
    """What was counted under other rules is not exported under its name."""
    with pytest.raises(UserError, match="Nothing was counted of seven-of-1862"):
        export(written, "json")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "corpus").glob("*/*.toml")), ids=lambda one: f"{one.parent.name}-{one.stem}"
)
def test_tables_come_back(path: Path) -> None:
    """What is written as TOML reads as the same tables."""
    table = tomllib.loads(path.read_text("utf-8"))
    assert tomllib.loads(toml_of(table)) == table


def test_pages_are_made_of_the_folder_that_was_written_out(tmp_path: Path) -> None:
    """`circular edition --only` builds an overlay as it builds an edition, under its own name and title."""
    from cc_dsl.edition.build import _settings

    path = tmp_path / "seven.rules"
    path.write_text(CHANGES, "utf-8")
    settings: dict[str, Any] = _settings("", str(path))
    assert settings["rules_alone"] == "seven-of-1862"
    assert settings["html_title"] == "Court Circular (1862), but “seven”"
    folder = Path(settings["rules_editions"]["seven-of-1862"]["path"])
    assert "A Hit is 7" in (folder / "text.txt").read_text("utf-8")
    assert not (folder / "numbers.json").exists()
