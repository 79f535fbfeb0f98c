"""Plays whole games by computer players, quickly enough for counts, and follows one game under other rules.

`random` gives every answer equally often.  `hasty` is a greedy player in a hurry: it tries each answer in two
positions that are possible for all it sees, goes on at random for a few moves, or until its lead changes, and gives
the answer after which it stood best.  It beats random players, and is no strong one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.kit import Source
from cc_dsl.interpreter.players import Player, RandomPlayer, Seat
from cc_dsl.interpreter.standing import Standing, standing_of
from cc_dsl.interpreter.state import RulesFault, State
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

TRIALS = 2
FURTHER = 16
"""So many moves it thinks ahead at most."""


class HastyPlayer:
    """Gives the answer after which it stood best a few moves later."""

    def __init__(self, chance: Chance) -> None:
        """Draw from a stream."""
        self._chance = chance
        self._thoughts = 0

    def choose(self, seat: Seat) -> int:
        """Give the best of the options as far as it can tell; of equals the first."""
        options = seat.options
        standing = standing_of(seat.kit) if len(options) > 1 else None
        if standing is None:
            return options[self._chance.below(len(options))]
        self._thoughts += 1
        chance = self._chance.branch(self._thoughts)
        gains = [0] * len(options)
        for trial in range(TRIALS):
            branch = chance.branch(trial)
            position = seat.imagined(branch)
            for place, option in enumerate(options):
                gains[place] += _gain(seat, standing, position.copy(), option, branch)
        return options[gains.index(max(gains))]


def _gain(seat: Seat, standing: Standing, state: State, option: int, chance: Chance) -> int:
    """Give an answer, go on at random for a while, and give how the lead has changed."""
    state.chance = Source(chance.branch(1))
    below, run = chance.branch(2).below, seat.kit.program.run
    before = standing.of(state, seat.player)
    state.answer = option
    run(state)
    for _ in range(FURTHER):
        if state.outcome is not None or standing.of(state, seat.player) != before:
            break
        options = state.options
        state.answer = options[below(len(options))]
        run(state)
    return standing.of(state, seat.player) - before


KINDS: dict[str, Callable[[Chance], Player]] = {"random": RandomPlayer, "hasty": HastyPlayer}


class Line(NamedTuple):
    """A game that was played: at each moment who was asked and what he answered, and how it ended."""

    moments: tuple[tuple[Any, int], ...]
    end: object


def follow(rules: model.Rules, seats: int, kind: str, seed: int, line: Line | None = None) -> Line:
    """Play a game by players of one kind; with the answers of another game, as long as nothing differs from it."""
    players = [KINDS[kind](Chance(seed).branch(1 + player)) for player in range(seats)]
    moments: list[tuple[Any, int]] = []
    known = iter(line.moments if line is not None else ())
    try:
        game = Game(rules, seed=seed, seats=seats)
        chairs = [Seat(game, player) for player in range(seats)]
        is_same = line is not None
        while game.player is not None:
            mark = _mark(game)
            before = next(known, None) if is_same else None
            is_same = before is not None and before[0] == mark
            choice = before[1] if is_same and before is not None else players[game.player].choose(chairs[game.player])
            moments.append((mark, choice))
            game.play(choice)
    except RulesFault as fault:
        return Line(tuple(moments), fault.code)
    outcome = game.outcome
    return Line(tuple(moments), None if outcome is None else (outcome.winner, outcome.reason))


def _mark(game: Game) -> tuple[Any, ...]:
    """Give who is asked, and what he may answer."""
    act = game.asking.act
    names = tuple(option.name for option in act.options) if isinstance(act, model.ChooseOption) else ()
    return game.player, tuple(game.options), names
