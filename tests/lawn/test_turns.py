"""Worked turns: judged by the rules when pages are made, drawn, and refused where they do not hold."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.drawing.ground import drawn_ground
from cc_dsl.edition_model.played import clauses_in
from cc_dsl.edition_model.turns import Turn, TurnLine, turns_of

EDITION = "castle-croquet-1863"
RULES = ("III", "IV", "V")
PAGES = {
    EDITION: ("II", *RULES),
    "castle-croquet-1866": ("II", "III", "IV", "V", "VI"),
    "croquet-castles-1863": ("II", "III", "IV", "V", "VI", "VII", "VIII"),
}
"""The rules of which the page of worked turns has a heading."""
AGAIN = "The ball may be played again"


@pytest.fixture(scope="module")
def turns() -> dict[str, Turn]:
    """The turns of 1863?."""
    return turns_of(pipeline.load(EDITION))


@pytest.fixture(scope="module")
def pages() -> dict[str, dict[str, Turn]]:
    """The turns of each text."""
    return {name: turns_of(pipeline.load(name)) for name in PAGES}


def told(line: TurnLine) -> list[str]:
    return [step.words for step in line.steps]


def is_played_again(turn: Turn) -> list[bool]:
    """Tell for each line whether something was done for which the ball is played again."""
    return [AGAIN in told(line) for line in turn.lines]


def test_every_clause_of_rules_iii_to_v_has_a_turn(turns: dict[str, Turn]) -> None:
    """None of those that say what a stroke earns, costs or allows is left out."""
    text = pipeline.load(EDITION).text
    assert text is not None
    wanted = {name for name in text.clauses if name.rpartition(".")[0] in RULES}
    assert wanted <= {clause for turn in turns.values() for clause in (*turn.shows, *turn.about)}


def test_each_stroke_has_its_picture(turns: dict[str, Turn]) -> None:
    """Except choices, and what cannot be."""
    for turn in turns.values():
        for line in turn.lines:
            is_stroke = bool(line.ball) and not line.refusal
            assert line.drawing.startswith("<svg") == is_stroke, (turn.name, line.words)
            if is_stroke:
                assert f"{line.ball} is struck" in line.drawing


def test_prisoner_is_drawn_behind_the_flag(turns: dict[str, Turn]) -> None:
    """He was taken up and put there, as the broken line shows."""
    svg = turns["entering"].lines[-1].drawing
    assert "stroke-dasharray" in svg
    assert "Blue lies 10.2 yards east of the middle." in svg


def test_refusal_names_its_clause(turns: dict[str, Turn]) -> None:
    """A prisoner cannot move."""
    line = turns["cannot-move"].lines[0]
    assert line.clauses == ("III.4",)
    assert "this cannot be" in line.refusal


def test_limit_of_a_sentinel_is_seen(turns: dict[str, Turn]) -> None:
    """The third passage earns nothing: no step of it rests on IV.5 but the choice that led to it."""
    lines = turns["out-and-in"].lines
    assert [AGAIN in told(line) for line in lines] == [True, True, False]


@pytest.mark.parametrize("edition", PAGES)
def test_every_heading_of_a_page_of_turns_has_one(pages: dict[str, dict[str, Turn]], edition: str) -> None:
    """And a turn that begins with a clause of no such rule would stand nowhere."""
    begun = [(*turn.shows, *turn.about)[0].rpartition(".")[0] for turn in pages[edition].values()]
    assert tuple(dict.fromkeys(begun)) == PAGES[edition]


@pytest.mark.parametrize(
    ("edition", "name", "again"),
    [
        (EDITION, "last-touches", [True, True, True, False]),
        ("castle-croquet-1866", "round-the-gate", [False, False]),
        ("castle-croquet-1866", "invading", [True, True, True, True, True]),
        ("castle-croquet-1866", "last-touch", [False, True, False]),
        ("castle-croquet-1866", "left-in-vain", [True, True, False, False]),
        ("castle-croquet-1866", "touched-within", [True, True]),
        ("croquet-castles-1863", "barred", [False, True, True]),
        ("croquet-castles-1863", "in-and-out", [True, True, True, False, False]),
        ("croquet-castles-1863", "driven", [False, False]),
        ("croquet-castles-1863", "fortified", [False, False, False]),
    ],
)
def test_what_earns_another_stroke(
    pages: dict[str, dict[str, Turn]], edition: str, name: str, again: list[bool]
) -> None:
    """As it was judged by hand from the printed words (tests/corpus/facts)."""
    assert is_played_again(pages[edition][name]) == again


def test_ball_in_hand_is_not_drawn(pages: dict[str, dict[str, Turn]]) -> None:
    """The released soldier is off the lawn till he is placed; his sentinel is put back at once."""
    pink, refused, out, _ = pages["castle-croquet-1866"]["rescued"].lines
    assert "Blue lies" not in pink.drawing
    assert "Pink lies 9.1 yards south of the middle." in pink.drawing
    assert refused.clauses == ("IV.6",)
    assert "Blue lies" in out.drawing


def test_what_lets_a_ball_be_as_it_was_is_not_told(pages: dict[str, dict[str, Turn]]) -> None:
    """A soldier is common again after his turn; who was common all the time is so still."""
    turns = pages["croquet-castles-1863"]
    common = [
        (name, number)
        for name, turn in turns.items()
        for number, line in enumerate(turn.lines)
        if any("common" in words for words in told(line))
    ]
    assert common == [("spared", 1)]


def with_turn(tmp_path: Path, turn: str) -> pipeline.Edition:
    folder = tmp_path / EDITION
    shutil.copytree(resources.edition_folder(EDITION), folder)
    (folder / "turns.toml").write_text(f"[[turn]]\nname = 'x'\n{turn}\n", encoding="utf-8")
    return pipeline.load(str(folder / "game.rules"))


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("strokes = ['Blue flies gate 1']", "is nothing that can be observed here"),
        ("readings = { at-the-gate = 'cannot-be' }\nstrokes = ['Blue passes gate 2 outward']", "this cannot be"),
        ("strokes = ['Mauve touches Blue']", "does not begin with the name of a ball"),
        ("strokes = ['cannot: Blue passes gate 1 outward']", "the file says that it cannot"),
        ("strokes = ['player 1: croquet']", "it is not player 1 who chooses here"),
        ("shows = ['III.2']\nstrokes = ['Blue: nothing']", "it is to show III.2, but nothing in it rests on that"),
        (
            "shows = ['III.2']\nbefore = ['Blue passes gate 1 outward', 'Blue passes gate 2 inward']\n"
            "strokes = ['Brown: nothing']",
            "it is to show III.2, but nothing in it rests on that",
        ),
        ("about = ['IX.1']\nstrokes = ['Blue: nothing']", "the text has no clause IX.1"),
    ],
)
def test_turn_that_does_not_hold_is_refused(tmp_path: Path, turn: str, said: str) -> None:
    """With the name of the turn, and what is wrong."""
    with pytest.raises(RulesError) as raised:
        turns_of(with_turn(tmp_path, turn))
    (problem,) = raised.value.problems
    assert problem.sentence.startswith("The turn x: ")
    assert said in problem.sentence


@pytest.mark.parametrize(("answer", "is_taken"), [("however", True), ("himself", False)])
def test_turn_can_be_judged_under_another_reading(tmp_path: Path, answer: str, is_taken: bool) -> None:
    driven = "strokes = ['Blue passes gate 1 outward', 'Black touches Blue, Blue passes gate 2 inward']"
    turn = turns_of(with_turn(tmp_path, f"readings = {{ enters = '{answer}' }}\n{driven}"))["x"]
    assert ("III.2" in {clause for step in turn.lines[-1].steps for clause in clauses_in(step)}) == is_taken


@pytest.mark.parametrize(("seats", "gates"), [(4, 4), (5, 5)])
def test_ground_is_drawn_for_as_many_as_play(seats: int, gates: int) -> None:
    """With its gates by their numbers, and the clauses that say where they stand."""
    drawn = drawn_ground(pipeline.load(EDITION).rules, seats)
    assert drawn is not None
    assert sum(f">gate {number}</text>" in drawn.svg for number in range(1, 7)) == gates
    assert "I.8" in drawn.clauses


def test_cards_have_no_ground() -> None:
    """Nothing is drawn where nothing stands."""
    assert drawn_ground(pipeline.load("1862").rules) is None
