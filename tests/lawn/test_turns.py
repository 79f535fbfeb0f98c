"""Worked turns: judged by the rules when pages are made, drawn, and refused where they do not hold."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.weave.ground import drawn_ground
from cc_dsl.weave.turns import Turn, turns_of

EDITION = "castle-croquet-1863"
RULES = ("III", "IV", "V")


@pytest.fixture(scope="module")
def turns() -> dict[str, Turn]:
    """The turns of 1863?."""
    return turns_of(pipeline.load(EDITION))


def test_every_clause_of_rules_iii_to_v_has_a_turn(turns: dict[str, Turn]) -> None:
    """None of those that say what a stroke earns, costs or allows is left out."""
    text = pipeline.load(EDITION).text
    assert text is not None
    wanted = {name for name in text.clauses if name.rpartition(".")[0] in RULES}
    assert wanted == {clause for turn in turns.values() for clause in (*turn.shows, *turn.about)}


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
    earned = ["The privilege is 1" in [step.reason.words for step in line.steps] for line in lines]
    assert earned == [True, True, False]


def with_turn(tmp_path: Path, turn: str) -> pipeline.Edition:
    """Give the edition with no turn but this."""
    folder = tmp_path / EDITION
    shutil.copytree(resources.edition_folder(EDITION), folder)
    (folder / "turns.toml").write_text(f"[[turn]]\nname = 'x'\n{turn}\n", encoding="utf-8")
    return pipeline.load(str(folder / "game.rules"))


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("strokes = ['Blue flies gate 1']", "is nothing that can be observed here"),
        ("strokes = ['Blue passes gate 2 outward']", "this cannot be"),
        ("strokes = ['Mauve touches Blue']", "does not begin with the name of a ball"),
        ("strokes = ['cannot: Blue passes gate 1 outward']", "the file says that it cannot"),
        ("strokes = ['player 1: croquet']", "it is not player 1 who chooses here"),
        ("shows = ['III.2']\nstrokes = ['Blue: nothing']", "it is to show III.2, but nothing in it rests on that"),
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
    """Who is driven in by another is taken, or not."""
    driven = "strokes = ['Blue passes gate 1 outward', 'Black touches Blue, Blue passes gate 2 inward']"
    turn = turns_of(with_turn(tmp_path, f"readings = {{ enters = '{answer}' }}\n{driven}"))["x"]
    assert ("III.2" in {clause for step in turn.lines[-1].steps for clause in step.clauses}) == is_taken


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
