"""Simulations in compiled rules, many times faster than in closures.

Players simulate with rules compiled to plain Python if possible; in a study of 10 or more games, with Numba. A compiled
position follows the game, answer by answer; if the game differs from that of its seed, as in a record written by hand,
closures are used. Greedy and search make the same choices with all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import WeakKeyDictionary

from cc_dsl.closures.state import Combination
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.compiler.steps import Position as CompiledPosition
from cc_dsl.compiler.steps import Steps
from cc_dsl.core.secrets import sight_depends_on_pieces
from cc_dsl.engine.game import Game
from cc_dsl.players import kernels
from cc_dsl.players.kernels import Hand
from cc_dsl.players.seats import Seat
from cc_dsl.players.simulation import Engine, Simulation, closure_simulation
from cc_dsl.rules import model


class CompiledEngine(Engine):
    """Compiled rules."""

    def __init__(self, rules: model.Rules, seats: int, is_fast: bool) -> None:
        """Compile the rules, for Numba or for plain Python; raise NotCompiled if that is impossible."""
        if sight_depends_on_pieces(rules):
            raise NotCompiled("simulations in which only the interpreter knows what a player sees")
        self.steps = Steps(rules, seats, is_fast, kernels.source())
        super().__init__(rules, seats, self.steps.module, self.steps.is_fast)

    def hand(self, hidden_pieces: Sequence[int]) -> Hand:
        """Return the input of `deal`: the hidden pieces place by place, and sorted; room for their order; all names."""
        rows = (hidden_pieces, sorted(hidden_pieces), range(len(hidden_pieces)), range(self.steps.flat.pieces))
        return tuple(self.numbers(row) for row in rows)


ENGINES: dict[tuple[str, str, int, bool], CompiledEngine | None] = {}


def compiled_engine(rules: model.Rules, seats: int, is_fast: bool) -> CompiledEngine | None:
    """Return the engine over compiled rules, made once; None if they cannot be compiled."""
    key = (rules.name, rules.digest, seats, is_fast)
    if key not in ENGINES:
        try:
            ENGINES[key] = CompiledEngine(rules, seats, is_fast)
        except NotCompiled:
            ENGINES[key] = None
    return ENGINES[key]


class FollowingPosition:
    """A compiled position that follows a game."""

    def __init__(self, engine: CompiledEngine, game: Game) -> None:
        """Start a game with the same seed."""
        self.engine, self._game = engine, game
        self._begin()

    def _begin(self) -> None:
        self.position: CompiledPosition = self.engine.steps.begin(self._game.seed or 0)
        self._followed, self._returns = 0, self._game.returns

    def follow(self) -> bool:
        """Give the answers since the last call; return whether the position is that of the game.

        It is not if the game differs from that of its seed, as in a record written by hand.
        """
        game = self._game
        if self._returns != game.returns:  # moves were taken back
            self._begin()
        choices, self._followed = game.choices_since(self._followed), game.count
        position, pieces = self.position, self.engine.steps.flat.pieces
        for _, answer in choices:
            if isinstance(answer, Combination):
                group = answer.sort << pieces | sum(1 << piece for piece in answer.pieces)
                place = position.groups.index(group) if group in position.groups else -1
            else:
                is_allowed = isinstance(answer, int) and not position.option_count and position.options >> answer & 1
                place = answer if is_allowed and isinstance(answer, int) else -1
            if place < 0:
                self._returns = -1  # start again from the beginning the next time
                return False
            position.step(place)
        return self.position.to_move == game.player and self.position.count() == len(game.options)


FOLLOWERS: WeakKeyDictionary[Game, FollowingPosition] = WeakKeyDictionary()
"""The compiled position of each game, which all its players share."""


def compiled_simulation(seat: Seat, is_fast: bool = False) -> Simulation:
    """Return simulations in compiled rules for a seat; in closures if compiled rules cannot follow the game."""
    game = seat.game
    engine = compiled_engine(game.rules, game.seats, is_fast) if game.seed is not None else None
    if engine is None:
        return closure_simulation(seat)
    follower = FOLLOWERS.get(game)
    if follower is None or follower.engine is not engine:
        follower = FOLLOWERS[game] = FollowingPosition(engine, game)
    if not follower.follow():
        return closure_simulation(seat)
    hidden_pieces = game.sights.hidden_pieces(game.position, seat.player)
    return Simulation(engine, follower.position.vector, seat.player, engine.hand(hidden_pieces))


in_machine_code = partial(compiled_simulation, is_fast=True)
"""Return simulations in rules that Numba compiles."""
