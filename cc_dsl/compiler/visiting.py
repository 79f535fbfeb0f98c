"""Rules as plain Python that stops at every question and records the blocks of the rules that each step runs through.

Two rules of which every block that a step ran through has the same text (`texts.py`) do the same in this step, from the
same position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import Flat
from cc_dsl.compiler.generated import GeneratedSource
from cc_dsl.compiler.source import stepped
from cc_dsl.compiler.stepper import Stepper
from cc_dsl.compiler.target import Plain
from cc_dsl.compiler.texts import Texts
from cc_dsl.core.program import asks_the_world
from cc_dsl.rules import model

VISITED = "VISITED"
"""The name of the list of which the first item has a bit for each block that the last step has run through."""


class QuestionForm(NamedTuple):
    """The sort of a question, and the names of its options, where it has options."""

    act: str
    options: tuple[str, ...]
    is_of_groups: bool


class Visiting:
    """Rules compiled to plain Python, with the blocks that each step runs through."""

    def __init__(self, rules: model.Rules, seats: int, like: Visiting | None = None) -> None:
        """Compile the rules; the ends of games have the same numbers as in other rules, if such are given."""
        if asks_the_world(rules):
            raise NotCompiled("rules that ask the world")
        make = Stepper(rules, seats, Plain(is_stepwise=True))
        if like is not None:
            make.reasons = [*like.source.reasons]
        begin, advance = make.both()
        advance.insert(advance.index("    while True:") + 1, f"        {VISITED}[0] |= 1 << pc")
        self.rules, self.seats = rules, seats
        self.source: GeneratedSource = stepped(make, begin, advance)
        self.questions = {place: _question(act) for place, act in make.questions.items()}
        self.pieces = make.flat.pieces
        self.is_whole = make.sharing is None
        """Whether the blocks and the functions that they call are all there is."""
        self._texts = Texts(self.source.text.split("\n"))
        self._blocks = make.blocks
        self._visited = [0]
        space: dict[str, Any] = {VISITED: self._visited}
        exec(compile(self.source.text, "<generated>", "exec"), space)
        self._step: Callable[[list[int], int], None] = space["step"]
        self._reset: Callable[[list[int], int], None] = space["reset"]
        self.count: Callable[[list[int]], int] = space["count_of"]
        """Returns how many answers are allowed."""
        self.answer_at: Callable[[list[int], int], int] = space["answer_at"]
        """Returns the answer at a place among those allowed."""
        self._size = self.source.size + self.source.offered
        self.place = self.source.places

    @property
    def flat(self) -> Flat:
        """The places in the vector of everything that the rules name."""
        assert self.source.flat is not None
        return self.source.flat

    def begin(self, seed: int) -> tuple[list[int], int]:
        """Go on to the first question of a game; return the position, and the blocks run through."""
        vector = [0] * self._size
        self._visited[0] = 0
        self._reset(vector, seed)
        return vector, self._visited[0]

    def step(self, vector: list[int], answer: int) -> tuple[list[int], int]:
        """Answer, and go on to the next question; return the position, and the blocks run through."""
        after = vector[:]
        self._visited[0] = 0
        self._step(after, answer)
        return after, self._visited[0]

    def go_on(self, vector: list[int], answer: int) -> None:
        """Answer, and go on to the next question, in a position that nobody keeps."""
        self._step(vector, answer)

    def differing(self, other: Visiting) -> int | None:
        """Return the blocks that do not do the same as those of other rules; None if they may differ in anything."""
        is_alike = self._size == other._size and self.place == other.place and self.is_whole and other.is_whole
        if not is_alike or self._texts.of("begin") != other._texts.of("begin"):
            return None
        found = 0
        for number in range(max(len(self._blocks), len(other._blocks))):
            pair = [one._blocks[number : number + 1] for one in (self, other)]
            if not all(pair) or self._texts.of_lines(pair[0][0]) != other._texts.of_lines(pair[1][0]):
                found |= 1 << number
        return found


def _question(act: model.Choose | model.ChooseOption | model.Observe) -> QuestionForm:
    options = tuple(option.name for option in act.options) if isinstance(act, model.ChooseOption) else ()
    return QuestionForm(type(act).__name__, options, isinstance(act, model.Choose) and act.kind.base == "group")
