"""Finds the game in which one edition and the same with a change part earliest: same seed, same answers by number.

They part where another player is asked, other answers are allowed, or the game ends otherwise.  The seeds are tried
one after the other, and the lowest of equally early partings counts; with more players only if fewer never part.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from cc_dsl.interpreter.kit import Kit, Source, kit_of
from cc_dsl.interpreter.state import RulesFault, State
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

GAMES = 120
"""So many seeds are tried for each number of players."""
MOST_MOVES = 3000
"""After so many answers a game is broken off."""


class Moment(NamedTuple):
    """Where a game stands: who is asked, and what he may answer; or how it has ended."""

    player: int | None
    options: tuple[str, ...]
    """The answers allowed, in words."""
    outcome: str
    """Empty while the game goes on."""

    @property
    def document(self) -> dict[str, Any]:
        """The moment under stable keys."""
        if self.outcome:
            return {"ends": self.outcome}
        return {"asked": (self.player or 0) + 1, "may": list(self.options)}


class PlayParting(NamedTuple):
    """A game in which an edition and the same with a change part."""

    seats: int
    seed: int
    answers: tuple[int, ...]
    """The answers up to the parting, each by its place among those allowed."""
    first: Moment
    changed: Moment


class Sitting:
    """A game that waits for answers by number."""

    def __init__(self, rules: model.Rules, seats: int, seed: int) -> None:
        """Begin the game."""
        self.kit: Kit = kit_of(rules, "plain", seats)
        self.state: State = self.kit.new_state()
        self.state.chance = Source(Chance(seed))
        self.fault = ""
        self.kit.program.begin(self.state)
        self._run()

    def _run(self) -> None:
        try:
            self.kit.program.run(self.state)
        except RulesFault as fault:
            self.fault = fault.sentence

    def answer(self, number: int) -> None:
        """Give the answer that stands at a place among those allowed."""
        self.state.answer = self.state.options[number]
        self._run()

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return bool(self.fault) or self.state.outcome is not None

    @property
    def mark(self) -> tuple[Any, ...]:
        """What is compared: cheap, and equal for equal moments."""
        state = self.state
        if self.is_over:
            return (self.fault, state.outcome)
        return (state.player, tuple(state.options), self._names())

    def _names(self) -> tuple[str, ...]:
        act = self.kit.program.askings[self.state.asking].act
        return tuple(option.name for option in act.options) if isinstance(act, model.ChooseOption) else ()

    @property
    def moment(self) -> Moment:
        """Where the game stands, in words."""
        outcome = self.state.outcome
        if self.fault:
            return Moment(None, (), f"the rules come to no answer: {self.fault}")
        if outcome is not None:
            who = " and ".join(f"player {one + 1}" for one in outcome.winners) or "nobody"
            return Moment(None, (), f"{who} wins" if outcome.reason in ("won", "nobody") else outcome.reason)
        names, codes = self._names(), self.kit.rules.pieces.codes
        words = [names[option] if names else codes[option] for option in self.state.options]
        return Moment(self.state.player, tuple(words), "")


def part_at(
    first: model.Rules,
    changed: model.Rules,
    seats: int,
    seed: int,
    most: int = MOST_MOVES,
    companions: model.Rules | None = None,
) -> PlayParting | None:
    """Play two rules side by side, at random, for so many answers; give where they part, if they do.

    With companions, what came along with a change, it does not count if these part from the first in the same way.
    """
    rules = [first, changed]
    if companions is not None and companions.seats[0] <= seats <= companions.seats[1]:
        rules.append(companions)
    games = [Sitting(one, seats, seed) for one in rules]
    below = Chance(seed).branch(0).below
    answers: list[int] = []
    while True:
        one, other = games[:2]
        if one.mark != other.mark:
            # That rules come to no end, or to no answer, is a defect of the graft, and no change of the game.
            if other.fault or other.moment.outcome.startswith("bound"):
                return None
            if any(game.mark == other.mark for game in games[2:]):
                return None
            return PlayParting(seats, seed, tuple(answers), one.moment, other.moment)
        if one.is_over or len(answers) >= most:
            return None
        number, mark = below(len(one.state.options)), one.mark
        answers.append(number)
        for game in games[:2]:
            game.answer(number)
        # Companions that have parted already part in another way, and are followed no further.
        games[2:] = [game for game in games[2:] if game.mark == mark]
        for game in games[2:]:
            game.answer(number)


def find_play(
    first: model.Rules,
    changed: model.Rules,
    companions: model.Rules | None = None,
    seats: Iterable[int] = (),
    seeds: Iterable[int] = range(GAMES),
) -> PlayParting | None:
    """Give the earliest parting that is found, with the first of these numbers of players that gives any."""
    listed = list(seeds)
    least, most = max(first.seats[0], changed.seats[0]), min(first.seats[1], changed.seats[1])
    for count in [one for one in seats or [least] if least <= one <= most]:
        best: PlayParting | None = None
        for seed in listed:
            # One that is no earlier than the best is not looked for.
            bound = MOST_MOVES if best is None else len(best.answers) - 1
            best = part_at(first, changed, count, seed, bound, companions) or best
            if best is not None and not best.answers:
                break
        if best is not None:
            return best
    return None


def replay(rules: model.Rules, parting: PlayParting) -> Moment | None:
    """Give the answers of a parting to rules once more; None if they are not allowed there."""
    if not rules.seats[0] <= parting.seats <= rules.seats[1]:
        return None
    game = Sitting(rules, parting.seats, parting.seed)
    for number in parting.answers:
        if game.is_over or number >= len(game.state.options):
            return None
        game.answer(number)
    return game.moment
