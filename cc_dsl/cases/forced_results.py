"""Decide whether a player can force a condition against all answers of the others, within a number of choices.

It searches every line of play as an AND/OR tree with a table of positions: the player needs one good answer to each
question, and all answers of the others are tried. The search knows every piece, even those hidden from a player.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from cc_dsl.closures.runtime import PIECE, ChanceSource, Runtime
from cc_dsl.closures.state import State
from cc_dsl.errors import UserError
from cc_dsl.rules.kinds import Kind
from cc_dsl.table.chance import Chance

NEVER = 1 << 30
"""More choices than any search allows."""
MOST_POSITIONS = 30_000
"""The number of positions after which a search stops."""
LONGEST = 200
"""The most answers, of all players together, in a line of play: each makes the search one level deeper on the stack."""


class _NoChance(ChanceSource):
    """A source of chance that stops the search, since nobody can force an answer of chance."""

    __slots__ = ()

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        return self.pick_some(pool, len(pool))

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        sentence = "Chance decides something here, so a search cannot show what a player can force."
        raise UserError("bad-case", sentence)


def can_force(runtime: Runtime, player: int, holds: Callable[[State], bool], start: State, choices: int) -> bool:
    """Return whether a player can make a condition true from a position within this number of their choices."""
    bounds: dict[str, tuple[int, int]] = {}
    """For a position the fewest choices known to be enough, and the most known to be too few."""
    positions = itertools.count(1)

    def forces(state: State, choices: int, answers: int) -> bool:
        """Return whether the player can make the condition true with this number of choices, whatever the others do."""
        if holds(state):
            return True
        if state.outcome is not None:
            return False
        # Two states with the same mark have the same pieces in the same places, at the same point of the rules.
        mark = repr((state.places, state.marks, state.cells, state.frame, state.stack, state.pc))
        enough, too_few = bounds.get(mark, (NEVER, -1))
        if choices >= enough or choices <= too_few:
            return choices >= enough
        is_his = state.player == player
        after = (forces(next_state, choices - is_his, answers + 1) for next_state in states_after(state, answers))
        is_forced = choices > 0 and any(after) if is_his else all(after)
        bounds[mark] = (choices, too_few) if is_forced else (enough, choices)
        return is_forced

    def states_after(state: State, answers: int) -> Iterator[State]:
        """Yield the position after each answer; `answers` is the number of earlier ones."""
        if answers >= LONGEST:
            raise UserError("bad-case", f"The search would need a line of play of more than {LONGEST} answers.")
        for option in state.options:
            after = state.copy()
            after.answer = option
            runtime.program.run(after)
            if next(positions) > MOST_POSITIONS:
                raise UserError("bad-case", f"The search would need more than {MOST_POSITIONS:,} positions.")
            yield after

    begin = start.copy()
    begin.chance = _NoChance(Chance(0))
    return forces(begin, choices, 0)
