"""Decisions as JSON values, under stable keys."""

from __future__ import annotations

from typing import Any

from cc_dsl.explain.sentences import stated
from cc_dsl.interpreter.reasons import Decision


def document_of(decision: Decision) -> dict[str, Any]:
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
