"""Exact counts over all ways to lay the pieces of a question, and the effect of each reading on them.

They say how often each part of the answer occurs under the readings chosen, and in exactly how many ways the answer
changes under each other answer to an open place.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from cc_dsl import pipeline
from cc_dsl.compiler.exact_counts import Changes, count_changes, laid_for
from cc_dsl.study.documents import AnsweredWays, ChangedWays, ExactDocument, WaysDocument
from cc_dsl.study.experiment import others_of
from cc_dsl.study.odds import document, odds

ANY = "any"
"""The key of the count of deals in which any part of the answer changes."""
Tell = Callable[[int, int], None]


def exactly(edition: pipeline.Edition, question: str, tell: Tell | None = None) -> ExactDocument:
    """Return exact counts of a question: its answers under the readings chosen, and what each other answer changes."""
    default = document(edition.rules, odds(edition.rules, question))
    others = [one for one in others_of(edition) if question in one[2].questions]
    answers: list[AnsweredWays] = []
    for done, (doubt, answer, rules) in enumerate(others):
        if tell is not None:
            tell(done, len(others))
        answers.append({"doubt": doubt, "answer": answer, **changed(count_changes(edition.rules, rules, question))})
    answers.sort(key=lambda one: (-one["changed"][ANY]["count"], one["doubt"], one["answer"]))
    return {
        "question": question,
        "total": default["total"],
        "parts": default["parts"],
        "answers": answers,
    }


def changed(counts: Changes) -> ChangedWays:
    """Return in how many ways the whole answer changes, and each part of it, under stable keys."""
    parts = {ANY: counts.of(), **{key: counts.of(key) for key in counts.keys}}
    shares: dict[str, WaysDocument] = {
        key: {"count": one, "chance": str(Fraction(one, counts.total))} for key, one in parts.items()
    }
    return {"total": counts.total, "changed": shares}


def sample(edition: pipeline.Edition, question: str) -> dict[str, object]:
    """Return what the first other answer changes that changes anything, if both players share the same first pieces."""
    laid = laid_for(edition.rules.questions[question])
    if laid is None or laid.common is None:
        return {}
    common = tuple(range(laid.common.number))
    for doubt, answer, rules in others_of(edition):
        counts = (
            changed(count_changes(edition.rules, rules, question, [common])) if question in rules.questions else None
        )
        if counts is not None and counts["changed"][ANY]["count"]:
            return {"doubt": doubt, "answer": answer, **counts}
    return {}


def under(edition: pipeline.Edition) -> dict[str, str]:
    """Return all that the counts depend on but the program."""
    return {"rules": edition.rules.meaning, "cited": edition.meaning_of_answers}
