"""Action numbers: one number for each possible answer of a game, with the same meaning at every question.

An interpreter's answer is a number too, but its meaning depends on the question: piece 3, or option 3.  Here the pieces
come first, then the players, the values of each kind, the options of each question, and groups last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.engine.moves import kind_of, words_of_answer
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.closures.runtime import Runtime
    from cc_dsl.closures.state import State

MOST_GROUPS = 512
"""The most groups that can be offered at once.  A group has no number of its own, only its place in the offer."""


class TooManyOffered(ValueError):
    """More groups are offered at once than there are numbers for."""

    def __init__(self, count: int) -> None:
        """Set the number."""
        super().__init__(f"{count} groups are offered at once, and there are numbers for {MOST_GROUPS} only.")


class _Block(NamedTuple):
    first: int
    size: int


class Actions:
    """The numbering of one game's answers; `count` is how many numbers there are."""

    def __init__(self, runtime: Runtime) -> None:
        """Number the answers to every question of the rules, for this number of players."""
        self.rules, self._seats = runtime.rules, runtime.seats
        self._askings = runtime.program.askings
        self.count = 0
        self._blocks: dict[object, _Block] = {}
        self.observations = 0
        """The number of possible observations where the world is asked; they are numbered separately."""
        for number, asking in enumerate(self._askings):
            if isinstance(asking.act, model.Observe):
                assert asking.menu is not None
                self.observations = max(self.observations, asking.menu.end + 1)
            else:
                self._add(number, asking.act)

    def _add(self, number: int, act: model.Choose | model.ChooseOption) -> None:
        key, size = self._key(number), self._size(act)
        if key not in self._blocks:
            self._blocks[key] = _Block(self.count, size)
            self.count += size

    def _key(self, number: int) -> object:
        """Return what shares its numbers: all questions for pieces, but each list of options has its own."""
        act = self._askings[number].act
        assert not isinstance(act, model.Observe)
        if isinstance(act, model.ChooseOption):
            return tuple(option.name for option in act.options)
        return kind_of(act)

    def _size(self, act: model.Choose | model.ChooseOption) -> int:
        kind = kind_of(act)
        if isinstance(act, model.ChooseOption):
            return len(act.options)
        if kind.base == "value":
            return len(self.rules.values[kind.name].values)
        return {"piece": len(self.rules.pieces.codes), "player": self._seats, "group": MOST_GROUPS}[kind.base]

    def offered(self, state: State) -> list[int]:
        """Return the numbers of the answers that are allowed, in ascending order; raise TooManyOffered."""
        block = self._blocks[self._key(state.asking)]
        if state.options and state.options[-1] >= block.size:
            raise TooManyOffered(len(state.options))
        return [block.first + answer for answer in state.options]

    def answer(self, state: State, action: int) -> int:
        """Return the interpreter's answer for a number, which may be one of NumPy."""
        return int(action) - self._blocks[self._key(state.asking)].first

    def said(self, state: State, action: int) -> str:
        """Return the meaning of a number in words, at the present question."""
        act = self._askings[state.asking].act
        return words_of_answer(self.rules, act, self.answer(state, action), state.offered)
