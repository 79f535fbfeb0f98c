"""Find the game that separates an edition from its patch earliest: same seed, same answers by number.

They differ where another player is asked, other answers are allowed, or the game ends differently.  The seeds are tried
one after the other, and the lowest of equally early differences counts; with more players only if fewer never differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple, Protocol, TypeVar

from cc_dsl.compare.play.clock import ENDLESS, Clock
from cc_dsl.compare.play.documents import MomentDocument
from cc_dsl.interpreter import answers
from cc_dsl.interpreter.runtime import ChanceSource, Runtime, runtime_of
from cc_dsl.interpreter.state import RulesFault, State
from cc_dsl.rules import model
from cc_dsl.rules.walk import parts
from cc_dsl.table.chance import Chance

GAMES = 60
"""The number of seeds that are tried for each number of players."""
MOST_MOVES = 3000
"""The number of answers after which a game is stopped."""


class PlayMoment(NamedTuple):
    """Where a game stands: who is asked, and what he may answer; or how it has ended."""

    player: int | None
    options: tuple[str, ...]
    """The answers allowed, in words."""
    outcome: str
    """Empty while the game goes on."""

    @property
    def document(self) -> MomentDocument:
        """The moment under stable keys."""
        if self.outcome:
            return {"ends": self.outcome}
        return {"asked": (self.player or 0) + 1, "may": list(self.options)}


class PlayParting(NamedTuple):
    """A game in which an edition and the same with a change part."""

    seats: int
    seed: int
    answers: tuple[int, ...]
    """The answers up to the difference, each by its index among those allowed."""
    first: PlayMoment
    changed: PlayMoment


class Running:
    """A game under rules that may break down: their fault is kept, and the game is over."""

    def __init__(self, rules: model.Rules, seats: int, seed: int) -> None:
        """Start at the first position."""
        self.runtime: Runtime = runtime_of(rules, "plain", seats)
        self.state: State = self.runtime.new_state()
        self.state.chance = ChanceSource(Chance(seed))
        self.fault = ""

    def begin(self) -> None:
        """Play to the first question."""
        self.runtime.program.begin(self.state)
        self._run()

    def _run(self) -> None:
        try:
            self.runtime.program.run(self.state)
        except RulesFault as fault:
            self.fault = fault.sentence

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return bool(self.fault) or self.state.outcome is not None

    @property
    def is_defect(self) -> bool:
        """Whether the rules came to no answer or to no end, which is a defect and no change of the game."""
        outcome = self.state.outcome
        return bool(self.fault) or (outcome is not None and bool(outcome.bound))


class NumberedGame(Running):
    """A game that waits for answers by number."""

    def __init__(self, rules: model.Rules, seats: int, seed: int) -> None:
        """Begin the game."""
        super().__init__(rules, seats, seed)
        self.begin()

    def answer(self, number: int) -> None:
        """Give the answer that stands at a place among those allowed."""
        self.state.answer = self.state.options[number]
        self._run()

    @property
    def mark(self) -> tuple[object, ...]:
        """The value compared: cheap, and equal for equal moments."""
        state = self.state
        if self.is_over:
            return (self.fault, state.outcome)
        act = self.runtime.program.askings[state.asking].act
        offered = tuple(group.pieces for group in state.offered)
        return (state.player, answers.kind_of(act), tuple(state.options), offered, self.names)

    @property
    def offered(self) -> frozenset[str]:
        """The names of the options that are offered now."""
        return frozenset(self.names[option] for option in self.state.options) if self.names else frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which options are offered; none where something else is asked."""
        if self.is_over:
            return ()
        act = self.runtime.program.askings[self.state.asking].act
        return tuple(option.name for option in act.options) if isinstance(act, model.ChooseOption) else ()

    @property
    def moment(self) -> PlayMoment:
        """Where the game stands, in words."""
        outcome = self.state.outcome
        if self.fault:
            return PlayMoment(None, (), f"the rules come to no answer: {self.fault.rstrip('.')}")
        if outcome is not None:
            who = " and ".join(f"player {one + 1}" for one in outcome.winners) or "nobody"
            return PlayMoment(None, (), f"{who} wins" if outcome.reason in ("won", "nobody") else outcome.reason)
        act = self.runtime.program.askings[self.state.asking].act
        words = [answers.said(self.runtime.rules, act, option, self.state.offered) for option in self.state.options]
        return PlayMoment(self.state.player, tuple(words), "")


class Strange(Exception):
    """A patch offers something by a name that neither edition has there, so that it is no fair patch."""


class Company:
    """An edition, the same with a change, and with its additional changes alone, at the same moment of one game."""

    def __init__(
        self, rules: Iterable[model.Rules], seats: int, seed: int, avoided: frozenset[str] = frozenset()
    ) -> None:
        """Begin the games; what is avoided are options by their names."""
        self.games = [NumberedGame(one, seats, seed) for one in rules if one.seats[0] <= seats <= one.seats[1]]
        self.avoided, self.answers = avoided, list[int]()
        self._below = Chance(seed).branch(0).below

    @property
    def first(self) -> NumberedGame:
        """The game under the rules as they are."""
        return self.games[0]

    @property
    def changed(self) -> NumberedGame:
        """The game under the rules with the change."""
        return self.games[1]

    def go_on(self, mark: Callable[[NumberedGame], object]) -> None:
        """Give all the same answer, drawn by chance; of options that are all avoided the first that is offered."""
        names, options = self.first.names, self.first.state.options
        places = [place for place, option in enumerate(options) if not names or names[option] not in self.avoided]
        places = places or [0]
        number = places[self._below(len(places))]
        # Companions that have parted already part in another way, and are followed no further.
        before = mark(self.first)
        self.games[2:] = [game for game in self.games[2:] if mark(game) == before]
        self.answers.append(number)
        for game in self.games:
            game.answer(number)

    def has_parted(self, mark: Callable[[NumberedGame], object]) -> bool | None:
        """Return whether the two have parted; None if they did in a way that is no change of the game."""
        here, there = mark(self.first), mark(self.changed)
        if here == there:
            return False
        if self.first.is_defect or self.changed.is_defect:
            return None
        return None if any(mark(game) == there for game in self.games[2:]) else True

    def part(self, mark: Callable[[NumberedGame], object], most: int) -> bool:
        """Play on until the two differ; return False if they do not in this many answers, or not in the game."""
        while not (parted := self.has_parted(mark)):
            if parted is None or self.first.is_over or len(self.answers) >= most:
                return False
            self.go_on(mark)
        return True


def options_of(rules: model.Rules) -> frozenset[str]:
    """Return the names of all options that some rules offer anywhere."""
    bodies = [*rules.procedures.values(), *rules.happenings.values()]
    return frozenset(part.name for body in bodies for part in parts(body) if isinstance(part, model.Option))


def avoided(first: model.Rules, second: frozenset[str] | None) -> frozenset[str]:
    """Return the options that the first edition offers and the second does not know."""
    return options_of(first) - second if second is not None else frozenset()


def _mark(game: NumberedGame) -> tuple[object, ...]:
    return game.mark


def part_at(
    first: model.Rules,
    changed: model.Rules,
    seats: int,
    seed: int,
    most: int = MOST_MOVES,
    companions: model.Rules | None = None,
    second: frozenset[str] | None = None,
    is_narrow: bool = False,
) -> PlayParting | None:
    """Play two rules side by side, at random, for this many answers; return their first difference, if there is one.

    If companions (the additional changes alone) differ from the first in the same way, the difference does not count.
    With the names of the second edition's options a patch is refused that offers what neither edition offers there;
    and if the play is narrow, what the second edition does not know is avoided.
    """
    rules = (first, changed) if companions is None else (first, changed, companions)
    company = Company(rules, seats, seed, avoided(first, second) if is_narrow else frozenset())
    if not company.part(_mark, most):
        return None
    if second is not None and company.changed.offered - company.first.offered - second:
        raise Strange
    return PlayParting(seats, seed, tuple(company.answers), company.first.moment, company.changed.moment)


class HasAnswers(Protocol):
    """A moment of a game at which two rules differ."""

    @property
    def answers(self) -> tuple[int, ...]:
        """The answers up to then."""


P = TypeVar("P", bound=HasAnswers)
Part = Callable[[int, int], P | None]
"""Returns the difference of the games of a seed, if there is one within a number of answers."""


def earliest(part: Part[P], seeds: Iterable[int], clock: Clock = ENDLESS) -> P | None:
    """Return the earliest difference with any of some seeds; of those before the time is over, if one was found."""
    best: P | None = None
    for seed in seeds:
        if best is not None and clock.is_over:
            break
        clock.check()
        # One that is no earlier than the best is not looked for.
        best = part(seed, MOST_MOVES if best is None else len(best.answers) - 1) or best
        if best is not None and not best.answers:
            break
    return best


def first_found(parts: Iterable[Part[P]], seeds: Iterable[int], clock: Clock = ENDLESS) -> P | None:
    """Return the earliest difference of the first of several searches that finds one."""
    listed = list(seeds)
    return next((found for part in parts if (found := earliest(part, listed, clock)) is not None), None)


def seatings(first: model.Rules, changed: model.Rules, seats: Iterable[int]) -> list[int]:
    """Return those numbers of players that both rules allow; without any named, the fewest."""
    least, most = max(first.seats[0], changed.seats[0]), min(first.seats[1], changed.seats[1])
    return [one for one in seats or [least] if least <= one <= most]


def find_play(
    first: model.Rules,
    changed: model.Rules,
    companions: model.Rules | None = None,
    seats: Iterable[int] = (),
    seeds: Iterable[int] = range(GAMES),
    second: frozenset[str] | None = None,
    clock: Clock = ENDLESS,
) -> PlayParting | None:
    """Return the earliest difference found, with the first of these numbers of players for which there is one.

    Games in which nobody does what the second edition does not know come first.
    """
    ways = (True, False) if avoided(first, second) else (False,)

    def parts() -> Iterator[Part[PlayParting]]:
        for count, is_narrow in product(seatings(first, changed, seats), ways):

            def part(seed: int, most: int, count: int = count, is_narrow: bool = is_narrow) -> PlayParting | None:
                return part_at(first, changed, count, seed, most, companions, second, is_narrow)

            yield part

    return first_found(parts(), seeds, clock)


def followed(rules: model.Rules, seats: int, seed: int, answers: Iterable[int]) -> NumberedGame | None:
    """Return the game after these answers; None if they are not allowed there."""
    if not rules.seats[0] <= seats <= rules.seats[1]:
        return None
    game = NumberedGame(rules, seats, seed)
    for number in answers:
        if game.is_over or number >= len(game.state.options):
            return None
        game.answer(number)
    return game


def replay(rules: model.Rules, parting: PlayParting) -> PlayMoment | None:
    """Replay the answers of a difference under rules; None if they are not allowed there."""
    game = followed(rules, parting.seats, parting.seed, parting.answers)
    return None if game is None else game.moment
