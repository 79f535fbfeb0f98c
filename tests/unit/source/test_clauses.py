"""The words of an edition are locked by a digest, and the clauses cover them once; each fault gets a message."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cc_dsl.source.clauses import EditionText, load_apparatus, load_edition_text, without_markup

TEXT, CLAUSES, APPARATUS = (
    (Path(__file__).parent / "gates" / name).read_text("utf-8")
    for name in ("text.txt", "clauses.toml", "apparatus.toml")
)
WITNESSES = '[[witness]]\nsiglum = "A"\n[[witness]]\nsiglum = "B"\n'


def edition(
    folder: Path, text: str = TEXT, clauses: str = CLAUSES, more: str = "", apparatus: str = "", sha: str = ""
) -> str:
    """Write an edition into a folder, locked, and give the folder."""
    folder.mkdir(exist_ok=True)
    sha = sha or hashlib.sha256(text.encode()).hexdigest()
    (folder / "text.txt").write_text(text, encoding="utf-8", newline="")
    (folder / "clauses.toml").write_text(clauses, encoding="utf-8")
    (folder / "edition.toml").write_text(
        f'id = "gates"\ntitle = "Three Gates"\nsha256 = "{sha}"\n{more}', encoding="utf-8"
    )
    if apparatus:
        (folder / "apparatus.toml").write_text(apparatus, encoding="utf-8")
    return str(folder)


def loaded(folder: str) -> EditionText:
    """Load an edition that has no faults."""
    text, faults = load_edition_text(folder)
    assert faults == []
    assert text is not None
    return text


def test_clauses_come_in_the_order_of_the_text(tmp_path: Path) -> None:
    text = loaded(edition(tmp_path / "gates"))
    assert (text.id, text.title) == ("gates", "Three Gates")
    assert list(text.clauses) == ["I.1", "I.1a", "I.2"]
    first = text.clauses["I.1"]
    assert first.full_id == "gates.I.1"
    assert first.words == "The eldest opens, … each gate."
    assert first.markup == ("The _eldest_ opens,", "each gate.")
    assert [TEXT[span.start : span.end] for span in first.segments] == list(first.markup)
    assert text.clauses["I.1a"].words == "(or, if he will, the younger,)"
    assert [heading.words for heading in text.headings] == ["Three Gates", "I"]
    (span,) = text.clauses["I.1a"].segments
    assert TEXT[span.start : span.end] == "(or, if *he* will,\nthe younger,)", "a line may be broken anywhere"
    # A heading is not found inside other words.
    assert text.headings[1].span is not None
    assert text.text.position(text.headings[1].span.start) == (3, 1)


def test_clause_is_found_by_full_id_and_by_an_id_it_had_once(tmp_path: Path) -> None:
    text = loaded(edition(tmp_path / "gates", more='[aliases]\n"I.9" = "I.2"\n'))
    for name in ("I.2", "gates.I.2", "I.9", "gates.I.9"):
        clause = text.clause(name)
        assert clause is not None
        assert clause.id == "I.2"
    assert text.clause("I.3") is None
    assert text.clause("other.I.2") is None
    # A checkout with other ends of lines keeps the lock.
    sha = hashlib.sha256(TEXT.encode()).hexdigest()
    loaded(edition(tmp_path / "gates", text=TEXT.replace("\n", "\r\n"), sha=sha))


def test_longest_clause_wins_where_several_fit(tmp_path: Path) -> None:
    clauses = """
[[clause]]
id = "1"
words = ["Pass."]
[[clause]]
id = "2"
words = ["Pass. Pass again."]
"""
    text = loaded(edition(tmp_path / "gates", text="Pass. Pass again.\nPass.\n", clauses=clauses))
    assert list(text.clauses) == ["2", "1"]


def test_figure_has_a_description(tmp_path: Path) -> None:
    clauses = CLAUSES.replace('id = "I.2"', 'id = "I.2"\nfigure = true\ndescription = """\nA gate.\n"""')
    clause = loaded(edition(tmp_path / "gates", clauses=clauses)).clauses["I.2"]
    assert clause.figure
    assert clause.description == "A gate."


@pytest.mark.parametrize("clauses", ["x = " + "1" * 5000, "x = " + "[" * 100_000, "x = 2026-13-40", "x"])
def test_monstrous_toml_is_refused(tmp_path: Path, clauses: str) -> None:
    text, (fault,) = load_edition_text(edition(tmp_path / "gates", clauses=clauses))
    assert text is None
    assert fault.code == "bad-data-file"
    assert fault.source is not None


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ('[[provenance]]\nstatement = "x"\nstanding = true\n', "standing = true"),
        ("[[witness]]\nsiglum = 1\n", "siglum = 1"),
        ('witness = "A"\n', 'witness = "A"'),
    ],
)
def test_records_of_witnesses_and_provenance_are_text(tmp_path: Path, more: str, place: str) -> None:
    _, (fault,) = load_edition_text(edition(tmp_path / "gates", more=more))
    assert fault.code == "bad-data-file"
    assert fault.source is not None
    assert fault.span is not None
    assert fault.source.text[fault.span.start : fault.span.end] == place


def test_signs_are_removed_for_reading() -> None:
    assert without_markup("{sc:Trio}, _e. g._ *3* Kings (1)") == "Trio, e. g. 3 Kings (1)"
    assert without_markup("{sc:the _Lead_}") == "the Lead"
    assert without_markup("2 * 3 {x} a_b") == "2 * 3 {x} a_b"


def test_apparatus_is_read(tmp_path: Path) -> None:
    folder = edition(tmp_path / "gates", more=WITNESSES, apparatus=APPARATUS)
    apparatus, faults = load_apparatus(folder, loaded(folder))
    (variant,), (agreement,) = apparatus.variants, apparatus.agreements
    assert faults == []
    assert variant.clause == "I.1"
    assert variant.substantive
    assert variant.readings == (("B", "oldest opens"),)
    assert agreement.witnesses == ("A", "B")
    assert agreement.clauses == ("I.2",)
