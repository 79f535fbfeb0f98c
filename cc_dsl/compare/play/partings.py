"""Find the smallest deal that separates two editions because of a single change of the second.

A deal separates them in a key of the answers if the two editions differ in it, and the first edition with the change
gives the second's answer, by the same means as far as the question reports them; with only the additions that the
change needs it must not give it.

All deals of a few pieces are tried one by one in the order of `laying.py`, and of some more pieces all deals of the
lowest ones.  Then deals are drawn at random and made smaller, piece by piece, until nothing gets any smaller.  The
pieces that are left matter; the rest is filled with the lowest pieces that leave the difference as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from cc_dsl.compare.play.clock import ENDLESS, Clock
from cc_dsl.compare.play.deals import Answerer, Answers, Deal, GivenPieces
from cc_dsl.compare.play.shrinking import filled, shrunk
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

MOST_TRIED = 2
"""All deals of up to this many pieces are tried one by one."""
LOWEST = ((3, 20), (4, 12), (5, 10), (6, 8))
"""For each size of a deal, the number of lowest pieces from which all deals of that size are tried."""
SAMPLED = 400
"""The number of random deals that test whether a patch leaves a question without an answer or changes an answer."""
MOST_LEFT_OUT = 4
"""The number of these deals, one in a hundred, that may be left without an answer."""
STARTS = 6
"""The number of random separating deals that are reduced."""
MOST_FAILED = 25
"""The number of small separating deals without a confirming whole deal after which no more small ones are tried."""
MOST_DRAWN = 20_000
"""The number of random deals that are drawn to find them."""


class DealParting(NamedTuple):
    """A deal on which two editions differ because of one change."""

    question: str
    deal: Deal
    """A whole deal, as the question asks for it."""
    matters: Deal
    """The pieces of it that make the editions differ."""
    keys: tuple[str, ...]
    """The keys in which they differ."""
    first: dict[str, object]
    """The first edition's answer to the whole deal."""
    second: dict[str, object]
    changed: dict[str, object]
    """The first edition's answer with the change."""
    is_least: bool
    """Whether all smaller deals were tried; otherwise this is the smallest deal found."""
    share: tuple[int, int]
    """The number of random deals that show the same difference, and the number drawn."""


class Differing(NamedTuple):
    """A deal to which two editions give different answers."""

    deal: Deal
    first: Answers
    second: Answers


class PartingSearch:
    """Searches for separating deals of two editions; what concerns only these two is computed once for all changes."""

    def __init__(
        self,
        first: model.Rules,
        second: model.Rules,
        layout: GivenPieces,
        keys: Sequence[str],
        seed: int = 0,
        witnesses: Sequence[str] = (),
        clock: Clock = ENDLESS,
    ) -> None:
        """Prepare the answers of both; witnesses are keys that report the reason for an answer.

        A key that tells something of each player is a witness by what it tells of those whom the other keys name.
        """
        self.layout, self.keys, self.seed = layout, tuple(keys), seed
        self.clock = clock
        self.asked = (*keys, *witnesses)
        self.first = Answerer(first, layout, self.asked)
        self.second = Answerer(second, layout, self.asked)
        self._small: list[Differing] | None = None
        self._drawn: list[Differing] | None = None

    def differing(self, deal: Deal) -> Differing | None:
        """Return both answers to a deal, if they differ."""
        self.clock.check()
        first = self.first(deal)
        second = self.second(deal) if first is not None else None
        count = len(self.keys)
        if first is None or second is None or first[:count] == second[:count]:
            return None
        return Differing(deal, first, second)

    def means(self, answers: Answers) -> list[object]:
        """Return the reason for an answer, as far as the witnesses report it."""
        count = len(self.keys)
        named = [one for one in answers[:count] if isinstance(one, int) and 0 <= one < self.layout.seats]
        found: list[object] = []
        for told in answers[count:]:
            found += [_sort(told[one]) for one in named[:1]] if isinstance(told, list) else [told]
        return found

    def find(
        self, changed: model.Rules, companions: model.Rules | None = None, starts: Sequence[Deal] = ()
    ) -> DealParting | None:
        """Return the smallest separating deal of a change, made smaller from the starts, or else from random deals."""
        return PartingTrial(self, changed, companions).find(starts)

    def leaves_out(self, changed: model.Rules) -> bool:
        """Return whether a patch often has no answer to a deal to which both editions have one.

        Now and then it may: where the first edition, too, says that nothing decides, a patch can say so of other deals.
        """
        answerer, chance = Answerer(changed, self.layout, self.asked), Chance(self.seed)
        deals = (self.layout.random(chance) for _ in range(SAMPLED))
        return sum(self._is_left_out(deal, answerer) for deal in deals) > MOST_LEFT_OUT

    def _is_left_out(self, deal: Deal, answerer: Answerer) -> bool:
        first, second, found = self.first(deal), self.second(deal), answerer(deal)
        if first is None or second is None:
            return False
        said = found if found is not None else (None,) * len(self.asked)
        answers = zip(first, second, said[: len(self.keys)], strict=False)
        return any(one is not None and other is not None and third is None for one, other, third in answers)

    def tells_apart(self, one: model.Rules, other: model.Rules) -> bool:
        """Return whether two rules answer any of some random deals differently."""
        here, there = (Answerer(rules, self.layout, self.asked) for rules in (one, other))
        chance = Chance(self.seed)
        deals = (self.layout.random(chance) for _ in range(SAMPLED))
        return any(here(deal) != there(deal) for deal in deals)

    def small(self) -> list[Differing]:
        """Return the small deals on which the editions differ, the smallest first."""
        if self._small is None:
            self._small = [*self._all_small()]
        return self._small

    def _all_small(self) -> Iterator[Differing]:
        lowest = [*range(len(self.layout.codes))]
        tried = [(count, lowest) for count in range(min(MOST_TRIED, self.layout.size) + 1)]
        more = [(count, lowest[-many:]) for count, many in LOWEST]
        tried += [(count, among) for count, among in more if MOST_TRIED < count <= self.layout.size]
        for count, among in tried:
            for pieces in self.layout.sets_of(count, among):
                found = [self.differing(deal) for deal in self.layout.deals_of(pieces)]
                # The pieces are the same, so what is left to compare is where they lie.
                yield from sorted((one for one in found if one is not None), key=self._measure)

    def _measure(self, one: Differing) -> tuple[object, ...]:
        return self.layout.measure(one.deal)

    def drawn(self) -> list[Differing]:
        """Return random deals on which the editions differ."""
        if self._drawn is None:
            chance = Chance(self.seed)
            found = (self.differing(self.layout.random(chance)) for _ in range(MOST_DRAWN))
            self._drawn = [one for one in found if one is not None]
        return self._drawn


class PartingTrial:
    """The search for the separating deals of one change."""

    def __init__(self, search: PartingSearch, changed: model.Rules, companions: model.Rules | None = None) -> None:
        """Prepare the answers of the first edition with the change, and with its additional changes alone."""
        self.search, self.layout = search, search.layout
        self._changed = Answerer(changed, search.layout, search.asked)
        self._without = None if companions is None else Answerer(companions, search.layout, search.asked)

    def find(self, starts: Sequence[Deal] = ()) -> DealParting | None:
        """Return the smallest separating deal."""
        small = self._small()
        # Of one piece more than were all tried the lowest come first, so that nothing smaller was left out.
        if small is not None and _size(small) <= MOST_TRIED + 1:
            whole = self._fill(small)
            return self._made(whole, small, True) if whole is not None else None
        drawn = self._by_chance(starts)
        found = [deal for deal in (small, drawn) if deal is not None]
        for deal in sorted(found, key=self.layout.measure):
            whole = self._fill(deal)
            if whole is not None:
                return self._made(whole, deal, False)
        return None

    def _small(self) -> Deal | None:
        """Return the smallest of the small deals that can be filled up."""
        failed = 0
        for one in self.search.small():
            if not self._keys(one):
                continue
            if self._fill(one.deal) is not None:
                return one.deal
            failed += 1
            if failed >= MOST_FAILED:
                return None
        return None

    # ------------------------------------------------------------------------------- separating deals

    def _keys(self, one: Differing) -> tuple[int, ...]:
        """Return the keys, by number, in which a deal separates the editions."""
        changed, count = self._changed(one.deal), len(self.search.keys)
        if changed is None or changed[:count] == one.first[:count]:
            return ()
        keys = [key for key in range(count) if one.first[key] != one.second[key] == changed[key]]
        if keys and self._without is not None:
            without = self._without(one.deal)
            keys = [key for key in keys if without is not None and without[key] != changed[key]]
        return tuple(keys) if self.search.means(changed) == self.search.means(one.second) else ()

    def _is_parting(self, deal: Deal) -> bool:
        one = self.search.differing(deal)
        return one is not None and bool(self._keys(one))

    # --------------------------------------------------------------------------------- random deals

    def _by_chance(self, starts: Sequence[Deal]) -> Deal | None:
        """Take deals, or draw some, reduce those that separate, and return the smallest that can be completed."""
        begun = [deal for deal in starts if self._is_parting(deal)][:STARTS]
        drawn = (one.deal for one in self.search.drawn() if self._keys(one))
        found = [(self.shrink(deal), deal) for deal in begun or islice(drawn, STARTS)]
        for deal, whole in sorted(found, key=lambda pair: self.layout.measure(pair[0])):
            least = self._polished(deal)
            for matters in (least, deal, whole):
                if self._fill(matters) is not None:
                    return matters
        return None

    def shrink(self, deal: Deal) -> Deal:
        """Leave pieces out, then put lower ones in, one by one and all together, as long as the deal separates."""
        while True:
            deal = shrunk(self.layout, deal, lambda one: self._is_parting(one))
            lower = next((one for one in self._shifted(deal) if self._is_parting(one)), None)
            if lower is None:
                return deal
            deal = lower

    def _polished(self, deal: Deal) -> Deal:
        """Put two lower pieces in at once, as long as that helps."""
        while True:
            lower = next((one for one in self._paired(deal) if self._is_parting(one)), None)
            if lower is None:
                return deal
            deal = self.shrink(lower)

    def _shifted(self, deal: Deal) -> Iterator[Deal]:
        """Yield the deals in which every piece is lower by as much."""
        lowest = max((piece for pieces in deal for piece in pieces), default=-1)
        for down in range(len(self.layout.codes) - 1 - lowest, 0, -1):
            yield tuple(tuple(piece + down for piece in pieces) for pieces in deal)

    def _paired(self, deal: Deal) -> Iterator[Deal]:
        """Yield the deals in which two pieces are others, both lower than the higher of the two."""
        lying = sorted(piece for pieces in deal for piece in pieces)
        for high, low in combinations(lying, 2):
            free = [piece for piece in range(len(self.layout.codes) - 1, high, -1) if piece not in lying]
            for one in free:
                for other in free:
                    if one != other and min(one, other) != low:
                        words = {high: one, low: other}
                        yield tuple(tuple(sorted(words.get(piece, piece) for piece in pieces)) for pieces in deal)

    # ------------------------------------------------------------------------------------ whole deals

    def _fill(self, deal: Deal) -> Deal | None:
        """Complete a deal with the lowest pieces that keep the answers, or at least the difference."""
        one = self.search.differing(deal)
        if one is None:
            return None
        key = self._keys(one)[0]

        def is_same(whole: Deal) -> bool:
            other = self.search.differing(whole)
            if other is None or key not in self._keys(other):
                return False
            return (other.first[key], other.second[key]) == (one.first[key], one.second[key])

        return filled(self.layout, deal, is_same) or filled(self.layout, deal, self._is_parting)

    def _made(self, whole: Deal, deal: Deal, is_least: bool) -> DealParting | None:
        one, changed = self.search.differing(whole), self._changed(whole)
        if one is None or changed is None:
            return None
        names, keys = self.search.keys, self._keys(one)
        first, second, third = (dict(zip(names, said, strict=False)) for said in (one.first, one.second, changed))
        parted = tuple(names[number] for number in keys)
        share = sum(bool(self._keys(other)) for other in self.search.drawn()), MOST_DRAWN
        return DealParting(self.layout.question, whole, deal, parted, first, second, third, is_least, share)


def _size(deal: Deal) -> int:
    return sum(len(pieces) for pieces in deal)


def _sort(told: object) -> object:
    return told.get("kind") if isinstance(told, dict) else told


def witness_keys(first: model.Rules, second: model.Rules, question: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys, others than these, under which both editions tell a word, or what group each player has."""
    told = [
        {
            told.key
            for told in rules.questions[question].told
            if told.kind.base == ("group" if told.is_owned else "value")
        }
        for rules in (first, second)
    ]
    return tuple(sorted((told[0] & told[1]) - set(keys)))
