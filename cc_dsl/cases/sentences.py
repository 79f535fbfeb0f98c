"""Insert the sentences of worked cases into an edition, under its editor's name, and resolve both together.

All sentences are parsed at once.  A case is resolved only with the readings that it names, since an alternative may
introduce names that are unknown under another.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from cc_dsl.cases.reader import Case, CaseLine, Result
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.pipeline import Edition
from cc_dsl.rules import model
from cc_dsl.rules.further import add_editor_statements
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolution
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse
from cc_dsl.trees import replace
from cc_dsl.words.layout import capital
from cc_dsl.words.sentences import negation

GIVEN = "given"
"""The key of the sentences of the position; other sentences have the number of their line."""
CLAIM = re.compile(r"(so|not so|player \d+ (?:can|cannot) force within \d+ choices?):\s*(.*)")
"""A line of a course of play that states a condition."""
HARMLESS = frozenset({"unused-name"})
OWN = " case "
"""The prefix of the titles of examples made from cases; no example of a rules file begins with it."""

CaseOwner = tuple[str, int]
"""The owner of a sentence: the id of a case, and the number of one of its results."""
Chosen = tuple[tuple[str, str], ...]
NUMBERS = itertools.count()
"""Numbers that make digests unique, so that no two resolutions share their closures."""


def title_of(owner: CaseOwner, place: int | str) -> str:
    """Return the title under which a sentence is resolved: that of a line, or of the given position."""
    return f"{OWN}{owner[0]} {owner[1]} {place}"


class PlacedLine(NamedTuple):
    """A stretch of the parsed text, with its line in the file and the result to which it belongs."""

    start: int
    end: int
    home: CaseLine
    owner: CaseOwner


class ResolvedGroup(NamedTuple):
    """The results expected under one choice of readings, and the rules with their sentences."""

    rules: model.Rules
    examples: dict[str, model.Example]
    """The examples of these rules by their titles, the sentences of the cases among them."""
    results: Sequence[tuple[Case, int]]
    """Cases, each with the number of a result."""
    problems: dict[CaseOwner, list[Problem]]
    """The problems of the sentences, by result."""
    unresolved: set[CaseOwner]
    """Results with a sentence that is wrong or is missing from the rules: an unknown name is reported only where it
    first occurs, and further sentences with it are left out.
    """

    def problems_of(self, case: str, number: int) -> list[Problem]:
        """Return the reasons why a result is missing; a problem of several sentences is reported for the first only."""
        return self.problems.get((case, number)) or [*itertools.chain.from_iterable(self.problems.values())]


class SplicedCases:
    """The sentences of all cases of an edition, parsed once, and resolved for each choice of readings."""

    def __init__(self, edition: Edition, cases: Sequence[Case]) -> None:
        self.edition, self.cases = edition, cases
        self._pieces = [f'edition "cases" of {edition.start.edition.label.text}.\n\neditor "cases"\n']
        self._length = len(self._pieces[0])
        self._placed_lines: list[PlacedLine] = []
        self._titles: dict[CaseOwner, list[str]] = {}
        for case in cases:
            for number in range(len(case.results)):
                self._write(case, number)
        self.source = Source(cases[0].file.path if cases else "", "".join(self._pieces))
        self._start, problems = parse(self.source) if self._placed_lines else (None, [])
        # What all results of a case share is written once but parsed for each, so its problems are found several times.
        self.problems = list(dict.fromkeys(map(self.in_case_file, problems)))
        self._statements: dict[CaseOwner, list[nodes.Statement]] = {}
        for block in self._start.blocks if self._start is not None else ():
            for statement in block.statements:
                self._statements.setdefault(self._line_at(statement.span).owner, []).append(statement)

    def _line_at(self, span: Span) -> PlacedLine:
        """Return the line to which a place in the parsed text belongs, or after which words were inserted."""
        number = bisect_right(self._placed_lines, span.start, key=attrgetter("end"))
        return self._placed_lines[min(number, len(self._placed_lines) - 1)]

    def in_case_file(self, problem: Problem) -> Problem:
        """Return a problem of the composed text with its place in the case file, where the sentence was read."""
        if problem.source is not self.source or problem.span is None:
            return problem
        placed_line, span = self._line_at(problem.span), None
        home = placed_line.home.span
        if home is not None:
            start = min(home.start + max(0, problem.span.start - placed_line.start), home.end)
            end = min(home.end, home.start + max(0, problem.span.end - placed_line.start))
            span = Span(start, end) if start < home.end else home
        return problem._replace(source=self.cases[0].file, span=span, labels=())

    def _write(self, case: Case, number: int) -> None:
        """Write the sentences of a result: inserted words, and lines of the file."""
        owner = (case.id, number)

        def append_lines(heading: str, before: str, lines: Iterable[CaseLine]) -> None:
            """Write lines below a heading, each after some words, and note their places."""
            for line in lines:
                start = self._length + len(heading) + len(before)
                self._placed_lines.append(PlacedLine(start, start + len(line.text), line, owner))
                self._pieces.append(f"{heading}{before}{line.text}\n")
                self._length += len(self._pieces[-1])
                heading = ""

        def append_example(place: int | str, verb: str, lines: Iterable[CaseLine]) -> None:
            """Write lines as an example, whose title contains the number of the line in the course, or GIVEN."""
            title = title_of(owner, place)
            self._titles.setdefault(owner, []).append(title)
            append_lines(f'  example "{title}":\n', f"    {verb} ", lines)

        if case.given:
            # Keep the line breaks, so that a missing full stop is reported on its own line.
            append_example(GIVEN, "given", sentences(case.given, "\n      "))
        append_lines(f"  the {body_name(owner)} goes thus:\n", "    ", case.do)
        for place, line in enumerate(lines_of(case, number)):
            if claim := CLAIM.fullmatch(line.text):
                span = line.span
                if span is not None:
                    # The sentence is the end of the line, after the number of the result.
                    span = Span(max(span.start, span.end - len(claim[2])), span.end)
                append_example(place, "hence", [CaseLine(claim[2], span)])

    # ---------------------------------------------------------------------------------------- resolution

    def by_readings(self) -> dict[Chosen, list[tuple[Case, int]]]:
        """Return the results of all cases by the readings under which they are expected."""
        by_answers: dict[Chosen, list[tuple[Case, int]]] = {}
        for case in self.cases:
            for number, result in enumerate(case.results):
                readings = {**self.edition.chosen, **case.expected.readings, **result.readings}
                by_answers.setdefault(tuple(sorted(readings.items())), []).append((case, number))
        return by_answers

    def groups(self) -> Iterator[ResolvedGroup]:
        """Yield the results of all cases, resolved with the rules for each choice of readings."""
        for readings, results in self.by_readings().items():
            yield self.resolve(readings, results)

    def resolve(
        self, readings: Chosen, results: Sequence[tuple[Case, int]], parts: list[Part] | None = None
    ) -> ResolvedGroup:
        """Resolve the rules under these readings together with the sentences of some results.

        `parts` are the files of the rules; without them, those of the edition.
        """
        # A contrast needs its own sentences and those of the result that it contradicts.
        owners = dict.fromkeys(owner for case, number in results for owner in ((case.id, number), (case.id, 0)))
        statements = [statement for owner in owners for statement in self._statements.get(owner, ())]
        digest = f"spliced {next(NUMBERS)}"
        edition_resolution = self.edition.resolution(dict(readings)) if parts is None else None
        plain = [item for item in statements if isinstance(item, nodes.Procedure | nodes.Example)]
        names = {item.name.text for item in plain if isinstance(item, nodes.Procedure)}
        if (
            edition_resolution is not None
            and len(plain) == len(statements)
            and names.isdisjoint(edition_resolution.rules.procedures)
        ):
            # The rules of the edition are already resolved, so add only the new statements to them.
            rules, faults = add_editor_statements(edition_resolution, plain, self.source, digest)
        else:
            files = self.edition.parts[0] if parts is None else parts
            if self._start is not None:
                block = replace(self._start.blocks[0], statements=tuple(statements))
                files = [*files, Part(replace(self._start, blocks=(block,)), self.source)]
            heading = self.edition.start.edition
            group_resolution = resolution(heading.label.text, heading.title.text, files, dict(readings), digest)
            rules, faults = group_resolution.rules, group_resolution.problems
        problems: dict[CaseOwner, list[Problem]] = {}
        for item in faults:
            if item.source is self.source and item.code not in HARMLESS and item.span is not None:
                problems.setdefault(self._line_at(item.span).owner, []).append(self.in_case_file(item))
        examples = {example.title: example for example in rules.examples}
        unresolved_owners = {owner for owner in owners if not examples.keys() >= {*self._titles.get(owner, ())}}
        return ResolvedGroup(rules, examples, results, problems, problems.keys() | unresolved_owners)


def condition_of(edition: Edition, words: str) -> tuple[model.Rules, model.Example]:
    """Return a condition resolved with the rules of an edition; raise a RulesError if the words are not a condition."""
    result = Result({}, true_lines=(CaseLine(f"{words}.", None),))
    spliced_cases = SplicedCases(edition, [Case("condition", result, Source("the condition", ""))])
    for group in () if spliced_cases.problems else spliced_cases.groups():
        if not group.unresolved:
            return group.rules, group.examples[title_of(("condition", 0), 0)]
        spliced_cases.problems = group.problems_of("condition", 0)
    raise RulesError(spliced_cases.problems)


def body_name(owner: CaseOwner) -> str:
    """Return the name of the procedure with the acts of a case, made from its position in the file."""
    return f"case-{owner[0]}-{owner[1]}"


def lines_of(case: Case, number: int) -> list[CaseLine]:
    """Return the lines of a course of play, with a line for each sentence that must hold, or fail, at the end."""
    result = case.results[number]
    claims = [CaseLine(f"so: {sentence.text}", sentence.span) for sentence in sentences(result.true_lines)]
    claims += [CaseLine(f"not so: {sentence.text}", sentence.span) for sentence in sentences(result.false_lines)]
    return [*case.play, *result.next_lines, *claims]


def sentences(lines: Iterable[CaseLine], between: str = " ") -> list[CaseLine]:
    """Join the lines of each sentence; a sentence ends with a full stop at the end of a line."""
    merged_lines: list[CaseLine] = []
    for line in lines:
        if merged_lines and not merged_lines[-1].text.endswith("."):
            merged_lines[-1] = CaseLine(f"{merged_lines[-1].text}{between}{line.text}", merged_lines[-1].span)
        else:
            merged_lines.append(line)
    return merged_lines


def laid_in_words(case: Case) -> tuple[str, ...]:
    """Return the given position of a case, one line for each sentence or input key."""
    return _given_in_words(case.pieces) if case.question else tuple(line.text for line in sentences(case.given))


def result_in_words(result: Result) -> tuple[str, ...]:
    """Return the expected answer, and the sentences that must hold or fail; without those of a course."""
    denials = (_denial(line.text) for line in sentences(result.false_lines))
    return (*_given_in_words(result.answer), *(line.text for line in sentences(result.true_lines)), *denials)


def course_in_words(lines: Iterable[CaseLine]) -> tuple[str, ...]:
    """Return the lines of a course of play, in which each claim, that must hold or fail, is a sentence."""
    words = []
    for line in lines:
        claim = CLAIM.fullmatch(line.text)
        if claim is not None and claim[1] == "so":
            words.append(capital(claim[2]))
        else:
            words.append(line.text if claim is None or claim[1] != "not so" else _denial(claim[2]))
    return tuple(words)


def _denial(sentence: str) -> str:
    """Return the sentence that says that another does not hold."""
    return f"{capital(negation(sentence.removesuffix('.')))}."


def _given_in_words(values: Mapping[str, object]) -> tuple[str, ...]:
    """Return the input or the answer of a question, one line for each key, with the players' parts in turn."""
    return tuple(f"{key}: {in_words(value)}" for key, value in values.items())


def in_words(value: object) -> str:
    """Return a value that a case gives or expects, with the players' parts in turn."""
    return "; ".join(in_words(item) or "none" for item in value) if isinstance(value, list) else str(value)
