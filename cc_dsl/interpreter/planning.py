"""Plan a player's own turn in an open game: what the answers that follow one another can gain before another answers.

A turn on a board often takes several answers, such as a man and then a square.  No answer but the last changes how far
the player is ahead, so that each must be judged by what it leads to.
"""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.interpreter.runtime import Runtime
from cc_dsl.interpreter.standing import Standing
from cc_dsl.interpreter.state import State

MOST_POSITIONS = 400
"""The most positions looked at for one question."""


class Lookahead(NamedTuple):
    """A position within the turn, and the first of the answers that led to it, by its index."""

    first: int
    state: State


def planned(runtime: Runtime, state: State, player: int, options: list[int], standing: Standing) -> tuple[int, ...]:
    """Return the most that can be gained after each option, as soon as the player's standing changes or the turn ends.

    The fewest answers that gain anything are enough: what more answers would gain is then not looked at, nor what
    lies beyond the last position visited.
    """
    before = standing.of(state, player)
    found: list[int | None] = [None] * len(options)
    waiting: list[Lookahead] = []
    visited = 0

    def visit(first: int, start: State, answer: int) -> None:
        ahead = start.copy()
        ahead.answer = answer
        runtime.program.run(ahead)
        gain = standing.of(ahead, player) - before
        if gain == 0 and ahead.outcome is None and ahead.player == player:
            waiting.append(Lookahead(first, ahead))
            return
        known = found[first]
        found[first] = gain if known is None else max(known, gain)

    for place, option in enumerate(options):
        visit(place, state, option)
    while waiting and visited < MOST_POSITIONS and max((gain or 0 for gain in found), default=0) <= 0:
        following, waiting = waiting, []
        for first, start in following:
            for answer in start.options:
                visit(first, start, answer)
                visited += 1
    return tuple(0 if gain is None else gain for gain in found)
