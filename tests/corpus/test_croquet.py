"""The three croquet texts compared with independent referees, game by game and reading by reading."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest

from cc_dsl.closures.observations import Observation
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import standings
from tests.independent import castle_croquet_1866, croquet_castles_1863
from tests.independent.castle_croquet import DEFAULTS, Referee
from tests.independent.following import named
from tests.playing import observe
from tests.readings import MIXED, alternatives, mixtures, rules_of

FIRST = "castle-croquet-1863"
REFEREES: dict[str, Any] = {"castle-croquet-1866": castle_croquet_1866, "croquet-castles-1863": croquet_castles_1863}
SEATS = {"castle-croquet-1866": 4, "croquet-castles-1863": 5}


def game_of(edition: str, readings: dict[str, str], seats: int, seed: int = 1) -> Game:
    return Game(rules_of(edition, *sorted(readings.items())), seed=seed, seats=seats)


def mixed(edition: str, chance: random.Random) -> dict[str, str]:
    """Return an answer to every open place, by lot."""
    return {doubt.name: chance.choice(doubt.alternatives)[0] for doubt in rules_of(edition).doubts.values()}


@pytest.mark.parametrize("edition", [FIRST, *REFEREES])
def test_referees_know_every_reading(edition: str) -> None:
    known = DEFAULTS if edition == FIRST else REFEREES[edition].Readings()._asdict()
    defaults = {name.replace("-", "_").lower(): doubt.default for name, doubt in rules_of(edition).doubts.items()}
    assert defaults == {name.replace("-", "_").lower(): default for name, default in known.items()}


# ------------------------------------------------------------------------------- Castle Croquet of 1863?


def state_of(game: Game) -> dict[str, Any]:
    """Return what can be compared with the independent referee."""
    view, codes = game.view(None), game.rules.pieces.codes
    prison = [place.pieces for place in view.places if place.name == "prison"]
    last = len(game.position.places) - 1
    in_play = [code for at, code in enumerate(codes) if view.held["ward"].get(code) or game.position.where[at] != last]
    soldiers = [ball for ball in in_play if view.held["stage"][ball]]
    asked = game.question.name if game.question else ""
    number = {f"castle {place}": place for place in range(1, game.seats + 1)}
    return {
        "phase": "over" if game.is_over else "stroke" if game.is_observing else "which" if asked else "choice",
        "ball": view.held["striker"],
        "castles": {ball: number.get(view.held["ward"][ball] or "") for ball in sorted(in_play)},
        "jail": sorted(codes[piece] for pieces in prison for piece in pieces if piece is not None),
        "tasks": {ball: view.held["stage"][ball] for ball in sorted(soldiers)},
        "goals": {ball: number[view.held["goal"][ball]] for ball in sorted(soldiers)},
        "right": view.numbers["privilege"],
    }


def follow(readings: dict[str, str], seed: int, seats: int, steps: int) -> int:
    """Play at random for so many steps, both referees judging; give how many steps were compared."""
    chosen, game, other = random.Random(seed), game_of(FIRST, readings, seats, seed), Referee(seats, readings)
    for step in range(steps):
        assert state_of(game) == other.summary(), (seed, step, game.answers[-3:])
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
        events = [tuple(event) for event in game.possible()]
        wild: Any = tuple(game.menu.observation(chosen.randrange(game.menu.end)))
        if wild[1] in other.home:
            thing = wild[2].split()
            is_there = len(thing) < 2 or int(thing[1]) <= seats
            assert (wild in events) == (is_there and other.possible(wild)), wild
        wanted = likely(events, chosen)
        if wanted is None:
            observe(game, [])
            other.end_stroke()
        else:
            observe(game, [wanted], is_all=False)
            other.observe(wanted)
    return steps


def likely(events: list[Any], chosen: random.Random) -> Any:
    """Draw an event, arches and flags sooner than the many touches; or that nothing more happens."""
    if not events or chosen.random() < 0.3:
        return None
    kinds: dict[tuple[str, str], list[Any]] = {}
    for event in events:
        kinds.setdefault((event[0], event[2].split()[0] if " " in event[2] else "ball"), []).append(event)
    return chosen.choice(kinds[chosen.choice(sorted(kinds))])


@pytest.mark.parametrize("seats", [4, 5])
def test_referee_of_1863_agrees_on_games_at_random(seats: int) -> None:
    """What the rules file makes of a game is what somebody makes of it who read only the printed words."""
    assert sum(follow({}, seed, seats, 400) for seed in range(2)) > 400


@pytest.mark.parametrize("number", range(MIXED))
def test_referee_of_1863_agrees_under_every_reading(number: int) -> None:
    assert follow(mixtures(rules_of(FIRST))[number], 7, 4, 400) > 100


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "answer"), alternatives(rules_of(FIRST)))
def test_referee_of_1863_agrees_under_each_reading_alone(name: str, answer: str) -> None:
    assert follow({name: answer}, 7, 4, 150) > 50


def test_referee_of_1863_agrees_under_several_readings_at_once() -> None:
    """The answers to the doubts bear each other.

    Where who lies in an arch has gone through it, and may not go through twice, he may not lie there either.
    """
    chosen = random.Random(3)
    for seed in range(3):
        follow(mixed(FIRST, chosen), seed, 4, 250)
    for twice in ("each-once", "both-together"):
        assert follow({"goes-through": "when-in", "may-not": "forbidden", "twice": twice}, 0, 4, 700) > 300


# ---------------------------------------------------------------- Castle Croquet of 1866, Croquêt Castles


def errands(game: Game) -> dict[str, str | None]:
    """Return what each ball has to do next."""
    rows = standings(runtime_of(game.rules, "reasons", game.seats), game.position)
    return {row.owner: row.value for row in rows if row.key == "next"}


def agreed(edition: str, readings: dict[str, str], seed: int, steps: int) -> int:
    """Play at random for so many steps, both referees judging; give how many prisoners were taken."""
    independent, chosen = REFEREES[edition], random.Random(seed)
    game, other = (
        game_of(edition, readings, SEATS[edition]),
        independent.Referee(named(independent.Readings(), readings)),
    )
    for step in range(steps):
        if game.is_over:
            break
        words = (watched if game.is_observing else choose)(game, other, independent, chosen)
        within = game.view(None).held["ward"]
        castles = {ball: where and f"castle {where}" for ball, where in other.within.items()}
        assert {ball: within[ball] for ball in castles} == castles, words
        if step % 25 == 0:
            wanted = errands(game)
            assert {ball: wanted[ball] for ball in castles} == {ball: other.errand(ball) for ball in castles}
    assert game.is_over == (other.asked is None)
    if game.outcome is not None:
        assert game.outcome.winner == (other.winner - 1 if other.winner else None)
    assert game.view(None).numbers["capture-count"] == tuple(other.taken.values())
    return sum(other.taken.values())


def watched(game: Game, other: Any, independent: ModuleType, chosen: random.Random) -> str:
    """Let something happen, sooner what bears on the rules than not; both must hold the same for possible."""
    assert isinstance(other.asked, independent.Watch)
    possible = {str(event): event for event in game.possible()}
    assert possible.keys() == other.possible()
    telling = independent.telling(other) if chosen.random() < 0.75 else []
    words = "" if not possible or chosen.random() < 0.3 else chosen.choice(telling or sorted(possible))
    other.answer(words)
    observe(game, [possible[words]] if words else [], is_all=not words)
    return words


def choose(game: Game, other: Any, independent: ModuleType, chosen: random.Random) -> str:
    """Let a player choose; both must offer the same to the same."""
    moves = {move.text: move.answer for move in game.moves()}
    assert isinstance(other.asked, independent.Choice)
    assert (other.asked.player, other.asked.options) == ((game.player or 0) + 1, moves.keys())
    words = chosen.choice(sorted(moves))
    other.answer(words)
    game.play(moves[words])
    return words


@pytest.mark.parametrize("edition", REFEREES)
def test_other_referees_agree_on_games_at_random(edition: str) -> None:
    assert sum(agreed(edition, {}, seed, 600) for seed in range(2)) > 2
    chosen = random.Random(3)
    for seed in range(2):
        agreed(edition, mixed(edition, chosen), seed, 250)


@pytest.mark.parametrize("number", range(MIXED))
@pytest.mark.parametrize("edition", REFEREES)
def test_other_referees_agree_under_every_reading(edition: str, number: int) -> None:
    agreed(edition, mixtures(rules_of(edition))[number], 7, 400)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("edition", "name", "answer"),
    [(edition, *answer) for edition in REFEREES for answer in alternatives(rules_of(edition))],
)
def test_other_referees_agree_under_each_reading_alone(edition: str, name: str, answer: str) -> None:
    agreed(edition, {name: answer}, 7, 150)


def test_each_game_has_its_players_and_its_castles() -> None:
    """The game of 1866 is for four, the other for five, and each has as many castles."""
    for edition, seats in SEATS.items():
        with pytest.raises(Exception, match=r"player"):
            game_of(edition, {}, 9 - seats)
    assert Observation("touches", "Blue", "peg 5") not in game_of("castle-croquet-1866", {}, 4).possible()
    assert Observation("touches", "Blue", "flag 5") in game_of("croquet-castles-1863", {}, 5).possible()
