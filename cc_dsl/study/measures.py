"""Further measures of games, each game by itself.

choices      how many answers are allowed at a move, and how many moves leave a choice at all
clauses      which clauses affect the decisions of a game, or say how pieces are moved in it
opening      how often the player who is asked first wins; who that is, chance may have said before
readings     how games end under each other answer to an open place, in independent samples (`effects.py`)

The games are those of the study itself: the same seeds, the same players.  The interpreter plays them again for
choices and clauses.  Everything is counted in whole numbers; of what has an average for each game, also the squares
and products that its interval wants (`summary.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cc_dsl.compiler.games import CompiledGames
from cc_dsl.compiler.machine import uncollected
from cc_dsl.compiler.steps import Steps
from cc_dsl.interpreter.engine import Game, random_chooser
from cc_dsl.interpreter.players import Observer
from cc_dsl.interpreter.seat import Seat
from cc_dsl.rules import model
from cc_dsl.study.documents import Counts
from cc_dsl.study.effects import Other, Sampler
from cc_dsl.study.results import OPENING, READINGS, add, play_one
from cc_dsl.study.thinking import seat_players
from cc_dsl.table.chance import Chance


def counter(
    rules: model.Rules,
    seats: int,
    players: Sequence[str],
    is_fast: bool,
    names: Sequence[str],
    others: Sequence[Other],
    games: int | None = None,
    may_compile: bool = False,
) -> Callable[[int, int], Counts]:
    """Make what measures the games of these seeds, of so many in all.

    Games under other readings are many more than those of the study, so that machine code may pay for these alone.
    """
    look = _Look(rules, seats, players, names)
    sampler = Sampler(rules, seats, players, is_fast or may_compile, games)
    opening = _Opening(rules, seats, players, is_fast) if OPENING in names else None

    def count(first: int, number: int) -> Counts:
        with uncollected():
            counts = look.count(first, number)
            if opening is not None:
                counts[OPENING] = opening.count(first, number)
            if READINGS in names:
                counts[READINGS] = sampler.count(others, first, number)
            return counts

    return count


class _Look:
    """Plays games in the interpreter and looks at every move."""

    def __init__(self, rules: model.Rules, seats: int, players: Sequence[str], names: Sequence[str]) -> None:
        self.rules, self.seats, self.players = rules, seats, tuple(players)
        self.has_choices, self.has_clauses = "choices" in names, "clauses" in names

    def count(self, first: int, games: int) -> Counts:
        """Look at the games of these seeds."""
        counts: Counts = {}
        for seed in range(first, first + games) if self.has_choices or self.has_clauses else ():
            game = Game(self.rules, seed=seed, reasons=self.has_clauses, seats=self.seats)
            sizes = self._sizes(game, seed)
            if self.has_choices:
                add(counts, {"choices": _choices(sizes)})
            if self.has_clauses:
                add(counts, {"clauses": _clauses(game)})
        return counts

    def _sizes(self, game: Game, seed: int) -> list[int]:
        """Play a game to its end, and return the number of answers allowed at each question to a player."""
        world = Observer(seed)
        at_random = random_chooser(Chance(seed).branch(0))
        players = seat_players(game, self.players) if self.players else []
        places = [Seat(game, place) for place in range(self.seats)]
        sizes = []
        while not game.is_over:
            if game.is_observing:
                game.play(world.answer(game))
                continue
            assert game.player is not None
            sizes.append(len(game.options))
            answer = (
                players[game.player].choose(places[game.player])
                if players
                else at_random(game.player, game.options, game.left)
            )
            game.play(answer)
        return sizes


def _choices(sizes: Sequence[int]) -> Counts:
    real = sum(size > 1 for size in sizes)
    return {
        "games": 1,
        "options": {str(size): times for size, times in Counter(sizes).items()},
        "a_move": ratio(sum(sizes), len(sizes)),
        "real": ratio(real, len(sizes)),
    }


def ratio(above: int, below: int) -> Counts:
    """Return what the ratio of two sums over games, and its interval, are computed from."""
    return {"x": above, "y": below, "xx": above * above, "yy": below * below, "xy": above * below}


def _clauses(game: Game) -> Counts:
    decisions = Counter(clause for clauses in game.clauses_of_decisions for clause in clauses)
    moved = Counter(clause for clauses in game.clauses_carried_out for clause in clauses)
    in_games = dict.fromkeys([*decisions, *moved], 1)
    return {"games": 1, "in_games": in_games, "decisions": dict(decisions), "moved": dict(moved)}


class _Opening:
    """Counts how often the player who is asked first wins."""

    def __init__(self, rules: model.Rules, seats: int, players: Sequence[str], is_fast: bool) -> None:
        self.rules, self.seats, self.players = rules, seats, tuple(players)
        if not self.players:
            self._games, self._steps = CompiledGames(rules, seats, is_fast), Steps(rules, seats, is_fast)

    def count(self, first: int, games: int) -> Counts:
        """Count the games that somebody won, those won by the player who began, and the others."""
        counts = {"games": 0, "wins": 0, "none": 0}
        ends = None if self.players else self._games.play_many(first, games)
        for seed in range(first, first + games):
            if ends is None:
                played = play_one(self.rules, self.players, seed)
                winners = played.side or (() if played.winner is None else (played.winner,))
                beginner = Game(self.rules, seed=seed, seats=self.seats).player
            else:
                end = next(ends)
                winners = () if end.winner is None else (end.winner,)
                beginner = self._steps.begin(seed).to_move
            counts["games" if winners else "none"] += 1
            counts["wins"] += beginner in winners
        return counts
