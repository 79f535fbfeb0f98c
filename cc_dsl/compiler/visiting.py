"""Rules as plain Python that stops at every question and records the blocks of the rules that each step runs through.

Two rules of which every block that a step ran through has the same text (`texts.py`) do the same in this step, from the
same position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import NamedTuple

from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import Flat
from cc_dsl.compiler.game_emitter import told_at_the_end
from cc_dsl.compiler.generated import GeneratedSource, ToldResult
from cc_dsl.compiler.source import stepped
from cc_dsl.compiler.stepper import Stepper
from cc_dsl.compiler.target import Plain
from cc_dsl.compiler.texts import Texts
from cc_dsl.core.program import asks_the_world
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

VISITED = "VISITED"
"""The name of the list of which the first item has a bit for each block that the last step has run through."""
BEGUN = 1
"""The bit of the beginning of a game; those of its blocks follow."""


class QuestionForm(NamedTuple):
    """The sort of a question, and the names of its options, where it has options."""

    act: str
    options: tuple[str, ...]
    is_of_groups: bool


class Visiting:
    """Rules compiled to plain Python, with the blocks that each step runs through."""

    def __init__(self, rules: model.Rules, seats: int, like: Visiting | None = None) -> None:
        """Compile the rules; what they have in common with others, if such are given, gets the same numbers as there.

        These are the ends of games, the places in the vector, and the blocks.
        """
        if asks_the_world(rules):
            raise NotCompiled("rules that ask the world")
        is_told_alike = like is not None and _keys(like.source.told) == _keys(told_at_the_end(rules, seats))
        shared = like.make if like is not None and is_told_alike else None
        self.make: Stepper = Stepper(rules, seats, Plain(is_stepwise=True), shared)
        if like is not None:
            self.make.reasons = [*like.source.reasons]
        begin, advance = self.make.both()
        advance.insert(advance.index("    while True:") + 1, f"        {VISITED}[0] |= {BEGUN << 1} << pc")
        self.rules, self.seats = rules, seats
        self.source: GeneratedSource = stepped(self.make, begin, advance)
        numbering = self.make.numbering
        self.questions = {numbering.blocks[name]: _question(act) for name, act in self.make.questions.items()}
        """The questions of players, by the number of the block that takes the answer."""
        self.pieces = self.make.flat.pieces
        self.is_whole = self.make.sharing is None
        """Whether the blocks and the functions that they call are all there is."""
        self._texts = Texts(self.source.text.split("\n"))
        self._blocks = numbering.by_number
        self._visited = [0]
        space: dict[str, object] = {VISITED: self._visited}
        exec(compile(self.source.text, "<generated>", "exec"), space)
        made = SimpleNamespace(**space)
        self._step: Callable[[list[int], int], None] = made.step
        self._reset: Callable[[list[int], int], None] = made.reset
        self.count: Callable[[list[int]], int] = made.count_of
        """Returns how many answers are allowed."""
        self.answer_at: Callable[[list[int], int], int] = made.answer_at
        """Returns the answer at a place among those allowed."""
        self.size = self.source.size + self.source.offered
        """The number of integers in a position."""
        self._offers = (self.source.size, self.source.offered) if self.source.offered else ()
        self.place = self.source.places

    @property
    def flat(self) -> Flat:
        """The places in the vector of everything that the rules name."""
        assert self.source.flat is not None
        return self.source.flat

    def begin(self, seed: int) -> tuple[list[int], int]:
        """Go on to the first question of a game; return the position, and the blocks run through."""
        vector = [0] * self.size
        self._visited[0] = BEGUN
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

    def drawn(self, vector: list[int], chance: Chance) -> int:
        """Return a random answer: each equally likely, or each set where several things are picked."""
        return self.answer_at(vector, chance.least_of_some(self.count(vector), vector[self.place["left"]]))

    def differing(self, other: Visiting) -> int | None:
        """Return the blocks that do not do the same as those of other rules; None if they may differ in anything."""
        if not (self.is_whole and other.is_whole and self.place == other.place and self._offers == other._offers):
            return None
        is_begun_alike = self.size == other.size and self._texts.of("begin") == other._texts.of("begin")
        found = 0 if is_begun_alike else BEGUN
        for number in self._blocks.keys() | other._blocks.keys():
            one, two = self._blocks.get(number), other._blocks.get(number)
            if one is None or two is None or self._texts.of_lines(one) != other._texts.of_lines(two):
                found |= BEGUN << 1 << number
        return found


def _keys(results: Iterable[ToldResult]) -> list[tuple[str, int]]:
    return [(one.key, one.owner) for one in results]


def _question(act: model.Choose | model.ChooseOption | model.Observe) -> QuestionForm:
    options = tuple(option.name for option in act.options) if isinstance(act, model.ChooseOption) else ()
    return QuestionForm(type(act).__name__, options, isinstance(act, model.Choose) and act.kind.base == "group")
