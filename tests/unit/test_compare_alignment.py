"""Which clauses answer to each other: found in either order, checked, and read backwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.compare.alignment import (
    Alignment,
    Row,
    aligned_pairs,
    alignment_file,
    load_alignment,
    read_alignment,
)
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.source.clauses import EditionText, load_edition_text
from cc_dsl.source.files import Source

ROOT = Path(__file__).parents[2]
GATES = ROOT / "tests" / "problems" / "three-gates"


def text_of(name: str) -> EditionText:
    """Return the words of an edition."""
    text, _ = load_edition_text(resources.edition_folder(name))
    assert text is not None
    return text


def test_comparisons_are_no_edition() -> None:
    """The folder of the alignments is not taken for an edition."""
    assert "comparisons" not in resources.edition_names()
    assert aligned_pairs() == [
        ("1860", "1862"),
        ("castle-croquet-1863", "castle-croquet-1866"),
        ("croquet-castles-1863", "castle-croquet-1863"),
        ("croquet-castles-1863", "castle-croquet-1866"),
        ("lanrick-1880", "lanrick-1893"),
    ]


@pytest.mark.parametrize(("first", "second"), aligned_pairs())
def test_alignments_of_the_corpus_hold(first: str, second: str) -> None:
    """Each alignment names editions that are there, every clause of both, and no change that is not so."""
    path = alignment_file(first, second)
    assert path is not None
    alignment = read_alignment(path, text_of(first), text_of(second))
    assert alignment.rows
    for row in alignment.rows:
        assert row.note == "" or row.note[-1] in ".?)”"
    for question, keys in alignment.questions.items():
        assert question
        assert keys


def test_file_is_found_in_either_order() -> None:
    """Which edition is named first decides which stands first."""
    assert alignment_file("1862", "1860") == alignment_file("1860", "1862")
    assert alignment_file("1862", "1862") is None
    editions = Edition(find_rules("1860"), {}), Edition(find_rules("1862"), {})
    forth, back = load_alignment(*editions), load_alignment(editions[1], editions[0])
    assert (forth.first, back.first) == ("1860", "1862")
    assert back.rows == forth.mirror.rows
    assert back.mirror.rows == forth.rows
    assert (back.questions, back.folder) == (forth.questions, forth.folder)


def test_mirrored_row_says_what_became_of_the_words_backwards() -> None:
    """What is split one way is merged the other, and what is new is dropped."""
    row = Row(("I.1",), ("II.1", "II.2"), ("split", "moved", "reworded"), "")
    assert row.mirror.change == ("merged", "moved", "reworded")
    assert row.mirror.name == "II.1+II.2=I.1"
    assert Row((), ("II.1",), ("new",), "").mirror.change == ("dropped",)
    assert row.mirror.mirror == row


def test_rows_are_found_by_their_clauses() -> None:
    """A row is named by its own name, by a clause of either side, or by one of a side that is named."""
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
    """A clause may stand in two rows, if both say that only a part of it does."""
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
        ("row = 3", "bad-data-file"),
        ("[[row]]", "bad-data-file"),
        ("[questions]\njudge = 3", "bad-data-file"),
        ("[questions.judge]\nkeys = 3", "bad-data-file"),
        ('[[row]]\nfrom = "I.1"\nchange = ["kept"]', "bad-data-file"),
        ('[[row]]\nfrom = ["I.1"]\nto = []\nchange = ["kept"]', "change-not-so"),
        ('[[row]]\nfrom = []\nto = []\nchange = ["new"]', "change-not-so"),
        ('[[row]]\nfrom = ["I.1"]\nto = ["I.2"]\nchange = ["moved"]', "change-not-so"),
        ('[[row]]\nfrom = ["I.1", "I.2"]\nto = ["I.1"]\nchange = ["split", "reworded"]', "change-not-so"),
    ],
)
def test_wrong_rows_are_problems(tmp_path: Path, rows: str, code: str) -> None:
    """Whatever an alignment holds, what is wrong with it is said and nothing fails."""
    assert code in aligned(tmp_path, rows)


def test_unreadable_alignment_is_a_problem(tmp_path: Path) -> None:
    """A file that is not there, or no TOML, is a problem like any other."""
    assert codes(tmp_path / "nowhere.toml") == ["unreadable-file"]
    (tmp_path / "x.toml").write_text("row = [", "utf-8")
    assert codes(tmp_path / "x.toml") == ["bad-data-file"]


def test_editions_without_alignment_say_what_to_do() -> None:
    """Without words, or without a file, the rules can still be compared, and the message says so."""
    first, second = Edition(find_rules("1862"), {}), Edition(find_rules("tests/games/tolls"), {})
    with pytest.raises(RulesError) as raised:
        load_alignment(first, second)
    (problem,) = raised.value.problems
    assert problem.code == "no-alignment"
    assert any("--rules" in remedy for remedy in problem.remedies)
