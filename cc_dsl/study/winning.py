"""Decide whether games of one player can be won at all, by somebody who knows everything from the first.

This player sees every hidden piece, and knows the future results of chance as well; only the answers remain to be
found.  First some games are played at random from the same beginning, each with a stream of answers of its own; one
that is won shows that the game can be won, and the interpreter replays it, so that no yes rests on compiled code alone.
If none is won every line of play is searched, depth first, no position twice; this either finds a way to win, or shows
that there is none, or stops at a bound on the positions, and then the result is unknown.  Positions are distinguished
by 64 bits, so that two of a million are confused with a chance of less than one in thirty million.

Foreknowledge of chance may seem too much to assume.  The search therefore also looks for a win in which chance decides
nothing after the player's first choice, such as a second shuffle; the number of games that can be won in this way is
reported separately.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cc_dsl.compiler.games import CompiledGames, fast_module, plain_module
from cc_dsl.compiler.steps import Position, Steps
from cc_dsl.errors import UserError
from cc_dsl.interpreter.engine import Game, random_chooser
from cc_dsl.rules import model
from cc_dsl.study.documents import MadeBy, WinnableDocument
from cc_dsl.study.games import can_compile
from cc_dsl.study.results import SHOWN, made_by, numbers_document, provenance
from cc_dsl.table.chance import MASK, Chance
from cc_dsl.table.intervals import wilson
from cc_dsl.workers import each

TRIES = 100_000
NODES = 20_000
WINS = 200
"""The most ways to win that are examined for one without chance."""
YES, NO, UNKNOWN = "yes", "no", "unknown"


class WinningLimits(NamedTuple):
    """Which games are looked at, and how long."""

    games: int
    seed: int = 0
    tries: int = TRIES
    """The most random games from each beginning."""
    nodes: int = NODES
    """The most positions of each that are searched."""


class WinningResult(NamedTuple):
    """The result for one game."""

    seed: int
    answer: str
    """`yes`, `no` or `unknown`."""
    tries: int
    """The number of random games played, including the one that was won; all of them if none was."""
    nodes: int
    """The number of positions that were searched."""
    is_without_chance: bool = False
    """Whether a way to win was found in which chance does nothing after the first choice of the player."""


class Solver:
    """Looks at the games of one set of rules, one after another."""

    def __init__(self, rules: model.Rules, wanted: WinningLimits, is_fast: bool | None = None) -> None:
        """Compile the rules."""
        if rules.seats[1] != 1:
            raise UserError(
                "command-line",
                f"{rules.title} is no game for one player, and whether it can be won depends on the others.",
            )
        self._rules, self._wanted = rules, wanted
        fast = can_compile() if is_fast is None else is_fast
        games = CompiledGames(rules, 1, fast)
        self._tried = _tried_fast(games) if fast else _tried_plain(games)
        self._steps: Steps | None = None
        self._is_fast = fast

    def look(self, seed: int) -> WinningResult:
        """Find out whether the game of a seed can be won."""
        first = number = self._tried(seed, 0, self._wanted.tries)
        if number >= 0:
            without = self._is_without_chance(seed, number)
            for _ in range(WINS):
                if without or number < 0:
                    break
                number = self._tried(seed, number + 1, self._wanted.tries)
                without = number >= 0 and self._is_without_chance(seed, number)
            return WinningResult(seed, YES, first + 1, 0, without)
        if not self._wanted.nodes:
            return WinningResult(seed, UNKNOWN, self._wanted.tries, 0)
        if self._steps is None:
            self._steps = Steps(self._rules, 1, self._is_fast)
        answer, nodes = searched(self._steps.begin(seed), self._wanted.nodes)
        return WinningResult(seed, answer, self._wanted.tries, nodes)

    def _is_without_chance(self, seed: int, number: int) -> bool:
        """Play a game that compiled code has won once more, and tell whether chance came into it later."""
        game = Game(self._rules, seed=seed, seats=1)
        choose = random_chooser(Chance(seed).branch(number))
        while game.player is not None:
            game.play(choose(game.player, game.options, game.left))
        assert game.outcome is not None
        assert game.outcome.winner == 0, f"game {seed} is won by the answers {number} in compiled code only"
        by_chance = [given.player is None for given in game.answers]
        return not any(by_chance[by_chance.index(False) :])


def _tried_plain(games: CompiledGames) -> Callable[[int, int, int], int]:
    play = plain_module(games.source).play

    def tried(seed: int, begin: int, end: int) -> int:
        chance = Chance(seed)
        numbers = (number for number in range(begin, end) if play(seed & MASK, chance.branch(number).seed)[0] >= 0)
        return next(numbers, -1)

    return tried


def _tried_fast(games: CompiledGames) -> Callable[[int, int, int], int]:
    import numpy as np
    from numba import njit

    from cc_dsl.compiler.native import branch

    play = fast_module(games.source).play
    vector = np.asanyarray(games.vector())

    @njit  # type: ignore[untyped-decorator]
    def first_won(holder: object, seed: object, begin: int, end: int) -> int:
        for number in range(begin, end):
            if (play(holder, seed, branch(seed, number)) & 0xFFFF) > 0:
                return number
        return -1

    return lambda seed, begin, end: int(first_won(vector, np.uint64(seed & MASK), begin, end))


def searched(start: Position, most: int) -> tuple[str, int]:
    """Search every line of play from a position; return the result, and the number of positions searched."""
    uncounted = start.places["moves"], start.places["answer"]
    known = {_mark(start, uncounted)}
    stack = [(start, iter(start.legal()))]
    while stack:
        position, answers = stack[-1]
        answer = next(answers, None)
        if answer is None:
            stack.pop()
            continue
        after = position.copy()
        after.step(answer)
        if after.to_move < 0:
            end = after.end
            if end is not None and end.winner is not None:
                return YES, len(known)
            continue
        mark = _mark(after, uncounted)
        if mark in known:
            continue
        if len(known) >= most:
            return UNKNOWN, len(known)
        known.add(mark)
        stack.append((after, iter(after.legal())))
    return NO, len(known)


def _mark(position: Position, uncounted: tuple[int, int]) -> int:
    """Return 64 bits by which a position is known again, however many moves led to it."""
    import hashlib

    size = position.steps.source.size + position.offered
    numbers = [int(number) for number in position.vector[:size]]
    for place in uncounted:
        numbers[place] = 0
    return int.from_bytes(hashlib.blake2b(repr(numbers).encode(), digest_size=8).digest(), "big")


# ------------------------------------------------------------------------------------------- many games


def winnable(
    rules: model.Rules,
    wanted: WinningLimits,
    workers: int = 1,
    tell: Callable[[int, float], None] | None = None,
    is_fast: bool | None = None,
) -> WinnableDocument:
    """Examine this many games, and return a summary under stable keys."""
    if wanted.games < 1:
        raise ValueError(f"A study needs at least 1 game, not {wanted.games}.")
    start = time.perf_counter()
    found: list[WinningResult] = []
    for one in _looked(rules, wanted, workers, is_fast):
        found.append(one)
        if tell is not None:
            tell(len(found), time.perf_counter() - start)
    found.sort()
    return document(rules, wanted, found, made_by(workers, time.perf_counter() - start))


def _looked(rules: model.Rules, wanted: WinningLimits, workers: int, is_fast: bool | None) -> Iterator[WinningResult]:
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    if workers < 2 or len(seeds) < 2:
        solver = Solver(rules, wanted, is_fast)
        for seed in seeds:
            yield solver.look(seed)
        return
    yield from each(_look, seeds, min(workers, len(seeds)), _set_up, rules, wanted, is_fast)


_SOLVER: list[Solver] = []


def _set_up(rules: model.Rules, wanted: WinningLimits, is_fast: bool | None) -> None:
    _SOLVER[:] = [Solver(rules, wanted, is_fast)]


def _look(seed: int) -> WinningResult:
    return _SOLVER[0].look(seed)


def document(rules: model.Rules, wanted: WinningLimits, found: list[WinningResult], made: MadeBy) -> WinnableDocument:
    """Return the bounds: the share that can be won lies between the games won and those not shown to be lost."""
    answers = Counter(one.answer for one in found)
    shares = {answer: wilson(answers[answer], len(found)) for answer in (YES, NO, UNKNOWN)}
    tries = Counter(one.tries for one in found if one.answer == YES and not one.nodes)
    return {
        **provenance(rules),
        "seed": wanted.seed,
        "games": wanted.games,
        "tries": wanted.tries,
        "nodes": wanted.nodes,
        "answers": {answer: share.document for answer, share in shares.items()},
        "without-chance": wilson(sum(one.is_without_chance for one in found), len(found)).document,
        "least": round(shares[YES].share, 6),
        "most": round(1 - shares[NO].share, 6),
        "low": round(shares[YES].low, 6),
        "high": round(1 - shares[NO].low, 6),
        "tried": numbers_document(tries) if tries else None,
        "first": [one._asdict() for one in found[:SHOWN]],
        "made": made,
    }
