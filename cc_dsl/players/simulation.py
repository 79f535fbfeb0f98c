"""Simulated games for one answer of a computer player, in whatever engine.

An engine has the primitives of `primitives.py` over positions of its own form, and the kernels over them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cc_dsl.core.leads import lead_of
from cc_dsl.core.secrets import is_open
from cc_dsl.players.primitives import CLASSES, OBSERVER, OVER, QUESTIONS, Hand, Position

if TYPE_CHECKING:
    from cc_dsl.rules import model
    from cc_dsl.table.chance import Chance

LONGEST = 3500
"""The most moves of a simulated game, so that no player keeps another waiting."""
Answer = tuple[int, Any]
"""A question and an answer to it, in a form that is the same in all positions."""


class Engine:
    """Simulates games under some rules; `run` has its primitives and the kernels over them."""

    is_fast = False
    """Whether Numba compiles it."""
    furthest = LONGEST
    """The most moves of a simulated game beyond the tree of a search."""

    def __init__(self, rules: model.Rules, seats: int, run: Any) -> None:
        """Take the functions of an engine."""
        self.rules, self.seats, self.run = rules, seats, run
        self.is_open = is_open(rules)
        """Whether nothing is hidden, or left to chance."""
        self.plans = self.is_open and lead_of(rules, seats) is not None
        """Whether greedy plans its turn, since nothing is hidden or left to chance and a number says who is ahead."""
        self.simulated = 0
        """The number of games that were simulated for searching players."""
        self.seconds = 0.0
        """The processor time that players have spent in it."""

    def numbers(self, values: Iterable[int]) -> Any:
        """Return a run of whole numbers as the functions take it."""
        return [*values]

    def filled(self, size: int, value: int) -> Any:
        """Return a run of this many equal numbers."""
        return [value] * size

    def rows(self, count: int, width: int) -> Any:
        """Return rows of zeros."""
        return [[0] * width for _ in range(count)]

    def word(self, seed: int) -> Any:
        """Return a stream of random numbers as the functions take it."""
        return seed


class Simulation:
    """The simulated games for one answer, all from positions that are possible for what the player sees."""

    def __init__(self, engine: Engine, position: Position, player: int, hand: Hand) -> None:
        """Simulate from a true position, of which `hand` deals the hidden pieces again."""
        self.engine, self.run = engine, engine.run
        self.position, self.player, self.hand = position, player, hand
        self._figures = self.run.figures(position)
        self._at = 0
        self._favoured: Any = None

    @cached_property
    def _statistics(self) -> tuple[Any, Any]:
        """What simulated games were worth in which a class of answers was favoured, summed up, and how many they were.

        Such averages guide later games (the move-average sampling technique, see `search.py`).
        """
        size = QUESTIONS * CLASSES
        return self.engine.filled(size, 0), self.engine.filled(size, 0)

    @cached_property
    def _nothing(self) -> Any:
        return self.engine.filled(QUESTIONS * self.engine.seats, -1)

    def deal(self, chance: Chance) -> Position:
        """Return a position that is possible for all the player sees."""
        self.engine.simulated += 1
        position = self.run.deal(self.position, self.hand, self.engine.word(chance.seed))
        self.run.reseed(position, self.engine.word(chance.branch(1).seed))
        self._at = chance.branch(2).seed
        self._favoured = self._nothing.copy()
        return position

    def to_move(self, position: Position) -> int | None:
        """Return who is asked; None if the game is over."""
        player = int(self.run.to_move(position))
        return None if player == OVER else player

    def answers(self, position: Position) -> list[Answer]:
        """Return the answers allowed, in their order."""
        question, key = int(self.run.question_of(position)), self.run.answer_key
        return [(question, key(position, place)) for place in range(self.run.count_of(position))]

    def give(self, position: Position, place: int) -> None:
        """Give an answer by its place, and go on until a player is asked: the tree does not branch for the world."""
        self.run.step(position, self.run.answer_at(position, place))
        while self.run.to_move(position) == OBSERVER:
            self._at, answer = self.run.draw_answer(position, self._at)
            self.run.step(position, answer)

    def play_on(self, position: Position) -> None:
        """Play on at random, or as went best on average, until a number by which the winner is found changes."""
        at = self.engine.word(self._at)
        self.run.play_on(position, self._figures, at, self.engine.furthest, *self._statistics, self._favoured)

    def leads(self, position: Position) -> tuple[int, ...]:
        """Return how far each player is ahead, and note it for the answers that they favoured."""
        leads = tuple(int(self.run.lead(position, player)) for player in range(self.engine.seats))
        self.run.note_leads(self._favoured, self.engine.numbers(leads), *self._statistics)
        return leads
