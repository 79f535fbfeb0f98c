"""The generator of source discards few lines, and builds no condition repeatedly."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.codegen import source
from cc_dsl.codegen.writer import Frame, Writer
from cc_dsl.compiler.steps import Steps
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from tests.stepping import is_over, legal

SEATS = {"1860": 4, "1862": 2, "court": 3, "lanrick-1880": 2, "lanrick-1893": 2, "patience": 1}


@pytest.mark.parametrize("is_stepwise", [False, True])
@pytest.mark.parametrize("name", SEATS)
def test_each_condition_is_generated_once(name: str, is_stepwise: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    conditions, places = Counter[str](), Counter[object]()
    written, terms_around = 0, list[object]()
    write_term, write = Writer.write_term, Writer.write

    def counted_term(writer: Writer, table: Any, what: str, frame: Frame, term: Any) -> Any:
        """Count a condition, and its place: the number of the body, the terms around it, and its slots."""
        slots = sorted((number, slot.text) for number, slot in frame.items())
        sorts = [slot.group.sort for slot in frame.values() if slot.group is not None]
        terms_around.append(id(term))
        if isinstance(term, model.Condition):
            conditions[f"{term!r} {slots}"] += 1
            places[writer, getattr(writer, "calls", 0), *terms_around, *slots, *sorts] += 1
        text = write_term(writer, table, what, frame, term)
        terms_around.pop()
        return text

    def counted_write(writer: Writer, line: str) -> None:
        nonlocal written
        written += 1
        write(writer, line)

    monkeypatch.setattr(Writer, "write_term", counted_term)
    monkeypatch.setattr(Writer, "write", counted_write)
    rules = pipeline.load(name).rules
    generate = source.write_steps if is_stepwise else source.write_games
    kept = generate(rules, SEATS[name]).text.count("\n")

    # Once to find out whether a definition is short enough to be inlined, and once in its function.
    assert max(places.values()) <= 2
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
