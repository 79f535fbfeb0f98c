"""Further measures of games, each game by itself.

choices      the number of legal answers at a move, and the share of moves with a choice
clauses      the clauses that affect the decisions of a game, or move pieces in it
opening      how often the player who is asked first, perhaps chosen by chance, wins
readings     the ends of games under each other answer to an open place, in independent samples (`effects.py`)

The games are those of the study itself, with the same seeds and players. The interpreter replays them for choices and
clauses. All counts are integers; measures with an average for each game include the squares and products for its
interval (`summary.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from cc_dsl.closures.state import OBSERVER
from cc_dsl.compiler.games import why_not_compiled
from cc_dsl.compiler.machine import without_collection
from cc_dsl.compiler.steps import Steps
from cc_dsl.engine.game import Game
from cc_dsl.players.compiled_engine import compiled_simulation, in_machine_code
from cc_dsl.players.computers import RANDOM, computers
from cc_dsl.players.seats import Seat, nature
from cc_dsl.study.documents import CHOICES, CLAUSES, OPENING, READINGS, Counts
from cc_dsl.study.effects import Sampler
from cc_dsl.study.games import Chunk, Task, add_counts, games_of


def measurer(task: Task) -> Callable[[Chunk], Counts]:
    """Return the function that measures the games of a chunk.

    There are many more games under other readings than in the study, so they may be compiled even if the study is not.
    """
    sampler = Sampler(task.rules, task.seats, task.players, task.is_fast or task.may_compile, task.games)
    opening = _opening_counter(task) if OPENING in task.measures else None
    needs_interpreter = CHOICES in task.measures or CLAUSES in task.measures

    def measure(chunk: Chunk) -> Counts:
        counts: Counts = {}
        with without_collection():
            for seed in range(chunk.first, chunk.end_seed) if needs_interpreter else ():
                add_counts(counts, _game_counts(task, seed))
            if opening is not None:
                counts[OPENING] = opening(chunk)
            if READINGS in task.measures:
                counts[READINGS] = sampler.count(task.others, *chunk)
        return counts

    return measure


def _game_counts(task: Task, seed: int) -> Counts:
    """Play the game of a seed in the interpreter, and count the answers at its moves and the clauses it applies."""
    game = Game(task.rules, seed=seed, reasons=CLAUSES in task.measures, seats=task.seats)
    names = task.players or (RANDOM,) * task.seats
    players = computers(names, seed, in_machine_code if task.is_fast else compiled_simulation)
    seated = {**dict(enumerate(players)), OBSERVER: nature(seed)}
    sizes = []
    while game.player is not None:
        if not game.is_observing:
            sizes.append(len(game.options))
        game.play(seated[game.player].choose(Seat(game, game.player)))
    counts: Counts = {}
    if CHOICES in task.measures:
        counts[CHOICES] = {
            "games": 1,
            "options": {str(size): times for size, times in Counter(sizes).items()},
            "a_move": ratio_counts(sum(sizes), len(sizes)),
            "real": ratio_counts(sum(size > 1 for size in sizes), len(sizes)),
        }
    if CLAUSES in task.measures:
        decisions = Counter(clause for clauses in game.clauses_of_decisions for clause in clauses)
        clauses_of_moves = Counter(clause for clauses in game.clauses_carried_out for clause in clauses)
        in_games = dict.fromkeys([*decisions, *clauses_of_moves], 1)
        clause_counts = {"decisions": dict(decisions), "moved": dict(clauses_of_moves)}
        counts[CLAUSES] = {"games": 1, "in_games": in_games, **clause_counts}
    return counts


def ratio_counts(above: int, below: int) -> Counts:
    """Return the counts for the ratio of two sums over games, and for its interval."""
    return {"x": above, "y": below, "xx": above * above, "yy": below * below, "xy": above * below}


def _opening_counter(task: Task) -> Callable[[Chunk], Counts]:
    """Return the function that counts games with a winner, those won by the player who began, and the others."""
    play = games_of(task.rules, task.seats, task.players, task.is_fast)
    is_compiled = not task.players and not why_not_compiled(task.rules, task.seats, False)
    steps = Steps(task.rules, task.seats, task.is_fast) if is_compiled else None

    def count(chunk: Chunk) -> Counts:
        counts = {"games": 0, "wins": 0, "none": 0}
        for game in play(*chunk):
            seed = game.seed
            beginner = steps.begin(seed).to_move if steps else Game(task.rules, seed=seed, seats=task.seats).player
            winners = game.winners if task.players else () if game.winner is None else (game.winner,)
            counts["games" if winners else "none"] += 1
            counts["wins"] += beginner in winners
        return counts

    return count
