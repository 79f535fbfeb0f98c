"""Results that the corpus stores for the pages: they are those found anew, and none of other rules is taken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import resources
from cc_dsl.compare.reachability import changing_answers
from cc_dsl.edition import prepared
from cc_dsl.edition.shelf import EditionOptions, Shelf
from cc_dsl.pipeline import load

NAME = "lanrick-1880"
RULE = "| Trio      | 5          |"


def corpus_file() -> dict[str, Any]:
    """Return what the corpus stores."""
    found: dict[str, Any] = json.loads(Path(resources.corpus_root(), prepared.FILE).read_text("utf-8"))
    return found


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the corpus have a file of its own for what is stored."""
    path = tmp_path / prepared.FILE
    monkeypatch.setattr(prepared, "path", lambda: str(path))
    return path


def test_nothing_is_stored_of_what_is_not_there() -> None:
    """Each result belongs to an edition or a comparison of the corpus."""
    kinds = ("cases", "answers", "meaning", "played", "simulated")
    known = {f"{kind} {name}" for kind in kinds for name in resources.edition_names()}
    known |= {f"verdicts {name}" for name in resources.comparison_names()}
    known.add("claims new-tradition-games")
    stored = corpus_file()
    assert stored
    assert set(stored) <= known


def test_results_of_other_rules_are_found_again(stored: Path, tmp_path: Path) -> None:
    """A result is taken while its rules are the same to the character, and not after."""
    folder = tmp_path / "1862"
    folder.mkdir()
    for path in Path(resources.edition_folder("1862")).iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    under = prepared.under(load(str(folder)).rules.digest)
    invented = {"a-reading": {"judge": "it was stored"}}
    stored.write_text(json.dumps({"answers 1862": {"under": under, "found": invented}}), "utf-8")
    options: dict[str, EditionOptions] = {"1862": {"path": str(folder)}}
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


def test_stored_results_are_those_that_are_found(stored: Path) -> None:
    """Storing anew finds what the corpus has of the same rules, and another build recalls it."""
    Shelf({NAME: {}}, "").store()
    found = json.loads(stored.read_text("utf-8"))
    assert set(found) == {f"{kind} {NAME}" for kind in ("cases", "answers", "meaning", "played")}
    assert found[f"cases {NAME}"]["found"] == {}
    edition = load(NAME)
    assert found[f"answers {NAME}"]["found"] == changing_answers(edition)
    assert prepared.Prepared().recalled(f"meaning {NAME}", edition.rules.digest) == edition.meaning_of_answers
    kept = {what: one for what, one in corpus_file().items() if what in found}
    assert [what for what, one in kept.items() if one["under"] == found[what]["under"] and one != found[what]] == []
    prepared.forget()
    assert not stored.exists()
