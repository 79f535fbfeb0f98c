"""What players have seen come and go: which pieces each of them saw while the rules ran from one question to the next.

A card that is turned up, counted and shuffled away before anybody is asked again was seen all the same, and whoever is
told of it must be told which it was.  A position counts when a procedure or a happening is at its end, and of pieces
that go elsewhere before, how they lay until then: what lies open within one, and is turned down by the same one where
it lies, nobody has seen.  Positions are put down while rules run; who saw what in them is worked out when somebody
asks.
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
        self._last: State | None = None
        self._positions: list[tuple[State, frozenset[int] | None]] = []
        """What there was to see, and of which pieces only; None: of all."""
        self._whole: list[int] = []
        """The places there of the positions of which all was noticed."""
        self._entries: list[int] = []
        """How many entries the trail had at each of these."""
        self._seen: dict[int | None, list[frozenset[int]]] = {}
        """For each player, what he had seen by each position."""

    def notice(self, state: State) -> None:
        """Keep a position, if any piece lies otherwise in it than in the last."""
        last = self._last
        if last is None or state.where != last.where or state.marks != last.marks:
            self._last = state.copy()
            self._whole.append(len(self._positions))
            self._positions.append((self._last, None))
            self._entries.append(len(state.trail))

    def notice_leaving(self, state: State, before: list[int]) -> None:
        """Keep how pieces lay before they went elsewhere, if anything is otherwise since the last position."""
        last = self._last
        if last is None:
            return
        is_otherwise = state.cells != last.cells
        left = [
            piece
            for piece, (place, now) in enumerate(zip(before, state.where, strict=True))
            if place != now and (is_otherwise or last.where[piece] != place or last.marks[piece] != state.marks[piece])
        ]
        if left:
            self._positions.append((_with_places(state, before), frozenset(left)))

    def seen(self, sights: Sights, player: int | None, entry: int) -> frozenset[int]:
        """Give the pieces that a player, or without one anybody, had seen when an entry of the trail was complete.

        What an entry speaks of may come to be seen only as the happening that put it down ends.
        """
        if player not in self._seen:
            each = (_seen(sights, one, player, of) for one, of in self._positions)
            self._seen[player] = [*accumulate(each, lambda one, other: one | other)]
        number = bisect_right(self._entries, entry)
        return self._seen[player][self._whole[number] if number < len(self._whole) else -1]


def _with_places(state: State, where: list[int]) -> State:
    """Give a position with the pieces in other places; those of one place in the order of their introduction."""
    earlier = state.copy()
    earlier.where = where
    for pile in earlier.places:
        pile.clear()
    for piece, place in enumerate(where):
        earlier.places[place].append(piece)
    return earlier


def _seen(sights: Sights, state: State, player: int | None, of: frozenset[int] | None) -> frozenset[int]:
    """Give the pieces that a player sees in a position, of some pieces or of all."""
    found = frozenset(sights.seen(state, player))
    return found if of is None else found & of


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
