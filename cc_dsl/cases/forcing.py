"""Decide whether a player can force something against every answer of the others, within so many choices of his own.

Every line of play is searched: he needs one good answer to each question, the others are given all of theirs.
The search knows every piece, also those that a player does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cc_dsl.closures.runtime import PIECE, ChanceSource, Runtime
from cc_dsl.closures.state import State
from cc_dsl.errors import UserError
from cc_dsl.rules.kinds import Kind
from cc_dsl.table.chance import Chance

NEVER = 1 << 30
"""More choices than anybody has."""
MOST_POSITIONS = 30_000
"""A search that needs more is given up."""
LONGEST = 200
"""A line of play with more answers, of all players together, is not searched: each lies deeper on the stack."""

Holds = Callable[[State], bool]


class _NoChance(ChanceSource):
    """Refuses what is left to chance: nobody can force that."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(Chance(0))

    def shuffled(self, pool: list[int]) -> list[int]:
        raise _by_chance()

    def picked(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        raise _by_chance()


def _by_chance() -> UserError:
    return UserError("bad-case", "Chance decides something here; what a player can force is found without chance only.")


class Forcing:
    """A search of the positions that follow one, for what a player can force."""

    def __init__(self, runtime: Runtime, player: int, holds: Holds) -> None:
        """Search for this player; `holds` is the condition that he is to make true."""
        self._run = runtime.program.run
        self._player = player
        self._holds = holds
        self._known: dict[str, tuple[int, int]] = {}
        """For a position the fewest choices known to be enough, and the most known to be too few."""
        self.positions = 0
        """The number of positions reached so far."""

    def can_force(self, start: State, choices: int) -> bool:
        """Return whether so many choices of his own are enough for the player, from a position."""
        begin = start.copy()
        begin.chance = _NoChance()
        return self._forces(begin, choices)

    def _forces(self, state: State, choices: int, answers: int = 0) -> bool:
        if self._holds(state):
            return True
        if state.outcome is not None:
            return False
        mark = _mark(state)
        enough, too_few = self._known.get(mark, (NEVER, -1))
        if choices >= enough:
            return True
        if choices <= too_few:
            return False
        his = state.player == self._player
        after = self._after(state, choices - his, answers)
        found = choices > 0 and any(after) if his else all(after)
        self._known[mark] = (choices, too_few) if found else (enough, choices)
        return found

    def _after(self, state: State, choices: int, answers: int) -> Iterator[bool]:
        """Yield for each answer whether enough choices are left after it; so many answers came before."""
        if answers >= LONGEST:
            raise UserError("bad-case", f"A line of play of more than {LONGEST} answers would have to be searched.")
        for option in state.options:
            after = state.copy()
            after.answer = option
            self._run(after)
            self.positions += 1
            if self.positions > MOST_POSITIONS:
                raise UserError("bad-case", f"More than {MOST_POSITIONS:,} positions would have to be searched.")
            yield self._forces(after, choices, answers + 1)


def _mark(state: State) -> str:
    """Return what tells a position from others: where everything lies, and how far play has come in the rules."""
    return repr((state.places, state.marks, state.cells, state.frame, state.stack, state.pc))
