"""Rules of games with strokes: the ground, whose stroke it is, and where the rules put the balls.

This module contains no mechanics, and no word of any game.  The ball that is struck is the one in whose deed the world
is asked, or the only one of which something can be observed; a ball is put where it lies by the rules, if the ground
has a spot there.
"""

from __future__ import annotations

from collections.abc import Iterable

from cc_dsl.closures.builder import Value
from cc_dsl.closures.observing import Menu
from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.closures.state import OBSERVER, State
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.grounds import ground_of
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.table.chance import Chance
from cc_dsl.table.ground import Ground

MOST_CHOICES = 6
"""The most choices between two strokes that are examined."""


class Striking:
    """The rules of a game with strokes, for this number of players."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Find the ground; raise a UserError where the rules describe none."""
        ground = ground_of(rules, seats)
        self.runtime = runtime_of(rules, "plain", seats)
        if ground is None or not any(isinstance(one.act, model.Observe) for one in self.runtime.program.askings):
            said = f"The rules of {rules.title} describe no ground on which balls are struck."
            raise UserError("command-line", said)
        self.rules, self.seats, self.ground = rules, seats, ground
        self.names = rules.pieces.codes
        self.spots = self._spots(ground)
        self._owner = self._of_ball()

    def _spots(self, ground: Ground) -> tuple[str, ...]:
        """Return for each place of the rules the spot of the ground that it is; nothing where it is none."""
        known = {spot.name for spot in ground.spots}
        found = []
        for place in self.rules.places:
            for owner in range(place.many(self.seats)):
                name = f"{place.name} {owner + 1}" if place.owner is not None else place.name
                found.append(name if name in known else "")
        return (*found, "")

    def _of_ball(self) -> Value:
        """Find the player whose ball it is: what the rules say of each ball, and is a player."""
        for name, definition in self.rules.definitions.items():
            owner = definition.owner
            if owner is not None and owner.base == "piece" and definition.kind == PLAYER:
                return self.runtime.build.thing(model.Apply(name, model.Slot(0)))
        raise UserError("command-line", f"The rules of {self.rules.title} do not say whose ball is whose.")

    def owner(self, state: State, ball: int) -> int | None:
        """Return the player whose ball it is."""
        found: int | None = self._owner(state, [ball, None])
        return found

    def put(self, moved: Iterable[tuple[int, int]]) -> dict[str, str]:
        """Give, of balls and the places to which the rules put them, the last spot of each that was put on any."""
        return {self.names[ball]: self.spots[place] for ball, place in moved if self.spots[place]}

    def menu(self, state: State) -> Menu:
        """Return the possible observations, if the world is asked."""
        menu = self.runtime.program.askings[state.asking].menu
        assert menu is not None
        return menu

    def able(self, state: State) -> frozenset[int]:
        """Return the balls of which something can be observed now."""
        menu = self.menu(state)
        return frozenset(ball for ball in range(len(self.names)) if menu.is_able(state, ball))

    def striker(self, state: State) -> int | None:
        """Return the ball that is struck: the one whose deed it is, or the only one that can do anything."""
        if state.player != OBSERVER:
            return None
        doer = self.runtime.program.askings[state.asking].doer
        if doer is not None:
            ball: int | None = state.frame[doer]
            return ball
        able = self.able(state)
        return next(iter(able)) if len(able) == 1 else None

    def answered(self, state: State, answer: int) -> State:
        """Return the position after an answer, without computing the possible observations."""
        trial = state.copy()
        trial.chance = ChanceSource(Chance(0))
        trial.skips_observations = True
        trial.answer = answer
        self.runtime.program.run(trial)
        return trial

    def is_fresh(self, state: State) -> bool:
        """Return whether nothing was observed of a stroke yet."""
        counter = self.runtime.program.askings[state.asking].counter
        return state.player == OBSERVER and (counter is None or not state.frame[counter])

    def strokes(self, state: State, player: int, deep: int = 0) -> int:
        """Return how many strokes a player has at most before another has one, if nothing is observed of any."""
        if state.outcome is not None or deep > MOST_CHOICES:
            return 0
        if state.player != OBSERVER:
            return max((self.strokes(self.answered(state, one), player, deep + 1) for one in state.options), default=0)
        ball = self.striker(state)
        if ball is None or self.owner(state, ball) != player:
            return 0
        return 1 + self.strokes(self.answered(state, self.menu(state).end), player, deep + 1)

    def idle_choice(self, state: State) -> int:
        """Return the answer by which the player who is asked has fewest strokes; of equals the first."""
        assert state.player is not None
        if len(state.options) == 1:
            return state.options[0]
        counts = [self.strokes(self.answered(state, one), state.player) for one in state.options]
        return state.options[counts.index(min(counts))]

    def towards(self, state: State, ball: int) -> int | None:
        """Return the answer of a player after which the ball is struck next; None if there is none."""
        for answer in state.options:
            if self._next_is(self.answered(state, answer), ball):
                return answer
        return None

    def _next_is(self, state: State, ball: int, deep: int = 0) -> bool:
        """Return whether the ball can be struck before any other is."""
        if state.outcome is not None or deep > MOST_CHOICES:
            return False
        if state.player == OBSERVER:
            return self.striker(state) == ball
        return any(self._next_is(self.answered(state, one), ball, deep + 1) for one in state.options)
