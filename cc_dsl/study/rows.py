"""The games of a study one by one: whoever plays its pieces keeps each game as well as the counts.

With these workers a study gives the same summary as with any others, and besides it a row for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from cc_dsl.compiler.faults import PlayFault
from cc_dsl.compiler.games import CompiledGames, end_of, winners_of
from cc_dsl.compiler.target import SIDE
from cc_dsl.interpreter.players import Player
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.study.chunks import Chunk, ChunkFault, Counts, Task, counts_of, empty, measuring, unpacked
from cc_dsl.study.results import FinishedGame, add, play_one, played_of
from cc_dsl.study.telling import in_words
from cc_dsl.workers import each

Play = Callable[[int, int], Iterator[FinishedGame]]
"""Plays the games of a number of seeds from one on."""


class RowByRow:
    """Plays the pieces of a study, here or in several processes, and keeps every game."""

    def __init__(self, number: int = 1, own: Mapping[int, Player] | None = None) -> None:
        """Play in this many processes; `own` are the players without a name, by seat."""
        self.number = 1 if own else number
        self.own = dict(own or {})
        self.games: list[FinishedGame] = []
        """The games, in the order of their seeds once all are played."""

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Play the pieces, and give the counts of each."""
        if self.number > 1:
            for piece, (games, counts) in each(partial(played_apart, packed), wanted, self.number):
                self.games += games
                yield piece, counts
            self.games.sort(key=lambda game: game.seed)
            return
        play = player_of(unpacked(packed), self.own)
        for piece in wanted:
            found, counts = _counted(packed, play, piece)
            self.games += found
            yield piece, counts


def played_apart(packed: bytes, piece: Chunk) -> tuple[list[FinishedGame], Counts]:
    """Play a piece in another process: its games, and what they come to."""
    return _counted(packed, player_of(unpacked(packed)), piece)


@lru_cache(maxsize=2)
def _measure(packed: bytes) -> Callable[[int, int], Counts]:
    return measuring(unpacked(packed))


def _counted(packed: bytes, play: Play, piece: Chunk) -> tuple[list[FinishedGame], Counts]:
    try:
        games = [*play(piece.first, piece.games)]
    except (PlayFault, RulesFault) as fault:
        raise ChunkFault(fault.code, fault.sentence, fault.where, piece.first) from None
    sums = empty()
    for game in games:
        sums.add(game)
    counts = counts_of(sums, piece.games)
    if unpacked(packed).measures:
        add(counts, _measure(packed)(piece.first, piece.games))
    return games, counts


def player_of(task: Task, own: Mapping[int, Player] | None = None) -> Play:
    """Return what plays the games of a task one by one."""
    if own:
        return lambda first, count: (_played_by(task, own, seed) for seed in range(first, first + count))
    if task.players:
        return lambda first, count: (play_one(task.rules, task.players, seed) for seed in range(first, first + count))
    return _at_random(task)


def _at_random(task: Task) -> Play:
    """Return what plays compiled rules at random."""
    machine = CompiledGames(task.rules, task.seats, task.is_fast)

    def play(first: int, count: int) -> Iterator[FinishedGame]:
        for seed, row in enumerate(machine.rows(first, count), first):
            winner, reason, moves = (int(number) for number in row[:3])
            end = end_of(machine.source, winner, reason, moves)
            told = in_words(task.rules, machine.told, tuple(map(int, row[4:])))
            side = winners_of(winner) if winner >= SIDE else ()
            yield FinishedGame(seed, end.winner, end.reason, moves, told, side)

    return play


def _played_by(task: Task, own: Mapping[int, Player], seed: int) -> FinishedGame:
    """Play the game of a seed with players of somebody's own in some seats."""
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.players import computer, play_out
    from cc_dsl.study.thinking import thinker

    game = Game(task.rules, seed=seed, seats=task.seats)
    named = enumerate(task.players)
    players: Sequence[Player] = [
        own[place] if place in own else thinker(game, name, place) or computer(name, seed, place)
        for place, name in named
    ]
    play_out(game, players)
    return played_of(game, seed)
