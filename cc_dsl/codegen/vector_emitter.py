"""Emit into the vector of a game that stops: its places, its blocks by number, its questions and its end.

Whatever must outlast a question has a place in the vector.

    he chooses a card in his hand as the card.      S[23] = S[4 + S[17]]      the options; S[17] is the player
                                                    S[20] = 8                 the block that takes the answer
"""

from __future__ import annotations

from cc_dsl.codegen.game_emitter import OFFERS
from cc_dsl.codegen.observing import ObservationEmitter
from cc_dsl.codegen.shared import BodyEmitter, Sharing, is_wanted
from cc_dsl.codegen.target import VECTOR, Plain, packed_end
from cc_dsl.rules import model

EXTRAS = ("next", "to_move", "options", "asks_pieces", "offered", "left", "answer", "end", "chance", "moves")
"""The slots of the vector after everything that the rules name."""


class VectorEmitter(BodyEmitter):
    """Writes in blocks, and keeps whatever must outlast a question in the vector."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Start without blocks."""
        super().__init__(rules, seats, surface)
        self.place_of = {name: self.flat.size + number for number, name in enumerate(EXTRAS)}
        self.told_at = self.flat.size + len(EXTRAS)
        self.size = self.told_at + len(self.told)
        self.holds: list[tuple[int, str]] = []
        """The places without a name in the rules that hold pieces, and how."""
        self.chance = self.extra("chance")
        self.moves = self.extra("moves")
        self.blocks: dict[str, list[str]] = {}
        """The lines of each block by its number."""
        self.observed: list[ObservationEmitter] = []
        """The places of the rules at which the world is asked."""
        self.questions: dict[str, model.Choose | model.ChooseOption | model.Observe] = {}
        """The questions of players, by the block that takes the answer."""
        if is_wanted(rules):
            self.sharing = Sharing(rules)
            self.sharing.leaves = "return"

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

    def label(self) -> str:
        """Add a block; return its number."""
        number = str(len(self.blocks))
        self.blocks[number] = []
        return number

    def close(self) -> None:
        """End the current block, which is the last one opened."""
        self.blocks[self.current] = self.lines
        self.lines = []

    def open(self, number: str) -> None:
        """Go on writing in a block."""
        self.current = number
        self.lines, self.depth = [], 0

    current = "0"

    def go(self, number: str) -> None:
        """Write that another block is next."""
        self.write(f"pc = {number}")

    def wait(
        self, options: str, chooser: str, then: str, asks_pieces: bool = False, offered: str = "0", left: str = "1"
    ) -> None:
        """Write a question to a player; options are bits, unless too many groups are offered.

        It asks for the first of as many answers as are left to be given; several come in ascending order.
        """
        self.note_question()
        self.write(f"{self.extra('asks_pieces')} = {int(asks_pieces)}")
        self.write(f"{self.extra('options')} = {options}")
        self.write(f"{self.extra('offered')} = {offered}")
        self.write(f"{self.extra('left')} = {left}")
        self.write(f"{self.extra('to_move')} = {chooser}")
        self.write(f"{self.extra('next')} = {then}")
        self.write("return")

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
