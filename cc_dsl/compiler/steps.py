"""Compiled games that stop at every question: begin one, list the legal answers, answer.

A position is one vector of integers; to store it, copy it.

    position = Steps(rules, 2).begin(seed=5)        player 1 is asked for a card
    position.options                                the cards that may be played, as bits
    position.step(12)                               card 12 is played, and the next player is asked
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cc_dsl.codegen.faults import NotFast, PlayFault
from cc_dsl.codegen.flat import Flat
from cc_dsl.codegen.source import write_steps
from cc_dsl.codegen.target import WHO, WORD, with_sign
from cc_dsl.compiler.games import fast_module, plain_module, seats_for
from cc_dsl.rules import model
from cc_dsl.table.chance import MASK

if TYPE_CHECKING:
    import numpy as np
OVER = -1
"""The player to move, as a number, once the game is over."""


class Steps:
    """Compiled rules for one fixed number of players, to be played question by question."""

    def __init__(self, rules: model.Rules, seats: int | None = None, is_fast: bool = False, kernels: str = "") -> None:
        """Compile the rules for this number of players, by default the fewest possible, and the kernels of simulations.

        Plain Python plays what does not fit into machine words; then `is_fast` is false.
        """
        self.rules = rules
        self.seats = seats_for(rules, seats)
        try:
            self.source = write_steps(rules, self.seats, is_fast, kernels)
        except NotFast:
            is_fast = False
            self.source = write_steps(rules, self.seats, False, kernels)
        self.is_fast = is_fast
        self.module = (fast_module if is_fast else plain_module)(self.source.text)

    @property
    def flat(self) -> Flat:
        """The layout of the vector, by the names of the rules."""
        assert self.source.flat is not None
        return self.source.flat

    def vector(self) -> list[int] | np.ndarray:
        """Return a vector for a position."""
        if not self.is_fast:
            return [0] * (self.source.size + self.source.offered)
        import numpy as np

        return np.zeros(self.source.size + self.source.offered, dtype=np.int64)

    def begin(self, seed: int) -> Position:
        """Start the game with this seed."""
        return Position(self, seed)


class Position:
    """The position of one game at a question."""

    __slots__ = ("places", "steps", "vector")

    def __init__(self, steps: Steps, seed: int) -> None:
        """Continue to the first question."""
        self.steps = steps
        self.places = steps.source.places
        self.vector = steps.vector()
        word = seed & MASK
        self._go(steps.module.reset, with_sign(word) if steps.is_fast else word)

    def _go(self, move: Callable[..., object], given: int) -> None:
        """Continue to the next question, or to the end at a fault of the rules."""
        try:
            move(self.vector, given)
        except PlayFault as fault:
            for name, value in (("to_move", OVER), ("offered", 0), ("options", 0)):
                self.vector[self.places[name]] = value
            self.vector[self.places["end"]] = self.steps.source.reason_of(fault) * WHO

    @property
    def to_move(self) -> int:
        """The player who is asked, counted from 0; -1 when the game is over."""
        return int(self.vector[self.places["to_move"]])

    @property
    def options(self) -> int:
        """The legal answers as bits: the numbers of pieces, or of options."""
        options, steps = int(self.vector[self.places["options"]]), self.steps
        return options & ((1 << WORD) - 1) if steps.is_fast else options

    @property
    def option_count(self) -> int:
        """The number of groups on offer, chosen by index; 0 if options are bits."""
        return int(self.vector[self.places["offered"]])

    @property
    def groups(self) -> list[int]:
        """The offer: for each group the sort above the bits of its pieces."""
        first = self.steps.source.size
        return [int(group) for group in self.vector[first : first + self.option_count]]

    def step(self, answer: int) -> None:
        """Give an answer, which must be legal, and continue to the next question."""
        self._go(self.steps.module.step, answer)

    def count(self) -> int:
        """Return the number of legal answers."""
        return self.option_count or self.options.bit_count()
