"""The same edition under other readings: its rules are those of loading it so, and its words are read once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from cc_dsl import load
from cc_dsl.pipeline import Edition

GATES = Path(__file__).parents[1] / "problems" / "three-gates"


def test_an_edition_under_other_readings_has_the_rules_that_loading_it_so_gives() -> None:
    edition = load("1862")
    chosen = {"Ace-in-Sequence": "round-the-corner"}
    found = edition.under(chosen)
    assert found.rules == load("1862", chosen).rules
    assert found.rules != edition.rules
    assert found.text is edition.text


def test_words_that_were_read_half_written_are_read_again(tmp_path: Path) -> None:
    folder = shutil.copytree(GATES, tmp_path / "gates")
    rules, words = folder / "game.rules", folder / "text.txt"
    whole, text = words.read_text("utf-8"), rules.read_text("utf-8")
    words.write_text("", "utf-8")
    written = os.stat(words)
    half = Edition(str(rules), {}, text)
    assert half.problems_of_text()
    words.write_text(whole, "utf-8")
    os.utime(words, ns=(written.st_atime_ns, written.st_mtime_ns))
    assert Edition(str(rules), {}, text).problems_of_text() == []
