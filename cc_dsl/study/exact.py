"""Exact counts over all ways to lay the pieces of a question, stored beside an edition, and the effect of each reading.

`exact.json` in the folder of an edition stores, for each question that was counted, how often each part of the answer
occurs under the default, and in exactly how many ways the answer changes under each other answer to an open place.
`circular count EDITION QUESTION --answers --shelve` counts it again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from fractions import Fraction

from cc_dsl import pipeline
from cc_dsl.compiler.exact_counts import Changes, count_changes
from cc_dsl.study import shelves
from cc_dsl.study.documents import AnsweredWays, ChangedWays, ExactDocument, WaysDocument
from cc_dsl.study.experiment import others_of
from cc_dsl.study.odds import document, odds

FILE = "exact.json"
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
        "command": command(edition.name, question),
        "answers": answers,
    }


def changed(counts: Changes) -> ChangedWays:
    """Return in how many ways the whole answer changes, and each part of it, under stable keys."""
    parts = {ANY: counts.of(), **{key: counts.of(key) for key in counts.keys}}
    shares: dict[str, WaysDocument] = {
        key: {"count": one, "chance": str(Fraction(one, counts.total))} for key, one in parts.items()
    }
    return {"total": counts.total, "changed": shares}


def part(edition: pipeline.Edition, question: str, doubt: str, answer: str, common: Iterable[int]) -> ChangedWays:
    """Return the changes by one answer if both players share these pieces, which is a small part of the whole."""
    rules = next(rules for name, other, rules in others_of(edition) if (name, other) == (doubt, answer))
    return changed(count_changes(edition.rules, rules, question, [tuple(common)]))


def under(edition: pipeline.Edition) -> dict[str, str]:
    """Return all that the counts depend on but the program."""
    return {"rules": edition.rules.meaning, "cited": edition.meaning_of_answers}


def command(edition: str, question: str) -> str:
    """Return the command that counts it again."""
    return f"circular count {edition} {question} --answers"


def shelf(edition: pipeline.Edition) -> dict[str, shelves.StoredStudy[ExactDocument]]:
    """Return the stored counts by question."""
    return shelves.read(os.path.join(edition.folder, FILE))


def is_current(edition: pipeline.Edition, question: str) -> bool:
    """Return whether the stored count of a question belongs to the present rules."""
    kept = shelf(edition).get(question)
    return kept is not None and kept[shelves.UNDER] == under(edition)


def shelve(edition: pipeline.Edition, question: str, tell: Tell | None = None) -> ExactDocument:
    """Count a question, and replace its stored count."""
    shelves.refuse_overlay(edition)
    found = exactly(edition, question, tell)
    shelves.put(os.path.join(edition.folder, FILE), question, {shelves.UNDER: under(edition), "found": found})
    return found
