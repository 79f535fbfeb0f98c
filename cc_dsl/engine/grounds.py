"""The strokes of a game on a ground: the ball to be struck, and the spots where the rules put balls.

    the world is asked in the deed of a ball, Blue      StrokeRules.striker(position) -> the number of Blue

This module contains no mechanics, and no word of any game. The ball to be struck is the agent of the deed in which the
world is asked, or the only ball of which something can be observed; a ball is drawn where the rules put it, if the
ground has a spot there. The meaning of a stroke depends on the words alone, so nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.closures.state import OBSERVER, State
from cc_dsl.closures.steps import StepQuestion
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.grounds import ground_of
from cc_dsl.table.chance import Chance

MOST_CHOICES = 6
"""The most choices between two strokes that are examined."""


class StrokeRules:
    """The rules of a game with strokes, for this number of players."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Find the ground; raise a UserError if the rules describe none."""
        ground = ground_of(rules, seats)
        self._runtime = runtime_of(rules, "plain", seats)
        acts = (question.act for question in self._runtime.program.questions)
        if ground is None or not any(isinstance(act, model.Observe) for act in acts):
            sentence = f"The rules of {rules.title} describe no ground on which balls are struck."
            raise UserError("command-line", sentence)
        self.ground, self.names = ground, rules.pieces.codes
        points = {spot.name: spot.at for spot in ground.spots}
        names = (
            f"{place.name} {owner + 1}" if place.owner is not None else place.name
            for place in rules.places
            for owner in range(place.many(seats))
        )
        self.spots = (*map(points.get, names), None)
        """For each place of the rules, and for no place, its spot on the ground, if it has one."""

    def balls_on_spots(self, moved: Iterable[tuple[int, int]]) -> dict[str, complex]:
        """Return, for each ball that the rules have put on a spot, the last such spot."""
        return {self.names[ball]: spot for ball, place in moved if (spot := self.spots[place]) is not None}

    def _question(self, state: State) -> StepQuestion:
        return self._runtime.program.questions[state.asking]

    def striker(self, state: State) -> int | None:
        """Return the ball to be struck: the agent of the deed, or the only ball that can act."""
        if state.player != OBSERVER:
            return None
        doer = self._question(state).doer
        if doer is not None:
            ball: int | None = state.frame[doer]
            return ball
        menu = self._question(state).menu
        able = [ball for ball in range(len(self.names)) if menu is not None and menu.is_able(state, ball)]
        return able[0] if len(able) == 1 else None

    def is_fresh(self, state: State) -> bool:
        """Return whether nothing has been observed of the stroke yet."""
        counter = self._question(state).counter
        return state.player == OBSERVER and (counter is None or not state.frame[counter])

    def answer_leading_to(self, state: State, ball: int) -> int | None:
        """Return a player's answer after which this ball is struck next; None if there is none."""
        leading = (answer for answer in state.options if self._is_next(self._position_after(state, answer), ball))
        return next(leading, None)

    def _position_after(self, state: State, answer: int) -> State:
        """Return the position after an answer, without computing the possible observations."""
        trial = state.copy()
        trial.chance = ChanceSource(Chance(0))
        trial.skips_observations = True
        trial.answer = answer
        self._runtime.program.run(trial)
        return trial

    def _is_next(self, state: State, ball: int, choices: int = 0) -> bool:
        """Return whether players can choose so that the ball is struck before any other, after these choices."""
        if state.outcome is not None or choices > MOST_CHOICES:
            return False
        if state.player == OBSERVER:
            return self.striker(state) == ball
        return any(self._is_next(self._position_after(state, answer), ball, choices + 1) for answer in state.options)
