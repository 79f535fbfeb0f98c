"""Find a deal to which two rules give different answers, such as an edition and its overlay, and what matters in it.

Deals are drawn at random.  From the first that separates the rules, pieces are left out one by one as long as the
answers still differ; without any of those that are left they would be the same.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cc_dsl.cases.answers import told_in_words
from cc_dsl.compare.cases import ShownCase, ShownSide, with_deciding
from cc_dsl.compare.deals import Answerer, NotComparable, differing_keys, shared_layout
from cc_dsl.compare.sampling import shared_keys
from cc_dsl.engine.judge import answer
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from collections.abc import Collection

    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.pipeline import Edition

DEALS = 2_000
"""The number of random deals that are tried for each question."""


def separating_deal(first: Edition, second: Edition, alignment: Alignment, same: Collection[str]) -> ShownCase | None:
    """Return a deal to which two editions answer a question differently, with both answers and their clauses.

    Return None if no random deal was one.  `same` are the rows whose rules mean the same.
    """
    for question in first.rules.questions.values():
        if question.stored or not question.asked:
            continue
        try:
            layout = shared_layout(first.rules, second.rules, question.name)
        except NotComparable:
            continue
        keys = shared_keys(first.rules, second.rules, question.name)
        differing = partial(
            differing_keys, [Answerer(edition.rules, layout, keys) for edition in (first, second)], keys
        )
        drawn = (layout.random(Chance(0).branch(number)) for number in range(DEALS))
        deal = next(filter(differing, drawn), None)
        if deal is None:
            continue
        matters = deal
        for piece in [piece for pieces in deal for piece in pieces]:
            smaller = tuple(tuple(other for other in pieces if other != piece) for pieces in matters)
            matters = smaller if differing(smaller) else matters
        given, differences = layout.words_of_deal(deal), differing(deal)
        laid = tuple(f"{key}: {value if isinstance(value, str) else '; '.join(value)}" for key, value in given.items())
        sides = []
        for edition in (first, second):
            answered = answer(edition.rules, question.name, given)
            parts = {part.key: part for part in edition.rules.questions[question.name].told}
            result = tuple(
                f"{key}: {told_in_words(edition.rules, parts[key], answered.value[key])}" for key in differences
            )
            clauses = tuple(clause.removeprefix(f"{edition.rules.name}.") for clause in answered.clauses)
            sides.append(ShownSide(edition.name, laid, (), (), result, clauses))
        here, there = with_deciding((sides[0], sides[1]), alignment, same)
        words = layout.signs_of(sorted(piece for pieces in matters for piece in pieces))
        why = f"The first found among {DEALS:,} random ones. What matters: {words or 'no piece; any deal shows it'}."
        return ShownCase("", "A deal that separates them", why, question.name, given, (here, there))
    return None
