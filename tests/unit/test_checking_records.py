"""What an edition records beside its rules is checked: arguments, clauses, evidence, and notes."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.records import problems_of_records
from cc_dsl.pipeline import Edition

READINGS, NOTES, APPARATUS = "readings.toml", "notes.md", "apparatus.toml"


@cache
def original() -> Edition:
    """Return the edition of 1862, parsed once."""
    found = Edition(str(Path(resources.edition_folder("1862")) / "game.rules"), {})
    assert found.text is not None
    return found


@pytest.fixture
def copy(tmp_path: Path) -> Edition:
    """Return the edition with files that may be spoilt."""
    for name in (READINGS, NOTES, APPARATUS):
        shutil.copy(Path(resources.edition_folder("1862")) / name, tmp_path)
    found = Edition(original().path, {})
    found.__dict__.update(original().__dict__)
    found.folder = str(tmp_path)
    return found


SPOILT = [
    (READINGS, 'title = "Comparing', 'former = "Comparing', "The record of “equal-cuts” has no title"),
    (READINGS, 'phrase = "by the order', 'former = "by the order', "“by-rule-III” of “equal-cuts” has no phrase"),
    (
        READINGS,
        'argument = "Rule I says',
        'argument = ""\nformer = "Rule I says',
        "“by-rule-III” of “equal-cuts” has an empty argument",
    ),
    (
        READINGS,
        'question = "How are the cut',
        'former = "How are the cut',
        "The record of “equal-cuts” has no question",
    ),
    (
        READINGS,
        'why = "The text has one',
        'why = ""\nformer = "The text has one',
        "The record of “equal-cuts” has an empty why",
    ),
    (
        READINGS,
        '"1862.I.1", "1862.III.1a"',
        '"1862.I.1", "1862.III.9"',
        "has the evidence 1862.III.9, which does not exist",
    ),
    (READINGS, '"1862.I.1", "1862.III.1a"', '"1861.I.1"', "has the evidence 1861.I.1, which does not exist"),
    (READINGS, 'clause = "I.1"', 'clause = "I.11"', "names the clause I.11, which the text does not have"),
    (READINGS, 'confidence = "probable"', 'confidence = "likely"', "has a confidence without a criterion"),
    (READINGS, 'clause = "I.1"', 'clause = "I.2"', "names I.2, and the rules have it at I.1"),
    (
        READINGS,
        'words = "highest is “first-hand,” lowest',
        'words = "highest is “first hand,” lowest',
        "The record of “equal-cuts” has words that I.1 does not have",
    ),
    (NOTES, "## I.2\n", "", "The notes pass over I.2."),
    (NOTES, "## I.2\n", "## I.22\n", "This note is on I.22, which the text does not have."),
    (NOTES, "## I.2\n", "## I.2\n\n## I.2\n", "There is a second note on I.2."),
    (APPARATUS, 'lemma = "', 'lemma = "Zebra ', 'has not these words: "Zebra'),
]


@pytest.mark.parametrize(("name", "old", "new", "said"), SPOILT, ids=[said for *_, said in SPOILT])
def test_faulty_record_is_told_at_its_place(copy: Edition, name: str, old: str, new: str, said: str) -> None:
    path = Path(copy.folder) / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    found = problems_of_records(copy)
    assert any(said in problem.sentence for problem in found), [problem.sentence for problem in found]
    assert all(problem.source is not None and problem.source.path.endswith(name) for problem in found)
    assert all(problem.remedies for problem in found)


def test_open_places_without_any_record_are_refused(copy: Edition) -> None:
    (Path(copy.folder) / READINGS).unlink()
    (problem,) = problems_of_records(copy)
    assert problem.sentence == "There is no readings.toml, and 25 open places of the rules have no argument."


def test_edition_without_notes_is_refused(copy: Edition) -> None:
    (Path(copy.folder) / NOTES).unlink()
    (problem,) = problems_of_records(copy)
    assert problem.sentence == "There is no notes.md, and 42 clauses of the text have no note."


def test_gap_of_the_editor_names_the_clause_whose_silence_it_fills(copy: Edition) -> None:
    path = Path(copy.folder) / READINGS
    text = path.read_text("utf-8")
    head = text.index("[reading.drawn-trick]")
    place = text.index('clause = "', head)
    path.write_text(text[:place] + text[text.index("\n", place) + 1 :], "utf-8")
    (problem,) = problems_of_records(copy)
    assert problem.sentence == "The record of “drawn-trick” names no clause whose silence it fills."
