"""Whoever changes one word of meaning in a rules file is told by the check of the edition, by content."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from cc_dsl import pipeline, resources
from tests.cli.desk import ROOT
from tests.differential.engines import interpreter_game
from tests.mutation.__main__ import command
from tests.mutation.mutants import Mutant
from tests.mutation.net import NOTHING, SAME, Net

GOAL = 0.95
"""The share of the changes of meaning that the project promises to notice."""
SAMPLE = 12
GAMES = 60
"""The number of games that are played where no earlier one shows the change."""


@cache
def net(edition: str) -> Net:
    return Net(pipeline.load(edition))


@cache
def mutants(edition: str) -> list[Mutant]:
    return net(edition).mutants()


def verdict(clause: str, before: str, after: str) -> str:
    """Return what becomes of one change in the rules of 1862."""
    found = [one for one in mutants("1862") if (one.clause, one.before, one.after) == (clause, before, after)]
    assert found, [one for one in mutants("1862") if one.clause == clause]
    return net("1862").verdict(found[0])


@pytest.mark.slow
def test_sample_of_changes_is_noticed() -> None:
    """Of a seeded sample of all editions so many are noticed that a share of 95 % is credible (at the level of 1 %)."""
    found = [net(name).verdict(one) for name in resources.edition_names() for one in net(name).mutants(7, SAMPLE)]
    changing = len(found) - found.count(SAME)
    slack = 2.33 * (GOAL * (1 - GOAL) * changing) ** 0.5
    assert changing - found.count(NOTHING) >= GOAL * changing - slack, found


@pytest.mark.exhaustive
@pytest.mark.parametrize("edition", resources.edition_names())
def test_all_changes_are_noticed(edition: str) -> None:
    """At least 95 % of all changes of meaning are noticed."""
    found = [net(edition).verdict(one) for one in mutants(edition)]
    unnoticed = [one for one, by in zip(mutants(edition), found, strict=True) if by == NOTHING]
    assert len(unnoticed) <= (1 - GOAL) * (len(found) - found.count(SAME)), unnoticed


CHANGES_NOTHING = {
    ("1860", "III.1", "4"): "a side has four cards with the Lead, so that no Line has more",
    ("1860", "III.9", "3"): "the number of cards, the next step of the ranking, says the same again",
    ("court", "C5.5", "60"): "the least that a score may be; none comes near it",
    ("lanrick-1893", "3.5", "0"): "he has no man who could be moved the one square that would be left",
    (
        "lanrick-1893",
        "6.2",
        "0",
    ): "the next square on the border is one square away, whether it is beyond the first or not",
    ("lanrick-1893", "6.3", "28"): "what is barred is further than a turn reaches; five squares are the most",
}
"""Numbers that bound what is bounded already."""


def is_played_otherwise(net: Net, mutant: Mutant) -> bool:
    """Return whether other numbers may play, or a game of some seed differs: its questions, answers and results."""
    needed = net.needed(mutant)
    printed, changed = (net.resolved(start, needed)[0] for start in (net.start, mutant.applied(net.start)))
    if printed.seats != changed.seats:
        return True
    least, most = printed.seats
    tables = [(seed, min(least + seed % 3, most)) for seed in range(GAMES)]
    return any(interpreter_game(printed, *table) != interpreter_game(changed, *table) for table in tables)


def is_raised(mutant: Mutant) -> bool:
    """Return whether a number is one more than printed."""
    return mutant.sort == "a number" and int(mutant.after) > int(mutant.before.split()[-1])


@pytest.mark.slow
@pytest.mark.parametrize("edition", resources.edition_names())
def test_numbers_one_more_than_printed_are_noticed_or_played(edition: str) -> None:
    """The rules live in the rules files: no number stands there for nothing, or stands a second time in the program."""
    numbers = [one for one in mutants(edition) if is_raised(one)]
    assert len(numbers) > 15
    for one in numbers[:: max(1, len(numbers) // 5)]:
        is_known = (edition, one.clause, one.before) in CHANGES_NOTHING
        assert is_known or net(edition).verdict(one) != NOTHING or is_played_otherwise(net(edition), one), one


NOTICED = [
    ("VI.4", "5", "4"),
    ("III.2", "best", "worst"),
    ("II.2", "Trio, Sequence", "Sequence, Trio"),
    ("V.1", "3", "4"),
    ("IV.3a", "every player has a Line or no player has a Line", "every player has a Line and no player has a Line"),
]
"""Changes that the check of release 0.1.0 did not notice."""


@pytest.mark.parametrize(("clause", "before", "after"), NOTICED)
def test_change_is_noticed_by_a_worked_case(clause: str, before: str, after: str) -> None:
    """A word that an editor may confuse with another is noticed by what the words make of a position."""
    assert verdict(clause, before, after) == "case"


def test_bound_that_stops_play_is_not_raised() -> None:
    """A bound that play does not reach decides nothing; lowered, it may."""
    bounds = [one for one in mutants("1862") if (one.clause, one.before) == ("I.1", "20")]
    assert {one.after for one in bounds} == {"19"}


def test_name_that_only_a_question_uses_replaces_no_other() -> None:
    """What a ball has to do next is a name of the table for what its stage says: one for the other changes nothing."""
    others = {one.after for one in mutants("croquet-castles-1863") if one.sort == "another name"}
    assert "stage" in others
    assert not others & {"task", "task-place"}


def test_turns_of_two_have_no_direction() -> None:
    assert not [
        one for one in mutants("1862") if one.clause == "II.1" and {one.before, one.after} == {"after", "before"}
    ]


def test_condition_that_names_the_other_of_two_states_stays() -> None:
    """“Balls that are spared become common”: all others are common.  A condition of another act is left out."""
    left_out = {
        (one.clause, one.before) for one in mutants("castle-croquet-1863") if one.sort == "a condition left out"
    }
    assert not left_out & {("III.9", "if it is spared"), ("IV.5", "balls that are touched")}
    assert left_out >= {("IV.2", "if it is fresh"), ("V.1", "if it is meetable")}


def test_command_tells_the_score_as_json() -> None:
    """The command counts what is noticed, by what, and lists what is not."""
    result = CliRunner().invoke(command, ["1862", "--sample", "3", "--seed", "3", "--json"])
    document = json.loads(result.stdout)
    assert document["mutants"] == 3
    assert document["noticed"] == sum(document["by"].values())
    assert document["noticed"] + len(document["surviving"]) == document["changing"]
    assert result.exit_code == (0 if document["noticed"] >= GOAL * document["changing"] else 1)


CASE = """[[case]]
id = "first"
title = "a case"
clauses = ["R1"]
why = "because the rules say so"
play = '''
player 1 can: Left, {}
'''
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a small game that has one clause."""
    rules = (ROOT / "tests" / "games" / "nim" / "game.rules").read_text("utf-8")
    (tmp_path / "game.rules").write_text(rules.replace('editor "the course of play"', '§R1 "They play."'), "utf-8")
    return tmp_path


def test_unnoticed_changes_are_printed_with_line_and_clause(folder: Path) -> None:
    """One case does not notice 95 % of the changes of a game."""
    (folder / "cases.toml").write_text(CASE.format("Middle, Right"), "utf-8")
    result = CliRunner().invoke(command, [str(folder)])
    assert result.exit_code == 1
    assert "changes are noticed by nothing:" in result.stdout
    assert all(words in result.stdout for words in ("line ", "§R", "becomes “"))


def test_nothing_is_counted_while_a_case_fails(folder: Path) -> None:
    """It would seem to notice every change; the case is named."""
    (folder / "cases.toml").write_text(CASE.format("Right"), "utf-8")
    result = CliRunner().invoke(command, [str(folder)])
    assert result.exit_code == 2
    assert "The case first fails: " in result.stderr
    assert "circular check" in result.stderr
