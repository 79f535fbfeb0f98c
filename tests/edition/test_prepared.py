"""Results that the corpus stores for the pages: they are those found anew, and none of other rules is taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.compare.play.reachability import changing_answers
from cc_dsl.edition import prepared
from cc_dsl.edition.shelf import Shelf
from cc_dsl.pipeline import load
from cc_dsl.weave.cases import failures_of

RULE = "| Trio      | 5          |"


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the corpus have a file of its own for what is stored."""
    path = tmp_path / prepared.FILE
    monkeypatch.setattr(prepared, "path", lambda: str(path))
    return path


def test_stored_results_are_those_that_are_found() -> None:
    """What the corpus stores of an edition as it is now is what comes out without it."""
    shelf = Shelf({"patience": {}}, "")
    edition = load("patience")
    assert shelf.changing_answers("patience") == changing_answers(edition)
    assert shelf.failures("patience") == failures_of(edition) == {}


def test_every_edition_has_stored_results() -> None:
    """The file is there, and holds each result of each edition and comparison."""
    with open(prepared.path(), encoding="utf-8") as file:
        names = set(json.load(file))
    kinds = ("cases", "answers", "meaning")
    assert names == {
        *(f"{kind} {name}" for kind in kinds for name in resources.edition_names()),
        *(f"verdicts {name}" for name in resources.comparison_names()),
    }


def test_results_of_other_rules_are_found_again(stored: Path, tmp_path: Path) -> None:
    """A result is taken while its rules are the same to the character, and not after."""
    folder = tmp_path / "1862"
    folder.mkdir()
    for path in Path(resources.edition_folder("1862")).iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    under = prepared.under(load(str(folder)).rules.digest)
    invented = {"a-reading": {"judge": "it was stored"}}
    stored.write_text(json.dumps({"answers 1862": {"under": under, "found": invented}}), "utf-8")
    options = {"1862": {"path": str(folder)}}
    assert Shelf(options, "").changing_answers("1862") == invented
    text = (folder / "game.rules").read_text("utf-8")
    assert RULE in text
    (folder / "game.rules").write_text(text.replace(RULE, RULE.replace("5", "4")), "utf-8")
    assert "who-picks" in Shelf(options, "").changing_answers("1862")


def test_a_damaged_file_is_no_file(stored: Path) -> None:
    """Then everything is found again."""
    for text in ("", "[]", "{", '{"answers goofspiel": 3}'):
        stored.write_text(text, "utf-8")
        assert prepared.Prepared().recalled("answers goofspiel", "x") is None


def test_what_was_asked_is_stored(stored: Path) -> None:
    """Whoever stores anew writes every result, and another build recalls it."""
    shelf = Shelf({"patience": {}}, "")
    prepared.store(shelf)
    assert set(json.loads(stored.read_text("utf-8"))) == {"cases patience", "answers patience", "meaning patience"}
    edition = load("patience")
    again = prepared.Prepared()
    assert again.recalled("meaning patience", edition.rules.digest) == edition.meaning_of_answers
    prepared.forget()
    assert not stored.exists()
