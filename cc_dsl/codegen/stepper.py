"""Generate a game that stops at every question: blocks, and a number that says which is next.

Nothing is left on a stack: no body of the rules calls itself, so chosen things, the player in turn and the rounds of a
loop have slots of their own in the vector, and a position is the vector and nothing else.  A body that several others
do, and that asks somebody, is written once: its player, its piece and its return address have slots, too.

    he chooses a card in his hand as the card.      if pc == 3: S[options] = S[7]; S[next] = 4; return
    the card goes to the table.                     if pc == 4: S[21] = S[answer]; ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cc_dsl.codegen import acts
from cc_dsl.codegen.blocks import Blocks
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.frames import Slot, is_settled
from cc_dsl.codegen.shared import Sharing
from cc_dsl.codegen.target import VECTOR, Plain
from cc_dsl.codegen.vector_emitter import VectorEmitter
from cc_dsl.codegen.writer import INDENT
from cc_dsl.core.cutting import cut, is_done_to_pieces
from cc_dsl.rules import model


class SharedBody(NamedTuple):
    """A body whose blocks are written once: the first of them, and places in the vector."""

    label: str
    subject: str
    thing: str
    back: str
    """Which block is next when the body is at its end."""


class Stepper(VectorEmitter):
    """Writes a game that waits for its answers."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Start without blocks."""
        super().__init__(rules, seats, surface)
        self._entries: dict[tuple[str, bool], SharedBody] = {}
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
        elif self.sharing is None or not self._go_to(self.sharing, name, subject, thing):
            self.whole_body(name, subject, thing)

    def whole_body(self, name: str, subject: str | None, thing: Slot | None) -> None:
        """Write all that a body does."""
        with acts.frame_of(self, name, subject, thing) as frame:
            Blocks(self, frame, cut(self.core, name)).write()

    def _go_to(self, sharing: Sharing, name: str, subject: str | None, thing: Slot | None) -> bool:
        """Write that the blocks of a body are next, and where to go on then; tell whether they are written once."""
        if not sharing.is_shared(name) or (thing is not None and thing.group is not None):
            return False
        key = name, thing is None or thing.may_be_none
        entry = self._entries.get(key) or self._enter(key, subject is not None)
        if subject is not None:
            self.write(f"{entry.subject} = {subject}")
            self.write(f"{entry.thing} = {thing.text if thing is not None else '-1'}")
        after = self.label()
        self.write(f"{entry.back} = {after}")
        self.go(entry.label)
        self.close()
        self.open(after)
        self.status = {}
        return True

    def _enter(self, key: tuple[str, bool], has_subject: bool) -> SharedBody:
        """Write the blocks of a body."""
        form = self.rules.deeds.get(key[0])
        is_piece = form is not None and form.subject.base == "piece"
        is_at_piece = is_done_to_pieces(self.rules, key[0])
        subject, thing = (self.variable("", "piece" if it else "") for it in (is_piece, is_at_piece))
        entry = self._entries[key] = SharedBody(self.label(), subject, thing, self.cell())
        outer = self.lines, self.depth, self.status, self.current
        self.open(entry.label)
        self.status = {}
        self.whole_body(key[0], subject if has_subject else None, Slot(thing, key[1]))
        self.write(f"pc = {entry.back}")
        self.close()
        self.lines, self.depth, self.status, self.current = outer
        return entry
