"""Games whose strokes a lawn answers, and computer players who strike on it.

The lawn contains no rule and the rules no mechanics; this module connects them.  Before each stroke the balls are put
where the rules have put them.  The rules say whose stroke it is, and what it should bring about (`striking.py`); the
lawn says how it is struck and what is observed; and the rules say what that means.  An observation that the rules
exclude, such as a ball that rolls in beside a gate and out through it, counts as nothing, and is stored in `unheeded`.

A ball that the rules do not let do anything in a stroke, and that is moved by it all the same, is put back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib.util import find_spec
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.interpreter.observing import Observation
from cc_dsl.interpreter.state import OBSERVER, State
from cc_dsl.interpreter.striking import DONE, RISK, Good, Striking
from cc_dsl.lawn.aim import Wary, Wish
from cc_dsl.lawn.draw import Cut, draw
from cc_dsl.lawn.lawn import Lawn
from cc_dsl.lawn.players import Errand, PlayedStroke, Putting, make, prepare
from cc_dsl.lawn.skill import FAULTLESS, SKILLS, Skill
from cc_dsl.lawn.strokes import PASSES, TOUCHES, LawnError, Point, Stroke, pymunk_missing
from cc_dsl.lawn.strokes import BallObservation as Seen
from cc_dsl.lawn.tracing import trace
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.seat import Seat

PREFIX = "lawn-"
BOLD = "bold"
"""The suffix of a skill for players who do what a ball has to do even if the ball then has to wait long."""
TEMPERS = ("", BOLD)
BRANCH = 1 << 21
"""The branch of a seed's stream from which errors are drawn; each stroke has a branch of its own."""


class Striker(NamedTuple):
    """A way to play on a lawn: how well, and how boldly."""

    skill: Skill
    is_bold: bool = False


STRIKERS: dict[str, Striker] = {
    PREFIX + name + (f"-{temper}" if temper else ""): Striker(skill, bool(temper))
    for name, skill in (*SKILLS.items(), ("faultless", FAULTLESS))
    for temper in TEMPERS
}
"""Computer players who strike on a lawn, by their names."""


class LawnPlayer:
    """Chooses between strokes: as many as may be while a ball has something to do, and no more than it must else."""

    def __init__(self, striker: Striker) -> None:
        """Choose for one who plays so."""
        self.striker = striker
        self.position = 0
        self._striking: Striking | None = None

    def follow(self, seat: Seat) -> None:
        """Raise an error: on a lawn the only chance is in how a ball is hit."""

    def choose(self, seat: Seat) -> int:
        """Return one of the options."""
        options = seat.options
        if len(options) == 1:
            return options[0]
        if self._striking is None:
            self._striking = Striking(seat.rules, seat.runtime.seats)
        striking, position = self._striking, seat.imagined(Chance(0))
        had = seat.world.had(seat.player, seat.count) if isinstance(seat.world, LawnWorld) else ()
        eager = striking.choice(position, is_eager=True)
        if self._has_use(striking, striking.answered(position, eager), had):
            return eager
        return striking.choice(position, is_eager=False)

    def _has_use(self, striking: Striking, position: State, had: Collection[object]) -> bool:
        """Return whether a stroke that comes next can bring about anything that was not there before in this turn."""
        while position.outcome is None and position.player != OBSERVER:
            position = striking.answered(position, striking.choice(position, is_eager=True))
        ball = striking.striker(position)
        if ball is None:
            return False
        least = RISK if self.striker.is_bold else DONE
        return any(good.rank >= least for good in striking.goods(position, ball, had))


def require() -> None:
    """Raise a UserError if balls cannot roll here."""
    if find_spec("pymunk") is None:
        raise pymunk_missing()


class Unheeded(NamedTuple):
    """Something that was seen, and counts as nothing."""

    stroke: int
    """In which stroke, counted from 1."""
    seen: Seen
    why: str


class BeforeStroke(NamedTuple):
    """How all was before a stroke."""

    lawn: Lawn
    read: int
    before: dict[str, Point]
    able: set[str]
    strokes: int
    owner: int | None
    """The player whose stroke it was."""
    errands: object
    """What there was to do."""


class LawnWorld:
    """Answers for the world by what happens on a lawn, stroke after stroke."""

    def __init__(self, game: Game, strikers: Mapping[int, Striker], seed: int) -> None:
        """Lay out the ground of the rules; `strikers` play on it, and the strokes of others are reported in words."""
        self.striking = Striking(game.rules, game.seats)
        self.lawn = Lawn(self.striking.ground, self.striking.in_play(game.position))
        self.strikers = dict(strikers)
        self.played: PlayedStroke | None = None
        """The stroke that was made last."""
        self.strokes = 0
        self.unheeded: list[Unheeded] = []
        self._chance = Chance(seed).branch(BRANCH)
        self._queue: list[Seen] = []
        self._before: dict[str, Point] = {}
        self._able: set[str] = set()
        self._read = 0
        self._kept: dict[int, BeforeStroke] = {}
        """How all was before each stroke, by the number of answers of the game at that time."""
        self._told: list[int] = []
        """The numbers of answers before the strokes that were reported in words."""
        game.world = self

    def is_asked(self, game: Game) -> bool:
        """Return whether the next stroke is made on the lawn, and not reported by a person."""
        state = game.position
        ball = self.striking.striker(state)
        return ball is not None and self.striking.owner(state, ball) in self.strikers

    def strike(self, game: Game) -> None:
        """Make a whole stroke, and report the observations to the rules."""
        is_first = True
        while game.is_observing and (is_first or not self.striking.is_fresh(game.position)):
            game.play(self.answer(game))
            is_first = False

    def picture(self, stroke: Stroke | None = None, cut: Cut | None = None) -> str:
        """Draw the ground, or a part of it, and a stroke: the last one, if none is given."""
        last = self.played.stroke if self.played is not None else None
        strokes = [one for one in (stroke or last,) if one is not None]
        title = f"{strokes[0].ball} is struck" if strokes else "The ground"
        lying = stroke.rest if stroke is not None else self.lawn.places
        return draw(self.lawn.ground, "stroke", title, balls=lying, strokes=strokes, cut=cut)

    def answer(self, game: Game) -> int:
        """Return the next thing that is seen of a stroke; the stroke is made when the first is asked for."""
        state = game.position
        menu = game.menu
        if self.striking.is_fresh(state):
            self._strike(game, state)
        self._able.update(self.striking.names[ball] for ball in self.striking.able(state))
        while self._queue:
            seen = self._queue.pop(0)
            answer = menu.find(Observation(seen.verb, seen.ball, seen.thing, seen.direction))
            if answer is None:
                continue  # the rules make no account of such things
            if answer in game.options:
                return answer
            against = game.against(answer)
            self.unheeded.append(Unheeded(self.strokes, seen, against[0] if against is not None else ""))
        return menu.end

    # ------------------------------------------------------------------------------------ the ground

    def obey(self, game: Game) -> list[str]:
        """Put balls where the rules have put them since this was last done, or back; give those that were put."""
        self._take_back(game)
        moved = game.moved
        put = self.striking.put(moved[self._read :])
        self._read = len(moved)
        back = {
            ball: place
            for ball, place in self._before.items()
            if ball not in self._able and ball not in put and self.lawn.places.get(ball) != place
        }
        self._before = {}
        puttings = [Putting(ball, place) for ball, place in back.items()]
        prepare(self.lawn, [*puttings, *(Putting(ball, spot) for ball, spot in put.items())])
        return [*back, *put]

    def _take_back(self, game: Game) -> None:
        """Remember how all lies at this point of the game, or let it lie so again, if it was here before."""
        if game.count in self._kept:
            self.lawn, self._read, self._before, self._able, self.strokes, _, _ = self._kept[game.count]
        while self._kept and next(reversed(self._kept)) >= game.count:
            self._kept.popitem()
        state = game.position
        ball = self.striking.striker(state)
        owner, errands = (
            (None, None) if ball is None else (self.striking.owner(state, ball), self.striking.errands(state, ball))
        )
        self._kept[game.count] = BeforeStroke(
            self.lawn.copy(), self._read, dict(self._before), set(self._able), self.strokes, owner, errands
        )

    def had(self, player: int | None, count: int) -> set[object]:
        """Return what there was to do before each stroke of a player's turn, when this many answers were given."""
        found: set[object] = set()
        for number, stroke in reversed(self._kept.items()):
            if number <= count and stroke.owner != player:
                break
            if number <= count:
                found.add(stroke.errands)
        return found

    def last_told(self, game: Game) -> int | None:
        """Return the number of answers before the last stroke that was reported in words; None if none was."""
        return next((count for count in reversed(self._told) if count < game.count), None)

    def see(self, ball: str, told: list[Observation], count: int) -> None:
        """Accept a stroke reported in words: its balls come to rest at the end of the shortest path that fits.

        The positions that the rules set before the stroke must hold; `count` answers were given before it.
        """
        self._told = [*(one for one in self._told if one < count), count]
        self._before = dict(self.lawn.places)
        stroke = self.traced(ball, told)
        self._able = set(stroke.paths) | {ball}
        self.played = PlayedStroke(Errand(ball, ()), None, stroke, True)
        prepare(self.lawn, [Putting(name, stroke.rest[name]) for name in stroke.paths])

    def traced(self, ball: str, told: Iterable[Observation]) -> Stroke:
        """Return the shortest stroke that does what was reported in words."""
        seen = [Seen(one.verb.replace("-", " "), one.subject, one.object, one.way) for one in told]
        return trace(self.lawn.ground, self.lawn.places, ball, seen, self.lawn.kit)

    def catch_up(self, game: Game) -> None:
        """Let the balls lie as after all strokes of a game that is taken up: each is made again, or told again."""
        told: tuple[int, int] | None = None
        for number, state in enumerate(game.again()):
            if not number:
                self.lawn = Lawn(self.striking.ground, self.striking.in_play(state))
            is_fresh = game.is_observing and self.striking.is_fresh(state)
            if told is not None and (is_fresh or not game.is_observing):
                self._see_since(game, *told)
                told = None
            ball = self.striking.striker(state) if is_fresh else None
            if ball is not None and self.is_asked(game):
                self._strike(game, state)
            elif ball is not None:
                self.obey(game)
                told = ball, game.count
            if game.is_observing and told is None:
                self._able.update(self.striking.names[one] for one in self.striking.able(state))
        if told is not None:
            self._see_since(game, *told)
        self._queue = []

    def _see_since(self, game: Game, ball: int, count: int) -> None:
        if game.count > count:
            self.see(self.striking.names[ball], game.observed_since(count), count)

    # ------------------------------------------------------------------------------------ the stroke

    def _strike(self, game: Game, state: State) -> None:
        """Make a stroke for the player in turn."""
        self.obey(game)
        ball = self.striking.striker(state)
        if ball is None:
            raise LawnError("The rules do not say which ball is struck: not of just one can anything be seen.")
        owner = self.striking.owner(state, ball)
        striker = self.strikers.get(-1 if owner is None else owner, Striker(FAULTLESS))
        errand = self._errand(game, state, ball, striker)
        self._before, self._able = dict(self.lawn.places), set()
        self.strokes += 1
        chance = self._chance.branch(self.strokes)
        try:
            self.played = make(self.lawn, errand, striker.skill, chance)
        except LawnError:
            # There is no room beside the other ball, or it is in hand; a stroke has to be made all the same.
            errand = errand._replace(wishes=(), off="")
            self.played = make(self.lawn, errand, striker.skill, chance)
        self._queue = [*self.played.stroke.observations]

    def _errand(self, game: Game, state: State, ball: int, striker: Striker) -> Errand:
        """Return the purpose of a stroke."""
        name, striking = self.striking.names[ball], self.striking
        chosen = game.chosen
        off = striking.names[chosen] if chosen is not None and chosen != ball else ""
        least = RISK if striker.is_bold else DONE
        had = self.had(striking.owner(state, ball), game.count)
        goods = self._fit(state, striking.goods(state, ball, had))
        if not goods or goods[0].rank < least:
            goods = self._fit(state, striking.helps(state, ball, least, had)) or goods
        harms = self._harms(state, ball)
        if not goods:
            return Errand(name, (), off, harms=harms)
        best = min(
            (good for good in goods if good.rank == goods[0].rank), key=lambda good: self._far(state, name, good)
        )
        wish = self._wish(state, best)
        assert wish is not None
        if best.rank == RISK and not striker.is_bold:
            return Errand(name, (wish,), is_waiting=True, harms=harms)
        after = striking.coming(striking.observed(state, best.answer), ball)
        following = self._fit(after, striking.goods(after, ball, had)) if after is not None else []
        second = self._wish(after, following[0]) if after is not None and following else None
        return Errand(name, (wish, second) if second is not None else (wish,), off, harms=harms)

    def _harms(self, state: State, ball: int) -> Wary:
        """Return a function that tells whether a stroke would harm the player whose ball it is."""
        menu, name = self.striking.menu(state), self.striking.names[ball]

        def harms(stroke: Stroke) -> bool:
            for seen in stroke.observations:
                if seen.ball == name:
                    answer = menu.find(Observation(seen.verb, seen.ball, seen.thing, seen.direction))
                    if (
                        answer is not None
                        and answer in self.striking.options(state)
                        and self.striking.is_harm(state, ball, answer)
                    ):
                        return True
            return False

        return harms

    def _fit(self, state: State, goods: list[Good]) -> list[Good]:
        """Return the possible targets of a stroke."""
        return [good for good in goods if self._wish(state, good) is not None]

    def _wish(self, state: State, good: Good) -> Wish | None:
        """Return a wish as a target on the lawn; None if nobody can aim at it."""
        seen = self.striking.menu(state).observation(good.answer)
        if seen.verb not in (PASSES, TOUCHES) or (
            seen.object in self.lawn.balls and seen.object not in self.lawn.places
        ):
            return None
        return Wish(seen.verb, seen.object, seen.way)

    def _far(self, state: State, ball: str, good: Good) -> float:
        """Return the distance of a ball from its target."""
        thing = self.striking.menu(state).observation(good.answer).object
        ground, here = self.lawn.ground, self.lawn.places[ball]
        stands = {arch.name: (arch.east, arch.north) for arch in ground.arches}
        stands |= {peg.name: (peg.east, peg.north) for peg in ground.pegs}
        return dist(here, stands[thing] if thing in stands else self.lawn.places[thing])
