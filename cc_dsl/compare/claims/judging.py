"""Test the claims of a printed source against the rules, and return their verdicts as one document with stable keys."""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl import pipeline
from cc_dsl.compare.claims.checks import try_combining, try_differs, try_pieces, try_players, try_silent, try_words
from cc_dsl.compare.claims.data import Claim, ClaimPart, Claims, claims_names, load_claims
from cc_dsl.compare.claims.findings import VERDICTS, Finding, VerdictTurn, combined
from cc_dsl.compare.claims.splicing import SplicedClaims, Trouble
from cc_dsl.compare.claims.trying import DEALS, try_always, try_example, without_words
from cc_dsl.compare.play.deals import NotComparable
from cc_dsl.compare.result_cache import kept
from cc_dsl.diagnostics.problem import Problem, RulesError, from_fault
from cc_dsl.source.data import bad_data

MISSING = "unknown-name"
"""The result for a word that an edition does not have."""
DEALS_FOR_TURNS = 300
"""The number of deals that test whether another reading changes a verdict."""


class JudgedPart(NamedTuple):
    """A part of a claim, and its result in each edition."""

    part: ClaimPart
    findings: tuple[Finding, ...]

    @property
    def document(self) -> dict[str, object]:
        """The part as JSON values."""
        return {
            "part": self.part.number,
            "says": self.part.says,
            "check": self.part.check,
            "against": self.part.against or None,
            "findings": [finding.document for finding in self.findings],
        }


class JudgedClaim(NamedTuple):
    """A claim with the verdicts on it."""

    claim: Claim
    parts: tuple[JudgedPart, ...]

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict of each edition that was asked."""
        found: dict[str, list[str]] = {}
        for part in self.parts:
            for finding in part.findings:
                found.setdefault(finding.edition, []).append(finding.verdict)
        return {name: combined(verdicts) for name, verdicts in found.items()}

    @property
    def verdict(self) -> str:
        """The verdict of the editions that the claim concerns; if none of them was asked, of all that were."""
        verdicts = self.verdicts
        meant = [verdict for name, verdict in verdicts.items() if name in self.claim.meant]
        return combined(meant or verdicts.values())

    @property
    def document(self) -> dict[str, object]:
        """The claim as JSON values."""
        return {
            "number": self.claim.number,
            "claim": self.claim.words,
            "meant": [*self.claim.meant],
            "verdict": self.verdict,
            "verdicts": self.verdicts,
            "parts": [part.document for part in self.parts],
        }


class Judged(NamedTuple):
    """The claims of one printed source with their verdicts."""

    claims: Claims
    judged: tuple[JudgedClaim, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of claims with each verdict."""
        return counts_of([self])

    @property
    def document(self) -> dict[str, object]:
        """Everything as JSON values, under stable keys."""
        return {
            "name": self.claims.name,
            "title": self.claims.title,
            "where": self.claims.where,
            "seen": self.claims.seen,
            "counts": self.counts,
            "claims": [one.document for one in self.judged],
        }


COUNTED = dict(zip(VERDICTS, ("holding", "in_part", "failing", "undecidable"), strict=True))


def counts_of(judged: list[Judged]) -> dict[str, int]:
    """Count the claims of some sources by their verdicts."""
    verdicts = [one.verdict for source in judged for one in source.judged]
    return {"judged": len(verdicts), **{key: verdicts.count(verdict) for verdict, key in COUNTED.items()}}


def counts(editions: tuple[str, ...] = ()) -> dict[str, int]:
    """Count the claims about these editions, or about any, by their verdicts; the counts are cached."""
    sources = [load_claims(name) for name in claims_names()]
    asked = dict.fromkeys(name for claims in sources for name in claims.editions)
    rules = [pipeline.load(name).rules.digest for name in asked]
    depends = [editions, *(claims.source.text for claims in sources), *rules]
    return kept("claims", depends, lambda: counts_of(judge_all(editions)))


def judge_all(editions: tuple[str, ...] = (), turns: bool = False) -> list[Judged]:
    """Test the claims of every source; if editions are named, only those about them."""
    judged = [judge(load_claims(name), editions, turns) for name in claims_names()]
    return [one for one in judged if one.judged]


def judge(claims: Claims, editions: tuple[str, ...] = (), turns: bool = True) -> Judged:
    """Put claims to the rules; raise RulesError if a sentence of them is one that no edition understands.

    With editions named, only these are asked; `turns` asks what other readings would say, too.
    """
    court = _Court(claims, turns)
    asked = [name for name in claims.editions if not editions or name in editions]
    judged = []
    for claim in claims.claims:
        parts = []
        for part in claim.parts:
            findings = [court.put(part, name) for name in part.editions if name in asked]
            found = tuple(finding for finding in findings if finding is not None)
            if found:
                parts.append(JudgedPart(part, found))
        if parts:
            judged.append(JudgedClaim(claim, tuple(parts)))
    if court.problems:
        raise RulesError(court.problems)
    return Judged(claims, tuple(judged))


Findings = list[tuple[int, list[tuple[int, tuple[Finding, ...]]]]]
"""The findings alone, by the places of their claims and parts."""


def findings_of(judged: Judged) -> Findings:
    """Return the findings alone, by the places of their claims and parts, as they are cached."""
    claims = judged.claims.claims
    return [
        (claims.index(one.claim), [(one.claim.parts.index(part.part), part.findings) for part in one.parts])
        for one in judged.judged
    ]


def judged_from(claims: Claims, found: Findings) -> Judged:
    """Return the claims with the findings that `findings_of` returned for them."""
    listed = ((claims.claims[number], parts) for number, parts in found)
    return Judged(
        claims,
        tuple(
            JudgedClaim(claim, tuple(JudgedPart(claim.parts[number], findings) for number, findings in parts))
            for claim, parts in listed
        ),
    )


class _Court:
    """The editions that are asked, each loaded once, with the sentences of the claims in them."""

    def __init__(self, claims: Claims, turns: bool) -> None:
        self.claims = claims
        self.turns = turns
        self.problems: list[Problem] = []
        self._spliced: dict[str, SplicedClaims] = {}

    def edition(self, name: str) -> SplicedClaims:
        if name not in self._spliced:
            self._spliced[name] = SplicedClaims(pipeline.load(name), self.claims)
            self._spliced[name].rules()
        return self._spliced[name]

    def put(self, part: ClaimPart, name: str) -> Finding | None:
        """Put a part to an edition; nothing if that cannot be done, which is then a problem."""
        try:
            return self._sentences(part, name) if part.check in ("example", "always") else self._fact(part, name)
        except NotComparable as fault:
            self._refuse(part, fault.sentence)
        except StopIteration:
            self._refuse(part, f"The question “{part.value['question']}” tells no “{part.value['told']}”.")
        return None

    def _refuse(self, part: ClaimPart, sentence: str) -> None:
        remedy = "Look at the questions of the rules, at the end of the rules file."
        problem = from_fault(bad_data(self.claims.source, sentence, part.span, remedy))
        if problem not in self.problems:
            self.problems.append(problem)

    # ------------------------------------------------------------------------------------- sentences

    def _sentences(self, part: ClaimPart, name: str) -> Finding | None:
        spliced = self.edition(name)
        troubles = spliced.troubles.get(part.number, [])
        if not troubles:
            return self._turned(part, spliced, self._try(part, spliced))
        other = self._understood_by(part)
        if other is None or any(trouble.problem.code != MISSING for trouble in troubles):
            self.problems += [one.problem for one in troubles if one.problem not in self.problems]
            return None
        return without_words(spliced, part, _words(troubles), other)

    def _understood_by(self, part: ClaimPart) -> SplicedClaims | None:
        """Return an edition that has all the words of a part; where there is none, the words are slips."""
        asked = (self.edition(name) for name in part.editions)
        return next((one for one in asked if part.number not in one.troubles), None)

    def _try(
        self, part: ClaimPart, spliced: SplicedClaims, readings: dict[str, str] | None = None, deals: int = DEALS
    ) -> Finding:
        if part.check == "example":
            return try_example(spliced, part, readings)
        return try_always(spliced, part, deals, readings=readings)

    def _turned(self, part: ClaimPart, spliced: SplicedClaims, finding: Finding) -> Finding:
        """Add the other answers to the relevant open places that would change the verdict."""
        if not self.turns:
            return finding
        turns = []
        doubts = spliced.rules().doubts
        # Of one deal all answers are tried: another may bring in a clause that the verdict does not rest on as it is.
        names = doubts if part.check == "example" else [name for name, _ in finding.readings]
        for name in names:
            for answer, _ in doubts[name].alternatives:
                if answer != doubts[name].chosen:
                    verdict = self._try(part, spliced, {name: answer}, DEALS_FOR_TURNS).verdict
                    if verdict != finding.verdict:
                        turns.append(VerdictTurn(name, answer, verdict))
        return finding._replace(turns=tuple(turns))

    # ----------------------------------------------------------------------------------------- facts

    def _fact(self, part: ClaimPart, name: str) -> Finding:
        spliced = self.edition(name)
        if part.check == "players":
            return try_players(spliced, part)
        if part.check == "pieces":
            return try_pieces(spliced, part)
        if part.check == "combining":
            return try_combining(spliced, part)
        if part.check == "silent":
            return try_silent(spliced, part)
        other = self.edition(part.against).edition
        return try_differs(spliced, part, other) if part.check == "differs" else try_words(spliced, part, other)


def _words(troubles: list[Trouble]) -> list[str]:
    return [trouble.word for trouble in troubles]
