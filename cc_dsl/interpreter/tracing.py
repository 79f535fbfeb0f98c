"""Builders whose closures record reasons: `Noting` a flat list of sources, `Reasoning` a tree of decisions.

They give the very same answers as the plain builder; a test plays the same games with each.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, cast

from cc_dsl.core.program import EachLoop, Store
from cc_dsl.interpreter import conditions, confiding
from cc_dsl.interpreter.groups import Combination, GroupFinder
from cc_dsl.interpreter.looking import bits_of, looker
from cc_dsl.interpreter.reasons import Notes, Recorded, Topic, Trail
from cc_dsl.interpreter.state import UNSETTLED, Frame, State
from cc_dsl.interpreter.terms import Act, Builder, Closure, Deciding, Meaning, Question, Step, Test, Value
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import PLAYER, Kind


class Noting(Builder):
    """Notes clauses and readings in the order of their first use, for answers that name their sources."""

    writes_reasons = True

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start without notes."""
        super().__init__(rules, seats)
        self.notes = Notes(rules)
        self._ranking_notes: dict[str, int] = {}

    def noted(self, closure: Closure, origin: model.Origin | None, readings: Iterable[str] = ()) -> Closure:
        """Record where a closure comes from, then run it."""
        number = self.notes.number([origin] if origin is not None else [], readings, decides=True)
        if self.notes.is_empty(number) and origin is None:
            return closure

        def noted(state: State, frame: Frame) -> object:
            state.trail.append(number)
            return closure(state, frame)

        return cast(Closure, noted)

    def holding(self, test: Test, origin: model.Origin) -> Test:
        """Record which case of a predicate holds."""
        number = self.notes.number([origin], decides=True)

        def holding(state: State, frame: Frame) -> bool:
            if test(state, frame):
                state.trail.append(number)
                return True
            return False

        return holding

    def quiet(self, closure: Closure) -> Closure:
        """Run a closure, and forget its reasons."""

        def quiet(state: State, frame: Frame) -> object:
            outer, looked = state.trail, state.looked
            state.trail = []
            value = closure(state, frame)
            state.trail, state.looked = outer, looked
            return value

        return cast(Closure, quiet)

    def excepted(self, test: Test, thing: Value, otherwise: Value) -> Value:
        """Put the rule down before an exception to it that does not hold."""

        def excepted(state: State, frame: Frame) -> object:
            aside: Trail = []
            outer = state.trail
            state.trail = aside
            holds = test(state, frame)
            state.trail = outer
            if holds:
                outer.extend(aside)
                return thing(state, frame)
            value = otherwise(state, frame)
            outer.extend(aside)
            return value

        return excepted

    def judged(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Record every case of a predicate when none holds."""
        all_cases = self.notes.number([case.origin for case in predicate.cases], predicate.readings)
        readings = self.notes.number([], predicate.readings)

        def judged(state: State, thing: model.Thing) -> bool:
            if meaning(state, thing):
                state.trail.append(readings)
                return True
            state.trail.append(all_cases)
            return False

        return judged

    def ranked(self, closure: Closure, ranking: model.Ranking) -> Closure:
        """Record by which ranking pieces are compared."""
        number = self.ranking_note(ranking)

        def ranked(state: State, frame: Frame) -> object:
            state.trail.append(number)
            return closure(state, frame)

        return cast(Closure, ranked)

    def ranking_note(self, ranking: model.Ranking) -> int:
        """Return the note of a whole ranking."""
        if ranking.name not in self._ranking_notes:
            self._ranking_notes[ranking.name] = self._new_ranking_note(ranking)
        return self._ranking_notes[ranking.name]

    def _new_ranking_note(self, ranking: model.Ranking) -> int:
        used = [one for key in ranking.keys for one in walk.uses(self.rules, key.measure)]
        readings = [reading for one in used for reading in one.readings]
        return self.notes.number([key.origin for key in ranking.keys], [*ranking.readings, *readings])

    def new_maker(self, group: model.Group) -> GroupFinder:
        """Make what makes groups and records why."""
        return NotingFinder(self, group)

    def noting_maker(self, name: str) -> NotingFinder:
        """Return what makes groups."""
        return cast(NotingFinder, self.maker(name))

    def compared(self, term: model.Ranks, left: Value, right: Value) -> Test:
        """Record by which criterion two groups differ."""
        wants, maker = conditions.WANTED[term.relation], self.noting_maker(term.kind.name)

        def ranks(state: State, frame: Frame) -> bool:
            one, other = left(state, frame), right(state, frame)
            if one is not None and other is not None:
                state.trail.extend(maker.differing(one, other)[0])
            return wants(conditions.compared(one and one.rank, other and other.rank))

        return ranks

    def champion(self, term: model.Champion, thing: Value, rivals: Value) -> Value:
        """Record by which criterion the best group is better."""
        slot, is_best = term.slot, term.is_best
        mark = self.mark(lambda state, frame: frame[0], term.kind)

        def champion(state: State, frame: Frame) -> object:
            things: list[object] = []
            looked, state.looked = state.looked, 0
            players = [*rivals(state, frame)]
            for player in players:
                frame[slot] = player
                things.append(thing(state, frame))
            frame[slot] = None
            marks = [mark(state, [one]) for one in things]
            best = (max if is_best else min)([one for one in marks if one is not None], default=None)
            leader = players[marks.index(best)] if best is not None and marks.count(best) == 1 else None
            held = [(player, one) for player, one in zip(players, things, strict=True) if one is not None]
            if len(held) > 1:
                self.weighed(state, term, held, leader, self._weights(term, [one for _, one in held]))
            state.looked |= looked
            return leader

        return champion

    def _weights(self, term: model.Champion, things: list[object]) -> list[int]:
        """Return the notes of what the best of some things is better by."""
        if term.kind.base == "piece":
            return [self.ranking_note(self.rules.rankings[term.kind.name])]
        if term.kind.base != "group":
            return []
        maker = self.noting_maker(term.kind.name)
        groups = [one for one in things if isinstance(one, Combination)]
        best = (max if term.is_best else min)(groups, key=lambda one: one.standing)
        weights: list[int] = []
        for other in groups:
            if other is not best:
                for part in maker.differing(best, other):
                    weights.extend(part)
        return weights

    def weighed(
        self, state: State, term: model.Champion, held: list[tuple[int, object]], leader: int | None, weights: list[int]
    ) -> None:
        """Record what players were compared by."""
        state.trail.extend(weights)

    def missed(self, state: State, maker: NotingFinder, player: int, combination: Combination, number: int) -> None:
        """Record that a requirement keeps pieces from being a group."""
        state.trail.append(maker.requirements[combination.sort][number])

    def _only_where_it_holds(self, meaning: Meaning) -> Meaning:
        """Leave out the decisions that two things are not related: of most pairs that are asked for they are not."""

        def related(state: State, pair: object) -> object:
            holds = meaning(state, pair)
            if not holds:
                node = state.trail.pop()
                state.trail.extend(one for one in cast(Recorded, node).trail if isinstance(one, int))
            return holds

        return related

    def remembered_group(self, meaning: Meaning, topic: Topic) -> Meaning:
        """Compute a player's groups once for each position."""
        return self.remembered(meaning, self.seats)


class NotingFinder(GroupFinder):
    """Makes groups, and records the sort of the best one, what makes it better, and the near misses."""

    def __init__(self, build: Noting, group: model.Group) -> None:
        """Prepare the notes of the group, its sorts, requirements and rankings."""
        super().__init__(build, group)
        self._noting = build
        notes = build.notes
        readings = [reading for sort in group.sorts for reading in sort.readings]
        self._own = notes.number([group.origin], readings)
        self._sorts = [notes.number([sort.origin], decides=True) for sort in group.sorts]
        self.requirements = [[notes.number([one.origin]) for one in sort.requirements] for sort in group.sorts]
        self._rank_notes = self._criteria(group.ranking)
        self._decider_notes = self._criteria(group.deciders)
        self._raw = build.remembered(self._find_with_trail, build.seats)
        self.best = build.remembered_group(self._best, Topic("group", group.name, Kind("group", group.name)))
        self.all = build.remembered_group(self._all, Topic("groups", group.name, Kind("groups", group.name)))

    def _criteria(self, ranking: model.Ranking) -> list[list[int]]:
        """Return the notes of each criterion."""
        notes = []
        for key in ranking.keys:
            # What a key is computed from is not traced when groups are rated; it is named with the key.
            used = walk.uses(self._noting.rules, key.measure)
            readings = [reading for one in used for reading in one.readings]
            notes.append([self._noting.notes.number([key.origin], [*ranking.readings, *readings], decides=True)])
            if key.form == "piece":
                notes[-1].append(self._noting.ranking_note(self._noting.rules.rankings[self._noting.rules.pieces.name]))
        return notes

    def differing(self, one: Combination, other: Combination) -> tuple[list[int], list[int]]:
        """Return the notes of the criterion of rank by which two groups differ, and, if by none, of what decides."""
        for place, (mine, his) in enumerate(zip(one.rank, other.rank, strict=True)):
            if mine != his:
                return self._rank_notes[place], []
        ranks = [number for numbers in self._rank_notes for number in numbers]
        deciders = []
        for place, (mine, his) in enumerate(zip(one.standing[1], other.standing[1], strict=True)):
            deciders += self._decider_notes[place]
            if mine != his:
                break
        return ranks, deciders

    def side(self, state: State, player: int) -> list[int]:
        """Record which pieces groups are made of."""
        found = super().side(state, player)
        state.looked |= bits_of(found)
        return found

    def _find_with_trail(self, state: State, player: int) -> tuple[list[Combination], Trail, int]:
        outer, looked = state.trail, state.looked
        state.trail, state.looked = [self._own], 0
        inner = state.trail
        found = []
        for sort, pieces in self.candidates(state, player):
            combination = Combination(sort, pieces)
            if not self.is_made(state, combination):
                continue
            number = self.refusal(state, combination)
            if number is not None:
                self._noting.missed(state, self, player, combination, number)
                continue
            # Ranks are computed for every group; they are reasons only where two are compared.
            state.trail = []
            found.append(self.rate(state, combination))
            state.trail = inner
        state.trail, state.looked, seen = outer, looked, state.looked
        return found, inner, seen

    def _found(self, state: State, player: int) -> list[Combination]:
        """Return all groups of a player, and record why."""
        found, trail, looked = self._raw(state, player)
        state.trail.extend(trail)
        state.looked |= looked
        return cast(list[Combination], found)

    def _best(self, state: State, player: int) -> Combination | None:
        found = self._found(state, player)
        best = self.pick(state, found)
        if best is not None:
            state.trail.append(self._sorts[best.sort])
            for other in found:
                if other is not best:
                    for part in self.differing(best, other):
                        state.trail.extend(part)
        return best

    def _all(self, state: State, player: int) -> list[Combination]:
        found = self._found(state, player)
        state.trail.extend(self._sorts[one.sort] for one in found)
        return found


PAIR = Kind("pair")
"""A thing and another, of which a relation is asked; nothing is kept for each pair."""


class Reasoning(Noting):
    """Puts every decision down with the decisions it rests on."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start without notes."""
        super().__init__(rules, seats)
        self._options: dict[int, tuple[object, list[Value]]] = {}
        """Keyed by the identity of an act, which is kept alive so that no other object can have it."""

    def looking_at(self, term: object) -> Builder:
        """Record which pieces a term looks at."""
        return looker(self, term)

    def reasoned(self, meaning: Meaning, topic: Topic, kind: Kind | None) -> Meaning:
        """Record a decision; one about the table or a player is cached until the position changes."""
        count, is_owned = self.owners(kind), kind is not None
        is_kept, first = count is not None, self.new_keys(count or 0)

        def reasoned(state: State, given: Any) -> object:
            owner = given if is_owned else None
            key = first + (owner or 0) if is_kept else 0
            if is_kept and key in state.cache:
                node = state.cache[key]
                state.trail.append(node)
                state.looked |= node.looked
                return node.value
            outer, looked = state.trail, state.looked
            state.trail, state.looked = [], 0
            value = meaning(state, owner)
            node = Recorded(topic, owner, tuple(value) if isinstance(value, list) else value, state.trail, state.looked)
            state.trail, state.looked = outer, looked | node.looked
            outer.append(node)
            if is_kept:
                state.cache[key] = node
            return value

        return reasoned

    def kept(self, meaning: Meaning, definition: model.Definition) -> Meaning:
        """Record the value of a definition."""
        return self.reasoned(meaning, Topic("definition", definition.name, definition.kind), definition.owner)

    def judged(self, meaning: Meaning, predicate: model.Predicate) -> Meaning:
        """Record whether a predicate holds."""
        if predicate.other is not None:
            topic = Topic("relation", predicate.name, predicate.kind, predicate.other)
            return self._only_where_it_holds(self.reasoned(super().judged(meaning, predicate), topic, PAIR))
        topic = Topic("predicate", predicate.name, predicate.kind)
        return self.reasoned(super().judged(meaning, predicate), topic, predicate.kind)

    def remembered_group(self, meaning: Meaning, topic: Topic) -> Meaning:
        """Record which groups a player has."""
        return self.reasoned(meaning, topic, PLAYER)

    def missed(self, state: State, maker: NotingFinder, player: int, combination: Combination, number: int) -> None:
        """Record the group that pieces would be but for a requirement."""
        trail = [maker.requirements[combination.sort][number]]
        state.trail.append(Recorded(Topic("miss", maker.group.name), (player, combination), False, trail, state.looked))

    def settled(self, meaning: Meaning, definition: model.Definition, cell: int) -> Meaning:
        """Refer to the decision that was settled."""
        topic = Topic("definition", definition.name, definition.kind)
        origins = [case.origin for case in itertools.chain(definition.cases, *definition.overrides)]
        unknown = [self.notes.number(origins, definition.readings)], 0

        def settled(state: State, owner: object) -> object:
            value = state.cells[cell]
            if value is UNSETTLED:
                return meaning(state, owner)
            node = Recorded(topic, None, value, *state.proofs.get(cell, unknown))
            state.trail.append(node)
            state.looked |= node.looked
            return value

        return settled

    def settling(self, name: str, cell: int) -> Meaning:
        """Keep the sources of the decision to refer to."""
        meaning = self.definition(name)

        def settling(state: State, owner: object) -> object:
            value = meaning(state, owner)
            # The reasons stand where it is settled; whoever refers to it later needs the sources only.
            node = state.trail[-1]
            state.proofs[cell] = [number for number in node.trail if isinstance(number, int)], node.looked
            return value

        return settling

    def weighed(
        self, state: State, term: model.Champion, held: list[tuple[int, object]], leader: int | None, weights: list[int]
    ) -> None:
        """Record what each player had, and who was ahead."""
        degree = ("greatest", "least") if term.kind.base == "number" else ("best", "worst")
        topic = Topic("comparison", degree[not term.is_best], term.kind, term.over)
        state.trail.append(Recorded(topic, held, leader, weights, state.looked))

    def compared(self, term: model.Ranks, left: Value, right: Value) -> Test:
        """Record how two groups compare."""
        topic, maker = Topic("ranks", term.relation, term.kind), self.noting_maker(term.kind.name)
        wants = conditions.WANTED[term.relation]

        def ranks(state: State, frame: Frame) -> bool:
            looked, state.looked = state.looked, 0
            one, other = left(state, frame), right(state, frame)
            holds = wants(conditions.compared(one and one.rank, other and other.rank))
            if one is not None and other is not None:
                state.trail.append(Recorded(topic, (one, other), holds, maker.differing(one, other)[0], state.looked))
            state.looked |= looked
            return holds

        return ranks

    # ------------------------------------------------------------------------------------------ acts

    def checked(self, test: Test, origin: model.Origin) -> Test:
        """Record the result of a test, if it held or if reasons were needed to see that it did not."""
        topic, number = Topic("check", origin.sentence), self.notes.number([origin], decides=True)

        def checked(state: State, frame: Frame) -> bool:
            outer, looked = state.trail, state.looked
            state.trail, state.looked = [number], 0
            inner = state.trail
            holds = test(state, frame)
            if holds or len(inner) > 1:
                outer.append(Recorded(topic, None, holds, inner, state.looked))
            state.trail, state.looked = outer, looked
            return holds

        return checked

    def decided(self, change: Act, act: Deciding, result: Value) -> Act:
        """Record what an act has changed."""
        topic, number = self._topic(act), self.notes.number([act.origin], decides=True)
        secret = confiding.stored(self, act)
        # Which pieces change is known before, and perhaps no longer afterwards.
        is_known_before = isinstance(act, model.BecomeState)
        is_for_all = isinstance(act, Store) and act.is_for_all

        def decided(state: State, frame: Frame) -> None:
            outer, looked = state.trail, state.looked
            state.trail, state.looked = [], 0
            value = before = result(state, frame) if is_known_before or is_for_all else None
            state.trail = inner = [number]
            change(state, frame)
            if not is_known_before:
                state.trail = []
                value = result(state, frame)
            # What is put back for all as it was, and what happens to no piece, decides nothing.
            if value != before if is_for_all else value or not is_known_before:
                outer.append(Recorded(topic, None, value, inner, state.looked, secret(state, frame, value)))
            state.trail, state.looked = outer, looked

        return decided

    def knowing(self, value: Value, cell: Callable[[State, Frame], int | None]) -> Value:
        """Record that a secret was read."""
        return confiding.knowing(self, value, cell)

    def leaving(self, leave: Step) -> Step:
        """Let be noticed what there is to see when a procedure or happening is at its end."""

        def leave_and_notice(state: State) -> int:
            if state.glimpses is not None:
                state.glimpses.notice(state)
            return leave(state)

        return leave_and_notice

    def ended(self, run: Act) -> Act:
        """Let be noticed what there is to see when a procedure or happening is at its end."""

        def run_and_notice(state: State, frame: Frame) -> None:
            run(state, frame)
            if state.glimpses is not None:
                state.glimpses.notice(state)

        return run_and_notice

    def selected(self, things: Value, act: EachLoop) -> Value:
        """Record the items of a loop, if reasons were needed to know them."""
        topic = Topic("turns", act.origin.sentence.partition(":")[0], act.kind)
        number = self.notes.number([act.origin], decides=True)

        def selected(state: State, frame: Frame) -> object:
            outer, looked = state.trail, state.looked
            state.trail, state.looked = [number], 0
            inner = state.trail
            found = things(state, frame)
            if len(inner) > 1:
                outer.append(Recorded(topic, None, tuple(found), inner, state.looked))
            state.trail, state.looked = outer, looked
            return found

        return selected

    def _topic(self, act: object) -> Topic:
        if isinstance(act, Store):
            return Topic(act.what, act.name.removeprefix("the "), act.kind)
        if isinstance(act, model.BecomeState):
            return Topic("state", self.rules.states[act.state])
        if isinstance(act, model.Choose):
            return Topic("choice", act.name, act.kind)
        return Topic("end")

    def asking(self, ask: Step, answer: Step, act: Question) -> tuple[Step, Step]:
        """Record a choice, and why it was allowed."""
        is_option = isinstance(act, model.ChooseOption)
        topic = Topic("option") if is_option else Topic("observed")
        if isinstance(act, model.Choose):
            topic = Topic("choice", act.name, act.kind.one)
        menu = None
        if isinstance(act, model.Observe):
            from cc_dsl.interpreter.observing import Menu

            menu = Menu(self, act)
        numbers = [self.notes.number([act.origin], decides=not is_option)]
        listed = act.options if isinstance(act, model.ChooseOption) else ()
        options = [self.notes.number([option.origin], decides=True) for option in listed]
        names = [option.name for option in listed]
        secret = confiding.stored(self, act)

        def ask_with_reasons(state: State) -> int:
            outer, looked = state.trail, state.looked
            state.trail, state.looked = [], 0
            number = ask(state)
            state.proofs[ASKED] = state.trail, state.looked
            state.trail, state.looked = outer, looked
            return number

        def answer_with_reasons(state: State) -> int:
            why, looked = state.proofs.pop(ASKED, ((), 0))
            trail = [*numbers, *why]
            place = state.answer
            value: object = place
            if is_option:
                trail.append(options[place])
                value = names[place]
            elif menu is not None:
                value = menu.words(place)
            elif state.offered:
                value = state.offered[place]
            outer = state.trail
            outer.append(Recorded(topic, state.player, value, trail, looked, secret(state, state.frame, value)))
            state.trail = []
            number = answer(state)
            state.trail = outer
            return number

        return ask_with_reasons, answer_with_reasons

    def option_closures(self, act: model.Choose | model.ChooseOption | model.Observe) -> list[Value]:
        """Return the closures whose run recorded why the options of a question are what they are."""
        if isinstance(act, model.Observe):
            return []
        known = self._options.get(id(act))
        if known is None:
            chooser = [] if act.chooser is None else [self.thing(act.chooser)]
            what: list[Value] = (
                [self.condition(option.condition) for option in act.options]
                if isinstance(act, model.ChooseOption)
                else [self.thing(act.things)]
            )
            known = self._options[id(act)] = (act, [*what, *chooser])
        return known[1]

    def carried_out(self, closure: Closure, origin: model.Origin) -> Closure:
        """Run an act that moves pieces, and note where it comes from; how its pieces were found is forgotten.

        What there was to see of the pieces before they went elsewhere is noticed.
        """
        number = self.notes.number([origin], decides=True)

        def carried_out(state: State, frame: Frame) -> object:
            outer, looked = state.trail, state.looked
            before = state.where[:] if state.glimpses is not None else []
            state.trail = []
            value = closure(state, frame)
            state.trail, state.looked = outer, looked
            if state.glimpses is not None:
                state.glimpses.notice_leaving(state, before)
            outer.append(number)
            return value

        return cast(Closure, carried_out)


ASKED = -1
"""The reasons of a question until its answer."""
