"""Find the groups that a player's pieces make, and the best of them.

Conditions that depend only on the pieces (that they are alike, that they run) are evaluated once for each combination
and memoised; those that depend on play (requirements, rank, deciders) are evaluated every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import chain, combinations
from typing import TYPE_CHECKING, TypeVar

from cc_dsl.core.companions import are_tried, companions
from cc_dsl.core.observable import conjuncts
from cc_dsl.interpreter.state import State
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.interpreter.terms import Builder, Test

Found = TypeVar("Found")
MOST_REMEMBERED = 200_000
"""The most combinations remembered; when there are more, remembering begins again."""


class Combination:
    """Some pieces that make a group of a sort, and how they rank."""

    __slots__ = ("pieces", "rank", "sort", "standing")

    def __init__(self, sort: int, pieces: tuple[int, ...]) -> None:
        """Hold the pieces in ascending order; the rank is not known yet."""
        self.sort = sort
        self.pieces = pieces
        self.rank: tuple[object, ...] = ()
        """The rank by sort and by the further keys; greater is better."""
        self.standing: tuple[tuple[object, ...], tuple[object, ...]] = ((), ())
        """The rank, and then what decides between equals."""

    def __eq__(self, other: object) -> bool:
        """Return whether the same pieces make the same sort."""
        return isinstance(other, Combination) and self.pieces == other.pieces and self.sort == other.sort

    def __lt__(self, other: Combination) -> bool:
        """Put groups in the order in which their sorts were introduced, then by their pieces."""
        return (self.sort, self.pieces) < (other.sort, other.pieces)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.sort, self.pieces))

    @property
    def unrated(self) -> Combination:
        """The same sort and pieces, of which it is computed when it is asked how they rank."""
        return Combination(self.sort, self.pieces)

    def __repr__(self) -> str:
        """Show sort and pieces by their numbers."""
        return f"Combination({self.sort}, {self.pieces})"


class Sieve:
    """The conditions of one sort: those memoised for a combination, and those tested every time."""

    __slots__ = ("lasting", "passing", "requirements", "size")

    def __init__(self, build: Builder, sort: model.Sort) -> None:
        """Divide the parts of the condition by whether they read play."""
        parts = conjuncts(sort.condition)
        lasting = [part for part in parts if not build.reads_play(part)] or [model.Always()]
        self.lasting: Test = build.condition(reduce(model.And, lasting))
        self.passing: list[Test] = [build.condition(part) for part in parts if build.reads_play(part)]
        self.requirements: list[Test] = [build.condition(case.condition) for case in sort.requirements]
        self.size = max(sort.frame, 1)


class GroupFinder:
    """Makes the groups of one name."""

    def __init__(self, build: Builder, group: model.Group) -> None:
        """Prepare the sorts and the ranking."""
        self.group = group
        self.sieves = [Sieve(build, sort) for sort in group.sorts]
        self._side = build.definition(group.side)
        self._sizes = range(group.least, group.most + 1)
        self._companions = None
        if not are_tried(group):
            self._companions = [companions(build.rules, group, sort) for sort in group.sorts]
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._ranks = build.measures(group.ranking)
        self._decides = build.measures(group.deciders)
        ranking = build.rules.rankings.get(build.rules.pieces.name)
        self._piece_ranks = build.ranks(ranking.name) if ranking is not None else None
        self._piece_measures = build.measures(ranking) if ranking is not None else None
        self.all = self._remembered(self.find, build)
        self.best = self._remembered(self.find_best, build)

    def _remembered(self, find: Callable[[State, int], Found], build: Builder) -> Callable[[State, int], Found]:
        """Work something out once for each player as long as the position does not change."""
        first = build.new_keys(build.seats)

        def remembered(state: State, player: int) -> Found:
            cache, key = state.cache, first + player
            if key not in cache:
                cache[key] = find(state, player)
            found: Found = cache[key]
            return found

        return remembered

    def side(self, state: State, player: int) -> list[int]:
        """Return the pieces of which a player's groups are made."""
        return sorted(self._side(state, player))

    def candidates(self, state: State, player: int) -> list[tuple[int, tuple[int, ...]]]:
        """Return each combination of the player's pieces that may make a sort, as far as only the pieces tell."""
        found = []
        known = self._known
        for pieces in self._combinations(self.side(state, player)):
            sorts = known.get(pieces)
            if sorts is None:
                sorts = self._learn(state, pieces)
            for sort in sorts:
                found.append((sort, pieces))
        return found

    def _combinations(self, side: list[int]) -> Iterable[tuple[int, ...]]:
        """Return the combinations of some pieces that are to be tried: all, or those whose pieces go together."""
        if self._companions is None:
            return chain.from_iterable(combinations(side, size) for size in self._sizes)
        together = (pieces for sort in self._companions for pieces in self._together(sort, (), side))
        return dict.fromkeys(together)

    def _together(
        self, goes_with: tuple[int, ...], begun: tuple[int, ...], left: list[int]
    ) -> Iterator[tuple[int, ...]]:
        for place, piece in enumerate(left):
            pieces = (*begun, piece)
            if len(pieces) in self._sizes:
                yield pieces
            if len(pieces) < self._sizes[-1]:
                fitting = goes_with[piece]
                rest = [other for other in left[place + 1 :] if fitting >> other & 1]
                yield from self._together(goes_with, pieces, rest)

    def _learn(self, state: State, pieces: tuple[int, ...]) -> tuple[int, ...]:
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        # What is learnt once must not be a reason only when it is learnt.  (`set_aside` is slow.)
        before = state.trail, state.cache, state.looked
        state.trail, state.cache, state.looked = [], {}, 0
        try:
            made = tuple(
                sort
                for sort, sieve in enumerate(self.sieves)
                if sieve.lasting(state, [Combination(sort, pieces)] * sieve.size)
            )
        finally:
            state.trail, state.cache, state.looked = before
        self._known[pieces] = made
        return made

    def is_made(self, state: State, combination: Combination) -> bool:
        """Return whether the pieces make the sort here and now, requirements aside."""
        sieve = self.sieves[combination.sort]
        frame = [combination] * sieve.size
        return all(test(state, frame) for test in sieve.passing)

    def refusal(self, state: State, combination: Combination) -> int | None:
        """Return the number of the first requirement that a group fails, if any."""
        sieve = self.sieves[combination.sort]
        frame = [combination] * sieve.size
        for number, test in enumerate(sieve.requirements):
            if not test(state, frame):
                return number
        return None

    def rate(self, state: State, combination: Combination) -> Combination:
        """Compute how a group ranks."""
        combination.rank = self._ranks(state, combination)
        combination.standing = (combination.rank, self._decides(state, combination))
        return combination

    def rated_now(self, state: State, combination: Combination | None) -> Combination | None:
        """Return a group with its present rank, if it was stored without one."""
        if combination is None or combination.rank or not self.group.ranking.keys:
            return combination
        outer, state.trail = state.trail, []
        found = self.rate(state, combination.unrated)
        state.trail = outer
        return found

    def find(self, state: State, player: int) -> list[Combination]:
        """Return all groups that a player has."""
        found = []
        for sort, pieces in self.candidates(state, player):
            combination = Combination(sort, pieces)
            if self.is_made(state, combination) and self.refusal(state, combination) is None:
                found.append(self.rate(state, combination))
        return found

    def find_best(self, state: State, player: int) -> Combination | None:
        """Return the group that a player has for his own."""
        return self.pick(state, self.all(state, player))

    def pick(self, state: State, found: list[Combination]) -> Combination | None:
        """Return the best group: by rank, by what decides, then by its pieces, best first."""
        if len(found) < 2:
            return found[0] if found else None
        return max(found, key=lambda combination: self.preference(state, combination))

    def preference(self, state: State, combination: Combination) -> tuple[object, ...]:
        """Return what the groups of one player are compared by."""
        rank, measures, pieces = self._piece_ranks, self._piece_measures, combination.pieces
        if rank is not None:
            return combination.standing, sorted([rank[piece] for piece in pieces], reverse=True)
        if measures is None:
            return combination.standing, [-piece for piece in pieces]
        return combination.standing, sorted([measures(state, piece) for piece in pieces], reverse=True)

    def made_of(self, state: State, pieces: tuple[int, ...]) -> list[int]:
        """Return the sorts that some pieces make by themselves, whatever play requires."""
        return list(self._learn(state, tuple(sorted(pieces))))
