"""Checks of the phrases of an edition, and of its answers that are not the default; `tests/problems` has the rest."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.phrases import problems_of_phrases
from cc_dsl.cases.report import check
from cc_dsl.engine.game import Game
from cc_dsl.pipeline import load
from cc_dsl.words.speaker import Speaker
from tests.unit.interpreter.small import GAMES

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
    sentences: list[str] = []
    for seed in range(20):
        game = Game(edition.rules, seed=seed, reasons=True, seats=3)
        voice = Speaker(edition, game.seats).voice_for(game)
        for _ in range(25):
            game.play(game.options[0])
        sentences += [one.words for one in voice.tell(game.decisions) if "Joker drawn just before" in one.words]
        if sentences:
            break
    assert sentences
    assert [words for words in sentences if said not in words] == []


def test_what_is_wrong_under_another_answer_is_a_sentence_that_names_it() -> None:
    wrong = [problem.sentence for problem in check(load(str(GAMES / "beans.rules"))).problems]
    assert "With taking=the-third: There is no player 3 in this game." in wrong
