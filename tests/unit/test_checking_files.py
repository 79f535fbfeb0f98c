"""Checks of the files beside the rules of an edition: keys, arguments, evidence, notes, and phrases."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.phrases import problems_of_phrases
from cc_dsl.cases.records import problems_of_files, problems_of_records
from cc_dsl.cases.report import check
from cc_dsl.engine.game import Game
from cc_dsl.pipeline import Edition, load
from cc_dsl.words.speaker import Speaker

MISSPELT = [
    ("1862", "readings.toml", "evidence = ", "evidences = ", "Do you mean evidence?"),
    ("1862", "readings.toml", "confidence = ", "certainty = ", "The keys here are: title, kind, clause"),
    ("1862", "edition.toml", "standing = ", "standings = ", "Do you mean standing?"),
    ("1862", "clauses.toml", "description = ", "descripton = ", "Do you mean description?"),
    ("1862", "apparatus.toml", "substantive = ", "substantial = ", "Do you mean substantive?"),
    ("court", "studies.toml", "games = ", "game = ", "Do you mean name or games?"),
    ("castle-croquet-1866", "turns.toml", "strokes = ", "stroke = ", "Do you mean strokes?"),
]


def copied(edition: str, name: str, folder: Path, text: str | None = None) -> Edition:
    """Return an edition whose data file lies in another folder, changed."""
    home = Path(resources.edition_folder(edition))
    found = Edition(str(home / "game.rules"), {})
    found.folder = str(folder)
    if text is None:
        shutil.copy(home / name, folder)
    else:
        (folder / name).write_text(text, "utf-8")
    return found


@pytest.mark.parametrize(("edition", "name", "old", "new", "remedy"), MISSPELT, ids=[one[3] for one in MISSPELT])
def test_misspelt_key_is_refused(edition: str, name: str, old: str, new: str, remedy: str, tmp_path: Path) -> None:
    text = (Path(resources.edition_folder(edition)) / name).read_text("utf-8")
    assert f"\n{old}" in text
    text = text.replace(f"\n{old}", f"\n{new}", 1)
    (problem,) = problems_of_files(copied(edition, name, tmp_path, text))
    key = new.partition(" ")[0]
    assert f"has the key “{key}”, which has no meaning there" in problem.sentence
    assert problem.remedies[0].startswith(remedy)
    assert problem.source is not None
    assert problem.span is not None
    assert problem.source.text[problem.span.start : problem.span.end].startswith(key)


READINGS, NOTES = "readings.toml", "notes.md"


@cache
def original() -> Edition:
    """Return the edition of 1862, parsed once."""
    found = Edition(str(Path(resources.edition_folder("1862")) / "game.rules"), {})
    assert found.text is not None
    return found


@pytest.fixture
def spoilt_copy(tmp_path: Path) -> Edition:
    """Return the edition with files that may be spoilt."""
    for name in (READINGS, NOTES):
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
    (READINGS, 'clause = "I.1"', 'clause = "I.2"', "names I.2, but in the rules it belongs to I.1"),
    (
        READINGS,
        'words = "highest is “first-hand,” lowest',
        'words = "highest is “first hand,” lowest',
        "The record of “equal-cuts” has words that I.1 does not have",
    ),
    (NOTES, "## I.2\n", "", "The notes omit I.2."),
    (NOTES, "## I.2\n", "## I.22\n", "This note is on I.22, which the text does not have."),
    (NOTES, "## I.2\n", "## I.2\n\n## I.2\n", "There is a second note on I.2."),
]


@pytest.mark.parametrize(("name", "old", "new", "said"), SPOILT, ids=[said for *_, said in SPOILT])
def test_faulty_record_is_told_at_its_place(spoilt_copy: Edition, name: str, old: str, new: str, said: str) -> None:
    path = Path(spoilt_copy.folder) / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    found = problems_of_records(spoilt_copy)
    assert any(said in problem.sentence for problem in found), [problem.sentence for problem in found]
    assert all(problem.source is not None and problem.source.path.endswith(name) for problem in found)
    assert all(problem.remedies for problem in found)


LACKING = ((READINGS, "25 open places of the rules have no argument"), (NOTES, "42 clauses of the text have no note"))


@pytest.mark.parametrize(("name", "lacks"), LACKING)
def test_edition_without_records_is_refused(spoilt_copy: Edition, name: str, lacks: str) -> None:
    (Path(spoilt_copy.folder) / name).unlink()
    (problem,) = problems_of_records(spoilt_copy)
    assert problem.sentence == f"There is no {name}, and {lacks}."


def test_gap_of_the_editor_names_the_clause_whose_silence_it_fills(spoilt_copy: Edition) -> None:
    path = Path(spoilt_copy.folder) / READINGS
    text = path.read_text("utf-8")
    head = text.index("[reading.drawn-trick]")
    place = text.index('clause = "', head)
    path.write_text(text[:place] + text[text.index("\n", place) + 1 :], "utf-8")
    (problem,) = problems_of_records(spoilt_copy)
    assert problem.sentence == "The record of “drawn-trick” names no clause whose silence it fills."


ANSWER = "      before the opening: the players become faithful.\n"
"""The last sentence of an answer to an open place of Court! that is not the default."""
CHOICE = """\
      instead of §C3.2, when a player draws:
        he chooses:
          to wait: nothing.
          to hurry: as before.
"""


def changed(folder: Path, **files: tuple[str, str]) -> str:
    """Copy Court! and change a place of some of its files; return the folder."""
    copied = folder / "court"
    shutil.copytree(resources.edition_folder("court"), copied)
    for name, (before, after) in files.items():
        path = copied / {"rules": "game.rules", "phrases": "phrases.toml"}[name]
        text = path.read_text("utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), "utf-8")
    return str(copied)


def test_options_of_answers_that_are_not_the_default_have_phrases(tmp_path: Path) -> None:
    phrases = '[tell]\nhurry = "{player} [hurry|hurries]."\n'
    path = changed(tmp_path, rules=(ANSWER, CHOICE + ANSWER), phrases=("[tell]\n", phrases))
    assert problems_of_phrases(load(path)) == []
    path = changed(tmp_path / "other", phrases=("[tell]\n", phrases))
    assert [problem.sentence for problem in problems_of_phrases(load(path))] == [
        "“hurry” under [tell] names nothing in the rules."
    ]


def test_an_answer_that_an_open_place_does_not_have_is_refused(tmp_path: Path) -> None:
    path = changed(tmp_path, phrases=("other-colour is with-the-card", "other-colour is with-the-crad"))
    (problem,) = problems_of_phrases(load(path))
    assert problem.sentence == "“other-colour” has no answer “with-the-crad”."
    assert problem.remedies == ("Do you mean with-the-card?",)


@pytest.mark.parametrize(
    ("answer", "said"), [("with-the-card", " goes to "), ("own-colour-only", " goes there, too, if")]
)
def test_a_phrase_is_said_under_its_answer(answer: str, said: str) -> None:
    edition = load("court", {"other-colour": answer})
    told: list[str] = []
    for seed in range(20):
        game = Game(edition.rules, seed=seed, reasons=True, seats=3)
        voice = Speaker(edition, game.seats).voice_for(game)
        for _ in range(25):
            game.play(game.options[0])
        told += [one.words for one in voice.tell(game.decisions) if "Joker drawn just before" in one.words]
        if told:
            break
    assert told
    assert [words for words in told if said not in words] == []


BEANS = """\
edition "Beans" of beans.

editor "all"
  this game is for 2 players.
  option taking "who takes":
    the-first, by default "the first takes":
      the game goes thus: player 1 wins.
    the-third "the third takes":
      the game goes thus: player 3 wins.
"""


def test_what_is_wrong_under_another_answer_is_a_sentence_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(BEANS, encoding="utf-8")
    wrong = [problem.sentence for problem in check(load(str(path))).problems]
    assert "With taking=the-third: There is no player 3 in this game." in wrong
