"""Worked turns: judged by the rules when the pages are built, drawn, and refused if they are wrong."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.drawing.ground import draw_ground
from cc_dsl.edition_model.scenes import clauses_in
from cc_dsl.edition_model.turns import Turn, turns_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import StrokeRules
from cc_dsl.errors import UserError
from cc_dsl.live.ground import ReportedGround
from tests.playing import observe

EDITION = "castle-croquet-1863"
RULES = ("III", "IV", "V")
HERE = Path(__file__).parent
AGAIN = re.findall(r"(?m)^(\S+) (\S+): (.*)$", (HERE / "played-again.txt").read_text("utf-8"))
REFUSED = re.findall(r"(?m)^# (.*)\n((?:.+\n)+)", (HERE / "refused-turns.toml").read_text("utf-8"))


@cache
def turns(edition: str) -> dict[str, Turn]:
    """Return the worked turns of a text; what is drawn and told of them stands on the golden pages."""
    return turns_of(pipeline.load(edition))


def test_every_clause_of_rules_iii_to_v_has_a_turn() -> None:
    text = pipeline.load(EDITION).text
    assert text is not None
    wanted = {name for name in text.clauses if name.rpartition(".")[0] in RULES}
    assert wanted <= {clause for turn in turns(EDITION).values() for clause in (*turn.shows, *turn.about)}


@pytest.mark.parametrize(("edition", "name", "again"), AGAIN)
def test_what_earns_another_stroke(edition: str, name: str, again: str) -> None:
    """As it was judged by hand from the printed words: for which lines of a turn the ball is played again."""
    told = [[step.words for step in line.steps] for line in turns(edition)[name].lines]
    assert ["yes" if "The ball may be played again" in words else "no" for words in told] == again.split()


def with_turn(tmp_path: Path, turn: str) -> pipeline.Edition:
    folder = tmp_path / EDITION
    shutil.copytree(resources.edition_folder(EDITION), folder)
    (folder / "turns.toml").write_text(f"[[turn]]\nname = 'x'\n{turn}\n", encoding="utf-8")
    return pipeline.load(str(folder / "game.rules"))


@pytest.mark.parametrize(("said", "turn"), REFUSED)
def test_turn_that_does_not_hold_is_refused(tmp_path: Path, turn: str, said: str) -> None:
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
    drawn = draw_ground(pipeline.load(EDITION).rules, seats)
    assert drawn is not None
    assert sum(f">gate {number}</text>" in drawn.svg for number in range(1, 7)) == gates
    assert "I.8" in drawn.clauses


# Balls lie where the rules put them and where reported strokes left them.


OUT = [("passes", "Blue", "gate 1", "outward")]


def report(game: Game, ground: ReportedGround, events: Sequence[tuple[str, ...]]) -> None:
    """Report a stroke of whichever ball is struck."""
    ground.follow()
    observe(game, events)
    assert ground.follow()


def test_prisoner_lies_where_the_rules_put_it() -> None:
    game = Game(pipeline.load(EDITION).rules, seed=0)
    ground = ReportedGround(game)
    report(game, ground, OUT)
    game.play(0)
    report(game, ground, [("passes", "Blue", "gate 2", "inward")])
    ground.follow()
    assert ground.places["Blue"] == pytest.approx(10.199747)


def test_cards_have_no_ground() -> None:
    assert draw_ground(pipeline.load("1862").rules) is None
    with pytest.raises(UserError, match="describe no ground"):
        StrokeRules(pipeline.load("1862").rules, 2)
