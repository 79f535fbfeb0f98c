"""Positions drawn from play: where two rules part is found again move by move, and questions are asked again."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.judge import answer
from cc_dsl.rules import model
from cc_dsl.study.positions import Positions, Walk


@cache
def rules(name: str, doubt: str = "", chosen: str = "") -> model.Rules:
    """Return the rules of an edition, under another answer if one is named."""
    if not doubt:
        return pipeline.load(name).rules
    return pipeline.load(name, {doubt: chosen}).rules


@cache
def walks(name: str, seats: int) -> list[Walk]:
    """Play a few games."""
    positions = Positions(rules(name), seats)
    return [positions.walk(seed) for seed in range(4)]


@pytest.mark.parametrize(("name", "seats"), [("1862", 2), ("1860", 3), ("court", 3)])
def test_rules_do_not_part_from_themselves(name: str, seats: int) -> None:
    """Every step of every game is the same, and so is every answer."""
    found = Positions(rules(name), seats).count([("none", "same", rules(name))], 0, 2)["none"]["same"]
    assert found["parted"] == 0
    assert found["steps"] == sum(len(walk.steps) for walk in walks(name, seats)[:2])
    assert all(one["changed"] == 0 for one in found["questions"].values())


@pytest.mark.parametrize(
    ("doubt", "chosen"), [("who-picks", "the-loser"), ("these-three", "as-turned-up"), ("Rubber", "two-in-all")]
)
def test_games_part_where_they_are_seen_to_part(doubt: str, chosen: str) -> None:
    """The same answers given to both rules: the step is the first with another player, other choices, or the end."""
    other = rules("1862", doubt, chosen)
    expected = []
    for walk in walks("1862", 2):
        pair = [Game(one, seed=walk.seed) for one in (rules("1862"), other)]
        place: float = inf
        for number, step in enumerate(walk.steps, 1):
            if len({(game.player, tuple(game.options), game.outcome) for game in pair}) > 1:
                place = number
                break
            if isinstance(step.answer, int):
                for game in pair:
                    game.play(step.answer)
        expected.append(place)
    found = Positions(rules("1862"), 2).count([(doubt, chosen, other)], 0, 4)[doubt][chosen]
    assert found["steps"] == sum(
        min(place, len(walk.steps)) for place, walk in zip(expected, walks("1862", 2), strict=True)
    )
    assert found["parted"] == sum(place < inf for place in expected) > 0


def test_who_is_served_first_parts_every_game_at_its_first_step() -> None:
    """The deal itself is another, so no later step is reached by both rules."""
    other = rules("1862", "first-served", "dealer-first")
    found = Positions(rules("1862"), 2).count([("first-served", "dealer-first", other)], 0, 4)
    assert found["first-served"]["dealer-first"]["parted"] == found["first-served"]["dealer-first"]["steps"] == 4


def test_questions_are_put_to_positions_of_play() -> None:
    """What is drawn is a Lead and three cards on each side, and both rules answer as they do when cards are laid."""
    other = rules("1862", "old-Lead-again", "barred-if-others")
    found = Positions(rules("1862"), 2).count([("old-Lead-again", "barred-if-others", other)], 0, 4)
    counts = found["old-Lead-again"]["barred-if-others"]["questions"]
    changed, codes = 0, rules("1862").pieces.codes
    for walk in walks("1862", 2):
        (lead, *sides), _ = walk.drawn["next-Lead"]
        assert [len(lead), *map(len, sides)] == [1, 3, 3]
        given: dict[str, list[Any]] = {
            "lead": [codes[lead[0]]],
            "side": [[codes[card] for card in side] for side in sides],
        }
        told = [answer(one, "next-Lead", given).value for one in (rules("1862"), other)]
        changed += told[0] != told[1]
    assert counts["next-Lead"] == {"asked": 4, "changed": changed, "consulted": 4}
    assert counts["judge"]["changed"] == 0


def test_positions_come_from_games_of_the_players_named() -> None:
    """Random players that are named play the games of compiled rules; greedy ones play others."""
    random, named, greedy = (
        Positions(rules("1860"), 2, players, most=30).walk(3) for players in ((), ("random",) * 2, ("greedy",) * 2)
    )
    assert [step.mark for step in random.steps] == [step.mark for step in named.steps]
    assert [step.answer for step in random.steps] != [step.answer for step in greedy.steps]


def test_watched_game_can_be_followed() -> None:
    """Where the world answers, as in croquet, it answers both rules alike."""
    name = "castle-croquet-1863"
    doubt = next(iter(rules(name).doubts.values()))
    chosen = next(one for one, _ in doubt.alternatives if one != doubt.default)
    others = [(doubt.name, chosen, rules(name, doubt.name, chosen))]
    found = Positions(rules(name), 4, most=8).count(others, 0, 1)[doubt.name][chosen]
    assert 0 < found["steps"] <= 8
    assert Positions(rules(name), 4, most=8).count([("none", "same", rules(name))], 0, 1)["none"]["same"]["parted"] == 0
