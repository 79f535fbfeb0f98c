"""Simulations in compiled rules, many times as fast as in the interpreter, and when players use them.

Rules must be compiled first.  They cannot be where the world is asked, nor can they be used where
the game is another than that of its seed, as in a record that somebody wrote by hand.  A compiled position follows the
game, answer by answer.  Greedy makes the same choices in every engine, and search the same with Numba as without.

    search:400      400 simulated games for an answer: worth compiling for Numba where that is cached, or soon repaid
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from cc_dsl.closures.runtime import runtime_of
from cc_dsl.closures.state import Combination
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.source import Simulations
from cc_dsl.compiler import source_cache
from cc_dsl.compiler.games import can_compile, compiling_seconds
from cc_dsl.compiler.steps import Position as CompiledPosition
from cc_dsl.compiler.steps import Steps
from cc_dsl.core.secrets import sight_depends_on_pieces
from cc_dsl.players import kernels
from cc_dsl.players.kernels import CLASSES, Hand
from cc_dsl.players.simulation import Engine, Simulation, closure_engine
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.players.seats import Seat
    from cc_dsl.rules import model


class CompiledEngine(Engine):
    """Compiled rules."""

    def __init__(self, rules: model.Rules, seats: int, is_fast: bool) -> None:
        """Compile the rules, for Numba or for plain Python; raise NotCompiled where that is impossible."""
        if sight_depends_on_pieces(rules):
            raise NotCompiled("simulations where the interpreter alone knows what a player sees")
        self.steps = Steps(rules, seats, is_fast, Simulations(kernels.source(), CLASSES))
        self.is_fast = self.steps.is_fast
        super().__init__(rules, seats, self.steps.module)

    @cached_property
    def _numpy(self) -> Any:
        import numpy as np

        return np

    def numbers(self, values: Iterable[int]) -> Any:
        """Return a run of whole numbers as the functions take it."""
        return self._numpy.array([*values], dtype="int64") if self.is_fast else super().numbers(values)

    def rows(self, count: int, width: int) -> Any:
        """Return rows of zeros."""
        return self.steps.rows_of_numbers((count, width)) if self.is_fast else super().rows(count, width)

    def word(self, seed: int) -> Any:
        """Return a stream of random numbers as the functions take it."""
        return self._numpy.uint64(seed) if self.is_fast else seed

    def hand(self, hidden: Sequence[int]) -> Hand:
        """Return what deals hidden pieces again, which are given place by place."""
        runs = (hidden, sorted(hidden), range(len(hidden)), range(self.steps.flat.pieces))
        return tuple(self.numbers(run) for run in runs)

    def warm(self) -> None:
        """Simulate a game for nothing, so that whatever has yet to be compiled is."""
        position = self.steps.begin(0)
        simulation = Simulation(self, position.vector, position.to_move, self.hand(()))
        dealt = simulation.deal(Chance(0))
        simulation.give(dealt, 0)
        simulation.play_on(dealt)
        simulation.leads(dealt)


ENGINES: dict[tuple[str, str, int, bool], CompiledEngine | None] = {}


def compiled_engine(rules: model.Rules, seats: int, is_fast: bool) -> CompiledEngine | None:
    """Return the engine over compiled rules, made once; None where they cannot be compiled."""
    key = (rules.name, rules.digest, seats, is_fast)
    if key not in ENGINES:
        try:
            ENGINES[key] = CompiledEngine(rules, seats, is_fast)
        except NotCompiled:
            ENGINES[key] = None
    return ENGINES[key]


class Follower:
    """A compiled position that follows a game."""

    def __init__(self, engine: CompiledEngine, game: Game) -> None:
        """Start again with the same seed."""
        self.engine, self._game = engine, game
        self._begin()

    def _begin(self) -> None:
        self.position: CompiledPosition = self.engine.steps.begin(self._game.seed or 0)
        self._followed, self._returns = 0, self._game.returns

    def follow(self) -> bool:
        """Give the answers that were given since; tell whether the position is that of the game.

        It is not if the game is another than that of its seed, as in a record that somebody wrote by hand.
        """
        game = self._game
        if self._returns != game.returns:  # something was taken back
            self._begin()
        choices, self._followed = game.choices_since(self._followed), game.count
        position, pieces = self.position, self.engine.steps.flat.pieces
        for _, answer in choices:
            if isinstance(answer, Combination):
                group = answer.sort << pieces | sum(1 << piece for piece in answer.pieces)
                place = position.groups.index(group) if group in position.groups else -1
            else:
                is_allowed = isinstance(answer, int) and not position.offered and position.options >> answer & 1
                place = answer if is_allowed and isinstance(answer, int) else -1
            if place < 0:
                self._returns = -1  # it is tried from the beginning the next time
                return False
            position.step(place)
        return self.position.to_move == game.player and self.position.count() == len(game.options)


FOLLOWERS: WeakKeyDictionary[Game, Follower] = WeakKeyDictionary()
"""The compiled position of each game, which all its players share."""

LONG, MUCH = 100, 2000
"""The number of simulated games, for one answer or in all, from which machine code is worth compiling for search."""
LOADING = 1.5
"""The seconds of processor time that it takes to import Numba and to load machine code."""
MACHINE_CODE = "greedy"
"""The kind of cache entry that notes that machine code for players who think is cached."""


COSTS: dict[tuple[str, str, int, bool], tuple[bool, float]] = {}
"""For rules whether machine code is cached, and about how many seconds it takes to have it."""


def can_be_followed(game: Game) -> bool:
    """Return whether a compiled position can follow a game: where the world is asked, no seed gives its answers."""
    return game.seed is not None and not game.is_watched


def engine_for_search(game: Game, games: int, may_compile: bool = True) -> CompiledEngine | None:
    """Return the compiled rules for a player who simulates so many games for an answer; None if there are none.

    Where nothing may be compiled, since somebody waits, there are none unless machine code is cached.
    """
    rules, seats = game.rules, game.seats
    if not can_be_followed(game) or not (may_compile or source_cache.cached_bytes(MACHINE_CODE, rules, seats)):
        return None
    plain = compiled_engine(rules, seats, False)
    is_worth_it = games >= LONG or (plain is not None and plain.simulated >= MUCH)
    if not is_worth_it or not can_compile():
        return plain
    source_cache.keep(b"1", MACHINE_CODE, rules, seats)
    return compiled_engine(rules, seats, True)


def engine_for_greedy(game: Game, may_compile: bool) -> CompiledEngine | None:
    """Return machine code for greedy players, as soon as thinking in closures has taken as long as having it takes."""
    rules, seats = game.rules, game.seats
    if not can_be_followed(game) or not can_compile():
        return None
    key = (rules.name, rules.digest, seats, True)
    if key not in ENGINES:
        if key not in COSTS:
            is_cached = source_cache.cached_bytes(MACHINE_CODE, rules, seats) is not None
            COSTS[key] = (is_cached, LOADING if is_cached else 2 * compiling_seconds(rules, seats))
        is_cached, cost = COSTS[key]
        spent = closure_engine(runtime_of(rules, "plain", seats)).seconds
        if spent < cost or not (is_cached or may_compile):
            return None
        source_cache.keep(b"1", MACHINE_CODE, rules, seats)
    return compiled_engine(rules, seats, True)


def simulation_in(engine: CompiledEngine, seat: Seat) -> Simulation | None:
    """Return simulations in compiled rules from where a player sits; None if they play another game."""
    follower = FOLLOWERS.get(seat.game)
    if follower is None or follower.engine is not engine:
        follower = FOLLOWERS[seat.game] = Follower(engine, seat.game)
    if not follower.follow():
        return None
    return Simulation(engine, follower.position.vector, seat.player, engine.hand(seat.game.hidden_from(seat.player)))
