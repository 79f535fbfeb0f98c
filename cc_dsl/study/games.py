"""Games that are over, one by one: by compiled rules at random, by named players, or by players of the user's own.

A game of a study is the game of one seed, whoever plays it: `circular play EDITION --players NAMES --seed N` shows it
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.seats import seats_refused
from cc_dsl.compiler.games import CompiledGames, end_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.study.telling import result_decoder

if TYPE_CHECKING:
    from cc_dsl.players.seats import Player

Play = Callable[[int, int], Iterator["FinishedGame"]]
"""Plays a number of games from a seed on."""


class FinishedGame(NamedTuple):
    """One game as it ended."""

    seed: int
    winner: int | None
    reason: str
    moves: int
    told: Mapping[str, object]
    """What the rules tell at the end, in words, by its key."""
    side: tuple[int, ...] = ()
    """The players who won together, where the rules let a side win."""

    @property
    def winners(self) -> tuple[int, ...]:
        """All players who won."""
        return self.side or (() if self.winner is None else (self.winner,))


def seat_names(rules: model.Rules, names: Sequence[str]) -> tuple[str, ...]:
    """Return the player of every seat; a name that stands alone is that of all.

    A study gives the same results everywhere: a searching player is limited by a number of games, never by time.
    """
    from cc_dsl.players.computers import SEARCH
    from cc_dsl.players.search import GAMES

    least, most = rules.seats
    exact = tuple(f"{name}:{GAMES}" if name == SEARCH else name for name in names)
    players = exact * least if len(exact) == 1 else exact
    if not least <= len(players) <= most:
        raise seats_refused(rules, len(players))
    return players


def play_one(
    rules: model.Rules, names: Sequence[str], seed: int, own: Mapping[int, Player] | None = None
) -> FinishedGame:
    """Play the game of a seed by named players, and by players of the user's own in the seats that they take."""
    # Most studies are of random games, and need nothing of the interpreter.
    from cc_dsl.engine.game import Game
    from cc_dsl.players.computers import Compiling, computer, computers
    from cc_dsl.players.seats import play_out

    game = Game(rules, seed=seed, seats=len(names))
    players = (
        [own.get(seat) or computer(name, seed, seat, Compiling.ALWAYS) for seat, name in enumerate(names)]
        if own
        else computers(names, seed, Compiling.ALWAYS)
    )
    play_out(game, players)
    end = game.outcome
    assert end is not None
    return FinishedGame(seed, end.winner, end.reason, end.moves, game.result, end.side)


def games_of(
    rules: model.Rules,
    seats: int,
    names: Sequence[str] = (),
    is_fast: bool = False,
    own: Mapping[int, Player] | None = None,
) -> Play:
    """Return what plays games one by one: by these players, or at random by compiled rules if none is named."""
    if names:
        return lambda first, count: (play_one(rules, names, seed, own) for seed in range(first, first + count))
    return at_random(CompiledGames(rules, seats, is_fast))


def at_random(machine: CompiledGames) -> Play:
    """Return what plays games of compiled rules at random."""
    results = result_decoder(machine.rules, machine.told)

    def play(first: int, count: int) -> Iterator[FinishedGame]:
        for seed, row in enumerate(machine.rows(first, count), first):
            end = end_of(machine.source, *(int(number) for number in row[:3]))
            yield FinishedGame(seed, end.winner, end.reason, end.moves, results(tuple(map(int, row[4:]))), end.side)

    return play


def told_at_the_end(rules: model.Rules) -> list[model.Told]:
    """Return what the rules tell of a game that is over."""
    return [told for question in rules.questions.values() if question.is_given_nothing for told in question.told]


def owners_of(rules: model.Rules, told: model.Told, seats: int) -> list[str]:
    """Return the names of the owners of a result, in order; of a result without owner, one name for its only value."""
    number = told.many(seats)
    if told.owner is None or told.owner == PLAYER:
        return [f"player {owner + 1}" for owner in range(number)]
    names = rules.pieces.codes if told.owner.base == "piece" else rules.values[told.owner.name].values
    return [*names[:number]]
