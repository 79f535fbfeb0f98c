"""What was counted for the pages of an edition holds for its rules as they are; a part is counted again."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.interpreter.engine import Game
from cc_dsl.study.results import play_one
from cc_dsl.study.shelf import FOUND, DeclaredStudy, shelf, studies_of, under_readings
from cc_dsl.study.winning import YES
from cc_dsl.table.chance import Chance

SWIFT = ("random", "greedy")
"""Players whose games are short enough to be played again for every study; of searching players one game is."""

SHORT = 150
"""In a game of more moves somebody thinks for too long for that."""


@cache
def edition(name: str) -> pipeline.Edition:
    """Return an edition once."""
    return pipeline.load(name)


def declared() -> list[tuple[str, DeclaredStudy]]:
    """Return every study that an edition of the corpus declares."""
    return [(name, study) for name in resources.edition_names() for study in studies_of(edition(name)).values()]


def label(one: object) -> str:
    """Name a case of a test."""
    return one.name if isinstance(one, DeclaredStudy) else str(one)


def test_there_are_studies() -> None:
    """Otherwise nothing below is tested; and nothing lies on a shelf that is not declared."""
    names = {name for name, _ in declared()}
    assert "patience" in names
    for name in resources.edition_names():
        if os.path.isfile(os.path.join(edition(name).folder, FOUND)):
            assert set(shelf(edition(name))) == set(studies_of(edition(name)))


@pytest.mark.parametrize(("name", "study"), declared(), ids=label)
def test_what_is_shelved_is_of_these_rules(name: str, study: DeclaredStudy) -> None:
    """Whoever changes a rules file, or a study, counts again."""
    rules = under_readings(edition(name), study.readings).rules
    kept = shelf(edition(name)).get(study.name)
    again = f"count again: circular study {name} --shelve {study.name}"
    assert kept is not None, again
    assert kept["under"] == study.under(edition(name)), again
    assert kept["found"]["rules"] == rules.meaning, again


@pytest.mark.parametrize(("name", "study"), declared(), ids=label)
def test_the_first_games_are_played_again(name: str, study: DeclaredStudy) -> None:
    """They end as they did when they were counted."""
    found: Any = shelf(edition(name))[study.name]["found"]
    rules = under_readings(edition(name), study.readings).rules
    again = f"another game: count again: circular study {name} --shelve {study.name}"
    if study.is_winnable:
        for one in found["first"]:
            if one["answer"] == YES and not one["nodes"]:
                game = Game(rules, seed=one["seed"])
                chance = Chance(one["seed"]).branch(one["tries"] - 1)
                while game.player is not None:
                    game.play(game.options[chance.below(len(game.options))])
                assert game.outcome is not None
                assert game.outcome.winner == 0, again
        return
    is_short = found["first"][0]["moves"] <= SHORT
    is_swift = is_short and all(player in SWIFT for player in study.players)
    is_at_random = set(study.players) == {"random"}
    for one in found["first"][: is_swift + is_at_random]:
        assert play_one(rules, tuple(found["players"]), one["seed"]).document == one, again


@pytest.mark.exhaustive
def test_a_game_of_a_searching_player_is_played_again() -> None:
    """It thinks the same thoughts, in plain Python or compiled; test_study_results.py sees that in a few moves."""
    found: Any = shelf(edition("patience"))["plain-search"]["found"]
    one = found["first"][0]
    assert play_one(edition("patience").rules, tuple(found["players"]), one["seed"]).document == one


def test_whoever_looks_further_scores_more() -> None:
    """The players are what they are said to be: each is better than the one before, beyond chance, in every variant."""
    kept: Any = shelf(edition("patience"))
    for game in ("plain", "glass", "cat", "hatter"):
        scores = [kept[f"{game}-{player}"]["found"]["told"]["score"][0] for player in ("random", "greedy", "search")]
        assert scores[0]["high"] < scores[1]["low"], game
        assert scores[1]["mean"] < scores[2]["mean"], game


def test_no_game_is_won_that_ends_at_once() -> None:
    """The row is filled up as long as there is a stock (P2.3), so that it is not empty when the stock is (P6.1)."""
    found = shelf(edition("patience"))["won-at-once"]["found"]
    assert "answers" in found
    assert found["answers"][YES]["count"] == 0
