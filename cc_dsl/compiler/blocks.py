"""Generate the blocks of one body of a game that stops at every question, with the successor of each.

The blocks come from `cc_dsl/core/cutting.py`, in an order in which all predecessors of a block, except the back edge of
a loop, are written before it; so the known facts are available there.  A block with a single predecessor is written
inside it.
"""

from __future__ import annotations

from collections import Counter

from cc_dsl.compiler import acts
from cc_dsl.compiler.frames import Frame, Slot, Status, agreed, cited, in_loop
from cc_dsl.compiler.locations import later_places, places_of
from cc_dsl.compiler.observing import OBSERVER, Observed, follow
from cc_dsl.compiler.things import may_be_none
from cc_dsl.compiler.vector_emitter import VectorEmitter
from cc_dsl.core.cutting import (
    LEAVE,
    Await,
    BeginLoop,
    Descend,
    Fork,
    Goto,
    Graph,
    Leave,
    Resume,
    Round,
    is_done_to_pieces,
    targets,
)
from cc_dsl.core.program import EachLoop, OptionChoice, TimesLoop, UntilLoop
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.trees import ByClass


class Blocks:
    """The blocks of one body, written where it is entered."""

    def __init__(self, make: VectorEmitter, frame: Frame, graph: Graph) -> None:
        """Start without a line."""
        self.make = make
        self.frame = frame
        self.graph = graph
        self.cells: dict[int, tuple[str, ...]] = {}
        """Places in the vector for hidden slots: of loops, and of the pieces to pick from."""
        self.observed: dict[int, Observed] = {}
        self._order = in_order(graph)
        self._ways = Counter(target for number in self._order for target in targets(graph.blocks[number].end))
        self._labels: dict[int, str] = {}
        self._status: dict[int, Status] = {}
        self._written: set[int] = set()
        self._number = graph.entry
        self._awaits: dict[int, Await] = {}

    def note(self, end: Await) -> None:
        """Note where a question is put whose answer is taken in another block."""
        self._awaits[end.answer] = end

    @property
    def asked(self) -> Await:
        """The place of the question whose answer the current block takes."""
        return self._awaits[self._number]

    def write(self) -> None:
        """Write all blocks; whatever is written next comes behind the body."""
        for number in self._order:
            if number in self._written:
                continue
            if number != self.graph.entry:
                self.make.open(self._labels[number])
                self.make.status = self._status[number]
            if not self._goes_on(number):
                self.make.close()

    def _goes_on(self, number: int) -> bool:
        """Write a block and those to which only it leads; return whether writing continues after the body."""
        while True:
            following = self._block(number)
            if following is None:
                return number == LEAVE
            if self._ways[following] > 1:
                self.go(following)
                return False
            number = following

    def _block(self, number: int) -> int | None:
        """Write one block; give the one that follows in any case, if there is such."""
        self._written.add(number)
        self._number = number
        block = self.graph.blocks[number]
        for statement in block.statements:
            if isinstance(statement, BeginLoop):
                _begin_loop(self, statement)
            else:
                acts.act(self.make, self.frame, statement)
        return None if isinstance(block.end, Leave) else ENDS[type(block.end)](self, block.end)

    def label(self, number: int) -> str:
        """Return the name of a successor block, and record the facts on this edge."""
        if number not in self._written:
            here, known = self._arriving(number), self._status.get(number)
            self._status[number] = here if known is None else agreed(known, here)
        if number not in self._labels:
            self._labels[number] = self.make.label()
        return self._labels[number]

    def _arriving(self, number: int) -> Status:
        end = self.graph.blocks[number].end
        if isinstance(end, Round):
            return in_loop(self.make.status, end.loop.body)
        is_observed = isinstance(end, Await) and isinstance(end.question, model.Observe)
        return {} if is_observed else dict(self.make.status)

    def go(self, number: int) -> None:
        """Write that a block is next."""
        self.make.go(self.label(number))


def in_order(graph: Graph) -> list[int]:
    """Return the blocks in topological order; the successors of a loop come after its body."""
    found: list[int] = []
    seen: set[int] = set()

    def visit(number: int) -> None:
        seen.add(number)
        for target in reversed(targets(graph.blocks[number].end)):
            if target not in seen:
                visit(target)
        found.append(number)

    visit(graph.entry)
    return found[::-1]


# ----------------------------------------------------------------------------------------------- loops


def _begin_loop(blocks: Blocks, begin: BeginLoop) -> None:
    make, loop = blocks.make, begin.of
    if not isinstance(loop, EachLoop):
        blocks.cells[begin.slot] = (make.stored("0"),)
    elif loop.kind == PLAYER:
        _begin_turns(blocks, loop, begin.slot)
    else:
        is_piece = loop.kind.base == "piece"
        places = places_of(make, blocks.frame, loop.things) if is_piece else None
        left = make.stored(make.evaluated(lambda: make.thing(blocks.frame, loop.things)), "set" if is_piece else "")
        thing = make.stored("-1", "piece" if is_piece else "")
        later = later_places(make, blocks.frame, places, loop.body)
        blocks.frame[loop.slot] = Slot(thing, False, None, later)
        blocks.cells[begin.slot] = left, thing


def _begin_turns(blocks: Blocks, loop: EachLoop, slot: int) -> None:
    make, frame = blocks.make, blocks.frame
    first = make.evaluated(lambda: "0" if loop.start is None else make.thing(frame, loop.start))
    among = str(make.flat.all_players)
    if not isinstance(loop.things, model.AllPlayers):
        among = make.evaluated(lambda: make.thing(frame, loop.things))
    if loop.start is not None and first != "0" and may_be_none(make, frame, loop.start):
        first = make.copied(first, "p")
        among, first = f"({among} if {first} >= 0 else 0)", f"max({first}, 0)"
    left, player, count = make.stored(among), make.stored(f"{first} - 1"), make.stored("0")
    frame[loop.slot] = Slot(player, False)
    blocks.cells[slot] = left, player, count


def _round(blocks: Blocks, end: Round) -> None:
    make, cells = blocks.make, blocks.cells[end.slot]
    match end.loop:
        case TimesLoop(number=number):
            make.write(f"{cells[0]} += 1")
            with make.indented(f"if {cells[0]} <= {number}:"):
                _go_round(blocks, end)
            with make.indented("else:"):
                blocks.go(end.after)
        case UntilLoop() as loop:
            test = make.evaluated(lambda: make.condition(blocks.frame, loop.condition))
            with make.indented(f"if {test}:"):
                blocks.go(end.after)
            with make.indented(f"elif {cells[0]} == {loop.most}:"):
                make.end("-1", make.reason("bound", loop.origin.sentence))
            with make.indented("else:"):
                make.write(f"{cells[0]} += 1")
                _go_round(blocks, end)
        case EachLoop(kind=kind) if kind == PLAYER:
            left, player, count = cells
            make.write(f"{count} += 1")
            make.write(f"{player} += 1")
            make.write(f"if {player} >= {make.seats}:")
            make.write(f"    {player} -= {make.seats}")
            make.write(f"if {count} > {make.seats}:")
            make.write(f"    pc = {blocks.label(end.after)}")
            make.write(f"elif ({left} >> {player}) & 1:")
            make.write(f"    pc = {blocks.label(end.inside)}")
        case EachLoop():
            left, thing = cells
            with make.indented(f"if {left}:"):
                make.write(f"{thing} = {make.surface.lowest(left)}")
                make.write(f"{left} &= {left} - 1")
                blocks.go(end.inside)
            with make.indented("else:"):
                blocks.go(end.after)


def _go_round(blocks: Blocks, end: Round) -> None:
    blocks.make.count_round(end.loop)
    blocks.go(end.inside)


def _fork(blocks: Blocks, end: Fork) -> None:
    make = blocks.make
    make.write(cited(end.branch.origin))
    test = make.evaluated(lambda: make.condition(blocks.frame, end.branch.condition))
    make.write(f"pc = {blocks.label(end.yes)} if {test} else {blocks.label(end.no)}")


def _goto(blocks: Blocks, end: Goto) -> int:
    return end.to


def _descend(blocks: Blocks, end: Descend) -> int:
    make, frame, enter = blocks.make, blocks.frame, end.enter
    make.write(cited(enter.origin))
    if enter.subject is None:
        make.body(enter.name, None, None)
        return end.after
    form = make.rules.deeds.get(enter.name)
    subject = make.subject_of(frame, enter.subject, enter.origin, "to do it")
    if not isinstance(enter.subject, model.Slot | model.Const):
        subject = make.stored(subject, "piece" if form is not None and form.subject.base == "piece" else "")
    is_piece = is_done_to_pieces(make.rules, enter.name)
    thing = acts.object_of(make, frame, enter, subject, lambda text: make.stored(text, "piece" if is_piece else ""))
    acts.allow(make, enter, subject, thing)
    make.body(enter.name, subject, thing)
    return end.after


# ------------------------------------------------------------------------------------------- questions


def _await(blocks: Blocks, end: Await) -> None:
    make, frame, question = blocks.make, blocks.frame, end.question
    make.write(cited(question.origin))
    blocks.note(end)
    match question:
        case model.Observe():
            _await_world(blocks, end, question)
            return
        case OptionChoice():
            options = make.copied(make.evaluated(lambda: acts.options_of(make, frame, question)), "m")
            _wait(blocks, end, options, question.act.chooser, options)
        case model.Choose(number=None, kind=kind) if kind.base == "group":
            count = make.evaluated(lambda: acts.offered_groups(make, frame, question))
            acts.note_places(make, frame, question)
            _wait(blocks, end, count, question.chooser, "0", offered=count)
            make.write(f"{frame[question.slot].text} = -1")
            acts.note_rank(make, frame, question, "")
        case model.Choose(number=None):
            options = make.copied(make.evaluated(lambda: make.thing(frame, question.things)), "m")
            acts.note_places(make, frame, question)
            _wait(blocks, end, options, question.chooser, options, question.kind.base == "piece")
            make.write(f"{frame[question.slot].text} = -1")
        case model.Choose():
            pool = make.stored(make.evaluated(lambda: make.thing(frame, question.things)), "set")
            number = make.evaluated(lambda: make.thing(frame, question.number))
            acts.note_places(make, frame, question)
            left = make.stored(f"min({number}, {make.surface.count(pool)})")
            make.write(f"{frame[question.slot].text} = 0")
            blocks.cells[end.answer] = pool, left
            _wait_for_next(blocks, end, question, pool, left)
    blocks.go(end.after)


def _wait(
    blocks: Blocks,
    end: Await,
    test: str,
    chooser: object,
    options: str,
    asks_pieces: bool = False,
    offered: str = "0",
    left: str = "1",
) -> None:
    """Write that somebody is asked if there is anything to choose."""
    make, before = blocks.make, dict(blocks.make.status)
    with make.indented(f"if {test}:"):
        player = make.subject_of(blocks.frame, chooser, end.question.origin, "to choose")
        question, then = end.question, blocks.label(end.answer)
        make.questions[then] = question.act if isinstance(question, OptionChoice) else question
        make.wait(options, player, then, asks_pieces, offered, left)
    make.status = before


def _wait_for_next(blocks: Blocks, end: Await, question: model.Choose, pool: str, left: str) -> None:
    """Write that one more is picked, and never so high that too few remain."""
    options = f"lowest_of({pool}, {blocks.make.surface.count(pool)} - {left} + 1)"
    _wait(blocks, end, f"{left} > 0", question.chooser, options, asks_pieces=True, left=left)


def _resume(blocks: Blocks, end: Resume) -> int | None:
    make, frame, question, answer = blocks.make, blocks.frame, end.question, blocks.make.extra("answer")
    match question:
        case model.Observe():
            _answer_of_world(blocks, end, question)
            return None
        case OptionChoice():
            for number, entry in enumerate(end.entries):
                make.write(f"{'elif' if number else 'if'} {answer} == {number}:")
                make.write(f"    pc = {blocks.label(entry)}")
            return None
        case model.Choose(number=None, kind=kind) if kind.base == "group":
            make.write(f"{frame[question.slot].text} = {make.offer(answer)}")
            acts.note_rank(make, frame, question, frame[question.slot].text)
        case model.Choose(number=None):
            make.write(f"{frame[question.slot].text} = {answer}")
        case model.Choose():
            pool, left = blocks.cells[blocks.asked.answer]
            make.write(f"{frame[question.slot].text} |= {make.surface.bit(answer)}")
            make.write(f"{pool} &= -2 << {answer}")
            make.write(f"{left} -= 1")
            _wait_for_next(blocks, blocks.asked, question, pool, left)
    return end.after


# ------------------------------------------------------------------------------------------- the world


def _await_world(blocks: Blocks, end: Await, act: model.Observe) -> None:
    """Ask the world, unless it was asked so often as it may be."""
    make = blocks.make
    observed = blocks.observed[end.answer] = Observed(make, act)
    with make.indented(f"if {blocks.cells[end.slots[0]][0]} == {act.most}:"):
        blocks.go(end.after)
    with make.indented("else:"):
        make.write(f"{make.which_observed()} = {len(make.observed)}")
        offered = make.evaluated(lambda: make.call(observed.listed()))
        make.wait("0", str(OBSERVER), blocks.label(end.answer), offered=offered)
    make.observed.append(observed)


def _answer_of_world(blocks: Blocks, end: Resume, act: model.Observe) -> None:
    """Carry out the consequences of the answer, and ask again."""
    make = blocks.make
    asked = blocks.asked
    lines, answer = blocks.observed[asked.answer].lines, make.cell()
    make.write(f"{blocks.cells[asked.slots[0]][0]} += 1")
    # Nobody has moved.
    make.write(f"{make.moves} -= 1")
    make.write(f"{answer} = {make.offer(make.extra('answer'))}")
    make.status = {}
    entries = [make.label() for _ in lines]
    for line, entry in zip(lines, entries, strict=True):
        make.write(f"{'elif' if line.number else 'if'} {answer} < {line.last}:")
        make.write(f"    pc = {entry}")
    make.write("else:")
    make.write(f"    pc = {blocks.label(end.entries[0])}")
    for line, entry in zip(lines, entries, strict=True):
        make.close()
        make.open(entry)
        follow(make, line, answer, lambda text, is_piece: make.stored(text, "piece" if is_piece else ""))
        blocks.go(end.after)


ENDS: ByClass[Blocks, int | None] = {
    Goto: _goto,
    Fork: _fork,
    Round: _round,
    Descend: _descend,
    Await: _await,
    Resume: _resume,
}
