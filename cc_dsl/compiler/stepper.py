"""Generate a game that stops at every question: blocks, and a number that says which is next.

Nothing is left on a stack: no body of the rules calls itself, so chosen things, the player in turn and the rounds of a
loop have slots of their own in the vector, and a position is the vector and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from cc_dsl.compiler import acts
from cc_dsl.compiler.blocks import Blocks
from cc_dsl.compiler.dataflow import is_settled
from cc_dsl.compiler.emitter import INDENT
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.frames import Slot
from cc_dsl.compiler.target import VECTOR, Plain
from cc_dsl.compiler.vector_emitter import VectorEmitter
from cc_dsl.compiler.waiting import Entries
from cc_dsl.core.cutting import cut
from cc_dsl.rules import model


class Stepper(VectorEmitter):
    """Writes a game that waits for its answers."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Start without blocks."""
        super().__init__(rules, seats, surface)
        self.entries = Entries(self.sharing) if self.sharing is not None else None
        """The bodies whose blocks are written once, and gone to from several places."""

    def both(self) -> tuple[list[str], list[str]]:
        """Return the lines of the function that starts a game, and of the one that continues it."""
        if model.ENTRY not in self.rules.procedures:
            raise NotCompiled(f"rules without a procedure called “{model.ENTRY}”")
        self.depth = 0
        self.label()
        self.status = {is_settled(name): False for name in self.flat.settled}
        self.body(model.ENTRY, None, None)
        self.end("-1", 0)
        self.close()
        tree = self.dispatch([*enumerate(self.blocks.values())], 2)
        advance = ["def advance(S):", f"    pc = {self.extra('next')}", "    while True:", *tree]
        self.lines, self.depth = [], 1
        self.begin()
        for place in range(self.flat.size, self.size):
            self.write(f"{VECTOR}[{place}] = 0")
        return ["def begin(S):", *self.lines], advance

    def dispatch(self, blocks: Sequence[tuple[int, list[str]]], depth: int) -> list[str]:
        """Return the lines that find a block by its number, in halves."""
        indent = INDENT * depth
        if len(blocks) == 1:
            return [indent + line for line in blocks[0][1]]
        middle = len(blocks) // 2
        head, other = f"{indent}if pc < {blocks[middle][0]}:", f"{indent}else:"
        return [head, *self.dispatch(blocks[:middle], depth + 1), other, *self.dispatch(blocks[middle:], depth + 1)]

    def body(self, name: str, subject: str | None, thing: Slot | None) -> None:
        """Write the acts of a body inline, or a jump to its blocks."""
        if not self.core[name].asks:
            super().body(name, subject, thing)
        elif self.entries is None or not self.entries.go_to(self, name, subject, thing):
            self.whole_body(name, subject, thing)

    def whole_body(self, name: str, subject: str | None, thing: Slot | None) -> None:
        """Write all that a body does."""
        with acts.frame_of(self, name, subject, thing) as frame:
            Blocks(self, frame, cut(self.core, name)).write()
