"""The generator of source discards few lines, and builds no condition repeatedly."""

from __future__ import annotations

from collections import Counter

import pytest

from cc_dsl import pipeline
from cc_dsl.codegen import source
from cc_dsl.codegen.writer import Frame, Writer
from cc_dsl.compiler.steps import Steps
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from tests.stepping import is_over, legal

SEATS = {"1860": 4, "1862": 2, "court": 3, "lanrick-1880": 2, "lanrick-1893": 2, "patience": 1}


@pytest.mark.parametrize(
    ("name", "is_stepwise"), [(name, is_stepwise) for name in SEATS for is_stepwise in (False, True)]
)
def test_each_condition_is_generated_once(name: str, is_stepwise: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    conditions: Counter[str] = Counter()
    written = 0
    condition, write = Writer.condition, Writer.write

    def counted_condition(writer: Writer, frame: Frame, term: model.Condition) -> str:
        texts = sorted((number, slot.text) for number, slot in frame.items())
        conditions[f"{term!r} {texts}"] += 1
        return condition(writer, frame, term)

    def counted_write(writer: Writer, line: str) -> None:
        nonlocal written
        written += 1
        write(writer, line)

    monkeypatch.setattr(Writer, "condition", counted_condition)
    monkeypatch.setattr(Writer, "write", counted_write)
    rules = pipeline.load(name).rules
    generate = source.write_steps if is_stepwise else source.write_games
    kept = generate(rules, SEATS[name]).text.count("\n")

    assert sum(conditions.values()) <= 2 * len(conditions)
    assert written <= 1.2 * kept


# A game with compiled rules that stops at every question.


@pytest.mark.parametrize("edition", ["1862", "patience"])
def test_answers_taken_by_their_places_are_those_allowed(edition: str) -> None:
    steps = Steps(pipeline.load(edition).rules)
    chance, one, other = Chance(3), steps.begin(9), steps.begin(9)
    while not is_over(one):
        place = chance.below(one.count())
        one.step(legal(one)[place])
        steps.module.step(other.vector, steps.module.answer_at(other.vector, place))
        assert steps.module.count_of(other.vector) == one.count() == other.count()
        assert other.vector == one.vector
    assert is_over(other)
