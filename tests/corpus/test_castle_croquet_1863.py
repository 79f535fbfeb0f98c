"""Castle Croquet (1863?): the rules against an independent referee, reading by reading."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import cc_dsl
from cc_dsl.engine.game import Game
from tests.independent.castle_croquet import DEFAULTS, Referee
from tests.playing import observe

EDITION = "castle-croquet-1863"
ALTERNATIVES = [
    ("finished-soldier", "left-standing"),
    ("last-touch", "in-his-own-play"),
    ("two-at-once", "whose-turn-it-is"),
    ("door-and-flag", "either-first"),
    ("out-too-soon", "goes-on-rewarded"),
    ("out-too-soon", "begins-again"),
    ("at-the-gate", "cannot-be"),
    ("on-duty-again", "never-again"),
    ("enters", "himself"),
    ("which-castle", "the-one-invaded"),
    ("own-soldier", "his-own-too"),
    ("turn-of-a-prisoner", "the-sentinel-plays"),
    ("course-of-a-prisoner", "lost-in-that-castle"),
    ("rescuer", "in-his-own-play"),
    ("leaving", "in-his-own-play"),
    ("which-door", "of-his-own-castle"),
    ("next-turn", "one-stroke"),
    ("in-his-course", "in-his-own-turn"),
    ("goes-through", "when-in"),
    ("whose-play", "whoever-takes"),
    ("again", "once-for-each"),
    ("twice", "both-together"),
    ("may-not", "forbidden"),
    ("which-ball", "either-of-the-two"),
    ("which-ball", "any-ball"),
    ("meeting-again", "never-in-it"),
    ("meeting-again", "whenever-they-meet"),
    ("two-touched", "one-of-them"),
    ("how-long", "during-the-turn"),
    ("when-excepted", "when-touched"),
    ("when-excepted", "when-used"),
    ("sentinel-touches", "neither"),
    ("ball-moved", "let-lie"),
    ("meanwhile", "arches-and-flags"),
    ("croquet-and-again", "uses-it"),
]


@cache
def rules(readings: tuple[tuple[str, str], ...] = ()) -> Any:
    return cc_dsl.load(EDITION, dict(readings)).rules


def state_of(game: Game) -> dict[str, Any]:
    """Return what can be compared with the independent referee."""
    view = game.view(None)
    seats = game.seats
    prisoners = [
        game.rules.pieces.codes[one]
        for place in view.places
        if place.name == "prison"
        for one in place.pieces
        if one is not None
    ]
    in_play = [code for code in game.rules.pieces.codes if view.held["ward"].get(code) or _is_out(game, code)]
    soldiers = [ball for ball in in_play if view.held["stage"][ball]]
    asked = game.question.name if game.question else ""
    phase = "over" if game.is_over else "stroke" if game.is_observing else "which" if asked else "choice"
    number = {f"castle {one}": one for one in range(1, seats + 1)}
    return {
        "phase": phase,
        "ball": view.held["striker"],
        "castles": {ball: number.get(view.held["ward"][ball] or "") for ball in sorted(in_play)},
        "jail": sorted(prisoners),
        "tasks": {ball: view.held["stage"][ball] for ball in sorted(soldiers)},
        "goals": {ball: number[view.held["goal"][ball]] for ball in sorted(soldiers)},
        "right": view.numbers["privilege"],
    }


def _is_out(game: Game, code: str) -> bool:
    piece = game.rules.pieces.codes.index(code)
    position = game.position
    return position.where[piece] != len(position.places) - 1


def follow(readings: dict[str, str], seed: int, seats: int, steps: int) -> int:
    """Play at random for so many steps, both referees judging; give how many steps were compared."""
    chosen = random.Random(seed)
    game = Game(rules(tuple(sorted(readings.items()))), seed=seed, seats=seats)
    other = Referee(seats, readings)
    for step in range(steps):
        mine, his = state_of(game), other.summary()
        assert mine == his, (seed, step, game.answers[-3:])
        if game.is_over:
            assert game.outcome is not None
            assert (game.outcome.winner or 0) + 1 == other.winner
            return step
        if not game.is_observing:
            words = [game.words_of(option) for option in game.options]
            assert sorted(words) == sorted(other.choices())
            word = chosen.choice(sorted(words))
            game.play(game.options[words.index(word)])
            other.choose(word)
            continue
        events = [tuple(one) for one in game.possible()]
        every = [game.menu.observation(number) for number in range(game.menu.end)]
        wild: Any = tuple(chosen.choice(every))
        if wild[1] in other.home:
            thing = wild[2].split()
            is_there = len(thing) < 2 or int(thing[1]) <= seats
            assert (wild in events) == (is_there and other.possible(wild)), wild
        wanted = _likely(events, chosen)
        if wanted is None:
            observe(game, [])
            other.end_stroke()
        else:
            observe(game, [wanted], is_all=False)
            other.observe(wanted)
    return steps


def _likely(events: list[Any], chosen: random.Random) -> Any:
    """Draw an event, arches and flags sooner than the many touches; or that nothing more happens."""
    if not events or chosen.random() < 0.3:
        return None
    verbs = sorted({(one[0], one[2].split()[0] if " " in one[2] else "ball") for one in events})
    verb = chosen.choice(verbs)
    return chosen.choice([one for one in events if (one[0], one[2].split()[0] if " " in one[2] else "ball") == verb])


@pytest.mark.parametrize("seats", [4, 5])
def test_both_referees_agree_on_games_at_random(seats: int) -> None:
    """What the rules file makes of a game is what somebody makes of it who read only the printed words."""
    assert sum(follow({}, seed, seats, 500) for seed in range(2)) > 500


@pytest.mark.parametrize(("name", "answer"), ALTERNATIVES)
def test_both_referees_agree_under_every_reading(name: str, answer: str) -> None:
    """Each alternative means the same to both."""
    assert follow({name: answer}, 7, 4, 220) > 50


def test_both_referees_agree_under_several_readings_at_once() -> None:
    """The answers to the doubts bear each other."""
    chosen = random.Random(3)
    for seed in range(3):
        doubts = rules().doubts.values()
        follow({doubt.name: chosen.choice(doubt.alternatives)[0] for doubt in doubts}, seed, 4, 250)


def test_the_independent_referee_knows_every_reading() -> None:
    """No doubt of the edition is left out of the comparison."""
    doubts = rules().doubts
    assert {name: doubt.default for name, doubt in doubts.items()} == DEFAULTS
    listed = {(name, other) for name, doubt in doubts.items() for other, _ in doubt.alternatives}
    assert listed == {*DEFAULTS.items(), *ALTERNATIVES}


@pytest.mark.parametrize("twice", ["each-once", "both-together"])
def test_a_ball_rests_nowhere_that_it_may_not_pass(twice: str) -> None:
    """Where who lies in an arch has gone through it, and may not go through twice, he may not lie there either."""
    readings = {"goes-through": "when-in", "may-not": "forbidden", "twice": twice}
    assert follow(readings, 0, 4, 700) > 300
