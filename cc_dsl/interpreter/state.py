"""A position: where every piece lies, the content of every cell, and how far play has come in the rules.

All of it is plain lists of numbers, so that a position can be copied, compared and resumed anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from cc_dsl.rules.faults import RulesFault as RulesFault

Frame = list[Any]
"""The slots of a body while it runs."""


class Unsettled:
    """The content of a cell whose definition is not settled."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Say so."""
        return "unsettled"

    def __reduce__(self) -> str:
        """Stay the one of its kind, also when a position is sent to another process."""
        return "UNSETTLED"


UNSETTLED: Final = Unsettled()

FINISHED: Final = -2
"""The number of the step after the last."""
OBSERVER: Final = -3
"""Who answers, in the place of a player, where the world does; also in the log."""
WAITING: Final = -1
"""The value that a step returns instead of the next step's number when it asks for an answer."""


class Over(Exception):
    """The game has ended inside an act."""


BOUND = "bound: "
"""So begins the reason of a game that has reached a bound of its rules; the sentence follows."""


class Outcome(NamedTuple):
    """How a game ended: who won (None: nobody), why, and after how many moves."""

    winner: int | None
    reason: str
    """`won`, `nobody`, `bound: ` and the sentence whose bound was reached, or `unfinished` if it was broken off."""
    moves: int = 0
    side: tuple[int, ...] = ()
    """Those who win together, where the rules let a side win; the winner is then the first of them."""

    @property
    def bound(self) -> str:
        """The sentence whose bound stopped the game, or nothing if none did."""
        return self.reason.removeprefix(BOUND) if self.reason.startswith(BOUND) else ""

    @property
    def winners(self) -> tuple[int, ...]:
        """All who win."""
        return self.side or (() if self.winner is None else (self.winner,))


class State:
    """A position of a game; `frame`, `stack` and `pc` say where in the rules play stands."""

    __slots__ = (
        "answer",
        "asking",
        "cache",
        "cells",
        "chance",
        "frame",
        "glimpses",
        "is_dry",
        "log",
        "looked",
        "marks",
        "moved",
        "offered",
        "options",
        "outcome",
        "pc",
        "places",
        "player",
        "proofs",
        "stack",
        "trail",
        "where",
    )

    def __init__(self, places: int, pieces: int, cells: list[Any]) -> None:
        """Lay all pieces beside the table, which is the place after the last."""
        self.places: list[list[int]] = [[] for _ in range(places)]
        self.places.append(list(range(pieces)))
        self.where: list[int] = [places] * pieces
        self.marks: list[int] = [0] * pieces
        """The state of each piece, such as which way it lies."""
        self.cells = cells
        """Numbers, roles, and settled values."""
        self.frame: Frame = []
        self.stack: list[tuple[Frame, int]] = []
        self.pc = 0
        self.player: int | None = None
        """Who is asked, while a step waits."""
        self.asking = 0
        """What is asked: its number in the program."""
        self.options: list[int] = []
        self.offered: tuple[Any, ...] = ()
        """The groups that are offered, where groups are: the options are then their places here."""
        self.answer = 0
        self.outcome: Outcome | None = None
        self.chance: Any = None
        """Where chance takes its answers from; copies share it until they are given one of their own."""
        self.log: list[tuple[int, Any, int]] | None = None
        """Answers in order, for the record; None where none is kept."""
        self.is_dry = False
        """Whether what can be observed is not computed, because whoever thinks in this position does not ask."""
        self.moved: list[tuple[int, int]] | None = None
        """Pieces and the places to which they went, in order, for whoever has to put them there."""
        self.cache: dict[int, Any] = {}
        """What was computed since the position last changed."""
        self.trail: list[Any] = []
        """Why, as far as it is written down."""
        self.looked = 0
        """Which pieces that rests on, a bit for each, as far as it is written down."""
        self.proofs: dict[int, Any] = {}
        """For each settled cell the reasons it was settled for."""
        self.glimpses: Any = None
        """Where it is recorded what there is to see on the way to the next question; None where nobody will ask."""

    def copy(self) -> State:
        """Return the same position once more; what happens to it leaves this one alone."""
        other = State.__new__(State)
        other.places = [pile[:] for pile in self.places]
        other.where = self.where[:]
        other.marks = self.marks[:]
        other.cells = self.cells[:]
        other.frame = self.frame[:]
        other.stack = [(frame[:], pc) for frame, pc in self.stack]
        other.pc = self.pc
        other.player = self.player
        other.asking = self.asking
        other.options = self.options
        other.offered = self.offered
        other.answer = self.answer
        other.outcome = self.outcome
        other.chance = self.chance
        other.log = None
        other.is_dry = self.is_dry
        other.moved = None
        other.cache = {}
        other.trail = []
        other.looked = 0
        other.proofs = {}
        other.glimpses = None
        return other

    @contextmanager
    def set_aside(self, *notes: Any) -> Iterator[list[Any]]:
        """Let closures of any runtime run on this position; give the trail they write, which begins with these notes.

        Runtimes number what they remember each in its own way, so that none may read what another has remembered.
        """
        before = self.trail, self.cache, self.looked
        self.trail, self.cache, self.looked = [*notes], {}, 0
        try:
            yield self.trail
        finally:
            self.trail, self.cache, self.looked = before

    def snapshot(self, ordered: list[bool]) -> tuple[Any, ...]:
        """Return the position as one value, equal for equal positions; a place without order has none here."""
        return (
            tuple(
                tuple(pile if is_ordered else sorted(pile))
                for pile, is_ordered in zip(self.places, [*ordered, False], strict=True)
            ),
            tuple(self.marks),
            tuple(self.cells),
            tuple(_frozen(frame) for frame, _ in self.stack),
            tuple(pc for _, pc in self.stack),
            _frozen(self.frame),
            self.pc,
            self.player,
            tuple(self.options),
            self.offered,
            self.outcome,
        )


def _frozen(frame: Frame) -> tuple[Any, ...]:
    return tuple(tuple(value) if isinstance(value, list) else value for value in frame)
