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
from cc_dsl.closures.state import FINISHED, OBSERVER, WAITING, Frame, GameOverInAct, Outcome, State
from cc_dsl.core import blocks, faults
from cc_dsl.core.faults import MOST_UNASKED
from cc_dsl.rules import model
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
        self.questions: list[StepQuestion] = []
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
        slot = self.questions[state.asking].left
        return 1 if slot is None else cast(int, state.frame[slot])

    def draw_answer(self, state: State, chance: Chance) -> int:
        """Return a random answer: by the menu for the world; else each option, or set of picks, is equally likely."""
        menu = self.questions[state.asking].menu if state.player == OBSERVER else None
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
        self.graphs = blocks.cut_all(self.core)
        self.program = Program()
        self.questions: dict[int, StepQuestion] = {}
        """The questions by their numbers."""
        self._entries: dict[str, tuple[int, Frame]] = {}

    def assemble(self) -> Program:
        """Return the program that begins with the procedure called “game”."""
        self.program.entry, self.program.blank = self.entry(model.ENTRY)
        self.program.questions = [self.questions[number] for number in sorted(self.questions)]
        return self.program

    def entry(self, name: str) -> tuple[int, Frame]:
        """Return the first step of a body with questions, and its initial frame.

        The last slot of the frame lists the slots that hold pieces, to distinguish them from other numbers.
        """
        if name not in self._entries:
            graph, steps = self.graphs.of[name], self.program.steps
            pieces = (*blocks.slots_of_pieces(self.core, name), *graph.pieces)
            # Reserve the numbers of steps that are made later, so that earlier steps can jump to them.
            numbers = [self.add(leave) for _ in graph.blocks[1:]]
            # The body unsettles at its end what it settled; cells that its caller had settled get their values back
            # from hidden slots at the end of the frame.
            outer_cells, cells = cells_of(self.core.settled_before(name)), cells_of(self.core[name].settles)
            slot = graph.frame

            def save_cells(state: State) -> int:
                state.frame[slot : slot + len(outer_cells)] = [state.cells[cell] for cell in outer_cells]
                return first

            def restore_cells(state: State) -> int:
                unsettle(state, cells)
                for place, cell in enumerate(outer_cells, slot):
                    state.cells[cell] = state.frame[place]
                return RETURN

            # Slot 0 of a happening holds the doer; slot 0 of a procedure may hold a choice.
            doer = 0 if 0 in pieces and name in self.rules.happenings else None
            body = BodySteps(self, name, doer, [self.add(restore_cells) if cells else RETURN, *numbers])
            for block, number in zip(graph.blocks[1:], numbers, strict=True):
                if not isinstance(block.end, blocks.Resume):  # the question makes this step itself
                    steps[number] = body.step_of(block)
            first = body.numbers[graph.entry]
            entry = self.add(save_cells) if outer_cells else first
            self._entries[name] = entry, [*blank_of(self.core[name], graph.frame + len(outer_cells)), pieces]
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

    def step_of(self, block: blocks.BasicBlock) -> Step:
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


def _goto(steps: BodySteps, end: blocks.Goto) -> Step:
    number = steps.numbers[end.to]
    return lambda state: number


def _conditional_jump(steps: BodySteps, end: blocks.ConditionalJump) -> Step:
    test, yes, no = steps.make.test(end.branch), steps.numbers[end.yes], steps.numbers[end.no]
    return lambda state: yes if test(state, state.frame) else no


def _loop_head(steps: BodySteps, end: blocks.LoopHead) -> Step:
    """Return the step that begins the next round of a loop, or goes on after the loop.

    A hidden slot holds the number of rounds so far, or the things that are still to come. Long loops also count the
    rounds since the last question.
    """
    inside, after, slot = steps.numbers[end.inside], steps.numbers[end.after], end.slot
    match end.loop:
        case model.Repeat(times=number):

            def go_round(state: State) -> int:
                rounds = state.frame[slot]
                state.frame[slot] = rounds + 1
                return inside if rounds < number else after

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
                raise faults.loop_without_question(origin)
        return number

    return count_rounds


def _call_body(steps: BodySteps, end: blocks.BodyCall) -> Step:
    """Return the step that enters a body with questions: it pushes the present frame and the step after the body."""
    call, after = end.enter, steps.numbers[end.after]
    first, blank = steps.make.entry(call.verb)
    frame_of_call = None if call.subject is None else steps.make.frame_of_call(call, blank[2:])

    def call_body(state: State) -> int:
        frame = state.frame
        inner = blank[:] if frame_of_call is None else frame_of_call(state, frame)
        state.stack.append((frame, after))
        state.frame = inner
        return first

    return call_body


# ------------------------------------------------------------------------------------------ questions

AskAndAnswer: TypeAlias = tuple[Step, Step]
"""The step that asks if there is a choice, and the one that takes the answer."""


def _await(steps: BodySteps, end: blocks.Await) -> Step:
    """Return the step that asks, and add the step that takes the answer.

    If there is nothing to choose, play goes on at `after` without an answer; after the answer it goes on at `back`.
    """
    act, then, after = end.question, steps.numbers[end.answer], steps.numbers[end.after]
    resume = steps.graph.blocks[end.answer].end
    assert isinstance(resume, blocks.Resume)
    number, back = steps.make.graphs.questions[steps.name, end.answer], steps.numbers[resume.after]
    asking = StepQuestion("", act, None)
    if isinstance(act, model.Choose):
        asking = StepQuestion(act.name, act, end.slots[1] if end.slots else None)
    elif isinstance(act, model.Observe):
        asking = StepQuestion("", act, None, Menu(steps.build, act), end.slots[0], steps.doer)
    steps.make.questions[number] = asking
    term = None if isinstance(act, model.Observe) else act.chooser
    chooser = None if term is None else steps.build.thing(term)

    def wait(state: State) -> int:
        if chooser is not None:
            state.player = player = chooser(state, state.frame)
            if player is None:
                raise faults.fault_of_nobody(steps.build.rules, act.origin, term, "player who should choose")
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
    asking_step, steps.make.program.steps[then] = steps.build.ask(ask, answer, act)
    return asking_step


def _choose(steps: BodySteps, act: model.Choose, wait: Step, after: int, back: int) -> AskAndAnswer:
    """Ask for one thing; of groups, the options are indices of the offered groups."""
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

    def ask_for_next(state: State, frame: Frame) -> int:
        state.options = frame[pool][: len(frame[pool]) - frame[to_come] + 1]
        return wait(state)

    def ask(state: State) -> int:
        frame = state.frame
        frame[slot], frame[pool] = (), sorted(things(state, frame))
        frame[to_come] = min(count(state, frame), len(frame[pool]))
        return ask_for_next(state, frame) if frame[to_come] > 0 else after

    def answer(state: State) -> int:
        frame = state.frame
        frame[slot] = (*frame[slot], state.answer)
        frame[to_come] -= 1
        if not frame[to_come]:
            frame[pool] = None
            return back
        # Keep only the things after the one just picked.
        frame[pool] = frame[pool][frame[pool].index(state.answer) + 1 :]
        return ask_for_next(state, frame)

    return ask, answer


def _option(steps: BodySteps, choice: model.ChooseOption, wait: Step, after: int, entries: list[int]) -> AskAndAnswer:
    """Ask for one of the options whose conditions hold; `entries` are the first steps of the options."""
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
    """Ask the world repeatedly; the consequences of each answer are carried out before the next question.

    An observation enters the body of its deed, which returns to `head`, the step that asks again.
    """
    assert menu is not None
    observations, entries = menu, {key: steps.make.entry(key) for key in act.deeds}

    def ask(state: State) -> int:
        if state.frame[counter] == act.most:
            return after
        state.player = OBSERVER
        state.options = [observations.end] if state.skips_observations else observations.possible(state)
        return wait(state)

    def answer(state: State) -> int:
        frame = state.frame
        frame[counter] += 1
        observation = observations.decode(state.answer)
        if observation is None:
            return after
        form, subject, object_ = observation
        first, blank = entries[form.key]
        state.stack.append((frame, head))
        state.frame = [subject, object_, *blank[2:]]
        return first

    return ask, answer


ENDS: ByClass[BodySteps, Step] = {
    blocks.Goto: _goto,
    blocks.ConditionalJump: _conditional_jump,
    blocks.LoopHead: _loop_head,
    blocks.BodyCall: _call_body,
    blocks.Await: _await,
}
