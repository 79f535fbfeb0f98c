"""The pieces on which a decision depends: a player who does not know them all may not be told how it was decided.

A term that depends on the identity of a piece (its rank, its state, whether it is the Lead) examines the piece; one
that only counts the pieces in a place does not, since everybody sees that.  The examined pieces are the bits of a
number in the position, separate for each decision.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from cc_dsl.core.facts import looked_at
from cc_dsl.interpreter.groups import Combination
from cc_dsl.interpreter.state import Frame, State
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.interpreter.terms import Builder, Value


def bits(found: int | Combination | Iterable[int | Combination] | None) -> int:
    """Return the pieces in the value of a term as a bit set: a piece, a group, or several of them."""
    if found is None:
        return 0
    if isinstance(found, int):
        return 1 << found
    made = 0
    for one in found.pieces if isinstance(found, Combination) else found:
        made |= bits(one)
    return made


def bits_of(pieces: Iterable[int]) -> int:
    """Return a number with one bit for each of some pieces."""
    made = 0
    for piece in pieces:
        made |= 1 << piece
    return made


class Looker:
    """A builder for one term: the closures of its parts record the pieces in their values."""

    def __init__(self, build: Builder, parts: list[object]) -> None:
        """Make all closures with a builder."""
        self._build = build
        self._parts = parts

    def __getattr__(self, name: str) -> object:
        """Be the builder in all else."""
        return getattr(self._build, name)

    def thing(self, term: model.Thing) -> Value:
        """Return the closure of a part."""
        value = self._build.thing(term)
        return looking(value) if any(term is part for part in self._parts) else value


def looking(value: Value) -> Value:
    """Return a closure that records the pieces in its value."""

    def looked(state: State, frame: Frame) -> object:
        found = value(state, frame)
        state.looked |= bits(found)
        return found

    return looked


def looker(build: Builder, term: object) -> Builder:
    """Return the builder with which the closure of a term is made."""
    parts = looked_at(build.rules, term)
    return cast("Builder", Looker(build, parts)) if parts else build
