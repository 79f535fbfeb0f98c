"""The demands of rules with strokes: whose stroke it is, where balls are put, what a stroke should bring about.

This module contains no mechanics, and no word of any game.  The ball that is struck is the one in whose deed the world
is asked, or the only one of which something can be observed; a ball is put where it lies by the rules, if the ground
has a spot there; and the purpose of a stroke is found by trial: any observation that would give the ball something else
to do next.  A question to which nothing is given tells what each ball has to do next, under the keys `next` and `at`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from cc_dsl.errors import UserError
from cc_dsl.interpreter.observing import Menu
from cc_dsl.interpreter.runtime import ChanceSource, runtime_of
from cc_dsl.interpreter.state import OBSERVER, State
from cc_dsl.interpreter.steps import Asking
from cc_dsl.interpreter.terms import Value
from cc_dsl.rules import model
from cc_dsl.rules.grounds import ground_of
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.table.chance import Chance
from cc_dsl.table.ground import Ground

NEXT, AT = "next", "at"
"""Under which keys rules tell what each ball has to do."""
GOODS, LATER = -1, -2
"""The key of a memo; what helps a ball is stored under the least rank."""
MOST_CHOICES = 6
"""The most choices between two strokes that are examined."""
MOST_STROKES = 40
"""The most strokes that are skipped until a ball is in turn again."""


WON, FREES, GOES_ON, DONE, HELPS, RISK = 5, 4, 3, 2, 1, 0
"""What something observed would do for whoever strikes: win the game; let a ball of his be struck that would not be; do
what the ball has to do, or stop another's ball from being struck, and let it be struck again; do it, and no more; help
a ball of his to do something the next time; or do it at the price that the ball is not struck any more."""
NOTHING = -1
"""Less than any: a ball can do nothing."""


class Good(NamedTuple):
    """Something that a stroke could bring about."""

    answer: int
    rank: int
    then: object = None
    """What there is to do when the ball is then struck again; None where it is not."""


class Striking:
    """The rules of a game with strokes, for this number of players."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Find the ground, and what the rules tell of each ball."""
        ground = ground_of(rules, seats)
        if ground is None or not any(isinstance(asking.act, model.Observe) for asking in _askings(rules, seats)):
            said = f"The rules of {rules.title} describe no ground on which balls are struck."
            raise UserError("command-line", said, "Name random, greedy or search.", "players")
        self.rules, self.seats, self.ground = rules, seats, ground
        self.runtime = runtime_of(rules, "plain", seats)
        self.names = rules.pieces.codes
        self.spots = self._spots(ground)
        self._tasks = self._told()
        self._owner = self._of_ball()
        # Numbers that are told of a whole game, such as that of its strokes, are counted for that alone.
        self._counters = {
            told.thing.base
            for question in rules.questions.values()
            for told in question.told
            if question.is_given_nothing and told.owner is None and isinstance(told.thing, model.Cell)
        }
        self._found: dict[tuple[object, ...], list[Good]] = {}
        """The memo of earlier results; positions recur when little happens."""
        self._bests: dict[tuple[object, ...], int] = {}
        self._coming: dict[tuple[object, ...], bool] = {}

    # ------------------------------------------------------------------------------------- what there is

    def _spots(self, ground: Ground) -> tuple[str, ...]:
        """Return for each place of the rules the spot of the ground that it is; nothing where it is none."""
        known = {spot.name for spot in ground.spots}
        found = []
        for place in self.rules.places:
            for owner in range(place.many(self.seats)):
                name = f"{place.name} {owner + 1}" if place.owner is not None else place.name
                found.append(name if name in known else "")
        return (*found, "")

    def _told(self) -> tuple[tuple[model.Told, Value], ...]:
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
            raise UserError(
                "command-line", f"{sentence} Let a question tell it:   tell each ball's …, called “{NEXT}”."
            )
        return tuple((one, self.runtime.build.thing(one.thing)) for one in told)

    def _of_ball(self) -> Value:
        """Find the player whose ball it is: what the rules say of each ball, and is a player."""
        for name, definition in self.rules.definitions.items():
            owner = definition.owner
            if owner is not None and owner.base == "piece" and definition.kind == PLAYER:
                return self.runtime.build.thing(model.Apply(name, model.Slot(0)))
        raise UserError("command-line", f"The rules of {self.rules.title} do not say whose ball is whose.")

    # ----------------------------------------------------------------------------------- the position

    def owner(self, state: State, ball: int) -> int | None:
        """Return the player whose ball it is."""
        found: int | None = self._owner(state, [ball, None])
        return found

    def task(self, state: State, ball: int) -> tuple[object, ...]:
        """Return the next task of a ball, by its number in the rules."""
        return tuple(tell(state, [ball, None]) for _, tell in self._tasks)

    def put(self, moved: Iterable[tuple[int, int]]) -> dict[str, str]:
        """Give, of balls and the places to which the rules put them, the last spot of each that was put on any."""
        return {self.names[ball]: self.spots[place] for ball, place in moved if self.spots[place]}

    def in_play(self, state: State) -> list[str]:
        """Return the balls that are in play."""
        beside = len(state.places) - 1
        return [name for ball, name in enumerate(self.names) if state.where[ball] != beside]

    def menu(self, state: State) -> Menu:
        """Return the possible observations, if the world is asked."""
        menu = self.runtime.program.askings[state.asking].menu
        assert menu is not None
        return menu

    def able(self, state: State) -> frozenset[int]:
        """Return the balls of which something can be observed now."""
        menu = self.menu(state)
        return frozenset(ball for ball in range(len(self.names)) if menu.is_able(state, ball))

    def options(self, state: State) -> list[int]:
        """Return the possible observations."""
        return self.menu(state).possible(state) if state.is_dry else state.options

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

    # ------------------------------------------------------------------------------------- simulated

    def thought(self, state: State) -> State:
        """Return a copy of a position to think with."""
        trial = state.copy()
        trial.chance = ChanceSource(Chance(0))
        trial.is_dry = True
        return trial

    def answered(self, state: State, answer: int) -> State:
        """Return the position after an answer, without computing the possible observations."""
        trial = self.thought(state)
        trial.answer = answer
        self.runtime.program.run(trial)
        return trial

    def is_fresh(self, state: State) -> bool:
        """Return whether nothing was observed of a stroke yet."""
        counter = self.runtime.program.askings[state.asking].counter
        return state.player == OBSERVER and (counter is None or not state.frame[counter])

    def observed(self, state: State, answer: int) -> State:
        """Return the position after a stroke of which this one thing was observed."""
        trial = self.answered(state, answer)
        if answer != self.menu(state).end and trial.player == OBSERVER and not self.is_fresh(trial):
            trial = self.answered(trial, self.menu(trial).end)
        return trial

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

    def choice(self, state: State, is_eager: bool) -> int:
        """Return the answer by which the player who is asked has most strokes, or fewest; of equals the first."""
        assert state.player is not None
        if len(state.options) == 1:
            return state.options[0]
        counts = [self.strokes(self.answered(state, one), state.player) for one in state.options]
        return state.options[counts.index(max(counts) if is_eager else min(counts))]

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

    # --------------------------------------------------------------------------------- what is well done

    def errands(self, state: State, ball: int) -> tuple[object, ...]:
        """Return what every ball has to do when one is struck, and all that the rules have noted.

        A turn that comes back to it has done nothing.  The place of the ball that is struck is no part of it, since
        after a stroke it lies elsewhere.
        """
        beside = len(state.places) - 1
        tasks = tuple(self.task(state, one) if place != beside else None for one, place in enumerate(state.where))
        where = (*state.where[:ball], None, *state.where[ball + 1 :])
        return ball, tasks, where, tuple(state.marks), self._noted(state)

    def goods(self, state: State, ball: int, had: Collection[object] = ()) -> list[Good]:
        """Return what could be observed of a ball that is struck now, and would change something, the best first.

        What leads back to errands that the player has had in this turn is left out: it is worth no more than to end the
        turn.
        """
        found = [good for good in self._memo(GOODS, self._goods, state, ball) if good.then not in had]
        return found or self._memo(LATER, self._later, state, ball)

    def helps(self, state: State, ball: int, least: int = DONE, had: Collection[object] = ()) -> list[Good]:
        """Return what could be observed of a ball, so that a ball of the same player can do something the next time.

        What a ball does must have at least such a rank, or it counts as nothing.
        """
        found = self._memo(least, lambda state, ball: self._helps(state, ball, least), state, ball)
        return [good for good in found if good.then not in had]

    def _memo(self, sort: int, find: Callable[[State, int], list[Good]], state: State, ball: int) -> list[Good]:
        """Return what was found before in such a position, or find it."""
        key = (sort, *self._bearing(state, ball))
        if key not in self._found:
            self._found[key] = find(state, ball)
        return self._found[key]

    def is_harm(self, state: State, ball: int, answer: int) -> bool:
        """Return whether this observation leaves the ball that is struck now with fewer possibilities."""
        goods = self.goods(state, ball)
        if any(good.answer == answer and good.rank == goods[0].rank for good in goods):
            return False
        trial = self.observed(state, answer)
        return trial.outcome is None and self._best(trial, ball) < (goods[0].rank if goods else NOTHING)

    def _goods(self, state: State, ball: int) -> list[Good]:
        task, others = self.task(state, ball), self._others(state, ball)
        idle = [one for one in self._own(state, ball) if one != ball and not self.comes_up(state, one)]
        changes = [*self._changes(state, ball)]
        found = [
            Good(answer, rank, self._then(trial, ball))
            for answer, trial in changes
            if (rank := self._at_once(trial, ball, task, others))
        ]
        for answer, trial in changes if idle else ():
            if trial.outcome is None and any(self.comes_up(trial, one) for one in idle):
                found.append(Good(answer, FREES, self._then(trial, ball)))
        return sorted(found, key=lambda good: -good.rank)

    def _later(self, state: State, ball: int) -> list[Good]:
        """Return what would do what a ball has to do, after which it is not struck again in this turn, the best first.

        Whether it is struck again at all takes long to find out, so it is asked only where nothing better is there.
        """
        task, at_once = self.task(state, ball), {good.answer for good in self._memo(GOODS, self._goods, state, ball)}
        done = [
            (answer, trial)
            for answer, trial in self._changes(state, ball)
            if answer not in at_once and self._is_done(trial, ball, task)
        ]
        found = [Good(answer, DONE if self.comes_up(trial, ball) else RISK) for answer, trial in done]
        found = [good for good in found if good.rank > RISK or self._is_at(state, ball, good.answer)]
        return sorted(found, key=lambda good: -good.rank)

    def _then(self, state: State, ball: int) -> object:
        """Return what there is to do when a ball is struck next, if no other is struck before it."""
        coming = self.coming(state, ball) if state.outcome is None and self._next_is(state, ball) else None
        return None if coming is None else self.errands(coming, ball)

    def _is_at(self, state: State, ball: int, answer: int) -> bool:
        """Return whether something is done at the place where the ball has something to do, if there is one."""
        decoded, where = self.menu(state).decoded(answer), self._place(state, ball)
        if decoded is None or where is None:
            return True
        form, _, thing = decoded
        site = self.rules.sites.get(form.object.name) if form.object is not None else None
        return site is None or site.owner != where[0] or thing == where[1]

    def _bearing(self, state: State, ball: int) -> tuple[object, ...]:
        """Return the part of a position that affects which strokes are legal: not the progress of play, nor counts."""
        return ball, state.asking, tuple(state.where), tuple(state.marks), self._noted(state)

    def _noted(self, state: State) -> tuple[object, ...]:
        """Return what the rules have noted, but for counts of the whole game."""
        cells = [*state.cells]
        for counter in self._counters:
            cells[counter] = None
        return tuple(cells)

    def _place(self, state: State, ball: int) -> tuple[str, int] | None:
        """Return the kind and the number of the object of a ball's task."""
        for told, tell in self._tasks:
            if told.key == AT and (found := tell(state, [ball, None])) is not None:
                return told.kind.name, found
        return None

    def _changes(self, state: State, ball: int) -> Iterator[tuple[int, State]]:
        """Yield what could be observed of a ball and changes anything, each with the position after that stroke."""
        menu = self.menu(state)
        nothing = self._key(self.answered(state, menu.end))
        for answer in self.options(state):
            decoded = menu.decoded(answer)
            if decoded is not None and decoded[0].subject.base == "piece" and decoded[1] == ball:
                trial = self.observed(state, answer)
                if self._key(trial) != nothing:
                    yield answer, trial

    def _key(self, state: State) -> object:
        return state.snapshot(self.runtime.is_ordered)

    def _own(self, state: State, ball: int) -> list[int]:
        """Return the balls in play of the player whose ball it is."""
        owner, beside = self.owner(state, ball), len(state.places) - 1
        return [one for one, place in enumerate(state.where) if place != beside and self.owner(state, one) == owner]

    def _others(self, state: State, ball: int) -> dict[int, tuple[object, ...]]:
        """Return what the balls of other players have to do."""
        owner, beside = self.owner(state, ball), len(state.places) - 1
        balls = [one for one, place in enumerate(state.where) if place != beside]
        return {one: self.task(state, one) for one in balls if self.owner(state, one) != owner}

    def _is_done(self, trial: State, ball: int, task: tuple[object, ...]) -> bool:
        return trial.outcome is None and self.task(trial, ball) != task

    def _at_once(self, trial: State, ball: int, task: tuple[object, ...], others: dict[int, tuple[object, ...]]) -> int:
        """Return whether a stroke has won, or done something after which the ball is struck again; 0 if neither."""
        if trial.outcome is not None:
            return WON if trial.outcome.winner == self.owner(trial, ball) else 0
        if not self._next_is(trial, ball):
            return 0
        is_taken = any(self.task(trial, one) != old and not self.comes_up(trial, one) for one, old in others.items())
        return GOES_ON if is_taken or self.task(trial, ball) != task else 0

    def _helps(self, state: State, ball: int, least: int) -> list[Good]:
        own = self._own(state, ball)
        end = self.answered(state, self.menu(state).end)
        changes = [(answer, trial) for answer, trial in self._changes(state, ball) if trial.outcome is None]
        for one in own if changes else ():
            if one != ball and self._best(end, one) < least:
                found = [
                    self._help(answer, trial, ball)
                    for answer, trial in changes
                    if self._best(trial, one) >= least and self._best(trial, ball) >= self._best(end, ball)
                ]
                if found:
                    return found
        least = max(least, self._best(end, ball) + 1)
        return [self._help(answer, trial, ball) for answer, trial in changes if self._best(trial, ball) >= least]

    def _help(self, answer: int, trial: State, ball: int) -> Good:
        return Good(answer, HELPS, self._then(trial, ball))

    def _best(self, state: State, ball: int) -> int:
        """Return the rank of the best that a ball can do when it is struck next; less than any if it can do nothing."""
        key = self._bearing(state, ball)
        if key not in self._bests:
            coming = self.coming(state, ball)
            goods = self.goods(coming, ball) if coming is not None else []
            self._bests[key] = goods[0].rank if goods else NOTHING
        return self._bests[key]

    def comes_up(self, state: State, ball: int) -> bool:
        """Return whether a ball is struck again, if nothing is observed of any until then."""
        key = self._bearing(state, ball)
        if key not in self._coming:
            self._coming[key] = self.coming(state, ball) is not None
        return self._coming[key]

    def coming(self, state: State, ball: int) -> State | None:
        """Return the position in which a ball is struck next, if nothing is observed of any until then."""
        trial = state
        for _ in range(MOST_STROKES):
            if trial.outcome is not None:
                return None
            if trial.player != OBSERVER:
                towards = self.towards(trial, ball)
                trial = self.answered(trial, trial.options[-1] if towards is None else towards)
            elif self.is_fresh(trial) and self.striker(trial) == ball:
                return trial
            else:
                trial = self.answered(trial, self.menu(trial).end)
        return None


def _askings(rules: model.Rules, seats: int) -> Iterator[Asking]:
    yield from runtime_of(rules, "plain", seats).program.askings
