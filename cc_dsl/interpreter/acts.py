"""Puts acts together: those that ask nobody into one closure, those that may ask somebody into steps.

Each step gives the number of the next, or waits.  What is left to do stands in the position itself (a stack of frames
and step numbers), so that a game can be stopped, copied and taken up again at every question; no generator, no thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cc_dsl.interpreter.changes import CHANGES, Act, nobody, unsettle
from cc_dsl.interpreter.state import FINISHED, WAITING, Frame, Outcome, Over, RulesFault, State
from cc_dsl.interpreter.terms import Builder, Test, Value
from cc_dsl.rules import model

Step = Callable[[State], int]
Routine = Callable[[State, Any, Any], None]

ENTRY = "game"
RETURN = 0
"""The number of the step that ends a body and goes on where it was called."""


class Asking(NamedTuple):
    """What a step asks, apart from the position."""

    name: str
    act: model.Choose | model.ChooseOption
    left: int | None
    """The slot that counts how many are still to be picked, where several are."""


class Exceptions(NamedTuple):
    """What a body does instead, the last written first, and what otherwise."""

    insteads: tuple[model.Rule, ...]
    rules: tuple[model.Rule, ...]


class Program:
    """The steps of a game, and what they ask."""

    def __init__(self) -> None:
        """Begin with the step that returns from a body."""
        self.steps: list[Step] = [_leave]
        self.askings: list[Asking] = []
        self.entry = 0
        self.frame = 0

    def begin(self, state: State) -> None:
        """Put a position at the first step."""
        state.stack = [([], FINISHED)]
        state.frame = [None] * self.frame
        state.pc = self.entry

    def run(self, state: State) -> None:
        """Go on until somebody is asked or the game is over."""
        steps, number = self.steps, state.pc
        try:
            while number >= 0:
                number = steps[number](state)
        except Over:
            number = FINISHED
        if number == FINISHED:
            state.pc, state.player, state.options = FINISHED, None, []
            if state.outcome is None:
                state.outcome = Outcome(None, "nobody")


def _leave(state: State) -> int:
    state.frame, number = state.stack.pop()
    return number


class Assembler:
    """Makes the program of a game; bodies call each other in no circle, so each is made once, after those it calls."""

    def __init__(self, build: Builder) -> None:
        """Begin without steps."""
        self.build = build
        self.rules = build.rules
        self.program = Program()
        self._routines: dict[str, Routine] = {}
        self._entries: dict[str, tuple[int, int]] = {}
        self._asking: dict[str, bool] = {}
        self._frame = 0

    def assemble(self) -> Program:
        """Give the program that begins with the procedure called “game”."""
        if ENTRY not in self.rules.procedures:
            raise RulesFault("no-game", f"These rules have no procedure called “{ENTRY}”, and so cannot be played.")
        self.program.entry, self.program.frame = self.entry(ENTRY)
        return self.program

    # -------------------------------------------------------------------------------------- analysis

    def body(self, name: str) -> model.Body:
        """Give the procedure or happening of a name."""
        return self.rules.procedures[name] if name in self.rules.procedures else self.rules.happenings[name]

    def parts(self, name: str) -> list[Any]:
        """Give what a body does, in order."""
        body = self.body(name)
        main: tuple[Any, ...] = body.rules
        if body.insteads:
            main = (Exceptions(body.insteads[::-1], body.rules),)
        return [*body.before, *main, *body.after]

    def asks(self, act: Any) -> bool:
        """Tell whether somebody may be asked while an act is done."""
        if isinstance(act, model.Choose):
            return act.chooser is not None
        if isinstance(act, model.ChooseOption):
            return True
        if isinstance(act, model.Perform | model.Call):
            name = act.name if isinstance(act, model.Perform) else act.verb
            if name not in self._asking:
                self._asking[name] = any(map(self.asks, self.parts(name)))
            return self._asking[name]
        return any(map(self.asks, _inner(act)))

    def settled_in(self, name: str) -> list[int]:
        """Give the cells of what a body settles, which end with it."""
        found: list[int] = []
        waiting = self.parts(name)
        for act in waiting:
            if isinstance(act, model.Settle):
                cells = [self.rules.definitions[settled].settled for settled in act.names]
                found.extend(cell for cell in cells if cell is not None)
            waiting.extend(_inner(act))
        return found

    def test(self, condition: Any, origin: model.Origin) -> Test:
        """Give the test on which it depends what is done."""
        return self.build.checked(self.build.condition(condition), origin)

    # ------------------------------------------------------------------------ acts that run to their end

    def routine(self, name: str) -> Routine:
        """Give the closure of a body in which nobody is asked."""
        found = self._routines.get(name)
        if found is None:
            found = self._routines[name] = self._routine(self.body(name))
        return found

    def _routine(self, body: model.Body) -> Routine:
        run = self.sequence(self.parts(body.name))
        cells = self.settled_in(body.name)
        if cells:
            doing = run

            def run_and_unsettle(state: State, frame: Frame) -> None:
                doing(state, frame)
                unsettle(state, cells)

            run = run_and_unsettle
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
        change = CHANGES.get(type(act))
        return [change(self.build, act) if change is not None else CLOSURES[type(act)](self, act)]

    # ---------------------------------------------------------------------------------- acts in steps

    def entry(self, name: str) -> tuple[int, int]:
        """Give the first step of a body in which somebody may be asked, and the size of its frame."""
        found = self._entries.get(name)
        if found is None:
            outer, self._frame = self._frame, self.body(name).frame
            cells = self.settled_in(name)

            def leave_unsettled(state: State) -> int:
                unsettle(state, cells)
                return RETURN

            first = self.steps(self.parts(name), self.add(leave_unsettled) if cells else RETURN)
            found = self._entries[name] = (first, self._frame)
            self._frame = outer
        return found

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
            if not self.asks(act):
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


def _inner(act: Any) -> tuple[Any, ...]:
    """Give the acts inside an act."""
    if isinstance(act, Exceptions):
        return (*act.insteads, *act.rules)
    return (*getattr(act, "acts", ()), *getattr(act, "otherwise", ()))


def _nothing(state: State, frame: Frame) -> None:
    """Do nothing."""


def _bound(state: State, origin: model.Origin) -> Over:
    state.outcome = Outcome(None, f"bound: {origin.sentence}")
    return Over()


# ------------------------------------------------------------------------------------------- in closures


def _rule(make: Assembler, act: model.Rule) -> Act:
    test, run = make.test(act.condition, act.origin), make.sequence(act.acts)

    def rule(state: State, frame: Frame) -> None:
        if test(state, frame):
            run(state, frame)

    return rule


def _exceptions(make: Assembler, act: Exceptions) -> Act:
    branches = [(make.test(rule.condition, rule.origin), make.sequence(rule.acts)) for rule in act.insteads]
    otherwise = make.sequence(act.rules)
    only_one = make.build.only_one([(test, rule.origin) for (test, _), rule in zip(branches, act.insteads, strict=True)])

    def exceptions(state: State, frame: Frame) -> None:
        if only_one is not None:
            only_one(state, frame)
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
            raise _bound(state, act.origin)

    return until


def _in_turn(make: Assembler, act: model.ForEach) -> Value:
    """Give the players in turn, from the one that begins."""
    seats = make.build.seats
    start = make.build.thing(act.start) if act.start is not None else None
    if isinstance(act.things, model.AllPlayers):
        turns = [tuple((first + step) % seats for step in range(seats)) for first in range(seats)]
        if start is None:
            everyone = turns[0]
            return lambda state, frame: everyone
        begins = start
        return lambda state, frame: turns[begins(state, frame) or 0]
    things = make.build.thing(act.things)

    def in_turn(state: State, frame: Frame) -> Any:
        first = (start(state, frame) or 0) if start is not None else 0
        return sorted(things(state, frame), key=lambda player: (player - first) % seats)

    return in_turn


def _for_each(make: Assembler, act: model.ForEach) -> Act:
    in_turn, slot, run = _in_turn(make, act), act.slot, make.sequence(act.acts)

    def for_each(state: State, frame: Frame) -> None:
        for one in in_turn(state, frame):
            frame[slot] = one
            run(state, frame)

    return for_each


def _perform(make: Assembler, act: model.Perform) -> Act:
    routine = make.routine(act.name)
    return lambda state, frame: routine(state, None, None)


def _call(make: Assembler, act: model.Call) -> Act:
    routine, subject = make.routine(act.verb), make.build.thing(act.subject)
    thing = make.build.thing(act.object if act.object is not None else model.Nothing())

    def call(state: State, frame: Frame) -> None:
        player = subject(state, frame)
        if player is None:
            raise nobody(act.origin, "to do it")
        routine(state, player, thing(state, frame))

    return call


CLOSURES: dict[type, Callable[[Assembler, Any], Act]] = {
    model.Rule: _rule,
    Exceptions: _exceptions,
    model.If: _if,
    model.Repeat: _repeat,
    model.Until: _until,
    model.ForEach: _for_each,
    model.Perform: _perform,
    model.Call: _call,
}


# ---------------------------------------------------------------------------------------------- in steps


def _branch_steps(make: Assembler, act: model.Rule | model.If, after: int) -> int:
    test, yes = make.test(act.condition, act.origin), make.steps(act.acts, after)
    no = make.steps(act.otherwise, after) if isinstance(act, model.If) else after
    return make.add(lambda state: yes if test(state, state.frame) else no)


def _exceptions_steps(make: Assembler, act: Exceptions, after: int) -> int:
    branches = [(make.test(rule.condition, rule.origin), make.steps(rule.acts, after)) for rule in act.insteads]
    otherwise = make.steps(act.rules, after)
    only_one = make.build.only_one([(test, rule.origin) for (test, _), rule in zip(branches, act.insteads, strict=True)])

    def exceptions(state: State) -> int:
        if only_one is not None:
            only_one(state, state.frame)
        for test, number in branches:
            if test(state, state.frame):
                return number
        return otherwise

    return make.add(exceptions)


def _loop(make: Assembler, acts: tuple[Any, ...], first: Step, again: Callable[[int], Step]) -> int:
    """Add a loop: a step that begins it, one that decides whether to go on, and its acts, which go back to that."""
    head = make.add(_leave)
    inside = make.steps(acts, head)
    deciding = make.program.steps[head] = again(inside)

    def begin(state: State) -> int:
        first(state)
        return deciding(state)

    return make.add(begin)


def _repeat_steps(make: Assembler, act: model.Repeat, after: int) -> int:
    counter, times = make.slots(1), act.times

    def first(state: State) -> int:
        state.frame[counter] = 0
        return after

    def again(inside: int) -> Step:
        def step(state: State) -> int:
            done = state.frame[counter]
            state.frame[counter] = done + 1
            return inside if done < times else after

        return step

    return _loop(make, act.acts, first, again)


def _until_steps(make: Assembler, act: model.Until, after: int) -> int:
    counter, most, test = make.slots(1), act.most, make.build.condition(act.condition)

    def first(state: State) -> int:
        state.frame[counter] = 0
        return after

    def again(inside: int) -> Step:
        def step(state: State) -> int:
            frame = state.frame
            if test(state, frame):
                return after
            if frame[counter] == most:
                raise _bound(state, act.origin)
            frame[counter] += 1
            return inside

        return step

    return _loop(make, act.acts, first, again)


def _for_each_steps(make: Assembler, act: model.ForEach, after: int) -> int:
    in_turn, slot, waiting = _in_turn(make, act), act.slot, make.slots(1)

    def first(state: State) -> int:
        state.frame[waiting] = tuple(in_turn(state, state.frame))
        return after

    def again(inside: int) -> Step:
        def step(state: State) -> int:
            frame = state.frame
            left = frame[waiting]
            if not left:
                return after
            frame[slot] = left[0]
            frame[waiting] = left[1:]
            return inside

        return step

    return _loop(make, act.acts, first, again)


def _call_steps(make: Assembler, act: model.Perform | model.Call, after: int) -> int:
    first, size = make.entry(act.name if isinstance(act, model.Perform) else act.verb)
    if isinstance(act, model.Perform):

        def perform(state: State) -> int:
            state.stack.append((state.frame, after))
            state.frame = [None] * size
            return first

        return make.add(perform)
    subject, rest, origin = make.build.thing(act.subject), [None] * (size - 2), act.origin
    thing = make.build.thing(act.object if act.object is not None else model.Nothing())

    def call(state: State) -> int:
        frame = state.frame
        player = subject(state, frame)
        if player is None:
            raise nobody(origin, "to do it")
        state.stack.append((frame, after))
        state.frame = [player, thing(state, frame), *rest]
        return first

    return make.add(call)


def _choose_steps(make: Assembler, act: model.Choose, after: int) -> int:
    if act.count is not None:
        return _choose_several(make, act, after)
    things, chooser, slot = make.build.thing(act.things), make.build.thing(act.chooser), act.slot
    number = make.ask(Asking(act.name, act, None))

    def answer(state: State) -> int:
        state.frame[slot] = state.answer
        return after

    def ask(state: State) -> int:
        frame = state.frame
        options = sorted(things(state, frame))
        if not options:
            frame[slot] = None
            return after
        state.options = options
        state.player = player = chooser(state, frame)
        if player is None:
            raise nobody(act.origin, "to choose")
        state.asking, state.pc = number, then
        return WAITING

    ask_or_not, answer_it = make.build.asking(ask, answer, act)
    then = make.add(answer_it)
    return make.add(ask_or_not)


def _choose_several(make: Assembler, act: model.Choose, after: int) -> int:
    """Pick several, one after another in ascending order, and never so high that too few remain."""
    things, chooser, slot = make.build.thing(act.things), make.build.thing(act.chooser), act.slot
    count, pool, left = make.build.thing(act.count), make.slots(1), make.slots(1)
    number = make.ask(Asking(act.name, act, left))

    def wait(state: State, frame: Frame) -> int:
        state.options = frame[pool][: len(frame[pool]) - frame[left] + 1]
        state.player = player = chooser(state, frame)
        if player is None:
            raise nobody(act.origin, "to choose")
        state.asking, state.pc = number, then
        return WAITING

    def answer(state: State) -> int:
        frame = state.frame
        frame[slot] = (*frame[slot], state.answer)
        frame[left] -= 1
        if frame[left]:
            frame[pool] = frame[pool][frame[pool].index(state.answer) + 1 :]
            return wait(state, frame)
        frame[pool] = None
        return after

    def ask(state: State) -> int:
        frame = state.frame
        frame[slot], frame[pool] = (), sorted(things(state, frame))
        frame[left] = min(count(state, frame), len(frame[pool]))
        if frame[left] <= 0:
            return after
        return wait(state, frame)

    ask_or_not, answer_it = make.build.asking(ask, answer, act)
    then = make.add(answer_it)
    return make.add(ask_or_not)


def _option_steps(make: Assembler, act: model.ChooseOption, after: int) -> int:
    chooser, number = make.build.thing(act.chooser), make.ask(Asking("", act, None))
    tests = [make.build.condition(option.condition) for option in act.options]
    entries = [make.steps(option.acts, after) for option in act.options]

    def answer(state: State) -> int:
        return entries[state.answer]

    def ask(state: State) -> int:
        frame = state.frame
        options = [place for place, test in enumerate(tests) if test(state, frame)]
        if not options:
            return after
        state.options = options
        state.player = player = chooser(state, frame)
        if player is None:
            raise nobody(act.origin, "to choose")
        state.asking, state.pc = number, then
        return WAITING

    ask_or_not, answer_it = make.build.asking(ask, answer, act)
    then = make.add(answer_it)
    return make.add(ask_or_not)


STEPS: dict[type, Callable[[Assembler, Any, int], int]] = {
    model.Rule: _branch_steps,
    model.If: _branch_steps,
    Exceptions: _exceptions_steps,
    model.Repeat: _repeat_steps,
    model.Until: _until_steps,
    model.ForEach: _for_each_steps,
    model.Perform: _call_steps,
    model.Call: _call_steps,
    model.Choose: _choose_steps,
    model.ChooseOption: _option_steps,
}
