"""Test worked cases; a failed expectation is reported with the actual result and its clauses."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.cases.answers import differing
from cc_dsl.cases.course import Course, Unmet, deciding, number_instead
from cc_dsl.cases.reader import Case, CaseLine, Cases, read_cases
from cc_dsl.cases.sentences import (
    GIVEN,
    NOT_SO,
    OWN,
    SO,
    CaseOwner,
    Chosen,
    Key,
    SplicedCases,
    course_of,
    do_name,
    readings_said,
    sentences,
    title_of,
)
from cc_dsl.closures.reasons import Decision
from cc_dsl.closures.runtime import Runtime, runtime_of
from cc_dsl.closures.state import RulesFault, State
from cc_dsl.diagnostics.problem import Problem, from_fault
from cc_dsl.engine.judge import answer, is_laid_twice, lay_out, named_in, position_of
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.source.data import bad_data
from cc_dsl.source.files import Span
from cc_dsl.trees import replace
from cc_dsl.words.book import Book
from cc_dsl.words.sentences import clauses_of, line

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

ENTRY = model.ENTRY
WHOLE_GAME = f"then the {ENTRY}."
"""The act of a case that plays the whole game from a position."""
MOST_REASONS = 8
"""The number of decisions that are shown for an expectation that does not hold."""


@dataclass(frozen=True)
class Failure:
    """An expectation of a case that does not hold."""

    case: Case
    number: int
    """0 for the expectations under the readings of the case, else the number of a contrast."""
    sentence: str
    """The expected and the actual result."""
    reasons: tuple[str, ...] = ()
    """The decisions behind the result, each with its clauses."""
    span: Span | None = None


@dataclass(frozen=True)
class CaseResults:
    """The results of testing the worked cases of an edition."""

    cases: int
    failures: tuple[Failure, ...]
    problems: tuple[Problem, ...]
    """Problems of the cases themselves, because of which they cannot be tested."""
    untested: int = 0
    """The number of cases that could not be tested."""

    @property
    def failed(self) -> int:
        """The number of cases that fail."""
        return len({failure.case.id for failure in self.failures})

    @property
    def held(self) -> int:
        """The number of cases that were tested and hold."""
        return self.cases - self.failed - self.untested


NO_CASES = CaseResults(0, (), ())


def try_cases(edition: Edition, clause: str = "") -> CaseResults:
    """Try all worked cases of an edition, or those of one clause."""
    known = read_cases(edition)
    if clause:
        known = Cases(known.source, tuple(case for case in known if clause in case.clauses))
    spliced = SplicedCases(edition, known)
    if spliced.problems:
        return CaseResults(len(spliced.cases), (), tuple(spliced.problems), len(spliced.cases))
    failures: list[Failure] = []
    problems: list[Problem] = []
    untested: set[str] = set()
    for group in resolved_groups(spliced):
        for case, number in group.results:
            if (case.id, number) in group.unresolved:
                problems += [one for one in group.problems_of(case.id, number) if one not in problems]
                untested.add(case.id)
                continue
            failures += Trial(spliced, group.rules, case, number).failures()
            is_contrast = bool(number) and (case.id, 0) not in group.unresolved
            if is_contrast and not Trial(spliced, group.rules, case, number, 0).failures():
                failures.append(_no_contrast(case, number))
    faulty = [bad_data(spliced.cases.source, one.sentence, one.span) for one in failures if isinstance(one, Faulty)]
    kept = tuple(one for one in failures if not isinstance(one, Faulty))
    failed = {one.case.id for one in kept}
    return CaseResults(len(spliced.cases), kept, (*problems, *map(from_fault, faulty)), len(untested - failed))


def positions(edition: Edition) -> Iterator[tuple[Case, Runtime, State]]:
    """Yield the position that each case lays in sentences of the rules, with the runtime of its rules."""
    spliced = SplicedCases(edition, read_cases(edition))
    for group in () if spliced.problems else resolved_groups(spliced):
        for case, number in group.results:
            if case.given and not number and not case.question and (case.id, number) not in group.problems:
                yield case, *Trial(spliced, group.rules, case, number).laid()


class ResolvedGroup(NamedTuple):
    """The results that are to hold under one choice of readings, and the rules that have their sentences."""

    rules: model.Rules
    results: list[tuple[Case, int]]
    """Cases, each with the number of a result."""
    problems: dict[CaseOwner, list[Problem]]
    unresolved: set[CaseOwner]
    """The results of which a sentence is missing from the rules."""

    def problems_of(self, case: str, number: int) -> list[Problem]:
        """Return why a result is missing; what spoils several sentences is a problem of the first of them only."""
        return self.problems.get((case, number)) or [*itertools.chain.from_iterable(self.problems.values())]


def resolved_groups(spliced: SplicedCases) -> Iterator[ResolvedGroup]:
    """Yield the results of all cases, resolved with the rules for each choice of readings."""
    for chosen, results in by_readings(spliced).items():
        rules, problems = spliced.resolved(chosen, owners(results))
        unresolved = problems.keys() | spliced.unresolved(rules, owners(results))
        yield ResolvedGroup(rules, results, problems, unresolved)


def by_readings(spliced: SplicedCases) -> dict[Chosen, list[tuple[Case, int]]]:
    """Return the results of all cases by the readings under which they are to hold."""
    found: dict[Chosen, list[tuple[Case, int]]] = {}
    for case in spliced.cases:
        for number in range(len(case.results)):
            found.setdefault(spliced.chosen(case, number), []).append((case, number))
    return found


def owners(results: Iterable[tuple[Case, int]]) -> list[CaseOwner]:
    """Return whose sentences results need: their own, and those that a contrast is to contradict."""
    return [owner for case, number in results for owner in ((case.id, number), (case.id, 0))]


def _no_contrast(case: Case, number: int) -> Failure:
    said = readings_said(case.results[number].readings).strip()
    sentence = f"Under these other readings the case comes to the same: {said}."
    return Failure(case, number, sentence, (), case.span)


class Faulty(Failure):
    """A case that cannot be tried as it is written."""


class Trial:
    """One result of a case under resolved rules."""

    def __init__(
        self,
        spliced: SplicedCases,
        rules: model.Rules,
        case: Case,
        number: int,
        expects: int | None = None,
        explains: bool = True,
    ) -> None:
        """Find the sentences of the case among the examples of the rules.

        `expects` is the number of the result whose expectations are tried; without it, it is the same.
        Who only wants to know whether the case holds can do without explanations.
        """
        self.spliced = spliced
        self.rules = rules
        self.case = case
        self.number = number
        self.expected = case.results[number if expects is None else expects]
        self._expects = number if expects is None else expects
        self._explains = explains
        self._examples = {example.title: example for example in rules.examples}

    def failures(self) -> list[Failure]:
        """Return what does not hold."""
        try:
            return [*self._failures()]
        except UserError as fault:
            said = getattr(fault, "sentence", None) or str(fault)
            return [Faulty(self.case, self.number, f"The case {self.case.id}: {said}", (), self.case.span)]

    def _failures(self) -> Iterator[Failure]:
        if self.case.question:
            yield from self._asked()
        elif self.case.is_played:
            yield from self._played()
        else:
            yield from self._laid()

    # -------------------------------------------------------------------------------------- three forms

    def _asked(self) -> Iterator[Failure]:
        """Ask a question of a position."""
        case, rules = self.case, self.rules
        try:
            found = answer(rules, case.question, case.pieces)
        except RulesFault as fault:
            yield self._failure(f"an answer was expected, but play stops: {fault}", self.case.span)
            return
        wanted = {**case.expected.answer, **self.expected.answer}
        wrong = differing(rules, rules.questions[case.question], wanted, found.value)
        for sentence in wrong:
            yield self._failure(sentence, case.span, self._told(found.decisions) if self._explains else ())
        if not wrong:
            yield from self._deciding({self._short(clause) for clause in found.clauses})

    def course(self, has_reasons: bool = False) -> Course:
        """Return the course of play of the case, played up to its first question."""
        case, lines = self.case, course_of(self.case, self._expects)
        example = self._example(GIVEN)
        conditions = {
            place: found
            for place in range(len(lines))
            if (found := self._examples.get(title_of((case.id, self._expects, "line", place)))) is not None
        }
        rules = self.rules
        body = rules.procedures.get(do_name(case.id, self.number))
        if body is not None and [line.text for line in case.do] != [WHOLE_GAME]:
            # What is made once for rules is kept by their digest; these begin elsewhere.
            digest = f"{rules.digest} {body.name}"
            rules = replace(rules, procedures={**rules.procedures, ENTRY: body}, digest=digest)
        begin = None if example is None else lambda runtime: self._position(runtime, example)
        names_clauses = case.decided_by or case.not_decided_by or any(one.text.startswith("by:") for one in lines)
        has_reasons = has_reasons or bool(names_clauses)
        return Course(rules, self._seats(), lines, conditions, begin, has_reasons)

    def laid(self) -> tuple[Runtime, State]:
        """Return the position of the case, with the runtime of its rules."""
        runtime = runtime_of(self.rules, "plain", self._seats())
        return runtime, self._position(runtime, self._example(GIVEN))

    def _laid(self) -> Iterator[Failure]:
        """Try sentences of a position."""
        runtime, state = self.laid()
        yield from self._claims(runtime, state)
        if self.case.decided_by or self.case.not_decided_by:
            yield from self._deciding(set(map(self._short, self._clauses_of(state, SO))))

    def _played(self) -> Iterator[Failure]:
        """Follow a course of play, and test the expectations at its end."""
        case, lines = self.case, course_of(self.case, self._expects)
        course = None
        try:
            course = self.course()
            course.follow()
        except Unmet as unmet:
            at = lines[course.at - 1] if course is not None and course.at else None
            yield self._failure(str(unmet), at.span if at is not None else case.span)
            return
        except RulesFault as fault:
            yield self._failure(f"play should go on, but stops: {fault}", case.span)
            return
        if course.bound:
            yield self._failure(f"play should go on, but a bound of the rules stops it: “{course.bound}”", case.span)
            return
        yield from self._claims(runtime_of(self.rules, "plain", self._seats()), course.game.position)
        yield from self._deciding(set(map(self._short, course.clauses)))

    # ------------------------------------------------------------------------------------------ parts

    def _seats(self) -> int:
        """Return how many play: as is said, or as few as may be but all who are named."""
        if self.case.players is not None:
            return self.case.players
        prefix = f"{OWN}{self.case.id} {self.number} "
        own = [example for title, example in self._examples.items() if title.startswith(prefix)]
        return max(self.rules.seats[0], *named_in(tuple((one.laid, one.claims, one.stored) for one in own)))

    def _example(self, word: str) -> model.Example | None:
        return self._examples.get(title_of((self.case.id, self.number, word, 0)))

    def _position(self, runtime: Runtime, example: model.Example | None) -> State:
        if example is None:
            return lay_out(runtime, (), ())
        if is_laid_twice(example):
            raise UserError("bad-case", f"one {self.rules.pieces.name} is laid twice.")
        return position_of(runtime, example)

    def _sentences(self, word: str) -> list[tuple[Key, CaseLine]]:
        """Return the sentences that must hold, or must not, with the keys of their resolved forms."""
        lines = self.expected.so if word == SO else self.expected.not_so
        return [((self.case.id, self._expects, word, place), one) for place, one in enumerate(sentences(lines))]

    def _claims(self, runtime: Runtime, state: State) -> Iterator[Failure]:
        for word, wanted in ((SO, True), (NOT_SO, False)):
            for key, said in self._sentences(word):
                try:
                    holds = self._holds(runtime, state, key)
                except RulesFault as fault:
                    yield self._failure(f"“{said.text}” cannot be tried: {fault}", said.span)
                    continue
                if holds != wanted:
                    number = number_instead(runtime, state, self._examples[title_of(key)]) if wanted else ""
                    sentence = f"“{said.text}” should {'hold' if wanted else 'not hold'}{number}"
                    yield self._failure(sentence, said.span, self._why(runtime, state, key))

    def _holds(self, runtime: Runtime, state: State, key: Key) -> bool:
        example = self._examples[title_of(key)]
        frame = max(example.frame, 2)
        return all(runtime.build.condition(one.condition)(state, [None] * frame) for one in example.claims)

    def _why(self, runtime: Runtime, state: State, key: Key) -> tuple[str, ...]:
        """Return what decided a condition."""
        if not self._explains:
            return ()
        return self._told(deciding(self.rules, runtime.seats, state, self._examples[title_of(key)]))

    def _clauses_of(self, state: State, *words: str) -> list[str]:
        """Return the clauses on which the sentences that must hold, or must not, rest in a position."""
        keys = [key for word in words for key, _ in self._sentences(word)]
        decided = (deciding(self.rules, self._seats(), state, self._examples[title_of(key)]) for key in keys)
        return clauses_of(itertools.chain.from_iterable(decided))

    def clauses(self) -> tuple[str, ...]:
        """Return the clauses on which the result rests: of a course, on the last answer before it and what follows."""
        case = self.case
        if case.question:
            found: Iterable[str] = answer(self.rules, case.question, case.pieces).clauses
        elif case.is_played:
            course = self.course(has_reasons=True)
            course.follow(len(case.play))
            found = (*course.clauses_of_result, *self._clauses_of(course.game.position, SO, NOT_SO))
        else:
            found = self._clauses_of(self.laid()[1], SO, NOT_SO)
        return tuple(dict.fromkeys(map(self._short, found)))

    def _deciding(self, clauses: set[str]) -> Iterator[Failure]:
        """See that the clauses decided that should, and none that should not."""
        if self._expects:
            return
        missing = [clause for clause in self.case.decided_by if clause not in clauses]
        if missing:
            yield self._failure(f"{', '.join(missing)} should decide, but what decides is {', '.join(sorted(clauses))}")
        strange = [clause for clause in self.case.not_decided_by if clause in clauses]
        if strange:
            yield self._failure(f"{', '.join(strange)} should not decide, but does")

    def _told(self, decisions: Iterable[Decision]) -> tuple[str, ...]:
        book = Book(self.rules, {})
        return tuple([line(one, book) for one in decisions][:MOST_REASONS])

    def _failure(self, sentence: str, span: Span | None = None, reasons: Sequence[str] = ()) -> Failure:
        said = readings_said(self.expected.readings) if self._expects else ""
        return Failure(self.case, self.number, f"{sentence}{said}.", tuple(reasons), span or self.case.span)

    def _short(self, clause: str) -> str:
        return clause.removeprefix(f"{self.rules.name}.")
