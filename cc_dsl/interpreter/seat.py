"""A seat at the table: what a computer player may know of a position, and may ask."""

from __future__ import annotations

from cc_dsl.interpreter.engine import Game, Question
from cc_dsl.interpreter.moves import Move
from cc_dsl.interpreter.runtime import Runtime, runtime_of
from cc_dsl.interpreter.state import State
from cc_dsl.interpreter.views import View
from cc_dsl.table.chance import Chance


class Seat:
    """Everything that a computer player may know: its view and the question."""

    def __init__(self, game: Game, player: int) -> None:
        """Sit down for a player."""
        self._game = game
        self.player = player
        self.rules = game.rules

    @property
    def view(self) -> View:
        """The position as the player sees it."""
        return self._game.view(self.player)

    @property
    def question(self) -> Question | None:
        """The question."""
        return self._game.question

    @property
    def options(self) -> list[int]:
        """The answers allowed."""
        return self._game.options

    @property
    def left(self) -> int:
        """The number of things still to be picked, the next included: 1, unless several are picked."""
        return self._game.left

    @property
    def answers(self) -> list[object]:
        """The allowed answers in the order of the options, with groups as their pieces."""
        return self._game.meanings

    def moves(self) -> list[Move]:
        """The answers allowed, with their words."""
        return self._game.moves()

    @property
    def hidden(self) -> list[int]:
        """The pieces that the player does not see, place by place, for engines that deal them again at random."""
        return self._game.hidden_from(self.player)

    def imagined(self, chance: Chance) -> State:
        """A position that is possible for all the player sees."""
        return self._game.imagined(self.player, chance)

    @property
    def count(self) -> int:
        """The number of answers given, including those of the world and of chance."""
        return self._game.count

    @property
    def runtime(self) -> Runtime:
        """The rules, ready to be simulated."""
        return runtime_of(self.rules, "plain", self._game.seats)
