"""Finds the smallest deal on which two editions part, and on which a single change of the second makes them part.

A deal is a parting in a key of the answers if the two editions differ in it, and the first edition with the change
differs from the first without, and also from the first with only what came along with the change.  Best is a strong
parting: there the change gives the second edition's answer.  Small deals are tried one by one in the order of
`laying.py`; for larger ones deals are drawn at random and made smaller, piece by piece, until nothing gets any
smaller.  The pieces that are left matter; the rest is filled with the lowest pieces that leave the parting as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from cc_dsl.compare.laying import Answerer, Answers, Deal, Layout
from cc_dsl.compare.shrinking import filled, shrunk
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

MOST_TRIED = 3
"""All deals of up to so many pieces are tried one by one."""
STARTS = 40
"""So many random partings are made smaller."""
MOST_DRAWN = 60_000
"""So many random deals are drawn to find them."""


class Parting(NamedTuple):
    """A deal on which two editions part because of one change."""

    question: str
    deal: Deal
    """A whole deal, as the question asks for it."""
    matters: Deal
    """The pieces of it that make the editions part."""
    keys: tuple[str, ...]
    """The keys in which they part so."""
    first: dict[str, Any]
    """What the first edition answers to the whole deal."""
    second: dict[str, Any]
    changed: dict[str, Any]
    """What the first edition answers with the change."""
    is_strong: bool
    """Whether the change gives the second edition's answer."""
    is_least: bool
    """Whether all smaller deals were tried; else it is the smallest that was found."""


class Differing(NamedTuple):
    """A deal to which two editions give different answers."""

    deal: Deal
    first: Answers
    second: Answers


class Search:
    """Looks for partings of two editions; what only concerns these two is worked out once for all changes."""

    def __init__(
        self, first: model.Rules, second: model.Rules, layout: Layout, keys: Sequence[str], seed: int = 0
    ) -> None:
        """Prepare the answers of both."""
        self.layout, self.keys, self.seed = layout, tuple(keys), seed
        self.first = Answerer(first, layout, keys)
        self.second = Answerer(second, layout, keys)
        self._small: list[Differing] | None = None
        self._drawn: list[Differing] | None = None

    def differing(self, deal: Deal) -> Differing | None:
        """Give both answers to a deal, if they differ."""
        first = self.first(deal)
        second = self.second(deal) if first is not None else None
        if first is None or second is None or first == second:
            return None
        return Differing(deal, first, second)

    def find(self, changed: model.Rules, companions: model.Rules | None = None) -> Parting | None:
        """Give the smallest strong parting that a change makes; if there is none, the smallest at all."""
        return Trial(self, changed, companions).find()

    def small(self) -> list[Differing]:
        """Give the small deals on which the editions differ, the smallest first."""
        if self._small is None:
            self._small = [*self._all_small()]
        return self._small

    def _all_small(self) -> Iterator[Differing]:
        for count in range(min(MOST_TRIED, self.layout.size) + 1):
            for pieces in self.layout.sets_of(count):
                found = [self.differing(deal) for deal in self.layout.deals_of(pieces)]
                # The pieces are the same, so what is left to compare is where they lie.
                yield from sorted((one for one in found if one is not None), key=self._measure)

    def _measure(self, one: Differing) -> tuple[Any, ...]:
        return self.layout.measure(one.deal)

    def drawn(self) -> list[Differing]:
        """Give random deals on which the editions differ."""
        if self._drawn is None:
            chance = Chance(self.seed)
            found = (self.differing(self.layout.random(chance)) for _ in range(MOST_DRAWN))
            self._drawn = [one for one in found if one is not None]
        return self._drawn


class Trial:
    """The search for the partings of one change."""

    def __init__(self, search: Search, changed: model.Rules, companions: model.Rules | None = None) -> None:
        """Prepare the answers of the first edition with the change, and with what came along alone."""
        self.search, self.layout = search, search.layout
        self._changed = Answerer(changed, search.layout, search.keys)
        self._without = None if companions is None else Answerer(companions, search.layout, search.keys)

    def find(self) -> Parting | None:
        """Give the smallest parting, a strong one if there is any."""
        weak: Deal | None = None
        for one in self.search.small():
            keys, strong = self._parts(one)
            if strong:
                whole = self._fill(one.deal, True)
                if whole is not None:
                    return self._made(whole, one.deal, True)
            elif keys and weak is None and self._fill(one.deal, False) is not None:
                weak = one.deal
        found = self._by_chance(True)
        if found is not None:
            return found
        if weak is not None:
            whole = self._fill(weak, False)
            return self._made(whole, weak, True) if whole is not None else None
        return self._by_chance(False)

    # ------------------------------------------------------------------------------- what is a parting

    def _parts(self, one: Differing) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Give the keys, by number, in which the editions part over the change, and those in which strongly."""
        changed = self._changed(one.deal)
        if changed is None or changed == one.first:
            return (), ()
        keys = [
            number
            for number, (old, new) in enumerate(zip(one.first, one.second, strict=True))
            if old != new and changed[number] != old
        ]
        if keys and self._without is not None:
            without = self._without(one.deal)
            keys = [number for number in keys if without is not None and without[number] != changed[number]]
        return tuple(keys), tuple(number for number in keys if changed[number] == one.second[number])

    def _is_parting(self, deal: Deal, is_strong: bool) -> bool:
        one = self.search.differing(deal)
        return one is not None and bool(self._parts(one)[is_strong])

    # --------------------------------------------------------------------------------- random deals

    def _by_chance(self, is_strong: bool) -> Parting | None:
        """Draw deals, make those that are partings smaller, and give the smallest that can be filled up."""
        starts = islice((one.deal for one in self.search.drawn() if self._parts(one)[is_strong]), STARTS)
        found = [(self.shrink(deal, is_strong), deal) for deal in starts]
        for deal, _ in sorted(found, key=lambda pair: self.layout.measure(pair[0])):
            least = self._polished(deal, is_strong)
            for matters in (least, deal):
                whole = self._fill(matters, is_strong)
                if whole is not None:
                    return self._made(whole, matters, False)
        # What was drawn is a whole deal itself.
        return self._made(found[0][1], found[0][1], False) if found else None

    def shrink(self, deal: Deal, is_strong: bool) -> Deal:
        """Leave pieces out, then put lower ones in, one by one and all together, as long as it is a parting."""
        while True:
            deal = shrunk(self.layout, deal, lambda one: self._is_parting(one, is_strong))
            lower = next((one for one in self._shifted(deal) if self._is_parting(one, is_strong)), None)
            if lower is None:
                return deal
            deal = lower

    def _polished(self, deal: Deal, is_strong: bool) -> Deal:
        """Put two lower pieces in at once, as long as that helps."""
        while True:
            lower = next((one for one in self._paired(deal) if self._is_parting(one, is_strong)), None)
            if lower is None:
                return deal
            deal = self.shrink(lower, is_strong)

    def _shifted(self, deal: Deal) -> Iterator[Deal]:
        """Give the deals in which every piece is lower by as much."""
        lowest = max((piece for pieces in deal for piece in pieces), default=-1)
        for down in range(len(self.layout.codes) - 1 - lowest, 0, -1):
            yield tuple(tuple(piece + down for piece in pieces) for pieces in deal)

    def _paired(self, deal: Deal) -> Iterator[Deal]:
        """Give the deals in which two pieces are others, both lower than the higher of the two."""
        lying = sorted(piece for pieces in deal for piece in pieces)
        for high, low in combinations(lying, 2):
            free = [piece for piece in range(len(self.layout.codes) - 1, high, -1) if piece not in lying]
            for one in free:
                for other in free:
                    if one != other and min(one, other) != low:
                        words = {high: one, low: other}
                        yield tuple(tuple(sorted(words.get(piece, piece) for piece in pieces)) for pieces in deal)

    # ------------------------------------------------------------------------------------ whole deals

    def _fill(self, deal: Deal, is_strong: bool) -> Deal | None:
        """Fill a deal with the lowest pieces that leave the answers as they are, or at least the parting."""
        one = self.search.differing(deal)
        if one is None:
            return None
        keys = self._parts(one)[is_strong]

        def is_same(whole: Deal) -> bool:
            other = self.search.differing(whole)
            if other is None or keys[0] not in self._parts(other)[is_strong]:
                return False
            both = (other.first[keys[0]], other.second[keys[0]])
            return both == (one.first[keys[0]], one.second[keys[0]])

        return filled(self.layout, deal, is_same) or filled(
            self.layout, deal, lambda whole: self._is_parting(whole, is_strong)
        )

    def _made(self, whole: Deal, deal: Deal, is_least: bool) -> Parting | None:
        one, changed = self.search.differing(whole), self._changed(whole)
        if one is None or changed is None:
            return None
        keys, strong = self._parts(one)
        names = self.search.keys
        first, second, third = (dict(zip(names, said, strict=True)) for said in (one.first, one.second, changed))
        parted = tuple(names[number] for number in strong or keys)
        return Parting(self.layout.question, whole, deal, parted, first, second, third, bool(strong), is_least)
