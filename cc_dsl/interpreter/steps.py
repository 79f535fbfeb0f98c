"""Cuts acts that may ask somebody into steps; each gives the number of the next, or waits.

What is left to do stands in the position itself (a stack of frames and step numbers), so that a game can be stopped,
copied and taken up again at every question; there is no generator and no thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.interpreter.changes import limited, nobody
from cc_dsl.interpreter.observing import Menu
from cc_dsl.interpreter.state import FINISHED, OBSERVER, WAITING, Frame, Outcome, Over, State
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER

if TYPE_CHECKING:
    from cc_dsl.interpreter.acts import Assembler
    from cc_dsl.interpreter.terms import Step, Value

RETURN = 0
"""The number of the step that ends a body and goes on where it was called."""


class Asking(NamedTuple):
    """What a step asks, apart from the position."""

    name: str
    act: model.Choose | model.ChooseOption | model.Observe
    left: int | None
    """The slot that counts how many are still to be picked, where several are."""
    menu: Menu | None = None
    """What can be observed, where the world answers."""
    counter: int | None = None
    """The slot that counts what was observed here."""
    doer: int | None = None
    """The slot that holds the piece in whose deed this is asked, if it is asked in a deed of a piece."""


class Program:
    """The steps of a game, and what they ask."""

    def __init__(self) -> None:
        """Begin with the step that returns from a body."""
        self.steps: list[Step] = [leave]
        self.askings: list[Asking] = []
        self.entry = 0
        self.blank: Frame = []
        """The frame of the first body, before anything is in it."""

    def begin(self, state: State) -> None:
        """Put a position at the first step."""
        state.stack = [([], FINISHED)]
        state.frame = self.blank[:]
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


def leave(state: State) -> int:
    """Go on where the body that is at its end was called."""
    state.frame, number = state.stack.pop()
    return number


def bound(state: State, origin: model.Origin) -> Over:
    """Make the end of a game that has reached a bound."""
    state.outcome = Outcome(None, f"bound: {origin.sentence}")
    return Over()


def in_turn(make: Assembler, act: model.ForEach) -> Value:
    """Give the players in turn, from the one that begins; other things in the order of their introduction."""
    return make.build.selected(_in_order(make, act), act)


def _in_order(make: Assembler, act: model.ForEach) -> Value:
    if act.kind != PLAYER:
        things = make.build.thing(act.things)
        if act.kind.base == "piece":
            things = make.build.quiet(things)  # which pieces come in turn is no decision
        return lambda state, frame: sorted(things(state, frame))
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

    def turned(state: State, frame: Frame) -> Any:
        first = (start(state, frame) or 0) if start is not None else 0
        return sorted(things(state, frame), key=lambda player: (player - first) % seats)

    return turned


def _branch_steps(make: Assembler, act: model.Rule | model.If, after: int) -> int:
    test, yes = make.test(act.condition, act.origin), make.steps(act.acts, after)
    no = make.steps(act.otherwise, after) if isinstance(act, model.If) else after
    return make.add(lambda state: yes if test(state, state.frame) else no)


def _exceptions_steps(make: Assembler, act: model.Exceptions, after: int) -> int:
    branches = [(make.test(rule.condition, rule.origin), make.steps(rule.acts, after)) for rule in act.insteads]
    otherwise = make.steps(act.rules, after)

    def exceptions(state: State) -> int:
        for test, number in branches:
            if test(state, state.frame):
                return number
        return otherwise

    return make.add(exceptions)


def _loop(make: Assembler, acts: tuple[Any, ...], first: Step, again: Callable[[int], Step]) -> int:
    """Add a loop: a step that begins it, one that decides whether to go on, and its acts, which go back to that."""
    head = make.add(leave)
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
                raise bound(state, act.origin)
            frame[counter] += 1
            return inside

        return step

    return _loop(make, act.acts, first, again)


def _for_each_steps(make: Assembler, act: model.ForEach, after: int) -> int:
    turns, slot, waiting = in_turn(make, act), act.slot, make.slots(1)
    if act.kind.base == "piece":
        make.pieces_in(slot, waiting)

    def first(state: State) -> int:
        state.frame[waiting] = tuple(turns(state, state.frame))
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
    first, blank = make.entry(act.name if isinstance(act, model.Perform) else act.verb)
    if isinstance(act, model.Perform):

        def perform(state: State) -> int:
            state.stack.append((state.frame, after))
            state.frame = blank[:]
            return first

        return make.add(perform)
    subject, rest, origin = make.build.quiet(make.build.thing(act.subject)), blank[2:], act.origin
    thing = make.build.quiet(make.build.thing(act.object if act.object is not None else model.Nothing()))
    allow = limited(make.build, act)

    def call(state: State) -> int:
        frame = state.frame
        player, done_to = subject(state, frame), thing(state, frame)
        if player is None:
            raise nobody(origin, "to do it")
        if allow is not None:
            allow(state, player, done_to)
        state.stack.append((frame, after))
        state.frame = [player, done_to, *rest]
        return first

    return make.add(call)


def _wait(state: State, chooser: Value, act: model.Choose | model.ChooseOption, number: int, then: int) -> int:
    """Stop until whoever has to choose has answered, and go on from there."""
    state.player = player = chooser(state, state.frame)
    if player is None:
        raise nobody(act.origin, "to choose")
    state.asking, state.pc = number, then
    return WAITING


def _choose_steps(make: Assembler, act: model.Choose, after: int) -> int:
    if act.number is not None:
        return _choose_several(make, act, after)
    things, chooser, slot = make.build.thing(act.things), make.build.thing(act.chooser), act.slot
    number = make.ask(Asking(act.name, act, None))
    if act.kind.base in ("piece", "group"):
        make.pieces_in(slot)
    is_group = act.kind.base == "group"

    def answer(state: State) -> int:
        state.frame[slot] = state.offered[state.answer] if is_group else state.answer
        state.offered = ()
        return after

    def ask(state: State) -> int:
        frame = state.frame
        options = sorted(things(state, frame))
        if is_group:
            state.offered = tuple(options)
            options = [*range(len(options))]
        if not options:
            frame[slot] = None
            return after
        state.options = options
        return _wait(state, chooser, act, number, then)

    ask_or_not, answer_it = make.build.asking(ask, answer, act)
    then = make.add(answer_it)
    return make.add(ask_or_not)


def _choose_several(make: Assembler, act: model.Choose, after: int) -> int:
    """Pick several, one after another in ascending order, and never so high that too few remain."""
    things, chooser, slot = make.build.thing(act.things), make.build.thing(act.chooser), act.slot
    count, pool, left = make.build.thing(act.number), make.slots(1), make.slots(1)
    make.pieces_in(slot, pool)
    number = make.ask(Asking(act.name, act, left))

    def wait(state: State, frame: Frame) -> int:
        state.options = frame[pool][: len(frame[pool]) - frame[left] + 1]
        return _wait(state, chooser, act, number, then)

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
        return _wait(state, chooser, act, number, then)

    ask_or_not, answer_it = make.build.asking(ask, answer, act)
    then = make.add(answer_it)
    return make.add(ask_or_not)


def _observe_steps(make: Assembler, act: model.Observe, after: int) -> int:
    """Let the world answer, again and again; what follows from each answer is done before the next."""
    menu, counter = Menu(make.build, act), make.slots(1)
    number = make.ask(Asking("", act, None, menu, counter, make.doer))
    entries = {key: make.entry(key) for key in act.deeds}

    def ask(state: State) -> int:
        if state.frame[counter] == act.most:
            return after
        state.options, state.player = [menu.end] if state.is_dry else menu.possible(state), OBSERVER
        state.asking, state.pc = number, then
        return WAITING

    def answer(state: State) -> int:
        frame = state.frame
        frame[counter] += 1
        found = menu.decoded(state.answer)
        if found is None:
            return after
        form, subject, thing = found
        first, blank = entries[form.key]
        state.stack.append((frame, head))
        state.frame = [subject, thing, *blank[2:]]
        return first

    def begin(state: State) -> int:
        state.frame[counter] = 0
        return head

    ask_or_not, answer_it = make.build.asking(ask, answer, act)
    then = make.add(answer_it)
    head = make.add(ask_or_not)
    return make.add(begin)


STEPS: dict[type, Callable[[Assembler, Any, int], int]] = {
    model.Rule: _branch_steps,
    model.If: _branch_steps,
    model.Exceptions: _exceptions_steps,
    model.Repeat: _repeat_steps,
    model.Until: _until_steps,
    model.ForEach: _for_each_steps,
    model.Perform: _call_steps,
    model.Call: _call_steps,
    model.Choose: _choose_steps,
    model.ChooseOption: _option_steps,
    model.Observe: _observe_steps,
}
