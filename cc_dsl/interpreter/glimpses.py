"""What players have seen come and go: which pieces each of them saw while the rules ran from one question to the next.

A card that is turned up, counted and shuffled away before anybody is asked again was seen all the same, and whoever is
told of it must be told which it was.  A position counts when a procedure or a happening is at its end: what lies open
within one, before it is turned down by the same one, nobody has seen.  Positions are put down while rules run; who saw
what in them is worked out when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from cc_dsl.interpreter.state import State
from cc_dsl.interpreter.steps import Program
from cc_dsl.interpreter.views import Sights


class Run:
    """One stretch of play, from an answer to the next question: the positions that it went through."""

    def __init__(self, start: int) -> None:
        """Begin where the trail has so many entries."""
        self.start = start
        self.end = start
        self._positions: list[State] = []
        self._entries: list[int] = []
        """How many entries the trail had at each position."""
        self._seen: dict[int | None, list[frozenset[int]]] = {}
        """For each player, what he had seen by each position."""

    def notice(self, state: State) -> None:
        """Keep a position, if any piece lies otherwise in it than in the last."""
        last = self._positions[-1] if self._positions else None
        if last is None or state.where != last.where or state.marks != last.marks:
            self._positions.append(state.copy())
            self._entries.append(len(state.trail))

    def seen(self, sights: Sights, player: int | None, entry: int) -> frozenset[int]:
        """Give the pieces that a player, or without one anybody, had seen when an entry of the trail was complete.

        What an entry speaks of may come to be seen only as the happening that put it down ends.
        """
        if player not in self._seen:
            each = (frozenset(sights.seen(one, player)) for one in self._positions)
            self._seen[player] = [*accumulate(each, lambda one, other: one | other)]
        return self._seen[player][min(bisect_right(self._entries, entry), len(self._entries) - 1)]


class Glimpses:
    """All stretches of a game so far."""

    def __init__(self) -> None:
        """Begin with none."""
        self._runs: list[Run] = []

    def run(self, program: Program, state: State) -> None:
        """Go on until somebody is asked or the game is over, and notice what there is to see on the way."""
        run = state.glimpses = Run(len(state.trail))
        self._runs.append(run)
        run.notice(state)
        program.run(state)
        run.notice(state)
        run.end = len(state.trail)

    def since(self, entry: int) -> Iterator[Run]:
        """Give the stretches that put down entries of the trail from a number on."""
        return (run for run in self._runs if run.end > entry)
