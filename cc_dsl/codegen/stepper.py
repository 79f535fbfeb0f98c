"""Generate a game that stops at every question: blocks, and the number of the next block.

There is no stack: no body of the rules calls itself, so choices, the player in turn and the rounds of a loop have fixed
indices in the vector, and the vector is the whole position. All bodies are inlined.

The blocks come from `cc_dsl/core/blocks.py` in topological order: all predecessors of a block, except the back edge of
a loop, are written before it, so the known facts are available. A block with a single predecessor is written inside it.

    he chooses a card in his hand as the card.      if pc == 3: S[options] = S[7]; S[next] = 4; return
    the card goes to the table.                     if pc == 4: S[21] = S[answer]; ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cc_dsl.codegen import acts
from cc_dsl.codegen.game_emitter import GameEmitter
from cc_dsl.codegen.locations import later_places, places_of
from cc_dsl.codegen.target import VECTOR, Plain, packed_end
from cc_dsl.codegen.writer import INDENT, Frame, Slot, Status, citation, common_facts, in_loop, settled_key
from cc_dsl.core import blocks
from cc_dsl.core.seating import EVERYBODY, is_all
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER

EXTRAS = ("next", "to_move", "options", "asks_pieces", "offered", "left", "answer", "end", "chance", "moves")
"""The slots of the vector after everything that the rules name."""


class Stepper(GameEmitter):
    """The writer of a game that stops at its questions, in blocks; values that outlast a question are in the vector."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Start without blocks."""
        super().__init__(rules, seats, surface)
        self.place_of = {name: self.flat.size + number for number, name in enumerate(EXTRAS)}
        self.results_at = self.flat.size + len(EXTRAS)
        self.size = self.results_at + len(self.results)
        self.holds: list[tuple[int, str]] = []
        """The indices of variables that the rules do not name but that hold pieces, with their forms (`Var.holds`)."""
        self.chance = self.extra("chance")
        self.moves = self.extra("moves")
        self.graphs = blocks.cut_all(self.core)
        self.blocks: dict[str, list[str]] = {}
        """The lines of each block by its number."""
        self.questions: dict[str, int] = {}
        """The questions by the block that takes the answer; an inlined body brings its questions wherever it is
        inlined.
        """
        self.current = "0"
        """The block that is being written."""

    def begin_and_advance(self) -> tuple[list[str], list[str]]:
        """Return the lines of the function that starts a game, and of the one that continues it."""
        self.depth = 0
        self.label()
        self.status = {settled_key(name): False for name in self.flat.settled}
        self.body(model.ENTRY, None, None)
        self.end("-1", self.reason("nobody", ""))
        self.close()
        tree = self.dispatch([*enumerate(self.blocks.values())], depth=2)  # inside the function and its loop
        advance = ["def advance(S):", f"    pc = {self.extra('next')}", "    while True:", *tree]
        # Write the initial values last: only now are all variables known, with those that follow the flat state.
        self.lines, self.depth = [], 1
        self.begin()
        for place in range(self.flat.size, self.size):
            self.write(f"{VECTOR}[{place}] = 0")
        return ["def begin(S):", *self.lines], advance

    def dispatch(self, blocks: Sequence[tuple[int, list[str]]], depth: int) -> list[str]:
        """Return the lines that find a block by its number, by binary search."""
        indent = INDENT * depth
        if len(blocks) == 1:
            (_, lines), *_ = blocks
            return [indent + line for line in lines]
        middle = len(blocks) // 2
        upper = blocks[middle:]
        head, other = f"{indent}if pc < {upper[0][0]}:", f"{indent}else:"
        return [head, *self.dispatch(blocks[:middle], depth + 1), other, *self.dispatch(upper, depth + 1)]

    # -------------------------------------------------------------------------------------- the vector

    def extra(self, name: str) -> str:
        """Return the text of a value that is not part of the rules."""
        return f"{VECTOR}[{self.place_of[name]}]"

    def variable(self, words: str = "", holds: str = "") -> str:
        """Return a new variable, which other blocks may read: for a `set`, a `piece`, a `group` or a number."""
        if holds:
            self.holds.append((self.size, holds))
        self.size += 1
        return f"{VECTOR}[{self.size - 1}]"

    def store(self, text: str, holds: str = "") -> str:
        """Return a variable of the vector that stores the present value of the text."""
        cell = self.variable("", holds)
        self.write(f"{cell} = {text}")
        return cell

    def end(self, winner: str, reason: int) -> None:
        """Write the end of the game; values computed for it are computed on this path only."""
        before = dict(self.status)
        texts = self.write_results() if not self.reasons[reason][2] else ["0"] * len(self.results)
        for place, text in enumerate(texts):
            self.write(f"{VECTOR}[{self.results_at + place}] = {text}")
        self.status = before
        for name, text in {"end": packed_end(winner, reason), "to_move": "-1", "options": "0", "offered": "0"}.items():
            self.write(f"{self.extra(name)} = {text}")
        self.write("return")

    # -------------------------------------------------------------------------------------- blocks

    def label(self) -> str:
        """Add a block; return its number."""
        number = str(len(self.blocks))
        self.blocks[number] = []
        return number

    def close(self) -> None:
        """Store the lines of the current block, which ends here."""
        self.blocks[self.current] = self.lines
        self.lines = []

    # -------------------------------------------------------------------------------------- bodies

    def body(self, name: str, subject: str | None, object_: Slot | None) -> None:
        """Write the statements of a body."""
        if not self.core[name].asks:
            super().body(name, subject, object_)
            return
        with self.frame_of(name, subject, object_) as frame:
            Blocks(self, frame, name).write()


class Blocks:
    """The blocks of one body, inlined where it is entered."""

    def __init__(self, emit: Stepper, frame: Frame, name: str) -> None:
        """Start without a line."""
        self.emit = emit
        self.frame = frame
        self.name = name
        self.graph = graph = emit.graphs.of[name]
        self._cells: dict[int, tuple[str, ...]] = {}
        """Places in the vector for hidden slots: of loops, and of the pieces to pick from."""
        self._order = topological_order(graph)
        self._edges = Counter(target for number in self._order for target in blocks.targets(graph.blocks[number].end))
        """The number of edges to each block."""
        self._labels: dict[int, str] = {}
        self._status: dict[int, Status] = {}
        """The facts known at the start of each block: those on which its predecessors agree."""
        self._written: set[int] = set()
        self._number = graph.entry
        """The block that is being written."""
        self._awaits: dict[int, blocks.Await] = {}
        """The block that asks each question, by the block that takes its answer."""

    def write(self) -> None:
        """Write all blocks, each with those to which only it leads; continue after the body."""
        for number in self._order:
            if number in self._written:
                continue
            if number != self.graph.entry:
                self.emit.current, self.emit.lines, self.emit.depth = self._labels[number], [], 0
                self.emit.status = self._status[number]
            following = self._write_block(number)
            while following is not None and self._edges[following] == 1:
                following = self._write_block(following)
            if following is not None:
                self.go(following)
            if self._number != blocks.LEAVE:
                self.emit.close()

    def _write_block(self, number: int) -> int | None:
        """Write a block; return its unconditional successor, if there is one."""
        self._written.add(number)
        self._number = number
        block = self.graph.blocks[number]
        for statement in block.statements:
            if isinstance(statement, blocks.BeginLoop):
                self._begin_loop(statement)
            else:
                self.emit.act(self.frame, statement)
        return self._end(block.end)

    def label(self, number: int) -> str:
        """Return the name of a successor block, and record the facts on this edge."""
        if number not in self._written:
            end, here = self.graph.blocks[number].end, dict(self.emit.status)
            if isinstance(end, blocks.LoopHead):
                here = in_loop(here, end.loop.acts)
            self._status[number] = common_facts(self._status[number], here) if number in self._status else here
        if number not in self._labels:
            self._labels[number] = self.emit.label()
        return self._labels[number]

    def go(self, number: int) -> None:
        """Write a jump to a block."""
        self.emit.write(f"pc = {self.label(number)}")

    def _end(self, end: blocks.End) -> int | None:
        """Write the end of a block; return its unconditional successor, if there is one."""
        emit, frame = self.emit, self.frame
        match end:
            case blocks.Goto(to):
                return to
            case blocks.ConditionalJump(branch, yes, no):
                emit.write(citation(branch.origin))
                test = emit.test(frame, branch.condition)
                emit.write(f"pc = {self.label(yes)} if {test} else {self.label(no)}")
            case blocks.LoopHead():
                self._round(end)
            case blocks.BodyCall(enter, after):
                emit.write(citation(enter.origin))
                if enter.subject is None:
                    emit.body(enter.verb, None, None)
                    return after
                form = emit.rules.deeds.get(enter.verb)
                subject = emit.subject_of(frame, enter.subject, enter.origin, "player who should do this")
                if not isinstance(enter.subject, model.Slot | model.Literal):
                    subject = emit.store(subject, "piece" if form is not None and form.subject.base == "piece" else "")
                holds = "piece" if blocks.is_done_to_pieces(emit.rules, enter.verb) else ""
                object_ = acts.object_of(emit, frame, enter, subject, lambda text: emit.store(text, holds))
                acts.check_limits(emit, enter, subject, object_)
                emit.body(enter.verb, subject, object_)
                return after
            case blocks.Await():
                self._awaits[end.answer] = end
                self._await(end)
            case blocks.Resume():
                return self._resume(end)
            case blocks.Leave():
                pass
        return None

    # ------------------------------------------------------------------------------------------- loops

    def _begin_loop(self, begin: blocks.BeginLoop) -> None:
        """Write the first values of the cells of a loop: its count, or what is left, the present thing and a count."""
        emit, frame, loop = self.emit, self.frame, begin.of
        if not isinstance(loop, model.ForEach):
            self._cells[begin.slot] = (emit.store("0"),)
        elif loop.kind == PLAYER:
            first = emit.evaluate(lambda: "0" if loop.start is None else emit.thing(frame, loop.start))
            among = str((1 << emit.seats) - 1)
            if not is_all(loop.things, EVERYBODY):
                among = emit.value(frame, loop.things)
            if loop.start is not None and first != "0" and emit.may_be_none(frame, loop.start):
                first = emit.copy_of(first, "p")
                among, first = f"({among} if {first} >= 0 else 0)", f"max({first}, 0)"
            left, player, count = emit.store(among), emit.store(f"{first} - 1"), emit.store("0")
            frame[loop.slot] = Slot(player, False)
            self._cells[begin.slot] = left, player, count
        else:
            is_piece = loop.kind.base == "piece"
            places = places_of(emit, frame, loop.things) if is_piece else None
            left = emit.store(emit.value(frame, loop.things), "set" if is_piece else "")
            thing = emit.store("-1", "piece" if is_piece else "")
            frame[loop.slot] = Slot(thing, False, None, later_places(emit, frame, places, loop.acts))
            self._cells[begin.slot] = left, thing

    def _round(self, end: blocks.LoopHead) -> None:
        """Write the head of a loop: another round, or the block after it.

        A loop over players has only two branches: a player who is not among them falls through, and the head, which the
        dispatch finds again, tries the next.
        """
        emit, loop, cells = self.emit, end.loop, self._cells[end.slot]
        if isinstance(loop, model.ForEach) and loop.kind == PLAYER:
            left, player, count = cells
            emit.write(f"{count} += 1")
            emit.write(f"{player} += 1")
            emit.write(f"if {player} >= {emit.seats}:")
            emit.write(f"    {player} -= {emit.seats}")
            emit.write(f"if {count} > {emit.seats}:")
            emit.write(f"    pc = {self.label(end.after)}")
            emit.write(f"elif ({left} >> {player}) & 1:")
            emit.write(f"    pc = {self.label(end.inside)}")
            return
        count = cells[0]
        match loop:
            case model.Repeat():
                test = f"{count} < {loop.times}"
            case model.Until():
                test = emit.test(self.frame, loop.condition)
                with emit.block(f"if {test}:"):
                    self.go(end.after)
                with emit.block(f"elif {count} == {loop.most}:"):
                    if loop.goes_on:
                        self.go(end.after)
                    else:
                        emit.end("-1", emit.reason("bound", loop.origin.sentence))
                test = ""
            case model.ForEach():
                test = count
        with emit.block(f"if {test}:" if test else "else:"):
            if isinstance(loop, model.ForEach):
                emit.write(f"{cells[1]} = {emit.surface.lowest(count)}")
                emit.write(f"{count} &= {count} - 1")
            else:
                emit.write(f"{count} += 1")
                emit.count_round(loop)
            self.go(end.inside)
        if test:
            with emit.block("else:"):
                self.go(end.after)

    # ------------------------------------------------------------------------------------------- questions

    def _await(self, end: blocks.Await) -> None:
        """Write a question, and the values of the choice if there is nothing to choose."""
        emit, frame, question = self.emit, self.frame, end.question
        emit.write(citation(question.origin))
        match question:
            case model.ChooseOption():
                options = emit.copy_of(emit.evaluate(lambda: acts.options_of(emit, frame, question)), "m")
                self._wait(end, options, question.chooser, options)
            case model.Choose(number=None, kind=kind) if kind.base == "group":
                count = emit.evaluate(lambda: acts.offered_groups(emit, frame, question))
                acts.note_places(emit, frame, question)
                self._wait(end, count, question.chooser, "0", offered=count)
                emit.write_none(frame[question.slot])
            case model.Choose(number=None):
                options = emit.copy_of(emit.value(frame, question.things), "m")
                acts.note_places(emit, frame, question)
                self._wait(end, options, question.chooser, options, question.kind.base == "piece")
                emit.write_none(frame[question.slot])
            case model.Choose():
                pool = emit.store(emit.value(frame, question.things), "set")
                number = emit.value(frame, question.number)
                acts.note_places(emit, frame, question)
                left = emit.store(f"min({number}, {emit.surface.count(pool)})")
                emit.write_none(frame[question.slot], "0")
                self._cells[end.answer] = pool, left
                self._wait_for_next(end, question.chooser)
        self.go(end.after)

    def _wait(
        self,
        end: blocks.Await,
        test: str,
        chooser: object,
        options: str,
        asks_pieces: bool = False,
        offered: str = "0",
        left: str = "1",
    ) -> None:
        """Write a question that is asked only if there is anything to choose; options are bits, or groups are offered.

        It asks for one answer; of several, which come in ascending order, for the lowest still to be given.
        """
        emit, before = self.emit, dict(self.emit.status)
        with emit.block(f"if {test}:"):
            player = emit.subject_of(self.frame, chooser, end.question.origin, "player who should choose")
            then = self.label(end.answer)
            emit.questions[then] = emit.graphs.questions[self.name, end.answer]
            emit.note_question()
            cells = {"asks_pieces": str(int(asks_pieces)), "options": options, "offered": offered, "left": left}
            for name, text in {**cells, "to_move": player, "next": then}.items():
                emit.write(f"{emit.extra(name)} = {text}")
            emit.write("return")
        emit.status = before

    def _wait_for_next(self, end: blocks.Await, chooser: object) -> None:
        """Write the code that picks one more piece, never so high that too few remain."""
        pool, left = self._cells[end.answer]
        options = f"lowest_of({pool}, {self.emit.surface.count(pool)} - {left} + 1)"
        self._wait(end, f"{left} > 0", chooser, options, asks_pieces=True, left=left)

    def _resume(self, end: blocks.Resume) -> int | None:
        """Write the code that takes an answer and continues."""
        emit, frame, question, answer = self.emit, self.frame, end.question, self.emit.extra("answer")
        match question:
            case model.ChooseOption():
                for number, entry in enumerate(end.entries):
                    emit.write(f"{'elif' if number else 'if'} {answer} == {number}:")
                    emit.write(f"    pc = {self.label(entry)}")
                return None
            case model.Choose(number=None, kind=kind) if kind.base == "group":
                emit.write(f"{frame[question.slot].text} = {emit.offer(answer)}")
                acts.note_rank(emit, frame, question)
            case model.Choose(number=None):
                emit.write(f"{frame[question.slot].text} = {answer}")
            case model.Choose():
                asking = self._awaits[self._number]
                pool, left = self._cells[asking.answer]
                emit.write(f"{frame[question.slot].text} |= {emit.surface.bit(answer)}")
                emit.write(f"{pool} &= -2 << {answer}")  # leave only the pieces above the answer
                emit.write(f"{left} -= 1")
                self._wait_for_next(asking, question.chooser)
        return end.after


def topological_order(graph: blocks.Graph) -> list[int]:
    """Return the blocks in topological order; the successors of a loop come after its body."""
    order: list[int] = []
    seen: set[int] = set()

    def visit(number: int) -> None:
        """Append the blocks reachable from a block in reverse order, each after its successors."""
        seen.add(number)
        for target in reversed(blocks.targets(graph.blocks[number].end)):
            if target not in seen:
                visit(target)
        order.append(number)

    visit(graph.entry)
    return order[::-1]
