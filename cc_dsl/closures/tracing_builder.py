"""The builder whose closures record reasons: every decision with its reasons, which are decisions and sentences.

    the prize is 3 if the winner is the guest (II.3).     trail of “the prize”: the note of II.3, and the decision
                                                           “the winner”, which has a trail of its own

It gives the same answers as the plain builder; a test plays the same games with both.

A player who does not know all pieces on which a decision rests may not learn how it was decided. So each decision has a
mask of the pieces that it examined (`State.looked`). A term that depends on the identity of a piece (its rank, its
state, whether it is the Lead) examines the piece; a term that only counts the pieces in a place does not, since
everybody sees their number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

from cc_dsl.closures.builder import Act, Builder, Closure, GroupFinder, Meaning, Question, Step, Test, Value
from cc_dsl.closures.changes import CHANGES, cells_of_store
from cc_dsl.closures.observations import Menu
from cc_dsl.closures.reasons import DecisionRecord, Notes, Topic, Trail
from cc_dsl.closures.state import UNSETTLED, Combination, Frame, GameOverInAct, State, mask
from cc_dsl.closures.terms import SIGN_TESTS, compare_ranks, rated_sides
from cc_dsl.core.facts import examined_parts_of
from cc_dsl.core.program import Routine
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import PAIR, PLAYER, Kind
from cc_dsl.trees import ByClassWithin, replace

ASKED = -1
"""The key of the reasons of a question until its answer."""


class TracingBuilder(Builder):
    """The builder whose closures record every decision with its reasons, and the pieces that it examined.

    A closure with a decision of its own replaces `state.trail` and `state.looked` while it runs, then restores them and
    adds its record to the outer trail.
    """

    is_tracing = True
    traces: ClassVar[ByClassWithin[TracingBuilder, Any, Any]]
    """How a part of the rules is traced, by its class."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start without notes."""
        super().__init__(rules, seats)
        self.notes = Notes(rules)
        self._examined: list[object] = []
        """The parts examined by the term whose closure is being made."""
        self._options: dict[int, tuple[object, list[Value]]] = {}
        """Keyed by the identity of an act, which is kept alive so that no other object can have it."""

    # ----------------------------------------------------------------------------------------- terms

    def thing(self, term: model.Thing) -> Value:
        """Return the closure of a thing; it adds the thing's pieces to the mask if the enclosing term examines them."""
        is_examined = any(term is part for part in self._examined)
        value = self._inside(term, super().thing)
        if not is_examined:
            return value

        def examine(state: State, frame: Frame) -> object:
            pieces = value(state, frame)
            state.looked |= mask(pieces)
            return pieces

        return examine

    def condition(self, term: model.Condition) -> Test:
        """Return the closure of a condition."""
        return self._inside(term, super().condition)

    def _inside(self, term: Any, make: Callable[[Any], Closure]) -> Closure:
        """Make the closure of a term; until it is made, the parts that the term examines are those of `_examined`."""
        outer, self._examined = self._examined, examined_parts_of(self.rules, term)
        closure = make(term)
        self._examined = outer
        return closure

    def with_note(self, closure: Closure, number: int) -> Closure:
        """Return a closure that records a note when it is run."""

        def with_note(state: State, subject: Any) -> object:
            state.trail.append(number)
            return closure(state, subject)

        return cast(Closure, with_note)

    def ranking_note(self, ranking: model.Ranking) -> int:
        """Return the number of the note of a whole ranking."""
        used = [part for key in ranking.keys for part in walk.uses(self.rules, key.measure)]
        readings = [*ranking.readings, *(reading for part in used for reading in part.readings)]
        return self.notes.number([key.origin for key in ranking.keys], readings)

    def tracing_finder(self, name: str) -> TracingFinder:
        """Return the finder of the groups of this name."""
        return cast(TracingFinder, self.finder(name))

    # ----------------------------------------------------------------------------------------- hooks

    def trace(self, closure: Closure, part: object) -> Closure:
        """Return the closure of a part of the rules, with its decision recorded."""
        make = self.traces.get(type(part))
        return closure if make is None else cast(Closure, make(self, closure, part))

    def branch(self, test: Test, part: object) -> Test:
        """Record the result of a branch, or that a case of a predicate holds."""
        if isinstance(part, model.If):
            return self.statement(test, Topic("check", part.origin.sentence), part.origin)
        assert isinstance(part, model.Case)
        note = self.notes.number([part.origin], decides=True)

        def holds(state: State, frame: Frame) -> bool:
            if test(state, frame):
                state.trail.append(note)
                return True
            return False

        return holds

    def of_two(self, first: Test, second: Test, settles: bool) -> Test:
        """Record the reasons of the test whose answer settles the whole, or of both tests if neither answer does."""

        def of_two(state: State, frame: Frame) -> bool:
            start = len(state.trail)
            if first(state, frame) is settles:
                return settles
            middle = len(state.trail)
            if second(state, frame) is not settles:
                return not settles
            del state.trail[start:middle]  # the first test did not decide: drop its reasons
            return settles

        return of_two

    def exception(self, test: Test, thing: Value, otherwise: Value) -> Value:
        """Return the thing of an exception if its test holds, otherwise that of the rule.

        The reasons of a test that fails come after those of the rule.
        """

        def exception(state: State, frame: Frame) -> object:
            reasons: Trail = []
            outer, state.trail = state.trail, reasons
            holds = test(state, frame)
            state.trail = outer
            if holds:
                outer.extend(reasons)
                return thing(state, frame)
            value = otherwise(state, frame)
            outer.extend(reasons)
            return value

        return exception

    def hide(self, closure: Closure) -> Closure:
        """Return a closure whose reasons, and examined pieces, are discarded."""

        def run_unrecorded(state: State, frame: Frame) -> object:
            outer, looked = state.trail, state.looked
            state.trail = []
            value = closure(state, frame)
            state.trail, state.looked = outer, looked
            return value

        return cast(Closure, run_unrecorded)

    def ask(self, ask: Step, answer: Step, act: Question) -> tuple[Step, Step]:
        """Record a choice, and the reasons why it was legal; these wait in `state.proofs` until the answer."""
        options = act.options if isinstance(act, model.ChooseOption) else ()
        option_notes = [self.notes.number([option.origin], decides=True) for option in options]
        menu = Menu(self, act) if isinstance(act, model.Observe) else None
        topic = Topic("option") if options else Topic("observed")
        if isinstance(act, model.Choose):
            topic = Topic("choice", act.name, act.kind.element_kind)
        own = self.notes.number([act.origin], decides=not options)
        is_one_of_alike = bool(self.rules.pieces.alike) and topic.kind.base == "piece"

        def ask_with_reasons(state: State) -> int:
            outer, looked = state.trail, state.looked
            state.trail, state.looked = [], 0
            number = ask(state)
            state.proofs[ASKED] = state.trail, state.looked
            state.trail, state.looked = outer, looked
            return number

        def answer_with_reasons(state: State) -> int:
            """Record the answer as a decision whose reasons are those of the question and of the option chosen."""
            reasons, looked = state.proofs.pop(ASKED, ((), 0))
            trail = [own, *reasons]
            place = state.answer
            value: object = place
            if options:
                trail.append(option_notes[place])
                value = options[place].name
            elif menu is not None:
                value = menu.words(place)
            elif state.offered:
                value = state.offered[place]
            outer = state.trail
            square = self.rules.square_at(state.where[place]) if is_one_of_alike else ""
            outer.append(DecisionRecord(topic, state.player, value, trail, looked, square))
            state.trail = []
            number = answer(state)
            state.trail = outer
            return number

        return ask_with_reasons, answer_with_reasons

    # ------------------------------------------------------------------------------------- decisions

    def decision(self, meaning: Meaning, topic: Topic, kind: Kind | None) -> Meaning:
        """Return a meaning that records its decision; without an owner, or for a player, the record is cached."""
        count, is_owned = self.owners(kind), kind is not None
        is_cached, first = count is not None, self.new_keys(count or 0)

        def decision(state: State, given: Any) -> object:
            owner = given if is_owned else None
            key = first + (owner or 0) if is_cached else 0
            if is_cached and key in state.cache:
                record = state.cache[key]
                state.trail.append(record)
                state.looked |= record.looked
                return record.value
            outer, looked = state.trail, state.looked
            state.trail, state.looked = [], 0
            value = meaning(state, owner)
            lasting_value = tuple(value) if isinstance(value, list) else value  # the list of a place will change
            record = DecisionRecord(topic, owner, lasting_value, state.trail, state.looked)
            state.trail, state.looked = outer, looked | record.looked
            outer.append(record)
            if is_cached:
                state.cache[key] = record
            return value

        return decision

    def statement(self, closure: Closure, topic: Topic, origin: model.Origin) -> Closure:
        """Record the value of a branch or a loop, if it holds or if it has reasons beside its own sentence."""
        note = self.notes.number([origin], decides=True)

        def statement(state: State, frame: Frame) -> Any:
            outer, looked = state.trail, state.looked
            state.trail, state.looked = inner, _ = [note], 0
            value: Any = closure(state, frame)
            if value is True or len(inner) > 1:
                items = value if isinstance(value, bool) else tuple(value)
                outer.append(DecisionRecord(topic, None, items, inner, state.looked))
            state.trail, state.looked = outer, looked
            return value

        return cast(Closure, statement)

    def option_closures(self, act: Question) -> list[Value]:
        """Return the closures that record the reasons for the options of a question."""
        if isinstance(act, model.Observe):
            return []
        if id(act) not in self._options:
            chooser = [] if act.chooser is None else [self.thing(act.chooser)]
            offered: list[Value] = (
                [self.condition(option.condition) for option in act.options]
                if isinstance(act, model.ChooseOption)
                else [self.thing(act.things)]
            )
            self._options[id(act)] = act, [*offered, *chooser]
        return self._options[id(act)][1]


# ------------------------------------------------------------------------------------------ names traced


def _definition(build: TracingBuilder, meaning: Meaning, definition: model.Definition) -> Meaning:
    """Record the value of a definition; a settled one has the reasons with which it was settled."""
    readings, cell = build.doubts_consulted(definition), definition.settled
    if readings:
        meaning = build.with_note(meaning, build.notes.number([], readings, decides=True))
    topic = Topic("definition", definition.name, definition.kind, definition.owner or PLAYER)
    computed = build.decision(meaning, topic, definition.owner)
    if cell is None:
        return computed
    origins = [case.origin for cases in (definition.cases, *definition.overrides) for case in cases]
    without_proof = [build.notes.number(origins, definition.readings)], 0

    def settled_or_computed(state: State, owner: object) -> object:
        value = state.cells[cell]
        if value is UNSETTLED:
            return computed(state, owner)
        record = DecisionRecord(topic, None, value, *state.proofs.get(cell, without_proof))
        state.trail.append(record)
        state.looked |= record.looked
        return value

    return settled_or_computed


def _predicate(build: TracingBuilder, meaning: Meaning, predicate: model.Predicate) -> Meaning:
    """Record the case that holds, or every case if none does.

    A relation is false for most pairs: then no decision is recorded, only its sentences.
    """
    all_cases = build.notes.number([case.origin for case in predicate.cases], predicate.readings)
    readings = build.notes.number([], predicate.readings)

    def holds_with_note(state: State, thing: object) -> bool:
        holds = bool(meaning(state, thing))
        state.trail.append(readings if holds else all_cases)
        return holds

    if predicate.other is None:
        return build.decision(holds_with_note, Topic("predicate", predicate.name, predicate.kind), predicate.kind)
    topic = Topic("relation", predicate.name, predicate.kind, predicate.other)
    decision = build.decision(holds_with_note, topic, PAIR)

    def relate(state: State, pair: object) -> bool:
        holds: bool = decision(state, pair)
        if not holds:
            record = state.trail.pop()
            state.trail.extend(note for note in record.trail if isinstance(note, int))
        return holds

    return relate


# ------------------------------------------------------------------------------------------- acts traced


def _routine(build: TracingBuilder, run: Act, routine: Routine) -> Act:
    """Let onlookers record the position at the end of a procedure or happening."""

    def run_and_notice(state: State, frame: Frame) -> None:
        run(state, frame)
        if state.glimpses is not None:
            state.glimpses.notice(state)

    return run_and_notice


def _trace_move(build: TracingBuilder, move: Act, act: model.Move | model.Shuffle) -> Act:
    """Record the source of an act that moves pieces, without the reasons for its pieces.

    Onlookers record the position before the pieces moved.
    """
    note = build.notes.number([act.origin], decides=True)

    def move_with_trace(state: State, frame: Frame) -> None:
        outer, looked = state.trail, state.looked
        before = state.where[:] if state.glimpses is not None else []
        state.trail = []
        move(state, frame)
        state.trail, state.looked = outer, looked
        if state.glimpses is not None:
            state.glimpses.notice_leaving(state, before)
        outer.append(note)

    return move_with_trace


def _trace_change(build: TracingBuilder, change: Act, act: model.Choose | model.BecomeState | model.Store) -> Act:
    """Record the change made by an act: its topic, and the result that a closure of the act's own reads.

    The result of a choice is the thing chosen; of a new state, its pieces; of a stored value, the values by owner.
    """
    note = build.notes.number([act.origin], decides=True)
    result: Value
    match act:
        case model.Choose(slot=slot):
            topic = Topic("choice", act.name, act.kind)
            result = lambda state, frame: frame[slot]  # noqa: E731 - one of several forms
        case model.BecomeState():
            topic, things = Topic("state", build.rules.states[act.state]), build.thing(act.things)
            result = lambda state, frame: tuple(things(state, frame))  # noqa: E731
        case model.Store(base=base):
            owner = build.rules.stored_at(base).owner or PLAYER
            topic = Topic(act.form, act.name.removeprefix("the "), act.kind, owner)
            cells, is_owned = cells_of_store(build, act), act.is_for_all or act.owner is not None

            def result(state: State, frame: Frame) -> object:
                if act.form == "role":
                    return state.cells[base]
                return [(cell - base if is_owned else None, state.cells[cell]) for cell in cells(state, frame)]

    # Find the pieces before the change; afterwards they may no longer be identifiable.
    is_known_before = isinstance(act, model.BecomeState)
    is_for_all = isinstance(act, model.Store) and act.is_for_all

    def change_with_trace(state: State, frame: Frame) -> None:
        outer, looked = state.trail, state.looked
        state.trail, state.looked = [], 0
        value = before = result(state, frame) if is_known_before or is_for_all else None
        state.trail = inner = [note]
        change(state, frame)
        if not is_known_before:
            state.trail = []
            value = result(state, frame)
        # Record nothing if no value changed and no piece was affected.
        if value != before if is_for_all else value or not is_known_before:
            outer.append(DecisionRecord(topic, None, value, inner, state.looked))
        state.trail, state.looked = outer, looked

    return change_with_trace


def _trace_settling(build: TracingBuilder, settle: Act, act: model.Settle) -> Act:
    """Record only the sources of settled decisions; their reasons are given where they are settled."""
    settlings: list[tuple[Any, Act]] = [
        (build.rules.definitions[name].settled, CHANGES[model.Settle](build, replace(act, names=(name,))))
        for name in act.names
    ]

    def settle_each(state: State, frame: Frame) -> None:
        for cell, settle_name in settlings:
            settle_name(state, frame)
            record = state.trail[-1]
            # A trail contains indices of notes, which are sources, and records of decisions, which are reasons.
            state.proofs[cell] = [note for note in record.trail if isinstance(note, int)], record.looked

    return settle_each


def _record_win(build: TracingBuilder, win: Act, act: model.Win) -> Act:
    """Record the winner, although the act ends the game."""
    note = build.notes.number([act.origin], decides=True)

    def win_with_record(state: State, frame: Frame) -> None:
        outer, looked = state.trail, state.looked
        state.trail, state.looked = inner, _ = [note], 0
        try:
            win(state, frame)
        except GameOverInAct:
            assert state.outcome is not None
            outer.append(DecisionRecord(Topic("end"), None, state.outcome.winners, inner, state.looked))
            raise
        finally:
            state.trail, state.looked = outer, looked

    return win_with_record


TracingBuilder.traces = {
    model.Case: lambda build, value, case: build.with_note(value, build.notes.number([case.origin], decides=True)),
    model.Definition: _definition,
    model.Predicate: _predicate,
    model.ForEach: lambda build, items, loop: build.statement(
        items, Topic("turns", loop.origin.sentence.partition(":")[0], loop.kind), loop.origin
    ),
    Routine: _routine,
    model.Move: _trace_move,
    model.Shuffle: _trace_move,
    model.Choose: _trace_change,
    model.BecomeState: _trace_change,
    model.Store: _trace_change,
    model.Settle: _trace_settling,
    model.Win: _record_win,
    model.Believe: lambda build, believe, act: build.hide(believe),
}


# ------------------------------------------------------------------------------------------ terms traced


def _best(build: TracingBuilder, term: Any) -> Value:
    """Record the ranking by which pieces are compared."""
    number = build.ranking_note(build.rules.rankings[term.kind])
    best: Value = Builder.terms[type(term)](build, term)
    return build.with_note(best, number)


def _ranks(build: TracingBuilder, term: model.Ranks) -> Test:
    """Record the comparison of two groups with its criterion; for two pieces, only the ranking."""
    if term.kind.base != "group":
        note = build.ranking_note(build.rules.rankings[term.kind.name])
        test: Test = Builder.terms[type(term)](build, term)
        return build.with_note(test, note)
    topic, finder = Topic("ranks", term.relation, term.kind), build.tracing_finder(term.kind.name)
    (left, right), is_met = rated_sides(build, term), SIGN_TESTS[term.relation]

    def ranks(state: State, frame: Frame) -> bool:
        looked, state.looked = state.looked, 0
        left_group, right_group = left(state, frame), right(state, frame)
        holds = is_met(compare_ranks(left_group and left_group.rank, right_group and right_group.rank))
        if left_group is not None and right_group is not None:
            notes, _ = finder.deciding_notes(left_group, right_group)
            state.trail.append(DecisionRecord(topic, (left_group, right_group), holds, notes, state.looked))
        state.looked |= looked
        return holds

    return ranks


def _champion(build: TracingBuilder, term: model.Champion) -> Value:
    """Record each player's thing, the player ahead, and the deciding criterion."""
    thing, rivals, slot, is_best = build.thing(term.measure), build.thing(term.things), term.slot, term.is_best
    key = build.sort_key(lambda state, frame: frame[0], term.kind)
    degree = ("greatest", "least") if term.kind.base == "number" else ("best", "worst")
    kind = term.kind
    match kind, term.measure:  # numbers are compared under their name
        case Kind("number"), model.Load(base):
            kind = Kind("number", build.rules.stored_at(base).name)
        case Kind("number"), model.Apply(name):
            kind = Kind("number", name)
    topic = Topic("comparison", degree[not is_best], kind, term.over)

    def champion(state: State, frame: Frame) -> object:
        """Return the leader, who is none if several players tie; record the comparison if at least two have a thing."""
        things: list[object] = []
        looked, state.looked = state.looked, 0
        players = [*rivals(state, frame)]
        for player in players:
            frame[slot] = player
            things.append(thing(state, frame))
        frame[slot] = None
        keys = [key(state, [measure]) for measure in things]
        best_key = (max if is_best else min)([measure for measure in keys if measure is not None], default=None)
        leader = players[keys.index(best_key)] if best_key is not None and keys.count(best_key) == 1 else None
        compared = [(player, measure) for player, measure in zip(players, things, strict=True) if measure is not None]
        if len(compared) > 1:
            criteria: list[int] = []
            if term.kind.base == "piece":
                criteria = [build.ranking_note(build.rules.rankings[term.kind.name])]
            elif term.kind.base == "group":
                groups: list[Any] = [measure for _, measure in compared]
                best_group = (max if is_best else min)(groups, key=lambda group: group.standing)
                criteria = build.tracing_finder(term.kind.name).lead(best_group, groups)
            state.trail.append(DecisionRecord(topic, compared, leader, criteria, state.looked))
        state.looked |= looked
        return leader

    return champion


def _quantifier(build: TracingBuilder, term: model.Quantified) -> Test:
    """Record the reasons of the thing that decides, or of all things if none does."""
    slot, things, test = term.slot, build.thing(term.things), build.condition(term.condition)
    decisive_result, settled_answer = term.quantity != "every", term.quantity == "some"

    def quantifier(state: State, frame: Frame) -> bool:
        answer, start = not settled_answer, len(state.trail)
        for thing in things(state, frame):
            frame[slot], last = thing, len(state.trail)
            if test(state, frame) is decisive_result:
                answer = settled_answer
                del state.trail[start:last]  # the reasons of the things that did not decide
                break
        frame[slot] = None
        return answer

    return quantifier


TracingBuilder.terms = {
    **Builder.terms,
    model.Quantified: _quantifier,
    model.Best: _best,
    model.BestFew: _best,
    model.Ranks: _ranks,
    model.Champion: _champion,
}


# ----------------------------------------------------------------------------------------- groups traced


class TracingFinder(GroupFinder):
    """The finder of groups that records the sort of the best one, why it is better, and the near misses."""

    def __init__(self, build: TracingBuilder, group: model.Group) -> None:
        """Prepare the notes of the group, its sorts, requirements and rankings."""
        super().__init__(build, group)
        self._build = build
        notes = build.notes
        readings = [reading for sort in group.sorts for reading in sort.readings]
        self._own = notes.number([group.origin], readings)
        self._sort_notes = [notes.number([sort.origin], decides=True) for sort in group.sorts]
        self._requirements = [[notes.number([case.origin]) for case in sort.requirements] for sort in group.sorts]
        self._rank_notes = self._notes_of(group.ranking)
        self._decider_notes = self._notes_of(group.deciders)
        self._groups_with_trail = build.memoize(self._find_with_trail, build.seats)
        self.best = build.decision(self._best, Topic("group", group.name, Kind("group", group.name)), PLAYER)
        self.all = build.decision(self._all_groups, Topic("groups", group.name, Kind("groups", group.name)), PLAYER)

    def _notes_of(self, ranking: model.Ranking) -> list[list[int]]:
        """Return the notes of each criterion."""
        build, rules, notes = self._build, self._build.rules, []
        for key in ranking.keys:
            # Rating groups does not trace how a key is computed, so list the readings behind a key with it.
            readings = [reading for part in walk.uses(rules, key.measure) for reading in part.readings]
            notes.append([build.notes.number([key.origin], [*ranking.readings, *readings], decides=True)])
            if key.form == "piece":
                notes[-1].append(build.ranking_note(rules.rankings[rules.pieces.name]))
        return notes

    def deciding_notes(self, left: Combination, right: Combination) -> tuple[list[int], list[int]]:
        """Return the notes of the first criterion of rank by which two groups differ.

        If they have the same rank, return the notes of all criteria of rank, and of the deciders as far as the first
        that differs.
        """
        for place, (own, other) in enumerate(zip(left.rank, right.rank, strict=True)):
            if own != other:
                return self._rank_notes[place], []
        deciders = []
        for place, (own, other) in enumerate(zip(left.standing[1], right.standing[1], strict=True)):
            deciders += self._decider_notes[place]
            if own != other:
                break
        return [note for notes in self._rank_notes for note in notes], deciders

    def lead(self, best: Combination, groups: list[Combination]) -> list[int]:
        """Return the notes of the advantage of a group over each of the others."""
        others = [self.deciding_notes(best, other) for other in groups if other is not best]
        return [number for rank, deciders in others for number in (*rank, *deciders)]

    def side(self, state: State, player: int) -> list[int]:
        """Return the pieces from which a player's groups are made, all of them examined."""
        pieces = super().side(state, player)
        state.looked |= mask(pieces)
        return pieces

    def _find_with_trail(self, state: State, player: int) -> tuple[list[Combination], Trail, int]:
        """Return a player's groups, the trail with the near misses, and the pieces that were examined."""
        outer, looked = state.trail, state.looked
        trail: Trail = [self._own]
        state.trail, state.looked = trail, 0
        topic, groups = Topic("miss", self.group.name), []
        for group in self.candidates(state, player):
            failed_requirement = self.refusal(state, group)
            if failed_requirement is None:
                # Every group gets a rank, but a rank is a reason only where two groups are compared.
                state.trail = []
                groups.append(self.set_rank(state, group))
                state.trail = trail
            else:
                requirement = [self._requirements[group.sort][failed_requirement]]
                trail.append(DecisionRecord(topic, (player, group), False, requirement, state.looked))
        examined = state.looked
        state.trail, state.looked = outer, looked
        return groups, trail, examined

    def _all_groups(self, state: State, player: int) -> list[Combination]:
        """Return all groups of a player, and note their sorts."""
        groups: list[Combination]
        groups, trail, examined = self._groups_with_trail(state, player)
        state.trail += (*trail, *(self._sort_notes[group.sort] for group in groups))
        state.looked |= examined
        return groups

    def _best(self, state: State, player: int) -> Combination | None:
        """Return a player's best group, and note its sort and its lead over the others."""
        groups, trail, examined = self._groups_with_trail(state, player)
        state.trail.extend(trail)
        state.looked |= examined
        best = self.pick(state, groups)
        if best is not None:
            state.trail += (self._sort_notes[best.sort], *self.lead(best, groups))
        return best


TracingBuilder.finder_class = TracingFinder
