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


def test_what_became_of_the_words_follows_from_the_texts(tmp_path: Path) -> None:
    """Of I.1 two rows have a part, and I.2 of the first side is merged into one of them; nothing of it is said."""
    others = [name for name in text_of(str(GATES)).clauses if name not in ("I.1", "I.2")]
    pairs = [("I.1", "I.1"), ("I.1", "I.2"), ("I.2", "I.2"), *((name, name) for name in others)]
    path = tmp_path / "alignment.toml"
    rows = "".join(f'[[row]]\nfrom = ["{one}"]\nto = ["{other}"]\n' for one, other in pairs)
    path.write_text(f'version = 1\nfrom = "three-gates"\nto = "three-gates"\n{rows}change = ["moved"]\n', "utf-8")
    text = text_of(str(GATES))
    changes = [row.change for row in read_alignment(str(path), text, text).rows]
    assert changes[:3] == [("split", "kept"), ("merged", "split", "reworded"), ("merged", "kept")]
    assert changes[3:] == [("kept",)] * (len(others) - 1) + [("moved", "kept")]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("[questions]\njudge = 3", "bad-data-file"),
        ("[questions.judge]\nkeys = 3", "bad-data-file"),
        ('[[row]]\nfrom = "I.1"\nchange = ["kept"]', "bad-data-file"),
        ("[[row]]\nfrom = []\nto = []", "bad-data-file"),
        ('[[row]]\nfrom = ["I.1"]\nto = ["I.1"]\nchange = ["kpet"]', "bad-data-file"),
        ('[[row]]\nfrom = ["I.1"]\nto = ["I.1"]', "not-aligned"),
        ('[[row]]\nfrom = ["X.1"]\nto = ["I.1"]', "unknown-clause"),
    ],
)
def test_wrong_rows_are_problems(tmp_path: Path, rows: str, code: str) -> None:
    assert code in aligned(tmp_path, rows)
