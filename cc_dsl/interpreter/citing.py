"""A builder whose closures record clauses alone: those of each decision with all it rests on, and of each act.

A trail holds numbers.  Each is a set of clauses, a bit for each, with a mark that says whether a decision is recorded.
What a decision rests on is therefore known as soon as it is made, and nothing else of it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_

from cc_dsl.core.program import EachLoop, Store
from cc_dsl.interpreter import conditions
from cc_dsl.interpreter.groups import Combination
from cc_dsl.interpreter.reasons import Notes, Topic
from cc_dsl.interpreter.state import UNSETTLED, Frame, State
from cc_dsl.interpreter.terms import Act, Builder, Deciding, Meaning, Question, Step, Test, Value
from cc_dsl.interpreter.tracing import ASKED, Noting, NotingFinder, Reasoning
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

NAMED, DECIDED, FIRST = 1, 2, 2
"""The mark of a note that names something, that of a decision, and the place of the bit of the first clause."""
LATEST = -2
"""The notes of the settled definition that was computed last, without those of the decisions it rests on."""


class ClauseNotes(Notes):
    """Notes whose numbers are the clauses that they name."""

    def __init__(self, rules: model.Rules) -> None:
        """Start without clauses."""
        super().__init__(rules)
        self._bits: dict[str, int] = {}

    def number(self, origins: Iterable[model.Origin], readings: Iterable[str] = (), decides: bool = False) -> int:
        """Return the clauses of these origins; 0 if the note names neither clause nor reading."""
        place = super().number(origins, readings, decides)
        if super().is_empty(place):
            return 0
        clauses = self.gathered([place])[0]
        return NAMED | reduce(or_, [self._bits.setdefault(one, 1 << FIRST + len(self._bits)) for one in clauses], 0)

    def is_empty(self, number: int) -> bool:
        """Return whether a note names neither clause nor reading."""
        return not number

    def named(self, number: int) -> list[str]:
        """Return the clauses of a number of a trail."""
        return [clause for clause, bit in self._bits.items() if number & bit]


def decided_by(trail: Iterable[int]) -> int:
    """Return a decision: the clauses of all that it rests on."""
    return reduce(or_, trail, DECIDED)


def own(trail: Iterable[int]) -> list[int]:
    """Return what a decision rests on without other decisions."""
    return [number for number in trail if not number & DECIDED]


class Citing(Reasoning):
    """Puts the same decisions down for somebody who wants to know their clauses, and not the pieces they rest on."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start without notes."""
        super().__init__(rules, seats)
        self.notes: ClauseNotes = ClauseNotes(rules)

    def looking_at(self, term: object) -> Builder:
        """Leave unrecorded which pieces a term looks at."""
        return self

    def knowing(self, value: Value, cell: Callable[[State, Frame], int | None]) -> Value:
        """Leave unrecorded that a secret was read."""
        return value

    def leaving(self, leave: Step) -> Step:
        """Let nothing be noticed."""
        return leave

    def ended(self, run: Act) -> Act:
        """Let nothing be noticed."""
        return run

    def reasoned(self, meaning: Meaning, topic: Topic, kind: Kind | None) -> Meaning:
        """Record a decision; one about the table or a player is cached until the position changes."""
        count = self.owners(kind)
        if count is not None:
            return self._cached(meaning, count, kind is not None)

        def reasoned(state: State, given: object) -> object:
            inner: list[int] = []
            outer, state.trail = state.trail, inner
            value = meaning(state, given)
            state.trail = outer
            outer.append(decided_by(inner))
            return value

        return reasoned

    def _cached(self, meaning: Meaning, count: int, is_owned: bool) -> Meaning:
        first = self.new_keys(count)

        def cached(state: State, given: int | None) -> object:
            owner = given if is_owned else None
            key = first + (owner or 0)
            known = state.cache.get(key)
            if known is None:
                inner: list[int] = []
                outer, state.trail = state.trail, inner
                value = meaning(state, owner)
                state.trail = outer
                known = state.cache[key] = tuple(value) if isinstance(value, list) else value, decided_by(inner), inner
            state.trail.append(known[1])
            state.proofs[LATEST] = known[2]
            return known[0]

        return cached

    def judged(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Record whether a predicate holds; of a relation, the decision only if it does."""
        if predicate.other is None:
            return super().judged(meaning, predicate)
        judged = Noting.judged(self, meaning, predicate)

        def related(state: State, pair: object) -> object:
            inner: list[int] = []
            outer, state.trail = state.trail, inner
            holds = judged(state, pair)
            state.trail = outer
            outer.extend([decided_by(inner)] if holds else own(inner))
            return holds

        return related

    def missed(self, state: State, maker: NotingFinder, player: int, combination: Combination, number: int) -> None:
        """Record the group that pieces would be but for a requirement."""
        state.trail.append(maker.requirements[combination.sort][number] | DECIDED)

    def settled(self, meaning: Meaning, definition: model.Definition, cell: int) -> Meaning:
        """Refer to the decision that was settled."""
        origins = [case.origin for cases in (definition.cases, *definition.overrides) for case in cases]
        unknown = self.notes.number(origins, definition.readings) | DECIDED

        def settled(state: State, owner: object) -> object:
            value = state.cells[cell]
            if value is UNSETTLED:
                return meaning(state, owner)
            state.trail.append(state.proofs.get(cell, unknown))
            return value

        return settled

    def settling(self, name: str, cell: int) -> Meaning:
        """Keep the sources of the decision to refer to."""
        meaning = self.definition(name)

        def settling(state: State, owner: object) -> object:
            is_new = state.cells[cell] is UNSETTLED
            value = meaning(state, owner)
            if is_new:
                state.proofs[cell] = decided_by(own(state.proofs[LATEST]))
            return value

        return settling

    def weighed(
        self, state: State, term: model.Champion, held: list[tuple[int, object]], leader: int | None, weights: list[int]
    ) -> None:
        """Record what players were compared by."""
        state.trail.append(decided_by(weights))

    def compared(self, term: model.Ranks, left: Value, right: Value) -> Test:
        """Record how two groups compare."""
        maker, wants = self.noting_maker(term.kind.name), conditions.WANTED[term.relation]

        def ranks(state: State, frame: Frame) -> bool:
            one, other = left(state, frame), right(state, frame)
            if one is not None and other is not None:
                state.trail.append(decided_by(maker.differing(one, other)[0]))
            return wants(conditions.compared(one and one.rank, other and other.rank))

        return ranks

    def checked(self, test: Test, origin: model.Origin) -> Test:
        """Record the result of a test, if it held or if reasons were needed to see that it did not."""
        number = self.notes.number([origin], decides=True)

        def checked(state: State, frame: Frame) -> bool:
            inner = [number]
            outer, state.trail = state.trail, inner
            holds = test(state, frame)
            state.trail = outer
            if holds or len(inner) > 1:
                outer.append(decided_by(inner))
            return holds

        return checked

    def decided(self, change: Act, act: Deciding, result: Value) -> Act:
        """Record what an act has changed."""
        number = self.notes.number([act.origin], decides=True)
        is_state, is_for_all = isinstance(act, model.BecomeState), isinstance(act, Store) and act.is_for_all

        def decided(state: State, frame: Frame) -> None:
            outer = state.trail
            state.trail = []
            before = result(state, frame) if is_state or is_for_all else None
            state.trail = inner = [number]
            change(state, frame)
            state.trail = []
            # What is put back for all as it was, and what happens to no piece, decides nothing.
            if result(state, frame) != before if is_for_all else before or not is_state:
                outer.append(decided_by(inner))
            state.trail = outer

        return decided

    def selected(self, things: Value, act: EachLoop) -> Value:
        """Record the items of a loop, if reasons were needed to know them."""
        number = self.notes.number([act.origin], decides=True)

        def selected(state: State, frame: Frame) -> object:
            inner = [number]
            outer, state.trail = state.trail, inner
            found = things(state, frame)
            state.trail = outer
            if len(inner) > 1:
                outer.append(decided_by(inner))
            return found

        return selected

    def asking(self, ask: Step, answer: Step, act: Question) -> tuple[Step, Step]:
        """Record a choice, and why it was allowed."""
        is_option = isinstance(act, model.ChooseOption)
        number = self.notes.number([act.origin], decides=not is_option)
        listed = act.options if isinstance(act, model.ChooseOption) else ()
        options = [self.notes.number([option.origin], decides=True) for option in listed]

        def ask_with_clauses(state: State) -> int:
            inner: list[int] = []
            outer, state.trail = state.trail, inner
            then = ask(state)
            state.proofs[ASKED] = inner
            state.trail = outer
            return then

        def answer_with_clauses(state: State) -> int:
            outer = state.trail
            why = [number, *state.proofs.pop(ASKED, ())]
            outer.append(decided_by([*why, options[state.answer]] if is_option else why))
            state.trail = []
            then = answer(state)
            state.trail = outer
            return then

        return ask_with_clauses, answer_with_clauses
