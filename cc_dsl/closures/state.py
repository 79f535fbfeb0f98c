"""A position: where every piece lies, the content of every cell, and how far play has come in the rules.

All of it is plain lists of numbers, so that a position can be copied, compared and resumed anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol

from cc_dsl.closures.groups import Combination
from cc_dsl.rules.faults import RulesFault as RulesFault

Frame = list[Any]
"""The slots of a body while it runs."""
Entry = tuple[int, Any, int]
"""An answer in the log: by whom, which, and to what question."""
Memo = dict[int, Any]
"""What a runtime remembers of a position, by its own numbers."""
Written = list[Any]
"""The notes of a runtime that writes reasons."""


class Unsettled:
    """The content of a cell whose definition is not settled."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Set the message."""
        return "unsettled"

    def __reduce__(self) -> str:
        """Stay the one of its kind, also when a position is sent to another process."""
        return "UNSETTLED"


UNSETTLED: Final = Unsettled()

FINISHED: Final = -2
"""The number of the step after the last."""
OBSERVER: Final = -3
"""The player number of the world, also in the log."""
WAITING: Final = -1
"""The value that a step returns instead of the next step's number when it asks for an answer."""


class Over(Exception):
    """The game has ended inside an act."""


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
    def bound(self) -> str:
        """The sentence whose bound stopped the game, or nothing if none did."""
        return self.reason.removeprefix(BOUND) if self.reason.startswith(BOUND) else ""

    @property
    def winners(self) -> tuple[int, ...]:
        """All winners."""
        return self.side or (() if self.winner is None else (self.winner,))


class SecretAnswer(int):
    """An answer that the next act stores in a secret, so that only those know it who know the secret."""

    secret: int
    """The number of the secret among all that can be hidden (`core/secrets.py`)."""
    stored: int
    """The content of its cell from then on."""

    def __new__(cls, answer: int, secret: int, stored: int) -> SecretAnswer:
        """Return the answer, with the secret in which it is stored."""
        made = super().__new__(cls, answer)
        made.secret, made.stored = secret, stored
        return made


class Onlooker(Protocol):
    """What is told of positions on the way to the next question, for whoever sees them."""

    def notice(self, state: State) -> None:
        """Take a position at the end of a procedure or happening."""

    def notice_leaving(self, state: State, before: list[int]) -> None:
        """Take a position from which pieces have just gone, with the place in which each lay before."""


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
        "skips_observations",
        "stack",
        "trail",
        "unasked",
        "where",
    )

    def __init__(self, places: int, pieces: int, cells: Frame) -> None:
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
        """The player who is asked, while a step waits."""
        self.asking = 0
        """The number of the question in the program."""
        self.unasked = 0
        """The rounds of loops since the last question, where they are counted."""
        self.options: list[int] = []
        self.offered: tuple[Combination, ...] = ()
        """The groups that are offered, where groups are: the options are then their places here."""
        self.answer = 0
        self.outcome: Outcome | None = None
        self.chance: Any = None
        """The source of the answers of chance; copies share it until they are given their own."""
        self.log: list[Entry] | None = None
        """The answers in order, for the record; None if there is no record."""
        self.skips_observations = False
        """Whether possible observations are not computed, because nobody needs them in this position."""
        self.moved: list[tuple[int, int]] | None = None
        """Pieces and the places to which they went, in order, for the drawing of the ground."""
        self.cache: Memo = {}
        """The values computed since the position last changed."""
        self.trail: Written = []
        """Why, as far as it is written down."""
        self.looked = 0
        """Which pieces that rests on, a bit for each, as far as it is written down."""
        self.proofs: Memo = {}
        """For each settled cell the reasons it was settled for."""
        self.glimpses: Onlooker | None = None
        """The record of visible events on the way to the next question; None if nobody will ask."""

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
        other.unasked = self.unasked
        other.options = self.options
        other.offered = self.offered
        other.answer = self.answer
        other.outcome = self.outcome
        other.chance = self.chance
        other.log = None
        other.skips_observations = self.skips_observations
        other.moved = None
        other.cache = {}
        other.trail = []
        other.looked = 0
        other.proofs = {}
        other.glimpses = None
        return other

    @contextmanager
    def speculate(self, *notes: object) -> Iterator[Written]:
        """Let closures of any runtime run on this position; give the trail they write, which begins with these notes.

        Runtimes number what they remember each in its own way, so that none may read what another has remembered.
        """
        before = self.trail, self.cache, self.looked
        self.trail, self.cache, self.looked = [*notes], {}, 0
        try:
            yield self.trail
        finally:
            self.trail, self.cache, self.looked = before

    def snapshot(self, ordered: list[bool]) -> tuple[object, ...]:
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


def _frozen(frame: Frame) -> tuple[object, ...]:
    return tuple(tuple(value) if isinstance(value, list) else value for value in frame)
