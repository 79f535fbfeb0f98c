"""Generate a game that stops at every question: blocks, and a number that says which is next.

Nothing is left on a stack: no body of the rules calls itself, so chosen things, the player in turn and the rounds of a
loop have slots of their own in the vector, and a position is the vector and nothing else.
"""

from __future__ import annotations

from cc_dsl.compiler import acts
from cc_dsl.compiler.blocks import Blocks
from cc_dsl.compiler.dataflow import is_settled
from cc_dsl.compiler.emitter import INDENT
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.frames import Slot
from cc_dsl.compiler.game_emitter import OFFERS, GameEmitter
from cc_dsl.compiler.observing import Observed
from cc_dsl.compiler.shared import Sharing, is_wanted
from cc_dsl.compiler.target import VECTOR, Plain, packed_end
from cc_dsl.compiler.waiting import Entries
from cc_dsl.core.cutting import cut
from cc_dsl.rules import model

EXTRAS = ("next", "to_move", "options", "asks_pieces", "offered", "answer", "end", "chance", "moves")
"""The slots of the vector after everything that the rules name."""


class Stepper(GameEmitter):
    """Writes a game that waits for its answers."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Start without blocks."""
        super().__init__(rules, seats, surface)
        self.place_of = {name: self.flat.size + number for number, name in enumerate(EXTRAS)}
        self.told_at = self.flat.size + len(EXTRAS)
        self.size = self.told_at + len(self.told)
        self.holds: list[tuple[int, str]] = []
        """Which of the further places in the vector hold pieces, and how."""
        self.chance = self.extra("chance")
        self.moves = self.extra("moves")
        self.blocks: list[list[str]] = []
        self.entries: Entries | None = None
        """The bodies whose blocks are written once, and gone to from several places."""
        self.observed: list[Observed] = []
        """The places of the rules at which the world is asked."""
        if is_wanted(rules):
            self.sharing = Sharing(rules)
            self.sharing.leaves = "return"
            self.entries = Entries(self.sharing)

    def extra(self, name: str) -> str:
        """Return the text of a value that is no part of the rules."""
        return f"{VECTOR}[{self.place_of[name]}]"

    def cell(self) -> str:
        """Return a new place in the vector."""
        self.size += 1
        return f"{VECTOR}[{self.size - 1}]"

    def variable(self, words: str, holds: str = "") -> str:
        """Return a place in the vector for a choice, which another block may read."""
        cell = self.cell()
        if holds:
            self.note(cell, holds)
        return cell

    @property
    def offers(self) -> tuple[str, str]:
        """The list in which groups that are offered stand, and where they begin there."""
        return VECTOR, OFFERS

    def end(self, winner: str, reason: int) -> None:
        """Write the end of the game; values computed for it are computed on this path only."""
        before = dict(self.status)
        if self.sharing is None:
            for place, text in enumerate(self.told_now() if not self.reasons[reason][2] else ["0"] * len(self.told)):
                self.write(f"{VECTOR}[{self.told_at + place}] = {text}")
        elif not self.reasons[reason][2]:
            self.write(f"{self.sharing.told(self)}({VECTOR})")
        self.status = before
        self.write(f"{self.extra('end')} = {packed_end(winner, reason)}")
        self.write(f"{self.extra('to_move')} = -1")
        self.write(f"{self.extra('options')} = 0")
        self.write(f"{self.extra('offered')} = 0")
        self.write(self.sharing.leaves if self.sharing is not None else "return")

    # -------------------------------------------------------------------------------------- blocks

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
        tree = self.dispatch(0, len(self.blocks), 2)
        advance = ["def advance(S):", f"    pc = {self.extra('next')}", "    while True:", *tree]
        self.lines, self.depth = [], 1
        self.begin()
        for place in range(self.flat.size, self.size):
            self.write(f"{VECTOR}[{place}] = 0")
        return ["def begin(S):", *self.lines], advance

    def dispatch(self, first: int, last: int, depth: int) -> list[str]:
        """Return the lines that find a block by its number, in halves."""
        indent = INDENT * depth
        if last - first == 1:
            return [indent + line for line in self.blocks[first]]
        middle = (first + last) // 2
        head, other = f"{indent}if pc < {middle}:", f"{indent}else:"
        return [head, *self.dispatch(first, middle, depth + 1), other, *self.dispatch(middle, last, depth + 1)]

    def label(self) -> int:
        """Add a block; give its number."""
        self.blocks.append([])
        return len(self.blocks) - 1

    def close(self) -> None:
        """End the current block, which is the last one opened."""
        self.blocks[self.current] = self.lines
        self.lines = []

    def open(self, number: int) -> None:
        """Go on writing in a block."""
        self.current = number
        self.lines, self.depth = [], 0

    current = 0

    def go(self, number: int) -> None:
        """Write that another block is next."""
        self.write(f"pc = {number}")

    def wait(self, options: str, chooser: str, then: int, asks_pieces: bool = False, offered: str = "0") -> None:
        """Write a question to a player; options are bits, unless too many groups are offered."""
        self.write(f"{self.extra('asks_pieces')} = {int(asks_pieces)}")
        self.write(f"{self.extra('options')} = {options}")
        self.write(f"{self.extra('offered')} = {offered}")
        self.write(f"{self.extra('to_move')} = {chooser}")
        self.write(f"{self.extra('next')} = {then}")
        self.write("return")

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

    def which_observed(self) -> str:
        """Return the place in the vector of the number of the question to the world."""
        self._which = self._which or self.cell()
        return self._which

    _which = ""

    def note(self, cell: str, holds: str) -> None:
        """Note that a further place in the vector holds pieces: a `set`, a `piece` or a `group`."""
        place = int(cell.removeprefix(f"{VECTOR}[").removesuffix("]"))
        if (place, holds) not in self.holds:
            self.holds.append((place, holds))

    def stored(self, text: str, holds: str = "") -> str:
        """Return a place in the vector that keeps the present value of the text."""
        cell = self.variable("", holds)
        self.write(f"{cell} = {text}")
        return cell
