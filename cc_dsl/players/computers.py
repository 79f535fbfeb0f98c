"""The computer players by name: random, greedy and search, for every game.

`random` gives each legal answer with equal probability; if several things are picked, each set of them. `greedy`
(`greedy.py`) tries each answer in some simulated games, and takes the one with the best average. `search` (`search.py`)
is the strongest and the slowest; a number of games or of seconds may follow a colon.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeAlias

from cc_dsl.codegen.faults import MachineFault, PlayFault
from cc_dsl.diagnostics.problem import either, nearest
from cc_dsl.errors import UserError
from cc_dsl.players.greedy import best_sets, weigh_options
from cc_dsl.players.search import USUAL, Budget, budget_of, search
from cc_dsl.players.seats import RandomPlayer, Seat, SeededPlayer
from cc_dsl.players.simulation import Simulation, closure_simulation
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import HUMAN

Simulate: TypeAlias = Callable[[Seat], Simulation]
"""A function that returns simulations for a seat: in closures, or in compiled rules as in `compiled_engine.py`."""

RANDOM, GREEDY, SEARCH = "random", "greedy", "search"
PLAYERS = (RANDOM, GREEDY, SEARCH)


class Thinker(ABC):
    """A player that simulates games at every choice, each time with a branch of one stream."""

    def __init__(self, chance: Chance, simulate: Simulate = closure_simulation) -> None:
        """Draw from a stream, and use these simulations."""
        self._chance, self._simulate = chance, simulate
        self.position = 0
        """The number of choices so far."""

    def follow(self, seat: Seat) -> None:
        """Count the choice, if there is one."""
        self.position += len(seat.options) > 1

    def choose(self, seat: Seat) -> int:
        """Return the only option, or the best of several."""
        if len(seat.options) == 1:
            return seat.options[0]
        self.position += 1
        chance = self._chance.branch(self.position)
        try:
            return self.best(self._simulate(seat), seat, chance)
        except (PlayFault, MachineFault):
            # Let the interpreter report the fault with its place in the rules.
            return self.best(closure_simulation(seat), seat, chance)

    @abstractmethod
    def best(self, simulation: Simulation, seat: Seat, chance: Chance) -> int:
        """Return the best of several options."""


class GreedyPlayer(Thinker):
    """A player that gives the answer with the best average in a few simulated games."""

    def best(self, simulation: Simulation, seat: Seat, chance: Chance) -> int:
        """Return the option with the best estimate; of equals the first, or in an open game a random one."""
        result = weigh_options(simulation, seat.options, chance)
        most = max(result.gains)
        best = [option for option, gain in zip(result.options, result.gains, strict=True) if gain == most]
        return best[chance.branch(0).below(len(best))] if simulation.engine.is_open else best[0]


class SearchPlayer(Thinker):
    """A player that gives the answer tried most in a search."""

    def __init__(self, chance: Chance, budget: Budget = USUAL, simulate: Simulate = closure_simulation) -> None:
        """Draw from a stream, and search within this budget."""
        super().__init__(chance, simulate)
        self._budget = budget

    def best(self, simulation: Simulation, seat: Seat, chance: Chance) -> int:
        """Search, and return the best of the options; if a set of things is picked, compare the gains of the sets."""
        sets = best_sets(simulation, seat.options, chance)
        if len({*sets}) > 1:
            return seat.options[sets.index(max(sets))]
        answers = simulation.answers(simulation.position)
        return seat.options[search(simulation, seat.player, answers, chance, self._budget)]


def check_name(name: str) -> Budget | None:
    """Return the budget of a player's name, such as `search:400`; None if it does not search.

    Raise a UserError if there is no such player.
    """
    kind, colon, words = name.partition(":")
    if kind not in PLAYERS:
        close = nearest(kind, PLAYERS) or [*PLAYERS]
        sentence = f"There is no computer player “{name}”."
        raise UserError("command-line", sentence, f"Choose {either(close)}.", "players")
    if kind == SEARCH:
        return budget_of(words) if colon else USUAL
    if colon:
        raise UserError("command-line", f"Only search takes a budget, and {kind} does not.", f"Write {kind} alone.")
    return None


def computer(name: str, seed: int, player: int, simulate: Simulate = closure_simulation) -> SeededPlayer:
    """Return a computer player by name, for a seat among others; its moves depend only on the seed and the seat."""
    chance, budget = Chance(seed).branch(1 + player), check_name(name)
    if budget is not None:
        return SearchPlayer(chance, budget, simulate)
    return GreedyPlayer(chance, simulate) if name == GREEDY else RandomPlayer(chance)


def computers(names: Sequence[str], seed: int, simulate: Simulate = closure_simulation) -> list[SeededPlayer]:
    """Return the computer players of all seats.

    If all play at random, they draw from one stream, as compiled rules do, so a seed gives the same game in both.
    """
    if set(names) == {RANDOM}:
        return [RandomPlayer(Chance(seed).branch(0))] * len(names)
    return [computer(name, seed, place, simulate) for place, name in enumerate(names)]


def computers_among(
    kinds: Sequence[str], seed: int, simulate: Simulate = closure_simulation
) -> dict[int, SeededPlayer]:
    """Return the computers among the players by seat; the same seed gives the same game everywhere."""
    if HUMAN not in kinds:
        return dict(enumerate(computers(kinds, seed, simulate)))
    return {place: computer(kind, seed, place, simulate) for place, kind in enumerate(kinds) if kind != HUMAN}
