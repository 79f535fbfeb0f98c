"""Run the core program: bodies that ask nobody as closures, bodies that may ask somebody as steps (`steps.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cc_dsl.core import faults
from cc_dsl.core.cutting import BeginLoop, Resume, cut, slots_of_pieces
from cc_dsl.core.program import Branch, Core, EachLoop, Enter, Routine, TimesLoop, UntilLoop, inside
from cc_dsl.interpreter.changes import CHANGES, Act, limited, unsettle
from cc_dsl.interpreter.state import Frame, RulesFault, State
from cc_dsl.interpreter.steps import RETURN, Asking, BodySteps, Program, bound, in_turn, leave
from cc_dsl.interpreter.terms import Builder, Step, Test
from cc_dsl.rules import model

Run = Callable[[State, Any, Any], None]
"""Runs a whole body, given its agent and its object."""


class Assembler:
    """Makes the program of a game; bodies call each other in no circle, so each is made once, after those it calls."""

    def __init__(self, build: Builder) -> None:
        """Start without steps."""
        self.build = build
        self.rules = build.rules
        self.core = Core(build.rules)
        self.program = Program()
        self.program.steps[RETURN] = build.leaving(leave)
        self._runs: dict[str, Run] = {}
        self._entries: dict[str, tuple[int, Frame]] = {}

    def assemble(self) -> Program:
        """Return the program that begins with the procedure called “game”."""
        self.program.entry, self.program.blank = self.entry(model.ENTRY)
        return self.program

    def test(self, branch: Branch) -> Test:
        """Return the test that decides which acts are done."""
        return self.build.checked(self.build.condition(branch.condition), branch.origin)

    # ------------------------------------------------------------------------------ bodies that ask nobody

    def run_of(self, name: str) -> Run:
        """Return the closure of a body in which nobody is asked."""
        found = self._runs.get(name)
        if found is None:
            found = self._runs[name] = self._run(self.core[name])
        return found

    def _run(self, routine: Routine) -> Run:
        run, cells = self.sequence(routine.statements), _cells(routine.settles)
        again = _cells(self.core.settled_before(routine.name))
        if cells:
            doing = run

            def run_and_unsettle(state: State, frame: Frame) -> None:
                before = [state.cells[cell] for cell in again]
                doing(state, frame)
                unsettle(state, cells)
                for cell, value in zip(again, before, strict=True):
                    state.cells[cell] = value

            run = run_and_unsettle
        run, blank = self.build.ended(run), _blank(routine, routine.frame)
        if routine.name in self.rules.procedures:
            return lambda state, subject, thing: run(state, blank[:])
        rest = blank[2:]
        return lambda state, subject, thing: run(state, [subject, thing, *rest])

    def sequence(self, statements: Iterable[Any]) -> Act:
        """Return the closure that does statements one after another."""
        closures = [self.closure(one) for one in statements]
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

    def closure(self, statement: object) -> Act:
        """Return the closure of a statement in which nobody is asked."""
        change = CHANGES.get(type(statement))
        return change(self.build, statement) if change is not None else CLOSURES[type(statement)](self, statement)

    def who_and_what(self, enter: Enter) -> Callable[[State, Frame], tuple[int, Any]]:
        """Return the agent of an act, who must be there, and then its object, which must be possible."""
        object_ = self.build.thing(enter.object if enter.object is not None else model.Nothing())
        subject, thing = self.build.quiet(self.build.thing(enter.subject)), self.build.quiet(object_)
        allow = limited(self.build, enter)

        def both(state: State, frame: Frame) -> tuple[int, Any]:
            doer = subject(state, frame)
            if doer is None:
                raise RulesFault(*faults.nobody(enter.origin, "to do it"))
            done_to = thing(state, frame)
            if allow is not None:
                allow(state, doer, done_to)
            return doer, done_to

        return both

    # ---------------------------------------------------------------------------- bodies that may ask somebody

    def entry(self, name: str) -> tuple[int, Frame]:
        """Return the first step of a body in which somebody may be asked, and its frame before anything is in it.

        The last slot of the frame names those that hold pieces, for whoever has to tell them from other numbers.
        """
        if name not in self._entries:
            graph, steps = cut(self.core, name), self.program.steps
            pieces = (*slots_of_pieces(self.core, name), *graph.pieces)
            # A step that is still to be made has its number already.
            numbers = [self.add(leave) for _ in graph.blocks[1:]]
            again = _cells(self.core.settled_before(name))
            leaving = self._leaving(self.core[name], again, graph.frame)
            # In a happening the first slot holds who does it; in a procedure it may hold what was chosen.
            doer = 0 if 0 in pieces and name in self.rules.happenings else None
            body = BodySteps(self, graph, doer, [leaving, *numbers])
            body.number_questions()
            for block, number in zip(graph.blocks[1:], numbers, strict=True):
                if not isinstance(block.end, Resume):  # that is made with the question
                    steps[number] = body.step_of(block)
            first = body.numbers[graph.entry]
            if again:
                first = self._keeping(again, graph.frame, first)
            self._entries[name] = first, [*_blank(self.core[name], graph.frame + len(again)), pieces]
        return self._entries[name]

    def _keeping(self, again: list[int], slot: int, after: int) -> int:
        """Return the number of the step that saves the settled values at the beginning of a body."""

        def keep(state: State) -> int:
            state.frame[slot : slot + len(again)] = [state.cells[cell] for cell in again]
            return after

        return self.add(keep)

    def _leaving(self, routine: Routine, again: list[int], slot: int) -> int:
        """Return the number of the step with which a body ends."""
        cells = _cells(routine.settles)

        def leave_unsettled(state: State) -> int:
            unsettle(state, cells)
            for place, cell in enumerate(again, slot):
                state.cells[cell] = state.frame[place]
            return RETURN

        return self.add(leave_unsettled) if cells else RETURN

    def add(self, step: Step) -> int:
        """Add a step; give its number."""
        self.program.steps.append(step)
        return len(self.program.steps) - 1

    def ask(self, asking: Asking) -> int:
        """Add a question; give its number."""
        self.program.askings.append(asking)
        return len(self.program.askings) - 1


def _cells(settles: Iterable[model.Definition]) -> list[int]:
    """Return the cells of the settled values."""
    return [one.settled for one in settles if one.settled is not None]


def _blank(routine: Routine, size: int) -> Frame:
    """Return the frame of a body before anything is in it; a name for several things stands for none of them."""
    blank: Frame = [None] * size
    for one in inside(routine.statements):
        if isinstance(one, model.Choose) and one.number is not None:
            blank[one.slot] = ()
    return blank


def _nothing(state: State, frame: Frame) -> None:
    """Do nothing."""


# ------------------------------------------------------------------------------------------- in closures


def _branch(make: Assembler, branch: Branch) -> Act:
    test, yes = make.test(branch), make.sequence(branch.yes)
    if not branch.no:

        def only_if(state: State, frame: Frame) -> None:
            if test(state, frame):
                yes(state, frame)

        return only_if
    no = make.sequence(branch.no)

    def either(state: State, frame: Frame) -> None:
        if test(state, frame):
            yes(state, frame)
        else:
            no(state, frame)

    return either


def _times(make: Assembler, loop: TimesLoop) -> Act:
    number, run = loop.number, make.sequence(loop.body)

    def times(state: State, frame: Frame) -> None:
        for _ in range(number):
            run(state, frame)

    return times


def _until(make: Assembler, loop: UntilLoop) -> Act:
    test, run, most = make.build.condition(loop.condition), make.sequence(loop.body), loop.most

    def until(state: State, frame: Frame) -> None:
        for _ in range(most):
            if test(state, frame):
                return
            run(state, frame)
        if not test(state, frame):
            raise bound(state, loop.origin)

    return until


def _each(make: Assembler, loop: EachLoop) -> Act:
    turns, slot, run = in_turn(make.build, loop), loop.slot, make.sequence(loop.body)

    def each(state: State, frame: Frame) -> None:
        for one in turns(state, frame):
            frame[slot] = one
            run(state, frame)

    return each


def _enter(make: Assembler, enter: Enter) -> Act:
    run = make.run_of(enter.name)
    if enter.subject is None:
        return lambda state, frame: run(state, None, None)
    who_and_what = make.who_and_what(enter)
    return lambda state, frame: run(state, *who_and_what(state, frame))


def _begin_loop(make: Assembler, begin: BeginLoop) -> Act:
    """Initialise the hidden slot of a loop: its remaining items, or a count of zero rounds."""
    slot = begin.slot
    if not isinstance(begin.of, EachLoop):

        def count(state: State, frame: Frame) -> None:
            frame[slot] = 0

        return count
    turns = in_turn(make.build, begin.of)

    def line_up(state: State, frame: Frame) -> None:
        frame[slot] = tuple(turns(state, frame))

    return line_up


CLOSURES: dict[type, Callable[[Assembler, Any], Act]] = {
    Branch: _branch,
    TimesLoop: _times,
    UntilLoop: _until,
    EachLoop: _each,
    Enter: _enter,
    BeginLoop: _begin_loop,
}
