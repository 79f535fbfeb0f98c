"""What play puts down from one question to the next: why it went so, and which pieces players have seen on the way.

A card that is turned up, counted and shuffled away before anybody is asked again was seen all the same, and whoever is
told of it must be told which it was.  A position counts when a procedure or a happening is at its end: what lies open
within one, before it is turned down by the same one, nobody has seen.  Positions are put down while rules run; who saw
what in them is worked out when somebody asks.

Reasons and positions take thousands of bytes for each answer, so a long game keeps only those of its last stretches.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from itertools import accumulate, islice, takewhile
from typing import Any

from cc_dsl.interpreter.reasons import Decision
from cc_dsl.interpreter.state import State
from cc_dsl.interpreter.steps import Program
from cc_dsl.interpreter.views import Sights


class Stretch:
    """Play from an answer to the next question: the reasons put down, and the positions that it went through."""

    def __init__(self, number: int, first: int, count: int) -> None:
        """Begin the stretch of a number; so many decisions were made before it, and so many answers given."""
        self.number = number
        self.first = first
        self.count = count
        self.trail: list[Any] = []
        self.told: list[Decision] | None = None
        """The decisions in words, once somebody has asked for them."""
        self._positions: list[State] = []
        self._entries: list[int] = []
        """How many entries the trail had at each position."""
        self._seen: dict[int | None, list[frozenset[int]]] = {}
        """For each player, what he had seen by each position."""

    @property
    def nodes(self) -> list[tuple[int, Any]]:
        """The decisions of the trail, each with its place there."""
        return [(place, node) for place, node in enumerate(self.trail) if not isinstance(node, int)]

    def notice(self, state: State) -> None:
        """Keep a position, if any piece lies otherwise in it than in the last."""
        last = self._positions[-1] if self._positions else None
        if last is None or state.where != last.where or state.marks != last.marks:
            self._positions.append(state.copy())
            self._entries.append(len(state.trail))

    def seen(self, sights: Sights, player: int | None, entry: int | None = None) -> frozenset[int]:
        """Return the pieces that a player, or without one anybody, had seen when an entry of the trail was complete.

        What an entry speaks of may come to be seen only as the happening that put it down ends.  Without an entry it
        is what was seen in the whole stretch.
        """
        if player not in self._seen:
            each = (frozenset(sights.seen(one, player)) for one in self._positions)
            self._seen[player] = [*accumulate(each, lambda one, other: one | other)]
        if entry is None:
            return self._seen[player][-1]
        return self._seen[player][min(bisect_right(self._entries, entry), len(self._entries) - 1)]


class Glimpses:
    """The stretches of a game, all of them or the last."""

    def __init__(self, most: int | None = None) -> None:
        """Begin with none; keep so many, or all."""
        self._stretches: deque[Stretch] = deque(maxlen=most)
        self.count = 0
        """How many stretches there were."""
        self.decisions = 0
        """How many decisions were made in them."""

    def __len__(self) -> int:
        """Return how many stretches are kept."""
        return len(self._stretches)

    def __iter__(self) -> Iterator[Stretch]:
        """Yield the stretches kept, in order."""
        return iter(self._stretches)

    def run(self, program: Program, state: State) -> None:
        """Go on until somebody is asked or the game is over, and put down what there is to see on the way."""
        stretch = state.glimpses = Stretch(self.count, self.decisions, len(state.log or ()))
        state.trail = stretch.trail
        self._stretches.append(stretch)
        self.count += 1
        stretch.notice(state)
        program.run(state)
        stretch.notice(state)
        self.decisions += len(stretch.nodes)

    def since(self, decision: int) -> Iterator[Stretch]:
        """Return the stretches kept that hold decisions from a number on, in order."""
        found: list[Stretch] = []
        end = self.decisions
        for stretch in reversed(self._stretches):
            if end <= decision:
                break
            found.append(stretch)
            end = stretch.first
        return reversed(found)

    def later(self, answers: int) -> Iterator[Stretch]:
        """Yield the stretches kept that came after the game had so many answers, the last first."""
        return takewhile(lambda one: one.count > answers, reversed(self._stretches))

    def before(self, number: int, most: int) -> Iterator[Stretch]:
        """Yield the last stretches kept before the one of a number, as many as are wanted at most."""
        return islice((one for one in reversed(self._stretches) if one.number < number), most)

    def go_back(self, count: int, decisions: int) -> None:
        """Forget the stretches that came after so many, with so many decisions."""
        while self._stretches and self._stretches[-1].number >= count:
            self._stretches.pop()
        self.count, self.decisions = count, decisions
