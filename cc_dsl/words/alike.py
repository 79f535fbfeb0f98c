"""Puts reasons together that say the same of many things, such as of every square of a board."""

from __future__ import annotations

from collections.abc import Sequence

from cc_dsl.interpreter.naming import listed
from cc_dsl.interpreter.reasons import Decision
from cc_dsl.words.sentences import YES

MANY = 7
"""From this number on they are one line; fewer are read more easily below each other."""
IS = " is "


def together(reasons: Sequence[Decision]) -> list[Decision]:
    """Return the reasons with those that are alike as one, in the place of the first of them."""
    alike: dict[object, list[Decision]] = {}
    for one in reasons:
        alike.setdefault(_said(one), []).append(one)
    many = {said: ones for said, ones in alike.items() if said is not None and len(ones) >= MANY}
    found = [(one, many.get(_said(one), ())) for one in reasons]
    return [_merged(ones) if ones else one for one, ones in found if not ones or one is ones[0]]


def _said(decision: Decision) -> object:
    """Return what a bare predicate says, with its sources, without the thing of which it says it; None of others."""
    fact = decision.fact
    if fact is None or fact.form != "predicate" or decision.reasons or not fact.whose or fact.seat is not None:
        return None
    if not decision.question.startswith(fact.whose + IS):
        return None
    return fact.key, decision.question.removeprefix(fact.whose), decision.answer, decision.clauses, decision.readings


def _merged(decisions: Sequence[Decision]) -> Decision:
    """Return one decision about all these things."""
    first = decisions[0]
    things = listed([one.fact.whose for one in decisions if one.fact is not None])
    assert first.fact is not None, "only predicates are put together"
    behind = first.question.removeprefix(first.fact.whose)
    each = "each" if first.answer == YES else "none"
    return first._replace(question=f"{each} of {things}{behind}", answer=YES)
