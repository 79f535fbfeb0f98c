"""The records of play between two questions: reasons, and the pieces that players saw in the meantime.

A card that is turned up, counted and shuffled away before the next question was still seen, and the report must name
it. Positions are recorded at the end of each procedure or happening, and before a piece leaves its place: a piece that
one procedure turns up and down again in the same place was seen by nobody. Which player saw which piece is computed on
demand.

Reasons and positions take thousands of bytes for each answer, so a long game stores only its last segments.

    the top card of the pack becomes open.  if it is red: he draws.  the cards are shuffled.
    seen: the card was open when “he draws” was decided, and so may be named in that reason
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from itertools import accumulate, pairwise, takewhile

from cc_dsl.closures.reasons import Decision, DecisionRecord, Trail
from cc_dsl.closures.state import State
from cc_dsl.closures.steps import Program
from cc_dsl.engine.views import SightClosures


class TraceSegment:
    """Play from an answer to the next question: the recorded reasons, and the positions between."""

    def __init__(self, number: int, first: int, count: int, is_conditional: bool = False) -> None:
        """Begin the segment with this number, after these numbers of decisions and answers.

        `is_conditional` says whether visibility also depends on stored values, such as numbers and roles.
        """
        self.number = number
        self._is_conditional = is_conditional
        self.first = first
        """The number of decisions before the segment."""
        self.count = count
        """The number of answers before it."""
        self.trail: Trail = []
        self.decisions: list[Decision] | None = None
        """The decisions in words, computed on demand."""
        self._last: State | None = None
        self._positions: list[tuple[State, frozenset[int] | None]] = []
        """For each position, the visible places, and the pieces to which the view is limited; None means all pieces."""
        self._whole: list[int] = []
        """The indices of the positions that were recorded completely."""
        self._entries: list[int] = []
        """The number of entries in the trail at each position."""
        self._seen: dict[int | None, list[frozenset[int]]] = {}
        """For each player, the pieces seen up to each position."""

    @property
    def records(self) -> list[tuple[int, DecisionRecord]]:
        """The decisions of the trail, each with its index there."""
        return [(place, item) for place, item in enumerate(self.trail) if not isinstance(item, int)]

    def notice(self, state: State) -> None:
        """Record a position, if a piece has moved or turned since the last one, or its visibility may have changed."""
        last = self._last
        is_same = last is not None and (state.where, state.marks) == (last.where, last.marks)
        if last is None or not is_same or (self._is_conditional and state.cells != last.cells):
            self._last = state.copy()
            self._whole.append(len(self._positions))
            self._positions.append((self._last, None))
            self._entries.append(len(state.trail))

    def notice_leaving(self, state: State, before: list[int]) -> None:
        """Record the places of pieces before they moved, if anything has changed since the last position."""
        last = self._last
        if last is None:
            return
        has_new_values = state.cells != last.cells
        moved_pieces = [
            piece
            for piece, (place, now) in enumerate(zip(before, state.where, strict=True))
            if place != now
            and (has_new_values or last.where[piece] != place or last.marks[piece] != state.marks[piece])
        ]
        if moved_pieces:
            self._positions.append((_with_places(state, before), frozenset(moved_pieces)))

    def pieces_seen(self, sights: SightClosures, player: int | None, entry: int | None = None) -> frozenset[int]:
        """Return the pieces that a player (or everybody) had seen when an entry of the trail was complete.

        The pieces of an entry may become visible only at the end of the happening that recorded it. Without an entry,
        the result covers the whole segment.
        """
        if player not in self._seen:
            views = ((frozenset(sights.pieces_seen(position, player)), only) for position, only in self._positions)
            seen_pieces = (seen if only is None else seen & only for seen, only in views)
            self._seen[player] = [*accumulate(seen_pieces, lambda earlier, seen: earlier | seen)]
        if entry is None:
            return self._seen[player][-1]
        number = bisect_right(self._entries, entry)
        return self._seen[player][self._whole[number] if number < len(self._whole) else -1]

    def position_at(self, entry: int) -> State:
        """Return the last whole position recorded before an entry of the trail."""
        return self._positions[self._whole[max(bisect_right(self._entries, entry) - 1, 0)]][0]

    def pieces_shown(self, sights: SightClosures, player: int | None) -> Iterator[tuple[int, State, set[int]]]:
        """Yield the number of trail entries, a position, and the pieces that a change of stored values revealed in it.

        The player sees these pieces, but would not with the stored values of the position before.
        """
        whole = [self._positions[place][0] for place in self._whole]
        for entry, (before, now) in zip(self._entries[1:], pairwise(whole), strict=True):
            if self._is_conditional and before.cells != now.cells:
                other = now.copy()
                other.cells = before.cells
                if pieces := sights.pieces_seen(now, player) - sights.pieces_seen(other, player):
                    yield entry, now, pieces


def _with_places(state: State, where: list[int]) -> State:
    """Return a position with the pieces in other places, in each place in the order of their introduction."""
    earlier = state.copy()
    earlier.where = where
    for pile in earlier.places:
        pile.clear()
    for piece, place in enumerate(where):
        earlier.places[place].append(piece)
    return earlier


class Glimpses:
    """The segments of a game, all of them or the last ones."""

    def __init__(self, most: int | None = None, is_conditional: bool = False) -> None:
        """Start without segments; keep this many of the last ones, or all."""
        self._is_conditional = is_conditional
        self._segments: deque[TraceSegment] = deque(maxlen=most)
        self.count = 0
        """The number of segments."""
        self.decisions = 0
        """The number of decisions made in them."""

    def __len__(self) -> int:
        """Return the number of stored segments."""
        return len(self._segments)

    def __iter__(self) -> Iterator[TraceSegment]:
        """Yield the stored segments, in order."""
        return iter(self._segments)

    def run(self, program: Program, state: State) -> None:
        """Continue until a player is asked or the game is over, and record the pieces that become visible."""
        segment = state.glimpses = TraceSegment(self.count, self.decisions, len(state.log or ()), self._is_conditional)
        state.trail = segment.trail
        self._segments.append(segment)
        self.count += 1
        segment.notice(state)
        program.run(state)
        segment.notice(state)
        self.decisions += len(segment.records)

    def segments_since_decision(self, decision: int) -> Iterator[TraceSegment]:
        """Return the stored segments with decisions from this number onwards, in order."""
        segments: list[TraceSegment] = []
        end = self.decisions
        for segment in reversed(self._segments):
            if end <= decision:
                break
            segments.append(segment)
            end = segment.first
        return reversed(segments)

    def segments_after_answer(self, answers: int) -> Iterator[TraceSegment]:
        """Yield the segments after this number of answers, latest first."""
        return takewhile(lambda segment: segment.count > answers, reversed(self._segments))

    def go_back(self, count: int, decisions: int) -> None:
        """Discard the segments after this number, with their decisions."""
        while self._segments and self._segments[-1].number >= count:
            self._segments.pop()
        self.count, self.decisions = count, decisions
