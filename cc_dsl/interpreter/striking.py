"""What rules with strokes ask of a ground: whose stroke it is, where balls are put, and what a stroke is to bring about.

Nothing here knows mechanics, or a word of any game.  Which ball is struck is the one of which something can be
observed when a stroke begins; where a ball is put is where it lies by the rules, if the ground has a spot there; and
what a stroke is to bring about is found by trial: whatever, if it were observed, would give the ball something else to
do next.  What a ball has to do next is what the rules tell of each ball, under the keys `next` and `at`, in a question
that is given nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.kit import Source, kit_of
from cc_dsl.interpreter.observing import Menu, Observation
from cc_dsl.interpreter.reasons import Words
from cc_dsl.interpreter.state import OBSERVER, State
from cc_dsl.rules import model
from cc_dsl.rules.grounds import ground_of
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.table.chance import Chance
from cc_dsl.table.ground import Ground

NEXT, AT = "next", "at"
"""Under which keys rules tell what each ball has to do."""
MOST_CHOICES = 6
"""So many choices between two strokes are thought through."""
MOST_STROKES = 40
"""So many strokes are passed over until a ball comes up again."""


class NoGround(ValueError):
    """The rules describe no ground, or do not say what a ball has to do on it."""


class Good(NamedTuple):
    """Something that would be well done with a stroke."""

    answer: int
    rank: int
    """3: the game is won by it; 2: the ball has something else to do, and is played on; 1: only the former."""


class Striking:
    """The rules of a game with strokes, for so many players."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Find the ground, and what the rules tell of each ball."""
        ground = ground_of(rules, seats)
        if ground is None or not any(isinstance(asking.act, model.Observe) for asking in _askings(rules, seats)):
            raise NoGround(f"The rules of {rules.title} describe no ground on which balls are struck.")
        self.rules, self.seats, self.ground = rules, seats, ground
        self.kit = kit_of(rules, "plain", seats)
        self.names = rules.pieces.codes
        self._words = Words(rules)
        self.spots = self._spots(ground)
        self._tasks = self._told()
        self._owner = self._of_ball()

    # ------------------------------------------------------------------------------------- what there is

    def _spots(self, ground: Ground) -> tuple[str, ...]:
        """Give for each place of the rules the spot of the ground that it is; nothing where it is none."""
        known = {spot.name for spot in ground.spots}
        found = []
        for place in self.rules.places:
            for owner in range(place.many(self.seats)):
                name = f"{place.name} {owner + 1}" if place.owner is not None else place.name
                found.append(name if name in known else "")
        return tuple(found)

    def _told(self) -> tuple[Callable[[State, list[Any]], Any], ...]:
        """Find what the rules tell of each ball under the keys of errands."""
        questions = [one for one in self.rules.questions.values() if one.is_given_nothing]
        told = [
            told
            for question in questions
            for told in question.told
            if told.key in (NEXT, AT) and told.owner is not None and told.owner.base == "piece"
        ]
        if not any(one.key == NEXT for one in told):
            sentence = f"The rules of {self.rules.title} do not tell what a ball has to do next."
            raise NoGround(f"{sentence} Let a question tell it:   tell each ball's …, called “{NEXT}”.")
        return tuple(self.kit.build.thing(one.thing) for one in told)

    def _of_ball(self) -> Callable[[State, list[Any]], Any]:
        """Find the player whose ball it is: what the rules say of each ball, and is a player."""
        for name, definition in self.rules.definitions.items():
            owner = definition.owner
            if owner is not None and owner.base == "piece" and definition.kind == PLAYER:
                return self.kit.build.thing(model.Apply(name, model.Slot(0)))
        raise NoGround(f"The rules of {self.rules.title} do not say whose ball is whose.")

    # ----------------------------------------------------------------------------------- the position

    def owner(self, state: State, ball: int) -> int | None:
        """Give the player whose ball it is."""
        found: int | None = self._owner(state, [ball, None])
        return found

    def task(self, state: State, ball: int) -> tuple[Any, ...]:
        """Give what a ball has to do next, as the rules number it."""
        return tuple(tell(state, [ball, None]) for tell in self._tasks)

    def laid(self, state: State) -> dict[str, str]:
        """Give the spot of every ball that is in play; nothing for one that lies where it has rolled."""
        beside = len(state.places) - 1
        return {name: self.spots[state.where[ball]] for ball, name in enumerate(self.names) if state.where[ball] != beside}

    def menu(self, state: State) -> Menu:
        """Give what can be observed, where something is observed."""
        menu = self.kit.program.askings[state.asking].menu
        assert menu is not None
        return menu

    def able(self, state: State) -> frozenset[int]:
        """Give the balls of which something can be observed now."""
        menu = self.menu(state)
        found = (menu.decoded(answer) for answer in state.options)
        return frozenset(one[1] for one in found if one is not None and one[0].subject.base == "piece")

    def striker(self, state: State) -> int | None:
        """Give the ball that is struck: the one of which something can be observed; None if there is not just one."""
        if state.player != OBSERVER:
            return None
        able = self.able(state)
        return next(iter(able)) if len(able) == 1 else None

    def thing(self, number: int, observed: Observation) -> int | None:
        """Give the ball that is observed to be touched, if a ball is."""
        return self.names.index(observed.object) if observed.object in self.names else None

    # ------------------------------------------------------------------------------------- in thought

    def thought(self, state: State) -> State:
        """Give a copy of a position to think with."""
        trial = state.copy()
        trial.chance = Source(Chance(0))
        return trial

    def answered(self, state: State, answer: int) -> State:
        """Give the position after an answer."""
        trial = self.thought(state)
        trial.answer = answer
        self.kit.program.run(trial)
        return trial

    def observed(self, state: State, answer: int) -> State:
        """Give the position after a stroke of which this one thing was observed."""
        trial = self.answered(state, answer)
        if answer != self.menu(state).end and trial.player == OBSERVER and trial.asking == state.asking:
            menu = self.menu(trial)
            # At the beginning of another stroke nobody is asked to end this one.
            if self.is_same_stroke(state, trial):
                trial = self.answered(trial, menu.end)
        return trial

    def is_same_stroke(self, before: State, after: State) -> bool:
        """Tell whether it is still asked what was observed of the same stroke."""
        counter = self.kit.program.askings[before.asking].counter
        if after.player != OBSERVER or after.asking != before.asking:
            return False
        return counter is None or (after.frame[counter] or 0) > (before.frame[counter] or 0)

    def goods(self, state: State, ball: int) -> list[Good]:
        """Give what, if it were observed of this ball, would give it something else to do, the best first."""
        menu, task, owner = self.menu(state), self.task(state, ball), self.owner(state, ball)
        found = []
        for answer in state.options:
            decoded = menu.decoded(answer)
            if decoded is None or decoded[0].subject.base != "piece" or decoded[1] != ball:
                continue
            trial = self.observed(state, answer)
            if trial.outcome is not None:
                found += [Good(answer, 3)] if trial.outcome.winner == owner else []
            elif self.task(trial, ball) != task:
                found.append(Good(answer, 2 if self.goes_on(trial, ball) else 1))
        return sorted(found, key=lambda good: -good.rank)

    def goes_on(self, state: State, ball: int) -> bool:
        """Tell whether, after a stroke, the ball can be struck again before any other is."""
        return self.strokes(state, ball) > 0

    def strokes(self, state: State, ball: int, deep: int = 0) -> int:
        """Give how many strokes the ball has at most before another is struck, if nothing is observed of any."""
        if state.outcome is not None or deep > MOST_CHOICES:
            return 0
        if state.player == OBSERVER:
            if self.striker(state) != ball:
                return 0
            return 1 + self.strokes(self.answered(state, self.menu(state).end), ball, deep + 1)
        return max((self.strokes(self.answered(state, one), ball, deep + 1) for one in state.options), default=0)

    def choice(self, state: State, ball: int, is_eager: bool) -> int:
        """Give the answer of a player by which the ball is struck most often, or least; of equals the first."""
        counts = [self.strokes(self.answered(state, one), ball) for one in state.options]
        return state.options[counts.index(max(counts) if is_eager else min(counts))]

    def towards(self, state: State, ball: int) -> int | None:
        """Give the answer of a player after which the ball is struck next; None if there is none."""
        for answer in state.options:
            if self._next_is(self.answered(state, answer), ball):
                return answer
        return None

    def _next_is(self, state: State, ball: int, deep: int = 0) -> bool:
        if state.outcome is not None or deep > MOST_CHOICES:
            return False
        if state.player == OBSERVER:
            return self.striker(state) == ball
        return any(self._next_is(self.answered(state, one), ball, deep + 1) for one in state.options)


def _askings(rules: model.Rules, seats: int) -> Iterator[Any]:
    yield from kit_of(rules, "plain", seats).program.askings


def position(game: Game) -> State:
    """Give the position of a game."""
    return game._state
