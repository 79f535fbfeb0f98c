"""Studies of named players: what the rules tell is counted as it is, the same in any number of processes."""

from __future__ import annotations

import json
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, cast

import pytest
from click.testing import CliRunner

from cc_dsl import pipeline
from cc_dsl.cli.main import group
from cc_dsl.compiler.steps import Steps
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.errors import UserError
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.players import computers, play_out
from cc_dsl.interpreter.searching import Budget, SearchPlayer
from cc_dsl.interpreter.seat import Seat
from cc_dsl.rules import model
from cc_dsl.study.results import WantedGames, numbers_document, play_one, results, seated
from cc_dsl.study.shelf import shelf, shelve, shelved, studies_of
from cc_dsl.study.thinking import Compiled, Mind, Twin
from cc_dsl.study.winning import NO, UNKNOWN, YES, Solver, searched, winnable
from cc_dsl.study.winning import WinningLimits as Looked
from cc_dsl.table.chance import Chance
from tests.cli.desk import circular, is_refused
from tests.unit.interpreter.small import rules_of


def patience(**readings: str) -> model.Rules:
    """Return the rules of the Patience."""
    return pipeline.load("patience", {name.replace("_", "-"): answer for name, answer in readings.items()}).rules


def test_what_is_told_is_counted_as_the_games_tell_it() -> None:
    """Scores, ratings and lengths are those of the same games played one by one."""
    rules = patience()
    found = results(rules, WantedGames(("random",), 12, 30))
    told, moves = [], []
    for seed in range(30, 42):
        game = Game(rules, seed=seed)
        play_out(game, computers(["random"], seed))
        assert game.outcome is not None
        told.append(game.result)
        moves.append(game.outcome.moves)
    scores = [one["score"] for one in told]
    part = found["told"]["score"][0]
    assert part["mean"] == pytest.approx(mean(scores), abs=1e-6)
    assert part["high"] - part["mean"] == pytest.approx(1.959964 * stdev(scores) / sqrt(12), abs=1e-4)
    assert part["counts"] == {str(score): scores.count(score) for score in sorted(set(scores))}
    ratings = [one["rating"] for one in told]
    shares = found["told"]["rating"][0]["shares"]
    assert {one["value"]: one["count"] for one in shares if one["count"]} == {
        rating: ratings.count(rating) for rating in ratings
    }
    assert shares[0]["value"] == "curiouser and curiouser"
    assert found["moves"]["mean"] == pytest.approx(mean(moves), abs=1e-6)
    assert [one["told"] for one in found["first"]] == told[:3]
    assert found["rules"] == rules.meaning


@pytest.mark.slow
def test_two_processes_find_the_same() -> None:
    """How the work is divided changes nothing."""
    found = [results(patience(), WantedGames(("random",), 11, 3), workers) for workers in (1, 2)]
    one, other = ({key: value for key, value in each.items() if key != "made"} for each in found)
    assert one == other


def test_quantiles_and_means_of_a_known_distribution() -> None:
    """Of 1, 2, 3, 4, 100 the middle is 3."""
    found = numbers_document({1: 1, 2: 1, 3: 1, 4: 1, 100: 1})
    assert (found["mean"], found["quantiles"]["50"], found["least"], found["most"]) == (22.0, 3, 1, 100)
    assert found["deviation"] == pytest.approx(stdev([1, 2, 3, 4, 100]), abs=1e-6)


def test_one_name_stands_for_all_seats() -> None:
    """And a name for each seat says how many play."""
    rules = pipeline.load("1860").rules
    assert seated(rules, ("random",)) == ("random", "random")
    assert seated(rules, ("random", "greedy", "random")) == ("random", "greedy", "random")


def test_study_limits_a_search_by_games_alone() -> None:
    """A limit of time would give other results on another machine."""
    rules = pipeline.load("1862").rules
    assert seated(rules, ("search", "search:7")) == ("search:120", "search:7")


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "nobody", "--games", "3"],
        ["--players", "random,random", "--games", "3"],
        ["--players", "random", "--games", "0"],
        ["--players", "random"],
        ["--players", "search:0", "--games", "3"],
        ["--players", "search:2s", "--games", "3"],
        ["--players", "random", "--games", "3", "--engine", "numba"],
        ["--shelve", "no-such-study"],
        ["--shelve", "all", "--games", "3"],
    ],
)
def test_bad_input_is_refused(words: list[str]) -> None:
    """Nothing is played, and a sentence says why."""
    assert is_refused(circular("study", "patience", *words))


@pytest.mark.parametrize(
    "words",
    [
        ["patience"],
        ["patience", "--games", "0"],
        ["patience", "--games", "3", "--tries", "-1"],
        ["1862", "--games", "3"],
    ],
)
def test_bad_input_of_winnable_is_refused(words: list[str]) -> None:
    """Nothing is tried, and a sentence says why; a game for two is none for one."""
    assert is_refused(circular("winnable", *words))


def test_command_tells_distributions() -> None:
    """Scores and ratings with intervals, as text and as JSON."""
    words = ["study", "patience", "--players", "random", "--games", "5", "--seed", "4"]
    text = CliRunner().invoke(group, words)
    assert text.exit_code == 0
    assert "rating: off with their heads" in text.output
    found = json.loads(CliRunner().invoke(group, [*words, "--json"]).output)
    assert (found["players"], found["seed"], found["games"]) == (["random"], 4, 5)
    assert sum(found["told"]["score"][0]["counts"].values()) == 5


# --------------------------------------------------------------------------------------- the shelf


def edition_with(tmp_path: Path, studies: str) -> pipeline.Edition:
    """Return a small game that declares studies."""
    rules = Path("tests/games/tolls/game.rules").read_text("utf-8")
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "studies.toml").write_text(studies, encoding="utf-8")
    return pipeline.load(str(tmp_path))


def test_what_is_shelved_is_found_again_until_rules_or_study_change(tmp_path: Path) -> None:
    """A study with other games, or of other rules, is not current."""
    text = '[[study]]\nname = "few"\nplayers = ["random"]\ngames = 4\n'
    edition = edition_with(tmp_path, text)
    study = studies_of(edition)["few"]
    assert shelved(edition, study) == (None, False)
    found = shelve(edition, study)
    assert shelved(edition, study) == (json.loads(json.dumps(found)), True)
    other = edition_with(tmp_path, text.replace("4", "5"))
    assert not shelved(other, studies_of(other)["few"])[1]
    edition_with(tmp_path, text)
    rules = (tmp_path / "game.rules").read_text("utf-8")
    (tmp_path / "game.rules").write_text(rules.replace("4 cards in the pack", "5 cards in the pack"), encoding="utf-8")
    changed = pipeline.load(str(tmp_path))
    assert not shelved(changed, studies_of(changed)["few"])[1]
    assert [*shelf(changed)] == ["few"]


@pytest.mark.parametrize(
    "studies",
    [
        '[[study]]\nname = "few"\n',
        '[[study]]\nname = "few"\ngames = 0\n',
        "[[study]]\ngames = 3\n",
        '[[study]]\nname = "few"\ngames = "many"\n',
        '[[study]]\nname = "few"\ngames = 3\nreadings = { a = 1 }\n',
        '[[study]]\nname = "few"\ngames = 3\nplayers = "random"\n',
        '[[study]]\nname = "few"\ngames = 3\n[[study]]\nname = "few"\ngames = 3\n',
        "study = 3\n",
        "[[study\n",
    ],
)
def test_studies_that_are_badly_declared_are_refused(tmp_path: Path, studies: str) -> None:
    """With the file and the place."""
    with pytest.raises(RulesError) as caught:
        studies_of(edition_with(tmp_path, studies))
    assert "studies.toml" in caught.value.problems[0].sentence or caught.value.problems[0].code == "bad-data-file"


# ----------------------------------------------------------------------------------- can it be won

LOCKS = """
editor "the table"
  this game is for 1 player.
  there is a well, an ordered place for tiles.
  there is a shelf, a place for tiles.
  there is a count, a number from 0 to 12.
  the game goes thus:
    the tiles are shuffled into the well.
    3 times:
      the player chooses:
        to keep: 1 tile in the well goes to the shelf.
        to leave: the count grows by 1.
    if {condition}: the player wins.
"""


@pytest.mark.parametrize(
    ("condition", "answer"),
    [("the count is 2", YES), ("the count is 3 and the shelf is not empty", NO), ("the count is at least 4", NO)],
)
def test_searching_all_play_finds_what_can_be_done(condition: str, answer: str) -> None:
    """Of three choices two can be to leave, but not three with something kept."""
    steps = Steps(rules_of(LOCKS.format(condition=condition)), 1)
    assert searched(steps.begin(4), 1000)[0] == answer


def test_bound_on_positions_leaves_it_unknown() -> None:
    """Nothing is said of what was not searched to its end."""
    steps = Steps(rules_of(LOCKS.format(condition="the count is at least 4")), 1)
    assert searched(steps.begin(4), 3) == (UNKNOWN, 3)


def test_winnable_games_are_won_again_by_the_interpreter() -> None:
    """A game that is called winnable is won with the answers that were found; the share lies between its bounds."""
    rules = patience()
    found: Any = winnable(rules, Looked(3, 0, 200, 0), is_fast=False)
    assert [one["answer"] for one in found["first"]] == [YES] * 3
    for one in found["first"]:
        game = Game(rules, seed=one["seed"])
        chance = Chance(one["seed"]).branch(one["tries"] - 1)
        while game.player is not None:
            game.play(game.options[chance.below(len(game.options))])
        assert game.outcome is not None
        assert game.outcome.winner == 0
    assert found["least"] == found["most"] == 1.0
    assert found["low"] < 1.0 == found["high"]


def test_ending_at_once_leaves_cards_in_the_row() -> None:
    """The stock is exhausted while at least three cards lie in the row (P2.2, P2.3): not one game is won."""
    solver = Solver(patience(the_end="at-once"), Looked(2, 0, 150, 200), is_fast=False)
    assert [solver.look(seed)[1:4] for seed in range(2)] == [(UNKNOWN, 150, 200)] * 2


def test_games_for_several_are_not_won_alone() -> None:
    """What the others do is not known."""
    with pytest.raises(UserError):
        winnable(pipeline.load("1862").rules, Looked(1))


# ------------------------------------------------------------------------------- thinking, compiled


def test_compiled_twin_follows_the_game() -> None:
    """At every question it has as many answers, of the same meaning, and puts out anew only what is not seen."""
    rules = patience()
    mind = Mind(rules, 1, is_fast=False)
    game = Game(rules, seed=8)
    twin = Twin(mind, game)
    chance = Chance(3)
    while game.player is not None:
        twin.follow()
        groups = twin.position.groups
        meant = [bits & ((1 << 52) - 1) for bits in groups] or twin.position.legal()
        named = [cast("tuple[int, Any]", one)[1] for one in game.meanings]
        assert meant == [sum(1 << piece for piece in one) if groups else one for one in named]
        game.play(game.options[chance.below(len(game.options))])
    twin.follow()
    assert twin.position.to_move == -1


def test_compiled_search_chooses_as_well_as_the_slow_one() -> None:
    """Both score more than random play does on average in the same two games, 70."""
    scores = [cast("int", play_one(patience(), ("search:150",), seed).told["score"]) for seed in (1, 2)]
    assert mean(scores) > 74


@pytest.mark.parametrize("name", ["1860", "1862", "court"])
def test_a_game_in_thought_ends_when_somebody_gets_further_ahead(name: str) -> None:
    """In the number by which the rules find the winner; nobody waits for the end to see what an answer was worth."""
    rules = pipeline.load(name).rules
    mind = Mind(rules, rules.seats[0], is_fast=False)
    position = mind.steps.begin(5)
    worlds = Compiled(mind, position, position.to_move)
    assert mind.lead_at is not None
    thoughts = [worlds.begin(Chance(number)) for number in range(1, 60)]
    for thought in thoughts:
        worlds.go_on(thought, 0)
        before, after = (list(one.vector[mind.lead_at :][: mind.seats]) for one in (position, thought))
        assert before != after
        leads = worlds.worth(thought)
        assert leads[0] == after[0] - max(after[1:])
    # In some of them the game itself is over then, too.
    assert any(thought.to_move >= 0 for thought in thoughts)


def test_compiled_twin_follows_what_is_taken_back_and_leaves_what_is_another_game() -> None:
    """After something is taken back it begins anew; and a game that its seed does not give it does not follow."""
    rules = pipeline.load("1862").rules
    mind = Mind(rules, 2, is_fast=False)
    game = Game(rules, seed=8)
    twin = Twin(mind, game)
    for place in (0, 1, 2):
        game.play(game.options[place])
    assert twin.follow()
    assert game.undo() is not None
    game.play(game.options[-1])
    assert twin.follow()
    assert twin.position.legal() == game.options
    other = Twin(mind, game)
    other.position = mind.steps.begin(9)
    assert not other.follow()


def _worlds(twin: Twin, seat: Seat) -> Compiled:
    """Think in compiled code."""
    return Compiled(twin.mind, twin.position, seat.player)


@pytest.mark.slow
def test_numba_thinks_as_plain_python_does() -> None:
    """The same choices from the same seed."""
    rules = patience()
    chosen = []
    for is_fast in (False, True):
        game = Game(rules, seed=8)
        twin = Twin(Mind(rules, 1, is_fast), game)
        player = SearchPlayer(Chance(5), Budget(40), partial(_worlds, twin))
        answers: list[int] = []
        while game.player is not None and len(answers) < 12:
            twin.follow()
            answers.append(player.choose(Seat(game, 0)))
            game.play(answers[-1])
        chosen.append(answers)
    assert chosen[0] == chosen[1]
