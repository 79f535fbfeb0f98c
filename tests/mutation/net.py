"""Mutation testing: does `circular check` notice each mutant of an edition, and by which of its checks first.

The check notices a mutant if its rules cannot be resolved, the ledger of clauses is incomplete, or an example of the
rules file or a worked case fails.  A mutant with the same meaning under every reading does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cc_dsl.cases.reader import Case, read_cases
from cc_dsl.cases.sentences import NUMBERS, Chosen, ResolvedGroup, SplicedCases
from cc_dsl.cases.trials import Trial, try_cases
from cc_dsl.closures.state import RulesFault
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.engine.judge import try_examples
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition, parts_of
from cc_dsl.rules import meaning, model
from cc_dsl.rules.gather import Part
from cc_dsl.rules.ledger import make_ledger
from cc_dsl.rules.resolve import resolution
from cc_dsl.syntax import nodes
from cc_dsl.table.chance import Chance
from tests.mutation.mutants import Mutant, mutants_of

NOTHING, SAME = "nothing", "same"


class Net:
    """The tests of `circular check` for an edition, prepared for its mutants."""

    def __init__(self, edition: Edition) -> None:
        """Read the cases and sort them by the readings under which they hold."""
        self.edition, self.start, self.rules = edition, edition.start, edition.rules
        self.spliced = SplicedCases(edition, read_cases(edition))
        self.groups = self.spliced.by_readings()
        self._libraries = parts_of(edition.start, edition.source)[0]
        self._defaults = {doubt.name: doubt.default for doubt in self.rules.doubts.values()}
        self._known = {problem.sentence for problem in [*self.resolved(self.start, ())[1], *self._ledger(self.start)]}
        self._meanings: dict[Chosen, str] = {}
        self._caught: dict[str, int] = {}
        """The number of mutants that each case has noticed; those that notice most are tried first."""

    def mutants(self, seed: int = 0, sample: int | None = None) -> list[Mutant]:
        """Return the mutants of the edition, or a sample of this size, picked by the seed."""
        mutants = mutants_of(self.start, self.edition.source.text, self.rules, seed)
        if sample is None:
            return mutants
        return [mutants[place] for place in sorted(Chance(seed).some(min(sample, len(mutants)), len(mutants)))]

    def verdict(self, mutant: Mutant) -> str:
        """Return the check that notices a mutant: `rules`, `ledger`, `example` or `case`; else `same` or `nothing`."""
        start, needed = mutant.applied(self.start), self.needed(mutant)
        rules, problems = self.resolved(start, needed)
        if self._has_new(problems):
            return "rules"
        if not needed and self._has_new(self._ledger(start)):
            return "ledger"
        if not needed and _has_failing_example(rules):
            return "example"
        if any(self._failing_cases(start, mutant)):
            return "case"
        is_same = True
        for chosen in [needed, *self._answers()]:
            if chosen not in self._meanings:
                self._meanings[chosen] = meaning.digest(self.resolved(self.start, chosen)[0])
            rules, problems = self.resolved(start, chosen)
            if self._has_new(problems):
                return "rules"
            is_same = is_same and meaning.digest(rules) == self._meanings[chosen]
        return SAME if is_same else NOTHING

    def needed(self, mutant: Mutant) -> Chosen:
        """Return the readings, other than defaults, that the changed place needs to have an effect."""
        return tuple((name, answer) for name, answer in mutant.inside if self._defaults.get(name) != answer)

    def resolved(self, start: nodes.Start, chosen: Chosen) -> tuple[model.Rules, list[Problem]]:
        """Return the rules of a syntax tree under some readings, and their problems."""
        label, title = self.start.edition.label.text, self.start.edition.title.text
        # Caches use the digest as their key, so each mutant gets a new one.
        result = resolution(label, title, self._parts(start), dict(chosen), f"mutant {next(NUMBERS)}")
        return result.rules, result.problems

    def _parts(self, start: nodes.Start) -> list[Part]:
        return [*self._libraries, Part(start, self.edition.source)]

    def _ledger(self, start: nodes.Start) -> list[Problem]:
        text = self.edition.text
        return make_ledger(start, self.edition.source, text)[1] if text is not None else []

    def _has_new(self, problems: Sequence[Problem]) -> bool:
        """Return whether there is a problem that the edition itself does not have."""
        return any(problem.sentence not in self._known for problem in problems)

    def _answers(self) -> list[Chosen]:
        """Return the default readings, and each single reading other than a default."""
        others = [(doubt.name, answer) for doubt in self.rules.doubts.values() for answer, _ in doubt.alternatives]
        return [(), *((one,) for one in others if one[1] != self._defaults[one[0]])]

    def _failing_cases(self, start: nodes.Start, mutant: Mutant) -> Iterator[Case]:
        """Yield the cases that fail; those about the changed clause are tried first."""

        def rank(result: tuple[Case, int]) -> tuple[bool, bool]:
            return mutant.clause not in result[0].clauses, not result[0].question

        groups = sorted((chosen for chosen in self.groups if {*self.needed(mutant)} <= {*chosen}), key=len)
        for chosen in groups:
            # Resolving the sentences of cases is slow, so divide the groups; questions have no sentences.
            results = sorted(self.groups[chosen], key=lambda one: (*rank(one), -self._caught.get(one[0].id, 0)))
            for part in ([*group] for _, group in groupby(results, rank)):
                group = self.spliced.resolve(chosen, part, self._parts(start))
                for case, place in part:
                    if (case.id, place) in group.problems or self._fails(group, case, place):
                        self._caught[case.id] = self._caught.get(case.id, 0) + 1
                        yield case

    def _fails(self, group: ResolvedGroup, case: Case, number: int) -> bool:
        if Trial(group, case, number).failures():
            return True
        is_contrast = bool(number) and (case.id, 0) not in group.problems
        return is_contrast and not Trial(group, case, number, 0).failures()


def _has_failing_example(rules: model.Rules) -> bool:
    try:
        return any(one.failed for one in try_examples(rules))
    except RulesFault:
        return True


def require_sound(edition: Edition) -> None:
    """Raise a UserError if an example or a case of the edition fails, since it would seem to notice every change."""
    outcome = try_cases(edition)
    failing = [problem.sentence for problem in outcome.problems]
    failing += [f"The case {failure.case.id} fails: {failure.sentence}" for failure in outcome.failures]
    failing += [f"An example fails: {one.failed[0]}" for one in try_examples(edition.rules) if one.failed]
    if failing:
        remedy = f"Nothing is counted before it holds:   circular check {edition.argument}"
        raise UserError("bad-case", f"{failing[0]}\n{remedy}")
