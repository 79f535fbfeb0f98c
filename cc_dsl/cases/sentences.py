"""Insert the sentences of worked cases into an edition, under its editor's name, and resolve both together.

All sentences are parsed at once.  A case is resolved only with the readings that it names, since an alternative may
introduce names that are unknown under another.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cc_dsl.cases.reader import Case, CaseLine, Cases, Result
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.pipeline import Edition
from cc_dsl.rules import model
from cc_dsl.rules.further import further
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolve_undigested
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse
from cc_dsl.trees import replace

GIVEN = "given"
SO, NOT_SO = "so", "not-so"
CLAIM = re.compile(r"(so|not so|player \d+ (?:can|cannot) force within \d+ choices?):\s*(.*)")
"""A line of a course of play that states a condition."""
HARMLESS = frozenset({"unused-name"})
OWN = " case "
"""The prefix of the titles of examples made from cases; no example of a rules file begins with it."""

Key = tuple[str, int, str, int]
"""The id of a case, the number of its result, what the sentence is for, and its number there."""
CaseOwner = tuple[str, int]
"""The id of a case, and the number of its result."""
Chosen = tuple[tuple[str, str], ...]
NUMBERS = itertools.count()
"""Numbers for digests: no two resolutions share their closures."""


def title_of(key: Key) -> str:
    """Return the title under which a sentence of a case is resolved."""
    return OWN + " ".join(map(str, key))


@dataclass(frozen=True)
class Placed:
    """A stretch of the text that is parsed, and the line of the file from which it comes."""

    start: int
    end: int
    home: CaseLine


class SplicedCases:
    """The sentences of all cases of an edition, parsed once, and resolved for each choice of readings."""

    def __init__(self, edition: Edition, cases: Cases) -> None:
        """Write the sentences down and parse them."""
        self.edition, self.cases = edition, cases
        self._text = f'edition "cases" of {edition.start.edition.label.text}.\n\neditor "cases"\n'
        self._placed: list[Placed] = []
        self._ends: list[tuple[int, CaseOwner]] = []
        self._titles: dict[CaseOwner, list[str]] = {}
        for case in cases:
            for number, result in enumerate(case.results):
                self._write(case, number, result)
        self.source = Source(cases.source.path, self._text)
        self._start, problems = parse(self.source) if self._ends else (None, [])
        # What all results of a case are given stands there once, and is parsed for each.
        self.problems = list(dict.fromkeys(map(self._at_home, problems)))
        self._statements: dict[CaseOwner, list[nodes.Statement]] = {}
        for block in self._start.blocks if self._start is not None else ():
            for statement in block.statements:
                self._statements.setdefault(self._owner_of(statement.span), []).append(statement)

    def _put(self, owner: CaseOwner, *pieces: str | CaseLine) -> None:
        """Write words of ours, and lines of the file, which belong to an owner."""
        for piece in pieces:
            if isinstance(piece, CaseLine):
                self._placed.append(Placed(len(self._text), len(self._text) + len(piece.text), piece))
            self._text += piece.text if isinstance(piece, CaseLine) else piece
        self._ends.append((len(self._text), owner))

    def _owner_of(self, span: Span) -> CaseOwner:
        """Return to whom a place in the text that is parsed belongs."""
        return next((owner for end, owner in self._ends if span.start < end), self._ends[-1][1])

    def _at_home(self, problem: Problem) -> Problem:
        """Return a problem of the text that is parsed, at its place in the file of the sentences."""
        place = problem.span
        if problem.source is not self.source or place is None:
            return problem
        span = next((_moved(one, place) for one in self._placed if place.start < one.end), None)
        return problem._replace(source=self.cases.source, span=span, labels=())

    def _write(self, case: Case, number: int, result: Result) -> None:
        owner = (case.id, number)

        def example(key: Key, word: str, lines: Iterable[CaseLine]) -> None:
            self._titles.setdefault(owner, []).append(title_of(key))
            self._put(owner, f'  example "{title_of(key)}":\n')
            for line in lines:
                self._put(owner, f"    {word} ", line, "\n")

        if case.given:
            # Lines stay lines, so that a full stop that is missing at the end of one is missed there.
            example((case.id, number, GIVEN, 0), "given", sentences(case.given, "\n      "))
        if case.do:
            self._put(owner, f"  the {do_name(case.id, number)} goes thus:\n")
            for line in case.do:
                self._put(owner, "    ", line, "\n")
        expected = case.expected
        for word, own, common in ((SO, result.so, expected.so), (NOT_SO, result.not_so, expected.not_so)):
            for place, line in enumerate(sentences(own if number else common)):
                example((case.id, number, word, place), "hence", [line])
        for place, line in enumerate(course_of(case, number)):
            claim = CLAIM.fullmatch(line.text)
            if claim is not None:
                example((case.id, number, "line", place), "hence", [CaseLine(claim[2], line.span)])

    # ----------------------------------------------------------------------------------------- resolving

    def chosen(self, case: Case, number: int) -> Chosen:
        """Return the readings under which a result of a case is to hold."""
        readings = {**self.edition.chosen, **case.expected.readings}
        if number:
            readings.update(case.results[number].readings)
        return tuple(sorted(readings.items()))

    def resolved(
        self, chosen: Chosen, results: Iterable[CaseOwner], parts: list[Part] | None = None
    ) -> tuple[model.Rules, dict[CaseOwner, list[Problem]]]:
        """Resolve the rules under these readings together with the sentences of some results.

        Return the problems of these sentences, by the result to which each belongs.  `parts` are the files of the
        rules; without them, those of the edition.
        """
        taken = [statement for owner in dict.fromkeys(results) for statement in self._statements.get(owner, ())]
        rules, problems = self._with(taken, chosen, parts)
        found: dict[CaseOwner, list[Problem]] = {}
        for one in problems:
            if one.source is self.source and one.code not in HARMLESS and one.span is not None:
                found.setdefault(self._owner_of(one.span), []).append(self._at_home(one))
        return rules, found

    def _with(
        self, taken: list[nodes.Statement], chosen: Chosen, parts: list[Part] | None
    ) -> tuple[model.Rules, list[Problem]]:
        """Resolve the rules with some sentences; those of the edition itself were resolved for its other checks."""
        digest = f"spliced {next(NUMBERS)}"
        known = self.edition.resolution(dict(chosen)) if parts is None else None
        plain = [one for one in taken if isinstance(one, nodes.Procedure | nodes.Example)]
        names = {one.name.text for one in plain if isinstance(one, nodes.Procedure)}
        if known is not None and len(plain) == len(taken) and names.isdisjoint(known.rules.procedures):
            return further(known, plain, self.source, digest)
        files = self.edition.parts[0] if parts is None else parts
        if self._start is not None:
            block = replace(self._start.blocks[0], statements=tuple(taken))
            files = [*files, Part(replace(self._start, blocks=(block,)), self.source)]
        heading = self.edition.start.edition
        return resolve_undigested(heading.label.text, heading.title.text, files, dict(chosen), digest)

    def unresolved(self, rules: model.Rules, results: Iterable[CaseOwner]) -> set[CaseOwner]:
        """Return the results of which a sentence is missing from resolved rules.

        A name that nobody introduces is a problem where it occurs first; the other sentences with it are only left out.
        """
        known = {example.title for example in rules.examples}
        return {owner for owner in results if not known.issuperset(self._titles.get(owner, ()))}


def do_name(case: str, number: int) -> str:
    """Return the name of the procedure with the acts of a case from its position."""
    return f"case-{case}-{number}"


def course_of(case: Case, number: int) -> tuple[CaseLine, ...]:
    """Return the lines of a course of play: the common part and the continuation."""
    result = case.results[number]
    return (*case.play, *(result.then if number else case.expected.then))


def sentences(lines: Iterable[CaseLine], between: str = " ") -> list[CaseLine]:
    """Join the lines of each sentence; a sentence ends with a full stop at the end of a line."""
    found: list[CaseLine] = []
    for line in lines:
        if found and not found[-1].text.endswith("."):
            found[-1] = CaseLine(f"{found[-1].text}{between}{line.text}", found[-1].span)
        else:
            found.append(line)
    return found


def laid_in_words(case: Case) -> tuple[str, ...]:
    """Return the position of a case, one line for each thing that is laid."""
    return _given_in_words(case.pieces) if case.question else tuple(line.text for line in sentences(case.given))


def result_in_words(result: Result) -> tuple[str, ...]:
    """Return the expected answer and the sentences that must hold, or must not; without those of a course."""
    denied = (f"It is not true that {line.text}" for line in sentences(result.not_so))
    return (*_given_in_words(result.answer), *(line.text for line in sentences(result.so)), *denied)


def _given_in_words(values: Mapping[str, object]) -> tuple[str, ...]:
    """Return the input or the answer of a question, one key a line, with the players' parts in turn."""
    return tuple(f"{key}: {_value_in_words(value)}" for key, value in values.items())


def _value_in_words(value: object) -> str:
    return "; ".join(str(one) or "none" for one in value) if isinstance(value, list) else str(value)


def _moved(placed: Placed, span: Span) -> Span | None:
    """Move a place in the text that is parsed into the file of cases."""
    home = placed.home.span
    if home is None:
        return None
    offset = max(0, span.start - placed.start)
    if home.start + offset >= home.end:
        return home
    return Span(home.start + offset, min(home.end, home.start + max(0, span.end - placed.start)))


def readings_said(chosen: Mapping[str, str]) -> str:
    """Return the readings under which something holds, in brackets; empty for the defaults."""
    return f" ({', '.join(f'{name}: {answer}' for name, answer in chosen.items())})" if chosen else ""
