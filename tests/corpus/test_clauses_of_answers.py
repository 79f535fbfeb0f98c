"""Answers cite the clauses of their reasons and no other: 300 answers to random questions for each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle, islice

import pytest

from cc_dsl.closures.reasons import Decision, WordLookup
from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.closures.state import State
from cc_dsl.engine.judge import answer, judge_of
from cc_dsl.pipeline import load
from cc_dsl.resources import edition_names
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from tests.playing import play_on, random_chooser

ANSWERS = 300
STRIDE = 9
"""The number of moves between two positions of a game about which questions are asked."""


def clauses_of(decisions: Iterable[Decision]) -> Iterator[str]:
    for decision in decisions:
        yield from decision.clauses
        yield from clauses_of(decision.reasons)


def laid_at_random(question: model.Question, rules: model.Rules, seats: int, chance: Chance) -> dict[str, object]:
    """Return what a question is given: as many pieces in each place as it allows, and any values that are stored."""
    codes = [rules.pieces.codes[piece] for piece in chance.permutation(len(rules.pieces.codes))]

    def some(asked: model.Input) -> list[str]:
        most = min(asked.number, len(codes))
        return [codes.pop() for _ in range(asked.least + chance.below(max(most - asked.least, 0) + 1))]

    given: dict[str, object] = {}
    for asked in question.piece_inputs:
        given[asked.key] = [some(asked) for _ in range(asked.many(seats))] if asked.is_owned else some(asked)
    for stored in question.stored:
        known = {"player": [f"player {seat + 1}" for seat in range(seats)], "piece": [*rules.pieces.codes]}
        values = known.get(stored.kind.base) or [*rules.values[stored.kind.name].values]
        given[stored.key] = [["", *values][chance.below(len(values) + 1)] for _ in range(stored.many(seats))]
    return given


def positions(rules: model.Rules, seats: int) -> Iterator[State]:
    """Yield positions of random games, one every few moves."""
    runtime = runtime_of(rules, "plain", seats)
    for seed in range(ANSWERS):
        state, chance = runtime.new_state(), Chance(seed)
        state.chance = ChanceSource(chance)
        play_on(runtime, state, random_chooser(chance.branch(0)), begin=True, most=0, chance=chance)
        while state.outcome is None:
            yield state
            play_on(runtime, state, random_chooser(chance.branch(state.pc)), most=STRIDE, chance=chance)


def cited(rules: model.Rules, seats: int, question: model.Question, state: State) -> list[set[str]]:
    """Return the clauses that the answer to a question about a position cites, and those of its reasons."""
    runtime = runtime_of(rules, "reasons", seats)
    with state.speculate() as trail:
        for formatter in judge_of(runtime, question.name).formatters:
            formatter.output_value(state)
    notes = runtime.tracing_builder.notes
    return [{*notes.sources_of(trail)[0]}, {*clauses_of(notes.decisions_together(trail, WordLookup(runtime.rules)))}]


@pytest.mark.parametrize("edition", edition_names())
def test_an_answer_cites_the_clauses_of_its_reasons(edition: str) -> None:
    """What was only tried, such as whether a Line is of another sort, is not cited."""
    rules, chance = load(edition).rules, Chance(1)
    laid = [question for question in rules.questions.values() if not question.has_no_inputs]
    seats = cycle(range(rules.seats[0], rules.seats[1] + 1))
    for question, count in islice(zip(cycle(laid), seats, strict=False), ANSWERS):
        given = laid_at_random(question, rules, count, chance)
        found = answer(rules, question.name, given)  # type: ignore[arg-type]
        assert {*found.clauses} == {*clauses_of(found.decisions_for())}, (question.name, given)
    asked = [question for question in rules.questions.values() if question.has_no_inputs]
    for question, state in islice(zip(cycle(asked), positions(rules, rules.seats[0]), strict=False), ANSWERS):
        of_answer, of_reasons = cited(rules, rules.seats[0], question, state)
        assert of_answer == of_reasons
