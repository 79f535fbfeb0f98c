"""Games under compiled rules that stop at every question: begin one, list the legal answers, answer.

A position is one vector of integers; to store it, copy it.

    position = Steps(rules, 2).begin(seed=5)    player 1 is asked for a card
    position.legal, position.step(12)           the cards that may be played; card 12 is, and the next player is asked
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cc_dsl.codegen.faults import NotFast, PlayFault
from cc_dsl.codegen.flat import Flat
from cc_dsl.codegen.source import Simulations, write_steps
from cc_dsl.codegen.target import WHO, WORD, signed
from cc_dsl.compiler.games import (
    AT_ONCE,
    End,
    end_of,
    fast_module,
    plain_module,
    played_slowly,
    seats_for,
)
from cc_dsl.rules import model
from cc_dsl.table.chance import MASK, Chance

if TYPE_CHECKING:
    import numpy as np
OVER = -1
"""The number of the player who is asked when the game is over."""


class Steps:
    """Compiled rules for a number of players, to be played question by question."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int | None = None,
        is_fast: bool = False,
        simulations: Simulations | None = None,
    ) -> None:
        """Compile the rules for this number of players, by default the fewest possible, and for simulations of them.

        Plain Python plays what does not fit into machine words; then `is_fast` is false.
        """
        self.rules = rules
        self.seats = seats_for(rules, seats)
        try:
            self.source = write_steps(rules, self.seats, is_fast, simulations)
        except NotFast:
            is_fast = False
            self.source = write_steps(rules, self.seats, False, simulations)
        self.is_fast = is_fast
        self.module = fast_module(self.source.text) if is_fast else plain_module(self.source)

    @property
    def flat(self) -> Flat:
        """The places in the vector of everything that the rules name."""
        assert self.source.flat is not None
        return self.source.flat

    def vector(self) -> list[int] | np.ndarray:
        """Return a vector for a position."""
        if not self.is_fast:
            return [0] * (self.source.size + self.source.offered)
        return self.rows_of_numbers(self.source.size + self.source.offered)

    def rows_of_numbers(self, shape: int | tuple[int, int]) -> np.ndarray:
        """Return a vector of zeros for compiled code, or rows of them."""
        import numpy as np

        return np.zeros(shape, dtype=np.int64)

    def signed(self, seed: int) -> int:
        """Return a seed as the vector holds it: for Numba the integer with the same 64 bits and a sign."""
        return signed(seed & MASK) if self.is_fast else seed & MASK

    def rows(self, first: int, count: int) -> Iterator[Sequence[int]]:
        """Play the games of these seeds at random in machine code, as `CompiledGames.rows` does."""
        if not self.is_fast:
            yield from played_slowly(self.rules, self.source, self.seats, True, first, count)
            return
        import numpy as np

        vector = self.vector()
        while count > 0:
            size = min(count, AT_ONCE)
            ends = np.zeros((size, 4 + len(self.source.told)), dtype=np.int64)
            try:
                self.module.many(vector, np.uint64(first & MASK), ends)
            except PlayFault:
                yield from played_slowly(self.rules, self.source, self.seats, True, first, size)
            else:
                yield from ends.tolist()
            first, count = first + size, count - size

    def begin(self, seed: int) -> Position:
        """Start the game with this seed."""
        return Position(self, seed)


class Position:
    """One game, as far as it has come."""

    __slots__ = ("_step", "places", "steps", "vector")

    def __init__(self, steps: Steps, seed: int) -> None:
        """Go on to the first question."""
        self.steps = steps
        self.places = steps.source.places
        self._step = steps.module.step
        self.vector = steps.vector()
        self._go(steps.module.reset, steps.signed(seed))

    def _go(self, move: Callable[..., object], given: int) -> None:
        """Go on to the next question, or to the end if the rules have a fault."""
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
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.to_move == OVER

    @property
    def options(self) -> int:
        """The answers allowed, as bits: pieces by their numbers, or options by theirs."""
        options, steps = int(self.vector[self.places["options"]]), self.steps
        return options & ((1 << WORD) - 1) if steps.is_fast else options

    @property
    def offered(self) -> int:
        """The number of groups on offer, chosen by index; 0 if options are bits."""
        return int(self.vector[self.places["offered"]])

    @property
    def groups(self) -> list[int]:
        """The offer: for each group the sort above the bits of its pieces."""
        first = self.steps.source.size
        return [int(group) for group in self.vector[first : first + self.offered]]

    def legal(self) -> list[int]:
        """Return the answers allowed, in ascending order."""
        offered = self.offered
        if offered:
            return list(range(offered))
        options = self.options
        return [answer for answer in range(options.bit_length()) if options >> answer & 1]

    def step(self, answer: int) -> None:
        """Give an answer, which must be allowed, and continue to the next question."""
        self._go(self._step, answer)

    def take(self, place: int) -> int:
        """Return the answer at a place among those allowed; tell how many are allowed next, of which 0 is the end."""
        self._go(self.steps.module.take, place)
        return self.count()

    def count(self) -> int:
        """Return how many answers are allowed."""
        return self.offered or self.options.bit_count()

    @property
    def left(self) -> int:
        """The number of answers still to be given, the next included: 1, unless several things are picked."""
        return int(self.vector[self.places["left"]])

    def drawn(self, chance: Chance) -> int:
        """Return a random answer: each equally likely, or each set where several things are picked."""
        place = chance.least_of_some(self.count(), self.left)
        return int(self.steps.module.answer_at(self.vector, place))

    def copy(self) -> Position:
        """Return the same position once more; what happens to it leaves this one alone."""
        other = Position.__new__(Position)
        other.steps, other.places, other._step = self.steps, self.places, self._step
        other.vector = self.vector[:] if isinstance(self.vector, list) else self.vector.copy()
        return other

    @property
    def end(self) -> End | None:
        """The outcome of the game; None while somebody is asked."""
        if not self.is_over:
            return None
        end = int(self.vector[self.places["end"]])
        moves = int(self.vector[self.places["moves"]])
        first = self.steps.source.told_at
        told = self.vector[first : first + len(self.steps.source.told)]
        return end_of(self.steps.source, end % WHO - 1, end // WHO, moves)._replace(told=tuple(map(int, told)))
