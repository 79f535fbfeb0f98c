"""Computer players between a referee, who knows the rules and no lawn, and a lawn, which knows no rules.

The referee names the ball to be played and the wish for it; a player aims, with a certain skill; the lawn returns its
observations; and the referee says what to do on the ground: which balls are put where, and which are taken off.  This
module never needs the meaning of a stroke.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from cc_dsl.lawn.aim import Aimed, Wary, Wish, against, choose, harmless, near, nudge
from cc_dsl.lawn.lawn import LaidBall, Lawn
from cc_dsl.lawn.skill import FAULTLESS, Skill
from cc_dsl.lawn.strokes import BallObservation, LawnError, Point, Stroke
from cc_dsl.table.chance import Chance

STROKES_AT_MOST = 2_000
"""A game that has not ended by then is broken off; nothing in a lawn makes games end."""


class Errand(NamedTuple):
    """The next request of the referee: a stroke with this ball."""

    ball: str
    wishes: tuple[Wish, ...]
    """The tasks of the ball, the next first, then the one after it; or nothing."""
    off: str = ""
    """A ball that it is first laid against, where a croquet is taken; it is not to be moved."""
    is_waiting: bool = False
    """Whether the ball is only brought near to its target."""
    harms: Wary = harmless
    """Tells which strokes are not to be made."""


class Putting(NamedTuple):
    """A ball that is to be put on a spot, by its name, or at a point, or taken off the ground, where there is none."""

    ball: str
    spot: str | Point


class Referee(Protocol):
    """The interface that a game must offer to be played on a lawn; it knows the rules."""

    def before(self) -> Sequence[Putting]:
        """Return the placements before the next stroke: at the beginning, everything on the ground."""

    def errand(self) -> Errand | None:
        """Return the next stroke to be made, or nothing when the game is over."""

    def judge(self, observations: Sequence[BallObservation], rest: Mapping[str, Point]) -> None:
        """Receive the observations of the stroke, in order of time, and the places of all balls."""


class PlayedStroke(NamedTuple):
    """One stroke of a game: the errand, how it was to be done, and its result."""

    errand: Errand
    laid: LaidBall | None
    stroke: Stroke
    is_met: bool
    """Whether the first wish came true."""


def play(
    referee: Referee,
    lawn: Lawn,
    skills: Mapping[str, Skill],
    chance: Chance,
    at_most: int = STROKES_AT_MOST,
) -> Iterator[PlayedStroke]:
    """Play a game stroke by stroke until the referee says that it is over; ``skills`` are those of the balls' owners.

    Stroke number n draws its errors from branch n of the chance: what one stroke draws changes no other.
    """
    for number in range(at_most):
        prepare(lawn, referee.before())
        errand = referee.errand()
        if errand is None:
            return
        played = make(lawn, errand, skills.get(errand.ball, FAULTLESS), chance.branch(number))
        referee.judge(played.stroke.observations, played.stroke.rest)
        yield played
    prepare(lawn, referee.before())


def prepare(lawn: Lawn, puttings: Sequence[Putting]) -> None:
    """Put balls where they are to lie; all that move are first taken up, so that none is in another's way."""
    for putting in puttings:
        lawn.lift(putting.ball)
    for putting in puttings:
        if putting.spot:
            lawn.place(putting.ball, putting.spot)


def make(lawn: Lawn, errand: Errand, skill: Skill, chance: Chance) -> PlayedStroke:
    """Make one stroke for an errand: aim as well as geometry can, and strike as well as the player can."""
    if errand.off and errand.off not in lawn.places:
        raise LawnError(f"“{errand.ball}” cannot be laid against “{errand.off}”, which is in hand.")
    if errand.off and errand.wishes:
        laid, aimed = against(lawn, errand.ball, errand.off, errand.wishes, skill.aim, errand.harms)
        aim, force = skill.struck(aimed.aim, aimed.force, chance)
        stroke = lawn.croquet(errand.ball, laid, aim, force)
        return PlayedStroke(errand, laid, stroke, errand.wishes[0].is_met_by(stroke))
    aimed = _aimed(lawn, errand, skill)
    aim, force = skill.struck(aimed.aim, aimed.force, chance)
    stroke = lawn.stroke(errand.ball, aim, force)
    return PlayedStroke(errand, None, stroke, any(wish.is_met_by(stroke) for wish in errand.wishes[:1]))


def _aimed(lawn: Lawn, errand: Errand, skill: Skill) -> Aimed:
    """Aim for an errand."""
    if not errand.wishes:
        return nudge(lawn, errand.ball)
    if errand.is_waiting:
        return near(lawn, errand.ball, errand.wishes[0], errand.harms)
    return choose(lawn, errand.ball, errand.wishes, skill.aim, errand.harms)
