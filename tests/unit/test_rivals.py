"""Exceptions to one rule: those that exclude each other by their words, and those that are refused."""

from __future__ import annotations

import pytest

from cc_dsl.diagnostics.problem import Problem
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolution
from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse
from tests.unit.interpreter.small import TILES

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


def problems(first: str, second: str, more: str = "") -> list[Problem]:
    """Return what is refused in rules with two exceptions under these conditions."""
    text = TABLE.replace("FIRST", first).replace("SECOND", second) + more
    source = Source("small.rules", f'edition "A small game" of small.\n{TILES}{text}')
    start, problems = parse(source)
    assert start is not None, problems
    found = resolution("small", "A small game", [Part(start, source)], {}).problems
    return [one for one in found if one.code != "unused-name"]


@pytest.mark.parametrize(("first", "second"), EXCLUDING)
def test_exceptions_that_exclude_each_other_are_understood(first: str, second: str) -> None:
    assert problems(first, second) == problems(second, first) == []


@pytest.mark.parametrize(("first", "second"), OVERLAPPING)
def test_exceptions_that_may_hold_together_are_refused(first: str, second: str) -> None:
    for one, other in ((first, second), (second, first)):
        (found,) = problems(one, other)
        assert (found.code, found.sentence) == (
            "two-answers",
            "Two exceptions may hold at once, and both say what “fee” is.",
        )
        assert found.source is not None
        assert found.span is not None
        places = [found.source.position(span.start)[0] for span in (found.span, found.labels[0].span)]
        assert places[0] == places[1] + 2
        end = f"and not ({one})"
        assert found.remedies[0] == f"End the later one with:   {end}"
        assert problems(one, f"({other}) {end}") == []


def test_exceptions_under_one_condition_hold_at_once() -> None:
    (found,) = problems("his hand is empty", "his hand is empty")
    assert found.sentence == "Two exceptions hold at once, and both say what “fee” is."


def test_each_of_three_is_refused_once() -> None:
    fourth = '§1.4 "d"\n  instead of §1.1, a player\'s fee is 4 if the pack is empty.\n'
    found = problems("his hand is empty", "the board is empty", fourth)
    assert [one.code for one in found] == ["two-answers"] * 2


def test_exceptions_to_a_course_of_play_are_compared_too() -> None:
    course = """
§2.1 "e"
  the round goes thus: the tiles go to the pack.
§2.2 "f"
  instead of §2.1, the round goes thus, if the board is empty: nothing.
§2.3 "g"
  instead of §2.1, the round goes thus, if player 1 is rich: nothing.
"""
    (found,) = problems("his hand is empty", "his hand is not empty", course)
    assert found.sentence == "Two exceptions may hold at once, and both say how “round” goes."
    assert found.remedies[0] == "End the later one with:   and not (the board is empty)"
