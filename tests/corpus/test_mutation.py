"""The check of an edition notices a change of meaning in its rules file, without a comparison of the text."""

from __future__ import annotations

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
SAMPLE = 6
GAMES = 60
"""The number of games that are played where no earlier one shows the change."""


@cache
def net(edition: str) -> Net:
    return Net(pipeline.load(edition))


@cache
def mutants(edition: str) -> list[Mutant]:
    return net(edition).mutants()


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


def is_played_otherwise(net: Net, mutant: Mutant, games: int) -> bool:
    """Return whether other numbers may play, or one of the games differs: its questions, answers and results."""
    needed = net.needed(mutant)
    printed, changed = (net.resolved(start, needed)[0] for start in (net.start, mutant.applied(net.start)))
    if printed.seats != changed.seats:
        return True
    least, most = printed.seats
    tables = [(seed, min(least + seed % 3, most)) for seed in range(games)]
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
    for one in numbers[:: max(1, len(numbers) // 3)]:
        if edition.startswith("lanrick") and is_played_otherwise(net(edition), one, 1):
            continue  # a game is played sooner than its cases, which search for what can be forced
        is_known = (edition, one.clause, one.before) in CHANGES_NOTHING
        assert is_known or net(edition).verdict(one) != NOTHING or is_played_otherwise(net(edition), one, GAMES), one


CASE = """[[case]]
id = "first"
title = "a case"
clauses = ["R1"]
why = "because the rules say so"
play = "player 1 can: Left, Right"
"""


def test_nothing_is_counted_while_a_case_fails(tmp_path: Path) -> None:
    """It would seem to notice every change; the case is named."""
    rules = (ROOT / "tests" / "games" / "nim" / "game.rules").read_text("utf-8")
    (tmp_path / "game.rules").write_text(rules.replace('editor "the course of play"', '§R1 "They play."'), "utf-8")
    (tmp_path / "cases.toml").write_text(CASE, "utf-8")
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 2
    assert "The case first fails: " in result.stderr
    assert "circular check" in result.stderr
