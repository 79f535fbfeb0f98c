"""Find a small deal to which two rules give different answers, such as an edition and an overlay of it.

Deals are drawn at random.  From each of the first that separate the rules, pieces are left out and lower ones put in,
one by one, as long as the answers still differ: delta debugging (A. Zeller and R. Hildebrandt, “Simplifying and
isolating failure-inducing input”, IEEE Transactions on Software Engineering 28, 2002).  The smallest that is left is
filled up to a whole deal with the lowest pieces that keep the difference.  `deals.py` defines which deal is smaller.
Where no single step leads further the deal is a local minimum, though another way may lead to a smaller one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.cases.answers import told_in_words
from cc_dsl.compare.cases import ShownCase, ShownSide, with_deciding
from cc_dsl.compare.deals import Answerer, Deal, GivenPieces, NotComparable, shared_layout
from cc_dsl.compare.sampling import shared_keys
from cc_dsl.engine.judge import answer
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from collections.abc import Collection

    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.pipeline import Edition

DEALS = 2_000
"""The number of random deals that are tried for each question."""
STARTS = 4
"""The number of separating deals that are made smaller."""
MOST_FILLS = 5_000
"""The number of ways to complete a deal that are tried."""

Test = Callable[[Deal], object]


class SmallestDeal(NamedTuple):
    """The smallest separating deal that was found."""

    question: str
    keys: tuple[str, ...]
    """The keys under which the answers differ."""
    layout: GivenPieces
    deal: Deal
    """A whole deal."""
    matters: Deal
    """The pieces of it without which the answers would not differ."""


def smallest_deal(first: Edition, second: Edition) -> SmallestDeal | None:
    """Return the smallest deal found to which two editions answer a question differently; None if none was found."""
    for question in first.rules.questions.values():
        if question.stored or not question.asked:
            continue
        try:
            layout = shared_layout(first.rules, second.rules, question.name)
        except NotComparable:
            continue
        keys, chance = shared_keys(first.rules, second.rules, question.name), Chance(0)
        differing = partial(
            _differing_keys, [Answerer(edition.rules, layout, keys) for edition in (first, second)], keys
        )
        drawn = (layout.random(chance.branch(number)) for number in range(DEALS if keys else 0))
        starts = list(islice(filter(differing, drawn), STARTS))
        small = sorted({shrink_deal(layout, deal, differing) for deal in starts}, key=layout.measure)
        for deal in [*small, *starts]:
            whole = complete_deal(layout, deal, differing)
            if whole is not None:
                return SmallestDeal(question.name, differing(whole), layout, whole, deal)
    return None


def _differing_keys(answerers: Sequence[Answerer], keys: Sequence[str], deal: Deal) -> tuple[str, ...]:
    """Return the keys under which the answers to a deal differ; none if one of them breaks a promise of the rules."""
    here, there = (answerer(deal) for answerer in answerers)
    if here is None or there is None:
        return ()
    return tuple(key for key, left, right in zip(keys, here, there, strict=True) if left != right)


def shown_deal(
    separating: SmallestDeal, first: Edition, second: Edition, alignment: Alignment, same: Collection[str]
) -> ShownCase:
    """Return a separating deal as a case, with both answers and the clauses on which each rests."""
    given = separating.layout.words_of_deal(separating.deal)
    matters = [piece for pieces in separating.matters for piece in pieces]
    words = separating.layout.signs_of(sorted(matters)) or "no piece; any deal shows it"
    laid = tuple(f"{key}: {value if isinstance(value, str) else '; '.join(value)}" for key, value in given.items())
    sides = []
    for edition in (first, second):
        answered = answer(edition.rules, separating.question, given)
        kinds = {part.key: part for part in edition.rules.questions[separating.question].told}
        result = tuple(f"{key}: {told_in_words(kinds[key], answered.value[key])}" for key in separating.keys)
        clauses = tuple(clause.removeprefix(f"{edition.rules.name}.") for clause in answered.clauses)
        sides.append(ShownSide(edition.name, laid, (), (), result, clauses))
    here, there = with_deciding((sides[0], sides[1]), alignment, same)
    why = f"The smallest deal found among {DEALS:,} random ones, made smaller. What matters: {words}."
    return ShownCase("", "A deal that separates them", why, separating.question, given, (here, there))


# --------------------------------------------------------------------------------------------- shrinking


def shrink_deal(layout: GivenPieces, deal: Deal, holds: Test) -> Deal:
    """Leave pieces out, then put lower ones in, as long as the test holds."""
    while True:
        smaller = next((simpler for simpler in steps(layout, deal) if holds(simpler)), None)
        if smaller is None:
            return deal
        deal = smaller


def steps(layout: GivenPieces, deal: Deal) -> Iterator[Deal]:
    """Yield every deal that is smaller by one step, the greatest steps first.

    A piece is left out; or one piece, the highest first, is a lower one, the lowest first; or two pieces of two places
    are exchanged.
    """
    for slot, pieces in enumerate(deal):
        for piece in sorted(pieces):
            yield _with(deal, slot, tuple(left for left in pieces if left != piece))
    lying = {piece: slot for slot, pieces in enumerate(deal) for piece in pieces}
    for piece in sorted(lying):
        slot = lying[piece]
        rest = tuple(left for left in deal[slot] if left != piece)
        for lower in range(len(layout.codes) - 1, piece, -1):
            if lower not in lying:
                yield _with(deal, slot, tuple(sorted((*rest, lower))))
    for left, other in combinations(lying, 2):
        if lying[left] != lying[other]:
            swapped = {left: other, other: left}
            made = tuple(tuple(sorted(swapped.get(piece, piece) for piece in pieces)) for pieces in deal)
            if layout.measure(made) < layout.measure(deal):
                yield made


def complete_deal(layout: GivenPieces, deal: Deal, holds: Test) -> Deal | None:
    """Return the whole deal that contains a deal, with the lowest pieces with which the test holds."""
    lying = {piece for pieces in deal for piece in pieces}
    free = [piece for piece in range(len(layout.codes)) if piece not in lying]
    room = tuple(slot._replace(size=slot.size - len(pieces)) for slot, pieces in zip(layout.slots, deal, strict=True))
    rest = layout._replace(slots=room)
    wholes = (
        tuple(tuple(sorted((*dealt, *other))) for dealt, other in zip(deal, more, strict=True))
        for pieces in rest.sets_of(rest.size, free)
        for more in rest.deals_of(pieces)
    )
    return next((whole for whole in islice(wholes, MOST_FILLS) if holds(whole)), None)


def _with(deal: Deal, slot: int, pieces: tuple[int, ...]) -> Deal:
    return (*deal[:slot], pieces, *deal[slot + 1 :])
