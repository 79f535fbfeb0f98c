"""The lines of a course of play for a game on a ground: strokes of a named ball, and measures.

gate 1 is 7 yards from gate 2       from the middle of the one to the middle of the other
gate 1 is 12 inches wide
gate 1 is passed inward going above or `below`, `left`, `right`
the ground is 32 yards by 32 yards  from west to east, and from north to south

A stroke names the ball that is struck; the other players pass until its turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import dist
from typing import NamedTuple, TypeVar

from cc_dsl.closures.observations import phrases
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import StrokeRules
from cc_dsl.errors import UserError
from cc_dsl.table.ground import Arch, Ground, Point

Thing = TypeVar("Thing")
NOTHING = "nothing"
MOST_PASSED = 400
"""The most strokes and choices that are skipped before the named ball is in turn."""


class StrokeFault(Exception):
    """A reported stroke is impossible; the sentence says why."""


class Strokes(NamedTuple):
    game: Game
    striking: StrokeRules

    def ball(self, line: str) -> str | None:
        """Return the ball with whose name a line begins."""
        names = [name for name in self.striking.names if re.match(rf"{re.escape(name)}(?![^\W_])", line, re.IGNORECASE)]
        return max(names, key=len) if names else None

    def named_ball(self, line: str) -> str:
        """Return the ball with whose name a line begins; raise a UserError if there is none."""
        if (ball := self.ball(line)) is None:
            raise UserError("bad-case", f"“{line}” does not begin with the name of a {self.game.rules.pieces.name}.")
        return ball

    def event_and_ball(self, words: str) -> tuple[str, str]:
        """Return an event, and the ball in whose stroke it is observed: its own, or that of “… while Red is struck”."""
        event, _, struck = words.partition(" while ")
        return event.rstrip(","), self.named_ball(struck or event)

    def skip_to_ball(self, ball: str, before_skip: Callable[[], None] = lambda: None) -> None:
        """Skip strokes of other balls until it is this ball's turn; call `before_skip` before each skipped answer."""
        number, game, striking = self.striking.names.index(ball), self.game, self.striking
        for _ in range(MOST_PASSED):
            if game.is_over:
                break
            position = game.position
            if not game.is_observing or striking.striker(position) != number:
                before_skip()
            if not game.is_observing:
                next_answer = striking.answer_leading_to(position, number)
                game.play(position.options[0] if next_answer is None else next_answer)
            elif striking.striker(position) == number or not striking.is_fresh(position):
                return
            else:
                game.play(game.menu.end)
        raise StrokeFault(f"{ball} is not struck again.")

    def strike(self, ball: str, line: str) -> None:
        """Take a stroke of a ball, with all events observed in it."""
        head, colon, rest = line.partition(":")
        words = rest.strip() if colon and head.strip().casefold() == ball.casefold() else line
        self.skip_to_ball(ball)
        is_empty = words == NOTHING
        if not is_empty:
            observe(self.game, words)
        if self.game.is_observing and (is_empty or not self.striking.is_fresh(self.game.position)):
            self.game.play(self.game.menu.end)


def observe(game: Game, words: str) -> None:
    """Report events to the rules; raise a StrokeFault for an impossible one."""
    for phrase in phrases(words):
        answers = game.read_observed(phrase) if game.is_observing else phrase
        if isinstance(answers, str):
            raise StrokeFault(f"“{phrase}” cannot be observed here.")
        for answer in answers:
            if answer not in game.options:
                refusal = game.whynot(phrase)
                raise StrokeFault(refusal.sentence if refusal is not None else f"“{phrase}” cannot happen.")
            game.play(answer)


# ----------------------------------------------------------------------------------------------- measures

UNITS = {"yard": 36, "yards": 36, "foot": 12, "feet": 12, "inch": 1, "inches": 1}
DIRECTIONS = {"right": 0, "above": 90, "left": 180, "below": 270}
"""The directions, in degrees from the right, to the left round."""
INCHES = 36
"""Inches in a yard."""
LENGTH = rf"(\d+) ({'|'.join(UNITS)})"
DISTANCE = re.compile(rf"(.+) is {LENGTH} from (.+)")
WIDTH = re.compile(rf"(.+) is {LENGTH} wide")
PASSAGE = re.compile(rf"(.+) is passed inward going ({'|'.join(DIRECTIONS)})")
EXTENT = re.compile(rf"the ground is {LENGTH} by {LENGTH}")


def correction_of(ground: Ground, words: str) -> str:
    """Return the correction of a statement about a ground, empty if the statement is true."""
    arches = {arch.name: arch for arch in ground.arches}
    things: dict[str, Arch | Point] = {**arches, **{point.name: point for point in (*ground.pegs, *ground.spots)}}

    def find(name: str, named_things: Mapping[str, Thing], kind: str = "") -> Thing:
        """Return the thing of a name; raise a UserError, which names the kind, if there is none."""
        if name not in named_things:
            raise UserError("bad-case", f"There is no {kind}“{name}” on the ground.")
        return named_things[name]

    if match := EXTENT.fullmatch(words):
        size = round(ground.breadth * INCHES), round(ground.length * INCHES)
        is_true = size == (_inches(match[1], match[2]), _inches(match[3], match[4]))
        correction = f"the ground is {size[0]} inches by {size[1]}"
    elif match := DISTANCE.fullmatch(words):
        here, there = find(match[1], things), find(match[4], things)
        distance = round(dist((here.east, here.north), (there.east, there.north)) * INCHES)
        is_true = distance == _inches(match[2], match[3])
        correction = f"{match[1]} is {distance} inches from {match[4]}"
    elif match := WIDTH.fullmatch(words):
        width = round(find(match[1], arches, "arch ").width * INCHES)
        is_true = width == _inches(match[2], match[3])
        correction = f"{match[1]} is {width} inches wide"
    elif match := PASSAGE.fullmatch(words):
        direction = find(match[1], arches, "arch ").facing % 360
        is_true = round(direction) == DIRECTIONS[match[2]]
        correction = f"{match[1]} is passed inward going {direction:.0f} degrees from the right, to the left round"
    else:
        raise UserError("bad-case", f"I do not understand “{words}” as a statement about a ground.")
    return "" if is_true else correction


def _inches(number: str, unit: str) -> int:
    return int(number) * UNITS[unit]
