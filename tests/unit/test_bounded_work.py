"""Hostile rules cost no more than their size is worth: chains of names and calls end, and suggestions are few."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cc_dsl.compiler.games import CompiledGames
from cc_dsl.diagnostics import problem
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.engine.game import Game
from cc_dsl.pipeline import load
from cc_dsl.rules import symbols

HEAD = """edition "Long" of long.
use playing-cards.

editor "the table"
  this game is for 2 players.
  there is a pack, an ordered place for cards.
  each player has a hand, a place for cards.
  a player sees his hand.
  the game goes thus:
    the cards are shuffled into the pack.
"""


SCORE = "  each player has a score, a number from 0 to 9.\n"


def calls(number: int) -> str:
    """Return rules in which each of so many procedures does the next."""
    links = [f"  the z{link} goes thus: then the z{link + 1}." for link in range(number)]
    return "\n".join([f"{HEAD}    then the z0.", *links, f"  the z{number} goes thus: nothing.", ""])


def definitions(number: int) -> str:
    """Return rules in which each of so many numbers is told by the one before."""
    links = [f"  a player's n{link + 1} is his n{link} plus 1." for link in range(number)]
    first = f"{HEAD}    the player with the greatest n{number} wins.\n{SCORE}  a player's n0 is his score."
    return "\n".join([first, *links, ""])


def properties(number: int) -> str:
    """Return rules in which each of so many properties rests on the one before."""
    links = [f"  a player is n{link + 1} if he is n{link}." for link in range(number)]
    first = f"{HEAD}    if player 1 is n{number}: player 1 wins.\n{SCORE}  a player is n0 if his score is 0."
    return "\n".join([first, *links, ""])


@pytest.mark.parametrize("write", [calls, definitions, properties])
def test_a_long_chain_is_refused(write: Callable[[int], str], tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(write(30), "utf-8")
    assert load(str(path)).rules.procedures
    for number in (200, 1500):
        path.write_text(write(number), "utf-8")
        with pytest.raises(RulesError) as caught:
            _ = load(str(path)).rules
        (found,) = caught.value.problems
        assert found.code == "too-deep"
        assert found.span is not None
        assert found.remedies


@pytest.mark.slow
def test_the_longest_chain_that_is_allowed_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    for write in (calls, definitions, properties):
        longest = 0
        for number in range(30, 90):
            path.write_text(write(number), "utf-8")
            try:
                rules = load(str(path)).rules
            except RulesError:
                break
            longest = number
        path.write_text(write(longest), "utf-8")
        rules = load(str(path)).rules
        end = CompiledGames(rules, 2).play(1)
        game = Game(rules, seed=1)
        assert game.outcome is not None
        assert (end.winner, end.reason) == (game.outcome.winner, game.outcome.reason)


def test_definitions_that_double_are_refused(tmp_path: Path) -> None:
    """Each number is told by the one before, twice: compiled code would evaluate the first one 8 million times."""
    path = tmp_path / "game.rules"

    links = [f"  a player's n{link + 1} is his n{link} plus his n{link}." for link in range(23)]
    first = f"{HEAD}    the player with the greatest n23 wins.\n{SCORE}  a player's n0 is his score."
    path.write_text("\n".join([first, *links, ""]), "utf-8")
    with pytest.raises(RulesError) as caught:
        _ = load(str(path)).rules
    (found,) = caught.value.problems
    assert found.code == "endless"
    assert found.span is not None
    assert found.remedies


def test_suggestions_are_looked_for_so_often_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbols, "MOST_COMPARED", 20)
    compared: list[tuple[str, str]] = []
    distance = problem._distance

    def counted(left: str, right: str, limit: int) -> int:
        compared.append((left, right))
        return distance(left, right, limit)

    monkeypatch.setattr(problem, "_distance", counted)
    known = [f"  there is a pile{number}abcdef, a place for cards." for number in range(300)]
    wrong = [f"  the y{number} goes thus: the pile{number}abcdxy goes to the pack." for number in range(300)]
    path = tmp_path / "game.rules"
    path.write_text("\n".join([f"{HEAD}    then the y0.", *known, *wrong, ""]), "utf-8")
    with pytest.raises(RulesError) as caught:
        _ = load(str(path)).rules
    unknown = [one for one in caught.value.problems if one.code == "unknown-name"]
    assert len(unknown) >= 300
    assert "Do you mean" in unknown[0].remedies[0]
    # Each name stands there with its plural.
    assert len(compared) < 21 * 2 * 320
