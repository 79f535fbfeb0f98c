"""Questions for the world in compiled rules, and sides that win."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.target import SIDE
from cc_dsl.compiler.games import CompiledGames, winners_of
from cc_dsl.compiler.steps import Steps
from cc_dsl.engine.game import Game
from cc_dsl.rules.model import Rules
from cc_dsl.study.games import games_of
from cc_dsl.table.chance import Chance
from tests.definition.alongside import definition_game
from tests.differential.engines import interpreter_game
from tests.traced import outcomes
from tests.unit.interpreter.small import resolved, small_game, text_of

SEEDS = range(60)


def green(end: str = "player 1 wins.", prize: int = 5, follows: str = "it becomes fallen") -> Rules:
    """Return rules of a green on which three Kings lie, and under which there are moles."""
    struck = "becomes muddy.\n    it becomes fallen.", f"becomes muddy.\n    {follows}."
    return resolved(text_of("moles", ("player 1 wins.", end), ("grows by 5.", f"grows by {prize}."), struck))


def test_small_green_is_played_as_the_definition_says() -> None:
    rules = green()
    assert [interpreter_game(rules, seed, 2) for seed in SEEDS] == [definition_game(rules, seed, 2) for seed in SEEDS]


def test_faults_are_the_same() -> None:
    """What a deed does against “only if”, or out of bounds, ends the game in the same sentence for both."""
    rules = green(prize=99, follows="it topples")
    games = [interpreter_game(rules, seed, 2) for seed in SEEDS]
    faults = Counter(game[0] for game in games if len(game) == 2)
    assert faults["impossible"] > 5
    assert faults["out-of-bounds"] > 0
    assert games == [tuple(definition_game(rules, seed, 2)) for seed in SEEDS]


def test_the_world_draws_a_deed_or_the_end_and_then_one_of_its_ways() -> None:
    game, chance = Game(green(), seed=1), Chance(5)
    pieces, hoops = len(game.rules.pieces.codes), 2
    starts = [0, pieces * hoops, 2 * pieces * hoops, 2 * pieces * hoops + pieces]
    drawn = Counter(game.menu.draw(game.options, chance.below) for _ in range(4000))
    assert set(drawn) == set(game.options)
    deeds = [sum(times for one, times in drawn.items() if one >= start) for start in starts]
    end = drawn[game.options[-1]]
    assert all(abs(share - 800) < 110 for share in (end, *(one - other for one, other in pairwise([*deeds, end]))))


SOMEBODY = "the tally is at least 99", "the tally is less than 3 or he is player 2"


def test_a_side_wins_together() -> None:
    both = CompiledGames(resolved(text_of("side-wins", SOMEBODY)))
    assert {end.winners for end in outcomes(both, 0, 40)} == {(0, 1), (1,)}
    none = CompiledGames(small_game("side-wins"))
    assert {(end.winners, end.reason) for end in outcomes(none, 0, 5)} == {((), "nobody")}
    assert winners_of(SIDE + 0b1010) == (1, 3)
    assert winners_of(-1) == ()


def test_such_games_are_not_compiled() -> None:
    with pytest.raises(NotCompiled, match="Only the interpreter can play games in which the world is observed"):
        CompiledGames(green())
    with pytest.raises(NotCompiled, match="Only the interpreter"):
        Steps(green())
    (game,) = games_of(green(), 2)(5, 1)
    assert (game.winners, game.reason, game.moves) == interpreter_game(green(), 5, 2)[:3]
