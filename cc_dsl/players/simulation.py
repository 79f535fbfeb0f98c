"""Simulated games for one answer of a computer player, in either engine; and the engine over closures.

An engine has the primitives of `kernels.py` for its own form of positions, and the kernels bound to them. The closures
of the interpreter start at once and play every game, even with observations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any

from cc_dsl.closures.runtime import ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import Frame, State
from cc_dsl.codegen.runtime import below, branch, least_of_some
from cc_dsl.core.leads import Lead, lead_of
from cc_dsl.core.secrets import is_open
from cc_dsl.players import kernels
from cc_dsl.players.kernels import CLASSES, OBSERVER, OVER, QUESTIONS, Hand, Position
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.table.chance import GAMMA, MASK, Chance

LONGEST = 3500
"""The most moves of a simulated game, so that no player keeps another waiting."""
FURTHER = 60
"""The same in closures, for games that no change of a number ends early."""
Answer = tuple[int, Any]
"""A question and an answer to it, in a form that is comparable between positions."""


class Engine:
    """The simulation of games under some rules; `run` has its primitives and the kernels bound to them."""

    furthest = LONGEST
    """The most moves of a simulated game beyond the tree of a search."""

    def __init__(self, rules: model.Rules, seats: int, run: Any, is_fast: bool = False) -> None:
        """Take the functions of an engine, and whether Numba compiles them, which then take arrays and words."""
        self.rules, self.seats, self.run, self.is_fast = rules, seats, run, is_fast
        self.is_open = is_open(rules)
        """Whether nothing is hidden, or left to chance."""
        self.plans = self.is_open and lead_of(rules, seats) is not None
        """Whether greedy plans its turn: nothing is hidden or left to chance, and a number measures the lead."""

    def numbers(self, values: Iterable[int]) -> Any:
        """Return a row of integers in the type that the functions take."""
        return _numpy().array([*values], dtype="int64") if self.is_fast else [*values]

    def rows(self, count: int, width: int) -> Any:
        """Return rows of zeros."""
        return _numpy().zeros((count, width), dtype="int64") if self.is_fast else [[0] * width for _ in range(count)]

    def word(self, seed: int) -> Any:
        """Return a stream of random numbers in the type that the functions take."""
        return _numpy().uint64(seed) if self.is_fast else seed


def _numpy() -> Any:
    """Return NumPy, which comes with Numba, and which only compiled rules need."""
    import numpy as np

    return np


class Simulation:
    """The simulated games for one answer, all from positions consistent with the player's view."""

    def __init__(self, engine: Engine, position: Position, player: int, hand: Hand) -> None:
        """Simulate from a true position, whose hidden pieces `hand` deals again."""
        self.engine, self.run = engine, engine.run
        self.position, self.player, self.hand = position, player, hand
        self._start = self.run.figures(position), self.run.question_of(position)
        self._at = 0
        self._favoured: Any = None

    @cached_property
    def _statistics(self) -> tuple[Any, Any]:
        """The total value and the number of the simulated games in which each class of answers was favoured.

        Such averages guide later games (the move-average sampling technique, see `search.py`).
        """
        sums, counts = self.engine.rows(2, QUESTIONS * CLASSES)
        return sums, counts

    @cached_property
    def _no_favourites(self) -> Any:
        """For each player and question, -1: no class of answers is favoured yet."""
        return self.engine.numbers([-1] * (QUESTIONS * self.engine.seats))

    def deal(self, chance: Chance) -> Position:
        """Return a random position consistent with the player's view."""
        position = self.run.deal(self.position, self.hand, self.engine.word(chance.seed))
        self.run.reseed(position, self.engine.word(chance.branch(1).seed))
        self._at = chance.branch(2).seed
        self._favoured = self._no_favourites.copy()
        return position

    def to_move(self, position: Position) -> int | None:
        """Return the player to move; None if the game is over."""
        player = int(self.run.to_move(position))
        return None if player == OVER else player

    def answers(self, position: Position) -> list[Answer]:
        """Return the legal answers, in their order."""
        question, key = int(self.run.question_of(position)), self.run.answer_key
        return [(question, key(position, place)) for place in range(self.run.count_of(position))]

    def give(self, position: Position, place: int) -> None:
        """Give an answer by its index, and continue until a player is asked: the tree does not branch for the world."""
        self.run.step(position, self.run.answer_at(position, place))
        while self.run.to_move(position) == OBSERVER:
            self._at, answer = self.run.draw_answer(position, self._at)
            self.run.step(position, answer)

    def play_on(self, position: Position) -> None:
        """Continue at random, or by the best averages, until a number that decides the winner changes."""
        at = self.engine.word(self._at)
        self.run.play_on(position, *self._start, at, self.engine.furthest, *self._statistics, self._favoured)

    def leads(self, position: Position) -> tuple[int, ...]:
        """Return each player's lead, and add it to the answers that they favoured."""
        leads = tuple(int(self.run.lead(position, player)) for player in range(self.engine.seats))
        self.run.note_leads(self._favoured, self.engine.numbers(leads), *self._statistics)
        return leads


class ClosureEngine(Engine):
    """The closures of the interpreter."""

    def __init__(self, runtime: Runtime) -> None:
        """Make the primitives for positions of closures."""
        program, rules, seats = runtime.program, runtime.rules, runtime.seats
        rules_lead = lead_of(rules, seats)
        number = None if rules_lead is None else lead_by_number(runtime, rules_lead)
        lead = number or _lead_by_winning
        base = rules_lead.cells if rules_lead is not None else None
        if base is None:
            self.furthest = FURTHER

        def step(state: State, answer: int) -> None:
            state.answer = answer
            program.run(state)

        def reseed(state: State, seed: int) -> None:
            state.chance = ChanceSource(Chance(seed))

        def draw_answer(state: State, at: int) -> tuple[int, int]:
            chance = Chance(at)
            answer = program.draw_answer(state, chance)
            return (chance.seed + chance.drawn * GAMMA) & MASK, answer

        def answer_key(state: State, place: int) -> object:
            return state.offered[state.options[place]].pieces if state.offered else state.options[place]

        def answer_class(state: State, place: int) -> int:
            """Return the class of an answer: its number, or for a group a number from its sort and size."""
            answer = state.options[place]
            if not state.offered:
                return answer % CLASSES
            # The index of a group differs between positions, so it cannot serve as a class.
            group = state.offered[answer]
            return (64 + group.sort * 8 + len(group.pieces)) % CLASSES

        def figures(state: State) -> int:
            """Return a hash of the numbers that decide the winner; 0 if there are none."""
            if rules_lead is not None and rules_lead.is_gradual:
                return hash(tuple(lead(state, player) for player in range(seats)))
            return 0 if base is None else hash(tuple(state.cells[base : base + seats]))

        operations = {
            "to_move": lambda state: OVER if state.outcome is not None else state.player,
            "count_of": lambda state: len(state.options),
            "answer_at": lambda state, place: state.options[place],
            "answer_key": answer_key,
            "answer_class": answer_class,
            "question_of": lambda state: state.asking,
            "picks_left": program.picks_left,
            "step": step,
            "draw_answer": draw_answer,
            "reseed": reseed,
            "deal": lambda state, seat, seed: seat.sample_position(Chance(seed)),
            "lead": lead,
            "lead_changed": lambda state, player, before: number is not None and number(state, player) != before,
            "figures": figures,
            "branch": branch,
            "below": below,
            "least_of_some": least_of_some,
        }
        super().__init__(rules, seats, kernels.bound_to(operations))


def _lead_by_winning(state: State, player: int) -> int:
    """Return 1 for a winner, -1 for a loser, and 0 for all before the end or if nobody wins."""
    winners = state.outcome.winners if state.outcome is not None else ()
    return (player in winners) - (bool(winners) and player not in winners)


def lead_by_number(runtime: Runtime, lead: Lead) -> Callable[[State, int], int]:
    """Return the function that computes a player's lead in the numbers that `core/leads.py` finds in the rules."""
    size, slot, players = lead.frame, lead.slot, range(runtime.seats)
    terms = [(weight if lead.is_best else -weight, runtime.build.thing(thing)) for weight, thing, _ in lead.terms]

    def lead_of_player(state: State, player: int) -> int:
        """Return how far the weighted sum of a player's numbers exceeds the best sum of another player."""
        frame: Frame = [None] * size
        sums = []
        for owner in players:
            frame[slot] = owner
            sums.append(sum(weight * (number(state, frame) or 0) for weight, number in terms))
        own = sums.pop(player)
        return own - max(sums, default=0)

    return lead_of_player


closure_engine = lru_cache(maxsize=64)(ClosureEngine)
"""Return the engine over the closures of a runtime, made once."""


def closure_simulation(seat: Seat) -> Simulation:
    """Return simulations in closures for a seat."""
    engine = closure_engine(runtime_of(seat.rules, "plain", seat.game.seats))
    return Simulation(engine, seat.game.position, seat.player, seat)
