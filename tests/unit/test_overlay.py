"""Overlays: editions that change some sentences of another; their effects, and the refusals."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.cases.reader import read_cases
from cc_dsl.cases.trials import results_of
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.engine.judge import answer
from cc_dsl.pipeline import Edition
from cc_dsl.source.files import Span
from tests.differential.engines import differing

HIT7 = (
    'this edition is 1862, but "a Hit of seven".\ninstead of §VI.4: a player is at-a-Hit if his score is at least 7.\n'
)


def written(folder: Path, text: str, name: str = "change.rules") -> str:
    """Write an overlay and give its path."""
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def refused(folder: Path, text: str) -> Problem:
    """Return the first problem of an overlay of 1862 that is refused."""
    with pytest.raises(RulesError) as caught:
        _ = Edition(written(folder, f'this edition is 1862, but "a change".\n{text}\n'), {}).rules
    return caught.value.problems[0]


def takes(edition: Edition, lead: str, first: str, second: str) -> int:
    """Return how many cards the winner of a trick takes."""
    value = answer(edition.rules, "judge", {"lead": lead, "side": [first, second]}).document["takes"]
    assert isinstance(value, int)
    return value


def test_clause_left_out_no_longer_binds(tmp_path: Path) -> None:
    """II.8 keeps the Lead from the middle of a Sequence; without it a Sequence of Two, Three and Four is one."""
    overlay = pipeline.load(written(tmp_path, 'this edition is 1862, but "without II.8".\nwithout §II.8.\n'))
    cards = ("3S", "6C 4S 2S", "3C 2D 2C")
    assert takes(pipeline.load("1862"), *cards) == 3  # a Suit, 4 3 2 of Spades, IV.1a
    assert takes(overlay, *cards) == 2  # now a Sequence, which ranks above a Suit, II.4
    assert overlay.ledger is not None
    assert overlay.ledger.entries["II.8"].status == "inexecutable"


def test_sentences_are_added_and_names_left_out(tmp_path: Path) -> None:
    """`besides` adds to a clause, `without` with names leaves out the sentences about them."""
    text = (
        'this edition is 1862, but "no Suits of Hearts".\n'
        "besides §II.5: a Suit requires that the Lead is not Ace of Hearts.\n"
    )
    overlay = pipeline.load(written(tmp_path, text))
    cards = ("AH", "KH 9H 3C", "2C 5D 9C")
    assert takes(pipeline.load("1862"), *cards) == 3
    assert answer(overlay.rules, "judge", {"lead": "AH", "side": ["KH 9H 3C", "2C 5D 9C"]}).document["by"] != "line"


def test_other_answer_becomes_the_default(tmp_path: Path) -> None:
    text = 'this edition is 1862, but "all at once".\nwith both-at-five as all-at-once.\n'
    doubt = pipeline.load(written(tmp_path, text)).rules.doubts["both-at-five"]
    assert (doubt.default, doubt.chosen) == ("all-at-once", "all-at-once")
    assert len(doubt.alternatives) == 2


def test_conjecture_changes_the_words_and_their_quotations(tmp_path: Path) -> None:
    text = 'this edition is 1862, but "seven".\nin §VI.4, for "A Hit is 5" read "A Hit is 7".\n'
    overlay = pipeline.load(written(tmp_path, text))
    assert overlay.text is not None
    assert overlay.text.clauses["VI.4"].words.startswith("A Hit is 7")
    printed = pipeline.load("1862").text
    assert printed is not None
    assert printed.clauses["VI.4"].words.startswith("A Hit is 5")


def test_name_that_loses_its_use_is_a_warning(tmp_path: Path) -> None:
    """A prize of 1 leaves gain and forfeit without a use, which is no error; a name of the overlay's own is one."""
    edition = Edition(written(tmp_path, 'this edition is 1862, but "one".\ninstead of §IV.1: the prize is 1.\n'), {})
    _, problems = edition.resolve({})
    assert {(warning.code, warning.level) for warning in problems} == {("unused-name", "warning")}
    assert takes(edition, "5H", "AS 7C 6D", "KD 9C 2H") == 1
    problem = refused(tmp_path, "besides §IV.1: a player's luck is 1.")
    assert (problem.code, problem.level) == ("unused-name", "error")


def test_overlay_of_itself_is_refused(tmp_path: Path) -> None:
    first = written(tmp_path, 'this edition is "two.rules", but "a".\nwithout §II.8.\n', "one.rules")
    written(tmp_path, 'this edition is "one.rules", but "b".\nwithout §II.8.\n', "two.rules")
    for path in (first, written(tmp_path, 'this edition is "me.rules", but "a".\nwithout §II.8.\n', "me.rules")):
        with pytest.raises(RulesError, match="is based on itself"):
            _ = Edition(path, {}).rules


def test_parent_that_has_changed_is_refused(tmp_path: Path) -> None:
    stale = written(tmp_path, 'this edition is 1862 as of "00000000", but "a".\nwithout §II.8.\n')
    with pytest.raises(RulesError, match="have changed since") as caught:
        _ = Edition(stale, {}).rules
    now = caught.value.problems[0].remedies[0].split('"')[1]
    fresh = written(tmp_path, f'this edition is 1862 as of "{now}", but "a".\nwithout §II.8.\n')
    assert pipeline.load(fresh).name == "change-of-1862"


def test_games_of_an_overlay_are_played_by_all_engines(tmp_path: Path) -> None:
    assert differing(pipeline.load(written(tmp_path, HIT7)).rules, 2, range(3)) == []


def test_excused_clause_gets_a_rule(tmp_path: Path) -> None:
    parent = pipeline.load("1862").ledger
    assert parent is not None
    assert parent.entries["II.6"].status == "elsewhere"
    text = """this edition is 1862, but "more".
besides §II.6:
  a player's luck is 1.
  a player is lucky if his luck is at least 1.
besides §VI.5: a player is unlucky if he is not lucky.
besides §VI.5: surely (some player is unlucky or some player is lucky).
"""
    ledger = Edition(written(tmp_path, text), {}).ledger
    assert ledger is not None
    assert ledger.entries["II.6"].status == "encoded"


@pytest.mark.parametrize("seed", range(40))
def test_spoilt_overlay_raises_nothing_but_rules_errors(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    letters = list(
        HIT7 + "without §II.8: Line.\nwith both-at-five as all-at-once.\nbesides §I.1:\n  all see the cuts.\n"
    )
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(letters))
        letters[place] = chance.choice(["", " ", "\n", "§", '"', ":", ".", "é", letters[place] * 2])
    with contextlib.suppress(RulesError):
        assert Edition(written(tmp_path, "".join(letters)), {}).rules.name.endswith("of-1862")


OF_OVERLAY = 'this edition is "mine.rules", but "more".\n'


def test_places_in_an_overlay_of_an_overlay_are_those_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "mine.rules").write_text(
        'this edition is 1862, but "one more".\nbesides §VI.4: a player\'s hatted is 1.\n', "utf-8"
    )
    (tmp_path / "more.rules").write_text(OF_OVERLAY + "instead of §VI.4: a player is at-a-Hit if he is odd.\n", "utf-8")
    edition = Edition(str(tmp_path / "more.rules"), {})
    _, problems = edition.resolve({})
    places = {
        (Path(problem.source.path).name, problem.source.position(problem.span.start))
        for problem in problems
        if problem.source is not None and problem.span is not None
    }
    assert ("mine.rules", (2, 27)) in places
    assert ("more.rules", (2, 49)) in places
    hatted = edition.source.text.index("hatted")
    source, span = edition.source_of_span(Span(hatted, hatted + 6))
    assert Path(source.path).name == "mine.rules"
    assert source.text[span.start : span.end] == "hatted"


def test_clause_left_out_takes_what_rests_on_it(tmp_path: Path) -> None:
    """A deed loses its meaning; a clause that holds in the one left out has no rule either."""
    edition = Edition(written(tmp_path, 'this edition is castle-croquet-1866, but "no".\nwithout §V.4.\n'), {})
    (problem, *_) = edition.resolve({})[1]
    assert problem.sentence.startswith("“re-enters” has no meaning here, since the overlay removes")
    assert [fault.code for fault in edition.problems_of_text()] == []


def test_case_about_a_reading_that_an_overlay_removes_has_another_result(tmp_path: Path) -> None:
    words = 'this edition is patience, but "no resignation".\nwithout §P5.1: turn, resigning, when-to-resign.\n'
    edition = Edition(written(tmp_path, words), {})
    cases = [case for case in read_cases(edition) if case.id == "resign-with-a-Line"]
    first, *_ = results_of(edition, cases)
    assert [failure.case.id for failure in first.failures] == ["resign-with-a-Line"]
