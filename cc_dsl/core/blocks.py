"""Cut a body at its questions into blocks, and link each block to its successors.

A part without questions stays whole. The blocks are made from last to first, so that the successor of each is known.

    he chooses a card in his hand as the card.      block 3: Await(choice, answer=2, after=1); the body begins here
                                                    block 2: Resume(choice, after=1)
    the card goes to the table.                     block 1: the move, then Goto(0);  block 0: Leave
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from cc_dsl.core.facts import OF_PIECES
from cc_dsl.core.program import Core, Loop, Question, Statements, bodies_entered, nested_statements
from cc_dsl.rules import model
from cc_dsl.trees import Node

LEAVE = 0
"""The number of the block after the last statement of a body."""


class BeginLoop(Node):
    """The beginning of a loop, or of repeated observation; it is one of the statements."""

    of: Loop | model.Observe
    slot: int
    """A hidden slot of the frame: the number of rounds so far, or the things whose turn is still to come."""


class Goto(Node):
    """A jump to another block."""

    to: int


class ConditionalJump(Node):
    """A jump to one of two blocks."""

    branch: model.If
    yes: int
    no: int


class LoopHead(Node):
    """The head of a loop: another round, or the block after it."""

    loop: Loop
    slot: int
    inside: int
    after: int


class BodyCall(Node):
    """A call of a body that has questions, after which another block is next."""

    enter: model.Call
    after: int


class Await(Node):
    """A question, whose answer the block `answer` takes; it is skipped if nothing can be chosen."""

    question: Question
    slots: tuple[int, ...]
    """Hidden slots: for several picks, what is left to pick from and how many; for the world, the number of
    observations.
    """
    answer: int
    after: int


class Resume(Node):
    """The end of the block that takes an answer."""

    question: Question
    after: int
    """The block after the question; for the world, the block that asks again."""
    entries: tuple[int, ...]
    """The blocks of the options; for the world, the block that follows when nothing more happens."""


class Leave(Node):
    """The end of the body."""


End: TypeAlias = Goto | ConditionalJump | LoopHead | BodyCall | Await | Resume | Leave


class BasicBlock(Node):
    """Statements without questions, and the end of the block."""

    statements: tuple[model.Act | BeginLoop, ...]
    end: End


class Graph(Node):
    """The blocks of one body."""

    blocks: tuple[BasicBlock, ...]
    entry: int
    frame: int
    """The number of slots, including the hidden ones."""
    pieces: tuple[int, ...]
    """The hidden slots that hold pieces."""


class Graphs(NamedTuple):
    """The blocks of all bodies that have questions."""

    of: Mapping[str, Graph]
    """The graphs, by the names of the bodies."""
    questions: Mapping[tuple[str, int], int]
    """The number of each question, by its body and the block that takes the answer."""


def cut_all(core: Core) -> Graphs:
    """Return the blocks of all bodies that a game enters and that have questions."""
    graphs: dict[str, Graph] = {}
    questions: dict[tuple[str, int], int] = {}

    def add(name: str) -> None:
        """Add the graph of a body, number its questions, and add the bodies that it enters."""
        if name in graphs:
            return
        cutter = _Cutter(core, name)
        entry = cutter.first_of(cutter.body.statements, LEAVE)
        graphs[name] = Graph(tuple(cutter.blocks), entry, cutter.frame, tuple(cutter.pieces))
        for part in cutter.questions_and_calls:
            if isinstance(part, Await):
                questions[name, part.answer] = len(questions)
            for body in bodies_entered(part.question if isinstance(part, Await) else part):
                add(body)

    add(model.ENTRY)
    return Graphs(graphs, questions)


def targets(end: End) -> tuple[int, ...]:
    """Return the successors of a block."""
    match end:
        case Goto(to):
            return (to,)
        case ConditionalJump(_, yes, no):
            return yes, no
        case LoopHead(_, _, inside, after):
            return inside, after
        case BodyCall(_, after):
            return (after,)
        case Await(_, _, answer, after):
            return answer, after
        case Resume(_, after, entries):
            return *entries, after
        case Leave():
            return ()


_Open: TypeAlias = tuple[list[model.Act | BeginLoop], End]
"""A block to which statements may still be added at its beginning."""


class _Cutter:
    """The builder of the blocks of one body."""

    def __init__(self, core: Core, name: str) -> None:
        self.core = core
        self.body = core[name]
        self.blocks: list[BasicBlock] = [BasicBlock((), Leave())]
        self.frame = self.body.frame
        """The number of slots so far, including the hidden ones."""
        self.pieces: list[int] = []
        """The hidden slots that hold pieces."""
        self.questions_and_calls: list[Await | model.Call] = []
        """The questions and calls of the body, from the last to the first; questions are numbered in this order."""

    def slot(self, holds_pieces: bool = False) -> int:
        """Return the number of a hidden slot."""
        if holds_pieces:
            self.pieces.append(self.frame)
        self.frame += 1
        return self.frame - 1

    def add(self, end: End) -> int:
        """Add a block without statements; return its number."""
        self.blocks.append(BasicBlock((), end))
        return len(self.blocks) - 1

    def close_block(self, block: _Open) -> int:
        """Close a block, and return its number."""
        statements, end = block
        # A block that only jumps needs no number of its own.
        if isinstance(end, Goto) and not statements:
            return end.to
        self.blocks.append(BasicBlock(tuple(statements), end))
        return len(self.blocks) - 1

    def first_of(self, statements: Statements, after: int) -> int:
        """Return the number of the first block of statements that another block follows."""
        return self.close_block(self.cut(statements, after))

    def cut(self, statements: Statements, after: int) -> _Open:
        """Return the first block of statements, still open."""
        block: _Open = [], Goto(after)
        for statement in reversed(statements):
            if self.core.asks(statement):
                block = self.block_of_question(statement, self.close_block(block))
            else:
                block[0].insert(0, statement)
        return block

    def await_answer(self, question: Question, slots: tuple[int, ...], after: int) -> Await:
        """Return the end of a block with a question; the block that takes the answer is still empty."""
        end = Await(question, slots, self.add(Leave()), after)
        self.questions_and_calls.append(end)
        return end

    def block_of_question(self, statement: model.Act, after: int) -> _Open:
        """Return the block of a statement that has questions, before the block `after`, with the blocks inside it."""
        match statement:
            case model.If():
                yes = self.first_of(statement.acts, after)
                return [], ConditionalJump(statement, yes, self.first_of(statement.otherwise, after))
            case model.Repeat() | model.Until() | model.ForEach():
                slot = self.slot(isinstance(statement, model.ForEach) and statement.kind.base == "piece")
                # The head gets its number first, since the body of the loop jumps back to it.
                head = self.add(Leave())
                end = LoopHead(statement, slot, self.first_of(statement.acts, head), after)
                self.blocks[head] = BasicBlock((), end)
                return [BeginLoop(statement, slot)], Goto(head)
            case model.Call():
                self.questions_and_calls.append(statement)
                return [], BodyCall(statement, after)
            case model.Observe():
                slot, head = self.slot(), self.add(Leave())
                block = self.await_answer(statement, (slot,), after)
                self.blocks[head] = BasicBlock((), block)
                self.blocks[block.answer] = BasicBlock((), Resume(statement, head, (after,)))
                return [BeginLoop(statement, slot)], Goto(head)
            case model.ChooseOption() | model.Choose():
                is_several = isinstance(statement, model.Choose) and statement.number is not None
                slots = (self.slot(holds_pieces=True), self.slot()) if is_several else ()
                block = self.await_answer(statement, slots, after)
                options = statement.options if isinstance(statement, model.ChooseOption) else ()
                entries = tuple(self.first_of(option.acts, after) for option in options)
                self.blocks[block.answer] = BasicBlock((), Resume(statement, after, entries))
                return [], block
        raise AssertionError(f"nobody is asked in {type(statement).__name__}")


def slots_of_pieces(core: Core, name: str) -> tuple[int, ...]:
    """Return the slots of a body that hold pieces or groups, as arguments or by name."""
    rules = core.rules
    form = rules.deeds.get(name)
    slots = [model.SUBJECT] if form is not None and form.subject.base == "piece" else []
    if is_done_to_pieces(rules, name):
        slots.append(model.OBJECT)
    acts = nested_statements(core[name].statements)
    binding_acts = (act for act in acts if isinstance(act, model.Choose | model.ForEach))
    return *slots, *(act.slot for act in binding_acts if act.kind.base in OF_PIECES)


def is_done_to_pieces(rules: model.Rules, name: str) -> bool:
    """Return whether the object of a deed, if it has one, is a piece."""
    form = rules.deeds.get(name)
    if form is not None:
        return form.object is not None and form.object.base == "piece"
    return name in rules.happenings and rules.happenings[name].argument is None
