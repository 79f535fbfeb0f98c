"""Requirements of every edition of the corpus beyond `circular check`: a moderate length, and cases for readings."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.cases.reader import Case, read_cases
from cc_dsl.pipeline import load
from cc_dsl.syntax import nodes

NAMES = resources.edition_names()
DECLARATIONS = (
    *(nodes.Seats, nodes.Excuse, nodes.Elsewhere, nodes.Enumeration, nodes.Pieces, nodes.States),
    *(nodes.Order, nodes.Common, nodes.Owned, nodes.Sight, nodes.Figure),
    *(nodes.Site, nodes.Extent, nodes.Ring, nodes.Behind, nodes.Limit),
)
CHECKS = (nodes.Example, nodes.Question, nodes.Belief)


@cache
def edition(name: str) -> pipeline.Edition:
    return pipeline.load(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_encoding_is_not_longer_than_twice_its_text(name: str) -> None:
    """Declarations, readings and checks apart; a word is a word, hyphened or not.

    What the editor defines for a question, beside it, belongs to the question.
    """
    loaded = edition(name)
    assert loaded.text is not None
    source = loaded.source.text
    count = 0
    for block in loaded.start.blocks:
        if isinstance(block, nodes.Editor) and any(isinstance(one, nodes.Question) for one in block.statements):
            continue
        for statement in block.statements:
            if not isinstance(statement, (*DECLARATIONS, *CHECKS, nodes.Doubt)):
                count += len(re.findall(r"[\w'’-]+", source[statement.span.start : statement.span.end]))
    printed = len(re.findall(r"[\w'’-]+", loaded.text.text.text))
    assert count <= 2 * printed, f"{count} words for {printed}"


# The worked cases of the corpus: each answer to an open place has one.


@cache
def cases(edition: str) -> list[Case]:
    return [*read_cases(load(edition))]


@pytest.mark.parametrize("edition", resources.edition_names())
def test_every_answer_has_a_case(edition: str) -> None:
    tried = {pair for case in cases(edition) for result in case.results for pair in result.readings.items()}
    doubts = load(edition).rules.doubts.values()
    assert {(one.name, answer) for one in doubts for answer, _ in one.alternatives if answer != one.default} <= tried
