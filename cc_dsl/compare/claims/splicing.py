"""Insert the sentences of claims into an edition, under its editor's name, and resolve both together.

All the sentences for one edition are inserted at once, so that it is resolved once for each choice of readings.  A
sentence that an edition cannot understand is left out of it, and its problem kept.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cc_dsl import pipeline
from cc_dsl.compare.claims.data import Claims, Part
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.rules import model, store
from cc_dsl.rules.gather import Part as File
from cc_dsl.rules.resolve import resolve
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse
from cc_dsl.trees import replace

LAID = " laid"
"""The suffix of a part's number for the example that only lays the given pieces."""
WHERE = " where"
"""Behind the number of a part: the condition that says of which deals it speaks."""
HARMLESS = frozenset({"unused-name"})
GIVEN_OR_HENCE = re.compile(r"(given|hence)\b")


class Trouble(NamedTuple):
    """The problem of a part that an edition cannot understand."""

    problem: Problem
    word: str
    """The words at its place."""


class Spliced:
    """An edition with the sentences of claims in it."""

    def __init__(self, edition: pipeline.Edition, claims: Claims) -> None:
        """Write the sentences for this edition, and parse them."""
        self.edition = edition
        self.claims = claims
        self.troubles: dict[str, list[Trouble]] = {}
        self._ends: list[tuple[int, Part]] = []
        self._rules: dict[tuple[tuple[str, str], ...], model.Rules] = {}
        parts = [part for claim in claims.claims for part in claim.parts if edition.name in part.editions]
        text = self._written([part for part in parts if part.check in ("example", "always")])
        self.source = Source(claims.source.path, text)
        self._start: nodes.Start | None = None
        if self._ends:
            start, problems = parse(self.source)
            self._start = _with_layings(start) if start is not None else None
            self._note(problems)

    def _written(self, parts: list[Part]) -> str:
        text = f'edition "claims" of {self.edition.name}.\n\neditor "claims"\n'
        for part in parts:
            text += "".join(f"  {line}\n" for line in _lines(part))
            self._ends.append((len(text), part))
        return text

    def _note(self, problems: list[Problem]) -> None:
        for problem in problems:
            if problem.code in HARMLESS:
                continue
            # A name that is not known is told once, with all its places.
            places = [(problem.source, problem.span), *((label.source, label.span) for label in problem.labels)]
            for source, span in places:
                if source is self.source and span is not None:
                    part = next((one for last, one in self._ends if span.start < last), self._ends[-1][1])
                    trouble = Trouble(self._at_home(problem, span, part), self.source.text[span.start : span.end])
                    self.troubles.setdefault(part.number, []).append(trouble)

    def _at_home(self, problem: Problem, place: Span, part: Part) -> Problem:
        """Return a problem with its place in the file of the claims."""
        home = self.claims.source
        line = self.source.line(self.source.position(place.start)[0]).strip()
        line = re.sub(r'^(example "[^"]*":|hence) ', "", line)
        found = home.text.find(line, part.span.end if part.span is not None else 0)
        span = Span(found, found + len(line)) if found >= 0 else part.span
        return problem._replace(source=home, span=span, labels=())

    def rules(self, readings: dict[str, str] | None = None) -> model.Rules:
        """Return the rules under these readings, with the sentences that they understand."""
        chosen = {**self.edition.chosen, **(readings or {})}
        key = tuple(sorted(chosen.items()))
        if key not in self._rules:
            edition = self.edition
            libraries, _ = pipeline.parts_of(edition.start, edition.source)
            files = [*libraries, File(edition.start, edition.source, False)]
            if self._start is not None:
                files.append(File(self._start, self.source, False))
            digest = store.digest([file.source.text for file in files], chosen)
            rules, problems = resolve(edition.name, edition.title, files, chosen, digest)
            if not self._rules:
                self._note(problems)
            self._rules[key] = rules
        return self._rules[key]

    def examples(self, title: str, readings: dict[str, str] | None = None) -> list[model.Example]:
        """Return the examples with a title: the number of a part, with or without a suffix."""
        return [example for example in self.rules(readings).examples if example.title == title]


def _lines(part: Part) -> list[str]:
    """Write the examples of a part."""
    if part.check == "always":
        lines = _block(part.number, f"hence {part.value.strip()}")
        return [*lines, *_block(part.number + WHERE, f"hence {part.where.strip()}")] if part.where else lines
    if GIVEN_OR_HENCE.match(part.value.strip()):
        return _block(part.number, f"{part.given.strip()}\n{part.value.strip()}".strip())
    return [f'example "{part.number}": {sentence}' for sentence in sentences_of(part.value)]


def _block(title: str, text: str) -> list[str]:
    return [f'example "{title}":', *(f"  {sentence}" for sentence in sentences_of(text))]


def sentences_of(text: str) -> list[str]:
    """Cut text into sentences, each of which ends with a full stop at the end of a line."""
    found: list[str] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        if found and not found[-1].endswith("."):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.strip())
    return found


def _with_layings(start: nodes.Start) -> nodes.Start:
    """Add to each example that is given something one in which it is only laid."""
    blocks = []
    for block in start.blocks:
        statements = list(block.statements)
        for node in block.statements:
            if isinstance(node, nodes.Example) and node.title is not None and not isinstance(node.checks, nodes.Makes):
                laid = tuple(check for check in node.checks if isinstance(check, nodes.Given))
                if laid:
                    title = replace(node.title, text=node.title.text + LAID)
                    statements.append(replace(node, title=title, checks=laid))
        blocks.append(replace(block, statements=tuple(statements)))
    return replace(start, blocks=tuple(blocks))
