"""Open places have titles, and their answers phrases; where nothing is recorded, an address is spelt as words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.pipeline import load
from cc_dsl.rules.titles import Titles


@pytest.mark.parametrize("name", resources.edition_names())
def test_every_open_place_of_the_corpus_has_words_of_its_own(name: str) -> None:
    edition = load(name)
    titles = [edition.titles.title(doubt) for doubt in edition.rules.doubts]
    assert len(set(titles)) == len(titles)
    for doubt in edition.rules.doubts.values():
        assert edition.titles.title(doubt.name)[0].isupper()
        phrases = [edition.titles.phrase(doubt.name, answer) for answer, _ in doubt.alternatives]
        assert len(set(phrases)) == len(phrases)
        assert not any(words.endswith(".") for words in (edition.titles.title(doubt.name), *phrases))


def test_open_place_of_another_edition_has_its_title_there() -> None:
    titles = load("patience").titles
    assert titles.title("four-of-a-sort") == titles.title("1860.four-of-a-sort") == "Four of a sort"
    assert titles.phrase("1860.four-of-a-sort", "four-too") == "all four make a Trio of four cards"


def test_rules_without_records_spell_their_names(tmp_path: Path) -> None:
    assert Titles().full_title("who-begins", "the-eldest") == "who begins: the eldest"
    (tmp_path / "readings.toml").write_text("[reading", "utf-8")
    assert Titles(str(tmp_path)).full_title("who-begins", "the-eldest") == "who begins: the eldest"


def test_rules_in_the_folder_where_one_works_have_their_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(resources.edition_folder("1862"))
    assert load("game.rules").titles.title("No-5-at-last") == "No. 5 in the last trick"
