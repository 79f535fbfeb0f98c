"""Answers that are allowed, and why others are not taken: they are invalid, illegal or ambiguous."""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.closures.reasons import Decision
from cc_dsl.errors import CircularError

MOST_NAMED = 5
LISTED = "moves() lists what is allowed here."
REMEDIES = {"over": "Take the last choice back with undo(), or begin another game."}
"""What to do where a refusal names no moves that are allowed."""


class Move(NamedTuple):
    """An answer that is allowed."""

    answer: int
    """The number by which it is given: that of a piece, a player, a value or an option."""
    text: str
    """The sign by which it is given, as a record has it."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that allow it."""


class Refusal(NamedTuple):
    """Why an answer is not taken."""

    kind: str
    """`invalid` (not in the notation), `illegal` (not allowed here), `ambiguous` (several fit), or `over`."""
    sentence: str
    """Why not."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that decide what is allowed here."""
    readings: tuple[str, ...]
    """The names of the open places that affect it."""
    nearest: tuple[str, ...]
    """Moves that are allowed, the nearest first."""
    reasons: tuple[Decision, ...] = ()
    """The reason why it is not allowed, as far as its player knows."""


OVER = Refusal("over", "The game is over; nothing is asked any more.", (), (), ())
"""The refusal of every answer once nothing is asked."""


def allowed_here(refusal: Refusal, count: int) -> str:
    """Return the sentence that names moves that are allowed, and says how many more there are."""
    more = max(0, count - len(refusal.nearest)) if refusal.kind != "ambiguous" else 0
    return f"Allowed here: {'; '.join(refusal.nearest)}{f'; and {more} more' if more else ''}."


class MoveRefused(CircularError, ValueError):
    """An answer that the rules do not allow was given all the same; its place are the clauses."""

    code = "no-move"

    def __init__(self, refusal: Refusal, count: int = 0) -> None:
        """Carry the refusal; `count` is how many answers are allowed, of which a refusal names the nearest."""
        self.refusal = refusal
        self.sentence, self.place = refusal.sentence, ", ".join(refusal.clauses)
        self.remedy = allowed_here(refusal, count) if refusal.nearest else REMEDIES.get(refusal.kind, LISTED)
        super().__init__(refusal.sentence)
