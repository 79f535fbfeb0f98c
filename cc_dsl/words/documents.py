"""Decisions as JSON values, under stable keys."""

from __future__ import annotations

from typing import TypedDict

from cc_dsl.interpreter.reasons import Decision
from cc_dsl.words.sentences import stated


class DecisionDocument(TypedDict):
    """A decision with its reasons."""

    sentence: str
    question: str
    answer: str
    clauses: list[str]
    readings: list[str]
    rule: str
    reasons: list[DecisionDocument]


def document_of(decision: Decision) -> DecisionDocument:
    """Return a decision with all its reasons."""
    return {
        "sentence": stated(decision),
        "question": decision.question,
        "answer": decision.answer,
        "clauses": list(decision.clauses),
        "readings": list(decision.readings),
        "rule": decision.sentence,
        "reasons": [document_of(reason) for reason in decision.reasons],
    }
