"""Closures for the statements of the core program, and for the bodies without questions.

A closure is called with the position and the frame of its body, and changes them.

    if his gain is at least 5:                  lambda state, frame: yes(state, frame) if test(state, frame) else …
        his score grows by 1.                   a closure of `changes.py`
    each player in turn: he plays.              for frame[1] in (0, 1): run(state, frame)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cc_dsl.closures.builder import Act, Builder, Test, Value, apply_to, closure_of_choice, constant
from cc_dsl.closures.changes import CHANGES, limit_test, unsettle
from cc_dsl.closures.state import BOUND, Frame, GameOverInAct, Outcome, State
from cc_dsl.core import faults
from cc_dsl.core.blocks import BeginLoop
from cc_dsl.core.program import Core, Routine, nested_statements
from cc_dsl.core.seating import EVERYBODY, is_all
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.trees import ByClass

Run = Callable[[State, object, object], None]
"""Runs a whole body, given its agent and its object."""


class Bodies:
    """The builder of closures for bodies; calls are not recursive, so each is made once, after those it calls."""

    def __init__(self, build: Builder) -> None:
        """Start without closures."""
        self.build = build
        self.rules = build.rules
        self.core = Core(build.rules)
        self._runs: dict[str, Run] = {}

    def test(self, branch: model.If) -> Test:
        """Return the test that decides which acts are carried out."""
        return self.build.branch(self.build.condition(branch.condition), branch)

    def run_of(self, name: str) -> Run:
        """Return the closure of a body without questions."""
        if name not in self._runs:
            self._runs[name] = self._run(self.core[name])
        return self._runs[name]

    def _run(self, routine: Routine) -> Run:
        """Build the function that runs a body for a subject and an object, and unsettles what the body settled."""
        run_body, cells = self.sequence(routine.statements), cells_of(routine.settles)
        outer_cells = cells_of(self.core.settled_before(routine.name))

        def run_and_restore(state: State, frame: Frame) -> None:
            before = [state.cells[cell] for cell in outer_cells]
            run_body(state, frame)
            unsettle(state, cells)
            # A body unsettles its own definitions at its end; those that its caller settled get their values back.
            for cell, value in zip(outer_cells, before, strict=True):
                state.cells[cell] = value

        run, blank = self.build.trace(run_and_restore if cells else run_body, routine), blank_of(routine, routine.frame)
        if routine.name in self.rules.procedures:
            return lambda state, subject, object_: run(state, blank[:])
        rest = blank[2:]
        return lambda state, subject, object_: run(state, [subject, object_, *rest])

    def sequence(self, statements: Iterable[object]) -> Act:
        """Return the closure that carries out statements one after another."""
        closures = [self.closure(statement) for statement in statements]
        if len(closures) == 1:
            return closures[0]

        def each(state: State, frame: Frame) -> None:
            for closure in closures:
                closure(state, frame)

        return each

    def closure(self, statement: object) -> Act:
        """Return the closure of a statement without questions."""
        change = CHANGES.get(type(statement))
        if change is None:
            return CLOSURES[type(statement)](self, statement)
        return self.build.trace(change(self.build, statement), statement)

    def frame_of_call(self, call: model.Call, rest: Frame) -> Callable[[State, Frame], Frame]:
        """Return the closure of the frame of a deed: its agent, who must exist, its object, if any, and the rest."""
        assert call.subject is not None
        object_ = constant(None) if call.object is None else self.build.thing(call.object)
        subject_of, object_of = self.build.hide(self.build.thing(call.subject)), self.build.hide(object_)
        check_limits = limit_test(self.build, call)

        def begin_frame(state: State, frame: Frame) -> Frame:
            subject = subject_of(state, frame)
            if subject is None:
                raise faults.fault_of_nobody(self.rules, call.origin, call.subject, "player who should do this")
            thing = object_of(state, frame)
            if check_limits is not None:
                check_limits(state, subject, thing)
            return [subject, thing, *rest]

        return begin_frame


def cells_of(settles: Iterable[model.Definition]) -> list[int]:
    """Return the cells of the settled values."""
    return [definition.settled for definition in settles if definition.settled is not None]


def blank_of(routine: Routine, size: int) -> Frame:
    """Return the initial frame of a body, in which a name for several things has an empty tuple."""
    blank: Frame = [None] * size
    for statement in nested_statements(routine.statements):
        if isinstance(statement, model.Choose) and statement.number is not None:
            blank[statement.slot] = ()
    return blank


def end_at_bound(state: State, origin: model.Origin) -> GameOverInAct:
    """End a game that has reached a bound, and return the exception to raise."""
    state.outcome = Outcome(None, f"{BOUND}{origin.sentence}")
    return GameOverInAct()


def in_turn(build: Builder, loop: model.ForEach) -> Value:
    """Return the closure of the players in turn, from the one that begins, or of other things in ascending order.

    If nobody begins, nobody has a turn. The turns of all players are computed now, one list for each first player.
    """
    if loop.kind != PLAYER:
        things = build.thing(loop.things)
        if loop.kind.base == "piece":
            things = build.hide(things)  # the list of pieces is not recorded as a decision
        return build.trace(lambda state, frame: sorted(things(state, frame)), loop)
    seats = build.seats
    if is_all(loop.things, EVERYBODY):
        turns = [tuple((first + step) % seats for step in range(seats)) for first in range(seats)]
        if loop.start is None:
            return build.trace(constant(turns[0]), loop)
        players = apply_to(build, lambda state, first: turns[first], loop.start, ())
        return build.trace(players, loop)
    things = build.thing(loop.things)
    start = build.thing(loop.start) if loop.start is not None else None

    def take_turns(state: State, frame: Frame) -> object:
        first = 0 if start is None else start(state, frame)
        return [] if first is None else sorted(things(state, frame), key=lambda player: (player - first) % seats)

    return build.trace(take_turns, loop)


# ------------------------------------------------------------------------------------------- in closures


def _branch(make: Bodies, branch: model.If) -> Act:
    return closure_of_choice(make.test(branch), make.sequence(branch.acts), make.sequence(branch.otherwise))


def _repeat(make: Bodies, loop: model.Repeat) -> Act:
    """Build a loop with a fixed number of rounds."""
    number, run = loop.times, make.sequence(loop.acts)

    def repeat(state: State, frame: Frame) -> None:
        for _ in range(number):
            run(state, frame)

    return repeat


def _until(make: Bodies, loop: model.Until) -> Act:
    """Build a loop that tests its condition before each round; at its bound it stops, or ends the game."""
    test, run, most = make.build.condition(loop.condition), make.sequence(loop.acts), loop.most

    def until(state: State, frame: Frame) -> None:
        for _ in range(most):
            if test(state, frame):
                return
            run(state, frame)
        if not loop.goes_on and not test(state, frame):
            raise end_at_bound(state, loop.origin)

    return until


def _for_each(make: Bodies, loop: model.ForEach) -> Act:
    """Build a loop over players in turn, or over other things, each of which is put into a slot."""
    turns, slot, run = in_turn(make.build, loop), loop.slot, make.sequence(loop.acts)

    def for_each(state: State, frame: Frame) -> None:
        for member in turns(state, frame):
            frame[slot] = member
            run(state, frame)

    return for_each


def _call(make: Bodies, call: model.Call) -> Act:
    """Build the call of a body without questions, with its subject and its object if it is a deed."""
    run = make.run_of(call.verb)
    if call.subject is None:
        return lambda state, frame: run(state, None, None)
    frame_of_call = make.frame_of_call(call, [])
    return lambda state, frame: run(state, *frame_of_call(state, frame))


def _begin_loop(make: Bodies, begin: BeginLoop) -> Act:
    """Initialise the hidden slot of a loop: its remaining items, or a count of zero rounds."""
    slot, turns = begin.slot, in_turn(make.build, begin.of) if isinstance(begin.of, model.ForEach) else None

    def begin_loop(state: State, frame: Frame) -> None:
        frame[slot] = 0 if turns is None else tuple(turns(state, frame))

    return begin_loop


CLOSURES: ByClass[Bodies, Act] = {
    model.If: _branch,
    model.Repeat: _repeat,
    model.Until: _until,
    model.ForEach: _for_each,
    model.Call: _call,
    BeginLoop: _begin_loop,
}
