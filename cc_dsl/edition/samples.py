"""Pieces with which a page begins to ask a question: those of a worked case, or of a random deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl.compare.deals import NotComparable, shared_layout
from cc_dsl.engine.judge import answer
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.cases.reader import Case
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Question

Touched = dict[str, tuple[str, dict[str, Sequence[str]]]]
"""For each clause a question whose answer rests on it, and pieces."""
DEALS = 30
"""The number of random deals among which one is looked for whose answer rests on a clause."""


def pieces_for(
    edition: Edition, known: Iterable[Case], name: str, question: Question
) -> Mapping[str, Sequence[str]] | None:
    """Return pieces to begin with: those of a worked case that an open place changes, of any, or a random deal."""
    cases = [case for case in known if case.question == question.name]
    changed = [case for case in cases if any(name in result.readings for result in case.contrasts)]
    for case in (*changed, *cases):
        if can_be_tried(edition, case.question, case.pieces):
            return case.pieces
    try:
        layout = shared_layout(edition.rules, edition.rules, question.name)
    except NotComparable:
        return None
    return layout.given(layout.random(Chance(0)))


def touched(edition: Edition, cases: Iterable[Case]) -> Touched:
    """Return for each clause a question whose answer rests on it, and pieces: those of a worked case, or a deal."""
    found: Touched = {}
    known = [*cases]
    for question in edition.rules.questions.values():
        if question.is_given_nothing or question.stored:
            continue
        try:
            layout = shared_layout(edition.rules, edition.rules, question.name)
        except NotComparable:
            continue
        given = [case.pieces for case in known if case.question == question.name]
        given = [one for one in given if can_be_tried(edition, question.name, one)]
        chance = Chance(0)
        for pieces in (*given, *(layout.given(layout.random(chance)) for _ in range(DEALS))):
            for clause in answer(edition.rules, question.name, pieces).clauses:
                found.setdefault(clause, (question.name, dict(pieces)))
    return found


def can_be_tried(edition: Edition, question: str, given: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a page can ask a question: its input is only pieces, for the fewest players possible."""
    found = edition.rules.questions.get(question)
    if found is None or found.stored or {one.key for one in found.asked} != {*given}:
        return False
    return all(len(given[one.key]) == one.many(edition.rules.seats[0]) for one in found.asked if one.is_owned)
