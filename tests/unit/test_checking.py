"""Worked cases: trials, and the messages about cases that fail; cases that make no sense are in `tests/problems`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cc_dsl import resources, workers
from cc_dsl.cases import random_games
from cc_dsl.cases import trials as trying
from cc_dsl.cases.forced_results import can_force
from cc_dsl.cases.reader import CaseLine, Result, read_cases
from cc_dsl.cases.report import check
from cc_dsl.cases.sentences import SplicedCases, course_in_words, result_in_words
from cc_dsl.cases.trials import CaseResults, Trial, try_cases
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from tests.unit.interpreter.small import small_game

HEAD = """[[case]]
id = "one"
title = "a case"
clauses = ["II.3"]
why = "because the words say so"
"""
TRIOS = 'question = "judge"\ngiven = { lead = "9S", side = ["5H 5D 5C", "JD JC JS"] }\n'
ROWS = '''given = """
the Lead is Nine of Spades.
player 1's row is King of Hearts, Ace of Clubs, Two of Diamonds.
"""
'''
BEGUN = """shuffled, top first: 2C, KH
shuffled, top first: 3C, 4C, 5C, 3D, 4D, 5D, 6C, 7C, 8C, 6D, 7D, 8D, 5H
"""


Try = Callable[..., CaseResults]


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Edition]:
    """Return editions of the corpus, parsed once, with other worked cases."""

    @cache
    def copied(name: str) -> Edition:
        folder = tmp_path_factory.mktemp("corpus") / name
        shutil.copytree(resources.edition_folder(name), folder)
        return Edition(str(folder / "game.rules"), {})

    def edition(cases: str, name: str = "1862") -> Edition:
        found = copied(name)
        Path(found.folder, "cases.toml").write_text(cases, "utf-8")
        return found

    return edition


@pytest.fixture
def tried(editions: Callable[..., Edition]) -> Try:
    return lambda cases, name="1862": try_cases(editions(cases, name))


def course(text: str) -> str:
    """Return a case that plays the beginning of a game and goes on so."""
    return f'{HEAD}play = """\n{BEGUN}{text}\n"""\n'


HOLDS = [
    HEAD + TRIOS + 'answer = { winner = "player 2", by = "equal lines", takes = 1, lines = ["Trio", "JD JC JS"] }\n',
    HEAD + TRIOS + 'answer = { lines = ["Trio, not with-lead", "Trio JS JC JD"] }\ndecided-by = ["IV.2"]\n',
    HEAD + ROWS + 'not-so = "player 1 has a Sequence."\nso = "player 1 has no Line."\n',
    HEAD + 'given = """\nplayer 2\'s score is 4.\nthe dealer is player 2.\n"""\n'
    'so = """\nplayer 2\'s score is at least\n4.\nthe dealer is player 2.\nplayer 1\'s score is 0.\n"""\n',
    course("player 2 is asked: choice\nplayer 2 can: 3C, 4C, 5C, 6C, 7C, 8C\nplayer 2 cannot: 3D [I.4]\nplayer 2: 8C"),
    course("player 2 sees: 3C, 5H\nplayer 2 does not see: 3D\nnot so: the Lead is Six of Hearts."),
]


@pytest.mark.parametrize("cases", HOLDS)
def test_case_holds(tried: Try, cases: str) -> None:
    outcome = tried(cases)
    assert [*outcome.problems, *outcome.failures] == []
    assert outcome.cases == 1


FAILS = [
    (HEAD + TRIOS + "answer = { takes = 6 }\n", "takes: 6 was expected, but the rules give 1"),
    (HEAD + TRIOS + 'answer = { lines = ["Trio, with-lead", "Trio"] }\n', "lines: Trio, with-lead; Trio was expected"),
    (HEAD + TRIOS + 'answer = { winner = "player 1" }\n', "winner: player 1 was expected, but the rules give player 2"),
    (HEAD + TRIOS + 'answer = { takes = 1 }\ndecided-by = ["II.9"]\n', "II.9 should decide"),
    (
        HEAD + TRIOS + 'answer = { takes = 1 }\nnot-decided-by = ["IV.2"]\n',
        "the deciding clauses should not include IV.2",
    ),
    (HEAD + ROWS + 'so = "player 1 has a Sequence."\n', "“player 1 has a Sequence.” should hold"),
    (HEAD + ROWS + 'not-so = "player 1 has no Line."\n', "“player 1 has no Line.” should not hold"),
    (course("player 1: 3D"), "player 1 should be asked, but player 2 is asked"),
    (course("player 2: 3D"), "“3D” should be allowed, but: 3D cannot be the choice"),
    (course("player 2 cannot: 3C"), "“3C” should be refused, but it is allowed"),
    (course("player 2 cannot: 3D [VI.1]"), "“3D” should be refused by VI.1, but is refused for another reason"),
    (course("player 2 can: 3C"), "nothing else should be allowed, but these are: 8C, 7C, 6C, 5C, 4C [I.4"),
    (course("so: the dealer is player 2."), "“the dealer is player 2.” should hold here"),
    (course("so: player 1's score is 6."), "should hold here: 6 was expected, but it is 0"),
    (
        HEAD + 'given = "player 1\'s score is 3."\nso = "player 1\'s score is at least 4."\n',
        "score is at least 4.” should hold: at least 4 was expected, but it is 3.",
    ),
    (course("player 2 sees: 3D"), "player 2 should see 3D"),
    (course("winner: player 1"), "play should be over, but player 2 is asked"),
]


@pytest.mark.parametrize(("cases", "said"), FAILS, ids=[said for _, said in FAILS])
def test_failing_case_says_what_was_expected_and_what_the_rules_gave(tried: Try, cases: str, said: str) -> None:
    outcome = tried(cases)
    assert outcome.problems == ()
    assert outcome.fails == 1
    assert said in outcome.failures[0].sentence


def test_failing_answer_is_told_with_its_clauses(tried: Try) -> None:
    (failure,) = tried(HEAD + TRIOS + "answer = { takes = 6 }\n").failures
    assert any("IV.2" in reason for reason in failure.reasons)


def test_play_that_a_bound_stops_bears_nothing_out(tried: Try) -> None:
    cutting = 'readings = { equal-cuts = "equals-cut-again" }\ndo = "then the cutting."\nso = "the dealer is none."\n'
    (failure,) = tried(HEAD.replace("II.3", "I.1") + cutting, "1860").failures
    assert failure.sentence.startswith("play should go on, but a bound of the rules stops it: “until the highest is")


def test_last_thing_of_a_stroke_can_be_ruled_out_by_what_came_before(tried: Try) -> None:
    out = "Blue passes gate 1 outward"
    walls = 'readings = {{ at-the-gate = "cannot-be" }}\n'
    play = f'{HEAD}{walls}play = """\ncannot: {{}}\nso: Blue\'s stage is come-out.\n{out}\n"""\n'
    outcome = tried(play.format(f"{out}, {out}"), "castle-croquet-1863")
    assert (outcome.problems, [one.sentence for one in outcome.failures]) == ((), [])
    (failure,) = tried(play.format(f"{out}, Blue touches Red"), "castle-croquet-1863").failures
    assert "should be refused, but it is allowed" in failure.sentence
    (failure,) = tried(play.format(f"Blue touches Red, Black touches flag 1, {out}"), "castle-croquet-1863").failures
    assert "“Blue touches Red, Black touches flag 1” should be possible" in failure.sentence


def test_clauses_of_a_course_can_be_asked_after_it_was_tried(editions: Callable[..., Edition]) -> None:
    edition = editions(f'{HEAD}play = """\n{BEGUN}player 2: 8C\n"""\nthen = "player 1 cannot: 8C"\n')
    (group,) = SplicedCases(edition, read_cases(edition)).groups()
    (case,) = (case for case, _ in group.results)
    trial = Trial(group, case, 0)
    assert trial.failures() == []
    assert trial.clauses() == Trial(group, case, 0).clauses() != ()


ONE_EACH = (
    HEAD.replace("II.3", "6.1")
    + '''given = """
the mark is e5.
the selector is player 2.
c4's spot is m1 of White.
h8's spot is m1 of Black.
"""
do = "then the contest."
play = "NAME force within NUMBER: the victor is NAME_OF."
'''
)


def forced(can: str, number: str, player: str = "player 1") -> str:
    """Return a case in which White stands beside the rendezvous of e5, and has the first move."""
    named = ONE_EACH.replace("NAME_OF", player).replace("NAME", f"{player} {can}")
    return named.replace("NUMBER", number)


@pytest.mark.slow
def test_what_a_player_can_force_is_searched(tried: Try) -> None:
    for case in (forced("can", "3 choices"), forced("cannot", "2 choices"), forced("cannot", "9 choices", "player 2")):
        assert tried(case, "lanrick-1880") == CaseResults(1, (), ()), case


@pytest.mark.slow
def test_what_a_player_cannot_force_is_told(tried: Try) -> None:
    for can, number, said in (("can", "1 choice", "should be able"), ("cannot", "3 choices", "should not be able")):
        (failure,) = tried(forced(can, number), "lanrick-1880").failures
        assert failure.sentence.startswith(f"player 1 {said} to force this within {number[0]} of their choices")


def test_line_of_play_that_is_too_long_is_refused() -> None:
    """The player who is to force something is never asked."""
    rules = small_game("waiting")
    game = Game(rules, seed=1, seats=2)
    with pytest.raises(UserError, match="more than 200 answers"):
        can_force(runtime_of(rules, "plain", 2), 0, lambda state: False, game.position, 3)


CONTRAST = HEAD + TRIOS + "answer = { takes = 1 }\n[[case.instead]]\nreadings = { NAME }\nanswer = { takes = COUNT }\n"


def test_contrast_holds_under_the_other_reading(tried: Try) -> None:
    contrast = CONTRAST.replace("NAME", 'equal-Lines-won = "the-values"')
    assert tried(contrast.replace("COUNT", "6")).failures == ()
    (failure,) = tried(contrast.replace("COUNT", "5")).failures
    assert failure.sentence == "takes: 5 was expected, but the rules give 6 (equal-Lines-won: the-values)."


def test_contrast_without_a_difference_fails(tried: Try) -> None:
    (failure,) = tried(CONTRAST.replace("NAME", 'who-picks = "the-loser"').replace("COUNT", "1")).failures
    assert "the case has the same result" in failure.sentence


def test_pieces_that_a_value_tells_apart_are_named_by_it(tried: Try) -> None:
    given = """given = \"\"\"
castle 2's post is Blue.
Blue's stage is enter.
Blue's ward is castle 2.
\"\"\"
so = \"\"\"
Blue is in the posts.
Blue's goal is none.
Blue is a soldier.
Blue's stage is enter.
\"\"\"
not-so = "Blue is a prisoner."
"""
    outcome = tried(HEAD + given, "castle-croquet-1863")
    assert [*outcome.problems, *outcome.failures] == []


@pytest.mark.slow
def test_cases_are_not_tried_again_for_a_comment_or_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(workers, "processors", lambda: 1)
    monkeypatch.setattr(random_games, "GAMES", 1)

    def try_cases(edition: Edition) -> CaseResults:
        tried.append(edition.path)
        return trying.NO_CASES

    monkeypatch.setattr(trying, "try_cases", try_cases)
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "cache"))
    shutil.copytree(resources.edition_folder("patience"), tmp_path / "patience")
    rules = tmp_path / "patience" / "game.rules"
    text = rules.read_text("utf-8")
    counts = []
    for written in (
        text,
        f"\n# first\n{text}",
        f"{text}  # last\n\n",
        text.replace("is at least", "is not less than", 1),
    ):
        rules.write_text(written, "utf-8")
        check(Edition(str(rules), {}))
        counts.append(len(tried))
    assert counts == [1, 1, 1, 2]
    copy = shutil.copytree(tmp_path / "patience", tmp_path / "elsewhere")
    check(Edition(str(copy / "game.rules"), {}))
    assert len(tried) == 2


def test_what_must_hold_in_a_course_is_a_sentence() -> None:
    lines = [CaseLine(text, None) for text in ("Blue touches Brown", "so: d4's spot is m1.", "not so: Blue is free.")]
    assert course_in_words(lines) == ("Blue touches Brown", "d4's spot is m1.", "Blue is not free.")
    result = Result({}, true_lines=(CaseLine("the heap is empty.", None),))
    denied = Result({}, false_lines=(CaseLine("player 1 is at-the-end.", None),))
    assert result_in_words(result) + result_in_words(denied) == ("the heap is empty.", "Player 1 is not at-the-end.")
