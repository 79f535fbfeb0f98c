"""A position: the place of every piece, the content of every cell, and the program point of play.

It consists of plain lists of numbers, and groups: pieces that make a sort together, such as a run of three cards.

    player 1 has the Aces of two suits, and a score of 3        places [[…], [0, 4], …]; where[4] = 1; cells [3, 0]
    he is asked for a card                                      frame [0, None, None], pc 7, options [0, 4], player 0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol

from cc_dsl.core.faults import RulesFault as RulesFault

Frame = list[Any]
"""The slots of a body while it runs."""
Entry = tuple[int, Any, int]
"""An answer in the log: the player, the answer, and the number of the question (for chance, of the kind drawn).

An answer of the world is a pair: the observation, and the number of those before it at this question.
"""
Memo = dict[int, Any]
"""Values that a runtime has computed for a position, under its own keys."""
Trail = list[Any]
"""The reasons recorded by a runtime: numbers of notes, and records of decisions (`reasons.py`)."""


class UnsettledCell(Enum):
    """The content of a cell whose definition is not settled."""

    UNSETTLED = "unsettled"


UNSETTLED: Final = UnsettledCell.UNSETTLED

FINISHED: Final = -2
"""The number of the step after the last."""
OBSERVER: Final = -3
"""The player number of the world, also in the log."""
WAITING: Final = -1
"""The value that a step returns instead of the next step's number when it asks for an answer."""


class GameOverInAct(Exception):
    """The exception raised when the game ends inside an act."""


BOUND = "bound: "
"""The beginning of the reason for a game that has reached a bound of its rules; the sentence follows."""


class Outcome(NamedTuple):
    """The end of a game: the winner (None: nobody), the reason, and the number of moves."""

    winner: int | None
    reason: str
    """`won`, `nobody`, `bound: ` and the sentence whose bound was reached, or `unfinished` if it was broken off."""
    moves: int = 0
    side: tuple[int, ...] = ()
    """The players who win together, if the rules let a side win; the winner is then the first of them."""

    @property
    def stopped_by(self) -> str:
        """The sentence whose bound stopped the game; empty if the game ended without a bound."""
        return self.reason.removeprefix(BOUND) if self.reason.startswith(BOUND) else ""

    @property
    def winners(self) -> tuple[int, ...]:
        """All winners."""
        return self.side or (() if self.winner is None else (self.winner,))


@dataclass(slots=True, order=True, unsafe_hash=True)
class Combination:
    """Some pieces that make a group of a sort, with their rank; ordered by their sorts, then by their pieces."""

    sort: int
    pieces: tuple[int, ...]
    """The pieces in ascending order."""
    rank: tuple[object, ...] = field(default=(), compare=False)
    """The rank by sort and by the further keys, once it is known; greater is better."""
    standing: tuple[tuple[object, ...], tuple[object, ...]] = field(default=((), ()), compare=False)
    """The rank, followed by the keys that decide between equals."""

    @property
    def without_rank(self) -> Combination:
        """The same sort and pieces, with the rank to be computed on demand."""
        return Combination(self.sort, self.pieces)


def mask(value: int | Combination | Iterable[int | Combination] | None) -> int:
    """Return the bit set of the pieces in a value: a piece, a group, or several of them."""
    if value is None:
        return 0
    if isinstance(value, int):
        return 1 << value
    bits = 0
    for part in value.pieces if isinstance(value, Combination) else value:
        bits |= 1 << part if isinstance(part, int) else mask(part)
    return bits


class PositionObserver(Protocol):
    """The observer of positions between two questions, who records what players see."""

    def notice(self, state: State) -> None:
        """Record a position at the end of a procedure or happening."""

    def notice_leaving(self, state: State, before: list[int]) -> None:
        """Record a position from which pieces have just moved, with the place in which each lay before."""


@dataclass(slots=True, eq=False)
class State:
    """A position of a game; `frame`, `stack` and `pc` are the program point of play."""

    places: list[list[int]]
    """The pieces of each place in their order; beside the table is the place after the last."""
    where: list[int]
    marks: list[int]
    """The state of each piece, such as which way it lies."""
    cells: Frame
    """Numbers, roles, and settled values."""
    frame: Frame = field(default_factory=list)
    stack: list[tuple[Frame, int]] = field(default_factory=list)
    pc: int = 0
    player: int | None = None
    """The player who is asked, while a step waits."""
    asking: int = 0
    """The number of the question in the program."""
    unasked: int = 0
    """The rounds of loops since the last question, where they are counted."""
    options: list[int] = field(default_factory=list)
    offered: tuple[Combination, ...] = ()
    """The groups on offer, if the question offers groups: an option is then an index of this tuple."""
    answer: int = 0
    outcome: Outcome | None = None
    chance: Any = None
    """The source of the answers of chance; copies share it until they are given their own."""
    skips_observations: bool = False
    """Whether possible observations are not computed, because nobody needs them in this position."""
    log: list[Entry] | None = None
    """The answers in order, for the record; None if there is no record."""
    moved: list[tuple[int, int]] | None = None
    """Pieces and the places to which they went, in order, for the drawing of the ground."""
    cache: Memo = field(default_factory=dict)
    """The values computed since the position last changed."""
    trail: Trail = field(default_factory=list)
    """The reasons recorded so far for the present decision."""
    looked: int = 0
    """The bit set of the pieces that the present decision has examined so far."""
    proofs: Memo = field(default_factory=dict)
    """For each settled cell, the reasons for its value."""
    glimpses: PositionObserver | None = None
    """The record of visible events on the way to the next question; None if nobody will ask."""

    @classmethod
    def first(cls, places: int, pieces: int, cells: Frame) -> State:
        """Return the position in which all pieces lie beside the table."""
        return cls([*([] for _ in range(places)), [*range(pieces)]], [places] * pieces, [0] * pieces, cells)

    def copy(self) -> State:
        """Return a copy of the position without its history."""
        other = State.__new__(State)
        # No loop over the fields: a game that records reasons makes two copies for each answer.
        other.pc, other.player, other.asking, other.unasked = self.pc, self.player, self.asking, self.unasked
        other.options, other.offered, other.answer = self.options, self.offered, self.answer
        other.outcome, other.chance, other.skips_observations = self.outcome, self.chance, self.skips_observations
        other.places = [pile[:] for pile in self.places]
        other.where, other.marks, other.cells = self.where[:], self.marks[:], self.cells[:]
        other.frame, other.stack = self.frame[:], [(frame[:], pc) for frame, pc in self.stack]
        other.log = other.moved = other.glimpses = None
        other.cache, other.trail, other.looked, other.proofs = {}, [], 0, {}
        return other

    @contextmanager
    def speculate(self, *notes: object) -> Iterator[Trail]:
        """Yield a new trail, which begins with these notes, for closures of any runtime that run on this position.

        The cache is empty meanwhile: each runtime numbers its memo in its own way, so none may read that of another.
        """
        before = self.trail, self.cache, self.looked
        self.trail, self.cache, self.looked = [*notes], {}, 0
        try:
            yield self.trail
        finally:
            self.trail, self.cache, self.looked = before

    def snapshot(self, ordered: list[bool]) -> tuple[object, ...]:
        """Return a value that equal positions share; the order of pieces in unordered places is ignored."""
        piles = zip(self.places, [*ordered, False], strict=True)
        frames = (self.frame, *(frame for frame, _ in self.stack))
        return (
            tuple(tuple(pile if is_ordered else sorted(pile)) for pile, is_ordered in piles),
            (*self.marks, *self.cells),
            tuple(tuple(tuple(slot) if isinstance(slot, list) else slot for slot in frame) for frame in frames),
            (self.pc, *(pc for _, pc in self.stack)),
            (self.player, *self.options),
            self.offered,
            self.outcome,
        )
