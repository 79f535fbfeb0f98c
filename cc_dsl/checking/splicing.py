"""Insert the sentences of worked cases into an edition, under its editor's name, and resolve both together.

All sentences are parsed at once.  A case is resolved only with the readings that it names, since an alternative may
introduce names that are unknown under another.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cc_dsl.checking.cases import Case, Cases, Line, Result
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.pipeline import Edition, parts_of
from cc_dsl.rules import model
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolve_undigested
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse
from cc_dsl.trees import replace

GIVEN = "given"
SO, NOT_SO = "so", "not-so"
CLAIM = re.compile(r"(so|not so):\s*(.*)")
"""A line of a course of play that states a condition."""
HARMLESS = frozenset({"unused-name"})
OWN = " case "
"""The prefix of the titles of examples made from cases; no example of a rules file begins with it."""

Key = tuple[str, int, str, int]
"""The id of a case, the number of its result, what the sentence is for, and its number there."""
Owner = tuple[str, int]
"""The id of a case, and the number of its result."""
Chosen = tuple[tuple[str, str], ...]
NUMBERS = itertools.count()
"""Numbers for digests: no two resolutions share their closures."""


def title_of(key: Key) -> str:
    """Return the title under which a sentence of a case is resolved."""
    return OWN + " ".join(map(str, key))


@dataclass(frozen=True)
class Placed:
    """A stretch of the text that is parsed, and the line of the file of cases from which it comes."""

    start: int
    end: int
    home: Line


class Spliced:
    """The sentences of all cases of an edition, parsed once, and resolved for each choice of readings."""

    def __init__(self, edition: Edition, cases: Cases) -> None:
        """Write the sentences down and parse them."""
        self.edition = edition
        self.cases = cases
        self._placed: list[Placed] = []
        self._owners: dict[str, Owner] = {}
        """The case and the number of the result to which each title or procedure belongs."""
        text = self._written()
        self.source = Source(cases.source.path, text)
        start, problems = parse(self.source) if self._owners else (None, [])
        self.start = start
        self.problems = [self.at_home(problem) for problem in problems]
        self._statements: dict[Owner, list[nodes.Statement]] = {}
        for block in start.blocks if start is not None else ():
            for statement in block.statements:
                self._statements.setdefault(self._owner(statement), []).append(statement)

    def _owner(self, statement: nodes.Statement) -> Owner:
        if isinstance(statement, nodes.Example) and statement.title is not None:
            return self._owners[statement.title.text]
        assert isinstance(statement, nodes.Procedure)
        return self._owners[statement.name.text]

    # ------------------------------------------------------------------------------------------- writing

    def _written(self) -> str:
        parts = [f'edition "cases" of {self.edition.start.edition.label.text}.\n\neditor "cases"\n']
        self._length = len(parts[0])
        for case in self.cases:
            for number, result in enumerate(case.results):
                self._write_case(parts, case, number, result)
        return "".join(parts)

    def _write_case(self, parts: list[str], case: Case, number: int, result: Result) -> None:
        def put(text: str, home: Line | None = None) -> None:
            parts.append(text)
            if home is not None:
                self._placed.append(Placed(self._length, self._length + len(text), home))
            self._length += len(text)

        def example(key: Key, word: str, lines: Iterable[Line]) -> None:
            self._owners[title_of(key)] = (case.id, number)
            put(f'  example "{title_of(key)}":\n')
            for line in lines:
                put(f"    {word} ")
                put(f"{line.text}\n", line)

        if case.given:
            example((case.id, number, GIVEN, 0), "given", sentences(case.given))
        if case.do:
            name = do_name(case.id, number)
            self._owners[name] = (case.id, number)
            put(f"  the {name} goes thus:\n")
            for line in case.do:
                put("    ")
                put(f"{line.text}\n", line)
        expected = case.expected
        for word, own, common in ((SO, result.so, expected.so), (NOT_SO, result.not_so, expected.not_so)):
            for place, line in enumerate(sentences(own if number else common)):
                example((case.id, number, word, place), "hence", [line])
        for place, line in enumerate(course_of(case, number)):
            claim = CLAIM.fullmatch(line.text)
            if claim is not None:
                example((case.id, number, "line", place), "hence", [Line(claim[2], line.span)])

    def at_home(self, problem: Problem) -> Problem:
        """Return a problem with its place in the file of cases."""
        if problem.source is not self.source or problem.span is None:
            return problem
        home = self.cases.source
        span = next((_moved(one, problem.span) for one in self._placed if problem.span.start < one.end), None)
        return problem._replace(source=home, span=span, labels=())

    # ----------------------------------------------------------------------------------------- resolving

    def chosen(self, case: Case, number: int) -> Chosen:
        """Return the readings under which a result of a case is to hold."""
        readings = {**self.edition.chosen, **case.expected.readings}
        if number:
            readings.update(case.results[number].readings)
        return tuple(sorted(readings.items()))

    def resolved(
        self, chosen: Chosen, results: Iterable[Owner], parts: list[Part] | None = None
    ) -> tuple[model.Rules, dict[Owner, list[Problem]]]:
        """Resolve the rules under these readings together with the sentences of some results.

        Return the problems of these sentences, by the result to which each belongs.  `parts` are the files of the
        rules; without them, those of the edition.
        """
        start = self.edition.start
        files = self._parts() if parts is None else parts
        taken = [statement for owner in dict.fromkeys(results) for statement in self._statements.get(owner, ())]
        if self.start is not None:
            block = replace(self.start.blocks[0], statements=tuple(taken))
            files = [*files, Part(replace(self.start, blocks=(block,)), self.source, False)]
        digest = f"spliced {next(NUMBERS)}"
        rules, problems = resolve_undigested(
            start.edition.label.text, start.edition.title.text, files, dict(chosen), digest
        )
        found: dict[Owner, list[Problem]] = {}
        for one in problems:
            if one.source is self.source and one.code not in HARMLESS and one.span is not None:
                found.setdefault(self._owner_at(one.span), []).append(self.at_home(one))
        return rules, found

    def _parts(self) -> list[Part]:
        edition = self.edition
        return [*parts_of(edition.start, edition.source)[0], Part(edition.start, edition.source, False)]

    def _owner_at(self, span: Span) -> Owner:
        for owner, statements in self._statements.items():
            if any(one.span.start <= span.start < one.span.end for one in statements):
                return owner
        return ("", 0)


def do_name(case: str, number: int) -> str:
    """Return the name of the procedure with the acts of a case from its position."""
    return f"case-{case}-{number}"


def course_of(case: Case, number: int) -> tuple[Line, ...]:
    """Return the lines of a course of play: the common part and the continuation."""
    result = case.results[number]
    return (*case.play, *(result.then if number else case.expected.then))


def sentences(lines: Iterable[Line]) -> list[Line]:
    """Join the lines of each sentence; a sentence ends with a full stop at the end of a line."""
    found: list[Line] = []
    for line in lines:
        if found and not found[-1].text.endswith("."):
            found[-1] = Line(f"{found[-1].text} {line.text}", found[-1].span)
        else:
            found.append(line)
    return found


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
