"""Claims that others have printed about the games: each is divided into worked cases, and these are run.

`claims.toml` in the corpus has them; `corpus/README.md` says how one is written.  A case names an edition, lays a
position or plays a course, and says what the rules give.  Where the claim says something else, the case has that as
well, and the rules must not give it.  The verdict on a claim stands in the file and has to follow from its cases.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl import resources
from cc_dsl.cases.reader import OF_CONTRAST, Case, CaseReader, Cases, Result, read_tables, unknown_keys
from cc_dsl.cases.sentences import SplicedCases
from cc_dsl.cases.trials import Trial, by_readings, owners
from cc_dsl.diagnostics.problem import RulesError, from_fault, nearest
from cc_dsl.source.data import Table, bad_data, tables_of, text_of, texts_of
from cc_dsl.source.files import Fault, Source, Span

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

FILE = "claims.toml"
HOLDS, IN_PART, FAILS, UNDECIDABLE = "holds", "holds in part", "fails", "not decidable"
VERDICTS = (HOLDS, IN_PART, FAILS, UNDECIDABLE)
OF_CLAIM = ("number", "statement", "meant", "verdict", "case")
OF_CASE = ("says", "edition", "verdict", "because", "claimed")


class ClaimCase(NamedTuple):
    """A part of a claim as it concerns one edition."""

    says: str
    edition: str
    verdict: str
    because: str
    """Why the rules decide nothing, or what the case shows; it may be empty."""
    case: Case | None
    """The worked case; none where the rules decide nothing."""
    claimed: Result | None
    """What the claim says, where it fails."""


class Claim(NamedTuple):
    """One claim."""

    number: int
    statement: str
    meant: tuple[str, ...]
    """The editions that it is about; cases of others stand beside them."""
    verdict: str
    cases: tuple[ClaimCase, ...]

    @property
    def counted(self) -> tuple[ClaimCase, ...]:
        """The cases of the editions that are meant, from which the verdict follows."""
        return tuple(case for case in self.cases if case.edition in self.meant)


class Claims(NamedTuple):
    """The claims of one printed source."""

    source: Source
    id: str
    title: str
    where: str
    seen: str
    claims: tuple[Claim, ...]


class TriedCase(NamedTuple):
    """A case of a claim that was run."""

    case: ClaimCase
    clauses: tuple[str, ...]
    """The clauses that decide, or else those on which the result rests, without the name of the edition."""
    failed: tuple[str, ...]
    """What does not hold of the case, in sentences."""


class TriedClaim(NamedTuple):
    """A claim whose cases were run."""

    claim: Claim
    cases: tuple[TriedCase, ...]
    failed: tuple[str, ...]
    """What does not hold of the claim itself: a verdict that does not follow from its cases."""

    @property
    def failures(self) -> tuple[str, ...]:
        """Everything that does not hold, in sentences."""
        return (*self.failed, *(sentence for case in self.cases for sentence in case.failed))


def verdict_of(verdicts: Iterable[str]) -> str:
    """Return the verdict on a claim from those on its cases; what cannot be decided counts if nothing else does."""
    decided = {verdict for verdict in verdicts if verdict != UNDECIDABLE}
    if not decided:
        return UNDECIDABLE
    return IN_PART if len(decided) > 1 else decided.pop()


# --------------------------------------------------------------------------------------------- reading


def claims_file() -> str:
    """Return the path of the claims of the corpus."""
    return os.path.join(resources.corpus_root(), FILE)


def read_claims(load: Callable[[str], Edition], path: str = "") -> Claims:
    """Return the claims of the corpus; raise a RulesError with all that is wrong with their file."""
    source, data = read_tables(path or claims_file())
    faults: list[Fault] = []
    reader = _ClaimReader(source, load, faults)
    id, title, where, seen = (
        text_of(source, data, key, None, faults, None) for key in ("id", "title", "where", "seen")
    )
    claims = tuple(reader.claim(table, span) for table, span in tables_of(source, data, "claim", faults))
    if faults:
        raise RulesError([from_fault(fault) for fault in faults])
    return Claims(source, id, title, where, seen, claims)


class _ClaimReader:
    """Reads claims from tables, and collects their problems."""

    def __init__(self, source: Source, load: Callable[[str], Edition], faults: list[Fault]) -> None:
        self.source, self.load, self.faults = source, load, faults
        self._readers: dict[str, CaseReader] = {}

    def claim(self, table: Table, span: Span | None) -> Claim:
        """Make a claim of a table."""
        number = table.get("number")
        if type(number) is not int or number < 1:
            self.wrong("A claim has no number.", span, "Write:   number = 1")
            number = 0
        self.faults += unknown_keys(self.source, table, OF_CLAIM, span, f"The claim {number} has")
        meant = tuple(texts_of(self.source, table, "meant", span, self.faults))
        found = table.get("case", [])
        tables = found if isinstance(found, list) else []
        if not tables or not all(isinstance(one, dict) for one in tables):
            self.wrong(f"The claim {number} has no cases.", span, "Write each under   [[claim.case]]")
            tables = []
        cases = tuple(
            case for place, one in enumerate(tables, 1) if (case := self._case(one, f"claim-{number}-{place}", span))
        )
        statement = text_of(self.source, table, "statement", span, self.faults, None)
        return Claim(number, statement, meant, self._verdict(table, VERDICTS, number, span), cases)

    def _verdict(self, table: Mapping[str, Any], known: tuple[str, ...], number: object, span: Span | None) -> str:
        verdict = str(table.get("verdict", ""))
        if verdict not in known:
            self.wrong(f"The claim {number} has the verdict “{verdict}”.", span, f"Write one of: {', '.join(known)}.")
        return verdict

    def _case(self, table: dict[str, Any], id: str, span: Span | None) -> ClaimCase | None:
        name = str(table.get("edition", ""))
        if name not in resources.edition_names():
            close = nearest(name, resources.edition_names())
            remedies = (f"Do you mean {' or '.join(close)}?",) if close else ()
            self.wrong(f"A case of {id} is about “{name}”, which is no edition of the corpus.", span, *remedies)
            return None
        before = len(self.faults)
        says = text_of(self.source, table, "says", span, self.faults, None)
        because = text_of(self.source, table, "because", span, self.faults, "")
        verdict = self._verdict(table, (HOLDS, FAILS, UNDECIDABLE), id, span)
        own = {key: value for key, value in table.items() if key not in OF_CASE}
        if verdict == UNDECIDABLE:
            if own or not because:
                self.wrong(
                    f"A case of {id} is not decidable, and so has nothing but why.", span, 'Write:   because = "…"'
                )
            return ClaimCase(says, name, verdict, because, None, None)
        told = {**own, "id": id, "title": says or id, "why": says or id, "clauses": []}
        reader = self._readers.setdefault(name, CaseReader(self.load(name), self.source))
        case = reader.case(told, span, needs_clauses=False)
        claimed = self._claimed(table, reader, case, verdict, id)
        self.faults += [fault for fault in reader.faults if fault not in self.faults]
        if case is None or len(self.faults) > before:
            return None
        return ClaimCase(says, name, verdict, because, case, claimed)

    def _claimed(
        self, table: dict[str, Any], reader: CaseReader, case: Case | None, verdict: str, id: str
    ) -> Result | None:
        """Return what the claim says, where it fails."""
        found = table.get("claimed")
        is_seated = case is None or _can_be_seated(reader.edition, case)
        if (found is not None) != (verdict == FAILS and is_seated):
            sentence = f"A case of {id} that {'fails has' if verdict == FAILS else 'holds needs'} no “claimed”."
            remedy = "Write what the claim says, and the rules do not give, under   [claim.case.claimed]"
            self.wrong(sentence, case.span if case is not None else None, remedy)
            return None
        if not isinstance(found, dict):
            return None
        reader.only(found, OF_CONTRAST, case.span if case is not None else None, f"What is claimed in {id} has")
        return reader.result(found)

    def wrong(self, sentence: str, span: Span | None, *remedies: str) -> None:
        """Record a problem."""
        self.faults.append(bad_data(self.source, sentence, span, *remedies))


# --------------------------------------------------------------------------------------------- running


def try_claims(
    claims: Claims, load: Callable[[str], Edition], only: Collection[str] | None = None
) -> tuple[TriedClaim, ...]:
    """Run the cases of all claims, each under the rules of its edition; or those of some editions alone."""
    cases = [case for claim in claims.claims for case in claim.cases if only is None or case.edition in only]
    tried: dict[str, TriedCase] = {}
    for name in dict.fromkeys(case.edition for case in cases):
        own = {case.case.id: case for case in cases if case.edition == name and case.case is not None}
        tried |= {one.case.case.id: one for one in _try_of(load(name), own, claims.source) if one.case.case is not None}
    found = []
    for claim in claims.claims:
        ran = tuple(
            tried.get(case.case.id if case.case is not None else "", TriedCase(case, (), ())) for case in claim.cases
        )
        follows = verdict_of(case.verdict for case in claim.counted)
        sentence = f"The claim {claim.number} is said to be “{claim.verdict}”, and by its cases it is “{follows}”."
        found.append(TriedClaim(claim, ran, () if follows == claim.verdict else (sentence,)))
    return tuple(found)


def _try_of(edition: Edition, own: Mapping[str, ClaimCase], source: Source) -> Iterator[TriedCase]:
    """Yield the cases of an edition, each with what does not hold of it."""
    origin = edition.rules.seating
    seating = tuple(_short(edition, clause) for clause in (origin.clauses if origin is not None else ()))
    seated = {}
    for id, one in own.items():
        assert one.case is not None
        if _can_be_seated(edition, one.case):
            seated[id] = one
        else:
            yield TriedCase(one, seating, ())
    spliced = SplicedCases(edition, Cases(source, tuple(map(_with_the_claim, seated.values()))))
    if spliced.problems:
        raise RulesError([*spliced.problems])
    failed: dict[str, list[str]] = {id: [] for id in seated}
    clauses_of: dict[str, tuple[str, ...]] = {}
    for chosen, results in by_readings(spliced).items():
        rules, problems = spliced.resolved(chosen, owners(results))
        if problems:
            raise RulesError([problem for listed in problems.values() for problem in listed])
        for case, number in results:
            one = seated[case.id]
            is_claimed = one.claimed is not None and number == len(case.results) - 1
            trial = Trial(spliced, rules, case, 0 if is_claimed else number, number)
            wrong = [failure.sentence for failure in trial.failures()]
            if is_claimed and not wrong:
                wrong = ["what is claimed holds, so that the case cannot fail."]
            elif is_claimed:
                wrong = []
            failed[case.id] += [f"{_place(one)}: {sentence}" for sentence in wrong]
            if not number and not wrong:
                clauses_of[case.id] = case.decided_by or (seating if case.players is not None else trial.clauses())
    for id, one in seated.items():
        yield TriedCase(one, clauses_of.get(id, ()), tuple(failed[id]))


def _with_the_claim(one: ClaimCase) -> Case:
    """Return a case with what the claim says as its last contrast, under the same readings."""
    assert one.case is not None
    if one.claimed is None:
        return one.case
    claimed = replace(one.claimed, readings=one.case.expected.readings)
    return replace(one.case, contrasts=(*one.case.contrasts, claimed))


def _can_be_seated(edition: Edition, case: Case) -> bool:
    """Return whether as many can play as the case says."""
    least, most = edition.rules.seats
    return case.players is None or least <= case.players <= most


def seats_said(edition: Edition) -> str:
    """Return how many can play, in a sentence."""
    least, most = edition.rules.seats
    return f"This game is for {least if least == most else f'{least} to {most}'} players."


def _place(one: ClaimCase) -> str:
    id = one.case.id if one.case is not None else ""
    return f"Claim {id.removeprefix('claim-').replace('-', '.')}, “{one.says}”, in {one.edition}"


def _short(edition: Edition, clause: str) -> str:
    return clause.removeprefix(f"{edition.rules.name}.")
