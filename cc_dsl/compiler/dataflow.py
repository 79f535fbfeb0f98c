"""Dataflow facts during code generation: what play has surely settled, and what is surely known.

A status is true, false, or absent, which means that it must be tested in play.  Where paths of play meet, only the
facts on which they agree remain.
"""

from __future__ import annotations

from cc_dsl.core.program import Statements, inside
from cc_dsl.rules import model

Status = dict[str, bool]


def known(group: str) -> str:
    """Return the key of a status: whether the best groups of a name are known."""
    return f"known {group}"


def found(definition: str) -> str:
    """Return the key of a status: whether the meaning of a definition is known that is computed once for a position."""
    return f"found {definition}"


def is_settled(definition: str) -> str:
    """Return the key of a status: whether a definition is settled."""
    return f"settled {definition}"


def agreed(one: Status, other: Status) -> Status:
    """Return the facts that hold after either of two paths."""
    return {key: value for key, value in one.items() if other.get(key) is value}


def in_loop(status: Status, acts: Statements) -> Status:
    """Return the facts at the beginning of every round of a loop: none about values that a round may change."""
    changed = {is_settled(name) for act in inside(acts) if isinstance(act, model.Settle) for name in act.names}
    lost = known(""), found("")
    return {key: value for key, value in status.items() if key not in changed and not key.startswith(lost)}
