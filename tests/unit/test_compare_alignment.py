"""Which clauses answer to each other: found in either order, checked, and read backwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.compare.alignment import (
    Alignment,
    Row,
    read_alignment,
)
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.source.clauses import EditionText, load_edition_text
from cc_dsl.source.files import Source

GATES = Path(__file__).parents[2] / "tests" / "problems" / "three-gates"


def text_of(name: str) -> EditionText:
    """Return the words of an edition."""
    text, _ = load_edition_text(resources.edition_folder(name))
    assert text is not None
    return text


def test_mirrored_row_says_what_became_of_the_words_backwards() -> None:
    row = Row(("I.1",), ("II.1", "II.2"), ("split", "moved", "reworded"), "")
    assert row.mirror.change == ("merged", "moved", "reworded")
    assert row.mirror.name == "II.1+II.2=I.1"
    assert Row((), ("II.1",), ("new",), "").mirror.change == ("dropped",)
    assert row.mirror.mirror == row


def test_rows_are_found_by_their_clauses() -> None:
    rows = (Row(("I.1",), ("II.1",), ("moved",), ""), Row(("II.1",), (), ("dropped",), ""))
    alignment = Alignment(1, "old", "new", rows, {}, Source("x", ""), "")
    assert alignment.rows_of("I.1=II.1") == rows[:1]
    assert alignment.rows_of("II.1") == rows
    assert alignment.rows_of("old.II.1") == rows[1:]
    assert alignment.rows_of("new.II.1") == rows[:1]
    assert alignment.rows_of("III.1") == ()


def aligned(tmp_path: Path, rows: str) -> list[str]:
    """Align an invented game with itself by these rows; give the codes of what is wrong with them."""
    path = tmp_path / "alignment.toml"
    path.write_text(f'version = 1\nfrom = "three-gates"\nto = "three-gates"\n{rows}', "utf-8")
    return codes(path)


def codes(path: Path) -> list[str]:
    """Return the codes of what is wrong with an alignment of the invented game with itself."""
    text = text_of(str(GATES))
    try:
        read_alignment(str(path), text, text)
    except RulesError as error:
        return [problem.code for problem in error.problems]
    return []


def kept(*names: str) -> str:
    """Write a row for each clause, with the same clause beside it."""
    return "".join(f'[[row]]\nfrom = ["{name}"]\nto = ["{name}"]\nchange = ["kept"]\n' for name in names)


def test_shared_clauses_are_split_or_merged(tmp_path: Path) -> None:
    names = list(text_of(str(GATES)).clauses)
    assert aligned(tmp_path, kept(*names)) == []
    shared = '[[row]]\nfrom = ["{0}"]\nto = ["{1}"]\nchange = ["{2}", "reworded"]\n'
    others = kept(*(name for name in names if name not in ("I.1", "I.2")))
    rows = others + shared.format("I.1", "I.1", "split") + shared.format("I.1", "I.2", "split")
    # The first row has the same words on both sides, and I.2 of the first side is lost.
    assert aligned(tmp_path, rows) == ["change-not-so", "not-aligned"]
    assert "aligned-twice" in aligned(tmp_path, rows.replace('"split", ', ""))


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("[questions]\njudge = 3", "bad-data-file"),
        ('[[row]]\nfrom = ["I.1"]\nto = []\nchange = ["kept"]', "change-not-so"),
        ('[[row]]\nfrom = []\nto = []\nchange = ["new"]', "change-not-so"),
        ('[[row]]\nfrom = ["I.1"]\nto = ["I.2"]\nchange = ["moved"]', "change-not-so"),
        ('[[row]]\nfrom = ["I.1", "I.2"]\nto = ["I.1"]\nchange = ["split", "reworded"]', "change-not-so"),
    ],
)
def test_wrong_rows_are_problems(tmp_path: Path, rows: str, code: str) -> None:
    assert code in aligned(tmp_path, rows)
