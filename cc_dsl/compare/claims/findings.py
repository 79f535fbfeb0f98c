"""The result of testing a claim: a verdict, the clauses that decide it, and the correct statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

HOLDS = "holds"
FAILS = "fails"
IN_PART = "holds in part"
UNDECIDABLE = "not decidable from the rules"
VERDICTS = (HOLDS, IN_PART, FAILS, UNDECIDABLE)


class ClaimReason(NamedTuple):
    """A statement about the rules, with the clauses and readings that support it."""

    sentence: str
    clauses: tuple[str, ...] = ()
    """Full ids, such as 1862.II.1; empty if the statement is the editor's."""
    readings: tuple[str, ...] = ()

    @property
    def document(self) -> dict[str, object]:
        """The reason as JSON values, under stable keys."""
        return {"sentence": self.sentence, "clauses": [*self.clauses], "readings": [*self.readings]}


class TriedSentence(NamedTuple):
    """A sentence that was tested, and whether it is true."""

    sentence: str
    holds: bool


class SampledDeals(NamedTuple):
    """The number of random deals on which a condition was tested, and on how many it holds."""

    deals: int
    held: int
    seed: int


class VerdictTurn(NamedTuple):
    """Another answer to an open place of the text, which changes the verdict."""

    reading: str
    answer: str
    verdict: str


class Finding(NamedTuple):
    """The result of testing one part of a claim in one edition."""

    edition: str
    verdict: str
    reasons: tuple[ClaimReason, ...] = ()
    """The statements of the rules that decide it."""
    instead: tuple[ClaimReason, ...] = ()
    """The correct statement, where the claim is false."""
    tried: tuple[TriedSentence, ...] = ()
    given: tuple[str, ...] = ()
    """The pieces laid before, in sentences of the rules language."""
    readings: tuple[tuple[str, str], ...] = ()
    """The open places that affect it, with the answers under which it was tested."""
    drawn: SampledDeals | None = None
    basis: str = ""
    """The basis of a verdict that is not about one case: a definition, or a number of deals or games."""
    case: tuple[tuple[str, str | Sequence[str]], ...] = ()
    """The smallest deal found on which the claim is false, by the keys of its question."""
    matters: str = ""
    """The pieces of that deal that decide it."""
    turns: tuple[VerdictTurn, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decide it, each once."""
        named = [clause for reason in (*self.reasons, *self.instead) for clause in reason.clauses]
        return tuple(dict.fromkeys(named))

    @property
    def document(self) -> dict[str, object]:
        """The finding as JSON values, under stable keys."""
        return {
            "edition": self.edition,
            "verdict": self.verdict,
            "given": [*self.given],
            "tried": [one._asdict() for one in self.tried],
            "drawn": None if self.drawn is None else self.drawn._asdict(),
            "basis": self.basis,
            "because": [one.document for one in self.reasons],
            "instead": [one.document for one in self.instead],
            "case": dict(self.case) or None,
            "matters": self.matters,
            "clauses": [*self.clauses],
            "readings": dict(self.readings),
            "turns": [one._asdict() for one in self.turns],
        }


KINDS: dict[str, Callable[..., object]] = {
    kind.__name__: kind for kind in (ClaimReason, TriedSentence, SampledDeals, VerdictTurn, Finding)
}
"""The classes of which findings are made, by the names under which they are written."""


def as_json(found: object) -> object:
    """Return findings, in tuples and lists, as JSON values."""
    if type(found).__name__ in KINDS and isinstance(found, tuple):
        return {type(found).__name__: [as_json(part) for part in found]}
    return [as_json(part) for part in found] if isinstance(found, (tuple, list)) else found


def from_json(written: object) -> Any:
    """Return the findings that `as_json` was given; lists have become tuples."""
    if isinstance(written, dict):
        ((name, parts),) = written.items()
        return KINDS[name](*map(from_json, parts))
    return tuple(map(from_json, written)) if isinstance(written, list) else written


def of_tried(held: Iterable[bool]) -> str:
    """Return the verdict on several sentences that should all be true."""
    listed = list(held)
    if all(listed):
        return HOLDS
    return IN_PART if any(listed) else FAILS


def combined(verdicts: Iterable[str]) -> str:
    """Return the verdict on a claim from those on its parts: theirs if they agree, else “holds in part” or “fails”."""
    found = set(verdicts)
    if len(found) == 1:
        return found.pop()
    return IN_PART if found & {HOLDS, IN_PART} else FAILS
