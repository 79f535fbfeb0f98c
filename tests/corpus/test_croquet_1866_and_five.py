"""Castle Croquet (1866) and Croquêt Castles: the rules beside independent referees."""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import cc_dsl
from cc_dsl.closures.observing import Observation
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import standings
from tests.independent import castle_croquet_1866, croquet_castles_1863
from tests.playing import observe

REFEREES: dict[str, Any] = {
    "castle-croquet-1866": castle_croquet_1866,
    "croquet-castles-1863": croquet_castles_1863,
}
EDITIONS = [*REFEREES]
SEATS = {"castle-croquet-1866": 4, "croquet-castles-1863": 5}


@cache
def rules(edition: str, readings: tuple[tuple[str, str], ...] = ()) -> Any:
    return cc_dsl.load(edition, dict(readings)).rules


def game_of(edition: str, readings: dict[str, str]) -> Game:
    return Game(rules(edition, tuple(sorted(readings.items()))), seed=1, seats=SEATS[edition])


def errands(game: Game) -> dict[str, dict[str, str | None]]:
    """Return what each ball has to do next, and where."""
    runtime = runtime_of(game.rules, "reasons", game.seats)
    found: dict[str, dict[str, str | None]] = {}
    for one in standings(runtime, game.position):
        found.setdefault(one.owner, {})[one.key] = one.value
    return found


# ------------------------------------------------------------------------------------ the other referee

ALTERNATIVES = [
    (edition, name, answer)
    for edition in EDITIONS
    for name, doubt in rules(edition).doubts.items()
    for answer, _ in doubt.alternatives
    if answer != doubt.default
]


def agreed(edition: str, readings: dict[str, str], seed: int, steps: int) -> int:
    """Play at random for so many steps, both referees judging; give how many prisoners were taken."""
    independent = REFEREES[edition]
    chosen = random.Random(seed)
    game = game_of(edition, readings)
    other = independent.Referee(independent.readings(readings))
    for step in range(steps):
        if game.is_over:
            break
        words = (_watched if game.is_observing else _chosen)(game, other, independent, chosen)
        within = game.view(None).held["ward"]
        assert {ball: within[ball] for ball in other.within} == {
            ball: where and f"castle {where}" for ball, where in other.within.items()
        }, words
        if step % 25 == 0:
            told = errands(game)
            assert {ball: told[ball]["next"] for ball in other.within} == {
                ball: other.errand(ball) for ball in other.within
            }
    assert game.is_over == (other.asked is None)
    if game.outcome is not None:
        assert game.outcome.winner == (other.winner - 1 if other.winner else None)
    assert game.view(None).numbers["capture-count"] == tuple(other.taken.values())
    return sum(other.taken.values())


def _watched(game: Game, other: Any, independent: ModuleType, chosen: random.Random) -> str:
    """Let something happen, sooner what bears on the rules than not; both must hold the same for possible."""
    assert isinstance(other.asked, independent.Watch)
    possible = {str(one): one for one in game.possible()}
    assert possible.keys() == other.possible()
    telling = independent.telling(other) if chosen.random() < 0.75 else []
    words = "" if not possible or chosen.random() < 0.3 else chosen.choice(telling or sorted(possible))
    other.answer(words)
    observe(game, [possible[words]] if words else [], is_all=not words)
    return words


def _chosen(game: Game, other: Any, independent: ModuleType, chosen: random.Random) -> str:
    """Let a player choose; both must offer the same to the same."""
    moves = {move.text: move.answer for move in game.moves()}
    assert isinstance(other.asked, independent.Choice)
    assert (other.asked.player, other.asked.options) == ((game.player or 0) + 1, moves.keys())
    words = chosen.choice(sorted(moves))
    other.answer(words)
    game.play(moves[words])
    return words


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_referees_agree_on_games_at_random(edition: str) -> None:
    """What the rules file makes of a game is what somebody makes of it who read only the printed words."""
    assert sum(agreed(edition, {}, seed, 600) for seed in range(2)) > 2


@pytest.mark.parametrize(("edition", "name", "answer"), ALTERNATIVES)
def test_both_referees_agree_under_every_reading(edition: str, name: str, answer: str) -> None:
    """Each alternative means the same to both."""
    agreed(edition, {name: answer}, 7, 220)


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_referees_agree_under_several_readings_at_once(edition: str) -> None:
    """The answers to the doubts bear each other."""
    chosen = random.Random(3)
    for seed in range(2):
        doubts = rules(edition).doubts.values()
        readings = {doubt.name: chosen.choice(doubt.alternatives)[0] for doubt in doubts}
        agreed(edition, readings, seed, 250)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_independent_referee_knows_every_reading(edition: str) -> None:
    """No doubt of the edition is left out of the comparison, and the defaults are the same."""
    fields = REFEREES[edition].Readings()._asdict()
    doubts = rules(edition).doubts.values()
    assert {doubt.name.replace("-", "_").lower(): doubt.default for doubt in doubts} == fields


# ------------------------------------------------------------------------------------ refusals and records


def test_what_a_rule_forbids_is_refused_with_its_clause() -> None:
    """An observation that cannot be names the clause that stands against it."""
    game = game_of("castle-croquet-1866", {})
    refused = game.whynot("Blue touches Black")
    assert refused is not None
    assert "castle-croquet-1866.IV.6" in refused.clauses


def test_each_game_has_its_players_and_its_castles() -> None:
    """The game of 1866 is for four, the other for five, and each has as many castles."""
    for edition, seats in SEATS.items():
        with pytest.raises(Exception, match=r"player"):
            Game(rules(edition), seed=1, seats=9 - seats)
    assert Observation("touches", "Blue", "peg 5") not in game_of("castle-croquet-1866", {}).possible()
    assert Observation("touches", "Blue", "flag 5") in game_of("croquet-castles-1863", {}).possible()
