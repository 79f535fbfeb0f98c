"""Each error that a user can correct is a UserError; every other class of errors is listed with a reason."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "cc_dsl"

CARRY_MORE = {
    "CircularError": "the base of all that a user can put right",
    "RulesError": "all problems of a rules file",
    "PhraseRefused": "the problem of a statement, for the resolver to collect",
    "RulesFault": "the sentence of the rules at which play stopped",
    "RecordFault": "the line of a record",
    "MoveRefused": "the reasons why a move is not allowed",
    "LawnError": "asked for by a program, of a lawn without rules",
    "NotCompiled": "a user error whose code depends on the class",
    "ChunkFault": "a fault of the rules with the game in which it was met",
}
STEER = {
    "GameOverInAct", "MachineFault", "MachineCodeUnavailable", "_MissingAnswer", "NotUnderstood", "NotFetched",
    "LayoutError", "StrokeFault", "FailedExpectation", "NotComparable",
}  # fmt: skip
"""Those that are caught near where they are raised, and reach nobody."""
BASES = {
    *("Exception", "BaseException", "ValueError", "LookupError", "RuntimeError", "UnpicklingError"),
    *("UserError", "CircularError"),
}


def test_no_class_of_errors_only_carries_a_sentence() -> None:
    """A new class of errors needs a reason here; without one it is a UserError with a code."""
    errors = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {
                    base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases
                }
                errors |= {node.name} if bases & BASES else set()
    assert errors - {"UserError"} == CARRY_MORE.keys() | STEER
