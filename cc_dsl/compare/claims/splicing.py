"""Insert the sentences of claims into an edition, under its editor's name, and resolve both together.

All the sentences for one edition are inserted at once, so that it is resolved once for each choice of readings.  A
sentence that an edition cannot understand is left out of it, and its problem kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from cc_dsl import pipeline
from cc_dsl.checking.cases import CaseLine
from cc_dsl.checking.splicing import HARMLESS, Insertion, sentences
from cc_dsl.compare.claims.data import ClaimPart, Claims
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.rules import model, store
from cc_dsl.rules.resolve import resolve
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace

LAID = " laid"
"""The suffix of a part's number for the example that only lays the given pieces."""
WHERE = " where"
"""Behind the number of a part: the condition that says of which deals it speaks."""
GIVEN_OR_HENCE = re.compile(r"(given|hence)\b")


class Trouble(NamedTuple):
    """The problem of a part that an edition cannot understand."""

    problem: Problem
    word: str
    """The words at its place."""


class SplicedClaims(Insertion[str]):
    """An edition with the sentences of claims in it; each belongs to a part, by its number."""

    def __init__(self, edition: pipeline.Edition, claims: Claims) -> None:
        """Write the sentences for this edition, and parse them."""
        super().__init__(edition, "claims", claims.source)
        self.troubles: dict[str, list[Trouble]] = {}
        self._rules: dict[tuple[tuple[str, str], ...], model.Rules] = {}
        for part in (part for claim in claims.claims for part in claim.parts if edition.name in part.editions):
            if part.check in ("example", "always"):
                self._write(part)
        self._note(self.parse())
        self._statements = _with_layings(self.start.blocks[0].statements) if self.start is not None else []

    def _write(self, part: ClaimPart) -> None:
        def block(title: str, word: str, *texts: str) -> None:
            self.put(part.number, f'  example "{title}":\n')
            for line in (line for text in texts for line in self._lines(part, text)):
                self.put(part.number, f"    {word}", line, "\n")

        if part.check == "always":
            block(part.number, "hence ", part.value)
            if part.where:
                block(part.number + WHERE, "hence ", part.where)
        elif GIVEN_OR_HENCE.match(part.value.strip()):
            block(part.number, "", part.given, part.value)
        else:
            for line in self._lines(part, part.value):
                self.put(part.number, f'  example "{part.number}": ', line, "\n")

    def _lines(self, part: ClaimPart, text: str) -> list[CaseLine]:
        """Return the sentences of a part, each with its place in the file."""
        found = []
        for line in filter(None, map(str.strip, text.split("\n"))):
            at = self.home.text.find(line, part.span.end if part.span is not None else 0)
            found.append(CaseLine(line, Span(at, at + len(line)) if at >= 0 else part.span))
        return sentences(found)

    def _note(self, problems: list[Problem]) -> None:
        for problem in problems:
            if problem.code in HARMLESS:
                continue
            # A name that is not known is told once, with all its places.
            places = [(problem.source, problem.span), *((label.source, label.span) for label in problem.labels)]
            for source, span in places:
                if source is self.source and span is not None:
                    trouble = Trouble(self.at_home(problem, span), source.text[span.start : span.end])
                    self.troubles.setdefault(self.owner_of(span), []).append(trouble)

    def rules(self, readings: dict[str, str] | None = None) -> model.Rules:
        """Return the rules under these readings, with the sentences that they understand."""
        chosen = {**self.edition.chosen, **(readings or {})}
        key = tuple(sorted(chosen.items()))
        if key not in self._rules:
            edition, files = self.edition, self.files(self._statements)
            digest = store.digest([file.source.text for file in files], chosen)
            rules, problems = resolve(edition.name, edition.title, files, chosen, digest)
            if not self._rules:
                self._note(problems)
            self._rules[key] = rules
        return self._rules[key]

    def examples(self, title: str, readings: dict[str, str] | None = None) -> list[model.Example]:
        """Return the examples with a title: the number of a part, with or without a suffix."""
        return [example for example in self.rules(readings).examples if example.title == title]


def _with_layings(statements: Iterable[nodes.Statement]) -> list[nodes.Statement]:
    """Add to each example that is given something one in which it is only laid."""
    found = [*statements]
    for node in statements:
        if isinstance(node, nodes.Example) and node.title is not None and not isinstance(node.checks, nodes.Makes):
            laid = tuple(check for check in node.checks if isinstance(check, nodes.Given))
            if laid:
                found.append(replace(node, title=replace(node.title, text=node.title.text + LAID), checks=laid))
    return found
