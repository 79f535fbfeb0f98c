"""What players have seen come and go: which pieces each of them saw while the rules ran from one question to the next.

A card that is turned up, counted and shuffled away before anybody is asked again was seen all the same, and whoever is
told of it must be told which it was.  A position counts when a procedure or a happening is at its end: what lies open
within one, before it is turned down by the same one, nobody has seen.  Positions are put down while rules run; who saw
what in them is worked out when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator

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
        self._seen: dict[int | None, frozenset[int]] = {}
        self._where: list[int] = []
        self._marks: list[int] = []

    def notice(self, state: State) -> None:
        """Keep a position, if any piece lies otherwise in it than in the last."""
        if state.where != self._where or state.marks != self._marks:
            kept = state.copy()
            self._where, self._marks = kept.where, kept.marks
            self._positions.append(kept)

    def seen(self, sights: Sights, player: int | None) -> frozenset[int]:
        """Give the pieces that a player, or without one anybody, saw at some moment of the stretch."""
        if player not in self._seen:
            self._seen[player] = frozenset().union(*(sights.seen(one, player) for one in self._positions))
        return self._seen[player]


class Glimpses:
    """All stretches of a game so far."""

    def __init__(self) -> None:
        """Begin with none."""
        self._runs: list[Run] = []

    def run(self, program: Program, state: State) -> None:
        """Go on until somebody is asked or the game is over, and notice what there is to see on the way."""
        run = state.glimpses = Run(len(state.trail))
        self._runs.append(run)
        program.run(state)
        run.notice(state)
        run.end = len(state.trail)

    def since(self, entry: int) -> Iterator[Run]:
        """Give the stretches that put down entries of the trail from a number on."""
        return (run for run in self._runs if run.end > entry)
