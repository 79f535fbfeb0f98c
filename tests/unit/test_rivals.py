"""Exceptions to one rule: those that exclude each other by their words, and those that have to be watched in play."""

from __future__ import annotations

import pytest

from cc_dsl.rules import meaning, model
from cc_dsl.rules.model import Rules
from cc_dsl.trees import replace, walk
from tests.unit.interpreter.small import rules_of

TABLE = """
editor "the table"
  this game is for 2 to 3 players.
  a mood is one of calm, cross and cold.
  there is a pack, an ordered place for tiles.
  there is a board, a place for tiles.
  each player has a hand, a place for tiles.
  each player has a score, a number from 0 to 9.
  each player has a temper, a mood.
  a player is rich if his score is more than 5 and his hand is not empty.
  a player is idle if his hand is empty and his temper is cold.
  a player is poor if his score is at most 5 or the board is empty.

§1.1 "a"
  a player's fee is 1.
§1.2 "b"
  instead of §1.1, a player's fee is 2 if FIRST.
§1.3 "c"
  instead of §1.1, a player's fee is 3 if SECOND.

editor "the course"
  a player's due is his fee plus his score.
"""
EXCLUDING = [
    ("his hand is empty", "his hand is not empty"),
    ("his score is 3", "his score is 4"),
    ("his score is at least 3", "his score is fewer than 3"),
    ("his score is more than 3", "his score is at most 3"),
    ("his score is at most 2", "his score is at least 4"),
    ("his score is not 3", "his score is 3"),
    ("his temper is calm", "his temper is cold"),
    ("his temper is calm", "his temper is one of cross or cold"),
    ("his temper is not one of cross or cold", "his temper is cold"),
    ("his temper is none", "his temper is cold"),
    ("he is rich", "he is not rich"),
    ("he is rich", "his score is fewer than 6"),
    ("he is rich", "he is idle"),
    ("he is idle", "the board is empty and not (he is rich or he is idle)"),
    ("some player is rich", "no player is rich"),
    ("every player is rich", "some player is not rich"),
    ("every player is rich", "some player is idle"),
    ("the number of players is 2", "the number of players is more than 2"),
    ("his hand is empty and the board is empty", "the board is empty and his hand is not empty"),
    ("the board is empty or he is rich", "the board is not empty and he is not rich"),
    (
        "the board is empty or his hand is not empty and his score is 3",
        "not (the board is empty or his hand is not empty and his score is 3) and his temper is cold",
    ),
]
OVERLAPPING = [
    ("his hand is empty", "the board is empty"),
    ("his score is at least 3", "his score is at most 3"),
    ("his score is more than 2", "his score is not 3"),
    ("his score is 3", "the score of player 1 is 4"),
    ("his temper is one of calm or cold", "his temper is one of cold or cross"),
    ("his temper is not calm", "his temper is not cold"),
    ("his temper is calm", "the temper of player 1 is cold"),
    ("he is rich", "he is poor"),
    ("some player is rich", "some player is not rich"),
    ("every player is rich", "every player is idle"),
    ("the board is empty or he is rich", "the board is not empty"),
]


def rules_with(first: str, second: str) -> Rules:
    """Return rules with two exceptions under these conditions."""
    return rules_of(TABLE.replace("FIRST", first).replace("SECOND", second))


def watched(rules: Rules) -> list[model.Unrivalled]:
    """Return what is watched in play."""
    return [part for part in walk(tuple(rules.definitions.values())) if isinstance(part, model.Unrivalled)]


@pytest.mark.parametrize(("first", "second"), EXCLUDING)
def test_exceptions_that_exclude_each_other_cost_nothing(first: str, second: str) -> None:
    """Where the words show that only one can hold, nothing is asked in play, whichever stands first."""
    for one, other in ((first, second), (second, first)):
        assert watched(rules_with(one, other)) == []


@pytest.mark.parametrize(("first", "second"), OVERLAPPING)
def test_exceptions_that_may_hold_together_are_watched(first: str, second: str) -> None:
    """The later one asks for the earlier one."""
    for one, other in ((first, second), (second, first)):
        (found,) = watched(rules_with(one, other))
        assert [rival.origin.line for rival in found.rivals] == [found.origin.line - 2]


def test_every_pair_of_three_is_asked_once() -> None:
    """The third asks for the two before it, the second for the first."""
    text = TABLE.replace("FIRST", "his hand is empty").replace("SECOND", "the board is empty")
    course = '\neditor "the course"'
    fourth = '§1.4 "d"\n  instead of §1.1, a player\'s fee is 4 if the pack is empty.\n'
    text = text.replace(course, f"{fourth}{course}")
    assert [len(one.rivals) for one in watched(rules_of(text))] == [1, 2]


def test_watching_is_no_part_of_what_the_digest_says() -> None:
    """Records and stored studies of rules whose exceptions never met stay theirs."""
    rules = rules_with(*OVERLAPPING[0])

    def bare(case: model.Case) -> model.Case:
        held = case.condition
        return replace(case, condition=held.condition) if isinstance(held, model.Unrivalled) else case

    unwatched = {
        name: replace(one, overrides=tuple(tuple(map(bare, cases)) for cases in one.overrides))
        for name, one in rules.definitions.items()
    }
    assert watched(replace(rules, definitions=unwatched)) == []
    assert meaning.digest(replace(rules, definitions=unwatched)) == rules.meaning
