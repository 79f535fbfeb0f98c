"""Steps of bodies with questions: each is the end of a block, and returns the number of the next step, or waits.

All other state is in the position (a stack of frames and step numbers), so a game can be stopped, copied and resumed at
every question; there is no generator and no thread.

    he chooses a card in his hand as the card.      step 7 offers the cards and waits for an answer;
                                                    step 6 puts the answer into frame[2] and goes on to step 5
    the card goes to the table.                     step 5
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias, cast

from cc_dsl.closures.acts import Bodies, blank_of, cells_of, end_at_bound
from cc_dsl.closures.builder import Builder, Step
from cc_dsl.closures.changes import unsettle
from cc_dsl.closures.observations import Menu
from cc_dsl.closures.state import FINISHED, OBSERVER, WAITING, Frame, GameOverInAct, Outcome, RulesFault, State
from cc_dsl.core import faults
from cc_dsl.core.blocks import (
    Await,
    BasicBlock,
    BodyCall,
    ConditionalJump,
    Goto,
    LoopHead,
    Resume,
    cut_all,
    slots_of_pieces,
)
from cc_dsl.rules import model
from cc_dsl.rules.faults import MOST_UNASKED
from cc_dsl.table.chance import Chance
from cc_dsl.trees import ByClass

RETURN = 0
"""The number of the step that ends a body and goes on where it was called."""


class StepQuestion(NamedTuple):
    """The question of a step, without the position."""

    name: str
    act: model.Choose | model.ChooseOption | model.Observe
    left: int | None
    """The slot with the number of things still to be picked, if several are picked."""
    menu: Menu | None = None
    """The possible observations, if the world answers."""
    counter: int | None = None
    """The slot that counts the observations here."""
    doer: int | None = None
    """The slot with the piece whose deed is observed, if there is one."""


class Program:
    """The steps of a game, and their questions."""

    def __init__(self) -> None:
        """Start with the step that returns from a body."""
        self.steps: list[Step] = [leave]
        self.askings: list[StepQuestion] = []
        self.entry = 0
        self.blank: Frame = []
        """The frame of the first body, before anything is in it."""

    def begin(self, state: State) -> None:
        """Set a position to the first step."""
        state.stack = [([], FINISHED)]
        state.frame = self.blank[:]
        state.pc = self.entry

    def picks_left(self, state: State) -> int:
        """Return the number of things still to be picked, including this one."""
        slot = self.askings[state.asking].left
        return 1 if slot is None else cast(int, state.frame[slot])

    def draw_answer(self, state: State, chance: Chance) -> int:
        """Return a random answer.

        A player gives each answer with equal probability, or each set of answers if several are picked one after
        another. An observation is drawn by its menu.
        """
        menu = self.askings[state.asking].menu if state.player == OBSERVER else None
        if menu is not None:
            return menu.draw(state.options, chance.below)
        return state.options[chance.least_of_some(len(state.options), self.picks_left(state))]

    def run(self, state: State) -> None:
        """Continue until a question is asked or the game is over."""
        steps, number = self.steps, state.pc
        try:
            while number >= 0:
                number = steps[number](state)
        except GameOverInAct:
            number = FINISHED
        if number == FINISHED:
            state.pc, state.player, state.options = FINISHED, None, []
            if state.outcome is None:
                state.outcome = Outcome(None, "nobody")


def leave(state: State) -> int:
    """Return from a body to its caller, and let onlookers record the position."""
    if state.glimpses is not None:
        state.glimpses.notice(state)
    state.frame, number = state.stack.pop()
    return number


class Assembler(Bodies):
    """The assembler of the program of a game: the steps of all bodies with questions."""

    def __init__(self, build: Builder) -> None:
        """Start with the step that returns from a body."""
        super().__init__(build)
        self.graphs = cut_all(self.core)
        self.program = Program()
        self.askings: dict[int, StepQuestion] = {}
        """The questions by their numbers."""
        self._entries: dict[str, tuple[int, Frame]] = {}

    def assemble(self) -> Program:
        """Return the program that begins with the procedure called “game”."""
        self.program.entry, self.program.blank = self.entry(model.ENTRY)
        self.program.askings = [self.askings[number] for number in sorted(self.askings)]
        return self.program

    def entry(self, name: str) -> tuple[int, Frame]:
        """Return the first step of a body with questions, and its initial frame.

        The last slot of the frame lists the slots that hold pieces, to distinguish them from other numbers.
        """
        if name not in self._entries:
            graph, steps = self.graphs.of[name], self.program.steps
            pieces = (*slots_of_pieces(self.core, name), *graph.pieces)
            # Reserve the numbers of steps that are made later, so that earlier steps can jump to them.
            numbers = [self.add(leave) for _ in graph.blocks[1:]]
            again, cells = cells_of(self.core.settled_before(name)), cells_of(self.core[name].settles)
            slot = graph.frame

            def keep_cells(state: State) -> int:
                state.frame[slot : slot + len(again)] = [state.cells[cell] for cell in again]
                return first

            def leave_unsettled(state: State) -> int:
                unsettle(state, cells)
                for place, cell in enumerate(again, slot):
                    state.cells[cell] = state.frame[place]
                return RETURN

            # Slot 0 of a happening holds the doer; slot 0 of a procedure may hold a choice.
            doer = 0 if 0 in pieces and name in self.rules.happenings else None
            body = BodySteps(self, name, doer, [self.add(leave_unsettled) if cells else RETURN, *numbers])
            for block, number in zip(graph.blocks[1:], numbers, strict=True):
                if not isinstance(block.end, Resume):  # the question makes this step itself
                    steps[number] = body.step_of(block)
            first = body.numbers[graph.entry]
            entry = self.add(keep_cells) if again else first
            self._entries[name] = entry, [*blank_of(self.core[name], graph.frame + len(again)), pieces]
        return self._entries[name]

    def add(self, step: Step) -> int:
        """Add a step; return its number."""
        self.program.steps.append(step)
        return len(self.program.steps) - 1


class BodySteps:
    """The steps of one body, under construction."""

    def __init__(self, make: Assembler, name: str, doer: int | None, numbers: Iterable[int]) -> None:
        """Start with the numbers of the steps: one for each block, and one for the end of the body."""
        self.make = make
        self.build = make.build
        self.name = name
        self.graph = make.graphs.of[name]
        self.doer = doer
        self.numbers = [*numbers]

    def step_of(self, block: BasicBlock) -> Step:
        """Return the step of a block: its acts and its end."""
        end = ENDS[type(block.end)](self, block.end)
        if not block.statements:
            return end
        run = self.make.sequence(block.statements)

        def step(state: State) -> int:
            run(state, state.frame)
            return end(state)

        return step


# ------------------------------------------------------------------------------------- ends of blocks


def _goto(steps: BodySteps, end: Goto) -> Step:
    number = steps.numbers[end.to]
    return lambda state: number


def _fork(steps: BodySteps, end: ConditionalJump) -> Step:
    test, yes, no = steps.make.test(end.branch), steps.numbers[end.yes], steps.numbers[end.no]
    return lambda state: yes if test(state, state.frame) else no


def _round(steps: BodySteps, end: LoopHead) -> Step:
    inside, after, slot = steps.numbers[end.inside], steps.numbers[end.after], end.slot
    match end.loop:
        case model.Repeat(times=number):

            def go_round(state: State) -> int:
                things_done = state.frame[slot]
                state.frame[slot] = things_done + 1
                return inside if things_done < number else after

        case model.Until(most=most, goes_on=goes_on):
            test = steps.build.condition(end.loop.condition)

            def go_round(state: State) -> int:
                frame = state.frame
                if test(state, frame):
                    return after
                if frame[slot] == most:
                    if goes_on:
                        return after
                    raise end_at_bound(state, origin)
                frame[slot] += 1
                return inside

        case model.ForEach(slot=member):

            def go_round(state: State) -> int:
                frame = state.frame
                left = frame[slot]
                if not left:
                    return after
                frame[member] = left[0]
                frame[slot] = left[1:]
                return inside

    origin = end.loop.origin
    if not steps.make.core.is_counted(end.loop):
        return go_round

    def count_rounds(state: State) -> int:
        number = go_round(state)
        if number == inside:
            state.unasked += 1
            if state.unasked > MOST_UNASKED:
                raise RulesFault(*faults.loop_without_question(origin))
        return number

    return count_rounds


def _descend(steps: BodySteps, end: BodyCall) -> Step:
    enter, after = end.enter, steps.numbers[end.after]
    first, blank = steps.make.entry(enter.verb)
    start_of_body = None if enter.subject is None else steps.make.who_and_what(enter, blank[2:])

    def descend(state: State) -> int:
        frame = state.frame
        inner = blank[:] if start_of_body is None else start_of_body(state, frame)
        state.stack.append((frame, after))
        state.frame = inner
        return first

    return descend


# ------------------------------------------------------------------------------------------ questions

AskAndAnswer: TypeAlias = tuple[Step, Step]
"""The step that asks if there is a choice, and the one that takes the answer."""


def _await(steps: BodySteps, end: Await) -> Step:
    """Return the step that asks, and add the step that takes the answer."""
    act, then, after = end.question, steps.numbers[end.answer], steps.numbers[end.after]
    resume = steps.graph.blocks[end.answer].end
    assert isinstance(resume, Resume)
    number, back = steps.make.graphs.questions[steps.name, end.answer], steps.numbers[resume.after]
    asking = StepQuestion("", act, None)
    if isinstance(act, model.Choose):
        asking = StepQuestion(act.name, act, end.slots[1] if end.slots else None)
    elif isinstance(act, model.Observe):
        asking = StepQuestion("", act, None, Menu(steps.build, act), end.slots[0], steps.doer)
    steps.make.askings[number] = asking
    chooser = None if isinstance(act, model.Observe) or act.chooser is None else steps.build.thing(act.chooser)

    def wait(state: State) -> int:
        if chooser is not None:
            state.player = player = chooser(state, state.frame)
            if player is None:
                raise RulesFault(*faults.fault_of_nobody(act.origin, "to choose"))
        state.asking, state.pc, state.unasked = number, then, 0
        return WAITING

    match act:
        case model.ChooseOption():
            ask, answer = _option(steps, act, wait, after, [steps.numbers[entry] for entry in resume.entries])
        case model.Observe():
            ask, answer = _observe(steps, act, end.slots[0], asking.menu, wait, after, back)
        case model.Choose(number=None):
            ask, answer = _choose(steps, act, wait, after, back)
        case model.Choose():
            ask, answer = _choose_several(steps, act, end.slots, wait, after, back)
    optional_question, steps.make.program.steps[then] = steps.build.ask(ask, answer, act)
    return optional_question


def _choose(steps: BodySteps, act: model.Choose, wait: Step, after: int, back: int) -> AskAndAnswer:
    things, slot, is_group = steps.build.thing(act.things), act.slot, act.kind.base == "group"

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
        return wait(state)

    def answer(state: State) -> int:
        state.frame[slot] = state.offered[state.answer].without_rank if is_group else state.answer
        state.offered = ()
        return back

    return ask, answer


def _choose_several(
    steps: BodySteps, act: model.Choose, slots: tuple[int, ...], wait: Step, after: int, back: int
) -> AskAndAnswer:
    """Pick several things, one after another in ascending order, and never so high that too few remain.

    Two hidden slots of the frame hold the pool of things that can still be picked, and the number of picks to come. The
    step `after` follows if nothing can be picked, and the step `back` follows the last pick.
    """
    assert act.number is not None
    pool, to_come = slots
    things, count, slot = steps.build.thing(act.things), steps.build.thing(act.number), act.slot

    def next_of_them(state: State, frame: Frame) -> int:
        state.options = frame[pool][: len(frame[pool]) - frame[to_come] + 1]
        return wait(state)

    def ask(state: State) -> int:
        frame = state.frame
        frame[slot], frame[pool] = (), sorted(things(state, frame))
        frame[to_come] = min(count(state, frame), len(frame[pool]))
        return next_of_them(state, frame) if frame[to_come] > 0 else after

    def answer(state: State) -> int:
        frame = state.frame
        frame[slot] = (*frame[slot], state.answer)
        frame[to_come] -= 1
        if not frame[to_come]:
            frame[pool] = None
            return back
        # Keep only the things after the one just picked.
        frame[pool] = frame[pool][frame[pool].index(state.answer) + 1 :]
        return next_of_them(state, frame)

    return ask, answer


def _option(steps: BodySteps, choice: model.ChooseOption, wait: Step, after: int, entries: list[int]) -> AskAndAnswer:
    tests = [steps.build.condition(option.condition) for option in choice.options]

    def ask(state: State) -> int:
        frame = state.frame
        state.options = [place for place, test in enumerate(tests) if test(state, frame)]
        return wait(state) if state.options else after

    def answer(state: State) -> int:
        return entries[state.answer]

    return ask, answer


def _observe(
    steps: BodySteps, act: model.Observe, counter: int, menu: Menu | None, wait: Step, after: int, head: int
) -> AskAndAnswer:
    """Ask the world repeatedly; the consequences of each answer are carried out before the next."""
    assert menu is not None
    menu_of_step, entries = menu, {key: steps.make.entry(key) for key in act.deeds}

    def ask(state: State) -> int:
        if state.frame[counter] == act.most:
            return after
        state.player = OBSERVER
        state.options = [menu_of_step.end] if state.skips_observations else menu_of_step.possible(state)
        return wait(state)

    def answer(state: State) -> int:
        frame = state.frame
        frame[counter] += 1
        observation = menu_of_step.decode(state.answer)
        if observation is None:
            return after
        form, subject, object_ = observation
        first, blank = entries[form.key]
        state.stack.append((frame, head))
        state.frame = [subject, object_, *blank[2:]]
        return first

    return ask, answer


ENDS: ByClass[BodySteps, Step] = {
    Goto: _goto,
    ConditionalJump: _fork,
    LoopHead: _round,
    BodyCall: _descend,
    Await: _await,
}
