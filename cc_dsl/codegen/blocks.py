"""Generate the blocks of one body of a game that stops at every question, with the successor of each.

The blocks come from `cc_dsl/core/cutting.py`, in an order in which all predecessors of a block, except the back edge of
a loop, are written before it; so the known facts are available there.  A block with a single predecessor is written
inside it.

    if the hand is empty: …                         if pc == 5: pc = 6 if (not S[3]) else 7
    he chooses a card in his hand as the card.      if pc == 7: S[options] = S[3]; S[next] = 8; return
"""

from __future__ import annotations

from collections import Counter

from cc_dsl.codegen import acts
from cc_dsl.codegen.frames import Frame, Slot, Status, agreed, cited, in_loop
from cc_dsl.codegen.locations import later_places, places_of
from cc_dsl.codegen.observing import OBSERVER, ObservationEmitter, follow
from cc_dsl.codegen.things import may_be_none
from cc_dsl.codegen.vector_emitter import VectorEmitter
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

    def __init__(self, emit: VectorEmitter, frame: Frame, graph: Graph) -> None:
        """Start without a line."""
        self.emit = emit
        self.frame = frame
        self.graph = graph
        self.cells: dict[int, tuple[str, ...]] = {}
        """Places in the vector for hidden slots: of loops, and of the pieces to pick from."""
        self.observed: dict[int, ObservationEmitter] = {}
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
                self.emit.open(self._labels[number])
                self.emit.status = self._status[number]
            if not self._goes_on(number):
                self.emit.close()

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
                acts.write_act(self.emit, self.frame, statement)
        return None if isinstance(block.end, Leave) else ENDS[type(block.end)](self, block.end)

    def label(self, number: int) -> str:
        """Return the name of a successor block, and record the facts on this edge."""
        if number not in self._written:
            here, known = self._arriving(number), self._status.get(number)
            self._status[number] = here if known is None else agreed(known, here)
        if number not in self._labels:
            self._labels[number] = self.emit.label()
        return self._labels[number]

    def _arriving(self, number: int) -> Status:
        end = self.graph.blocks[number].end
        if isinstance(end, Round):
            return in_loop(self.emit.status, end.loop.body)
        is_observed = isinstance(end, Await) and isinstance(end.question, model.Observe)
        return {} if is_observed else dict(self.emit.status)

    def go(self, number: int) -> None:
        """Write that a block is next."""
        self.emit.go(self.label(number))


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
    emit, loop = blocks.emit, begin.of
    if not isinstance(loop, EachLoop):
        blocks.cells[begin.slot] = (emit.stored("0"),)
    elif loop.kind == PLAYER:
        _begin_turns(blocks, loop, begin.slot)
    else:
        is_piece = loop.kind.base == "piece"
        places = places_of(emit, blocks.frame, loop.things) if is_piece else None
        left = emit.stored(emit.value(blocks.frame, loop.things), "set" if is_piece else "")
        thing = emit.stored("-1", "piece" if is_piece else "")
        later = later_places(emit, blocks.frame, places, loop.body)
        blocks.frame[loop.slot] = Slot(thing, False, None, later)
        blocks.cells[begin.slot] = left, thing


def _begin_turns(blocks: Blocks, loop: EachLoop, slot: int) -> None:
    emit, frame = blocks.emit, blocks.frame
    first = emit.evaluated(lambda: "0" if loop.start is None else emit.thing(frame, loop.start))
    among = str(emit.flat.all_players)
    if not isinstance(loop.things, model.AllPlayers):
        among = emit.value(frame, loop.things)
    if loop.start is not None and first != "0" and may_be_none(emit, frame, loop.start):
        first = emit.copied(first, "p")
        among, first = f"({among} if {first} >= 0 else 0)", f"max({first}, 0)"
    left, player, count = emit.stored(among), emit.stored(f"{first} - 1"), emit.stored("0")
    frame[loop.slot] = Slot(player, False)
    blocks.cells[slot] = left, player, count


def _round(blocks: Blocks, end: Round) -> None:
    emit, cells = blocks.emit, blocks.cells[end.slot]
    match end.loop:
        case TimesLoop(number=number):
            emit.write(f"{cells[0]} += 1")
            with emit.indented(f"if {cells[0]} <= {number}:"):
                _go_round(blocks, end)
            with emit.indented("else:"):
                blocks.go(end.after)
        case UntilLoop() as loop:
            test = emit.test(blocks.frame, loop.condition)
            with emit.indented(f"if {test}:"):
                blocks.go(end.after)
            with emit.indented(f"elif {cells[0]} == {loop.most}:"):
                emit.end("-1", emit.reason("bound", loop.origin.sentence))
            with emit.indented("else:"):
                emit.write(f"{cells[0]} += 1")
                _go_round(blocks, end)
        case EachLoop(kind=kind) if kind == PLAYER:
            left, player, count = cells
            emit.write(f"{count} += 1")
            emit.write(f"{player} += 1")
            emit.write(f"if {player} >= {emit.seats}:")
            emit.write(f"    {player} -= {emit.seats}")
            emit.write(f"if {count} > {emit.seats}:")
            emit.write(f"    pc = {blocks.label(end.after)}")
            emit.write(f"elif ({left} >> {player}) & 1:")
            emit.write(f"    pc = {blocks.label(end.inside)}")
        case EachLoop():
            left, thing = cells
            with emit.indented(f"if {left}:"):
                emit.write(f"{thing} = {emit.surface.lowest(left)}")
                emit.write(f"{left} &= {left} - 1")
                blocks.go(end.inside)
            with emit.indented("else:"):
                blocks.go(end.after)


def _go_round(blocks: Blocks, end: Round) -> None:
    blocks.emit.count_round(end.loop)
    blocks.go(end.inside)


def _fork(blocks: Blocks, end: Fork) -> None:
    emit = blocks.emit
    emit.write(cited(end.branch.origin))
    test = emit.test(blocks.frame, end.branch.condition)
    emit.write(f"pc = {blocks.label(end.yes)} if {test} else {blocks.label(end.no)}")


def _goto(blocks: Blocks, end: Goto) -> int:
    return end.to


def _descend(blocks: Blocks, end: Descend) -> int:
    emit, frame, enter = blocks.emit, blocks.frame, end.enter
    emit.write(cited(enter.origin))
    if enter.subject is None:
        emit.body(enter.name, None, None)
        return end.after
    form = emit.rules.deeds.get(enter.name)
    subject = emit.subject_of(frame, enter.subject, enter.origin, "to do it")
    if not isinstance(enter.subject, model.Slot | model.Const):
        subject = emit.stored(subject, "piece" if form is not None and form.subject.base == "piece" else "")
    is_piece = is_done_to_pieces(emit.rules, enter.name)
    thing = acts.object_of(emit, frame, enter, subject, lambda text: emit.stored(text, "piece" if is_piece else ""))
    acts.allow(emit, enter, subject, thing)
    emit.body(enter.name, subject, thing)
    return end.after


# ------------------------------------------------------------------------------------------- questions


def _await(blocks: Blocks, end: Await) -> None:
    emit, frame, question = blocks.emit, blocks.frame, end.question
    emit.write(cited(question.origin))
    blocks.note(end)
    match question:
        case model.Observe():
            _await_world(blocks, end, question)
            return
        case OptionChoice():
            options = emit.copied(emit.evaluated(lambda: acts.options_of(emit, frame, question)), "m")
            _wait(blocks, end, options, question.act.chooser, options)
        case model.Choose(number=None, kind=kind) if kind.base == "group":
            count = emit.evaluated(lambda: acts.offered_groups(emit, frame, question))
            acts.note_places(emit, frame, question)
            _wait(blocks, end, count, question.chooser, "0", offered=count)
            emit.write(f"{frame[question.slot].text} = -1")
            acts.note_rank(emit, frame, question, "")
        case model.Choose(number=None):
            options = emit.copied(emit.value(frame, question.things), "m")
            acts.note_places(emit, frame, question)
            _wait(blocks, end, options, question.chooser, options, question.kind.base == "piece")
            emit.write(f"{frame[question.slot].text} = -1")
        case model.Choose():
            pool = emit.stored(emit.value(frame, question.things), "set")
            number = emit.value(frame, question.number)
            acts.note_places(emit, frame, question)
            left = emit.stored(f"min({number}, {emit.surface.count(pool)})")
            emit.write(f"{frame[question.slot].text} = 0")
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
    emit, before = blocks.emit, dict(blocks.emit.status)
    with emit.indented(f"if {test}:"):
        player = emit.subject_of(blocks.frame, chooser, end.question.origin, "to choose")
        question, then = end.question, blocks.label(end.answer)
        emit.questions[then] = question.act if isinstance(question, OptionChoice) else question
        emit.wait(options, player, then, asks_pieces, offered, left)
    emit.status = before


def _wait_for_next(blocks: Blocks, end: Await, question: model.Choose, pool: str, left: str) -> None:
    """Write that one more is picked, and never so high that too few remain."""
    options = f"lowest_of({pool}, {blocks.emit.surface.count(pool)} - {left} + 1)"
    _wait(blocks, end, f"{left} > 0", question.chooser, options, asks_pieces=True, left=left)


def _resume(blocks: Blocks, end: Resume) -> int | None:
    emit, frame, question, answer = blocks.emit, blocks.frame, end.question, blocks.emit.extra("answer")
    match question:
        case model.Observe():
            _answer_of_world(blocks, end, question)
            return None
        case OptionChoice():
            for number, entry in enumerate(end.entries):
                emit.write(f"{'elif' if number else 'if'} {answer} == {number}:")
                emit.write(f"    pc = {blocks.label(entry)}")
            return None
        case model.Choose(number=None, kind=kind) if kind.base == "group":
            emit.write(f"{frame[question.slot].text} = {emit.offer(answer)}")
            acts.note_rank(emit, frame, question, frame[question.slot].text)
        case model.Choose(number=None):
            emit.write(f"{frame[question.slot].text} = {answer}")
        case model.Choose():
            pool, left = blocks.cells[blocks.asked.answer]
            emit.write(f"{frame[question.slot].text} |= {emit.surface.bit(answer)}")
            emit.write(f"{pool} &= -2 << {answer}")
            emit.write(f"{left} -= 1")
            _wait_for_next(blocks, blocks.asked, question, pool, left)
    return end.after


# ------------------------------------------------------------------------------------------- the world


def _await_world(blocks: Blocks, end: Await, act: model.Observe) -> None:
    """Ask the world, unless it was asked so often as it may be."""
    emit = blocks.emit
    observed = blocks.observed[end.answer] = ObservationEmitter(emit, act)
    with emit.indented(f"if {blocks.cells[end.slots[0]][0]} == {act.most}:"):
        blocks.go(end.after)
    with emit.indented("else:"):
        emit.write(f"{emit.which_observed()} = {len(emit.observed)}")
        offered = emit.evaluated(lambda: emit.call(observed.listed()))
        emit.wait("0", str(OBSERVER), blocks.label(end.answer), offered=offered)
    emit.observed.append(observed)


def _answer_of_world(blocks: Blocks, end: Resume, act: model.Observe) -> None:
    """Carry out the consequences of the answer, and ask again."""
    emit = blocks.emit
    asked = blocks.asked
    lines, answer = blocks.observed[asked.answer].lines, emit.cell()
    emit.write(f"{blocks.cells[asked.slots[0]][0]} += 1")
    # Nobody has moved.
    emit.write(f"{emit.moves} -= 1")
    emit.write(f"{answer} = {emit.offer(emit.extra('answer'))}")
    emit.status = {}
    entries = [emit.label() for _ in lines]
    for line, entry in zip(lines, entries, strict=True):
        emit.write(f"{'elif' if line.number else 'if'} {answer} < {line.last}:")
        emit.write(f"    pc = {entry}")
    emit.write("else:")
    emit.write(f"    pc = {blocks.label(end.entries[0])}")
    for line, entry in zip(lines, entries, strict=True):
        emit.close()
        emit.open(entry)
        follow(emit, line, answer, lambda text, is_piece: emit.stored(text, "piece" if is_piece else ""))
        blocks.go(end.after)


ENDS: ByClass[Blocks, int | None] = {
    Goto: _goto,
    Fork: _fork,
    Round: _round,
    Descend: _descend,
    Await: _await,
    Resume: _resume,
}
