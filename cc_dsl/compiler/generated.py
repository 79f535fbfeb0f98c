"""The output of the compiler: a module of generated source, and the meaning of its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cc_dsl.compiler.flat import Flat
    from cc_dsl.rules import model
    from cc_dsl.rules.faults import RulesFault


class ToldResult(NamedTuple):
    """One number, value or player that the rules tell at the end of a game, of one owner if it has one."""

    key: str
    owner: int
    told: model.Told


class GeneratedSource(NamedTuple):
    """A module of generated source, with the meaning of its numbers."""

    text: str
    reasons: tuple[tuple[str, str, str], ...]
    size: int
    """The number of integers in the vector."""
    places: dict[str, int]
    """The places in it for values that are no part of the rules, in a game that stops at every question."""
    offered: int
    """The most groups that may be offered at once; they are at the end of the vector."""
    told: tuple[ToldResult, ...]
    """The results that the rules tell at the end of a game."""
    told_at: int
    """Its place in the vector."""
    flat: Flat | None = None
    """The places in it of everything that the rules name."""

    def reason_of(self, fault: RulesFault) -> int:
        """Return the number of the end of a game whose rules have a fault."""
        return self.reasons.index((fault.code, fault.sentence, fault.where))
