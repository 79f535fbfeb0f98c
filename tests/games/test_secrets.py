"""Secret numbers and values: Undercut has the balance that is published for it, and nobody learns what is not shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.adapters.sightings import Sightings
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.players.computers import GreedyPlayer
from cc_dsl.players.seats import Seat
from cc_dsl.table.chance import Chance

FOLDER = Path(__file__).parent
UNDERCUT = pipeline.load(str(FOLDER / "undercut")).rules
CHITS = pipeline.load(str(FOLDER / "chits")).rules
CALLS = range(1, 6)
BALANCED = (10, 26, 13, 16, 1)
"""How often each number is called, in 66 turns, by whom nothing can beat (Hofstadter, Metamagical Themas)."""


def turn(*answers: int, rules: Any = UNDERCUT, reasons: bool = False) -> Game:
    """Return the game after these answers."""
    game = Game(rules, seed=1, reasons=reasons)
    for answer in answers:
        game.play(answer)
    return game


def test_no_call_beats_the_published_balance() -> None:
    """Against it each number gains as much as it loses, on average; that is so of the payoffs of the rules alone."""
    gains = {}
    for own in CALLS:
        for other in CALLS:
            mine, theirs = turn(own - 1, other - 1).view(None).numbers["score"]
            gains[own, other] = mine - theirs
    for own in CALLS:
        assert sum(times * gains[own, other] for times, other in zip(BALANCED, CALLS, strict=True)) == 0
    assert gains[2, 3] == 5
    assert gains[3, 2] == -5


def told(game: Game, player: int | None) -> Iterator[object]:
    """Yield all that a player, or somebody who looks on, is told."""
    yield game.view(player)
    yield tuple(game.written_for(player))
    yield game.decisions_seen_by(player)
    sightings = Sightings(runtime_of(game.rules, "plain", game.seats))
    yield sightings.lines(game.position, player)
    yield sightings.vector(game.position, player)


def test_a_secret_call_shows_nowhere() -> None:
    """Whatever the first player calls, the other is told the same, and the computer that plays the other answers so."""
    games = [turn(call, reasons=True) for call in range(5)]
    for player in (None, 1):
        first = [*told(games[0], player)]
        assert all([*told(game, player)] == first for game in games)
    answers = {GreedyPlayer(Chance(3)).think(Seat(game, 1), Chance(5)) for game in games}
    assert len(answers) == 1
    assert games[4].view(0).numbers["call"] == (5, "?")
    assert games[4].view(1).numbers["call"] == ("?", 0)
    assert [str(given.words) for given in games[4].written_for(0)] == ["5"]
    assert [str(given.words) for given in games[4].written_for(1)] == ["?"]


def test_calls_are_told_when_both_have_called() -> None:
    """The sentence that shows them is named, and the record for a player has them while they stand there."""
    game = turn(4, 1, reasons=True)
    shown = {one.question: one.answer for one in game.decisions_seen_by(1)}
    assert shown["player 1's call"] == "5"
    assert shown["player 2's call"] == "2"
    assert game.view(1).numbers["call"] == ("?", 0), "the calls of the next turn are secret again"


def test_it_is_not_over_while_anything_is_secret() -> None:
    """A record keeps to itself what its reader may not know, until the game is over."""
    assert turn(4).has_secrets
    game = Game(UNDERCUT, seed=1)
    while not game.is_over:
        game.play(game.options[-1] if game.player else game.options[0])
    assert game.outcome is not None
    assert game.outcome.winner == 1


@pytest.mark.parametrize("player", range(4))
def test_a_chit_is_known_to_its_owner_and_the_first_two_to_all(player: int) -> None:
    """And to nobody else."""
    game = Game(CHITS, seed=7)
    chits = [CHITS.values["rank"].values[number] for number in chits_of(game)]
    shown = game.view(player).held["chit"]
    assert shown == tuple(
        chit if owner == player or chit in ("King", "Minister") else "?" for owner, chit in enumerate(chits)
    )


def chits_of(game: Game) -> list[int]:
    """Return the chit of each player."""
    base = next(one.base for one in CHITS.stored if one.name == "chit")
    return [game.position.cells[base + owner] for owner in range(4)]


def test_what_chance_draws_in_secret_is_not_in_the_record_for_others() -> None:
    """Whoever looks on reads the chits of the King and the Minister, who show them, and no others."""
    words = Counter(given.words for given in Game(CHITS, seed=7).written_for(None))
    assert words == Counter(["King", "Minister", "?", "?"])


def test_the_minister_finds_the_thief_every_other_time() -> None:
    """One of two is meant, and 2,300 points are given in each round, whoever is right."""
    right = 0
    for seed in range(40):
        game, chance = Game(CHITS, seed=seed), Chance(seed).branch(9)
        while not game.is_over:
            thief = chits_of(game).index(3)
            answer = game.options[chance.below(2)]
            right += answer == thief
            game.play(answer)
        assert sum(game.result["score"]) == 23_000
    assert abs(right - 200) < 40
