"""Claims about the games by other authors in print: each is divided into worked cases, which are run.

`claims.toml` in the corpus has them; `corpus/README.md` describes the format. A case names an edition, lays a position
or plays a course, and states the result of the rules. If the claim states another result, the case contains it as well,
and the rules must not give it: then the claim fails. The verdict on a claim follows from its cases.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from cc_dsl import resources
from cc_dsl.cases.reader import OF_CONTRAST, Case, CaseReader
from cc_dsl.cases.trials import results_of
from cc_dsl.diagnostics.problem import Problem, RulesError, remedies_for
from cc_dsl.diagnostics.toml_tables import NamedTable
from cc_dsl.pipeline import Edition
from cc_dsl.source.data import read_data, tables_of

FILE = "claims.toml"
HOLDS, IN_PART, FAILS, UNDECIDABLE = "holds", "holds in part", "fails", "not decidable"
VERDICTS = (HOLDS, IN_PART, FAILS, UNDECIDABLE)
DENIED = "the claimed result holds, so the case cannot fail."
OF_CLAIM = ("number", "statement", "meant", "case")
OF_CASE = ("says", "edition", "because", "claimed")


class ClaimCase(NamedTuple):
    """A part of a claim about one edition."""

    says: str
    edition: str
    verdict: str
    because: str
    """Why the rules decide nothing, or what the case shows; it may be empty."""
    case: Case | None = None
    """The worked case; None if the rules decide nothing. A false result that the claim states is its last contrast."""
    clauses: tuple[str, ...] = ()
    """The clauses that decide a case that was run, or else those on which its result rests, without the name of the
    edition.
    """
    failed: tuple[str, ...] = ()
    """The failures of a case that was run, in sentences."""


class Claim(NamedTuple):
    number: int
    statement: str
    meant: tuple[str, ...]
    """The editions that the claim is about; cases of other editions are for comparison."""
    cases: tuple[ClaimCase, ...]

    @property
    def verdict(self) -> str:
        """The verdict that follows from the cases of the editions to which the claim refers, as far as they decide."""
        verdicts = {case.verdict for case in self.cases if case.edition in self.meant} - {UNDECIDABLE}
        return UNDECIDABLE if not verdicts else IN_PART if len(verdicts) > 1 else verdicts.pop()

    @property
    def failures(self) -> tuple[str, ...]:
        """The failures of its cases, in sentences."""
        return tuple(sentence for case in self.cases for sentence in case.failed)


class Claims(NamedTuple):
    """The claims of one printed source."""

    id: str
    title: str
    where: str
    seen: str
    claims: tuple[Claim, ...]


# ---------------------------------------------------------------------------------- the file of claims


def claims_file() -> str:
    """Return the path of the claims of the corpus."""
    return os.path.join(resources.corpus_root(), FILE)


def read_claims(load: Callable[[str], Edition], path: str = "") -> Claims:
    """Return the claims of the corpus; raise a RulesError with all problems of their file."""
    source, data = read_data(path or claims_file())
    faults: list[Problem] = []
    whole = NamedTable("", data, source, None, faults)
    id, title, where, seen = (whole.text(key) for key in ("id", "title", "where", "seen"))
    reader_of = cache(lambda name: CaseReader(load(name), source, faults))
    claims = []
    for table, span in tables_of(source, data, "claim", faults):
        entry = NamedTable("", table, source, span, faults)
        number = entry.integer("number", 1) or 0
        if not number:
            entry.wrong("A claim has no number.", "Write:   number = 1")
        entry = entry._replace(name=f"claim-{number}", subject=f"The claim {number}")
        entry.refuse_unknown_keys(OF_CLAIM)
        tables = entry.tables("case")
        if not tables:
            entry.refuse("has no cases", "Write each under   [[claim.case]]")
        names = (f"{entry.name}-{place}" for place in itertools.count(1))
        parts = [entry._replace(name=name, table=part) for name, part in zip(names, tables or (), strict=False)]
        cases = [_case(part._replace(subject=f"A case of {part.name}"), reader_of) for part in parts]
        statement, meant = entry.text("statement"), entry.texts("meant")
        claims.append(Claim(number, statement, meant, tuple(case for case in cases if case is not None)))
    if faults:
        raise RulesError(faults)
    return Claims(id, title, where, seen, tuple(claims))


def _case(entry: NamedTable, reader_of: Callable[[str], CaseReader]) -> ClaimCase | None:
    """Return the case of a claim from a table; None if the table is not understood.

    `reader_of` gives the reader of cases about an edition, by its name.
    """
    name, before = str(entry.table.get("edition", "")), len(entry.faults)
    if name not in resources.edition_names():
        remedies = remedies_for(name, resources.edition_names())
        entry.refuse(f"is about “{name}”, which is not an edition of the corpus", *remedies)
        return None
    says, because = entry.text("says"), entry.text("because", "")
    own = {key: value for key, value in entry.table.items() if key not in OF_CASE}
    if not own:
        if not because:
            entry.refuse("needs “because”, since it neither lays out nor plays anything", 'Write:   because = "…"')
        return ClaimCase(says, name, UNDECIDABLE, because)
    reader = reader_of(name)
    words = {"id": entry.name, "title": says or entry.name, "why": says or entry.name, "clauses": []}
    case = reader.case({**own, **words}, entry.span, needs_clauses=False)
    claim = entry.table.get("claimed")
    if isinstance(claim, dict):
        entry._replace(table=claim, subject=f"What is claimed in {entry.name}").refuse_unknown_keys(OF_CONTRAST)
        claimed = reader.result(entry._replace(table=claim, subject=f"The case {entry.name}"))
        if case is not None:
            claimed = replace(claimed, readings=case.expected.readings, denied=DENIED)
            case = replace(case, contrasts=(*case.contrasts, claimed))
    elif claim is not None:
        entry.refuse("has a “claimed” that is not a table", "Write it under   [claim.case.claimed]")
    if case is None or len(entry.faults) > before:
        return None
    is_so = claim is None and _can_be_seated(reader.edition, case)
    return ClaimCase(says, name, HOLDS if is_so else FAILS, because, case)


# -------------------------------------------------------------------------------------------- verdicts


def try_claims(
    claims: Claims, load: Callable[[str], Edition], only: Collection[str] | None = None
) -> tuple[Claim, ...]:
    """Return the claims, or those about some editions, after running their cases under the rules of each edition."""
    cases = [case for claim in claims.claims for case in claim.cases if only is None or case.edition in only]
    tried_cases: dict[str, ClaimCase] = {}
    for name in dict.fromkeys(case.edition for case in cases):
        of_edition = {case.case.id: case for case in cases if case.edition == name and case.case is not None}
        tried_cases |= _try_cases(load(name), of_edition)
    return tuple(
        claim._replace(cases=tuple(tried_cases.get(case.case.id, case) if case.case else case for case in claim.cases))
        for claim in claims.claims
    )


def _try_cases(edition: Edition, claim_cases: Mapping[str, ClaimCase]) -> dict[str, ClaimCase]:
    """Return the cases of claims about an edition by their ids, each with its deciding clauses and its failures."""
    origin, prefix = edition.rules.seating, f"{edition.rules.name}."
    seating = tuple(clause.removeprefix(prefix) for clause in origin.clauses) if origin is not None else ()
    # If the text does not allow as many players as the case has, its clauses on their number decide.
    tried_cases = {id: claim_case._replace(clauses=seating) for id, claim_case in claim_cases.items()}
    cases = [claim_case.case for claim_case in claim_cases.values() if claim_case.case is not None]
    playable_cases = [case for case in cases if _can_be_seated(edition, case)]
    for case, number, trial, failures, problems in results_of(edition, playable_cases):
        if trial is None:
            raise RulesError(problems)
        claim_case = tried_cases[case.id]
        place = f"Claim {case.id.removeprefix('claim-').replace('-', '.')}, “{claim_case.says}”, in {edition.name}"
        clauses = claim_case.clauses if number else ()
        if not number and not failures:
            clauses = case.decided_by or (seating if case.players is not None else trial.clauses())
        failed = (*claim_case.failed, *(f"{place}: {failure.sentence}" for failure in failures))
        tried_cases[case.id] = claim_case._replace(clauses=clauses, failed=failed)
    return tried_cases


def _can_be_seated(edition: Edition, case: Case) -> bool:
    """Return whether the rules allow the number of players of the case."""
    least, most = edition.rules.seats
    return case.players is None or least <= case.players <= most
