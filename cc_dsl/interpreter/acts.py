"""Puts acts together: those that ask nobody into closures; `steps.py` has those that may ask somebody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cc_dsl.core.bodies import asking, asks, body_of, settled_in, steps_of
from cc_dsl.interpreter.changes import CHANGES, Act, limited, nobody, unsettle
from cc_dsl.interpreter.state import Frame, RulesFault, State
from cc_dsl.interpreter.steps import RETURN, STEPS, Asking, Program, bound, in_turn, leave
from cc_dsl.interpreter.terms import Builder, Step, Test
from cc_dsl.rules import model

Routine = Callable[[State, Any, Any], None]


class Assembler:
    """Makes the program of a game; bodies call each other in no circle, so each is made once, after those it calls."""

    def __init__(self, build: Builder) -> None:
        """Begin without steps."""
        self.build = build
        self.rules = build.rules
        self.program = Program()
        self.program.steps[RETURN] = build.leaving(leave)
        self._routines: dict[str, Routine] = {}
        self._entries: dict[str, tuple[int, Frame]] = {}
        self._asking = asking(self.rules)
        self._frame = 0
        self._pieces: list[int] = []
        self.doer: int | None = None
        """The slot of the piece whose deed is being put together; None in a procedure, or where a player does it."""

    def assemble(self) -> Program:
        """Give the program that begins with the procedure called “game”."""
        if model.ENTRY not in self.rules.procedures:
            raise RulesFault(
                "no-game", f"These rules have no procedure called “{model.ENTRY}”, and so cannot be played."
            )
        self.program.entry, self.program.blank = self.entry(model.ENTRY)
        return self.program

    def _settled_in(self, name: str) -> list[int]:
        """Give the cells of what a body settles, which end with it."""
        return [one.settled for one in settled_in(self.rules, name) if one.settled is not None]

    def test(self, condition: Any, origin: model.Origin) -> Test:
        """Give the test on which it depends what is done."""
        return self.build.checked(self.build.condition(condition), origin)

    # ------------------------------------------------------------------------ acts that run to their end

    def routine(self, name: str) -> Routine:
        """Give the closure of a body in which nobody is asked."""
        found = self._routines.get(name)
        if found is None:
            outer, self._pieces = self._pieces, []
            found = self._routines[name] = self._routine(body_of(self.rules, name))
            self._pieces = outer
        return found

    def _routine(self, body: model.Body) -> Routine:
        run = self.sequence(steps_of(self.rules, body.name))
        cells = self._settled_in(body.name)
        if cells:
            doing = run

            def run_and_unsettle(state: State, frame: Frame) -> None:
                doing(state, frame)
                unsettle(state, cells)

            run = run_and_unsettle
        run = self.build.ended(run)
        size = body.frame
        if body.name in self.rules.procedures:
            return lambda state, subject, thing: run(state, [None] * size)
        rest = [None] * (size - 2)
        return lambda state, subject, thing: run(state, [subject, thing, *rest])

    def sequence(self, acts: list[Any] | tuple[Any, ...]) -> Act:
        """Give the closure that does acts one after another."""
        closures = [closure for act in acts for closure in self.closures(act)]
        if not closures:
            return _nothing
        if len(closures) == 1:
            return closures[0]
        if len(closures) == 2:
            one, two = closures

            def both(state: State, frame: Frame) -> None:
                one(state, frame)
                two(state, frame)

            return both

        def each(state: State, frame: Frame) -> None:
            for closure in closures:
                closure(state, frame)

        return each

    def closures(self, act: Any) -> list[Act]:
        """Give the closures of an act in which nobody is asked."""
        if isinstance(act, model.Rule) and isinstance(act.condition, model.Always):
            return [closure for inner in act.acts for closure in self.closures(inner)]
        if isinstance(act, model.Choose) or (isinstance(act, model.ForEach) and act.kind.base == "piece"):
            self.pieces_in(act.slot)
        change = CHANGES.get(type(act))
        return [change(self.build, act) if change is not None else CLOSURES[type(act)](self, act)]

    # ---------------------------------------------------------------------------------- acts in steps

    def entry(self, name: str) -> tuple[int, Frame]:
        """Give the first step of a body in which somebody may be asked, and its frame before anything is in it.

        The last slot of the frame names those that hold pieces, for whoever has to tell them from other numbers.
        """
        found = self._entries.get(name)
        if found is None:
            outer = self._frame, self._pieces, self.doer
            self._frame = body_of(self.rules, name).frame
            self._pieces = self._pieces_of(name)
            self.doer = 0 if 0 in self._pieces else None
            cells = self._settled_in(name)

            def leave_unsettled(state: State) -> int:
                unsettle(state, cells)
                return RETURN

            first = self.steps(steps_of(self.rules, name), self.add(leave_unsettled) if cells else RETURN)
            found = self._entries[name] = (first, [*[None] * self._frame, tuple(self._pieces)])
            self._frame, self._pieces, self.doer = outer
        return found

    def _pieces_of(self, name: str) -> list[int]:
        """Give the slots in which a body is given pieces."""
        form = self.rules.deeds.get(name)
        if form is None:
            return [1] if name in self.rules.happenings else []
        return [
            slot for slot, kind in enumerate((form.subject, form.object)) if kind is not None and kind.base == "piece"
        ]

    def pieces_in(self, *slots: int) -> None:
        """Note that slots of the frame hold pieces."""
        self._pieces.extend(slots)

    def add(self, step: Step) -> int:
        """Add a step; give its number."""
        self.program.steps.append(step)
        return len(self.program.steps) - 1

    def ask(self, asking: Asking) -> int:
        """Add a question; give its number."""
        self.program.askings.append(asking)
        return len(self.program.askings) - 1

    def slots(self, count: int) -> int:
        """Add hidden slots to the frame; give the first."""
        self._frame += count
        return self._frame - count

    def steps(self, acts: list[Any] | tuple[Any, ...], after: int) -> int:
        """Add the steps of acts that go on with the step `after`; give the first.  They are made from the last."""
        together: list[Any] = []
        for act in reversed(acts):
            if not asks(act, self._asking):
                together.insert(0, act)
                continue
            after = self._step_of(together, after)
            together = []
            if isinstance(act, model.Rule) and isinstance(act.condition, model.Always):
                after = self.steps(act.acts, after)
            else:
                after = STEPS[type(act)](self, act, after)
        return self._step_of(together, after)

    def _step_of(self, acts: list[Any], after: int) -> int:
        if not acts:
            return after
        run = self.sequence(acts)

        def step(state: State) -> int:
            run(state, state.frame)
            return after

        return self.add(step)


def _nothing(state: State, frame: Frame) -> None:
    """Do nothing."""


# ------------------------------------------------------------------------------------------- in closures


def _rule(make: Assembler, act: model.Rule) -> Act:
    test, run = make.test(act.condition, act.origin), make.sequence(act.acts)

    def rule(state: State, frame: Frame) -> None:
        if test(state, frame):
            run(state, frame)

    return rule


def _exceptions(make: Assembler, act: model.Exceptions) -> Act:
    branches = [(make.test(rule.condition, rule.origin), make.sequence(rule.acts)) for rule in act.insteads]
    otherwise = make.sequence(act.rules)

    def exceptions(state: State, frame: Frame) -> None:
        for test, run in branches:
            if test(state, frame):
                run(state, frame)
                return
        otherwise(state, frame)

    return exceptions


def _if(make: Assembler, act: model.If) -> Act:
    test, run, otherwise = make.test(act.condition, act.origin), make.sequence(act.acts), make.sequence(act.otherwise)

    def either(state: State, frame: Frame) -> None:
        if test(state, frame):
            run(state, frame)
        else:
            otherwise(state, frame)

    return either


def _repeat(make: Assembler, act: model.Repeat) -> Act:
    times, run = act.times, make.sequence(act.acts)

    def repeat(state: State, frame: Frame) -> None:
        for _ in range(times):
            run(state, frame)

    return repeat


def _until(make: Assembler, act: model.Until) -> Act:
    test, run, most = make.build.condition(act.condition), make.sequence(act.acts), act.most

    def until(state: State, frame: Frame) -> None:
        for _ in range(most):
            if test(state, frame):
                return
            run(state, frame)
        if not test(state, frame):
            raise bound(state, act.origin)

    return until


def _for_each(make: Assembler, act: model.ForEach) -> Act:
    turns, slot, run = in_turn(make, act), act.slot, make.sequence(act.acts)

    def for_each(state: State, frame: Frame) -> None:
        for one in turns(state, frame):
            frame[slot] = one
            run(state, frame)

    return for_each


def _perform(make: Assembler, act: model.Perform) -> Act:
    routine = make.routine(act.name)
    return lambda state, frame: routine(state, None, None)


def _call(make: Assembler, act: model.Call) -> Act:
    routine, subject = make.routine(act.verb), make.build.quiet(make.build.thing(act.subject))
    thing = make.build.quiet(make.build.thing(act.object if act.object is not None else model.Nothing()))

    allow = limited(make.build, act)

    def call(state: State, frame: Frame) -> None:
        player, done_to = subject(state, frame), thing(state, frame)
        if player is None:
            raise nobody(act.origin, "to do it")
        if allow is not None:
            allow(state, player, done_to)
        routine(state, player, done_to)

    return call


CLOSURES: dict[type, Callable[[Assembler, Any], Act]] = {
    model.Rule: _rule,
    model.Exceptions: _exceptions,
    model.If: _if,
    model.Repeat: _repeat,
    model.Until: _until,
    model.ForEach: _for_each,
    model.Perform: _perform,
    model.Call: _call,
}
