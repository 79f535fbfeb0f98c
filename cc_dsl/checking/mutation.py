"""Mutation testing: whether `circular check` notices each mutant of an edition, and which test notices it first.

A mutant is noticed by content: its rules cannot be resolved, the ledger of clauses is incomplete, an example of the
rules file fails, or a worked case.  Digests are not compared.  A mutant that nothing notices is proved equivalent, or
survives.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from cc_dsl.checking.cases import PRINTED, Case, read_cases
from cc_dsl.checking.mutants import Mutant, mutants_of
from cc_dsl.checking.names import IntroducedNames
from cc_dsl.checking.proofs import proof
from cc_dsl.checking.splicing import NUMBERS, Chosen, SplicedCases
from cc_dsl.checking.trying import Trial, by_readings, owners, try_cases
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.errors import UserError
from cc_dsl.interpreter.judge import try_examples
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.pipeline import Edition, parts_of
from cc_dsl.rules import meaning, model
from cc_dsl.rules.gather import Part
from cc_dsl.rules.ledger import make_ledger
from cc_dsl.rules.resolve import resolve_undigested
from cc_dsl.syntax import nodes
from cc_dsl.table.chance import Chance

RULES, LEDGER, EXAMPLE, CASE = "rules", "ledger", "example", "case"
SAME_MEANING = "Every answer to every open place leaves the rules with the same meaning."


@dataclass(frozen=True)
class MutantVerdict:
    """The result of testing a mutant."""

    mutant: Mutant
    by: str
    """`rules`, `ledger`, `example` or `case`; nothing if it is not noticed."""
    what: str
    """The problem, the example, or the id of the case that notices it."""
    printed: bool = False
    """Whether an example that the text prints excludes it."""
    proof: str = ""
    """Why it changes nothing, where that is proved."""

    @property
    def is_noticed(self) -> bool:
        """Whether anything notices it."""
        return bool(self.by)

    @property
    def survives(self) -> bool:
        """Whether nothing notices it, although it may change something."""
        return not self.by and not self.proof


class Net:
    """The tests of `circular check` for an edition, prepared for its mutants."""

    def __init__(self, edition: Edition) -> None:
        """Read the cases and sort them by the readings under which they hold."""
        self.edition = edition
        self.start = edition.start
        self.spliced = SplicedCases(edition, read_cases(edition))
        self.rules = edition.rules
        self.groups = by_readings(self.spliced)
        self._libraries = parts_of(edition.start, edition.source)[0]
        self._defaults = {doubt.name: doubt.default for doubt in self.rules.doubts.values()}
        self._known = {(one.code, one.sentence) for one in self._problems_of(self.start)}
        self._meanings: dict[Chosen, str] = {}
        self._caught: dict[str, int] = {}
        """The number of mutants that each case has noticed; those that notice most are tried first."""

    def _problems_of(self, start: nodes.Start) -> list[Problem]:
        """Return the problems of the rules under their defaults, and of the ledger."""
        _, problems = self._resolved(start, ())
        return [*problems, *self._ledger(start)]

    def mutants(self, seed: int = 0, sample: int | None = None) -> list[Mutant]:
        """Return the mutants of the edition, or a sample of this size, picked by the seed."""
        found = mutants_of(self.start, self.edition.source.text, IntroducedNames(self.rules), seed)
        if sample is None or sample >= len(found):
            return found
        return [found[place] for place in sorted(Chance(seed).some(sample, len(found)))]

    def verdict(self, mutant: Mutant) -> MutantVerdict:
        """Return what notices a mutant, or why nothing needs to."""
        known = proof(self.start, mutant, self.rules.seats)
        if known:
            return MutantVerdict(mutant, "", "", proof=known)
        start = mutant.applied(self.start)
        needed = self._needed(mutant)
        found = self._first(start, mutant, needed)
        if found is not None:
            return found
        problems = self._problems_under_any(start)
        if problems:
            return MutantVerdict(mutant, RULES, problems[0].sentence)
        answers = [needed, *self._answers()]
        is_same = all(self._means_the_same(start, chosen) for chosen in answers)
        return MutantVerdict(mutant, "", "", proof=SAME_MEANING if is_same else "")

    def rules_beside(self, mutant: Mutant) -> tuple[model.Rules, model.Rules]:
        """Return the rules as they are and as the mutant has them, under the answers that make it say anything."""
        needed = self._needed(mutant)
        return self._resolved(self.start, needed)[0], self._resolved(mutant.applied(self.start), needed)[0]

    def is_noticed(self, mutant: Mutant, by: Collection[str]) -> bool:
        """Return whether some of these cases, named by their ids, notice a mutant whose rules are sound."""
        start = mutant.applied(self.start)
        return next(self._cases(start, mutant, lambda case: case.id in by), None) is not None

    # ------------------------------------------------------------------------------------- noticing

    def _needed(self, mutant: Mutant) -> Chosen:
        """Return the readings under which the changed place says anything, but for the defaults."""
        return tuple((name, answer) for name, answer in mutant.inside if self._defaults.get(name) != answer)

    def _first(self, start: nodes.Start, mutant: Mutant, needed: Chosen) -> MutantVerdict | None:
        """Return the first thing that notices a mutant; what the text prints is tried first."""
        rules, problems = self._resolved(start, needed)
        strange = [one for one in problems if (one.code, one.sentence) not in self._known]
        if strange:
            return MutantVerdict(mutant, RULES, strange[0].sentence)
        if not needed:
            hole = next((one for one in self._ledger(start) if (one.code, one.sentence) not in self._known), None)
            if hole is not None:
                return MutantVerdict(mutant, LEDGER, hole.sentence, self._is_excluded_in_print(start, rules, mutant))
            example = self._example(rules)
            if example is not None:
                return MutantVerdict(mutant, EXAMPLE, example, printed=True)
        for case in self._cases(start, mutant, _is_printed):
            return MutantVerdict(mutant, CASE, case.id, printed=True)
        for case in self._cases(start, mutant, lambda case: not _is_printed(case)):
            return MutantVerdict(mutant, CASE, case.id)
        return None

    def _is_excluded_in_print(self, start: nodes.Start, rules: model.Rules, mutant: Mutant) -> bool:
        """Return whether examples that the text prints exclude a mutant that is noticed already."""
        return self._example(rules) is not None or any(self._cases(start, mutant, _is_printed))

    def _resolved(self, start: nodes.Start, needed: Chosen) -> tuple[model.Rules, list[Problem]]:
        label, title = self.start.edition.label.text, self.start.edition.title.text
        parts = [*self._libraries, Part(start, self.edition.source, False)]
        # What is made once for rules is kept by their digest; no two mutants share it.
        return resolve_undigested(label, title, parts, dict(needed), f"mutant {next(NUMBERS)}")

    def _ledger(self, start: nodes.Start) -> list[Problem]:
        text = self.edition.text
        return make_ledger(start, self.edition.source, text)[1] if text is not None else []

    def _example(self, rules: model.Rules) -> str | None:
        """Return an example of the rules file that fails."""
        try:
            failed = next((one for one in try_examples(rules) if one.failed), None)
        except RulesFault as fault:
            return fault.sentence
        return failed.failed[0] if failed is not None else None

    def _cases(self, start: nodes.Start, mutant: Mutant, wants: Callable[[Case], bool]) -> Iterator[Case]:
        """Yield the wanted cases that fail, first those that are likely to: those about the changed clause."""
        wanted = set(self._needed(mutant))
        groups = sorted((chosen for chosen in self.groups if wanted <= set(chosen)), key=len)
        for number, chosen in enumerate(groups):
            results = [one for one in self.groups[chosen] if wants(one[0])]
            results.sort(key=lambda one: (mutant.clause not in one[0].clauses, -self._caught.get(one[0].id, 0)))
            # To resolve sentences takes time: the largest group is divided, and questions need no sentences.
            parts = [results] if number else _divided(results, mutant.clause)
            for part in parts:
                if part:
                    yield from self._failing(start, chosen, part)

    def _failing(self, start: nodes.Start, chosen: Chosen, results: list[tuple[Case, int]]) -> Iterator[Case]:
        parts = [*self._libraries, Part(start, self.edition.source, False)]
        rules, problems = self.spliced.resolved(chosen, owners(results), parts)
        for case, number in results:
            if (case.id, number) in problems or self._fails(rules, case, number, problems):
                self._caught[case.id] = self._caught.get(case.id, 0) + 1
                yield case

    def _fails(self, rules: model.Rules, case: Case, number: int, problems: Container[tuple[str, int]]) -> bool:
        if Trial(self.spliced, rules, case, number, explains=False).failures():
            return True
        is_contrast = bool(number) and (case.id, 0) not in problems
        return is_contrast and not Trial(self.spliced, rules, case, number, 0, explains=False).failures()

    # ------------------------------------------------------------------------------------- surviving

    def _problems_under_any(self, start: nodes.Start) -> list[Problem]:
        """Return the problems of the rules under any single answer to an open place."""
        for chosen in self._answers():
            _, problems = self._resolved(start, chosen)
            strange = [one for one in problems if (one.code, one.sentence) not in self._known]
            if strange:
                return strange
        return []

    def _answers(self) -> list[Chosen]:
        doubts = self.rules.doubts.values()
        others = [((doubt.name, answer),) for doubt in doubts for answer, _ in doubt.alternatives]
        return [(), *(one for one in others if one[0][1] != self._defaults[one[0][0]])]

    def _means_the_same(self, start: nodes.Start, chosen: Chosen) -> bool:
        if chosen not in self._meanings:
            self._meanings[chosen] = meaning.digest(self._resolved(self.start, chosen)[0])
        return self._meanings[chosen] == meaning.digest(self._resolved(start, chosen)[0])


def _divided(results: list[tuple[Case, int]], clause: str) -> list[list[tuple[Case, int]]]:
    """Divide results into those of cases about a clause and the others, and each into questions and the others."""
    return [
        [one for one in results if (clause in one[0].clauses) == is_about and bool(one[0].question) == asks]
        for is_about, asks in product((True, False), (True, False))
    ]


def _is_printed(case: Case) -> bool:
    return case.source == PRINTED


@dataclass(frozen=True)
class Score:
    """The results of testing the mutants of an edition."""

    verdicts: tuple[MutantVerdict, ...]

    @property
    def changing(self) -> list[MutantVerdict]:
        """The mutants that are not proved to change nothing."""
        return [one for one in self.verdicts if not one.proof]

    @property
    def noticed(self) -> int:
        """The number of them that are noticed."""
        return sum(one.is_noticed for one in self.changing)

    @property
    def share(self) -> float:
        """The share of those noticed among all that may change something."""
        return self.noticed / len(self.changing) if self.changing else 1.0

    @property
    def sound(self) -> list[MutantVerdict]:
        """The mutants that are rules still, and may change something: the variants of the rules."""
        return [one for one in self.changing if one.by != RULES]

    def count(self, *by: str) -> int:
        """Return how many mutants were noticed so."""
        return sum(one.by in by for one in self.changing)


def require_sound(edition: Edition) -> None:
    """Refuse to count for an edition of which an example or a case fails: that would seem to notice every change.

    Raises a UserError that names the first of them.
    """
    outcome = try_cases(edition)
    failing = [problem.sentence for problem in outcome.problems]
    failing += [f"The case {failure.case.id} fails: {failure.sentence}" for failure in outcome.failures]
    failing += [f"An example fails: {one.failed[0]}" for one in try_examples(edition.rules) if one.failed]
    if failing:
        remedy = f"Nothing is counted before it holds:   circular check {edition.argument}"
        raise UserError("bad-case", f"{failing[0]}\n{remedy}")


def score(net: Net, mutants: Sequence[Mutant], tell: Callable[[int, int], None] | None = None) -> Score:
    """Return the verdict on each mutant; `tell` is called with the number done and the total."""
    verdicts = []
    for number, mutant in enumerate(mutants):
        verdicts.append(net.verdict(mutant))
        if tell is not None:
            tell(number + 1, len(mutants))
    return Score(tuple(verdicts))
