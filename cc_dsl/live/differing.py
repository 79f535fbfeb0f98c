"""Searches random deals for one to which two rules give different answers; a search continues where it stopped."""

from __future__ import annotations

from cc_dsl.compare.deals import Answerer, shared_layout
from cc_dsl.live.asked import Message, NotUnderstood, list_in, number_in, side_in
from cc_dsl.live.editions import edition_in
from cc_dsl.live.judging import LARGEST_SEED, question_in
from cc_dsl.table.chance import Chance

MOST_AT_ONCE = 500
"""The number of deals tried for one message; the page asks again, so that it can show its progress and stop."""
MOST = 200_000
"""The most deals of one search."""


def differing(message: Message) -> dict[str, object]:
    """Return a deal to which two rules give different answers, or that none is among those tried.

    The deals are drawn from a seed; `begin` says how many of them were tried before.
    """
    first, second = (edition_in(side_in(message, side)) for side in ("first", "second"))
    question = question_in(message, first)
    layout = shared_layout(first.rules, second.rules, question_in(message, second).name)
    known = [told.key for told in question.told]
    keys = list_in(message, "keys") if "keys" in message else known
    for key in keys:
        if key not in known:
            raise NotUnderstood(f"The question tells nothing called “{key}”.")
    begin = number_in(message, "begin", 0, MOST, 0)
    seed = number_in(message, "seed", 0, LARGEST_SEED, 0)
    one, other = Answerer(first.rules, layout, keys), Answerer(second.rules, layout, keys)
    for number in range(begin, min(begin + MOST_AT_ONCE, MOST)):
        deal = layout.random(Chance(seed).branch(number))
        here, there = one(deal), other(deal)
        if here is not None and there is not None and here != there:
            differ = [key for key, mine, its in zip(keys, here, there, strict=True) if mine != its]
            return {"given": layout.given(deal), "tried": number + 1, "differ": differ}
    return {"given": None, "tried": min(begin + MOST_AT_ONCE, MOST), "most": MOST}
